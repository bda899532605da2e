"""Leaving in the middle of a hand: ruling G25."""

import pytest

from bot.rules.actions import Check, Leave
from tests.rules.table_talk import FREE, Talk, hand

CARDS = {
    "A": "3c 4d Ah 5s 8c Tc 9c",
    "B": "3d 4h Kh 5c 8d Td 9d",
    "C": "3h 4s Qh 5d 8h Th 9h",
}
STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


def three(street: str = "third") -> Talk:
    talk = hand("A 500, B 500, C 500", FREE, **CARDS)
    while talk.hand.street != street:
        talk.check_street()
    return talk


def test_ruling_g25_leaving_in_turn_folds_and_the_next_acts() -> None:
    talk = three().play("A leave")

    assert talk.turn == "B"
    assert talk.view().seats[0].folded
    assert talk.view().seats[0].left


def test_ruling_g25_leaving_out_of_turn_folds_and_changes_no_turn() -> None:
    talk = three()
    question = talk.hand.question

    talk.play("C leave")

    assert talk.turn == "A"
    assert talk.hand.question == question
    assert talk.view().seats[2].folded
    assert talk.play("A check, B check").hand.street == "fourth"


def test_ruling_g25_a_bet_of_a_player_who_left_stays_and_is_to_be_called() -> None:
    talk = three().play("A bet 20, A leave")

    assert (talk.turn, talk.legal) == ("B", "call 20, raise 40, fold")
    assert talk.view().pot == 20


def test_ruling_g25_the_last_one_left_wins_at_once() -> None:
    talk = three().play("A bet 20, B leave, A leave")

    assert talk.hand.over
    assert talk.awards == [(20, "C", {"C": 20})]
    assert talk.shown == ""


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("leaver", "ABC")
def test_ruling_g25_anybody_can_leave_on_any_street_before_anybodys_turn(
    leaver: str, street: str
) -> None:
    for checks in range(3):
        talk = three(street)
        for _ in range(checks):
            talk.hand.act(talk.ask.seat, Check())

        talk.play(f"{leaver} leave")

        assert talk.turn != leaver
        assert talk.check_down().shown == "ABC".replace(leaver, "")
        assert sum(talk.stacks.values()) == 1500


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("stayer", "ABC")
def test_ruling_g25_when_two_have_left_the_third_wins(stayer: str, street: str) -> None:
    first, second = sorted({"A", "B", "C"} - {stayer})

    talk = three(street).play(f"{first} leave, {second} leave")

    assert talk.hand.over
    assert [award[1] for award in talk.awards] in ([], [stayer])


def test_ruling_g25_an_all_in_player_who_leaves_stays_in_for_the_pot() -> None:
    talk = hand("A 10, B 500, C 500", A="7c 7d Ah", B="3d 4h Kh", C="3h 4s Qh")

    talk.play("A leave").check_down()

    assert talk.shown == "ABC"
    assert talk.stacks == {"A": 30, "B": 490, "C": 490}


def test_ruling_g25_an_all_in_player_is_the_last_one_left() -> None:
    talk = hand("A 10, B 500", A="3c 4d Ah", B=". . Kh")
    assert talk.hand.over

    talk = hand("A 10, B 500, C 500", A="3c 4d Ah", B=". . Kh", C=". . Qh")
    talk.play("B leave")

    assert talk.hand.over, "C is alone with chips, so the cards are run out"
    assert talk.shown == "AC"


def test_ruling_g25_a_folded_player_who_leaves_changes_nothing() -> None:
    talk = three().play("A fold")
    question = talk.hand.question

    talk.play("A leave")

    assert (talk.turn, talk.hand.question) == ("B", question)


def test_ruling_g25_nobody_leaves_twice_and_nobody_leaves_a_seat_that_is_not_there() -> None:
    talk = three().play("C leave")

    assert talk.refusal("C leave") == "This player has left already."
    talk.names.append("D")
    assert talk.refusal("D leave") == "Nobody was dealt in at that seat."


def test_nobody_leaves_during_a_shuffle() -> None:
    # The record could not tell on which side of the shuffle it happened.
    talk = three()
    fresh = Talk(type(talk.hand)(talk.hand.variant, talk.hand.house, talk.hand.seats))

    with pytest.raises(Exception, match="being shuffled"):
        fresh.hand.act(fresh.seat("A"), Leave())
