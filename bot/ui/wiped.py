"""A deal that was wiped out: what fell, what stays, and who is dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import DealtUp
from bot.rules.steps.wipe_out import REANTE
from bot.ui.parts import WIPED_OUT, box, text
from bot.ui.streets import bought, folded_before, titled, wipe_out
from bot.ui.words import draw_card, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import ui

    from bot.rules.events import Event, WipedOut
    from bot.rules.view import View
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces

__all__ = ["wiped_box"]


def wiped_box(
    scene: Scene, view: View, index: int, names: Sequence[str], faces: Faces
) -> ui.Container[ui.LayoutView]:
    """The container that tells how a street was wiped out."""
    wiped = wipe_out(view, index)
    assert wiped is not None, "a wipe-out is told of"
    assert scene.hand is not None, "a hand is wiped out"
    card = wiped.cards[0]
    street = titled(view.streets[index]).lower()
    return box(
        WIPED_OUT,
        text(
            f"# {draw_card(card, faces, wild=card in scene.variant.wilds)} Wiped out",
            f"-# {scene.variant.short_title}, hand {scene.hand.number:,} · {street}",
            f"{_fell(view, index, wiped, names)} The {card.words} fell face up.",
            f"**The pot of {wiped.amount:,} stays.** {_goes_on(view, index, names)}",
        ),
    )


def _fell(view: View, index: int, wiped: WipedOut, names: Sequence[str]) -> str:
    """The cards of the street up to the one that ended it; a bought one alone."""
    street = view.streets[index]
    for event in bought(street):
        if event.cards == wiped.cards:
            return f"{_name(event, names)} bought **{event.cards[0].sign}** for {event.amount:,}."
    dealt = [event for event in street.events if isinstance(event, DealtUp)]
    signed = [
        f"**{event.cards[0].sign}**" if event.cards == wiped.cards else event.cards[0].sign
        for event in dealt
    ]
    told = (f"{_name(e, names)} {sign}" for e, sign in zip(dealt, signed, strict=True))
    return f"Dealt: {', '.join(told)}."


def _goes_on(view: View, index: int, names: Sequence[str]) -> str:
    """Who is dealt again, and who is not."""
    out = folded_before(view, index + 1)
    still = listing([names[seat.seat] for seat in view.seats if seat.seat not in out])
    who = f"{still} are" if out else "Everybody is"
    parts = [f"{who} dealt again from a fresh deck."]
    if out:
        stays = "stays" if len(out) == 1 else "stay"
        parts.append(f"{listing([names[seat] for seat in sorted(out)])} folded and {stays} out.")
    parts.append("Who has chips antes again." if view.house[REANTE] else "Nobody antes again.")
    return " ".join(parts)


def _name(event: Event, names: Sequence[str]) -> str:
    assert event.seat is not None, "cards and chips are somebody's"
    return names[event.seat]
