"""Widow Jack: worked examples W1 to W7, rulings W1 to W10."""

from __future__ import annotations

import pytest

from bot.players.invariants import check_secrets
from bot.rules.actions import Illegal, Leave
from bot.rules.asks import Shuffle
from bot.rules.chips import SeatNo
from bot.rules.dealer import Drawn
from bot.rules.events import Anted, DealtDown, DealtUp, StreetOpened, WipedOut
from tests.rules.table_talk import WIDOW, Talk, hand_of

FOUR = "A 200, B 200, C 200, D 200"
FREE = {"third_street": "high_card_may_check"}


def w1() -> Talk:
    """C's door card is the queen; A is the lowest in the next deal."""
    talk = hand_of(WIDOW, FOUR, {"bring_in": 5}, A=". . 4h", B=". . 9h", C=". . Qs", D="5c 6c")
    assert isinstance(talk.hand.waiting, Shuffle)
    return talk


def w2() -> Talk:
    """The next deal is wiped out on fourth street, by D's card; B is the lowest after that."""
    talk = w1().deal(A=". . 3c 9c", B=". . Th 9d", C=". . Kh -", D=". . Jh Qs")
    talk.play("A bring_in, B raise 20, C fold, D call, A call")
    return talk


def test_example_w1_all_are_dealt_again_for_the_same_pot() -> None:
    talk = w1()

    assert talk.pots == [(40, "ABCD")]
    assert [seat.up for seat in talk.view().seats] == [(), (), (), ()]
    assert [e.seat for e in talk.events(DealtUp)] == [0, 1, 2]
    assert talk.events(WipedOut)[0].amount == 40
    talk.deal(A=". . 3c", B=". . Th", C=". . Kh", D=". . Jh")
    assert talk.stacks == dict.fromkeys("ABCD", 190)
    assert len(talk.events(Anted)) == 4
    assert (talk.hand.deal, talk.turn, talk.legal) == (2, "A", "bring_in 5, raise 20")


def test_example_w2_folded_players_stay_out_and_the_pot_stays_in() -> None:
    talk = w2()

    assert isinstance(talk.hand.waiting, Shuffle)
    assert talk.pots == [(100, "ABD")]
    talk.deal(A=". . Kh", B=". . 3d", D=". . Jh")
    assert [len(seat.down) for seat in talk.view().seats] == [2, 2, 0, 2]
    talk.play("B raise 20, D fold, A fold")
    assert talk.returned == [("B", 20)]
    assert talk.stacks == {"A": 170, "B": 270, "C": 190, "D": 170}


def test_example_w3_players_still_in_may_have_to_ante_again() -> None:
    house = {**FREE, "reante": "players_still_in"}
    talk = hand_of(
        WIDOW, FOUR, house, A=". . 4h 9c", B=". . 9h Qs", C=". . Kh -", D=". . Jh 8c"
    ).play("C fold, D check, A check, B check")

    talk.deal()

    assert talk.pots == [(70, "ABD")]
    assert talk.stacks == {"A": 180, "B": 180, "C": 190, "D": 180}


@pytest.mark.parametrize(("cards", "phrase"), [("Qs 9h", "19"), ("Td 5c", "bust: 25")])
def test_example_w6_and_w7_the_queen_in_the_hole_is_an_ordinary_ten(
    cards: str, phrase: str
) -> None:
    seventh = "Qs" if "Qs" not in cards else "4c"
    talk = hand_of(WIDOW, "A 500, B 500", FREE, A=f"{cards} 2c 3d 8h 9c {seventh}", B="6c 7d Kh")
    while talk.hand.street != "seventh":
        talk.check_street()
    talk.play("A face_up" if "Qs" in cards else "A face_down")

    assert talk.hand.deal == 1
    assert talk.view("A").readings[1].phrase == phrase


@pytest.mark.parametrize("street", ["third", "fourth", "fifth", "sixth"])
def test_ruling_w1_the_queen_face_up_wipes_out_any_street(street: str) -> None:
    up = ["4h", "5h", "6h", "8h"]
    up[["third", "fourth", "fifth", "sixth"].index(street)] = "Qs"
    talk = hand_of(WIDOW, "A 500, B 500", FREE, A=". . " + " ".join(up), B="Kc Kd Ah Ac Ad Ks")
    while not isinstance(talk.hand.waiting, Shuffle):
        talk.check_street()

    assert talk.hand.street == street
    assert talk.view().seats[0].up == ()
    assert talk.pots == [(20, "AB")]


def seventh_queen(**house: object) -> Talk:
    talk = hand_of(
        WIDOW, "A 500, B 500", {**FREE, **house}, A="2c 3d 4h 5h 8c 9c Qs", B="Kc Kd Ah Ac Ad Ks Kh"
    )
    while talk.hand.street != "seventh":
        talk.check_street()
    return talk


def test_ruling_w1_a_bought_queen_wipes_out_and_her_price_stays() -> None:
    talk = seventh_queen().play("A face_up")

    assert isinstance(talk.hand.waiting, Shuffle)
    assert talk.pots == [(60, "AB")]
    assert talk.payments == [("A", "Qs", 40)]
    assert talk.stacks == {"A": 450, "B": 490}


def test_ruling_w1_twice_in_a_row() -> None:
    talk = seventh_queen().play("A face_up").deal(A=". . Qs")

    assert talk.hand.deal == 2
    assert len(talk.events(WipedOut)) == 2
    talk.deal(A=". . Kc", B=". . 3c")
    assert talk.hand.deal == 3
    assert [(e.title, e.deal) for e in talk.events(StreetOpened)][-2:] == [
        ("Third street", 2),
        ("Third street", 3),
    ]
    assert talk.view().streets[-1].deal == talk.view().deal == 3
    assert talk.events(StreetOpened)[-1].text(str) == "Third street, deal 3, pot 60."


def test_ruling_w1_by_house_rule_a_bought_queen_is_an_ordinary_card() -> None:
    talk = seventh_queen(wipe_on_bought_seventh="no").play("A face_up")

    assert talk.hand.deal == 1
    assert talk.turn == "B"


def test_ruling_w6_all_in_players_stay_in_for_their_pots() -> None:
    house = {**FREE, "reante": "players_still_in"}
    cards = {"A": "Ac Ad 3h 5h", "B": "Kc Kd 4c 6h", "C": "Tc Td Jc Qs"}
    talk = hand_of(WIDOW, "A 30, B 500, C 500", house, **cards).play("C bet 20, A call, B call")
    assert talk.pots == [(90, "ABC")]

    talk.deal(A="Ac Ad 2h 4s 8h 9s Td", B="Kc Kd Jc 5h 6d 2s 7h", C="Tc 9d 4h 7s 8c 3s Jd")

    assert [e.seat for e in talk.events(Anted)] == [0, 1, 2, 1, 2]
    assert talk.pots == [(90, "ABC"), (20, "BC")]
    assert talk.cheaply().halves == [
        ("poker", 45, {"C": 45}),
        ("blackjack", 45, {"A": 45}),
        ("poker", 10, {"C": 10}),
        ("blackjack", 10, {"C": 10}),
    ]
    assert sum(talk.stacks.values()) == 1030


def test_ruling_w5_a_short_ante_again_is_all_in() -> None:
    house = {**FREE, "reante": "players_still_in"}
    talk = hand_of(WIDOW, "A 14, B 500, C 500", house, C=". . Qs", A=". . 2c", B=". . 3c").deal()

    assert talk.pots == [(42, "ABC"), (12, "BC")]


def test_ruling_w7_raises_are_counted_anew() -> None:
    cards = {"A": ". . Kc Qs", "B": ". . 4c", "C": ". . 5c"}
    talk = hand_of(WIDOW, "A 500, B 500, C 500", FREE, **cards)
    talk.play("A bet 20, B raise 40, C raise 60, A raise 80, B call, C call")

    talk.deal(A=". . Kc", B=". . 4c", C=". . 5c")

    talk.play("A bet 20, B raise 40, C raise 60, A raise 80")
    assert talk.legal == "call 40, fold"


def test_nobody_answers_while_the_cards_are_shuffled() -> None:
    talk = w1()

    with pytest.raises(Illegal, match="being shuffled"):
        talk.hand.act(SeatNo(0), Leave())


def test_a_seat_that_left_all_in_is_dealt_again() -> None:
    cards = {"A": "Ac Ad 3h 5h", "B": "Kc Kd 4c 6h", "C": "Tc Td Jc Qs"}
    talk = hand_of(WIDOW, "A 30, B 500, C 500", FREE, **cards)
    talk.play("C bet 20, A call, A leave, B call").deal()

    assert len(talk.view().seats[0].down) == 2
    assert talk.cheaply().hand.over


def test_a_card_known_from_an_earlier_deal_is_a_secret_again() -> None:
    talk = w1()
    mine = talk.events(DealtDown)[0]
    assert mine.seat == talk.seat("A")

    talk.deal(B=f"{mine.cards[0]} . 9h")

    assert mine in talk.view("A").streets[0].events
    assert mine.cards[0] in talk.view("B").seats[1].down
    assert talk.view("A").seats[1].down == (None, None)
    for name in "ABCD":
        check_secrets(talk.hand, talk.view(name))


def test_another_deal_begins_with_an_empty_table() -> None:
    dealer = w1().deal().hand._dealer
    dealer.community.append(dealer.stub.popleft())
    dealer.draws[SeatNo(0)] = Drawn((), ())

    dealer.gather()

    assert (dealer.community, dealer.draws, list(dealer.stub)) == ([], {}, [])
    assert dealer.holdings == [[], [], [], []]
