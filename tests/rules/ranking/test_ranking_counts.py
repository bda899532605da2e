"""Every five-card hand there is, against figures counted independently; OPR-668 art. 1."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from bot.rules.cards import DECK, Rank, parse_cards
from bot.rules.ranking import Category, HighRanking

NINE = parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd")

NATURAL = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40, 0, 0)
WITH_SEVENS = (
    (413610, 1040562, 51192, 625608, 134274, 28244, 15012, 152955, 17422, 11745, 108336)
)  # fmt: skip
WITHOUT_SEVENS = (
    (413610, 1083186, 63180, 665280, 134274, 28244, 18540, 162822, 17422, 12402, 0)
)  # fmt: skip
BY_WILDS = (
    (413610, 406656, 51192, 25344, 4080, 1622, 1890, 351, 16, 0, 57837),
    (0, 633906, 0, 351864, 46494, 10062, 13122, 12996, 738, 81, 41427),
    (0, 0, 0, 248400, 83700, 16560, 0, 80136, 5580, 1332, 8568),
    (0, 0, 0, 0, 0, 0, 0, 59472, 11088, 4788, 504),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 5418, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 126, 0),
)
FIVE_OF_A_KIND = {
    "A": 1287,
    "K": 666,
    "Q": 1161,
    "T": 1161,
    "9": 1161,
    "8": 1161,
    "7": 504,
    "6": 1161,
    "5": 1161,
    "4": 1161,
    "3": 1161,
}
DISTINCT_BELOW_SEVENS = 3201


def by_category(ranks: Counter[int]) -> tuple[int, ...]:
    counts = Counter[Category]()
    for rank, times in ranks.items():
        counts[Category.of(rank)] += times
    return tuple(counts[category] for category in Category)


@cache
def nine_wild_ranks(wild: int) -> Counter[int]:
    """How often each rank occurs among the hands with so many wild cards of the nine."""
    ranking = HighRanking(wilds=NINE, natural_pair=Rank.SEVEN)
    real = [card for card in DECK if card not in NINE]
    return Counter(
        ranking.rank(some + others)
        for some in combinations(NINE, wild)
        for others in combinations(real, 5 - wild)
    )


@cache
def all_nine_wild_ranks() -> Counter[int]:
    return sum((nine_wild_ranks(wild) for wild in range(6)), Counter())


def test_natural_hands_fall_into_the_known_classes() -> None:
    ranking = HighRanking()

    assert by_category(Counter(map(ranking.rank, combinations(DECK, 5)))) == NATURAL


def test_nine_wild_hands_fall_into_the_known_classes() -> None:
    assert by_category(all_nine_wild_ranks()) == WITH_SEVENS


@pytest.mark.parametrize("wild", range(6))
def test_nine_wild_hands_fall_into_the_known_classes_by_wild_cards(wild: int) -> None:
    assert by_category(nine_wild_ranks(wild)) == BY_WILDS[wild]


def test_nine_wild_hands_without_the_natural_pair_fall_into_the_known_classes() -> None:
    ranking = HighRanking(wilds=NINE)

    assert by_category(Counter(map(ranking.rank, combinations(DECK, 5)))) == WITHOUT_SEVENS


def test_nine_wild_hands_have_the_known_number_of_distinct_values() -> None:
    below = [r for r in all_nine_wild_ranks() if Category.of(r) < Category.NATURAL_SEVENS]

    assert len(below) == DISTINCT_BELOW_SEVENS


@pytest.mark.parametrize("letter", FIVE_OF_A_KIND)
def test_five_of_a_kind_occurs_as_often_as_known(letter: str) -> None:
    suit = "s" if letter == "K" else "d"
    example = parse_cards(f"{letter}{suit} 2c 2d 2h 2s")
    rank = HighRanking(wilds=NINE, natural_pair=Rank.SEVEN).rank(example)

    assert all_nine_wild_ranks()[rank] == FIVE_OF_A_KIND[letter]


def test_no_other_five_of_a_kind_occurs() -> None:
    five = {r for r in all_nine_wild_ranks() if Category.of(r) is Category.FIVE_OF_A_KIND}

    assert len(five) == len(FIVE_OF_A_KIND)
