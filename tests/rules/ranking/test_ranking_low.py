"""Lows of jack or lower: worked examples D1 to D13, rulings D5 to D8, and every five-card hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest

from bot.rules.cards import DECK, Rank, parse_cards
from bot.rules.ranking import LowValue, low_of, why_no_low

QUALIFYING = 250_920
"""Of 2,598,960 five-card hands; ruling A5, checked independently (facts: jack_low)."""
BY_TOP_CARD = {"7": 4_080, "8": 14_280, "9": 34_680, "T": 70_380, "J": 127_500}
DIFFERENT_BY_TOP_CARD = {"7": 4, "8": 14, "9": 34, "T": 69, "J": 125}
ALL_BEST_FIRST = "cb495c1cd77149703ec62ba263cea198"
"""The start of the SHA-256 of all 246, best first, one a line; facts: all_low_ranks_best_first."""


def low(text: str) -> LowValue:
    value = low_of(parse_cards(text))
    assert value is not None, text
    return value


@cache
def lows() -> dict[str, set[int]]:
    """Every low there is, with the numbers that hands like it got; and how many hands."""
    found: dict[str, set[int]] = {}
    for cards in combinations(DECK, 5):
        if cards[-1].rank <= Rank.JACK and (value := low_of(cards)):
            found.setdefault(value.letters, set()).add(value.rank)
    return found


@pytest.mark.parametrize(
    ("example", "cards", "letters"),
    [
        ("D1", "Js 9d 8c 6h 5s", "J-9-8-6-5"),
        ("D2", "7c 5d 4h 3s 2c", "7-5-4-3-2"),
        ("D9", "2s 3d 4h 6c Js", "J-6-4-3-2"),
        ("D10", "Js Td 9c 8h 6s", "J-T-9-8-6"),
    ],
)
def test_example_d1_to_d10_a_low_is_read_from_the_top(
    example: str, cards: str, letters: str
) -> None:
    assert low(cards).letters == letters


@pytest.mark.parametrize(
    ("example", "cards", "why"),
    [
        ("D3", "Js Td 9c 8h 7s", "it is a jack-high straight"),
        ("D4", "6c 5d 4h 3s 2c", "it is a six-high straight"),
        ("D5", "Qs 5d 4h 3s 2c", "the queen is too high"),
        ("D7", "9h 7h 5h 3h 2h", "it is a nine-high flush"),
        ("D8", "8c 8d 5h 3s 2c", "a pair of eights"),
        ("ruling D6", "As 5d 4h 3s 2c", "the ace is too high"),
        ("two", "Qs Kd 4h 3s 2c", "the queen and the king are too high"),
        ("three", "Qs Kd Ah Ac 2c", "the queen, the king and the ace are too high"),
        ("trips", "8c 8d 8h 3s 2c", "three eights"),
        ("quads", "8c 8d 8h 8s 2c", "four eights"),
        ("two pair", "8c 8d 9h 9s 2c", "a pair of nines"),
    ],
)
def test_example_d3_to_d8_what_keeps_a_hand_from_being_a_low(
    example: str, cards: str, why: str
) -> None:
    assert low_of(parse_cards(cards)) is None
    assert why_no_low(parse_cards(cards)) == why


@pytest.mark.parametrize(
    ("example", "better", "worse"),
    [
        ("D11", "Js 6d 5c 3h 2s", "Jh 7d 4c 3d 2h"),
        ("D12", "7s 6d 5c 4h 2s", "8h 5d 4c 3d 2h"),
        ("D13", "9h 7d 6c 5d 4s", "9s 8d 5c 4h 2s"),
    ],
)
def test_example_d11_to_d13_lows_compare_from_the_top_card_down(
    example: str, better: str, worse: str
) -> None:
    assert low(better).rank > low(worse).rank


def test_field_h15_equal_ranks_tie_whatever_the_suits() -> None:
    assert low("8s 6d 4c 3h 2s").rank == low("8h 6s 4d 3c 2c").rank


def test_a_low_takes_five_cards() -> None:
    assert low_of(parse_cards("7c 5d 4h 3s")) is None


def test_the_246_lows_are_in_exact_order() -> None:
    # From the definition: five ranks of deuce to jack, no straight, compared from the top.
    ranks = [Rank(n) for n in range(2, 12)]
    expected = sorted(
        tuple(sorted(five, reverse=True))
        for five in combinations(ranks, 5)
        if max(five) - min(five) > 4
    )
    letters = ["-".join(rank.letter for rank in five) for five in expected]

    ordered = sorted(lows(), key=lambda words: max(lows()[words]), reverse=True)

    assert ordered == letters
    assert len(ordered) == 246
    assert all(len(numbers) == 1 for numbers in lows().values())
    assert (ordered[0], ordered[4], ordered[-1]) == ("7-5-4-3-2", "8-5-4-3-2", "J-T-9-8-6")
    assert sha256("\n".join(ordered).encode()).hexdigest().startswith(ALL_BEST_FIRST)
    assert Counter(words[0] for words in ordered) == DIFFERENT_BY_TOP_CARD


def test_every_five_card_low_is_counted() -> None:
    counted = Counter(
        value.letters[0]
        for cards in combinations(DECK, 5)
        if cards[-1].rank <= Rank.JACK and (value := low_of(cards))
    )

    assert counted == BY_TOP_CARD
    assert counted.total() == QUALIFYING


def test_hands_with_a_card_above_the_jack_are_never_lows() -> None:
    # The two tests above leave these out for their number: the top card alone decides.
    for cards in combinations(DECK[::3], 5):
        if cards[-1].rank > Rank.JACK:
            assert low_of(cards) is None
