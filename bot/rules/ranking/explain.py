"""Which five cards make the best hand, and what each wild card among them stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.rules.cards import Card, Rank, Suit
from bot.rules.ranking.readings import (
    Reading,
    count_ranks,
    natural_pair_reading,
    of_a_kind_reading,
    ranks_as_bits,
    straight_reading,
    suited_reading,
)
from bot.rules.ranking.values import Category, HandValue, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

__all__ = ["explain"]

Wanted: TypeAlias = Card | Rank
"""What a wild card is wanted for: a card where the suit matters, else a rank."""


def explain(
    cards: Sequence[Card],
    *,
    rank: int,
    wilds: AbstractSet[Card],
    natural_pair: Rank | None,
    wheel: bool = True,
) -> HandValue:
    """Spell out the best hand in a holding; the order of the holding makes no difference.

    Of equal cards the one earlier in the deck 2c 2d 2h 2s 3c ... is used, and a real card before
    a wild one. A wild card stands for itself when that is among the things wanted of it.
    `rank` is the holding's number, and is passed on.
    """
    real = sorted(card for card in cards if card not in wilds)
    wild = sorted(card for card in cards if card in wilds)
    suit, (category, reads_as) = _best_reading(real, len(wild), natural_pair, wheel=wheel)
    used, stands_for = _choose(reads_as, suit, real, wild)
    return HandValue(
        rank=rank,
        category=category,
        reads_as=tuple(Rank(number) for number in reads_as),
        cards=used,
        wilds=stands_for,
    )


def _best_reading(
    real: Sequence[Card], wild: int, natural_pair: Rank | None, *, wheel: bool
) -> tuple[Suit | None, Reading]:
    at_least = count_ranks(card.rank for card in real)
    if natural_pair is not None and at_least[2] & ranks_as_bits([natural_pair]):
        return None, natural_pair_reading(at_least, wild, natural_pair)
    # The first of equals is kept, so of two equal flushes the lower suit is shown.
    readings = [
        (None, of_a_kind_reading(at_least, wild)),
        *_five_card_readings(real, wild, wheel=wheel),
    ]
    return max(readings, key=lambda reading: score(*reading[1]))


def _five_card_readings(
    real: Sequence[Card], wild: int, *, wheel: bool
) -> Iterator[tuple[Suit | None, Reading]]:
    straight = straight_reading(ranks_as_bits(card.rank for card in real), wild, wheel=wheel)
    if straight is not None:
        yield None, (Category.STRAIGHT, straight)
    for suit in Suit:
        ranks = ranks_as_bits(card.rank for card in real if card.suit is suit)
        suited = suited_reading(ranks, wild, wheel=wheel)
        if suited is not None:
            yield suit, suited


def _choose(
    reads_as: Sequence[int], suit: Suit | None, real: Sequence[Card], wild: Sequence[Card]
) -> tuple[tuple[Card, ...], tuple[tuple[Card, Wanted], ...]]:
    """Fill the places of a reading with cards: real ones first, then wild ones."""
    unused = [card for card in real if suit is None or card.suit is suit]
    places: list[Card | None] = []
    for rank in reads_as:
        card = next((card for card in unused if card.rank == rank), None)
        if card is not None:
            unused.remove(card)
        places.append(card)
    wanted: list[Wanted] = [
        Rank(rank) if suit is None else Card(Rank(rank), suit)
        for rank, card in zip(reads_as, places, strict=True)
        if card is None
    ]
    stand_ins = _stand_in(wanted, wild)
    filling = iter(stand_ins)
    used = tuple(next(filling) if card is None else card for card in places)
    return used, tuple(zip(stand_ins, wanted, strict=True))


def _stand_in(wanted: Sequence[Wanted], wild: Sequence[Card]) -> list[Card]:
    """One wild card for each thing wanted, in the same order."""
    unused = list(wild)
    chosen: dict[int, Card] = {}
    for place, thing in enumerate(wanted):
        itself = next((card for card in unused if thing in (card, card.rank)), None)
        if itself is not None:
            unused.remove(itself)
            chosen[place] = itself
    for place in range(len(wanted)):
        if place not in chosen:
            chosen[place] = unused.pop(0)
    return [chosen[place] for place in range(len(wanted))]
