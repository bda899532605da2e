"""The story of a street and of a result, in the words of the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import board
from tests.ui.kit import act, chair, labels, people_of, play, scene_of, words

if TYPE_CHECKING:
    from bot.rules.hand import Hand

FOUR = {"Ann": 500, "Ben": 500, "Cleo": 500, "Dov": 500}
FOUR_DECK = "3c 4c 5c 6c  3d 4d 5d 6d  8h 9h 10h Ah  8s 9s 10s Qs"
"""Dov has the highest hand showing on third street and on fourth."""


def story(hand: Hand) -> str:
    """The last line of the texts above the question."""
    return words(board.street(scene_of(hand))).splitlines()[-2]


def closed(hand: Hand, index: int = 0) -> str:
    """The story of a closed street."""
    return words(board.closed_street(scene_of(hand), index)).splitlines()[-1]


def test_why_somebody_begins_is_said_until_somebody_acts() -> None:
    assert story(play(FOUR, FOUR_DECK)) == "Dov has the highest hand showing."
    assert story(play(FOUR, FOUR_DECK, "dov check")) == "Dov checks."


def test_two_or_three_names_are_listed() -> None:
    hand = play(FOUR, FOUR_DECK, "dov check, ann check, ben check")

    assert story(hand) == "Dov, Ann and Ben check."


def test_four_callers_are_counted() -> None:
    six = dict.fromkeys(("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn"), 500)
    deck = "3c 4c 5c 6c 8c 9c  3d 4d 5d 6d 8d 9d  3h 4h 5h 6h 8h Ah"
    hand = play(six, deck, "finn bet 20, ann call, ben call, cleo call, dov call")

    assert story(hand) == "Finn opens for 20; Ann and 3 others call."


def test_everybody_checks() -> None:
    hand = play(FOUR, FOUR_DECK, "dov check, ann check, ben check, cleo check")

    assert closed(hand) == "Everybody checks."


def test_a_raise_and_its_calls_are_one_sentence() -> None:
    hand = play(FOUR, FOUR_DECK, "dov bet 20, ann raise 40, ben call, cleo call, dov call")

    assert closed(hand) == "Dov opens for 20. Ann raises to 40; everybody calls."


def test_leaving_and_folding_is_one_clause() -> None:
    hand = play(FOUR, FOUR_DECK, "dov bet 20, ann call, cleo leave")

    assert story(hand) == "Dov opens for 20; Ann calls. Cleo leaves the table and folds."
    assert "-# Folded: Cleo 490" in words(board.street(scene_of(hand)))


def test_free_check_shows_no_fold() -> None:
    assert labels(board.street(scene_of(play(FOUR, FOUR_DECK))))[:2] == ["Check", "Bet 20"]


def test_short_call_says_that_it_is_all_in() -> None:
    hand = play(FOUR | {"Ann": 25}, FOUR_DECK, "dov bet 20")
    text = words(board.street(scene_of(hand)))

    assert "20 to call, you have 15" in text
    assert labels(board.street(scene_of(hand)))[:2] == ["Call 15, all-in", "Fold"]


def test_run_out_says_once_that_nobody_can_bet() -> None:
    hand = play({"Ann": 10, "Ben": 10}, "3c 4c 3d 4d 8h 9h")
    told = [words(board.closed_street(scene_of(hand), n)) for n in range(5)]
    sentence = "Nobody can bet any more: the cards are dealt out."

    assert [sentence in text for text in told] == [True, False, False, False, False]


def test_who_is_all_in_pays_nothing() -> None:
    hand = play(
        {"Ann": 30, "Ben": 500, "Cleo": 500},
        "3c 4c 5c 3d 4d 5d 8h 9h Ah  2c 10h 10s  2d Qh Qs",
        "cleo bet 20, ann call, ben call",
    )
    text = words(board.street(scene_of(hand)))
    assert "Ann is all-in and pays nothing for 2\u2663\ufe0e." in text

    for step in ("x check", "x check"):
        act(hand, step)
    text = words(board.street(scene_of(hand)))
    assert "Ann is all-in and pays nothing for 2\u2666\ufe0e." in text


def test_the_only_player_with_chips_pays_nothing_and_it_is_said_why() -> None:
    hand = play(
        {"Ann": 30, "Ben": 500},
        "3c 4c 3d 4d 8h Ah  9c 2c",
        "ben bet 20, ann call",
    )

    assert "Ben 2\u2663\ufe0e (wild, pays nothing)" in words(board.closed_street(scene_of(hand), 1))


def test_payment_of_a_seat_that_folded_moves_to_the_cards() -> None:
    hand = play(FOUR, "3c 4c 5c 6c  3d 4d 5d 6d  2h 9h 10h Kh", "ann fold")
    text = words(board.street(scene_of(hand)))

    assert "Ann paid 10 for 2\u2665\ufe0e." in text


def test_three_way_split_hands_out_odd_chips() -> None:
    hand = play(
        {"Ann": 20, "Ben": 20, "Cleo": 20, "Dov": 500},
        "Ac Ad Ah 3c  Ks Kh Kc 4d  Qh Qc Qd 5s  9c 9d 9h 8s  "
        "8d 8h 8c 10d  6h 6c 6d 9s  4c 5d 5h Qs",
        "x bet 20, x call, x call, x call",
        house={"ante": 0, "pay_wild": 0, "pay_seven": 0},
    )
    text = words(board.result(scene_of(hand)))

    assert "**Pot 80: Ann, Ben and Cleo split.** All three have ace high." in text
    assert "Ann 27 and Ben 27 with an odd chip each (first left of the dealer), Cleo 26." in text
    assert "26 each" not in text


def test_pots_won_by_one_player_are_one_sentence() -> None:
    hand = play(
        {"Ann": 30, "Ben": 60, "Cleo": 500},
        "3c 4c Ac  3d 4d Ad  8h 9h Ah  4h 5h Kc  10d 10h Ks  6s 6c 4s  5s 5c 3h",
        "cleo bet 20, ann call, ben call, cleo bet 20, ben call, cleo bet 40, ben call",
    )
    text = words(board.result(scene_of(hand)))

    assert text.startswith("### Cleo wins ")
    assert "**Pot 150: Cleo,** " in text


# Plates.


def test_absent_player_is_marked() -> None:
    hand = play(FOUR, FOUR_DECK)
    chairs = [chair(n, name, 490, sitting_out=True, strikes=2) for n, name in enumerate(FOUR, 1)]

    assert "**Ben** · 490 · away" in words(board.street(scene_of(hand, chairs=chairs)))


def test_all_in_player_who_left_stays_and_is_marked() -> None:
    hand = play(FOUR | {"Ann": 30}, FOUR_DECK, "dov bet 20, ann call, ann leave")

    assert "**Ann** · all-in · **bet\u00a020** · left" in words(board.street(scene_of(hand)))


def test_everybody_whose_dms_are_closed_is_told_in_one_sentence() -> None:
    hand = play(FOUR, FOUR_DECK)
    text = words(board.street(scene_of(hand), frozenset(people_of(hand)[:2])))

    assert "**Ann** and **Ben**, your DMs are closed: press My cards." in text


def test_side_pot_names_who_is_out_of_it() -> None:
    hand = play(FOUR | {"Ann": 15, "Ben": 25}, FOUR_DECK, "dov bet 20, ann call, ben call")
    text = words(board.street(scene_of(hand)))

    assert "main 55 · side 20, without Ann · side 5, also without Ben" in text
