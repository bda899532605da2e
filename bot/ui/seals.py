"""What the channel is told of a sealed deck: its commitment, before its order can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import Reshuffled, WipedOut
from bot.ui.emojis import PLAIN
from bot.ui.names import names_of
from bot.ui.parts import GREY, box, boxes, text
from bot.ui.wiped import wiped_box

if TYPE_CHECKING:
    from discord import ui

    from bot.rules.view import View
    from bot.table.scene import Scene, Sealed
    from bot.ui.emojis import Faces

__all__ = ["seal_line", "sealed_again", "shuffles"]


def shuffles(view: View, index: int) -> int:
    """How often the cards were shuffled anew on a street, or at its end."""
    return sum(isinstance(event, WipedOut | Reshuffled) for event in view.streets[index].events)


def seal_line(seal: Sealed) -> str:
    """The commitments, this one and the one before, as they are copied for `verify`."""
    before = f"after `{seal.previous}`" if seal.previous else "the first at this table"
    return f"-# Sealed deck `{seal.commitment}`, {before}."


def sealed_again(scene: Scene, deal: int, faces: Faces = PLAIN) -> ui.LayoutView:
    """What announces a deal after the first: a wipe-out, or a deck that ran out."""
    assert scene.hand is not None, "a deck is sealed for a hand"
    view, seal = scene.hand.view(None), scene.hand.seals[deal - 1]
    index, event = _announced(view, deal)
    names = names_of([seat.name for seat in view.seats]).shorts
    if isinstance(event, WipedOut):
        wiped = wiped_box(scene, view, index, names, faces)
        return boxes(wiped, box(GREY, text(seal_line(seal))))
    assert event.seat is not None, "somebody drew the last card"
    return boxes(
        box(
            GREY,
            text(
                "### The deck has run out",
                f"-# {scene.variant.short_title}, hand {scene.hand.number:,}",
                f"{names[event.seat]} needs more cards than are left. All that was thrown away is "
                "shuffled with them, but for what this player has just discarded.",
                seal_line(seal),
            ),
        )
    )


def _announced(view: View, deal: int) -> tuple[int, WipedOut | Reshuffled]:
    """On which street a deal after the first became due, and why."""
    found = [
        (index, event)
        for index, street in enumerate(view.streets)
        for event in street.events
        if isinstance(event, WipedOut | Reshuffled)
    ]
    return found[deal - 2]
