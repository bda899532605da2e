"""Field reports K: the deck and the deal."""

from __future__ import annotations

from random import Random

import pytest

from bot.rules.actions import Illegal
from bot.rules.asks import DrawAsk, Shuffle
from bot.rules.cards import DECK
from bot.rules.chips import Chips
from bot.rules.events import Discarded
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.variants import variants
from bot.table.chance import OsChance
from tests.field.kit import random_hand
from tests.rules.table_talk import AXE, DEUCEY, Talk, hand_of

EIGHT = ", ".join(f"{name} 500" for name in "ABCDEFGH")


def test_field_k1_every_hand_is_dealt_from_a_whole_deck_of_its_own() -> None:
    """Elsewhere the deck was never rebuilt: one more card was dealt, then nothing.

    Here 200 hands running ask for 52 different cards, and no two orders are alike.
    """
    game, chance = variants()[AXE], OsChance()
    seats = tuple(SeatStart(name=name, stack=Chips(500)) for name in "ABCDEFGH")
    decks = []
    for _ in range(200):
        hand = Hand(game, HouseRules.of(game.options, {}), seats)
        assert isinstance(hand.waiting, Shuffle)
        decks.append(chance.order_of(hand.waiting.cards))
        hand.shuffle(decks[-1])
        assert sum(event.key.startswith("dealt") for event in hand.events) == 24

    assert all(sorted(deck) == list(DECK) for deck in decks)
    assert len(set(decks)) == 200


def drawing(talk: Talk, *, until: str) -> Talk:
    """Everybody changes two cards, up to a seat's turn."""
    talk.cheaply(until="draw")
    while isinstance(talk.hand.waiting, DrawAsk) and talk.turn != until:
        talk.play(f"{talk.turn} draw {_two(talk)}")
    return talk


def _two(talk: Talk) -> str:
    return " ".join(str(card) for card in talk.view(talk.turn).seats[talk.ask.seat].down[:2])


def test_field_k2_a_draw_that_runs_the_deck_short_deals_no_card_twice() -> None:
    """Elsewhere the deck ran out in a draw, or cards were dealt twice.

    Eight players change two each, 56 cards of 52: what others threw away is shuffled in, and
    nobody gets back a card of his own.
    """
    talk = drawing(hand_of(DEUCEY, EIGHT), until="G")
    talk.play(f"G draw {_two(talk)}")
    assert isinstance(talk.hand.waiting, Shuffle)
    talk.hand.shuffle(tuple(reversed(talk.hand.waiting.cards)))
    talk.play(f"H draw {_two(talk)}")

    held = [card for n, name in enumerate("ABCDEFGH") for card in talk.view(name).seats[n].down]
    thrown = {event.seat: set(event.cards) for event in talk.events(Discarded)}
    assert talk.hand.street == "after the draw"
    assert len(set(held)) == len(held) == 40
    for n, name in enumerate("ABCDEFGH"):
        assert not thrown[talk.seat(name)] & set(talk.view(name).seats[n].down)


@pytest.mark.parametrize("key", variants())
def test_field_k4_no_card_is_in_two_places(key: str) -> None:
    """Elsewhere the same card lay in a hand and on the board.

    At every moment of full tables what is held, shared, thrown away and still to come are
    different cards; all 52 of them until a draw had to shuffle again.
    """
    game, chance = variants()[key], Random(4)

    for _ in range(40):
        for hand in random_hand(game, chance, seats=game.seats.most):
            dealer = hand._dealer
            there = [dealt.card for held in dealer.holdings for dealt in held]
            there += [*dealer.community, *dealer.stub]
            assert len(set(there)) == len(there)
            thrown = [card for drawn in dealer.draws.values() for card in drawn.discarded]
            if len(hand.decks) == hand.deal:
                assert sorted([*there, *thrown]) == list(DECK)


def test_field_k6_what_can_be_dealt_is_the_legal_stock() -> None:
    """Elsewhere the list of cards to deal still had mucked ones in it.

    When a draw shuffles again, nature is offered no card that is held or that its drawer threw
    away, and an order with any other card in it is refused.
    """
    talk = drawing(hand_of(DEUCEY, EIGHT), until="G")
    mine = set(talk.view("G").seats[6].down[:2])
    talk.play(f"G draw {_two(talk)}")
    asked = talk.hand.waiting
    assert isinstance(asked, Shuffle)

    held = {dealt.card for holding in talk.hand._dealer.holdings for dealt in holding}
    assert not set(asked.cards) & (held | mine)
    assert len(asked.cards) == 12
    for order in (DECK, (*asked.cards[:-1], asked.cards[0]), (*asked.cards[:-1], min(held))):
        with pytest.raises(Illegal):
            talk.hand.shuffle(tuple(order))
