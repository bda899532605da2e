"""What players chose about their cards, in sentences: down or up, how many were changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.asks import DrawAsk, SeventhAsk
from bot.rules.events import Drew, Reshuffled, TookDown
from bot.ui.streets import bought
from bot.ui.words import listing, signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.events import Event, Paid
    from bot.rules.view import StreetView, View

__all__ = ["chosen", "goes_round"]

CLOCK: Final = "clock"
"""Who answers for a player whose time is up."""
NAMED_MAX: Final = 3
"""So many players are named in one sentence; more are counted."""


def goes_round(view: View) -> str:
    """What is said before anybody has chosen; "" if there is nothing to choose."""
    match view.waiting:
        case SeventhAsk():
            return "The choice goes round from the dealer's left."
        case DrawAsk():
            return "The draw goes round from the dealer's left."
        case _:
            return ""


def chosen(street: StreetView, names: Sequence[str]) -> Iterable[str]:
    """The choices of a street as sentences, the same ones together."""
    yield from _down([e for e in street.events if isinstance(e, TookDown)], names)
    yield from (_up(event, names) for event in bought(street))
    yield from _draws([e for e in street.events if isinstance(e, Drew)], names)
    for event in street.events:
        if isinstance(event, Reshuffled):
            yield event.text(lambda seat: names[seat])


def _down(events: Sequence[TookDown], names: Sequence[str]) -> Iterable[str]:
    who = _names([event for event in events if event.by != CLOCK], names)
    card = f"the {SeventhAsk.kind} face down"
    if len(who) > NAMED_MAX:
        yield f"{who[0]} and {len(who) - 1} others take {card}."
    elif who:
        yield f"{listing(who)} {'takes' if len(who) == 1 else 'take'} {card}."
    for name in _names([event for event in events if event.by == CLOCK], names):
        yield f"{name}'s time is up: {SeventhAsk.kind} face down."


def _up(event: Paid, names: Sequence[str]) -> str:
    (who,) = _names([event], names)
    if event.all_in:
        return (
            f"{who} pays {event.amount:,}, is dealt {signs(event.cards)} face up and is **all-in**."
        )
    return f"{who} pays {event.amount:,} and is dealt {signs(event.cards)} face up."


def _draws(events: Sequence[Drew], names: Sequence[str]) -> Iterable[str]:
    """Such as "Ann and Dov draw 2, Ben 1; Cleo stands pat."; everybody is named."""
    asked = [event for event in events if event.by != CLOCK]
    counts = sorted({event.count for event in asked if event.count}, reverse=True)
    drew: list[str] = []
    for count in counts:
        who = _names([event for event in asked if event.count == count], names)
        verb = "" if drew else f" draw{_s(who)}"
        drew.append(f"{listing(who)}{verb} {count}")
    pat = _names([event for event in asked if not event.count], names)
    stood = [f"{listing(pat)} stand{_s(pat)} pat"] if pat else []
    if said := "; ".join(filter(None, [", ".join(drew), *stood])):
        yield f"{said}."
    for name in _names([event for event in events if event.by == CLOCK], names):
        yield f"{name}'s time is up: stand pat."


def _s(who: Sequence[str]) -> str:
    return "s" if len(who) == 1 else ""


def _names(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    return [names[event.seat] for event in events if event.seat is not None]
