"""Fixed-limit betting: worked examples R1, R3, R10, rulings G7, G8, G16, G21, G28."""

import pytest

from bot.rules.actions import Check, Fold
from tests.rules.table_talk import FREE, hand

OPENS = {"A": ". . Ah", "B": ". . Kh", "C": ". . Qh"}


def test_example_r1_a_short_all_in_can_be_completed_but_reopens_nothing() -> None:
    talk = hand("A 500, B 28, C 500", FREE, **OPENS).play("A bet 20, B raise 28")

    assert talk.legal == "call 28, raise 40, fold"
    assert talk.play("C call").turn == "A"
    assert talk.legal == "call 8, fold"


def test_example_r1_a_completion_reopens_the_betting() -> None:
    talk = hand("A 500, B 28, C 500", FREE, **OPENS).play("A bet 20, B raise 28, C raise 40")

    assert talk.legal == "call 20, raise 60, fold"


def test_ruling_g8_an_all_in_for_half_a_bet_counts_as_a_raise() -> None:
    talk = hand("A 500, B 30, C 500", FREE, **OPENS).play("A bet 20, B raise 30, C call")

    assert talk.turn == "A"
    assert talk.legal == "call 10, raise 50, fold"


def test_ruling_g8_an_all_in_one_chip_short_of_half_a_bet_does_not() -> None:
    talk = hand("A 500, B 29, C 500", FREE, **OPENS).play("A bet 20, B raise 29, C call")

    assert talk.legal == "call 9, fold"


def test_ruling_g8_a_short_all_in_bet_is_completed_to_a_full_one() -> None:
    talk = hand("A 6, B 500, C 500", FREE, **OPENS).play("A bet 6")

    assert talk.legal == "call 6, raise 20, fold"


def test_ruling_g8_who_has_checked_can_only_call_a_short_all_in_bet() -> None:
    talk = hand("A 500, B 6, C 500", FREE, **OPENS).play("A check, B bet 6, C call")

    assert (talk.turn, talk.legal) == ("A", "call 6, fold")


def test_ruling_g8_two_short_all_ins_that_make_half_a_bet_together_reopen() -> None:
    talk = hand(
        "A 500, B 26, C 34, D 500", FREE, A=". . Ah", B=". . Kh", C=". . Qh", D=". . Th"
    ).play("A bet 20, B raise 26, C raise 34, D call")

    assert talk.turn == "A"
    assert talk.legal == "call 14, raise 54, fold"


def test_ruling_g8_a_call_for_less_closes_nothing() -> None:
    talk = hand("A 500, B 10, C 500", FREE, **OPENS).play("A bet 20, B call")

    assert (talk.turn, talk.legal) == ("C", "call 20, raise 40, fold")


def test_field_p12_a_short_all_in_lets_no_earlier_raiser_raise_again() -> None:
    talk = hand(
        "A 500, B 500, C 48, D 500", FREE, A=". . Ah", B=". . Kh", C=". . Qh", D=". . Th"
    ).play("A bet 20, B raise 40, C raise 48, D call, A call")

    assert (talk.turn, talk.legal) == ("B", "call 8, fold")


def test_example_r3_four_bets_are_the_cap() -> None:
    talk = hand("A 500, B 500, C 500", FREE, **OPENS)

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80")

    assert talk.legal == "call 40, fold"
    assert talk.refusal("B raise 100") == "You cannot put in more than the call now."


def test_ruling_g7_a_cap_of_four_allows_one_raise_more() -> None:
    talk = hand("A 500, B 500, C 500", {**FREE, "raise_cap": 4}, **OPENS)

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80")

    assert talk.legal == "call 40, raise 100, fold"
    assert talk.play("B raise 100").legal == "call 40, fold"


def test_ruling_g7_without_a_cap_raises_go_on() -> None:
    talk = hand("A 500, B 500, C 500", {**FREE, "raise_cap": "none"}, **OPENS)

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80, B raise 100, C raise 120")

    assert talk.legal == "call 40, raise 140, fold"


def test_ruling_g7_two_players_raise_without_a_cap() -> None:
    talk = hand("A 500, B 500", FREE, A=". . Ah", B=". . Kh")

    talk.play("A bet 20, B raise 40, A raise 60, B raise 80, A raise 100")

    assert talk.legal == "call 20, raise 120, fold"


def test_ruling_g7_heads_up_before_the_cap_is_reached_there_is_none() -> None:
    talk = hand("A 500, B 500, C 500", FREE, **OPENS)

    talk.play("A bet 20, B raise 40, C fold, A raise 60, B raise 80")

    assert talk.legal == "call 20, raise 100, fold"


def test_ruling_g7_heads_up_after_the_cap_is_reached_it_stays() -> None:
    talk = hand("A 500, B 500, C 500", FREE, **OPENS)

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80, B call, C fold")

    assert talk.hand.street == "fourth"
    talk = hand("A 500, B 500, C 500", FREE, **OPENS)
    talk.play("A bet 20, B raise 40, C raise 60, A raise 80, B fold")
    assert talk.legal == "call 20, fold"


def test_ruling_g7_every_street_begins_without_a_raise() -> None:
    talk = hand("A 500, B 500, C 500", FREE, A=". . Ah Ac", B=OPENS["B"], C=OPENS["C"])

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80, B call, C call")

    assert talk.play("A bet 20").legal == "call 20, raise 40, fold"


def test_the_big_bet_begins_on_fifth_street() -> None:
    talk = hand("A 500, B 500", FREE, A=". . Ah 3c 3d", B=". . Kh 4c 5d")

    sizes = []
    while not talk.hand.over:
        sizes.append(talk.ask.legal[1].most)
        talk.check_street()

    assert sizes == [20, 20, 40, 40, 40]


def test_all_in_for_less_is_the_only_amount() -> None:
    talk = hand("A 500, B 7", FREE, A=". . Ah", B=". . Kh")

    assert talk.play("A check").legal == "check, bet 7, fold"
    assert "between" not in talk.refusal("B bet 20")


def test_a_refusal_says_what_is_allowed() -> None:
    talk = hand("A 500, B 500", FREE, A=". . Ah", B=". . Kh")

    assert talk.refusal("A bet 40") == "You can bet 20."
    assert talk.refusal("A call") == "There is nothing to call: you can check."
    assert talk.refusal("B check") == "It is A's turn."
    assert talk.play("A bet 20").refusal("B check") == "There is a bet: 20 to call."
    assert talk.refusal("B bet 40") == "There is a bet already: You can raise to 40."


def test_ruling_g6_the_clock_checks_where_that_is_free_and_folds_else() -> None:
    talk = hand("A 500, B 500", FREE, A=". . Ah", B=". . Kh")

    assert talk.ask.default == Check()
    assert talk.play("A bet 20").ask.default == Fold()


def test_the_only_seat_with_chips_that_faces_no_bet_is_not_asked() -> None:
    talk = hand("A 500, B 15, C 20", FREE, **OPENS)

    talk.play("A bet 20, B call, C call")

    assert talk.hand.over


def test_ruling_g21_nobody_raises_whom_nobody_could_answer() -> None:
    talk = hand("A 20, B 500", FREE, A=". . Ah", B=". . Kh").play("A bet 20")

    assert talk.legal == "call 20, fold"


def test_ruling_g21_with_all_but_one_all_in_the_cards_are_run_out_unseen_until_the_end() -> None:
    talk = hand("A 20, B 500", FREE, A=". . Ah", B=". . Kh").play("A bet 20, B call")

    keys = [event.key for event in talk.hand.events]
    assert talk.hand.over
    assert keys.index("shown") > max(n for n, key in enumerate(keys) if key == "dealt_down")


def test_field_p5_all_in_from_the_ante_nobody_is_asked() -> None:
    talk = hand("A 10, B 500", A=". . Ah", B=". . Kh")

    assert talk.hand.over
    assert talk.hand.answers == []


def test_field_p5_all_in_from_a_payment_nobody_is_asked() -> None:
    talk = hand("A 500, B 40", A=". . Ah", B=". . 7h")

    assert talk.hand.over
    assert talk.payments == [("B", "7h", 30)]


def test_field_p18_antes_are_in_the_pot_and_in_no_call() -> None:
    talk = hand("A 500, B 500, C 500", {"ante": 5}, **OPENS)

    assert talk.view().pot == 15
    assert talk.play("A bet 20").legal == "call 20, raise 40, fold"


def test_field_p19_an_ante_above_the_stack_is_all_in() -> None:
    talk = hand("A 19, B 500, C 500", {"ante": 20}, A="7c 7d Ah", B=OPENS["B"], C=OPENS["C"])

    assert talk.pots == [(57, "ABC"), (2, "BC")]


def test_ruling_g16_folded_cards_are_never_shown() -> None:
    talk = hand("A 500, B 500, C 500", FREE, A="7c 7d Ah -", B=OPENS["B"], C=OPENS["C"])

    talk.play("A fold").check_down()

    assert talk.shown == "BC"
    assert all(talk.view(name).seats[0].down == (None, None) for name in (None, "B", "C"))


def test_ruling_g28_an_uncontested_winner_shows_nothing_and_gets_no_more_cards() -> None:
    talk = hand("A 500, B 500, C 500", **OPENS)
    dealt = len([e for e in talk.hand.events if e.key.startswith("dealt")])

    talk.play("A bet 20, B fold, C fold")

    assert talk.shown == ""
    assert len([e for e in talk.hand.events if e.key.startswith("dealt")]) == dealt
    assert talk.stacks == {"A": 520, "B": 490, "C": 490}


@pytest.mark.parametrize("words", ["A check", "A fold", "A leave", "B bet 20"])
def test_nothing_is_answered_after_the_end(words: str) -> None:
    talk = hand("A 10, B 10", A=". . Ah", B=". . Kh")

    assert talk.refusal(words) == "This hand is over."


def test_alike_questions_on_two_streets_have_different_numbers() -> None:
    talk = hand("A 500, B 500", A=". . Ah 3c", B=". . Kh Ks").play("A check")
    question, asked = talk.hand.question, talk.ask

    talk.play("B check")

    assert talk.ask == asked
    assert talk.hand.question > question
