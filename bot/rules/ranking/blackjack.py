"""Blackjack totals: number cards at face value, court cards 10, an ace 1 or 11.

Source: Stud-Jack, the blackjack hand; ruling J6 (each ace as suits, best total of 21 or less).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.cards import Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card

__all__ = ["BlackjackTotal", "total_of"]

BEST: Final = 21
_NUMBER: Final = ("no", "one", "two", "three", "four")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackTotal:
    """The best total of some cards, spelled out for people."""

    total: int
    """21 at most if that can be; else the least."""
    aces: int
    elevens: int
    """How many of the aces count 11: one at most, or the total would be over 21."""
    cards: int
    """How many cards make the total."""

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11."""
        return self.elevens > 0

    @property
    def bust(self) -> bool:
        """Whether it is over 21, and cannot win."""
        return self.total > BEST

    @property
    def phrase(self) -> str:
        """Such as "20", "bust: 25", "16: the ace as 11, and 5"."""
        words = [_aces(self.aces, self.elevens)] if self.aces else []
        rest = self.total - self.aces - 10 * self.elevens
        if words and rest:
            words.append(f"and {rest}")
        if self.bust:
            return f"bust: {self.total}"
        return f"{self.total}: {', '.join(words)}" if words else str(self.total)


def total_of(cards: Sequence[Card]) -> BlackjackTotal:
    """The best total of the cards; what is bust with every ace as 1 stays bust."""
    aces = sum(card.rank is Rank.ACE for card in cards)
    least = sum(_least(card.rank) for card in cards)
    elevens = 1 if aces and least + 10 <= BEST else 0
    return BlackjackTotal(total=least + 10 * elevens, aces=aces, elevens=elevens, cards=len(cards))


def _least(rank: Rank) -> int:
    return 1 if rank is Rank.ACE else min(rank, 10)


def _aces(aces: int, elevens: int) -> str:
    if aces == 1:
        return f"the ace as {11 if elevens else 1}"
    ones = aces - elevens
    if not elevens:
        return f"{_NUMBER[aces]} aces as 1 each"
    return f"one ace as 11, {_NUMBER[ones]} as 1"
