"""What is so at every moment of every hand of every game.

Each check looks at a hand from outside, through its views, events and record, and recomputes what
it can by another way. A broken one is an AssertionError: a bug in the rules, never a player's
mistake. Simulations run them after every answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from bot.rules.actions import Action, Bet, Call, Check, Fold, Illegal, Leave, Raise
from bot.rules.asks import Ask, BetAsk
from bot.rules.cards import Card
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import (
    Anted,
    Called,
    DealtDown,
    Folded,
    Opened,
    Paid,
    PotAwarded,
    Raised,
    Returned,
    Shown,
)
from bot.rules.house import HouseRules
from bot.rules.ranking import HandValue
from bot.rules.record import completed, parse_record
from bot.rules.record import replay as replay_record
from bot.rules.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.asks import Question
    from bot.rules.events import Event
    from bot.rules.hand import Hand
    from bot.rules.record import HandRecord
    from bot.rules.view import View

__all__ = [
    "Watch",
    "check_amount_to_call",
    "check_cards",
    "check_chips",
    "check_nonsense_is_refused",
    "check_pots",
    "check_secrets",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moment:
    """What a replay of the first answers has to bring back."""

    waiting: Question | None
    question: int
    stacks: tuple[Chips, ...]
    events_told: int


class Watch:
    """Looks over one hand: call `look` before the first answer and after every one.

    With `every_cut` the hand is replayed from each of its answers when it is over, which costs
    the square of its length.
    """

    def __init__(self, hand: Hand, *, every_cut: bool = False) -> None:
        self._hand = hand
        self._every_cut = every_cut
        self._moments: list[_Moment] = []

    def look(self) -> None:
        """Raises: AssertionError if anything is not as it has to be."""
        hand = self._hand
        turn = len(hand.answers) % len(hand.seats)
        channel = hand.view(None)
        check_chips(hand, channel)
        check_pots(hand, channel)
        check_amount_to_call(hand, channel)
        check_cards(hand)
        check_nonsense_is_refused(hand)
        # One seat's view at a time, in turn: a hand has more answers than seats.
        for view in (channel, hand.view(SeatNo(turn))):
            check_secrets(hand, view)
        self._remember()
        if hand.over:
            for seat in range(len(hand.seats)):
                check_secrets(hand, hand.view(SeatNo(seat)))
            self._check_replays()

    def _remember(self) -> None:
        hand = self._hand
        moment = _Moment(
            waiting=hand.waiting,
            question=hand.question,
            stacks=hand.stacks,
            events_told=len(hand.events),
        )
        if self._moments and not isinstance(hand.answers[-1][1], Leave):
            assert hand.question > self._moments[-1].question, "an answered question stays open"
        self._moments.append(moment)

    def _check_replays(self) -> None:
        """The record brings the hand back, whole and, if wanted, from every cut."""
        hand = self._hand
        assert len(self._moments) == len(hand.answers) + 1, "a moment was not looked at"
        record = parse_record(json.loads(json.dumps(completed(hand))))
        last = len(hand.answers)
        for cut in range(0 if self._every_cut else last, last + 1):
            _check_replay(hand, record, cut, self._moments[cut])


def check_chips(hand: Hand, channel: View) -> None:
    """No chip is made or lost, and what was told of them adds up to the stacks."""
    assert sum(hand.stacks) + channel.pot == sum(seat.stack for seat in hand.seats)
    assert min(hand.stacks) >= 0, "a stack is below zero"
    told = [int(seat.stack) for seat in hand.seats]
    for event in hand.events:
        for seat, chips in _moved(event):
            told[seat] += chips
    assert tuple(told) == hand.stacks, "the events tell another story than the stacks"


def check_pots(hand: Hand, channel: View) -> None:
    """Pots hold chips, can be won by live seats, and sum to the middle.

    Source: ruling G12. After the end: every pot went to seats that could win it.
    """
    live = {seat.seat for seat in channel.seats if not seat.folded}
    assert live, "somebody is always in"
    assert sum(pot.amount for pot in channel.pots) == channel.pot
    assert len({pot.eligible for pot in channel.pots}) == len(channel.pots), "equal pots are one"
    for pot in channel.pots:
        assert pot.amount > 0
        assert pot.eligible, "a pot that nobody can win"
        assert pot.eligible <= live, "a folded seat could win"
    awards = [event for event in hand.events if isinstance(event, PotAwarded)]
    for award in awards:
        assert award.amount is not None
        assert set(award.eligible) <= live
        assert sum(share.amount for share in award.shares) == award.amount
        for share in award.shares:
            assert sum(chips for _, chips in share.winners) == share.amount
            assert {seat for seat, _ in share.winners} <= set(award.eligible)
    if hand.over:
        assert channel.pot == 0, "chips were left in the middle"


def check_amount_to_call(hand: Hand, channel: View) -> None:
    """What is owed comes from the bets of the round alone: never from antes or payments.

    Source: ruling X9.
    """
    ask = hand.waiting
    if not isinstance(ask, BetAsk):
        return
    bets = [0] * len(hand.seats)
    for event in channel.streets[-1].events:
        if isinstance(event, Opened | Raised | Called):
            assert event.seat is not None
            assert event.amount is not None
            bets[event.seat] += event.amount
    assert bets == [seat.bet for seat in channel.seats]
    stack = hand.stacks[ask.seat]
    owed = max(bets) - bets[ask.seat]
    assert ask.owed == owed
    assert ask.to_call == min(owed, stack)
    assert stack > 0, "a seat with no chips is asked to bet"
    if ask.least is not None and ask.most is not None:
        assert max(bets) < ask.least <= ask.most <= bets[ask.seat] + stack


def check_cards(hand: Hand) -> None:
    """No card is in two places, and with a single shuffle they came in the order of the deck."""
    view = hand.view(None)
    held = [len(seat.down) + len(seat.up) for seat in view.seats]
    dealt = [card for event in hand.events if event.key in _DEALT for card in event.cards]
    if len(hand.decks) == 1:
        assert dealt == list(hand.decks[0][: len(dealt)]), "the deck was not dealt from the top"
        assert sum(held) + len(view.community) == len(dealt), "a card went astray"
    assert len(set(dealt)) == len(dealt) or len(hand.decks) > 1, "a card was dealt twice"


def check_secrets(hand: Hand, view: View) -> None:
    """A view holds no card that lies face down before another seat, unless it was shown."""
    secret: set[Card] = set()
    for event in hand.events:
        if isinstance(event, DealtDown) and event.seat != view.viewer:
            secret.update(event.cards)
        elif isinstance(event, Shown) or len(hand.decks) > 1:
            # With a new deck a card that was face down can be dealt to anybody.
            secret.difference_update(event.cards)
    leaked = secret & _cards_in(view)
    assert not leaked, f"seat {view.viewer} sees {leaked}"


def check_nonsense_is_refused(hand: Hand) -> None:
    """What is not allowed is refused, and refusing it changes nothing."""
    before = (list(hand.answers), hand.stacks, hand.question, len(hand.events), hand.waiting)
    for seat, action in _nonsense(hand):
        for way in (hand.check, hand.act):
            try:
                way(seat, action)
            except Illegal as refused:
                assert str(refused), "a refusal says why"  # noqa: PT017 - not a test's raise
            else:
                raise AssertionError(f"seat {seat} was allowed {action}")
    after = (list(hand.answers), hand.stacks, hand.question, len(hand.events), hand.waiting)
    assert before == after, "a refused action changed something"


_DEALT: Final = {"dealt_down", "dealt_up", "dealt_community"}


def _moved(event: Event) -> Iterator[tuple[SeatNo, int]]:
    """What an event does to stacks."""
    if isinstance(event, PotAwarded):
        for share in event.shares:
            yield from share.winners
    elif event.seat is not None and event.amount:
        if isinstance(event, Returned):
            yield event.seat, event.amount
        elif isinstance(event, Anted | Paid | Opened | Called | Raised):
            yield event.seat, -event.amount


def _nonsense(hand: Hand) -> Iterator[tuple[SeatNo, Action]]:
    """Actions that nobody may do now."""
    seats = len(hand.seats)
    yield SeatNo(-1), Leave()
    yield SeatNo(seats), Leave()
    yield SeatNo(seats), Fold()
    ask = hand.waiting
    if not isinstance(ask, Ask):
        for seat in range(seats):
            yield from ((SeatNo(seat), action) for action in (Fold(), Check(), Call(), Leave()))
        return
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    for seat in range(seats):
        if seat != ask.seat or seat in folded:
            yield SeatNo(seat), Fold()
            yield SeatNo(seat), Check()
        if hand.has_left(SeatNo(seat)):
            yield SeatNo(seat), Leave()
    words = {legal.do: legal for legal in ask.legal}
    for bare in (Fold(), Check(), Call()):
        if bare.do not in words:
            yield ask.seat, bare
    for kind in (Bet, Raise):
        legal = words.get(kind.do)
        amounts = {-(2**40), -20, -1, 0, 2**53}
        if legal is None or legal.least is None or legal.most is None:
            amounts |= {1, 20, 40}
        else:
            amounts |= {legal.least - 1, legal.most + 1}
        yield from ((ask.seat, kind(Chips(to))) for to in sorted(amounts))


def _cards_in(value: object) -> set[Card]:
    """Every card that can be read from a value, however deep."""
    found: set[Card] = set()
    unread = [value]
    while unread:
        thing = unread.pop()
        kind: type = type(thing)
        if kind in _WITHOUT_CARDS:
            continue
        if kind is Card:
            found.add(cast("Card", thing))
        elif isinstance(thing, HandValue):
            found.update(thing.cards)  # what a wild card stands for is nobody's card
        elif isinstance(thing, tuple | list | set | frozenset):
            unread.extend(thing)
        elif isinstance(thing, Mapping):
            unread.extend(thing.keys())
            unread.extend(thing.values())
        else:
            unread.extend([getattr(thing, name) for name in _field_names(kind)])
    return found


_WITHOUT_CARDS: Final = frozenset({int, bool, str, type(None), Variant, HouseRules})
"""Kinds of value in a view that hold no card of the hand."""


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Of a dataclass, its fields; of anything else nothing."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _check_replay(hand: Hand, record: HandRecord, cut: int, moment: _Moment) -> None:
    again = replay_record(replace(record, answers=record.answers[:cut]), _no_chance)
    assert again.waiting == moment.waiting, f"after {cut} answers another question is open"
    assert again.question == moment.question
    assert again.stacks == moment.stacks
    assert again.events == hand.events[: moment.events_told]
    if cut == len(hand.answers):
        assert completed(again) == completed(hand)


def _no_chance(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    raise AssertionError(f"a replay shuffled {len(cards)} cards: the record misses a deck")
