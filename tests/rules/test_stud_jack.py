"""Stud-Jack: worked examples O10, O11, R8, B13, J1 to J8, rulings J1 to J16, S6, S7."""

from __future__ import annotations

import pytest

from bot.rules.asks import BetAsk, SeventhAsk
from bot.rules.chips import Chips
from bot.rules.events import Paid, PotAwarded, Raised, Shown, TookDown
from tests.rules.table_talk import STUD, Talk, hand_of

FREE = {"third_street": "high_card_may_check"}
"""Nobody has to bring it in."""
J1 = {
    "A": "As Kd 4c 9h 8s 3d 6c",
    "B": "Tc 9d 9s 9c 5h 2d Qh",
    "C": "8c 8d 8h 5s Jc Kh 5d",
}
J3 = {
    "A": "As Ad 4c 9h 8s Ac 6c",
    "B": "Tc Td 9s 3c 5h 2d Qh",
    "C": "8c 7d 2h 3s Jc Kh 5d",
}


def to_seventh(talk: Talk) -> Talk:
    while talk.hand.street != "seventh":
        talk.check_street()
    return talk


# The bring-in.


def test_example_o11_the_lowest_card_by_suit_brings_it_in() -> None:
    talk = hand_of(
        STUD, "A 500, B 500, C 500, D 500", A=". . 3d", B=". . 3c", C=". . Ah", D=". . 9s"
    )

    assert talk.opener == talk.turn == "B"
    assert talk.legal == "bring_in 10, raise 20"


def test_example_r8_completing_is_not_a_raise() -> None:
    house = {"bring_in": 5}
    talk = hand_of(STUD, "A 500, B 500, C 500", house, A=". . 3c", B=". . Kc", C=". . Qc")

    talk.play("A bring_in, B raise 20")

    assert talk.legal == "call 20, raise 40, fold"
    talk.play("C raise 40, A raise 60, B raise 80")
    assert talk.legal == "call 40, fold"
    assert [(e.to, e.completes) for e in talk.events(Raised)] == [
        (20, True),
        (40, False),
        (60, False),
        (80, False),
    ]


def test_ruling_s6_the_lowest_card_may_complete_at_once() -> None:
    talk = hand_of(STUD, "A 500, B 500", A=". . 3c", B=". . Kc").play("A raise 20")

    assert talk.legal == "call 20, raise 40, fold"
    assert talk.hand.events[-1].text(lambda seat: "AB"[seat]) == "A completes to 20."


@pytest.mark.parametrize("words", ["A fold", "A check", "A call", "A bet 20"])
def test_ruling_s6_the_lowest_card_has_to_bring_it_in(words: str) -> None:
    talk = hand_of(STUD, "A 500, B 500", A=". . 3c", B=". . Kc")

    assert talk.refusal(words) == (
        "You have the lowest card: bring it in for 10 or complete to 20."
    )
    assert talk.refusal("A raise 40") == "You can raise to 20."


def test_ruling_s6_a_bring_in_that_is_called_round_ends_the_street() -> None:
    talk = hand_of(STUD, "A 500, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")

    talk.play("A bring_in, B call, C call")

    assert talk.hand.street == "fourth"
    assert talk.pots == [(60, "ABC")]


def test_ruling_s6_an_all_in_lowest_card_hands_the_bring_in_to_the_next() -> None:
    talk = hand_of(STUD, "A 10, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")

    assert (talk.opener, talk.turn) == ("A", "B")
    assert talk.legal == "bring_in 10, raise 20"


def test_ruling_s6_a_short_bring_in_is_called_in_full() -> None:
    talk = hand_of(STUD, "A 14, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")

    assert talk.legal == "bring_in 4"
    assert talk.play("A bring_in").legal == "call 10, raise 20, fold"
    talk.play("B call, C call")
    assert talk.pots == [(42, "ABC"), (12, "BC")]


def test_the_bring_in_is_part_of_the_pot_of_its_street() -> None:
    talk = hand_of(STUD, "A 500, B 500", A=". . 3c", B=". . Kc").play("A bring_in")

    assert talk.view().streets[0].pot_after == talk.view().pot == 30


def test_ruling_s6_a_short_bring_in_against_one_player_gives_the_rest_back() -> None:
    talk = hand_of(STUD, "A 14, B 500", A=". . 3c", B=". . Kc").play("A bring_in")

    assert talk.legal == "call 10, fold"
    assert talk.play("B call").returned == [("B", 6)]


def test_ruling_s6_a_stack_between_bring_in_and_small_bet_may_go_all_in() -> None:
    talk = hand_of(STUD, "A 25, B 500", A=". . 3c", B=". . Kc")

    assert talk.legal == "bring_in 10, raise 15"
    assert talk.play("A raise 15").legal == "call 15, fold"
    assert not talk.events(Raised)[0].completes


def test_ruling_g6_time_out_brings_it_in() -> None:
    talk = hand_of(STUD, "A 500, B 500", A=". . 3c", B=". . Kc")

    assert talk.ask.default == talk.ask.check(talk.ask.default)  # type: ignore[arg-type]
    assert getattr(talk.ask.default, "do", "") == "bring_in"


def test_ruling_g22_if_the_lowest_card_leaves_the_next_lowest_brings_it_in() -> None:
    talk = hand_of(STUD, "A 500, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")

    talk.play("A leave")

    assert (talk.opener, talk.turn) == ("C", "C")
    assert talk.legal == "bring_in 10, raise 20"


def test_a_leave_of_another_changes_nothing_for_who_brings_it_in() -> None:
    talk = hand_of(STUD, "A 500, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")
    question = talk.hand.question

    talk.play("B leave")

    assert (talk.turn, talk.hand.question) == ("A", question)


def test_a_bring_in_of_a_full_small_bet_is_the_bet() -> None:
    house = {"bring_in": 20}
    talk = hand_of(STUD, "A 500, B 500, C 500", house, A=". . 3c", B=". . Kc", C=". . Qc")

    assert talk.legal == "bring_in 20"
    assert talk.play("A bring_in").legal == "call 20, raise 40, fold"
    talk.play("B raise 40, C raise 60, A raise 80")
    assert talk.legal == "call 40, fold"


def test_ruling_s6_by_house_rule_the_highest_card_opens_and_may_check() -> None:
    talk = hand_of(STUD, "A 500, B 500", FREE, A=". . 3c", B=". . Kc")

    assert talk.turn == "B"
    assert talk.legal == "check, bet 20, fold"


# The seventh card.


def test_example_o10_a_bought_side_card_breaks_the_tie_for_the_opener() -> None:
    talk = hand_of(STUD, "A 500, B 500", FREE, A=". . Ac Ad 9c 4h", B=". . Ah As 9d 4s 2c")

    to_seventh(talk).play("A face_down, B face_up")

    assert talk.opener == "B"


def test_ruling_s7_five_cards_showing_are_a_whole_hand() -> None:
    cards = {"A": ". . Ac Ad 9c 4h", "B": ". . 5h 6s 7d 8s 9h"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500", FREE, **cards))

    assert talk.opener == "A"
    assert talk.play("A face_down, B face_up").opener == "B"


def test_ruling_j3_each_chooses_right_before_its_own_card() -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))

    assert (talk.turn, talk.legal) == ("A", "face_down, face_up 40")
    talk.play("A face_up")
    assert [str(card) for card in talk.view().seats[0].up] == ["4c", "9h", "8s", "3d", "6c"]
    assert talk.turn == "B"
    talk.play("B face_down")
    assert talk.turn == "C"
    assert talk.view().seats[1].down == (None, None, None)
    assert talk.events(TookDown)[0].seat == 1


def test_ruling_j2_the_price_is_dead_money() -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))

    talk.play("A face_up, B face_down, C face_down")

    assert talk.pots == [(70, "ABC")]
    assert talk.payments == [("A", "6c", 40)]
    assert talk.events(Paid)[0].kind == "price"
    assert isinstance(talk.ask, BetAsk)
    assert talk.ask.owed == 0


@pytest.mark.parametrize(
    ("price", "chips"), [("big_bet", 50), ("small_bet", 20), ("fixed:7", 7), ("fixed:1", 1)]
)
def test_ruling_j1_the_price_is_a_bet_or_fixed(price: str, chips: int) -> None:
    house = {**FREE, "price": price, "big_bet": 50}
    talk = to_seventh(hand_of(STUD, "A 500, B 500", house, A="2c 2d Ac", B="3c 3d Kc"))

    assert isinstance(talk.ask, SeventhAsk)
    assert talk.ask.price == chips


def test_example_j7_full_price_or_nothing() -> None:
    house = {**FREE, "price": "fixed:20"}
    talk = to_seventh(hand_of(STUD, "A 20, B 500", house, A="2c 2d Ac", B="3c 3d Kc"))

    # A has 10 left and is not asked: the card comes face down.
    assert talk.turn == "B"
    assert len(talk.view().seats[0].down) == 3
    assert talk.events(TookDown) == []


def test_example_j6_a_buyer_whom_nobody_can_bet_against_pays_all_the_same() -> None:
    house = {**FREE, "ante": 50, "price": "fixed:20"}
    talk = hand_of(STUD, "A 50, B 500", house, A="2c 3d Ac", B="3c 4d Kc")

    talk.play("B face_up")

    assert [award[:2] for award in talk.awards] == [(120, "AB")]


def test_ruling_j9_the_price_goes_to_the_last_contested_pot_the_buyer_is_in() -> None:
    house = {**FREE, "price": "fixed:5", "small_bet": 40}
    cards = {"A": "2c 3d Ac 9c 9d", "B": "3c 4d Kc 8h 8d", "C": "4c 5d Qc 7s 7h"}
    talk = hand_of(STUD, "A 30, B 50, C 500", house, **cards)
    talk.play("A bet 20, B raise 40, C call")

    talk.play("C face_up")

    assert [award[:2] for award in talk.awards] == [(90, "ABC"), (45, "BC")]


def test_ruling_j4_a_price_of_the_whole_stack_leaves_the_buyer_all_in() -> None:
    house = {**FREE, "price": "fixed:40"}
    talk = to_seventh(hand_of(STUD, "A 50, B 500", house, A="2c 3d Ac", B="3c 4d Kc"))

    talk.play("A face_up, B face_down")

    assert talk.events(Paid)[0].all_in
    assert talk.hand.over


def test_ruling_g25_who_leaves_before_the_choice_gets_no_card() -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))

    talk.play("A leave, C leave")

    assert talk.hand.over
    assert talk.awards == [(30, "B", {"B": 30})]


def test_a_leave_out_of_turn_keeps_the_question_about_the_seventh_card() -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))
    question = talk.hand.question

    talk.play("B leave")

    assert (talk.turn, talk.hand.question) == ("A", question)
    assert talk.play("A face_down").turn == "C"


@pytest.mark.parametrize("words", ["A check", "A fold", "A draw", "A call"])
def test_the_seventh_card_is_face_up_or_face_down(words: str) -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))

    assert talk.refusal(words) == ("Choose your seventh card: face down, or face up for 40.")
    assert talk.refusal("B face_up") == "It is A's turn."


# The two halves.


def test_example_j1_a_full_house_and_21_scoop() -> None:
    house = {**FREE, "ante": 41, "price": "fixed:2"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", house, **J1))

    talk.play("A face_down, B face_up, C face_down").check_down()

    assert talk.halves == [("poker", 63, {"C": 63}), ("blackjack", 62, {"C": 62})]
    assert [share.why for share in talk.events(PotAwarded)[0].shares] == [
        "full house eights over fives over three nines",
        "21 over 19",
    ]


def test_example_j3_the_halves_go_different_ways_and_a_tie_is_shared() -> None:
    house = {**FREE, "ante": 49, "price": "fixed:3"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", house, **J3))

    talk.play("A face_down, B face_up, C face_down").check_down()

    assert talk.halves == [("poker", 75, {"A": 75}), ("blackjack", 75, {"B": 38, "C": 37})]


def test_example_j8_the_last_player_left_wins_even_if_bust() -> None:
    house = {**FREE, "ante": 20, "small_bet": 10, "big_bet": 10, "price": "fixed:500"}
    cards = {"A": "2c 3d 4c 9h 8s 3h 6c", "B": "Tc 9d As 2h 5h 2d 8h"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500", house, **cards))

    talk.play("B bet 10, A fold")

    assert talk.returned == [("B", 10)]
    assert talk.halves == [("uncontested", 40, {"B": 40})]
    assert talk.shown == ""


def test_example_b13_a_bought_card_does_not_count_for_blackjack() -> None:
    house = {**FREE, "price": "fixed:5"}
    cards = {"A": "Qs 9h 2c 3c 4d 8s 5d", "B": "Tc 8d 9c Jd 4h 6h 2h"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500", house, **cards))

    talk.play("A face_up, B face_down")

    assert talk.view("A").readings[1].phrase == "19"


ALL_BUST = {"A": "Tc 6d Ah 3d 8s Kd 9c", "B": "9h 8d Kc 4s 5c 2s 9d"}
"""A is bust with 25, B with 26; B has a pair of nines."""


@pytest.mark.parametrize(
    ("all_bust", "winner"), [("poker_takes_all", "B"), ("lowest_total_over_21", "A")]
)
def test_ruling_j8_all_bust(all_bust: str, winner: str) -> None:
    house = {**FREE, "ante": 50, "all_bust": all_bust, "price": "fixed:999"}
    talk = hand_of(STUD, "A 50, B 50", house, **ALL_BUST)

    assert talk.halves == [("poker", 50, {"B": 50}), ("blackjack", 50, {winner: 50})]
    share = talk.events(PotAwarded)[0].shares[1]
    assert share.unqualified == (all_bust == "poker_takes_all")
    if share.unqualified:
        assert share.why == "everybody is bust: the poker hand takes this half"
    else:
        assert share.why == "bust 25 over bust 26"


def test_ruling_j8_who_is_bust_loses_to_any_other_total() -> None:
    house = {**FREE, "ante": 50, "all_bust": "lowest_total_over_21"}
    talk = hand_of(STUD, "A 50, B 50", house, A=ALL_BUST["A"], B="2h 3h Kc 4s 5c Js 9d")

    assert talk.halves[1] == ("blackjack", 50, {"B": 50})


@pytest.mark.parametrize(
    ("two_card_21", "winners"),
    [("equal", {"A": 25, "B": 25}), ("beats_three_card", {"A": 50})],
)
def test_ruling_j7_two_card_21(two_card_21: str, winners: dict[str, int]) -> None:
    house = {**FREE, "ante": 40, "two_card_21": two_card_21, "price": "fixed:20"}
    cards = {"A": "As Kd 2c 3c 9d 8s 5d", "B": "8c 8d 9c Jd 4h 6h 5h"}
    talk = to_seventh(hand_of(STUD, "A 500, B 500", house, **cards))

    talk.play("A face_up, B face_down").check_down()

    assert talk.halves[1] == ("blackjack", 50, winners)


def test_ruling_j11_each_pot_is_halved_among_its_own_players() -> None:
    house = {**FREE, "ante": 40, "price": "fixed:999"}
    cards = {
        "A": "Ac Ad 2c 3c 4d 8s 9h",  # aces, all-in; 21
        "B": "Kc Kd 2d 3d 9d 8h Th",  # kings, bust
        "C": "Tc 9s 2h 3h 4h 8d Js",  # bust as well
    }
    talk = hand_of(STUD, "A 40, B 100, C 100", house, **cards)
    talk.play("B bet 20, C call").cheaply()

    # B's kings take the whole side pot: nobody in it has a total, whatever A holds.
    assert talk.halves == [
        ("poker", 60, {"A": 60}),
        ("blackjack", 60, {"A": 60}),
        ("poker", 20, {"B": 20}),
        ("blackjack", 20, {"B": 20}),
    ]


def test_a_half_without_a_hand_gives_nobody_two_odd_chips() -> None:
    # Ten chips, three equal poker hands that are all bust: two times five would be 4, 4, 2.
    house = {**FREE, "ante": 2, "price": "fixed:999"}
    cards = {
        "A": "Kc Qc Ac 3c 5d 7h Jd",
        "B": "Kd Qd Ad 3d 5h 7s Jh",
        "C": "Kh Qh Ah 3h 5s 7c Jc",
        "D": "2d 4c 4d -",
        "E": "Ks Qs 2c 4h 6h 9s Js",
    }
    talk = hand_of(STUD, "A 2, B 2, C 2, D 500, E 500", house, **cards).play("D leave")

    assert talk.halves == [
        ("poker", 5, {"A": 2, "B": 2, "C": 1}),
        ("blackjack", 5, {"A": 2, "B": 1, "C": 2}),
    ]


# What is told.


def test_ruling_j16_totals_are_for_their_owner_until_the_showdown() -> None:
    talk = to_seventh(hand_of(STUD, "A 500, B 500, C 500", FREE, **J1))

    assert [(r.half, r.phrase, r.qualifies) for r in talk.view("C").readings] == [
        ("poker", "three eights", True),
        ("blackjack", "16", True),
    ]
    assert talk.view().readings == ()
    talk.play("A face_down, B face_down, C face_down")
    assert talk.view("B").readings[1].phrase == "bust: 29"
    assert not talk.view("B").readings[1].qualifies
    talk.check_down()
    assert [e.text(lambda seat: "ABC"[seat]) for e in talk.events(Shown)] == [
        "A shows ace high; blackjack 17: the ace as 1, and 16.",
        "B shows three nines; blackjack bust: 29.",
        "C shows full house eights over fives; blackjack: 21.",
    ]


def test_seven_players_have_cards_enough() -> None:
    stacks = ", ".join(f"{name} 500" for name in "ABCDEFG")
    talk = hand_of(STUD, stacks, FREE).cheaply()

    assert talk.community == []
    assert talk.shown == "ABCDEFG"
    assert sum(talk.stacks.values()) == Chips(3500)
