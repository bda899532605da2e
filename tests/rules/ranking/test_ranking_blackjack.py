"""Blackjack totals: worked examples B1 to B13, ruling J6, and every two and three cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from bot.rules.cards import DECK, parse_cards
from bot.rules.ranking import total_of

TWO_CARDS = {
    4: 6, 5: 16, 6: 22, 7: 32, 8: 38, 9: 48, 10: 54, 11: 64, 12: 124, 13: 128, 14: 118, 15: 112,
    16: 102, 17: 96, 18: 86, 19: 80, 20: 136, 21: 64,
}  # fmt: skip
"""How many of all pairs of cards have a total; counted independently (blackjack_distribution)."""
THREE_CARDS = {
    6: 4, 7: 24, 8: 48, 9: 92, 10: 136, 11: 200, 12: 620, 13: 828, 14: 984, 15: 1172, 16: 1304,
    17: 1448, 18: 1540, 19: 1640, 20: 1688, 21: 2012, "bust": 8360,
}  # fmt: skip


@pytest.mark.parametrize(
    ("example", "cards", "total", "soft", "phrase"),
    [
        ("B1", "As Kd", 21, True, "21: the ace as 11, and 10"),
        ("B2", "As Ad", 12, True, "12: one ace as 11, one as 1"),
        ("B4", "As 5h", 16, True, "16: the ace as 11, and 5"),
        ("B5", "As 5h 9c", 15, False, "15: the ace as 1, and 14"),
        ("B6", "8c 8d", 16, False, "16"),
        ("B6", "8c 8d 5h", 21, False, "21"),
        ("B7", "Td 6c 9h", 25, False, "bust: 25"),
        ("B9", "Ks Qd Ac", 21, False, "21: the ace as 1, and 20"),
        ("B10", "7c 7d 7h", 21, False, "21"),
        ("B12", "Js Td 2c", 22, False, "bust: 22"),
        ("J6", "As Ad 9c", 21, True, "21: one ace as 11, one as 1, and 9"),
        ("J6", "As Ad Ac", 13, True, "13: one ace as 11, two as 1"),
        ("J6", "As Ad 6c", 18, True, "18: one ace as 11, one as 1, and 6"),
        ("J6", "As Ad Kc", 12, False, "12: two aces as 1 each, and 10"),
    ],
)
def test_example_b1_to_b12_totals(
    example: str, cards: str, total: int, soft: bool, phrase: str
) -> None:
    value = total_of(parse_cards(cards))

    assert (value.total, value.soft, value.phrase) == (total, soft, phrase)
    assert value.bust == (total > 21)


@pytest.mark.parametrize(("size", "figures"), [(2, TWO_CARDS), (3, THREE_CARDS)])
def test_every_total_is_counted(size: int, figures: dict[object, int]) -> None:
    totals = (total_of(cards) for cards in combinations(DECK, size))

    assert Counter("bust" if value.bust else value.total for value in totals) == figures
