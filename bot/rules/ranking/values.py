"""What a ranked holding is: its category, its five cards, and its name in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from typing import TYPE_CHECKING, Final, assert_never

from bot.rules.cards import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Category", "HandValue", "NaturalPairTie", "lowest", "natural_pair_value", "score"]


class Category(IntEnum):
    """The classes of hand, lowest first.

    Source: OPR-668 art. 1.3 and 1.4; ruling X7 (five of a kind above a straight flush).
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    NATURAL_SEVENS = 10
    """Two real cards of the one rank, sevens where it is played, that beats everything."""

    @classmethod
    def of(cls, rank: int) -> Category:
        """The category of a number that a ranking gave."""
        return cls(rank >> _CATEGORY_SHIFT)

    @property
    def word(self) -> str:
        """The category in words: "three of a kind", "natural sevens"."""
        return self.name.lower().replace("_", " ")


class NaturalPairTie(Enum):
    """What decides between two holdings that both have the natural pair.

    Source: OPR-668 art. 4.3 leaves it to the dealer's announcement; ruling X5.
    """

    SPLIT = "split"
    """Nothing: all natural pairs of the rank are equal."""
    KICKERS = "kickers"
    """The three best other cards; a wild card counts as an ace, and no two of them pair up."""
    ORDINARY = "ordinary"
    """The best hand each could make if the natural pair were nothing special."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandValue:
    """The best hand in a holding, spelled out for people."""

    rank: int
    """What the ranking's `rank` gives for the same holding."""
    category: Category
    reads_as: tuple[Rank, ...]
    """Five ranks, or as many as there are cards: groups first, then descending; 5432A."""
    cards: tuple[Card, ...]
    """The cards used, in the order of `reads_as`; of equals, real cards before wild ones."""
    wilds: tuple[tuple[Card, Card | Rank], ...]
    """Each wild card used and what it stands for: a card where its suit matters, else a rank."""

    @property
    def letters(self) -> str:
        """The ranks as letters: "KKKK9", "T9876", "5432A"."""
        return "".join(rank.letter for rank in self.reads_as)

    @property
    def phrase(self) -> str:
        """The hand as a player would call it: "pair of nines", "ten-high straight"."""
        return _phrase(self.category, self.reads_as)


def _phrase(  # noqa: C901, PLR0911 - one line for each category
    category: Category, ranks: Sequence[Rank]
) -> str:
    top, last = ranks[0], ranks[-1]
    match category:
        case Category.HIGH_CARD:
            return f"{top.word} high"
        case Category.PAIR:
            return f"pair of {top.plural}"
        case Category.TWO_PAIR:
            return f"two pair {top.plural} and {ranks[2].plural}"
        case Category.THREE_OF_A_KIND:
            return f"three {top.plural}"
        case Category.STRAIGHT_FLUSH if top is Rank.ACE:
            return "royal flush"
        case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return f"{top.word}-high {category.word}"
        case Category.FULL_HOUSE:
            return f"full house {top.plural} over {last.plural}"
        case Category.FOUR_OF_A_KIND:
            return f"four {top.plural}"
        case Category.FIVE_OF_A_KIND:
            return f"five {top.plural}"
        case Category.NATURAL_SEVENS:
            return f"natural pair of {top.plural}"
    assert_never(category)


# A ranking's number, from the highest bits down: the category; four spare bits; five ranks of
# four bits each, in the order a reader compares them. An absent card is 0, below every rank, so
# a missing side card loses to any side card (ruling S5) and holdings of different sizes compare.
_RANK_BITS: Final = 4
_SPARE_SHIFT: Final = 5 * _RANK_BITS
_CATEGORY_SHIFT: Final = _SPARE_SHIFT + 4


@cache
def score(category: Category, ranks: tuple[int, ...]) -> int:
    """The number of a hand that reads as at most five ranks, given in comparing order.

    Some ten thousand readings exist. Equal numbers are one object, which makes the tables small
    enough for a processor's cache: that is worth a tenth of the time of ranking a holding.
    """
    detail = 0
    for rank in ranks:
        detail = detail << _RANK_BITS | rank
    return category << _CATEGORY_SHIFT | detail << _RANK_BITS * (5 - len(ranks))


def lowest(category: Category) -> int:
    """A number that no hand of a lower category reaches."""
    return category << _CATEGORY_SHIFT


def natural_pair_value(ordinary: int) -> int:
    """The number of a natural pair whose ties go by the ordinary hand; ruling X5."""
    category, ranks = divmod(ordinary, 1 << _CATEGORY_SHIFT)
    return lowest(Category.NATURAL_SEVENS) | category << _SPARE_SHIFT | ranks
