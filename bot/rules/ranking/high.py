"""Ranking holdings of one to eight cards as one whole number each: higher is better.

How it is fast. Every card has a key, a number of 59 bits in which each field counts one thing,
so that *adding* the keys of a holding counts everything at once:

    bits 0-42     the counts of `tables`: the real cards of each rank, and the wild cards
    bits 43-58    for each suit, four bits: 3, plus its real cards, plus the wild cards

The counts are looked up in a table of the hands made without suits. A suit's field starts at 3,
and a wild card counts in all four, so its highest bit is set exactly when five cards can be of
that suit. Only then are the suit's ranks gathered and looked up in a second table, of flushes.

What a natural pair wins is decided by the counts alone, so it is in the first table already,
except where the tie between two of them is decided by the hands they would ordinarily make.

A ranking fills its table for the holdings of n cards the first time it meets one, some tens of
thousands of entries; rankings made alike share the table. The second table is common to all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.rules.cards import DECK, Card, Rank, Suit
from bot.rules.ranking.explain import explain
from bot.rules.ranking.readings import ALL_RANKS
from bot.rules.ranking.tables import (
    COUNTS_BITS,
    ONE_WILD,
    WILD_SHIFT,
    one_real,
    pair_or_more,
    suited_values,
    unsuited_values,
)
from bot.rules.ranking.values import Category, HandValue, NaturalPairTie, lowest, natural_pair_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["CARDS_MAX", "HighRanking"]

CARDS_MAX: Final = 8
"""The largest holding: seven cards and a community card."""

_TABLES_MAX: Final = 32
"""How many tables are kept for rankings yet to be made; a ranking keeps its own in any case."""

_COUNTS: Final = (1 << COUNTS_BITS) - 1
_NO_CARDS: Final = 0x3333 << COUNTS_BITS
_CAN_FLUSH: Final = 0x8888 << COUNTS_BITS
_FIVE_OF_A_KIND: Final = lowest(Category.FIVE_OF_A_KIND)


@dataclass(frozen=True, slots=True, init=False)
class HighRanking:
    """One set of ranking rules: which cards are wild, and whether a natural pair beats all.

    Source: OPR-668 art. 1; rulings S5, X1, X2, X4, X5, X7, X8, X15, X16, X18, D6.
    """

    wilds: frozenset[Card]
    """Never counted as real cards of their own rank, though they may stand for it (X18)."""
    natural_pair: Rank | None
    """The rank of which two real cards beat everything, however few cards there are (X16)."""
    natural_pair_tie: NaturalPairTie
    wheel: bool
    """Whether 5432A is a straight; else the ace is high only."""
    _keys: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """By place in the deck: what the card adds to a holding's key."""
    _suited_bits: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """By place in the deck: the bit of a real card among 52, suit by suit; 0 if wild."""
    _values: dict[int, int] = field(init=False, repr=False, compare=False)
    """Values by counts; shared by rankings made alike, and grown by `_learn` only."""
    _ordinary_tie: int = field(init=False, repr=False, compare=False)
    """The bits of a key that tell a natural pair, if its ties go by ordinary hands; else 0."""

    def __init__(
        self,
        *,
        wilds: Iterable[Card] = (),
        natural_pair: Rank | None = None,
        natural_pair_tie: NaturalPairTie = NaturalPairTie.SPLIT,
        wheel: bool = True,
    ) -> None:
        wild = frozenset(wilds)
        ordinary = natural_pair is not None and natural_pair_tie is NaturalPairTie.ORDINARY
        put = object.__setattr__
        put(self, "wilds", wild)
        put(self, "natural_pair", natural_pair)
        put(self, "natural_pair_tie", natural_pair_tie)
        put(self, "wheel", wheel)
        put(self, "_keys", tuple(_key(card, is_wild=card in wild) for card in DECK))
        put(self, "_suited_bits", tuple(0 if card in wild else _suited_bit(card) for card in DECK))
        put(self, "_values", _shared_values(wild, natural_pair, natural_pair_tie, wheel))
        put(self, "_ordinary_tie", pair_or_more(natural_pair) if natural_pair and ordinary else 0)

    def rank(self, cards: Sequence[Card]) -> int:
        """The holding's number: of two holdings the higher wins, and equal ones tie.

        The best five count. Holdings of different sizes compare. The cards must be different
        ones; that is not checked, because millions of holdings pass here.

        Source: OPR-668 art. 1.3, 4.2 (suits never break ties); rulings S5, S7, X7.
        Raises: ValueError for no cards, or more than `CARDS_MAX`.
        """
        keys = self._keys
        key = _NO_CARDS
        for card in cards:
            key += keys[card.index]
        try:
            value = self._values[key & _COUNTS]
        except KeyError:
            value = self._learn(len(cards), key & _COUNTS)
        if key & _CAN_FLUSH and value < _FIVE_OF_A_KIND:
            value = self._suited_or(value, cards, key)
        if key & self._ordinary_tie:
            value = natural_pair_value(value)
        return value

    def explain(self, cards: Sequence[Card]) -> HandValue:
        """The best hand spelled out: its category, its cards, what the wild cards stand for.

        Raises: ValueError as `rank` does, and for a card that is there twice.
        """
        if len(set(cards)) < len(cards):
            raise ValueError(f"A card is there twice: {' '.join(map(str, cards))}.")
        return explain(
            cards,
            rank=self.rank(cards),
            wilds=self.wilds,
            natural_pair=self.natural_pair,
            wheel=self.wheel,
        )

    def _suited_or(self, value: int, cards: Sequence[Card], key: int) -> int:
        """The value given, or that of the best flush or straight flush if it is higher."""
        # Comparisons, not `max`: this is a third of the time of ranking with many wild cards.
        bits = self._suited_bits
        held = 0
        for card in cards:
            held |= bits[card.index]
        values = suited_values(wheel=self.wheel)[key >> WILD_SHIFT & 15]
        for shift in _SHIFTS[key & _CAN_FLUSH]:
            suited = values[held >> shift & ALL_RANKS]
            if suited > value:  # noqa: PLR1730
                value = suited
        return value

    def _learn(self, size: int, counts: int) -> int:
        """Fill the table for holdings of `size` cards, and look one up."""
        if not 1 <= size <= CARDS_MAX:
            raise ValueError(f"A holding has 1 to {CARDS_MAX} cards, not {size}.")
        self._values.update(
            unsuited_values(
                size,
                wilds=self.wilds,
                natural_pair=self.natural_pair,
                natural_pair_tie=self.natural_pair_tie,
                wheel=self.wheel,
            )
        )
        if counts not in self._values:
            raise ValueError("A card is there twice.")
        return self._values[counts]


def _key(card: Card, *, is_wild: bool) -> int:
    if is_wild:
        return ONE_WILD | 0x1111 << COUNTS_BITS
    return one_real(card.rank) | 1 << COUNTS_BITS + 4 * card.suit


def _suited_bit(card: Card) -> int:
    return 1 << 13 * card.suit + card.rank - 2


def _shifts_by_flush_bits() -> dict[int, tuple[int, ...]]:
    """By the `_CAN_FLUSH` bits of a key: where the ranks of the suits concerned begin."""
    shifts: dict[int, tuple[int, ...]] = {0: ()}
    for suit in Suit:
        flag = 8 << COUNTS_BITS + 4 * suit
        shifts |= {flag | flags: (*others, 13 * suit) for flags, others in shifts.items()}
    return shifts


_SHIFTS: Final = _shifts_by_flush_bits()


@lru_cache(maxsize=_TABLES_MAX)
def _shared_values(
    _wilds: frozenset[Card],
    _natural_pair: Rank | None,
    _natural_pair_tie: NaturalPairTie,
    _wheel: bool,  # noqa: FBT001 - a cache has no use for names
) -> dict[int, int]:
    """One table for all rankings made alike, empty at first."""
    return {}
