"""The checks of simulations notice what they are there for: each is shown a broken hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.players.invariants import (
    Watch,
    check_amount_to_call,
    check_cards,
    check_chips,
    check_nonsense_is_refused,
    check_pots,
    check_secrets,
)
from bot.players.random_player import RandomPlayer
from bot.rules.asks import BetAsk
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import Discarded, Reshuffled
from tests.rules.table_talk import DEUCEY, STUD, WIDOW, Talk, hand, hand_of


def three() -> Talk:
    return hand("A 500, B 500, C 500", A=". . Ah", B=". . Kh", C=". . Qh").play("A bet 20")


def test_a_sound_hand_passes() -> None:
    talk = three()

    check_chips(talk.hand, talk.view())
    check_pots(talk.hand, talk.view())
    check_amount_to_call(talk.hand, talk.view())
    check_cards(talk.hand)
    check_nonsense_is_refused(talk.hand)
    check_secrets(talk.hand, talk.view("A"))


def test_a_chip_that_is_made_is_noticed() -> None:
    talk = three()
    talk.hand._dealer.stacks[0] = Chips(talk.hand._dealer.stacks[0] + 1)

    with pytest.raises(AssertionError):
        check_chips(talk.hand, talk.view())


def test_chips_that_change_hands_untold_are_noticed() -> None:
    talk = three()
    stacks = talk.hand._dealer.stacks
    stacks[1], stacks[2] = Chips(stacks[1] + 1), Chips(stacks[2] - 1)

    with pytest.raises(AssertionError, match="another story"):
        check_chips(talk.hand, talk.view())


def test_a_folded_seat_that_could_win_is_noticed() -> None:
    talk = three()
    view = talk.view()
    (pot, *_) = view.pots

    with pytest.raises(AssertionError, match="a folded seat could win"):
        check_pots(
            talk.hand,
            replace(view, seats=tuple(replace(seat, folded=seat.seat == 2) for seat in view.seats)),
        )
    with pytest.raises(AssertionError):
        check_pots(talk.hand, replace(view, pots=(replace(pot, amount=Chips(1)),)))


def test_a_payment_that_is_taken_for_a_bet_is_noticed() -> None:
    talk = three()
    ask = talk.ask
    assert isinstance(ask, BetAsk)
    talk.hand._waiting = replace(ask, owed=Chips(ask.owed + 50))  # type: ignore[assignment]

    with pytest.raises(AssertionError):
        check_amount_to_call(talk.hand, talk.view())


def test_a_card_that_is_dealt_twice_is_noticed() -> None:
    talk = three()
    talk.hand._dealer.stub.appendleft(talk.hand.decks[0][0])
    talk.hand._dealer.deal_down(SeatNo(0))

    with pytest.raises(AssertionError):
        check_cards(talk.hand)


def test_a_card_of_another_seat_in_a_view_is_noticed() -> None:
    talk = three()

    with pytest.raises(AssertionError, match="seat 0 sees"):
        check_secrets(talk.hand, replace(talk.view("B"), viewer=SeatNo(0)))


def test_an_action_that_ought_to_be_refused_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = three()
    monkeypatch.setattr(type(talk.hand), "check", lambda *_: None)

    with pytest.raises(AssertionError, match="was allowed"):
        check_nonsense_is_refused(talk.hand)


def test_a_hand_that_does_not_replay_is_noticed() -> None:
    talk = hand("A 500, B 500", A=". . Ah", B=". . Kh")
    watch = Watch(talk.hand)
    watch.look()
    talk.play("A bet 20")
    watch.look()
    talk.play("B fold")
    talk.hand.answers[1] = (SeatNo(0), talk.hand.answers[0][1])

    with pytest.raises(ValueError, match="It is B's turn"):
        watch.look()


def test_a_question_that_keeps_its_number_is_noticed() -> None:
    talk = three()
    watch = Watch(talk.hand)
    watch.look()
    talk.play("B call")
    talk.hand.question -= 1

    with pytest.raises(AssertionError, match="stays open"):
        watch.look()


def test_a_random_player_does_everything_that_is_legal() -> None:
    talk = three()
    player = RandomPlayer(Random(1))

    done = {player.answer(talk.view("B"), talk.ask).do for _ in range(200)}

    assert done == {"call", "raise", "fold"}


def test_a_player_looks_at_his_own_view() -> None:
    talk = three()

    with pytest.raises(AssertionError, match="his own view"):
        RandomPlayer(Random(1)).answer(talk.view("A"), talk.ask)


def test_a_discard_that_comes_back_is_noticed() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500", A="2s 3d 4h Qd Kh").play("B call, A check, A draw Qd")
    order = talk.hand.decks[0]
    talk.hand._dealer.stub.appendleft(order[6])
    talk.hand._dealer.deal_down(SeatNo(0))

    with pytest.raises(AssertionError, match="came back"):
        check_cards(talk.hand)


def test_a_reshuffle_of_other_cards_is_noticed() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500").play("B call, A check")
    talk.hand._dealer.tell(Reshuffled(seat=SeatNo(0)))
    talk.hand.decks.append(talk.hand.decks[0])

    with pytest.raises(AssertionError, match="other cards were shuffled"):
        check_cards(talk.hand)


def test_a_discard_that_everybody_hears_of_is_noticed() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500").play("B call, A check")
    dealer = talk.hand._dealer
    dealer.tell(Discarded(seat=SeatNo(0), cards=dealer.down(SeatNo(0))[:1]))

    with pytest.raises(AssertionError, match="discarded is public"):
        check_secrets(talk.hand, talk.view())


def test_a_drawing_seats_cards_in_anothers_question_are_noticed() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500").play("B call, A check")

    with pytest.raises(AssertionError, match="seat 1 sees"):
        check_secrets(talk.hand, replace(talk.view("B"), waiting=talk.ask))


def test_a_bring_in_that_is_not_owed_in_full_is_noticed() -> None:
    talk = hand_of(STUD, "A 14, B 500, C 500", A=". . 3c", B=". . Kc", C=". . Qc")
    talk.play("A bring_in")
    ask = talk.ask
    assert isinstance(ask, BetAsk)
    talk.hand._waiting = replace(ask, owed=Chips(4), to_call=Chips(4))  # type: ignore[assignment]

    with pytest.raises(AssertionError):
        check_amount_to_call(talk.hand, talk.view())


def test_cards_of_the_deal_before_are_not_taken_for_this_ones() -> None:
    talk = hand_of(WIDOW, "A 500, B 500", A=". . 4h", B=". . Qs").deal()

    check_cards(talk.hand)
    for name in "AB":
        check_secrets(talk.hand, talk.view(name))


def test_a_random_player_draws_what_it_holds_and_buys_now_and_then() -> None:
    draw = hand_of(DEUCEY, "A 500, B 500").play("B call, A check")
    stud = hand_of(STUD, "A 500, B 500").cheaply(until="seventh")
    player = RandomPlayer(Random(1))

    counts = {len(player.answer(draw.view("A"), draw.ask).discard) for _ in range(50)}  # type: ignore[union-attr]
    choices = {player.answer(stud.view(stud.turn), stud.ask).do for _ in range(50)}

    assert counts == {0, 1, 2}
    assert choices == {"face_up", "face_down"}
