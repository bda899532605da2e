"""What the record of a hand proves: who began it with what, and how it ends when replayed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from bot.rules import RULES_NUMBER
from bot.rules.actions import Illegal
from bot.rules.record import completed, difference, parse_record, replay
from bot.store.errors import NotSo
from bot.store.hands import live_hand
from bot.store.seals import seals_of
from bot.table.ids import HandId, PersonId, TableId
from bot.table.journal import replayed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.hand import Hand

__all__ = ["BROKEN", "Dealt", "Evidence", "dealt", "nets_of", "no_chance", "proven"]

BROKEN: Final = (Illegal, ValueError, LookupError, TypeError, AssertionError)
"""What reading and replaying a record that was tampered with may end in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A hand as its row has it."""

    hand: HandId
    table: TableId
    number: int
    people: tuple[PersonId, ...]
    """By seat; the last one deals."""
    state: str
    completed: str

    @property
    def called(self) -> str:
        """How the audit names it."""
        return f"Hand {self.number} of table {self.table} (number {self.hand} of all)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Stacks by person, as a hand's record has them."""

    begun: Mapping[PersonId, int]
    ended: Mapping[PersonId, int]
    """For a live hand, without what is in the middle."""
    is_replayed: bool
    """False for a hand of earlier rules: then `ended` is what its record says."""

    @property
    def nets(self) -> dict[PersonId, int]:
        """What each person won, or lost (below zero)."""
        return {person: stack - self.begun[person] for person, stack in self.ended.items()}


def dealt(db: sqlite3.Connection, hand: object) -> Dealt | None:
    """The hand with this number, if there is one. Raises: NotSo."""
    row = db.execute(
        """
        SELECT hand, table_id, number, people, state, coalesce(completed, '')
        FROM hands WHERE hand = ?
        """,
        (hand,),
    ).fetchone()
    if row is None:
        return None
    number, table, count, people, state, record = row
    try:
        listed = tuple(PersonId(int(person)) for person in json.loads(people))
    except BROKEN as broken:
        raise NotSo(f"Hand {count} of table {table}: its people are not a list.") from broken
    return Dealt(
        hand=HandId(number),
        table=TableId(table),
        number=count,
        people=listed,
        state=state,
        completed=record,
    )


def nets_of(db: sqlite3.Connection, hand: Dealt) -> dict[PersonId, int]:
    """The nets that the leaderboard counts for a hand. Raises: NotSo."""
    rows = db.execute("SELECT person, net FROM hand_results WHERE hand = ?", (hand.hand,))
    nets = {PersonId(person): int(net) for person, net in rows}
    if set(nets) != set(hand.people):
        raise NotSo(f"{hand.called}: the leaderboard counts others than those dealt in.")
    if sum(nets.values()):
        raise NotSo(f"{hand.called}: its nets sum to {sum(nets.values()):,}, not 0.")
    return nets


def proven(db: sqlite3.Connection, hand: Dealt) -> Evidence:
    """What the completed record of a settled hand proves, or the journal of a live one.

    Raises: NotSo if it does not replay.
    """
    try:
        return _of_live(db, hand) if hand.state == "live" else _of_ended(db, hand)
    except NotSo as wrong:
        raise NotSo(f"{hand.called}: {wrong}.") from wrong
    except BROKEN as broken:
        raise NotSo(f"{hand.called}: its record does not replay ({broken!r}).") from broken


def _of_ended(db: sqlite3.Connection, hand: Dealt) -> Evidence:
    written = json.loads(hand.completed)
    if written["rules"] != RULES_NUMBER:
        return _as_written(hand, written, written["result"]["stacks"])
    record = parse_record(written)
    played = replay(record, no_chance)
    if not played.over:
        raise NotSo("its record stops before the hand is over")
    found = difference(record.result or {}, completed(played)["result"])
    if found is not None:
        raise NotSo(f"its record does not replay to its result ({found})")
    _check_seals(db, hand, played)
    begun = [seat.stack for seat in record.seats]
    return _evidence(hand, begun, played.stacks, is_replayed=True)


def _of_live(db: sqlite3.Connection, hand: Dealt) -> Evidence:
    journal = live_hand(db, hand.table)
    assert journal is not None, "its row says that it is live, and it is the only one at its table"
    written = json.loads(journal.record)
    if written["rules"] != RULES_NUMBER:
        return _as_written(hand, written, None)
    played = replayed(journal).hand
    _check_seals(db, hand, played)
    begun = [seat.stack for seat in played.seats]
    return _evidence(hand, begun, played.stacks, is_replayed=True)


def _check_seals(db: sqlite3.Connection, hand: Dealt, played: Hand) -> None:
    """Every deck was dealt as its seal and the message that told of it say. Raises: NotSo."""
    seals = seals_of(db, hand.hand)
    told = db.execute("SELECT commitment FROM seals WHERE hand = ? ORDER BY deal", (hand.hand,))
    if [(seal.deck.commitment,) for seal in seals] != told.fetchall():
        raise NotSo("a commitment is not that of its sealed deck")
    orders = [s.deck.order(s.message) for s in seals if s.message is not None]
    if orders != played.decks:
        raise NotSo("its cards were not dealt as they were sealed")


def _as_written(
    hand: Dealt, written: Mapping[str, Any], ended: Mapping[str, int] | None
) -> Evidence:
    seats = written["seats"]
    begun = [int(seat["stack"]) for seat in seats]
    after = begun if ended is None else [int(ended[seat["name"]]) for seat in seats]
    return _evidence(hand, begun, after, is_replayed=False)


def _evidence(
    hand: Dealt, begun: Sequence[int], ended: Sequence[int], *, is_replayed: bool
) -> Evidence:
    """Raises: ValueError if the record has other seats than the people dealt in."""
    return Evidence(
        begun=dict(zip(hand.people, begun, strict=True)),
        ended=dict(zip(hand.people, ended, strict=True)),
        is_replayed=is_replayed,
    )


def no_chance(cards: tuple[Card, ...]) -> NoReturn:
    """What replaying asks for a shuffle that a record lacks: a kept hand has them all."""
    raise ValueError(f"the order of {len(cards)} cards is not in it")
