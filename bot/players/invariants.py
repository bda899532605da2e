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

from bot.rules.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Draw,
    FaceDown,
    FaceUp,
    Fold,
    Illegal,
    Leave,
    Raise,
)
from bot.rules.asks import Ask, BetAsk, DrawAsk
from bot.rules.cards import DECK, Card
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import (
    Anted,
    BlindPosted,
    BroughtIn,
    Called,
    DealtDown,
    DealtUp,
    Discarded,
    Folded,
    Opened,
    Paid,
    PotAwarded,
    Raised,
    Reshuffled,
    Returned,
    Shown,
    StreetOpened,
    WipedOut,
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
    "Felt",
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
        self._felt = Felt(hand)
        self._moments: list[_Moment] = []

    def look(self) -> None:
        """Raises: AssertionError if anything is not as it has to be."""
        hand = self._hand
        turn = len(hand.answers) % len(hand.seats)
        channel = hand.view(None)
        check_chips(hand, channel)
        check_pots(hand, channel)
        check_amount_to_call(hand, channel)
        check_cards(hand, self._felt)
        check_nonsense_is_refused(hand)
        # One seat's view at a time, in turn: a hand has more answers than seats.
        for view in (channel, hand.view(SeatNo(turn))):
            check_secrets(hand, view, self._felt)
        self._remember()
        if hand.over:
            for seat in range(len(hand.seats)):
                check_secrets(hand, hand.view(SeatNo(seat)), self._felt)
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
    """What is owed comes from the bets of the round alone: never from antes, payments, prices.

    A blind or a bring-in is owed in full, even if its owner could not put it all in.

    Source: rulings X9, S6, D11.
    """
    ask = hand.waiting
    if not isinstance(ask, BetAsk):
        return
    bets = [0] * len(hand.seats)
    values = cast("Mapping[str, int]", hand.house.values)
    forced = values.get("big_blind", 0) if len(channel.streets) == 1 else 0
    for event in channel.streets[-1].events:
        if isinstance(event, Opened | Raised | Called | BlindPosted | BroughtIn):
            assert event.seat is not None
            assert event.amount is not None
            bets[event.seat] += event.amount
        if isinstance(event, BroughtIn):
            forced = values["bring_in"]
    assert bets == [seat.bet for seat in channel.seats]
    stack = hand.stacks[ask.seat]
    owed = max(forced, *bets) - bets[ask.seat]
    if ask.bring_in is not None:
        assert not any(bets), "a bring-in comes before every bet"
        assert ask.bring_in == min(stack, values["bring_in"])
    assert ask.owed == owed
    assert ask.to_call == min(owed, stack)
    assert stack > 0, "a seat with no chips is asked to bet"
    if ask.least is not None and ask.most is not None:
        assert max(bets) < ask.least <= ask.most <= bets[ask.seat] + stack


def check_cards(hand: Hand, felt: Felt | None = None) -> None:
    """Every card came from the top of the deck, and none is in two places.

    Source: rulings G3, D3, W7; field reports K1, K2, K4.
    """
    felt = felt or Felt(hand)
    felt.catch_up()
    view = hand.view(None)
    for seat in view.seats:
        assert len(seat.down) + len(seat.up) == len(felt.held[seat.seat]), "a card went astray"
    everywhere = [card for cards in felt.held for card in cards] + felt.community
    assert len(set(everywhere)) == len(everywhere), "a card was dealt twice"


def check_secrets(hand: Hand, view: View, felt: Felt | None = None) -> None:
    """A view holds no card that lies face down before another seat, unless it was shown.

    Of the past it holds just the events that its viewer may know, and none that everybody may
    know names a card that is not face up.
    """
    felt = felt or Felt(hand)
    felt.catch_up()
    leaked = felt.hidden_from(view.viewer) & _cards_in(replace(view, streets=()))
    assert not leaked, f"seat {view.viewer} sees {leaked}"
    told = [event for street in view.streets for event in street.events]
    heard = [
        event
        for event in hand.events
        if event.audience in (None, view.viewer) and not isinstance(event, StreetOpened)
    ]
    assert told == heard[len(heard) - len(told) :], "a view tells what its viewer never heard"
    for event in told:
        public = event.audience is None
        assert not public or not event.cards or event.key in _FACE_UP, f"{event.key} is public"


class Felt:
    """Where every card is, worked out from the decks and the events of a hand alone."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._followed = 0
        self._shuffles = 1
        self._deck: list[Card] = list(hand.decks[0])
        self._folded: set[SeatNo] = set()
        self._shown: set[Card] = set()
        self.community: list[Card] = []
        seats = range(len(hand.seats))
        self.held: list[list[Card]] = [[] for _ in seats]
        self._down: list[set[Card]] = [set() for _ in seats]
        self._thrown: list[set[Card]] = [set() for _ in seats]
        """By seat, all it threw away in this deal."""
        self._muck: list[set[Card]] = [set() for _ in seats]
        """By seat, what of that has not been shuffled in again."""
        assert sorted(self._deck) == list(DECK), "a deal begins with a whole deck"

    def catch_up(self) -> None:
        """Follow what happened since the last time. Raises: AssertionError."""
        events = self._hand.events
        for event in events[self._followed :]:
            self._follow(event)
        self._followed = len(events)

    def _follow(self, event: Event) -> None:  # noqa: C901 - one branch for each kind of event
        """Move the cards as told."""
        seat, cards = event.seat, event.cards
        if isinstance(event, DealtDown | DealtUp):
            assert seat is not None
            assert seat not in self._folded, "a folded seat got a card"
            assert not self._thrown[seat] & set(cards), "a discard came back to its owner"
            self._from_the_top(cards)
            self.held[seat] += cards
            if isinstance(event, DealtDown):
                self._down[seat].update(cards)
        elif event.key == "dealt_community":
            self._from_the_top(cards)
            self.community += cards
        elif isinstance(event, Shown):
            self._shown.update(cards)
        elif isinstance(event, Folded) and seat is not None:
            self._folded.add(seat)
        elif isinstance(event, Discarded) and seat is not None:
            self._thrown[seat].update(cards)
            self._muck[seat].update(cards)
            self._down[seat] -= set(cards)
            self.held[seat] = [card for card in self.held[seat] if card not in cards]
        elif isinstance(event, Reshuffled) and seat is not None:
            self._take_next_deck(keep=seat)
        elif isinstance(event, WipedOut):
            for place in (self.held, self._down, self._thrown, self._muck):
                for pile in place:
                    pile.clear()
            self.community.clear()
            self._deck = self._next_deck()
            assert sorted(self._deck) == list(DECK), "a deal begins with a whole deck"

    def hidden_from(self, viewer: SeatNo | None) -> set[Card]:
        """Cards face down before others or thrown away by them; none the viewer knew itself."""
        found: set[Card] = set()
        for seat, (down, muck) in enumerate(zip(self._down, self._muck, strict=True)):
            if seat != viewer:
                found |= down | muck
        own = set() if viewer is None else {*self.held[viewer], *self._thrown[viewer]}
        return found - self._shown - own

    def _next_deck(self) -> list[Card]:
        self._shuffles += 1
        return list(self._hand.decks[self._shuffles - 1])

    def _from_the_top(self, cards: tuple[Card, ...]) -> None:
        assert list(cards) == self._deck[: len(cards)], "the deck was not dealt from the top"
        del self._deck[: len(cards)]

    def _take_next_deck(self, *, keep: SeatNo) -> None:
        """After a reshuffle: all but what live seats hold and the drawing seat threw away."""
        held = {
            card
            for seat, cards in enumerate(self.held)
            if seat not in self._folded
            for card in cards
        }
        self._deck = self._next_deck()
        out = held | self._muck[keep]
        assert set(self._deck) == set(DECK) - out, "other cards were shuffled than are free"
        # What was folded is in the deck again, and no secret of its holder any more.
        for seat in self._folded:
            self.held[seat] = []
            self._down[seat].clear()
        for thrower, muck in enumerate(self._muck):
            if thrower != keep:
                muck.clear()


def check_nonsense_is_refused(hand: Hand) -> None:
    """What is not allowed is refused, and refusing it changes nothing."""
    before = (list(hand.answers), hand.stacks, hand.question, len(hand.events), hand.waiting)
    # What `check` refuses `act` has to refuse as well: they take turns, to save time.
    way = hand.act if len(hand.answers) % 2 else hand.check
    for seat, action in _nonsense(hand):
        try:
            way(seat, action)
        except Illegal as refused:
            assert str(refused), "a refusal says why"  # noqa: PT017 - not a test's raise
        else:
            raise AssertionError(f"seat {seat} was allowed {action}")
    after = (list(hand.answers), hand.stacks, hand.question, len(hand.events), hand.waiting)
    assert before == after, "a refused action changed something"


_FACE_UP: Final = {"dealt_up", "dealt_community", "paid", "shown", "wiped_out"}
"""Events that name a card to everybody."""


def _moved(event: Event) -> Iterator[tuple[SeatNo, int]]:
    """What an event does to stacks."""
    if isinstance(event, PotAwarded):
        for share in event.shares:
            yield from share.winners
    elif event.seat is not None and event.amount:
        if isinstance(event, Returned):
            yield event.seat, event.amount
        elif isinstance(event, Anted | BlindPosted | BroughtIn | Paid | Opened | Called | Raised):
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
    bare_words: tuple[Action, ...] = (
        Fold(),
        Check(),
        Call(),
        BringIn(),
        FaceUp(),
        FaceDown(),
        Draw(),
    )
    yield from ((ask.seat, bare) for bare in bare_words if bare.do not in words)
    if isinstance(ask, DrawAsk):
        strange = next(card for card in DECK if card not in ask.cards)
        for wrong in (ask.cards[:3], ask.cards[:1] * 2, (strange,), (ask.cards[0], strange)):
            yield ask.seat, Draw(wrong)
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
