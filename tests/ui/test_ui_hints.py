"""What a player is told that the holding is up against: true, exact, and from one view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import DECK
from bot.rules.chips import SeatNo
from bot.rules.ranking import low_of, total_of
from bot.ui import private
from bot.ui.hints import hints
from tests.ui.games import BEFORE_ENDED, CHOSEN, DRAWN, cheap, draw, mariah, stud
from tests.ui.kit import (
    ANN,
    BLACK_MARIAH,
    GAMES,
    STUD_JACK,
    THREE,
    fifth,
    play,
    scene_of,
    showdown,
    third,
    words,
)
from tests.ui.random_hands import WHERE, moments

if TYPE_CHECKING:
    from bot.rules.hand import Hand

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")


def said(hand: Hand, seat: int = 0) -> str:
    return " ".join(hints(hand.view(SeatNo(seat)), NAMES))


# The pair that beats everything.


def test_one_more_seven_is_counted() -> None:
    assert said(third()) == (
        "One more seven makes the best hand there is: 3 are among the 47 cards you cannot see."
    )


def test_sevens_that_lie_open_are_not_to_come() -> None:
    hand = play(THREE, "7h 5c 3d  4d 8c 9s  9h 7c 7d")

    assert said(hand).endswith("there is: 1 is among the 47 cards you cannot see.")


def test_a_natural_pair_is_beaten_by_nothing_and_may_be_split() -> None:
    assert said(fifth()) == (
        "Nothing beats it. It is split if somebody else has two natural sevens: Cleo shows one."
    )


def test_a_natural_pair_that_nobody_can_match() -> None:
    hand = play(THREE, "7h 5c 3d  7d 8c 9s  9h 7c 7s")

    assert said(hand) == "Nothing beats it, and nobody can match it."


def test_a_natural_pair_on_the_table_is_told() -> None:
    hand = play(THREE, "7h 5c 3d  7d 8c 9s  9h 7c 8s  9c 7s Qc", "x check, x check, x check")

    assert "two natural sevens: Ben shows two." in said(hand)


@pytest.mark.parametrize("tie", ["kickers", "ordinary"])
def test_a_natural_pair_can_be_beaten_where_the_dealer_has_said_so(tie: str) -> None:
    hand = play(THREE, "7h 5c 3d  7d 8c 9s  9h 7c 8s", house={"sevens_tie": tie})

    assert said(hand) == "Only two other natural sevens can beat it: Ben shows one."


# The table.


def test_what_beats_it_on_the_table_is_named_best_first() -> None:
    hand = fifth()

    assert said(hand, 4) == (
        "On the table Finn's three queens, Cleo's three sevens, Gus's three threes and two more "
        "beat your ace high."
    )


def test_folded_hands_beat_nothing() -> None:
    hand = fifth()

    assert "Hana" not in said(hand, 1)
    assert "Dov" not in said(hand, 1)


def test_single_cards_are_not_compared() -> None:
    assert "table" not in said(third(), 1)


# Blackjack.


def test_the_only_ranks_that_do_not_bust_are_named_and_counted() -> None:
    hand = play(THREE, "10c As 8c  10d Ad 7d  9s 4c 2h", game=STUD_JACK)

    assert said(hand) == (
        "A third card face down busts you unless it is an ace: 4 aces among the 47 cards you "
        "cannot see."
    )


def test_a_soft_total_cannot_bust() -> None:
    assert "A third card face down cannot bust you." in said(stud(), 0)


def test_cards_that_bust_are_counted() -> None:
    hand = stud()
    view = hand.view(SeatNo(2))
    seen = {c for seat in view.seats for c in (*seat.up, *seat.down) if c}
    unseen = [c for c in DECK if c not in seen]
    busts = sum(total_of((*(c for c in view.seats[2].down if c), c)).bust for c in unseen)

    assert f"busts you with {busts} of the {len(unseen)} cards you cannot see." in said(hand, 2)


def test_a_card_that_has_come_busts_nobody_any_more() -> None:
    assert "third card" not in said(stud(CHOSEN), 0)
    assert "third card" not in said(stud("ann down"), 0)
    assert "third card" in said(stud("ann down"), 1)


# Low.


def test_cards_that_a_low_takes_are_counted() -> None:
    assert said(draw()) == (
        "Without Q\u2666\ufe0e and K\u2665\ufe0e a low takes two more ranks, jack or lower: 28 "
        "such cards are among the 47 you cannot see."
    )


def test_one_card_from_a_low_every_card_is_tried() -> None:
    deck = "2s 9c 3d 9d 4h 5c 6c Qd Kd 3h"
    hand = play({"Ann": 500, "Ben": 500}, deck, game=GAMES["draw-deucey"])
    view = hand.view(SeatNo(0))
    kept = [c for c in view.seats[0].down if c and c.rank != 13]
    unseen = [c for c in DECK if c not in view.seats[0].down]
    count = sum(low_of((*kept, card)) is not None for card in unseen)

    assert f": {count} of the 47 cards you cannot see make it." in said(hand)


def test_after_the_draw_nothing_is_counted() -> None:
    assert said(draw(BEFORE_ENDED, DRAWN)) == ""


# Spades.


def test_spades_that_can_beat_ones_own_are_named() -> None:
    hand = play(THREE, "Qs 8c 9c  Ad 7d 4d  As 3h 2h", game=BLACK_MARIAH)

    assert "Only the king of spades in another hole beats your spade." in said(hand)


def test_the_ace_of_spades_is_beaten_by_nothing() -> None:
    hand = play(THREE, "As 8c 9c  Ad 7d 4d  Qd 3h 2h", game=BLACK_MARIAH)

    assert "No spade can beat yours." in said(hand)


# When, and to whom.


def test_an_ended_hand_gives_no_hints() -> None:
    assert not said(showdown())
    assert not said(mariah())


def test_the_channel_gets_no_hints() -> None:
    assert hints(fifth().view(None), NAMES) == []


@pytest.mark.parametrize("game", GAMES)
def test_hints_can_be_turned_off_and_the_reading_stays(game: str) -> None:
    for hand in moments(3, NAMES, GAMES[game]):
        if hand.over:
            break
        quiet, loud = scene_of(hand, hints=False), scene_of(hand)
        with_hint = words(private.my_cards(loud, ANN)).splitlines()
        without = words(private.my_cards(quiet, ANN)).splitlines()
        assert [line for line in with_hint if line != said(hand)] == without


def test_a_dm_has_one_hint_at_most() -> None:
    hand = cheap("9c 10c 8c As 10d 7d 4c 9s 2h 9h 3c 3s 8s 5h Jc Ac 2d Kh")
    told = words(private.dm(scene_of(hand), SeatNo(0), WHERE))

    assert len(hints(hand.view(SeatNo(0)), NAMES)) > 1
    assert sum(hint in told for hint in hints(hand.view(SeatNo(0)), NAMES)) == 1
