"""Why somebody won: the ruling that decided is named, and what is left out where room is short."""

from __future__ import annotations

import pytest

from bot.ui import board
from tests.ui.games import CHECKED, cheap
from tests.ui.kit import play, scene_of, showdown, words

# Ann: ace and king in the hole; Ben: 21 in three cards; Cleo: 18.
TWO_AND_THREE = "As 10c 8c Kd 6d 7d 4c 9s 2h  9h 3c 3s  8s Kh Jc  Qd 2d Kc  6c 5s 3d"
CHOSEN = "ann up, ben down, cleo down"
TWO = {"Ann": 100, "Ben": 100}


def told(hand: object) -> str:
    return words(board.result(scene_of(hand)))  # type: ignore[arg-type]


def test_a_21_in_two_cards_ties_one_in_three_by_the_rule() -> None:
    text = told(cheap(TWO_AND_THREE, CHOSEN, CHECKED))

    assert "Ann and Ben split,** 21 each, and by the rule announced for this hand two cards" in text


def test_two_21s_of_three_cards_tie_by_no_special_rule() -> None:
    deck = "10c 9c 8c 6d 7d 7h 4c 9s 2h  9h 3c 3s  8s Kh Jc  Qd 2d Kc  5c 5s 3d"

    text = told(cheap(deck, "ann down, ben down, cleo down", CHECKED))

    assert "Ann and Ben split,** 21 each, and ties share." in text


def test_a_21_in_two_cards_beats_one_in_three_by_the_rule() -> None:
    text = told(cheap(TWO_AND_THREE, CHOSEN, CHECKED, two_card_21="beats_three_card"))

    assert "21 in two cards over 21 in three, by the rule announced for this hand" in text


def test_a_21_in_two_cards_needs_no_rule_to_beat_an_18() -> None:
    text = told(cheap(TWO_AND_THREE, "ann up, ben up, cleo down", CHECKED, two_card_21="equal"))

    assert "by the rule" not in text


def test_a_kicker_that_decided_is_named_with_its_rule() -> None:
    text = told(showdown(sevens_tie="kickers"))

    assert (
        "over Ann's, by the ace against the nine, which counts by the rule announced for this hand"
        in text
    )


@pytest.mark.parametrize(
    ("ann", "ben", "why"),
    [
        (
            "7h 7d 9h 9s 9c 3h 5d",
            "7c 7s 10c 10s 8c 5s Qc",
            ", as full house nines over sevens beats two pair tens and sevens by the rule",
        ),
        (
            "7h 7d 10h 8s 4h 3h 5d",
            "7c 7s 9c 6h 4d 3c 8d",
            ", by the ten against the nine, which counts by the rule",
        ),
    ],
)
def test_an_ordinary_hand_that_decided_is_named_with_its_rule(ann: str, ben: str, why: str) -> None:
    deck = " ".join(card for pair in zip(ann.split(), ben.split(), strict=True) for card in pair)
    hand = play(TWO, deck, "x check, " * 10, house={"sevens_tie": "ordinary"})

    assert why in told(hand)
