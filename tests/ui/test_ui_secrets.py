"""No message of the channel ever shows a card that lies face down."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bot.rules.events import Shown
from bot.rules.record import completed
from bot.ui import board, private
from tests.ui.kit import people_of, scene_of, third, words
from tests.ui.random_hands import moments, public

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.hand import Hand

PLAYERS = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")


def hidden(hand: Hand) -> list[Card]:
    """Every card face down, but for hands that were shown."""
    shown = {event.seat for event in hand.events if isinstance(event, Shown)}
    seats = [hand.view(seat.seat).seats[seat.seat] for seat in hand.view(None).seats]
    return [card for seat in seats if seat.seat not in shown for card in seat.down if card]


def without_stand_ins(text: str) -> str:
    """A wild card may stand for a card that somebody holds."""
    return re.sub(r"wild as \S+", "", text)


@pytest.mark.parametrize("seed", range(40))
def test_channel_never_sees_a_hidden_card(seed: int) -> None:
    for hand in moments(seed, PLAYERS[: 2 + seed % 7]):
        text = without_stand_ins("\n".join(map(words, public(scene_of(hand)))))
        for card in hidden(hand):
            assert card.sign not in text
            assert card.words not in text


@pytest.mark.parametrize("seed", range(10))
def test_finished_hand_keeps_folded_cards_secret(seed: int) -> None:
    *_, hand = moments(seed, PLAYERS)

    pages = private.history(json.loads(json.dumps(completed(hand))))

    text = "\n".join(map(words, pages))
    assert not [card for card in hidden(hand) if card.sign in text]


def test_my_cards_shows_only_mine() -> None:
    scene = scene_of(third())
    ann, ben, _ = people_of(third())

    assert "7\u2665" in words(private.my_cards(scene, ann))
    assert "7\u2665" not in words(private.my_cards(scene, ben))


def test_a_street_with_a_secret_is_not_drawn() -> None:
    hand = third()
    first = hand.view(None).seats[0].seat
    scene = scene_of(hand, hand_options={"view": lambda _: hand.view(first)})

    with pytest.raises(AssertionError, match="secret"):
        board.street(scene)
