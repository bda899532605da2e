"""Side pots, splits and odd chips: worked examples S1 to S9, rulings G10, G12, G13, X5."""

import pytest

from bot.rules.chips import Chips, SeatNo
from bot.rules.events import PotAwarded
from bot.rules.pots import Pot, build, divide, uncalled
from tests.rules.table_talk import FREE, hand

NOTHING = "3c 4d 5h 8s 9c Th 3d"
ACES, KINGS, QUEENS = "Ac As 3c 4d 6h 9s 8h", "Kc Ks 3d 4h 6s 9c 8d", "Qc Qs 5h 4s 6c 9d 8c"
"""Pairs in the hole; QUEENS shows the highest card and opens."""


def test_example_s1_each_all_in_is_a_layer_and_the_rest_goes_back() -> None:
    house = {**FREE, "small_bet": 400}
    talk = hand("A 100, B 250, C 400", house, A=ACES, B=KINGS, C=QUEENS)

    talk.play("C bet 400, A call, B call")

    assert talk.returned == [("C", 150)]
    assert talk.awards == [(300, "ABC", {"A": 300}), (300, "BC", {"B": 300})]
    assert talk.stacks == {"A": 300, "B": 300, "C": 150}


def test_example_s2_the_odd_chip_goes_to_the_first_winner_from_the_dealers_left() -> None:
    talk = hand(
        "A 500, B 500, C 500", {"ante": 17}, A=NOTHING, B="7c 7d . . . . .", C="7h 7s . . . . ."
    )

    assert talk.check_down().awards == [(51, "ABC", {"B": 26, "C": 25})]


def test_example_s7_three_share_a_hundred() -> None:
    talk = hand(
        "A 500, B 500, C 500, D 500",
        {"ante": 25},
        A="Ac Ks Qd 9h 8c 5d 3h",
        B="Ad Kc Qh 9s 8d 5h 3s",
        C="Ah Kh Qs 9c 8h 5s 3c",
        D="4c 4d 4h -",
    )

    talk.play("A check, B check, C check, D fold").check_down()

    assert talk.awards == [(100, "ABC", {"A": 34, "B": 33, "C": 33})]


def test_example_s9_what_nobody_matched_goes_back() -> None:
    talk = hand("A 500, B 30", {**FREE, "small_bet": 50}, A="Ac As Ah", B=". . Kc")

    talk.play("A bet 50, B call")

    assert talk.returned == [("A", 20)]
    assert [award[:2] for award in talk.awards] == [(60, "AB")]


@pytest.mark.parametrize(("odd_chip", "winner"), [("clockwise", "B"), ("high_card_suit", "C")])
def test_ruling_g13_the_odd_chip_can_go_by_position_or_by_the_highest_card(
    odd_chip: str, winner: str
) -> None:
    talk = hand(
        "A 500, B 500, C 500",
        {"ante": 17, "odd_chip": odd_chip},
        A=NOTHING,
        B="7c 7d 9h 8d 4c 3h Ad",
        C="7h 7s 9d 8h 4h 3s As",
    )

    (award,) = talk.check_down().awards
    assert award[2][winner] == 26
    assert sum(award[2].values()) == 51


@pytest.mark.parametrize(
    ("sevens_tie", "winners"),
    [("split", {"A": 10, "B": 10}), ("kickers", {"A": 20}), ("ordinary", {"B": 20})],
)
def test_ruling_x5_two_natural_pairs_split_or_compare_as_announced(
    sevens_tie: str, winners: dict[str, int]
) -> None:
    # Worked example H10: A has the better side cards, B an eight-high straight.
    talk = hand(
        "A 500, B 500",
        {"sevens_tie": sevens_tie, "pay_wild": 0, "pay_seven": 0},
        A="7c 7d As Kh 9c 4d 3s",
        B="7h 7s Qh Js 8d 5c 4h",
    )

    assert talk.check_down().awards == [(20, "AB", winners)]


def test_ruling_g10_an_uncalled_bet_goes_back_before_the_pot_is_won() -> None:
    talk = hand("A 500, B 500", A=". . As", B=". . 9h")

    keys = [event.key for event in talk.play("A bet 20, B fold").hand.events[-3:]]

    assert keys == ["returned", "pot_awarded", "hand_ended"]


def test_ruling_g10_a_folded_seats_chips_match_a_bet() -> None:
    folded, live = SeatNo(0), SeatNo(1)

    assert uncalled({folded: Chips(40), live: Chips(40)}, {live}) is None
    assert uncalled({folded: Chips(30), live: Chips(40)}, {live}) == (live, 10)


def test_ruling_g12_a_fold_to_a_side_pot_bet_loses_every_pot() -> None:
    talk = hand("A 10, B 500, C 500", A=QUEENS, B="Ac As 9h 4d -", C="Kc Ks 3d Kh")

    talk.play("B check, C check, C bet 20, B fold")

    assert talk.awards == [(30, "AC", {"C": 30})]


def test_ruling_g10_an_ante_that_nobody_matched_goes_back_before_the_deal() -> None:
    talk = hand("A 500, B 4", A=ACES, B=KINGS)

    keys = [event.key for event in talk.hand.events]
    assert talk.returned == [("A", 6)]
    assert keys.index("returned") < keys.index("dealt_down")


def test_ruling_g1_a_short_ante_makes_a_side_pot_of_the_other_antes() -> None:
    talk = hand("A 4, B 500, C 500", A=ACES, B=KINGS, C=QUEENS).check_down()

    assert talk.awards == [(12, "ABC", {"A": 12}), (12, "BC", {"B": 12})]


def test_field_p1_chips_that_no_live_seat_matched_join_the_last_contested_pot() -> None:
    stakes = {SeatNo(n): Chips(chips) for n, chips in enumerate([50, 50, 80, 80])}

    (pot,) = build(stakes, (), {SeatNo(0), SeatNo(1)})

    assert pot == Pot(amount=Chips(260), eligible=frozenset({SeatNo(0), SeatNo(1)}))


def test_field_p1_the_bet_of_a_player_who_left_is_won() -> None:
    talk = hand(
        "A 50, B 50, C 500, D 500",
        {**FREE, "small_bet": 80},
        A=ACES,
        B=KINGS,
        C="Qc Qs Qh -",
        D="Tc Ts Td -",
    )

    talk.play("C bet 80, C leave, D fold, A call, B call")

    assert talk.returned == []
    assert talk.awards == [(180, "AB", {"A": 180})]


def test_field_p2_an_all_in_player_stays_in_the_pot_after_the_street() -> None:
    house = {**FREE, "small_bet": 100, "big_bet": 200}
    talk = hand("A 100, B 1000, C 1000", house, A=ACES, B=KINGS, C="Qc Qs 5h Ts 4c 9d 8c")

    talk.play("C bet 100, A call, B call").check_street()
    talk.play("C bet 200, B call").check_down()

    assert talk.awards == [(300, "ABC", {"A": 300}), (400, "BC", {"B": 400})]


def test_field_p4_shove_and_fold_gives_the_stack_back_with_the_antes() -> None:
    talk = hand("A 30, B 500", A=". . As", B=". . 9h")

    assert talk.play("A bet 20, B fold").stacks == {"A": 40, "B": 490}


def test_field_p6_tied_winners_share_every_pot_they_reached() -> None:
    house = {**FREE, "small_bet": 100}
    talk = hand(
        "A 40, B 100, C 100",
        house,
        A="7c 7d 3c 4d 5h 9s 8h",
        B="7h 7s 3d 4h 5s 9c 8d",
        C="Kc Ks Kh 4s 5c 9d 8c",
    )

    talk.play("C bet 100, A call, B call")

    assert talk.awards == [(120, "ABC", {"A": 60, "B": 60}), (120, "BC", {"B": 120})]


@pytest.mark.parametrize(
    ("amount", "winners", "shares"),
    [(101, "ABC", [34, 34, 33]), (103, "ABCD", [26, 26, 26, 25]), (2, "ABC", [1, 1, 0])],
)
def test_field_p8_odd_chips_are_handed_out_one_by_one(
    amount: int, winners: str, shares: list[int]
) -> None:
    assert list(divide(Chips(amount), winners).values()) == shares


def test_field_p9_a_short_all_in_wins_only_what_it_matched() -> None:
    talk = hand("A 10, B 100, C 100", {**FREE, "small_bet": 100}, A=ACES, B=KINGS, C=QUEENS)

    talk.play("C bet 100, A call, B call")

    assert talk.stacks == {"A": 30, "B": 180, "C": 0}


def test_field_p16_a_folded_best_hand_wins_nothing_and_all_in_is_not_folded() -> None:
    talk = hand("A 10, B 500, C 500", A=QUEENS, B="7c 7d 9h -", C=KINGS)

    talk.play("B bet 20, C raise 40, B fold")

    assert talk.awards == [(30, "AC", {"C": 30}), (40, "C", {"C": 40})]
    assert not talk.view().seats[0].folded


def test_ruling_g12_a_side_pot_of_one_is_uncontested_and_compares_nothing() -> None:
    talk = hand("A 10, B 500, C 500", A=QUEENS, B="7c 7d 9h -", C=KINGS)

    talk.play("B bet 20, C raise 40, B fold")

    shares = [event.shares[0] for event in talk.events(PotAwarded)]
    assert [(share.half, bool(share.why)) for share in shares] == [
        ("high", True),
        ("uncontested", False),
    ]
