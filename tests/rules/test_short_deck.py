"""Eight players and 52 cards: worked example R10, rulings S1 to S3."""

from __future__ import annotations

import pytest

from bot.rules.cards import DECK
from bot.rules.chips import Chips
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.variants import variants
from tests.rules.table_talk import AXE, Talk, stacked

NAMES = "ABCDEFGH"


def eight(board: str, **cards: str) -> Talk:
    """Eight players with 1,000 each, a deck whose 49th card is the board."""
    variant = variants()[AXE]
    starts = tuple(SeatStart(name=name, stack=Chips(1000)) for name in NAMES)
    talk = Talk(Hand(variant, HouseRules.of(variant.options, {}), starts))
    holdings = [cards.get(name, ". . . . . .").split() for name in NAMES]
    order = stacked(holdings, board)
    assert order.index(_card(board)) == 48
    talk.hand.shuffle(order)
    return talk


def _card(text: str) -> object:
    return next(card for card in DECK if str(card) == text)


def to_seventh(talk: Talk) -> Talk:
    while talk.hand.street != "seventh":
        talk.check_street()
    return talk


@pytest.mark.parametrize("board", ["3c", "7h", "2s"])
def test_ruling_s1_eight_players_share_one_seventh_card(board: str) -> None:
    talk = to_seventh(eight(board))

    assert talk.community == [board]
    assert all(len(talk.view(name).seats[n].down) == 2 for n, name in enumerate(NAMES))
    assert talk.check_down().shown == NAMES


@pytest.mark.parametrize("board", ["7h", "2s"])
def test_ruling_s3_nobody_pays_for_a_community_card(board: str) -> None:
    talk = eight(board)
    while talk.hand.street != "sixth":
        talk.check_street()
    before = len(talk.payments)

    talk.check_street()

    assert talk.community == [board]
    assert len(talk.payments) == before


def test_ruling_s3_a_community_seven_gives_three_players_natural_sevens() -> None:
    talk = to_seventh(
        eight("7h", A="7c . . . . .", B="7d . . . . .", C="7s . . . . .")
    ).check_down()

    (award,) = talk.awards
    assert "".join(award[2]) == "ABC"


def test_ruling_s3_a_community_wild_card_is_wild_for_everybody() -> None:
    talk = to_seventh(eight("2s"))

    readings = [talk.view(name).reading for name in NAMES]

    assert all(reading is not None and reading.wilds for reading in readings)


def test_ruling_s2_the_community_card_counts_for_who_opens() -> None:
    # Without the seven, F's pair would open; with it, C shows natural sevens.
    talk = eight("7h", C=". . 7c . . .", F=". . Ac Ad . .")
    assert to_seventh(talk).opener == "C"


def test_example_r10_four_cards_for_four_players_are_dealt() -> None:
    talk = eight("3c")
    while talk.hand.street != "sixth":
        talk.check_street()
    for _ in range(4):
        talk.play(f"{talk.turn} fold")
    talk.check_street()

    assert talk.community == []
    assert [len(seat.down) for seat in talk.view().seats if not seat.folded] == [3, 3, 3, 3]


def test_ruling_s1_five_players_with_four_cards_left_share_one() -> None:
    talk = eight("3c")
    while talk.hand.street != "sixth":
        talk.check_street()
    for _ in range(3):
        talk.play(f"{talk.turn} fold")
    talk.check_street()

    assert talk.community == ["3c"]


def test_ruling_s1_after_a_fold_on_third_street_the_cards_suffice() -> None:
    # 24 + 7 x 3 = 45 cards are out before seventh street: 7 are left for 7 players.
    talk = eight("3c")

    talk.play(f"{talk.turn} fold")

    assert to_seventh(talk).community == []
