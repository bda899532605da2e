"""The two tables that the fast ranking looks holdings up in.

*Counts* are one whole number that says everything about a holding except its suits: three bits
for the real cards of each rank, the two lowest, then four bits for the wild cards. They add up
card by card. The first table knows, by counts, the best hand made without looking at suits; the
second knows, by the wild cards and the ranks held in one suit, the flush or straight flush.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from bot.rules.cards import DECK, Card, Rank
from bot.rules.ranking.readings import (
    ALL_RANKS,
    AtLeast,
    natural_pair_reading,
    of_a_kind_reading,
    straight_reading,
    suited_reading,
)
from bot.rules.ranking.values import Category, NaturalPairTie, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

__all__ = [
    "COUNTS_BITS",
    "ONE_WILD",
    "WILD_SHIFT",
    "one_real",
    "pair_or_more",
    "suited_values",
    "unsuited_values",
]

WILD_SHIFT: Final = 3 * len(Rank)
COUNTS_BITS: Final = WILD_SHIFT + 4
ONE_WILD: Final = 1 << WILD_SHIFT

_WILDS_IN_FLUSH_MAX: Final = 3
"""With a fourth wild card any five cards are five of a kind."""


def one_real(rank: Rank) -> int:
    """The counts of one real card."""
    return 1 << 3 * (rank - 2)


def pair_or_more(rank: Rank) -> int:
    """The bits of which at least one is set in the counts of two to seven cards of a rank."""
    return 6 * one_real(rank)


def unsuited_values(
    size: int,
    *,
    wilds: AbstractSet[Card],
    natural_pair: Rank | None,
    natural_pair_tie: NaturalPairTie,
    wheel: bool,
) -> Iterator[tuple[int, int]]:
    """The best hand without flushes of every holding of `size` cards: counts and their value.

    A natural pair whose ties go by ordinary hands has the value of its ordinary hand here.
    """
    real = [card.rank for card in DECK if card not in wilds]
    special = natural_pair if natural_pair_tie is not NaturalPairTie.ORDINARY else None
    special_bits = 0 if special is None else pair_or_more(special)
    for counts, at_least, wild in _holdings(size, [real.count(rank) for rank in Rank], len(wilds)):
        if special is not None and counts & special_bits:
            yield counts, _natural_pair_value(at_least, wild, special, natural_pair_tie)
            continue
        value = score(*of_a_kind_reading(at_least, wild))
        straight = straight_reading(at_least[1], wild, wheel=wheel)
        if straight is not None:
            value = max(value, score(Category.STRAIGHT, straight))
        yield counts, value


@cache
def suited_values(*, wheel: bool = True) -> tuple[Sequence[int], ...]:
    """By wild cards, then by the ranks held in one suit: the value of the flush, or 0."""
    readings = (
        [suited_reading(held, wild, wheel=wheel) for held in range(ALL_RANKS + 1)]
        for wild in range(_WILDS_IN_FLUSH_MAX + 1)
    )
    return tuple([0 if reading is None else score(*reading) for reading in row] for row in readings)


def _natural_pair_value(
    at_least: AtLeast, wild: int, pair: Rank, natural_pair_tie: NaturalPairTie
) -> int:
    category, ranks = natural_pair_reading(at_least, wild, pair)
    return score(category, ranks if natural_pair_tie is NaturalPairTie.KICKERS else ranks[:2])


def _holdings(
    size: int, limits: Sequence[int], wild_max: int
) -> Iterator[tuple[int, AtLeast, int]]:
    """All holdings of `size` cards, suits apart: their counts, ranks and wild cards.

    `limits` tells how many real cards of each rank there are, the two first.
    """
    # The middle entries of AtLeast travel as one number of 52 bits, so that a rank joins in one
    # addition. What no real card has filled in the end is wild.
    growing = [(0, 0, size)]
    for rank, limit in zip(Rank, limits, strict=True):
        joining = [
            (times * one_real(rank), sum(1 << rank - 2 + 13 * n for n in range(times)), times)
            for times in range(limit + 1)
        ]
        growing = [
            (counts + more, ranks + marks, left - times)
            for counts, ranks, left in growing
            for more, marks, times in joining[: left + 1]
        ]
    for counts, ranks, wild in growing:
        if wild <= wild_max:
            one, two = ranks & ALL_RANKS, ranks >> 13 & ALL_RANKS
            three, four = ranks >> 26 & ALL_RANKS, ranks >> 39
            yield counts + wild * ONE_WILD, (ALL_RANKS, one, two, three, four, 0), wild
