"""A deal that was wiped out: what fell, what stays, and who is dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import Anted, DealtUp
from bot.ui.parts import WIPED_OUT, box, text
from bot.ui.streets import bought, folded_before, titled, wipe_out
from bot.ui.words import draw_card, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import ui

    from bot.rules.events import Event, WipedOut
    from bot.rules.view import View
    from bot.table.scene import Scene

__all__ = ["wiped_box"]


def wiped_box(
    scene: Scene, view: View, index: int, names: Sequence[str]
) -> ui.Container[ui.LayoutView] | None:
    """The container that tells how a street was wiped out; None if it was not."""
    wiped = wipe_out(view, index)
    if wiped is None or scene.hand is None:
        return None
    card = wiped.cards[0]
    street = titled(view.streets[index]).lower()
    return box(
        WIPED_OUT,
        text(
            f"# {draw_card(card, wild=card in scene.variant.wilds)} Wiped out",
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
    """Who is dealt again, who is not, and whether that costs an ante."""
    out = folded_before(view, index + 1)
    still = listing([names[seat.seat] for seat in view.seats if seat.seat not in out])
    who = f"{still} are" if out else "Everybody is"
    parts = [f"{who} dealt again from a fresh deck."]
    if out:
        stays = "stays" if len(out) == 1 else "stay"
        parts.append(f"{listing([names[seat] for seat in sorted(out)])} folded and {stays} out.")
    return " ".join([*parts, _ante(view, index + 1, names)])


def _ante(view: View, index: int, names: Sequence[str]) -> str:
    events = view.streets[index].events if index < len(view.streets) else ()
    antes = [event for event in events if isinstance(event, Anted)]
    if not antes:
        return "Nobody antes again."
    if len({event.amount for event in antes}) == 1:
        who = [_name(event, names) for event in antes]
        return f"{listing(who)} ante{'s' if len(who) == 1 else ''} {antes[0].amount:,} again."
    paid = [f"{_name(event, names)} {event.amount:,}" for event in antes]
    return f"Antes again: {', '.join(paid)}."


def _name(event: Event, names: Sequence[str]) -> str:
    assert event.seat is not None, "cards and chips are somebody's"
    return names[event.seat]
