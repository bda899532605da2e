"""The ranking against trying out everything that the wild cards could be.

Two slow evaluators, written for these tests, share nothing with the ranking:

* `by_cards` replaces the wild cards of every five by every set of cards that are not among the
  five: literal, and slow beyond two wild cards;
* `by_ranks` tries ranks instead, once without looking at suits and once in each suit, which is
  the same: five cards that are no flush can always be had in suits that make none.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from bot.rules.cards import DECK, Card, Rank, parse_cards
from bot.rules.ranking import Category, HighRanking

Made = tuple[Category, tuple[int, ...]]

NINE = parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd")
REAL = [card for card in DECK if card not in NINE]
BELOW = HighRanking(wilds=NINE)


def five(ranks: Sequence[int], *, is_suited: bool) -> Made:
    return five_sorted(tuple(sorted(ranks)), is_suited)


@cache
def five_sorted(ranks: tuple[int, ...], is_suited: bool) -> Made:  # noqa: PLR0911
    """What five ranks make, as a player would sort them."""
    grouped = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    reads_as = tuple(grouped)
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    is_straight = len(shape) == 5 and max(ranks) - min(ranks) == 4
    if reads_as == (14, 5, 4, 3, 2):
        reads_as, is_straight = (5, 4, 3, 2, 14), True
    if shape == [5]:
        return Category.FIVE_OF_A_KIND, reads_as
    if is_straight and is_suited:
        return Category.STRAIGHT_FLUSH, reads_as
    if shape == [4, 1]:
        return Category.FOUR_OF_A_KIND, reads_as
    if shape == [3, 2]:
        return Category.FULL_HOUSE, reads_as
    if is_suited:
        return Category.FLUSH, reads_as
    if is_straight:
        return Category.STRAIGHT, reads_as
    names = {3: Category.THREE_OF_A_KIND, 1: Category.HIGH_CARD}
    pairs = Category.TWO_PAIR if shape == [2, 2, 1] else Category.PAIR
    return names.get(shape[0], pairs), reads_as


def fives(cards: Sequence[Card]) -> Iterator[tuple[list[Card], int]]:
    """The real cards and the number of wild ones, in every five of the holding."""
    for some in combinations(cards, 5):
        real = [card for card in some if card not in NINE]
        yield real, 5 - len(real)


def by_cards(cards: Sequence[Card]) -> Made:
    best: list[Made] = []
    for real, wild in fives(cards):
        if len({card.rank for card in real}) == 1:
            best.append(five([real[0].rank] * 5, is_suited=False))
        free = [card for card in DECK if card not in real]
        for others in combinations(free, wild):
            whole = [*real, *others]
            suits = {card.suit for card in whole}
            best.append(five([int(card.rank) for card in whole], is_suited=len(suits) == 1))
    return max(best)


def by_ranks(cards: Sequence[Card]) -> Made:
    best: list[Made] = []
    for real, wild in fives(cards):
        held = [int(card.rank) for card in real]
        suits = {card.suit for card in real}
        # Five of a kind may repeat cards, so any number of a rank is allowed.
        for others in combinations_with_replacement(range(2, 15), wild):
            best.append(five([*held, *others], is_suited=False))  # noqa: PERF401
        if len(suits) <= 1:
            free = [rank for rank in range(2, 15) if rank not in held]
            for others in combinations(free, wild):
                best.append(five([*held, *others], is_suited=True))  # noqa: PERF401
    return max(best)


def holdings(wild: int, times: int, size: int = 7) -> list[list[Card]]:
    rng = Random(f"{wild} of {size}")
    return [rng.sample(NINE, wild) + rng.sample(REAL, size - wild) for _ in range(times)]


def close_holdings(wild: int, times: int) -> list[list[Card]]:
    """Holdings of few ranks and suits, so that flushes and straights abound."""
    rng = Random(f"close {wild}")
    near = [card for card in REAL if card.suit < 2 and card.rank > 5]
    return [rng.sample(NINE, wild) + rng.sample(near, 7 - wild) for _ in range(times)]


def made(cards: Sequence[Card]) -> Made:
    value = BELOW.explain(cards)
    return value.category, tuple(map(int, value.reads_as))


@pytest.mark.parametrize(("wild", "times"), [(0, 400), (1, 100), (2, 12)])
def test_the_reading_is_the_best_of_all_cards_the_wild_ones_could_be(wild: int, times: int) -> None:
    for cards in holdings(wild, times) + close_holdings(wild, times):
        assert made(cards) == by_cards(cards), cards


@pytest.mark.parametrize(("wild", "times"), [(0, 300), (1, 300), (2, 200), (3, 100), (4, 25)])
def test_the_reading_is_the_best_of_all_ranks_the_wild_cards_could_be(
    wild: int, times: int
) -> None:
    for cards in holdings(wild, times) + close_holdings(wild, times):
        assert made(cards) == by_ranks(cards), cards


@pytest.mark.parametrize("wild", [0, 1, 2])
def test_eight_cards_read_as_the_best_five(wild: int) -> None:
    for cards in holdings(wild, 50, size=8):
        assert made(cards) == by_ranks(cards), cards


def test_ranks_compare_as_the_substituted_hands_do() -> None:
    cards = [h for wild in range(4) for h in holdings(wild, 20) + close_holdings(wild, 20)]
    pairs = sorted({(by_ranks(some), BELOW.rank(some)) for some in cards})
    readings, ranks = zip(*pairs, strict=True)

    assert len(set(readings)) == len(set(ranks)) == len(pairs)
    assert list(ranks) == sorted(ranks)


def test_five_cards_without_wild_ones_compare_as_sorted_by_hand() -> None:
    ranking = HighRanking()
    rng = Random(5)
    for _ in range(2000):
        one, two = rng.sample(DECK, 5), rng.sample(DECK, 5)
        first, second = by_cards_plain(one), by_cards_plain(two)

        order = (first > second) - (first < second)
        got = ranking.rank(one) - ranking.rank(two)
        assert (got > 0) - (got < 0) == order


def by_cards_plain(cards: Sequence[Card]) -> Made:
    suits = {card.suit for card in cards}
    return five([int(card.rank) for card in cards], is_suited=len(suits) == 1)


def test_kickers_are_the_three_best_others_with_wild_cards_as_aces() -> None:
    ranking = HighRanking(wilds=NINE, natural_pair=Rank.SEVEN)
    rng = Random(7)
    sevens = [card for card in DECK if card.rank is Rank.SEVEN]
    for _ in range(500):
        cards = rng.sample(sevens, 2) + rng.sample([c for c in DECK if c.rank != 7], 5)
        sides = sorted((14 if c in NINE else int(c.rank) for c in cards[2:]), reverse=True)

        assert ranking.explain(cards).reads_as == (7, 7, *sides[:3])
