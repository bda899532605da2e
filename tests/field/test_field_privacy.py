"""Field reports on privacy (V1, V3, V4): cards seen by those who should not see them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.rules.actions import Fold
from bot.rules.asks import BetAsk
from bot.rules.cards import Card, parse_cards
from bot.rules.events import DealtDown, Discarded, Shown
from bot.rules.hand import Hand
from bot.rules.record import completed
from bot.ui import board, private
from tests.e2e.kit import Night, a_night
from tests.e2e.test_e2e_hands import PLAIN
from tests.secrecy.logs import everything_logged, names_in
from tests.ui.kit import GAMES, scene_of, words
from tests.ui.random_hands import moments

PLAYERS = ("Ann", "Ben", "Cleo", "Dov")
HANDS = 30


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Night]:
    async with a_night(tmp_path) as made:
        yield made


# V1: a fold on the last street, or a win that nobody contests, showed cards.


def won_by_folds(game: str) -> Iterator[Hand]:
    """Hands that one player wins because all others fold, on the last street or before."""
    for seed in range(HANDS):
        last = GAMES[game].streets[-1].key
        for hand in moments(seed, PLAYERS, GAMES[game]):
            while hand.street == last and isinstance(ask := hand.waiting, BetAsk):
                hand.act(ask.seat, Fold())
            if hand.over and sum(not seat.folded for seat in hand.view(None).seats) == 1:
                yield hand
                break


@pytest.mark.parametrize("game", GAMES)
def test_field_v1_an_uncontested_win_shows_no_card(game: str) -> None:
    """Here a winner cannot opt in either: nothing is shown, to anybody, then or later."""
    hands = list(won_by_folds(game))
    assert len(hands) >= 5
    for hand in hands:
        scene = scene_of(hand)
        told = [board.result(scene), *private.history(json.loads(json.dumps(completed(hand))))]
        text = "\n".join(map(words, told))
        assert not any(isinstance(event, Shown) for event in hand.events)
        assert "No cards are shown." in text
        assert not [card for card in face_down(hand) if card.sign in text]


def face_down(hand: Hand) -> set[Card]:
    """Every card that only its owner has seen."""
    events = [event for event in hand.events if event.cards]
    down = {c for e in events if isinstance(e, DealtDown | Discarded) for c in e.cards}
    return down - {c for e in events if not isinstance(e, DealtDown | Discarded) for c in e.cards}


# V3: the whole state of the game, cards and all, reached every client.

DOWN = parse_cards(PLAIN)[:6]
"""Two each, for Ben, Cleo and Ann."""
NAMED_BY_THE_RULES = "Kd"


async def test_field_v3_nothing_sent_or_logged_in_mid_hand_holds_a_hidden_card(
    night: Night,
) -> None:
    """What a client gets includes custom ids, alt text and file names; here also the log."""
    with everything_logged() as log:
        await night.seated("axe", "Ann", "Ben", "Cleo")
        await night.deal("Ann", PLAIN)
        for _ in range(2):
            await everybody_presses_everything(night)
            await night.act("Check", "Check", "Check")

    live = night.table.live
    assert live is not None
    dealt = {card for event in live.hand.events for card in event.cards}
    stub = [c for c in live.hand.decks[0] if c not in dealt and str(c) != NAMED_BY_THE_RULES]
    assert len(stub) > 30
    assert not names_in(log, [*DOWN, *stub])
    assert night.nobody_saw_a_hole_card()
    for person in night.everybody:
        assert not names_in(person.everything_seen, stub)


async def everybody_presses_everything(night: Night) -> None:
    """What the message offers, and by a forged press the record of the hand that is played."""
    board = night.board
    more = board.buttons[-1].custom_id
    assert more is not None
    for person in night.everybody:
        for act in ("cards", "words", "rules", "more", "history"):
            await person.press(custom_id=more.replace("more", act), message=board)
        assert "not on record yet" in person.ephemerals[-1].text


# V4: whoever had the link saw every hand.


async def test_field_v4_my_cards_pressed_by_a_guest_is_refused(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    for guest in (night["Dov"], night.admin):
        await guest.press("My cards", message=night.board)
        assert "You have no cards here." in guest.ephemerals[-1].text
        await guest.slash("peek")
        assert "You have no cards here." in guest.ephemerals[-1].text
        assert not names_in(guest.everything_seen, DOWN)


async def test_a_press_forged_from_another_server_is_refused(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    cards = next(b.custom_id for b in night.board.buttons if b.label == "My cards")
    elsewhere = night.server.world.add_guild("Elsewhere")
    den = elsewhere.add_channel("den")
    eve = night.server.person("Eve", guild=elsewhere)
    eve.go(den)
    await eve.slash("axe open")
    await eve.press(custom_id=cards)

    assert "This table is closed." in eve.ephemerals[-1].text
    assert not eve.dms
