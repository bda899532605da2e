"""Who opens: worked examples O1 to O8, field reports O5 to O9, rulings G22, S4."""

import pytest

from tests.rules.table_talk import FREE, hand


def test_example_o1_a_lone_wild_card_showing_is_an_ace_and_the_first_dealt_opens() -> None:
    talk = hand("A 500, B 500, C 500, D 500", A=". . 9h", B=". . Kd", C=". . As", D=". . 4c")

    assert talk.opener == talk.turn == "B"


def test_example_o2_a_natural_pair_of_sevens_showing_beats_aces() -> None:
    talk = hand("A 500, B 500, C 500", A=". . As Ah", B=". . 7c 7d", C=". . Kc Qh")

    assert talk.check_street().opener == "B"


def test_example_o3_a_wild_king_beside_a_king_beats_a_seven_beside_a_wild_card() -> None:
    talk = hand("A 500, B 500, C 500", A=". . 7c Jd", B=". . Kc Kh", C=". . As Qd")

    assert talk.check_street().opener == "B"


def test_example_o5_two_pair_beats_a_pair_and_four_to_a_flush_is_nothing() -> None:
    talk = hand(
        "A 500, B 500, C 500", A=". . 9c 9d 8h 8s", B=". . Qs Qh 3c 4d", C=". . As Ks 9s 4s"
    )

    assert talk.check_street().check_street().check_street().opener == "A"


def test_example_o6_a_pair_of_threes_beats_four_to_a_flush() -> None:
    talk = hand("A 500, B 500", A=". . As Ks 9s 4s", B=". . 3c 3d 5h 6s")

    assert talk.check_street().check_street().check_street().opener == "B"


@pytest.mark.parametrize("ace_of_a", ["Ac", "As"])
def test_example_o8_equal_hands_showing_go_by_position_and_not_by_suit(ace_of_a: str) -> None:
    talk = hand("A 500, B 500", A=f". . {ace_of_a} 9d", B=". . Ad 9h")

    assert talk.check_street().opener == "A"


def test_field_o5_a_street_ends_when_the_first_to_act_folds_and_the_others_check() -> None:
    talk = hand("A 500, B 500, C 500", A=". . As -", B=". . Kc", C=". . Qc 3d")

    talk.play("A fold, B check, C check")

    assert talk.hand.street == "fourth"


def test_field_o7_raise_reraise_and_fold_heads_up_ends_the_hand_and_pays() -> None:
    talk = hand("A 500, B 500", A=". . As", B=". . Kc")

    talk.play("A bet 20, B raise 40, A raise 60, B fold")

    assert talk.hand.over
    assert talk.stacks == {"A": 550, "B": 450}


def test_field_o9_the_highest_hand_opens_where_a_lowest_card_could_bring_in() -> None:
    talk = hand("A 500, B 500, C 500", A=". . 3c", B=". . 4d", C=". . Qh")

    assert (talk.opener, talk.legal) == ("C", "check, bet 20, fold")


def test_ruling_g22_the_next_with_chips_acts_for_an_opener_who_is_all_in() -> None:
    talk = hand("A 500, B 10, C 500", A=". . 3c", B=". . As", C=". . Qh")

    assert (talk.opener, talk.turn) == ("B", "C")


def test_ruling_g22_the_opener_is_found_anew_when_the_last_one_has_folded() -> None:
    talk = hand("A 500, B 500, C 500", FREE, A=". . As -", B=". . Kc 9c", C=". . Qc 3d")

    talk.play("A fold, B check, C check")

    assert talk.opener == "B"


def test_ruling_s5_a_missing_side_card_loses_to_any() -> None:
    talk = hand("A 500, B 500", A=". . 9c 9d", B=". . 9h 9s")

    assert talk.check_street().opener == "A"
    assert talk.check_street().hand.street == "fifth"
