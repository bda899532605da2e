"""Facts about a street of a hand that are not events: what its script says, who was in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.events import (
    Anted,
    BlindPosted,
    DealtCommunity,
    DealtDown,
    DealtUp,
    Folded,
    Paid,
    Shown,
    ToAct,
    TookDown,
    WipedOut,
)
from bot.rules.steps import Bet, Deal, SeventhCard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.chips import Chips, SeatNo
    from bot.rules.events import Event
    from bot.rules.variant import Step
    from bot.rules.view import StreetView, View

__all__ = [
    "backs",
    "bet_size",
    "bought",
    "down_each",
    "folded_before",
    "has_choice",
    "has_message",
    "payments",
    "titled",
    "unasked",
    "was_open",
    "wipe_out",
]

_DEALT = (Anted, BlindPosted, DealtUp, DealtDown, DealtCommunity, WipedOut)
"""What happens on a street without anybody being asked; and an exposed card's payment."""


# What the script says.


def bet_size(view: View, street: StreetView) -> Chips | None:
    """The size of a bet on a street; None if there is no betting."""
    sizes = [view.house[step.size] for step in _steps(view, street) if isinstance(step, Bet)]
    return sizes[0] if sizes else None


def down_each(view: View, street: StreetView) -> int:
    """How many cards the script deals face down to each seat, whatever anybody chooses."""
    return sum(step.down for step in _steps(view, street) if isinstance(step, Deal))


def has_choice(view: View, street: StreetView) -> bool:
    """Whether every player chooses how the street's card comes."""
    return any(isinstance(step, SeventhCard) for step in _steps(view, street))


def _steps(view: View, street: StreetView) -> tuple[Step, ...]:
    return next(s.steps for s in view.variant.streets if s.key == street.key)


# What has happened.


def titled(street: StreetView) -> str:
    """Such as "Third street", "Third street, deal 2"."""
    return f"{street.title}, deal {street.deal}" if street.deal > 1 else street.title


def payments(street: StreetView) -> tuple[Paid, ...]:
    """What was due for cards that fell face up on a street, nothing included."""
    return tuple(e for e in street.events if isinstance(e, Paid) and e.kind != "price")


def bought(street: StreetView) -> tuple[Paid, ...]:
    """The cards that were bought face up on a street."""
    return tuple(e for e in street.events if isinstance(e, Paid) and e.kind == "price")


def wipe_out(view: View, index: int) -> WipedOut | None:
    """How a street was wiped out; None if it was not, or if there is no such street."""
    events = view.streets[index].events if index >= 0 else ()
    return next((event for event in events if isinstance(event, WipedOut)), None)


def was_open(street: StreetView) -> bool:
    """Whether anybody was asked on a street, so that it has been seen with its buttons."""
    exposed = payments(street)
    return any(not isinstance(e, _DEALT) and e not in exposed for e in street.events)


def has_message(view: View, index: int) -> bool:
    """Whether a street has a message of its own.

    One that is wiped out before anybody is asked has none: the announcement tells of it.
    """
    return wipe_out(view, index) is None or was_open(view.streets[index])


def folded_before(view: View, index: int) -> frozenset[SeatNo]:
    """The seats that had folded when a street began."""
    return _folded(event for street in view.streets[:index] for event in street.events)


def backs(view: View, seat: SeatNo) -> int:
    """How many cards of a seat lie face down beside those of everybody, where that is a choice."""
    if not has_choice(view, view.streets[-1]):
        return 0
    usual = sum(down_each(view, s) for s in view.streets[:-1] if s.deal == view.deal)
    return max(0, len(view.seats[seat].down) - usual)


def unasked(view: View, index: int) -> tuple[SeatNo, ...]:
    """On a street with a choice, who had not the price: the card came face down unasked."""
    street = view.streets[index]
    if not has_choice(view, street):
        return ()
    chosen = {e.seat for e in street.events if isinstance(e, TookDown)}
    chosen |= {event.seat for event in bought(street)}
    out = folded_before(view, index) | _folded(_before_betting(street))
    seats = range(_reached(view, index))
    return tuple(s.seat for s in view.seats if s.seat in seats and s.seat not in chosen | out)


def _reached(view: View, index: int) -> int:
    """The first seat whose turn to choose has not come."""
    if (wiped := wipe_out(view, index)) is not None and wiped.seat is not None:
        return wiped.seat
    street, ask = view.streets[index], view.waiting
    ended = any(isinstance(event, ToAct | Shown) for event in street.events)
    if ended or index < len(view.streets) - 1:
        return len(view.seats)
    return ask.seat if ask is not None else 0


def _before_betting(street: StreetView) -> list[Event]:
    found: list[Event] = []
    for event in street.events:
        if isinstance(event, ToAct):
            break
        found.append(event)
    return found


def _folded(events: Iterable[Event]) -> frozenset[SeatNo]:
    return frozenset(
        event.seat for event in events if isinstance(event, Folded) and event.seat is not None
    )
