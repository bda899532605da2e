"""What a holding can be read as, in ranks alone: the rules that both rankings stand on.

A set of ranks is thirteen bits of a whole number, bit 0 the two and bit 12 the ace, so "the
highest of these" is one instruction. Three questions are enough to rank any holding:

* **Of a kind.** All wild cards join one group. Two groups never do better: a wild card that
  makes a second pair beside a first would have made three of a kind with it, and so upwards.
  The group is the largest that can be made, of the highest rank for which it can; wild cards
  alone are aces. The rest are real cards: another pair if it counts, then the highest.
* **Straight.** The highest five neighbours of which no more are missing than there are wild
  cards. Taking the highest *is* the rule that an open straight grows at its upper end.
* **Suited.** Among the real cards of one suit: the same for a straight flush; for a flush the
  wild cards are the highest ranks not yet there, so there is never a second ace.

Below five cards the last two can only be answered no, so that just groups count (ruling S5).

Source: OPR-668 art. 1.3; rulings X7, X8.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.rules.cards import Rank
from bot.rules.ranking.values import Category

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AtLeast",
    "Reading",
    "count_ranks",
    "natural_pair_reading",
    "of_a_kind_reading",
    "ranks_as_bits",
    "straight_reading",
    "suited_reading",
]

Reading: TypeAlias = tuple[Category, tuple[int, ...]]
"""A category and the ranks that the hand reads as, groups first, then descending."""

AtLeast: TypeAlias = tuple[int, int, int, int, int, int]
"""Entry n holds the ranks with n real cards or more: entry 0 every rank, entry 5 none."""

ALL_RANKS: Final = (1 << 13) - 1
_SINGLE_GROUP: Final = (
    None,
    Category.HIGH_CARD,
    Category.PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)
_STRAIGHTS: Final = (
    *((0b11111 << low, tuple(range(low + 6, low + 1, -1))) for low in range(8, -1, -1)),
    (0b1_0000_0000_1111, (5, 4, 3, 2, 14)),
)
"""The ten straights as bits and as ranks, highest first; the ace is low in the last."""


def ranks_as_bits(ranks: Iterable[Rank]) -> int:
    """The set of these ranks."""
    bits = 0
    for rank in ranks:
        bits |= 1 << rank - 2
    return bits


def count_ranks(ranks: Iterable[Rank]) -> AtLeast:
    """How often each rank occurs among real cards."""
    held = list(ranks)
    one, two, three, four = (
        ranks_as_bits(rank for rank in Rank if held.count(rank) >= times) for times in (1, 2, 3, 4)
    )
    return ALL_RANKS, one, two, three, four, 0


def of_a_kind_reading(at_least: AtLeast, wild: int) -> Reading:
    """The best hand that looks at equal ranks only, from any number of cards but none.

    Source: rulings S5, X7, X15.
    """
    size = 5
    while not at_least[max(size - wild, 0)]:
        size -= 1
    top = at_least[max(size - wild, 0)].bit_length() + 1
    category = _SINGLE_GROUP[size]
    assert category is not None
    ranks = [top] * size
    others = at_least[1] & ~(1 << top - 2)
    pairs = at_least[2] & others
    if pairs and 2 <= size <= 3:
        category = Category.TWO_PAIR if size == 2 else Category.FULL_HOUSE
        second = pairs.bit_length() + 1
        ranks += (second, second)
        others &= ~(1 << second - 2)
    while others and len(ranks) < 5:
        ranks.append(others.bit_length() + 1)
        others &= ~(1 << ranks[-1] - 2)
    return category, tuple(ranks)


@cache
def straight_reading(held: int, wild: int, *, wheel: bool = True) -> tuple[int, ...] | None:
    """The ranks of the best straight in a set of ranks, if there is one. At most 8,192 sets.

    Without the `wheel`, 5432A is no straight (ruling D6).
    """
    for straight, ranks in _STRAIGHTS if wheel else _STRAIGHTS[:-1]:
        if (held & straight).bit_count() + wild >= 5:
            return ranks
    return None


def suited_reading(held: int, wild: int, *, wheel: bool = True) -> Reading | None:
    """The best flush or straight flush among one suit's ranks, if there are cards enough.

    Source: OPR-668 art. 1.3; ruling X8 (no double-ace flush).
    """
    if held.bit_count() + wild < 5:
        return None
    straight = straight_reading(held, wild, wheel=wheel)
    if straight is not None:
        return Category.STRAIGHT_FLUSH, straight
    for _ in range(wild):
        held |= 1 << (ALL_RANKS & ~held).bit_length() - 1
    return Category.FLUSH, tuple(rank for rank in range(14, 1, -1) if held >> rank - 2 & 1)[:5]


def natural_pair_reading(at_least: AtLeast, wild: int, pair: Rank) -> Reading:
    """The natural pair and the three best other cards, of which a wild one reads as an ace.

    More cards of the pair's rank are ordinary side cards, and side cards never pair up.

    Source: OPR-668 art. 1.4; rulings X1, X2, X4.
    """
    sides = [14] * wild
    for rank in range(14, 1, -1):
        sides += [rank] * sum(ranks >> rank - 2 & 1 for ranks in at_least[1:])
    for _ in range(2):
        sides.remove(pair)
    return Category.NATURAL_SEVENS, (pair, pair, *sides[:3])
