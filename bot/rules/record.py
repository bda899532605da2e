"""The hand record: a whole hand as one JSON object, in a public format.

Format "axeman-hand", version 1. A record holds what cannot be derived (game, house rules, stacks,
decks, answers); `replay` re-deals it, and `completed` writes everything out again, with the
result. Docs: `docs/hand-record.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from bot.rules import RULES_NUMBER
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
from bot.rules.asks import Ask, Legal
from bot.rules.cards import DECK, Card, parse_cards
from bot.rules.chips import Chips, SeatNo
from bot.rules.dealer import Posts
from bot.rules.events import Paid, PotAwarded, Returned, Shown
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import BadOption, HouseRules
from bot.rules.steps.blinds import BIG_BLIND
from bot.rules.unseen import UNSEEN, BadGuess, Dealing, Unseen
from bot.rules.variants import variants

if TYPE_CHECKING:
    from bot.rules.variant import Variant

__all__ = [
    "BadRecord",
    "Given",
    "HandRecord",
    "IllegalAnswer",
    "Json",
    "OrderOf",
    "action_of",
    "completed",
    "difference",
    "parse_record",
    "replay",
    "result_of",
    "start_of",
    "unique_names",
    "waiting_of",
    "written_action",
]

FORMAT: Final = "axeman-hand"
VERSION: Final = 1
ANSWERS_MAX: Final = 10_000
"""More answers than any hand can have."""
NAME_MAX: Final = 64
_BARE: Final = {kind.do: kind for kind in (Fold, Check, Call, BringIn, FaceDown, FaceUp, Leave)}
"""What a player does without saying how much or which, by its word."""

Json: TypeAlias = "dict[str, object]"
OrderOf: TypeAlias = Callable[[tuple[Card, ...]], tuple[Card, ...]]
"""Puts cards in a random order."""


class BadRecord(ValueError):
    """Not a hand record; the sentence says where and why."""


class IllegalAnswer(ValueError):
    """An answer in a record that the rules do not allow at that point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer as a record holds it."""

    seat: SeatNo
    action: Action
    by: str | None = None
    """Who pressed, if not the player: "clock". Kept, and of no consequence."""
    unseen: int = 0
    """How many cards that the record does not show a draw throws away beside those it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A parsed record. `decks` may be fewer than the shuffles, and each shorter than 52."""

    variant: Variant
    house: HouseRules
    seats: tuple[SeatStart, ...]
    decks: tuple[tuple[Card, ...], ...] = ()
    unseen: tuple[frozenset[int], ...] = ()
    """By deck, the places of cards that the record does not show; what stands there is a guess."""
    posts: Posts | None = None
    answers: tuple[Given, ...] = ()
    result: Mapping[str, object] | None = None
    void: str | None = None


# Reading.


def parse_record(written: object) -> HandRecord:
    """The record in a decoded JSON object. Raises: BadRecord."""
    source = _object(written, "A record")
    version = source.get("version")
    if source.get("format") != FORMAT or version != VERSION or isinstance(version, bool):
        raise BadRecord(f'A record has "format": "{FORMAT}" and "version": {VERSION}.')
    variant = _variant(source.get("variant"))
    seats = _seats(source.get("seats"))
    places = {seat.name: SeatNo(n) for n, seat in enumerate(seats)}
    result = source.get("result")
    void = source.get("void")
    decks = [_deck(deck) for deck in _list(source.get("decks", []), "decks")]
    return HandRecord(
        variant=variant,
        house=_house(variant, source.get("house", {})),
        seats=seats,
        decks=tuple(deck for deck, _ in decks),
        unseen=tuple(unseen for _, unseen in decks),
        posts=_posts(variant, source.get("posts"), places),
        answers=_answers(source.get("answers", []), places),
        result=None if result is None else _object(result, "result"),
        void=None if void is None else str(_object(void, "void").get("reason", "")),
    )


def action_of(written: Mapping[str, object]) -> Action:
    """The action in `{"do": "raise", "to": 40}`. Raises: BadRecord."""
    do = written.get("do")
    match do:
        case "draw":
            return Draw(_discard(written.get("discard", [])))
        case "bet":
            return Bet(_chips(written.get("to"), "to"))
        case "raise":
            return Raise(_chips(written.get("to"), "to"))
        case str() if do in _BARE:
            return _BARE[do]()
        case _:
            words = ", ".join(("bet", "raise", "draw", *_BARE))
            raise BadRecord(f'"{do}" is nothing a player does: {words}.')


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, twins told apart by #2, #3 ..."""
    taken: set[str] = set()
    unique: list[str] = []
    for name in names:
        marks = ("", *(f"#{n}" for n in range(2, len(names) + 2)))
        candidates = (name[: NAME_MAX - len(mark)] + mark for mark in marks)
        free = next(candidate for candidate in candidates if candidate not in taken)
        taken.add(free)
        unique.append(free)
    return tuple(unique)


def _variant(key: object) -> Variant:
    known = variants()
    if not isinstance(key, str) or key not in known:
        raise BadRecord(f'"variant" has to be one of: {", ".join(known)}.')
    return known[key]


def _house(variant: Variant, written: object) -> HouseRules:
    try:
        return HouseRules.of(variant.options, _object(written, "house"))
    except BadOption as refused:
        raise BadRecord(f"house: {refused}") from None


def _seats(written: object) -> tuple[SeatStart, ...]:
    entries = [_object(entry, "A seat") for entry in _list(written, "seats")]
    names = [name for entry in entries if isinstance(name := entry.get("name"), str)]
    if len(names) < len(entries) or not all(0 < len(name) <= NAME_MAX for name in names):
        raise BadRecord(f"Every seat has a name of 1 to {NAME_MAX} characters.")
    return tuple(
        SeatStart(name=name, stack=_chips(entry.get("stack"), f"The stack of {name}"))
        for name, entry in zip(unique_names(names), entries, strict=True)
    )


def _deck(written: object) -> tuple[tuple[Card, ...], frozenset[int]]:
    """A whole deck that begins as written, and the places of the cards that are not shown."""
    words = [str(card) for card in _list(written, "A deck")]
    if len(words) > len(DECK):
        raise BadRecord(f"A deck has {len(DECK)} cards, not {len(words)}.")
    named = _cards([word for word in words if word != UNSEEN])
    twice = next((card for card in named if named.count(card) > 1), None)
    if twice is not None:
        raise BadRecord(f"{twice} stands twice in a deck.")
    shown, others = iter(named), iter([card for card in DECK if card not in named])
    deck = [next(others) if word == UNSEEN else next(shown) for word in words]
    unseen = frozenset(place for place, word in enumerate(words) if word == UNSEEN)
    return (*deck, *others), unseen


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    try:
        return parse_cards(words)
    except ValueError as wrong:
        raise BadRecord(str(wrong)) from None


def _discard(written: object) -> tuple[Card, ...]:
    """The cards named in a discard; those not shown are counted elsewhere."""
    words = [str(card) for card in _list(written, "discard")]
    return _cards([word for word in words if word != UNSEEN])


def _posts(variant: Variant, written: object, places: Mapping[str, SeatNo]) -> Posts | None:
    """Who posts the blinds, as `{"small": NAME, "big": NAME}`."""
    if written is None:
        return None
    if BIG_BLIND not in variant.options:
        raise BadRecord(f"posts: {variant.title} has no blinds.")
    posts = _object(written, "posts")
    small, big = posts.get("small"), posts.get("big")
    for name in (small, big):
        if not isinstance(name, str) or name not in places:
            raise BadRecord(f"posts: nobody is called {name!r} here.")
    if small == big:
        raise BadRecord("posts: the blinds are posted by two players.")
    return Posts(small=places[str(small)], big=places[str(big)])


def _answers(written: object, places: Mapping[str, SeatNo]) -> tuple[Given, ...]:
    lines = _list(written, "answers")
    if len(lines) > ANSWERS_MAX:
        raise BadRecord(f"A hand has at most {ANSWERS_MAX:,} answers.")
    found: list[Given] = []
    for index, line in enumerate(lines):
        answer = _object(line, f"Answer {index}")
        name = answer.get("seat")
        if not isinstance(name, str) or name not in places:
            raise BadRecord(f"Answer {index}: nobody is called {name!r} here.")
        by = answer.get("by")
        try:
            action = action_of(answer)
        except BadRecord as wrong:
            raise BadRecord(f"Answer {index}: {wrong}") from None
        found.append(
            Given(
                seat=places[name],
                action=action,
                by=None if by is None else str(by),
                unseen=_unseen_in(answer) if isinstance(action, Draw) else 0,
            )
        )
    return tuple(found)


def _unseen_in(answer: Mapping[str, object]) -> int:
    discard = _list(answer.get("discard", []), "discard")
    return sum(word == UNSEEN for word in discard)


def _object(written: object, what: str) -> Mapping[str, object]:
    if not isinstance(written, Mapping):
        raise BadRecord(f"{what} has to be a JSON object.")
    return written


def _list(written: object, what: str) -> Sequence[object]:
    if not isinstance(written, Sequence) or isinstance(written, str):
        raise BadRecord(f"{what} has to be a list.")
    return written


def _chips(written: object, what: str) -> Chips:
    if not isinstance(written, int) or isinstance(written, bool) or not 0 <= written < 2**53:
        raise BadRecord(f"{what} has to be a whole number of chips.")
    return Chips(written)


# Replaying.


def replay(record: HandRecord, order_of: OrderOf) -> Hand:
    """Play a record; nature's missing answers come from `order_of`.

    Cards that the record does not show are guessed. No guess can matter: it is an error where a
    guessed card lies face up or is shown, and guessed anew where another shuffle proves it wrong.

    Raises: IllegalAnswer with the index of the answer, what was wrong and what was legal;
    BadRecord if the hand cannot begin, or cannot go on without a card that is not shown.
    """
    decks = list(record.decks)
    for _ in DECK:
        try:
            return _played(record, Dealing(decks, record.unseen, order_of))
        except BadGuess as wrong:
            if wrong.better is None:
                raise BadRecord(str(wrong)) from None
            decks[wrong.deck] = wrong.better
    raise BadRecord("The cards that are not shown fit no deal.")


def _played(record: HandRecord, dealing: Dealing) -> Hand:
    try:
        hand = Hand(record.variant, record.house, record.seats, posts=record.posts)
    except Illegal as refused:
        raise BadRecord(str(refused)) from None
    dealing.go_on(hand)
    for index, given in enumerate(record.answers):
        action = given.action
        if isinstance(action, Draw):
            action = Draw((*action.discard, *dealing.guessed(hand, given.seat, given.unseen)))
        try:
            hand.act(given.seat, action, by=given.by)
        except Illegal as refused:
            raise IllegalAnswer(f"Answer {index}: {refused}{_legal_now(hand)}") from None
        dealing.go_on(hand)
    return hand


def _legal_now(hand: Hand) -> str:
    if not isinstance(hand.waiting, Ask):
        return ""
    words = ", ".join(_spelt(legal) for legal in hand.waiting.legal)
    return f" Legal for {hand.seats[hand.waiting.seat].name}: {words}."


def _spelt(legal: Legal) -> str:
    if legal.price is not None:
        return f"{legal.do} for {legal.price}"
    if legal.cards_max is not None:
        return f"{legal.do} of up to {legal.cards_max}"
    if legal.least is None:
        return legal.do
    return f"{legal.do} to {legal.least}" + (f"-{legal.most}" if legal.most != legal.least else "")


# Writing.


def start_of(hand: Hand) -> Json:
    """The record of a hand without its answers and result."""
    posts = hand.posts
    names = [seat.name for seat in hand.seats]
    written: Json = {
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES_NUMBER,
        "variant": hand.variant.key,
        "house": hand.house.written(),
        "seats": [{"name": seat.name, "stack": seat.stack} for seat in hand.seats],
        "decks": [
            [UNSEEN if card in unseen else str(card) for card in deck]
            for deck, unseen in zip(hand.decks, hand.unseen, strict=True)
        ],
    }
    if BIG_BLIND in hand.variant.options:
        written["posts"] = {"small": names[posts.small], "big": names[posts.big]}
    return written


def completed(hand: Hand, *, void: str | None = None) -> Json:
    """The whole record, with `complete`, `waiting` and `result`.

    An event's `audience` is null if everybody may know, else the one seat that may.
    """
    thrown = Unseen.of(hand).thrown
    written = start_of(hand) | {
        "answers": [
            {"seat": hand.seats[seat].name}
            | written_action(action, unseen=thrown.get(seat, frozenset()))
            | ({"by": hand.by[index]} if index in hand.by else {})
            for index, (seat, action) in enumerate(hand.answers)
        ],
    }
    if void is not None:
        written["void"] = {"reason": void}
    over = hand.over or void is not None
    return written | {
        "complete": over,
        "waiting": None if over else waiting_of(hand),
        "result": result_of(hand, void=void is not None) if over else None,
    }


def written_action(action: Action, *, unseen: frozenset[Card] = frozenset()) -> Json:
    """An action as a record writes it; of `unseen` cards it does not tell which they are."""
    match action:
        case Bet(to=to) | Raise(to=to):
            return {"do": action.do, "to": to}
        case Draw(discard=discard):
            return {
                "do": action.do,
                "discard": [UNSEEN if card in unseen else str(card) for card in discard],
            }
        case Fold() | Check() | Call() | BringIn() | FaceUp() | FaceDown() | Leave():
            return {"do": action.do}
        case _:
            assert_never(action)


def waiting_of(hand: Hand) -> Json | None:
    """The open question, as a record writes it; None if nobody is asked."""
    ask = hand.waiting
    if not isinstance(ask, Ask):
        return None
    return {
        "seat": hand.seats[ask.seat].name,
        "deal": hand.deal,
        "street": hand.street,
        "ask": ask.kind,
        "legal": [_written_legal(legal) for legal in ask.legal],
        "also": [],
    }


def result_of(hand: Hand, *, void: bool = False) -> Json:
    """How a hand ended; a void one leaves every stack as it was."""
    name = [seat.name for seat in hand.seats]
    events = () if void else hand.events
    stacks = tuple(seat.stack for seat in hand.seats) if void else hand.stacks
    unseen = Unseen.of(hand)
    return {
        "pots": [_written_pot(e, name) for e in events if isinstance(e, PotAwarded)],
        "returned": [
            {"seat": name[e.seat], "amount": e.amount}
            for e in events
            if isinstance(e, Returned) and e.seat is not None
        ],
        "payments": [
            {"seat": name[e.seat], "card": str(e.cards[0]), "amount": e.amount, "kind": e.kind}
            for e in events
            if isinstance(e, Paid) and e.seat is not None and e.amount
        ],
        "stacks": dict(zip(name, stacks, strict=True)),
        "shown": {
            name[e.seat]: [str(card) for card in e.cards]
            for e in events
            if isinstance(e, Shown) and e.seat is not None
        },
        "events": [
            {
                "event": e.key,
                "seat": None if e.seat is None else name[e.seat],
                "cards": [UNSEEN if card in unseen.at(n) else str(card) for card in e.cards],
                "amount": e.amount,
                "audience": None if e.audience is None else name[e.audience],
                "text": unseen.hide(n, e.text(lambda seat: name[seat]), e.cards),
            }
            for n, e in enumerate(events)
        ],
    }


def difference(wanted: object, got: object, where: str = "result") -> str | None:
    """The first place where a wanted result and a real one differ; None if they agree.

    Keys that `wanted` does not have are not compared.
    """
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for key, value in wanted.items():
            if key not in got:
                return f"{where}.{key}: the replay has no such thing"
            if found := difference(value, got[key], f"{where}.{key}"):
                return found
        return None
    if isinstance(wanted, list) and isinstance(got, list):
        if len(wanted) != len(got):
            return f"{where}: the record has {len(wanted)}, the replay {len(got)}"
        pairs = zip(wanted, got, strict=True)
        found_all = (difference(w, g, f"{where}[{n}]") for n, (w, g) in enumerate(pairs))
        return next((found for found in found_all if found), None)
    return None if wanted == got else f"{where}: the record says {wanted!r}, the replay {got!r}"


def _written_legal(legal: Legal) -> Json:
    written: Json = {"do": legal.do}
    if legal.amount is not None:
        written["amount"] = legal.amount
    if legal.least is not None:
        written |= {"min": legal.least, "max": legal.most}
    if legal.price is not None:
        written["price"] = legal.price
    if legal.cards_max is not None:
        written["max"] = legal.cards_max
    return written


def _written_pot(event: PotAwarded, name: Sequence[str]) -> Json:
    return {
        "amount": event.amount,
        "eligible": [name[seat] for seat in event.eligible],
        "shares": [
            {
                "half": share.half,
                "amount": share.amount,
                "winners": {name[seat]: chips for seat, chips in share.winners},
                "why": share.why,
            }
            for share in event.shares
        ],
    }
