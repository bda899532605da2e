"""No message of the channel ever shows a card that lies face down."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bot.rules.asks import DrawAsk
from bot.rules.events import DealtCommunity, DealtDown, DealtUp, Discarded, Shown
from bot.rules.record import completed
from bot.ui import board, private, windows
from bot.ui.emojis import PLAIN, Face
from bot.ui.ids import Press
from tests.ui.kit import DRAW_DEUCEY, GAMES, PICTURES, TABLE, people_of, scene_of, third, words
from tests.ui.random_hands import WHERE, moments, public

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.hand import Hand

PLAYERS = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")


def hidden(hand: Hand) -> set[Card]:
    """Every card that was dealt face down or thrown away."""
    return set(private_to(hand))


def is_drawn(card: Card, text: str) -> bool:
    """Whether a card is shown, by its sign or its picture."""
    return card.sign in text or Face(card).name in text


def without_stand_ins(text: str) -> str:
    """A wild card may stand for a card that somebody holds."""
    return re.sub(r"wild as \S+", "", text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(24))
def test_channel_never_sees_a_hidden_card(seed: int, game: str) -> None:
    for hand in moments(seed, PLAYERS[: 2 + seed % 7], GAMES[game]):
        told = face_up(hand)
        for faces in (PLAIN, PICTURES):
            text = without_stand_ins("\n".join(map(words, public(scene_of(hand), faces))))
            for card in hidden(hand) - told:
                assert not is_drawn(card, text)
                assert card.words not in text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_sent_what_another_holds_drew_or_threw_away(seed: int, game: str) -> None:
    for hand in moments(seed, PLAYERS, GAMES[game]):
        if hand.over:
            return
        scene, told = scene_of(hand), face_up(hand)
        for seat, person in enumerate(people_of(hand)):
            others = {card for card, owners in private_to(hand).items() if seat not in owners}
            mine = hand.view(None).seats[seat].seat
            sent = [
                private.my_cards(scene, person, PICTURES),
                private.dm(scene, mine, WHERE, PICTURES),
            ]
            text = without_stand_ins("\n".join(map(words, sent)))
            assert not [card for card in others - told if is_drawn(card, text)]


@pytest.mark.parametrize("seed", range(12))
def test_only_the_drawer_is_asked_with_cards(seed: int) -> None:
    for hand in moments(seed, PLAYERS, DRAW_DEUCEY):
        if not isinstance(hand.waiting, DrawAsk):
            continue
        scene = scene_of(hand)
        press = Press(table=TABLE, hand=12, question=hand.question, act="change")
        for seat in (None, *(seat.seat for seat in hand.view(None).seats)):
            asked = hand.view(seat).waiting
            assert isinstance(asked, DrawAsk)
            assert bool(asked.cards) == (seat == asked.seat)
            if seat is not None:
                window = windows.change_cards(scene, people_of(hand)[seat], press)
                assert (window is not None) == (seat == asked.seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_finished_hand_keeps_folded_cards_secret(seed: int, game: str) -> None:
    *_, hand = moments(seed, PLAYERS, GAMES[game])

    pages = private.history(json.loads(json.dumps(completed(hand))))

    text = "\n".join(map(words, pages))
    assert not [card for card in hidden(hand) - face_up(hand) if card.sign in text]


def private_to(hand: Hand) -> dict[Card, set[int]]:
    """Every card that was dealt face down or thrown away, and the seats that had it."""
    owners: dict[Card, set[int]] = {}
    for event in hand.events:
        if isinstance(event, DealtDown | Discarded) and event.seat is not None:
            for card in event.cards:
                owners.setdefault(card, set()).add(event.seat)
    return owners


def face_up(hand: Hand) -> set[Card]:
    """Every card that lay face up in some deal, or was shown."""
    events = (e for e in hand.events if isinstance(e, DealtUp | DealtCommunity | Shown))
    return {card for event in events for card in event.cards}


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
