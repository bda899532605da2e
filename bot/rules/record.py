"""The hand record: a whole hand as one JSON object, in a public format.

Format "axeman-hand", version 1. A record holds what cannot be derived (game, house rules, stacks,
decks, answers); `replay` re-deals it, and `completed` writes everything out again, with the
result. Docs: `docs/hand-record.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from bot.rules import RULES_NUMBER
from bot.rules.actions import Action, Bet, Call, Check, Fold, Illegal, Leave, Raise
from bot.rules.asks import Ask, Legal, Shuffle
from bot.rules.cards import DECK, Card
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import Paid, PotAwarded, Returned, Shown
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import BadOption, HouseRules
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A parsed record. `decks` may be fewer than the shuffles, and each shorter than 52."""

    variant: Variant
    house: HouseRules
    seats: tuple[SeatStart, ...]
    decks: tuple[tuple[Card, ...], ...] = ()
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
    return HandRecord(
        variant=variant,
        house=_house(variant, source.get("house", {})),
        seats=seats,
        decks=tuple(_deck(deck) for deck in _list(source.get("decks", []), "decks")),
        answers=_answers(source.get("answers", []), places),
        result=None if result is None else _object(result, "result"),
        void=None if void is None else str(_object(void, "void").get("reason", "")),
    )


def action_of(written: Mapping[str, object]) -> Action:
    """The action in `{"do": "raise", "to": 40}`. Raises: BadRecord."""
    do = written.get("do")
    match do:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case "leave":
            return Leave()
        case "bet":
            return Bet(_chips(written.get("to"), "to"))
        case "raise":
            return Raise(_chips(written.get("to"), "to"))
        case _:
            raise BadRecord(
                f'"{do}" is nothing a player does: fold, check, call, bet, raise, leave.'
            )


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


def _deck(written: object) -> tuple[Card, ...]:
    try:
        named = [Card.parse(str(card)) for card in _list(written, "A deck")]
    except ValueError as wrong:
        raise BadRecord(str(wrong)) from None
    twice = next((card for card in named if named.count(card) > 1), None)
    if twice is not None:
        raise BadRecord(f"{twice} stands twice in a deck.")
    return (*named, *(card for card in DECK if card not in named))


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
        found.append(Given(seat=places[name], action=action, by=None if by is None else str(by)))
    return tuple(found)


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

    Raises: IllegalAnswer with the index of the answer, what was wrong and what was legal;
    BadRecord if the hand cannot begin.
    """
    try:
        hand = Hand(record.variant, record.house, record.seats)
    except Illegal as refused:
        raise BadRecord(str(refused)) from None
    decks = iter(record.decks)
    _shuffle(hand, decks, order_of)
    for index, given in enumerate(record.answers):
        try:
            hand.act(given.seat, given.action, by=given.by)
        except Illegal as refused:
            raise IllegalAnswer(f"Answer {index}: {refused}{_legal_now(hand)}") from None
        _shuffle(hand, decks, order_of)
    return hand


def _shuffle(hand: Hand, decks: Iterator[tuple[Card, ...]], order_of: OrderOf) -> None:
    while isinstance(hand.waiting, Shuffle):
        cards = hand.waiting.cards
        named = next(decks, None)
        hand.shuffle(order_of(cards) if named is None else tuple(c for c in named if c in cards))


def _legal_now(hand: Hand) -> str:
    if not isinstance(hand.waiting, Ask):
        return ""
    words = ", ".join(_spelt(legal) for legal in hand.waiting.legal)
    return f" Legal for {hand.seats[hand.waiting.seat].name}: {words}."


def _spelt(legal: Legal) -> str:
    if legal.least is None:
        return legal.do
    return f"{legal.do} to {legal.least}" + (f"-{legal.most}" if legal.most != legal.least else "")


# Writing.


def start_of(hand: Hand) -> Json:
    """The record of a hand without its answers and result."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES_NUMBER,
        "variant": hand.variant.key,
        "house": hand.house.written(),
        "seats": [{"name": seat.name, "stack": seat.stack} for seat in hand.seats],
        "decks": [[str(card) for card in deck] for deck in hand.decks],
    }


def completed(hand: Hand, *, void: str | None = None) -> Json:
    """The whole record, with `complete`, `waiting` and `result`.

    An event's `audience` is null if everybody may know, else the one seat that may.
    """
    written = start_of(hand) | {
        "answers": [
            {"seat": hand.seats[seat].name}
            | written_action(action)
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


def written_action(action: Action) -> Json:
    """An action as a record writes it."""
    match action:
        case Bet(to=to) | Raise(to=to):
            return {"do": action.do, "to": to}
        case Fold() | Check() | Call() | Leave():
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
                "cards": [str(card) for card in e.cards],
                "amount": e.amount,
                "audience": None if e.audience is None else name[e.audience],
                "text": e.text(lambda seat: name[seat]),
            }
            for e in events
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
