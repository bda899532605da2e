"""Field reports P: pots and chips."""

from __future__ import annotations

from random import Random

import pytest

from bot.players.invariants import check_chips
from bot.rules.chips import Chips
from bot.rules.pots import divide
from bot.rules.variants import variants
from tests.field.kit import random_hand
from tests.rules.table_talk import AXE, DEUCEY, FREE, hand, hand_of

ACES, KINGS = "Ac As 3c 4d 6h 9s 8h", "Kc Ks 3d 4h 6s 9c 8d"
QUEENS = "Qc Qs Qh 4s 6c 9d 8c"
"""Three queens, the third one face up."""
FOUR = "A 500, B 500, C 500, D 500"
BLINDS = {"ante": 0, "small_blind": 10, "big_blind": 20}


def test_field_p1_chips_of_players_who_have_gone_join_the_last_contested_pot() -> None:
    """Elsewhere a layer whose every contributor had folded was paid to nobody.

    Here C and D are in for 80 and get up before B has called with 50: all 260 are won.
    """
    house = {**FREE, "small_bet": 80}
    talk = hand("A 50, B 50, C 500, D 500", house, A=ACES, B=KINGS, C=". . Qh -", D=". . Th -")

    talk.play("C bet 80, D call, A call, C leave, D leave, B call")

    assert talk.awards == [(260, "AB", {"A": 260})]
    assert talk.returned == []
    assert sum(talk.stacks.values()) == 1_100


def test_field_p2_an_all_in_player_is_in_the_main_pot_to_the_end() -> None:
    """Elsewhere an all-in player was dropped from the pots when the street was over.

    The report's no-limit hand in fixed limit: 100 before, then a bet of 200 without the short one.
    """
    house = {**FREE, "small_bet": 100, "big_bet": 200}
    talk = hand("A 100, B 1000, C 1000", house, A=ACES, B=KINGS, C="Qc Jh Ah 4s Th 9d 8c")
    talk.play("C bet 100, A call, B call").check_street()
    assert talk.pots == [(300, "ABC")]

    talk.play("C bet 200, B call").check_down()

    assert talk.awards[0][:2] == (300, "ABC")
    assert talk.awards[1][:2] == (400, "BC")


def test_field_p4_a_shove_that_all_fold_to_costs_the_winner_nothing() -> None:
    """Elsewhere who shoved and was folded to lost the stack.

    A has 30, raises all of it and gets it back with the 20 that B had put in.
    """
    talk = hand_of(DEUCEY, "A 30, B 500", BLINDS).play("B call, A raise 30, B fold")

    assert talk.stacks == {"A": 50, "B": 480}


@pytest.mark.parametrize(
    ("game", "stacks", "house", "cards", "answers"),
    [
        (DEUCEY, "A 1, B 500", {"small_blind": 1, "big_blind": 2}, {}, "B call, A draw, B draw"),
        (AXE, "A 10, B 500", {}, {}, ""),
        (AXE, "A 500, B 40", {}, {"B": ". . 7h"}, ""),
    ],
    ids=["blind", "ante", "payment"],
)
def test_field_p5_all_in_from_forced_chips_nobody_is_asked_to_bet(
    game: str, stacks: str, house: dict[str, object], cards: dict[str, str], answers: str
) -> None:
    """Elsewhere a player all-in from the blind was asked to act, and the hand hung.

    Here the cards run out, after a blind, an ante and a payment; only a draw asks all the same.
    """
    talk = hand_of(game, stacks, house, **cards)
    if answers:
        talk.play(answers)

    assert talk.hand.over
    assert sum(talk.stacks.values()) == sum(seat.stack for seat in talk.hand.seats)


def test_field_p6_tied_winners_share_every_pot_they_reached() -> None:
    """Elsewhere two equal straights that beat a third player were both paid nothing.

    The tie there was made on the board; here each has a ten-high straight, all-in unequally.
    """
    talk = hand(
        "A 41, B 70, C 100",
        {**FREE, "small_bet": 100},
        A="Ts 9h 3c 8c 6d 4s 7c",
        B="Td 9c 4d 8d 6h 3s 7h",
        C="Kc Qd Kh Qh 5c 4h 3h",
    ).play("C bet 100, A call, B call")

    assert talk.awards == [(123, "ABC", {"A": 62, "B": 61}), (58, "BC", {"B": 58})]
    assert talk.stacks == {"A": 62, "B": 119, "C": 30}


def test_field_p8_odd_chips_go_out_one_by_one() -> None:
    """Elsewhere what did not divide was dropped, or kept for the next pot.

    Here 101 by three and 103 by four are paid to the chip, from the dealer's left; between
    halves the odd chip is the high half's, then each half does the same among its winners.
    """
    low = {"B": "8s 5d 4h 3s 2d", "C": "8h 5s 4d 3c 2h"}
    house = {"ante": 25, "small_blind": 1, "big_blind": 1, "small_bet": 20}
    talk = hand_of(DEUCEY, FOUR, house, A="Kc Kd 6h 4s 2c", **low)
    talk.play("C call, D fold, A check, B check, A draw, B draw, C draw").check_down()

    assert list(divide(Chips(101), "ABC").values()) == [34, 34, 33]
    assert list(divide(Chips(103), "ABCD").values()) == [26, 26, 26, 25]
    assert talk.halves == [("high", 52, {"A": 52}), ("low", 51, {"B": 26, "C": 25})]


def test_field_p9_a_short_all_in_wins_its_part_from_each() -> None:
    """Elsewhere there were no side pots: the shortest stack took everything.

    A is all-in from an ante of 10 with the best hand; what B and C bet is between them.
    """
    house = {"ante": 10, "small_bet": 90, "pay_wild": 0, "pay_seven": 0}
    talk = hand("A 10, B 100, C 100", house, A=ACES, B=KINGS, C="Qc 5s Qh 4s 6c 9d 8c")

    assert talk.play("C bet 90, B call").stacks == {"A": 30, "B": 180, "C": 0}


def test_field_p12_a_short_all_in_reopens_nothing_for_the_raiser() -> None:
    """Elsewhere an all-in below a full raise let an earlier raiser raise once more.

    In fixed limit: 40, called, then 43 all-in; the raiser calls 3 or folds.
    """
    talk = hand_of(DEUCEY, "A 43, B 500, C 500, D 500", BLINDS)

    talk.play("C raise 40, D call, A raise 43, B call")

    assert (talk.turn, talk.legal) == ("C", "call 3, fold")
    assert talk.refusal("C raise 60") == "You cannot put in more than the call now."


def test_field_p13_what_is_owed_to_a_short_all_in_is_exact() -> None:
    """Elsewhere the amount to call was undefined facing an all-in below the smallest raise.

    In fixed limit: 64, raised to 128, all-in for 159: the raiser owes 31, the first bettor 95.
    """
    house = {**FREE, "small_bet": 64}
    talk = hand("A 500, B 500, C 159", house, A=". . Ah", B=". . Kh", C=". . Qh")

    talk.play("A bet 64, B raise 128, C raise 159")

    assert talk.legal.startswith("call 95")
    assert talk.play("A call").legal == "call 31, fold"


def test_field_p15_money_in_front_counts_in_a_raise() -> None:
    """Elsewhere the pot limit left out the chips still in front of the players.

    We play fixed limit: a raise is to a whole bet above the blind, and costs the blind less.
    """
    talk = hand_of(DEUCEY, "A 500, B 500, C 500", {"small_blind": 5, "big_blind": 10})
    assert talk.legal == "call 10, raise 20, fold"

    talk.play("C raise 20, A raise 30")

    assert talk.stacks == {"A": 470, "B": 490, "C": 480}
    assert talk.view().pot == 60
    assert talk.legal == "call 20, raise 40, fold"


def test_field_p16_a_folded_best_hand_wins_nothing_and_all_in_is_not_folded() -> None:
    """Elsewhere the best hand won after it had folded, or an all-in counted as a fold.

    B throws natural sevens away at the last bet; A has been all-in since the ante.
    """
    talk = hand("A 10, B 500, C 500", A=QUEENS, B="7c 7d Th 5d 5c 8s 3h", C=KINGS)
    while talk.hand.street != "seventh":
        talk.check_street()

    talk.play("B check, C bet 40")
    assert talk.view().seats[0].all_in
    talk.play("B fold")

    assert talk.awards == [(30, "AC", {"A": 30})]
    assert talk.returned == [("C", 40)]
    assert [seat.folded for seat in talk.view().seats] == [False, True, False]


def test_field_p18_antes_and_payments_are_in_the_pot_and_in_no_call() -> None:
    """Elsewhere the ante was not in the pot, or was taken off the amount to call.

    Here three antes of 5 and a seven at 25 make 40, and the payer still owes the whole bet.
    """
    talk = hand("A 500, B 500, C 500", {"ante": 5}, A=". . Ah", B=". . 7c", C=". . 9h")
    assert talk.view().pot == 40

    talk.play("A bet 20")

    assert (talk.turn, talk.legal) == ("B", "call 20, raise 40, fold")
    assert talk.stacks == {"A": 475, "B": 470, "C": 495}


def test_field_p19_forced_chips_above_the_stack_take_the_stack() -> None:
    """Elsewhere an ante larger than the stack was a crash.

    Here 19 chips pay an ante of 20 into a capped main pot; 30 pay for a seven that costs 50.
    """
    house = {"ante": 20, "pay_wild": 0, "pay_seven": 0}
    ante = hand("A 19, B 500, C 500", house, A=". . Ah", B=". . Kh", C=". . Qh")
    seven = hand("A 40, B 500, C 500", A=". . 7c", B=". . Kh", C=". . Qh")

    assert ante.pots == [(57, "ABC"), (2, "BC")]
    assert seven.payments == [("A", "7c", 30)]
    assert [talk.view().seats[0].all_in for talk in (ante, seven)] == [True, True]


@pytest.mark.parametrize("key", variants())
def test_field_p21_a_thousand_hands_keep_every_chip(key: str) -> None:
    """Elsewhere pots were paid and kept, or chips were made when somebody went broke.

    After every answer of 1,000 hands of each game nothing is missing, nothing is below zero, and
    the events tell the same story as the stacks.
    """
    chance = Random(21)

    for _ in range(1_000):
        for played in random_hand(variants()[key], chance):
            in_play = sum(played.stacks) + played._dealer.pot
            assert in_play == sum(seat.stack for seat in played.seats)
            assert min(played.stacks) >= 0
        assert played._dealer.pot == 0
        check_chips(played, played.view(None))


def test_field_p22_a_blind_above_the_stack_adds_what_is_there() -> None:
    """Elsewhere a balance of 5 was set to 0 while the pot got the whole blind of 20.

    Here the pot gets 5, and the others still owe 20.
    """
    talk = hand_of(DEUCEY, "A 500, B 5, C 500", BLINDS)

    assert talk.view().pot == 15
    assert talk.stacks == {"A": 490, "B": 0, "C": 500}
    assert talk.legal == "call 20, raise 40, fold"
