"""The cards' line of a street: what was dealt, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import BlindPosted, DealtCommunity, DealtUp, Returned
from bot.ui.streets import backs, bet_size, down_each, has_choice, payments, unasked
from bot.ui.words import listing, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.chips import SeatNo
    from bot.rules.events import Paid
    from bot.rules.view import StreetView, View

__all__ = ["cards_closed", "cards_live", "letters"]


def cards_live(view: View, index: int, names: Sequence[str], plates: Iterable[SeatNo]) -> str:
    """The cards' line of the open street.

    What a seat in `plates` paid stands on its plate. Where cards came face down, the single
    card face up is in the seats and is not named again.
    """
    street = view.streets[index]
    down = _dealt_down(view, street)
    parts = [
        f"{down}, by DM." if down else _dealt_up(view, street, names),
        _unasked(view, index, names),
        _community(street),
    ]
    shown = set(plates)
    parts += [
        _paid(view, index, paid, names)
        for paid in payments(street)
        if not paid.amount or paid.seat not in shown
    ]
    return " ".join(filter(None, parts))


def cards_closed(view: View, index: int, names: Sequence[str]) -> str:
    """The cards' line of a closed street, each payment behind its card."""
    street = view.streets[index]
    down = _dealt_down(view, street)
    parts = [
        f"{down}." if down else "",
        _dealt_up(view, street, names, prices=True),
        _blinds(street, names),
        _unasked(view, index, names),
        _community(street),
    ]
    return " ".join(filter(None, parts))


def letters(view: View, index: int) -> frozenset[SeatNo]:
    """The live seats to which a street brought cards that only they see."""
    street = view.streets[index]
    live = [seat for seat in view.seats if not seat.folded]
    if _dealt_down(view, street):
        return frozenset(seat.seat for seat in live)
    draws = bet_size(view, street) is None
    return frozenset(seat.seat for seat in live if backs(view, seat.seat) or (draws and seat.drew))


def _dealt_up(view: View, street: StreetView, names: Sequence[str], *, prices: bool = False) -> str:
    """Who got which card face up; a card that was chosen is told in the story."""
    if has_choice(view, street):
        return ""
    paid = {event.cards[0]: event for event in payments(street)} if prices else {}
    dealt = [
        f"{names[event.seat]} {event.cards[0].sign}{_price(view, paid.get(event.cards[0]))}"
        for event in street.events
        if isinstance(event, DealtUp) and event.seat is not None
    ]
    return f"Dealt: {', '.join(dealt)}." if dealt else ""


def _price(view: View, paid: Paid | None) -> str:
    if paid is None:
        return ""
    wild = "wild, " if paid.cards[0] in view.variant.wilds else ""
    return f" ({wild}pays {paid.amount:,})" if paid.amount else f" ({wild}pays nothing)"


def _paid(view: View, index: int, paid: Paid, names: Sequence[str]) -> str:
    assert paid.seat is not None, "somebody pays"
    who, card = names[paid.seat], paid.cards[0].sign
    if paid.amount:
        return f"{who} paid {paid.amount:,} for {card}."
    if _was_all_in(view, index, paid):
        return f"{who} is all-in and pays nothing for {card}."
    return f"{who} pays nothing for {card}: everybody else is all-in."


def _was_all_in(view: View, index: int, paid: Paid) -> bool:
    """Whether the payer had no chips left when the card fell."""
    all_in = False
    for event in (event for street in view.streets[: index + 1] for event in street.events):
        if event is paid:
            break
        if event.seat == paid.seat:
            all_in = getattr(event, "all_in", False) or all_in
            all_in = all_in and not isinstance(event, Returned)
    return all_in


def _dealt_down(view: View, street: StreetView) -> str:
    """Such as "Two cards face down each", by the game's script; "" if there were none."""
    community = sum(isinstance(event, DealtCommunity) for event in street.events)
    down = down_each(view, street) - community
    if down <= 0:
        return ""
    return f"{number(down).capitalize()} {'card' if down == 1 else 'cards'} face down each"


def _unasked(view: View, index: int, names: Sequence[str]) -> str:
    """Who had no choice, because the price was not there."""
    poor = [names[seat] for seat in unasked(view, index)]
    if not poor:
        return ""
    comes = "the card comes" if len(poor) == 1 else "their cards come"
    return f"{listing(poor)} cannot pay the price: {comes} face down."


def _blinds(street: StreetView, names: Sequence[str]) -> str:
    """The blinds, which stand on the plates while a street is open."""
    blinds = [event for event in street.events if isinstance(event, BlindPosted)]
    posted = [f"{names[e.seat]} {e.amount:,}" for e in blinds if e.seat is not None]
    return f"Blinds: {', '.join(posted)}." if posted else ""


def _community(street: StreetView) -> str:
    turned = [event.cards[0].sign for event in street.events if isinstance(event, DealtCommunity)]
    return f"The deck runs short: {listing(turned)} is everybody's card." if turned else ""
