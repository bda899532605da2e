"""The hands of a showdown, a line each."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from bot.rules.events import Shown
from bot.ui import halves
from bot.ui.streets import bought
from bot.ui.words import EN_SPACE, capital, draw_cards, five_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.view import View

__all__ = ["Cards", "holding", "shown_hands"]


class Cards(Enum):
    """Whose cards are told beside what they make."""

    DRAWN = "drawn"
    """Everybody's, and below each line all cards of the hand as they lay on the table."""
    OF_ALL = "all"
    OF_WINNERS = "winners"
    OF_NOBODY = "nobody"


def shown_hands(
    view: View, names: Sequence[str], winners: AbstractSet[SeatNo], cards: Cards = Cards.OF_ALL
) -> Iterable[str]:
    """A line for each hand that was shown, clockwise from the dealer's left."""
    for event in view.outcome:
        if isinstance(event, Shown) and event.seat is not None:
            told = (
                event.seat in winners if cards is Cards.OF_WINNERS else cards is not Cards.OF_NOBODY
            )
            yield f"-# **{names[event.seat]}** {_hand(view, event, told=told)}"
            if cards is Cards.DRAWN:
                lie = (draw_cards(group, view.variant.wilds) for group in holding(view, event))
                yield EN_SPACE.join(filter(None, lie))


def _hand(view: View, event: Shown, *, told: bool) -> str:
    """Such as "pair of tens: 10♣ 10♦ Q♥ 9♠ 5♥. Blackjack 20: 10♣ 10♦ as 10 + 10"."""
    others = event.readings[1:]
    if not told:
        return ". ".join([event.value.phrase, *(capital(reading.spelt) for reading in others)])
    down, *_ = holding(view, event)
    made = [halves.shown(reading, down, _bought(view, event)) for reading in others]
    return ". ".join([f"{event.value.phrase}: {five_cards(event.value, view)}", *made])


def holding(view: View, event: Shown) -> tuple[list[Card], Sequence[Card], Sequence[Card]]:
    """A shown hand as it lay: face down, face up, and the card that is everybody's."""
    assert event.seat is not None, "a hand is somebody's"
    up = view.seats[event.seat].up
    down = [card for card in event.cards if card not in (*up, *view.community)]
    return down, up, view.community


def _bought(view: View, event: Shown) -> list[Card]:
    paid = [e for e in bought(view.streets[-1]) if e.seat == event.seat]
    return [card for e in paid for card in e.cards]
