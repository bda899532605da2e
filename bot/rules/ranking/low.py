"""Lows of jack or lower: deuce-to-seven ranking with a qualifier.

A low is five different ranks, the jack the highest allowed, no straight and no flush. Aces are
high, so there is no ace in a low. Two lows compare from the top card down, and the lower one is
better; suits make no difference.

Source: Draw-Deucey, low hand qualifier and comparing low hands; rulings D5 to D8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.cards import Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card

__all__ = ["LowValue", "low_of", "why_no_low"]

_TOP: Final = Rank.JACK
_BEST: Final = 16**5


@dataclass(frozen=True, slots=True, kw_only=True)
class LowValue:
    """A low, spelled out for people."""

    rank: int
    """Of two lows the higher number wins, and equal ones tie."""
    cards: tuple[Card, ...]
    """The five, highest first."""

    @property
    def letters(self) -> str:
        """The ranks as letters: "J-9-8-6-5"."""
        return "-".join(card.rank.letter for card in self.cards)

    @property
    def phrase(self) -> str:
        """The ranks in words: "jack-nine-eight-six-five"."""
        return "-".join(card.rank.word for card in self.cards)


def low_of(cards: Sequence[Card]) -> LowValue | None:
    """The low that five cards are; None if they are none, or are not five."""
    if len(cards) != 5 or why_no_low(cards):
        return None
    ordered = sorted(cards, reverse=True)
    number = 0
    for card in ordered:
        number = number << 4 | card.rank
    return LowValue(rank=_BEST - number, cards=tuple(ordered))


def why_no_low(cards: Sequence[Card]) -> str | None:
    """What keeps five cards from being a low: "the queen is too high"; None if they are one."""
    high = sorted({card.rank for card in cards if card.rank > _TOP})
    if high:
        names = [f"the {rank.word}" for rank in high]
        return f"{_listed(names)} {'is' if len(names) == 1 else 'are'} too high"
    ranks = sorted(card.rank for card in cards)
    paired = next((rank for rank in reversed(ranks) if ranks.count(rank) > 1), None)
    if paired is not None:
        count = ("a pair of", "three", "four")[ranks.count(paired) - 2]
        return f"{count} {paired.plural}"
    if ranks[-1] - ranks[0] == 4:
        return f"it is a {ranks[-1].word}-high straight"
    if len({card.suit for card in cards}) == 1:
        return f"it is a {ranks[-1].word}-high flush"
    return None


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
