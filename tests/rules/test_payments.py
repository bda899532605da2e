"""Payments for cards dealt face up: worked examples P1 to P10, rulings X9 to X14."""

import pytest

from bot.rules.house import BadOption
from tests.rules.table_talk import FREE, hand

P10 = {
    "A": ". . 2c 5h -",
    "B": ". . 9h -",
    "C": "9c 5s 7s Kd 7d 4d Th",
    "D": "Kc Jd Ks Kh 3c 2h 8c",
}


def test_example_p1_a_wild_card_costs_one_ante_and_a_seven_five() -> None:
    talk = hand("A 500, B 500, C 500", A=". . 3c 4c", B=". . 9h Kd 7c", C=". . Tc 9d")

    assert talk.view().pot == 30
    talk.check_street()
    assert talk.view().pot == 40
    talk.check_street()
    assert talk.view().pot == 90
    assert talk.payments == [("B", "Kd", 10), ("B", "7c", 50)]
    assert talk.stacks == {"A": 490, "B": 430, "C": 490}


def test_example_p2_a_short_payer_gives_what_he_has_and_stays_in() -> None:
    talk = hand(
        "A 500, B 40, C 500",
        A="Ac Kc Qh 9c 8c 6d 4s",
        B="As Ah 7c 9s 8d 5h 3s",
        C="Kh Qd Th 9d 6c 5d 3h",
    )

    talk.play("A bet 20, C call")

    assert talk.pots == [(60, "ABC"), (40, "AC")]
    assert talk.check_down().stacks == {"A": 510, "B": 60, "C": 470}


def test_example_p3_who_is_all_in_already_pays_nothing() -> None:
    talk = hand("A 10, B 500, C 500", A=". . 2h")

    assert talk.payments == [("A", "2h", 0)]
    assert talk.pots == [(30, "ABC")]


def test_example_p6_a_payment_is_no_part_of_an_uncalled_bet() -> None:
    talk = hand("A 200, B 200, C 200", A=". . As", B=". . 9h", C=". . 7s")

    talk.play("A bet 20, B fold, C fold")

    assert talk.returned == [("A", 20)]
    assert [award[0] for award in talk.awards] == [80]
    assert talk.stacks == {"A": 270, "B": 190, "C": 140}


def test_example_p8_a_seven_dealt_face_down_costs_nothing() -> None:
    talk = hand("A 500, B 500", A="7c 7d 9h", B="2c Jd Th")

    assert talk.payments == []


def test_example_p9_each_seven_face_up_costs() -> None:
    talk = hand("A 500, B 500", A=". . 7c 7d")

    assert talk.check_street().payments == [("A", "7c", 50), ("A", "7d", 50)]


def test_example_p10_a_full_hand() -> None:
    talk = hand("A 1000, B 1000, C 1000, D 1000", **P10)

    talk.play("A bet 20, B fold, C call, D call")
    talk.play("D bet 20, A call, C raise 40, D call, A fold")
    talk.play("C check, D check")
    talk.play("C check, D bet 40, C call")
    talk.play("C check, D check")

    assert talk.awards == [(410, "CD", {"C": 410})]
    assert talk.stacks == {"A": 940, "B": 990, "C": 1190, "D": 880}
    assert talk.payments == [
        ("A", "2c", 10),
        ("C", "7s", 50),
        ("C", "Kd", 10),
        ("C", "7d", 50),
        ("D", "2h", 10),
    ]


def test_ruling_x9_a_payment_goes_to_the_pot_of_those_who_still_have_chips() -> None:
    talk = hand("A 30, B 500, C 500", A=". . As .", B=". . Kc 2c", C=". . Qc .")

    talk.play("A bet 20, B call, C call")

    assert talk.pots == [(90, "ABC"), (10, "BC")]


def test_ruling_x9_a_payment_is_not_given_back_to_its_payer() -> None:
    talk = hand("A 500, B 500", A=". . 7c", B=". . 9h")

    talk.play("B bet 20, A call").check_street()

    assert talk.returned == []


def test_ruling_x9_nobody_pays_where_nobody_could_contest_it() -> None:
    talk = hand("A 500, B 10, C 10", A=". . 7c 2c", B=". . 9h .", C=". . Th .")

    assert talk.hand.over
    assert talk.payments == [("A", "7c", 0), ("A", "2c", 0)]


def test_ruling_x9_a_payment_does_not_change_the_amount_to_call() -> None:
    talk = hand("A 500, B 500", A=". . As", B=". . 7c")

    talk.play("A bet 20")

    assert talk.legal == "call 20, raise 40, fold"


def test_ruling_x9_a_later_payer_of_a_street_plays_without_the_one_who_is_all_in_now() -> None:
    talk = hand("A 40, B 500, C 500", A=". . 7c", B=". . 2c", C=". . As")

    assert talk.pots == [(60, "ABC"), (10, "BC")]


def test_ruling_x10_a_short_payer_owes_nothing_later() -> None:
    talk = hand("A 40, B 500, C 500", A=". . 7c 7d", B=". . As .", C=". . Kc .")

    talk.play("B check, C check")

    assert talk.payments == [("A", "7c", 30), ("A", "7d", 0)]
    assert talk.stacks["A"] == 0


def test_ruling_x11_payments_come_in_deal_order_before_the_betting_of_the_street() -> None:
    talk = hand("A 500, B 500, C 500", A=". . 2c", B=". . 7c", C=". . Jd")

    keys = [event.key for event in talk.hand.events if event.key in {"paid", "to_act"}]
    assert [name for name, _, _ in talk.payments] == ["A", "B", "C"]
    assert keys == ["paid", "paid", "paid", "to_act"]


def test_ruling_x14_the_last_one_in_takes_the_payments_with_the_pot() -> None:
    talk = hand("A 500, B 500", A=". . As", B=". . 7c")

    assert talk.play("A bet 20, B fold").stacks == {"A": 560, "B": 440}


@pytest.mark.parametrize(
    ("house", "paid"),
    [
        ({"pay_wild": 15, "pay_seven": 70}, [15, 70]),
        ({"pay_wild": "antes:2", "pay_seven": "antes:3"}, [20, 30]),
        ({"ante": 20}, [20, 100]),
        ({"ante": 0, "pay_wild": 3, "pay_seven": 4}, [3, 4]),
    ],
)
def test_ruling_x12_payments_are_written_in_chips_or_in_antes(
    house: dict[str, object], paid: list[int]
) -> None:
    talk = hand("A 500, B 500", house, A=". . 2c", B=". . 7c")

    assert [amount for _, _, amount in talk.payments] == paid


def test_ruling_x12_a_payment_of_nothing_is_not_told() -> None:
    assert hand("A 500, B 500", FREE, A=". . 2c", B=". . 7c").payments == []


@pytest.mark.parametrize(
    "house",
    [{"ante": 0}, {"ante": 0, "pay_wild": 5}, {"ante": 0, "pay_wild": 5, "pay_seven": "antes:1"}],
)
def test_ruling_x12_without_an_ante_payments_are_chips(house: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="Without an ante"):
        hand("A 500, B 500", house)


def test_field_p18_payments_and_antes_are_in_the_pot_and_in_no_call() -> None:
    talk = hand("A 500, B 500, C 500", {"ante": 5}, A=". . As", B=". . 7c", C=". . 9h")

    assert talk.view().pot == 15 + 25
    assert talk.play("A bet 20").legal == "call 20, raise 40, fold"


def test_field_p19_a_payment_above_the_stack_takes_the_stack() -> None:
    talk = hand("A 40, B 500, C 500", A=". . 7c")

    assert talk.payments == [("A", "7c", 30)]
    assert talk.view().seats[0].all_in
