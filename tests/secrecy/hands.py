"""Hands in which cards change places, and what the rules have shown of them to whom.

What the rules show is found by what an event *is* (a card dealt face up, a showdown), never by
the audience that it claims, so an event with a wrong audience is caught as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from bot.rules.actions import Action, Draw
from bot.rules.asks import Shuffle
from bot.rules.cards import DECK, Card
from bot.rules.chips import SeatNo
from bot.rules.events import (
    DealtCommunity,
    DealtDown,
    DealtUp,
    Discarded,
    Event,
    Folded,
    Reshuffled,
    Shown,
    StreetOpened,
    WipedOut,
)
from bot.rules.hand import Hand
from bot.rules.record import Given, HandRecord
from bot.rules.variant import Variant
from tests.ui.random_hands import moments

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")

Viewer = SeatNo | None
"""A seat; None is the channel, and a stranger there who presses everything."""


class Kind(Enum):
    """Where a card lies that a viewer has not seen."""

    HOLE = "in another's hand"
    STUB = "not dealt"
    DISCARD = "thrown away by another"
    FOLDED = "in another's folded hand"
    WIPED = "face down in a deal that was wiped out"


# Hands.


def random_record(seed: int, game: Variant) -> HandRecord:
    """A whole hand of two players or more, as its answers; odd seeds play odd house rules."""
    house = {"odd_chip": "high_card_suit"} if seed % 2 else {}
    players = NAMES[: 2 + seed % (game.seats.most - 1)]
    *_, hand = moments(seed, players, game, **house)
    return record_of(hand)


def record_of(hand: Hand) -> HandRecord:
    """The answers that bring this hand back."""
    answers = tuple(
        Given(seat=seat, action=action, by=hand.by.get(n))
        for n, (seat, action) in enumerate(hand.answers)
    )
    return HandRecord(
        variant=hand.variant,
        house=hand.house,
        seats=hand.seats,
        decks=tuple(hand.decks),
        answers=answers,
    )


def played(record: HandRecord) -> Iterator[Hand]:
    """The hand at every question and at its end: one hand, that goes on."""
    hand = Hand(record.variant, record.house, record.seats)
    decks = iter(record.decks)
    _shuffle(hand, decks)
    yield hand
    for given in record.answers:
        hand.act(given.seat, given.action, by=given.by)
        _shuffle(hand, decks)
        yield hand


def _shuffle(hand: Hand, decks: Iterator[tuple[Card, ...]]) -> None:
    while isinstance(hand.waiting, Shuffle):
        hand.shuffle(next(decks))


def relabelled(record: HandRecord, deal: int, names: Mapping[Card, Card]) -> HandRecord:
    """The record with the cards of one deal called by other names, discards too."""
    decks: list[tuple[Card, ...]] = []
    number = 0
    for deck in record.decks:
        number += len(deck) == len(DECK)
        decks.append(_renamed(deck, names) if number == deal else deck)
    throws = any(isinstance(given.action, Draw) for given in record.answers)
    assert number == 1 or not throws, "no game both draws and deals again"
    return replace(
        record,
        decks=tuple(decks),
        answers=tuple(replace(g, action=_thrown(g.action, names)) for g in record.answers),
    )


def _thrown(action: Action, names: Mapping[Card, Card]) -> Action:
    return Draw(_renamed(action.discard, names)) if isinstance(action, Draw) else action


def _renamed(cards: Sequence[Card], names: Mapping[Card, Card]) -> tuple[Card, ...]:
    return tuple(names.get(card, card) for card in cards)


def swap(first: Card, second: Card) -> dict[Card, Card]:
    """Two cards change places."""
    return {first: second, second: first}


# What the rules have shown.


def unseen(hand: Hand, viewer: Viewer, deal: int) -> dict[Card, Kind]:
    """Every card of a deal that the rules have not shown to the viewer, and where it lies."""
    seen = _seen(hand, viewer, deal)
    return {card: place for card, place in _places(hand, deal).items() if card not in seen}


def _seen(hand: Hand, viewer: Viewer, deal: int) -> set[Card]:
    """A folded hand is never shown, nor one that nobody contests."""
    seen: set[Card] = set()
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    for event in _events(hand, deal):
        match event:
            case DealtUp() | DealtCommunity():
                seen.update(event.cards)
            case Shown() if event.seat not in folded and len(folded) < len(hand.seats) - 1:
                seen.update(event.cards)
            case DealtDown() if event.seat == viewer:
                seen.update(event.cards)
            case _:
                pass
    return seen


def _places(hand: Hand, deal: int) -> dict[Card, Kind]:
    places = dict.fromkeys(DECK, Kind.STUB)
    owners: dict[Card, SeatNo | None] = {}
    for event in _events(hand, deal):
        match event:
            case DealtDown():
                places |= dict.fromkeys(event.cards, Kind.HOLE)
                owners |= dict.fromkeys(event.cards, event.seat)
            case Discarded():
                places |= dict.fromkeys(event.cards, Kind.DISCARD)
            case Folded():
                held = [card for card, owner in owners.items() if owner == event.seat]
                places |= {card: Kind.FOLDED for card in held if places[card] is Kind.HOLE}
            case Reshuffled():
                free = [card for card, owner in owners.items() if owner != event.seat]
                places |= {card: Kind.STUB for card in free if places[card] is not Kind.HOLE}
            case WipedOut():
                places |= {card: Kind.WIPED for card in places if places[card] is Kind.HOLE}
            case _:
                pass
    return places


def _events(hand: Hand, deal: int) -> Iterator[Event]:
    now = 0
    for event in hand.events:
        now = event.deal if isinstance(event, StreetOpened) else now
        if now == deal:
            yield event
