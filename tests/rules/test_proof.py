"""A player's proof: what it opens, what it keeps closed, and that nothing in it can be changed."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.actions import Draw
from bot.rules.asks import Ask, DrawAsk, Shuffle
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import DealtCommunity, DealtDown, DealtUp, Shown
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.proof import BadProof, Checked, check_proof, proof_of
from bot.rules.record import action_of
from bot.rules.variants import variants
from bot.table.chance import SeededChance

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.actions import Action
    from bot.rules.seal import SealedDeck

GAMES = variants()
STAYS = ("check", "call", "bring_in", "face_down", "fold")
DEALT = DealtUp | DealtDown | DealtCommunity
MESSAGE = 1_577_167_355_295_825_925


def played(game: str, players: int, seed: int = 5) -> tuple[Hand, list[tuple[SealedDeck, int]]]:
    """A hand that everybody calls or checks, all drawing two, with its sealed decks."""
    variant, chance = GAMES[game], SeededChance(seed)
    seats = tuple(SeatStart(name=name, stack=Chips(500)) for name in "ABCDEFGH"[:players])
    hand = Hand(variant, HouseRules.of(variant.options, {}), seats)
    decks: list[tuple[SealedDeck, int]] = []
    for _ in range(2_000):
        match hand.waiting:
            case Shuffle(cards=cards):
                deck = chance.seal(cards, hand="36.12", deal=len(decks) + 1)
                decks.append((deck, MESSAGE + len(decks)))
                hand.shuffle(deck.order(decks[-1][1]))
            case DrawAsk(seat=seat, cards=cards):
                hand.act(seat, Draw(cards[:2]))
            case Ask() as ask:
                hand.act(ask.seat, cheapest(ask))
            case _:
                return hand, decks
    raise AssertionError("the hand never ended")


def cheapest(ask: Ask[Any]) -> Action:
    """What keeps everybody in."""
    words = {legal.do for legal in ask.legal}
    return action_of({"do": next(do for do in STAYS if do in words)})


def checked(written: object, deal: int, decks: list[tuple[SealedDeck, int]]) -> Checked:
    deck, message = decks[deal - 1]
    return check_proof(written, commitment=deck.commitment, message=message)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_viewer_was_shown_is_open_and_nothing_else(game: str, viewer: int | None) -> None:
    hand, decks = played(game, 3)
    seat = None if viewer is None else SeatNo(viewer)
    written = proof_of(hand, decks, seat)

    shown = {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
    told = [e for e in hand.events if e.audience in (None, seat)]
    dealt = {
        card
        for e in told
        if isinstance(e, DealtUp | DealtDown | DealtCommunity)
        for card in e.cards
    }
    found = [checked(written, deal, decks).opened for deal in range(1, len(decks) + 1)]
    assert {card for opened in found for card in opened.values()} == {
        str(card) for card in shown | dealt
    }
    for deck, opened in zip(hand.decks, found, strict=True):
        assert all(str(deck[position]) == card for position, card in opened.items())


def begun(game: str, seed: int) -> tuple[Hand, SealedDeck] | None:
    """A hand of three up to its first question; None if it was wiped out before."""
    variant, chance = GAMES[game], SeededChance(seed)
    seats = tuple(SeatStart(name=name, stack=Chips(500)) for name in "ABC")
    hand = Hand(variant, HouseRules.of(variant.options, {}), seats)
    assert isinstance(hand.waiting, Shuffle)
    deck = chance.seal(hand.waiting.cards, hand="36.12", deal=1)
    hand.shuffle(deck.order(MESSAGE))
    return None if isinstance(hand.waiting, Shuffle) else (hand, deck)


@pytest.mark.parametrize("game", GAMES)
def test_in_mid_hand_others_cards_stay_closed(game: str) -> None:
    hand, deck = next(dealt for seed in range(50) if (dealt := begun(game, seed)))

    for viewer in (SeatNo(0), SeatNo(1), SeatNo(2), None):
        written = proof_of(hand, [(deck, MESSAGE)], viewer)
        view = hand.view(viewer)
        seen = {str(card) for s in view.seats for card in (*s.up, *s.down) if card is not None}
        assert set(checked(written, 1, [(deck, MESSAGE)]).opened.values()) == seen
        closed = [str(card) for card in hand.decks[0] if str(card) not in seen]
        assert len(closed) == 52 - len(seen)
        text = str(written)
        assert not [card for card in closed if f"'{card}'" in text]
        assert not [
            salt.hex()
            for card, salt in zip(deck.cards, deck.salts, strict=True)
            if str(card) in closed and salt.hex() in text
        ]


def test_deck_that_ran_out_is_proven_by_two_deals() -> None:
    hand, decks = played("draw-deucey", 8)

    assert len(decks) == 2
    written = proof_of(hand, decks, SeatNo(7))
    first, second = (checked(written, deal, decks) for deal in (1, 2))
    assert (first.leaves, second.leaves) == (52, 12)
    assert len(first.dealt) == 52
    assert len(second.dealt) == 4


def _edit(path: str, value: object) -> Callable[[Any], None]:
    def change(written: Any) -> None:
        *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
        for part in way:
            written = written[part]
        written[last] = value(written[last]) if callable(value) else value

    return change


def _flip(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


@pytest.mark.parametrize(
    "change",
    [
        _edit("deals.0.leaves.0", _flip),
        _edit("deals.0.leaves", lambda leaves: [leaves[1], leaves[0], *leaves[2:]]),
        _edit("deals.0.leaves", lambda leaves: leaves[:51]),
        _edit("deals.0.open.0.salt", _flip),
        _edit("deals.0.open.0.card", lambda card: "2c" if card != "2c" else "2d"),
        _edit("deals.0.open.0.position", lambda position: position + 1),
        _edit("deals.0.open", lambda cards: [*cards, cards[0]]),
        _edit("deals.0.message", str(MESSAGE + 1)),
        _edit("deals.0.deal", 2),
        _edit("hand", "36.13"),
        _edit("format", "axeman-hand"),
        _edit("version", 2),
    ],
)
def test_whatever_is_changed_is_caught(change: Callable[[Any], None]) -> None:
    hand, decks = played("deuces-and-jacks", 3)
    written = proof_of(hand, decks, SeatNo(0))
    checked(written, 1, decks)
    changed = copy.deepcopy(written)
    change(changed)

    with pytest.raises(BadProof):
        checked(changed, 1, decks)


def test_every_card_and_every_salt_is_bound() -> None:
    hand, decks = played("stud-jack", 3)
    written = proof_of(hand, decks, SeatNo(1))
    for index, opening in enumerate(written["deals"][0]["open"]):
        other = copy.deepcopy(written)
        other["deals"][0]["open"][index]["salt"] = _flip(opening["salt"])
        with pytest.raises(BadProof):
            checked(other, 1, decks)


def test_another_commitment_or_message_than_typed_is_caught() -> None:
    hand, decks = played("deuces-and-jacks", 3)
    written = proof_of(hand, decks, None)

    with pytest.raises(BadProof, match="No deal in this file"):
        check_proof(written, commitment="0" * 64, message=MESSAGE)
    with pytest.raises(BadProof, match="you of"):
        check_proof(written, commitment=decks[0][0].commitment, message=MESSAGE + 1)


def test_another_message_gives_another_order_even_if_the_file_agrees() -> None:
    hand, decks = played("deuces-and-jacks", 3)
    written = proof_of(hand, decks, None)
    written["deals"][0]["message"] = str(MESSAGE + 1)

    with pytest.raises(BadProof, match="as it was sealed"):
        check_proof(written, commitment=decks[0][0].commitment, message=MESSAGE + 1)


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"format": "axeman-proof", "version": 1},
        {"format": "axeman-proof", "version": 1, "hand": "1.1", "deals": [None]},
        {"format": "axeman-proof", "version": 1, "hand": "1.1", "deals": [{"leaves": ["x"]}]},
        {"format": "axeman-proof", "version": 1, "hand": 7, "deals": []},
    ],
)
def test_what_is_no_proof_is_refused_in_a_sentence(written: object) -> None:
    with pytest.raises(BadProof):
        check_proof(written, commitment="0" * 64, message=1)
