"""Forgetting people and servers, as `docs/decisions/0007-forgetting.md` decides.

A person's name goes, the chips go back to the bank, and the number stays: entries are never
changed. A server goes as a whole, and with it all that its entries could be held against.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.rules.chips import Chips
from bot.store.ledger import balance_of, bank, earlier, enter, known_person
from bot.store.nameless import renamed, renaming
from bot.store.reader import Access
from bot.table.ids import ChannelId, HandId
from bot.table.ports import StillSeated

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from bot.store.reader import Reader
    from bot.store.writer import Writer
    from bot.table.ids import PersonId, ServerId

__all__ = ["StoredForgetting"]

BATCH: Final = 20
"""Hands told again at a time, so that tables which are playing do not wait."""


class _Kept(NamedTuple):
    """A hand that has ended."""

    hand: HandId
    people: str
    record: str
    completed: str
    reason: str | None
    """Why it is void; the sentence may speak of players."""


class StoredForgetting(Access):
    """The port `Forgetting`."""

    def __init__(self, *, writer: Writer, reader: Reader) -> None:
        super().__init__(writer=writer, reader=reader)
        self._turn = asyncio.Lock()
        """Held by whoever forgets: two at once would undo each other in a hand of both."""

    async def forget_person(self, server: ServerId, person: PersonId, *, key: str) -> Chips:
        """Let go of a person's name and chips on a server; how many chips that were.

        The chips and all that is kept outside hands go at once, then the name goes from one hand
        after another. If that is cut off, the command has not been answered: given again, it goes
        on where it was.

        Raises: StillSeated, StoreFailed.
        """
        async with self._turn:
            chips = await self._write(lambda db: _let_go(db, server, person, key=key))
            last = await self._read(_last_hand)
            after = HandId(0)
            while kept := await self._read(
                lambda db, after=after: _kept(db, server, person, after, last)  # type: ignore[misc]
            ):
                told = await asyncio.to_thread(_without, kept, person)
                await self._write(lambda db, told=told: _replace(db, told))  # type: ignore[misc]
                after = kept[-1].hand
        return chips

    async def forget_server(self, server: ServerId) -> bool:
        """Delete everything about a server, for good, in one transaction; whether there was any.

        None of its tables may run any more. Raises: StoreFailed.
        """
        async with self._turn:
            return await self._write(lambda db: _forget_server(db, server))


def _let_go(db: sqlite3.Connection, server: ServerId, person: PersonId, *, key: str) -> Chips:
    entry_key = f"forget:{server}:{person}:{key}"
    answer = earlier(db, entry_key)
    if answer is not None:
        return Chips(json.loads(answer))
    _check_not_seated(db, server, person)
    account = known_person(db, server, person)
    if account is None:
        return Chips(0)
    chips = balance_of(db, account)
    enter(db, server, entry_key, {account: -chips, bank(db, server): +chips}, answer=chips)
    for statement in _PERSONAL:
        db.execute(statement, {"server": server, "person": person})
    return chips


def _check_not_seated(db: sqlite3.Connection, server: ServerId, person: PersonId) -> None:
    row = db.execute(
        """
        SELECT channel FROM seats JOIN tables USING (table_id)
        WHERE server = ? AND person = ? ORDER BY table_id
        """,
        (server, person),
    ).fetchone()
    if row is not None:
        raise StillSeated(ChannelId(row[0]))


_PERSONAL: Final = (
    "DELETE FROM people WHERE server = :server AND person = :person",
    """
    DELETE FROM posts WHERE table_id IN (SELECT table_id FROM tables WHERE server = :server)
    AND channel IN (SELECT channel FROM dm_channels WHERE person = :person)
    """,
    # The DM channel serves every server on which the person plays.
    """
    DELETE FROM dm_channels WHERE person = :person
    AND NOT EXISTS (SELECT 1 FROM people WHERE people.person = :person)
    """,
)


# Names in kept hands.


def _last_hand(db: sqlite3.Connection) -> HandId:
    (last,) = db.execute("SELECT coalesce(max(hand), 0) FROM hands").fetchone()
    return HandId(last)


def _kept(
    db: sqlite3.Connection, server: ServerId, person: PersonId, after: HandId, last: HandId
) -> list[_Kept]:
    """The person's next hands on this server that have ended, oldest first."""
    rows = db.execute(
        """
        SELECT hand, people, record, completed, reason
        FROM hands JOIN tables USING (table_id), json_each(people) AS dealt
        WHERE hand > ? AND hand <= ? AND server = ? AND dealt.value = ? AND state <> 'live'
        ORDER BY hand LIMIT ?
        """,
        (after, last, server, person, BATCH),
    ).fetchall()
    return [_Kept(*row) for row in rows]


def _without(kept: Sequence[_Kept], person: PersonId) -> list[_Kept]:
    return [_told_of_somebody(hand, json.loads(hand.people).index(person)) for hand in kept]


def _told_of_somebody(hand: _Kept, seat: int) -> _Kept:
    old, new = renaming(hand.record, seat)
    return hand._replace(
        record=renamed(hand.record, old, new),
        completed=renamed(hand.completed, old, new),
        reason=hand.reason and hand.reason.replace(old, new),
    )


def _replace(db: sqlite3.Connection, told: Sequence[_Kept]) -> None:
    db.executemany(
        "UPDATE hands SET record = ?, completed = ?, reason = ? WHERE hand = ?",
        [(hand.record, hand.completed, hand.reason, hand.hand) for hand in told],
    )


# Servers.


_TABLES: Final = "table_id IN (SELECT table_id FROM tables WHERE server = :server)"
_HANDS: Final = f"hand IN (SELECT hand FROM hands WHERE {_TABLES})"  # noqa: S608 - it is ours

ROWS_OF_A_SERVER: Final = {
    "dm_channels": (
        "person IN (SELECT person FROM people WHERE server = :server) "
        "AND person NOT IN (SELECT person FROM people WHERE server <> :server)"
    ),
    "posts": _TABLES,
    "answers": _HANDS,
    "hand_results": _HANDS,
    "seals": _HANDS,
    "hands": _TABLES,
    "seats": _TABLES,
    "postings": "account IN (SELECT account FROM accounts WHERE server = :server)",
    "accounts": "server = :server",
    "entries": "server = :server",
    "tables": "server = :server",
    "people": "server = :server",
    "house_rules": "server = :server",
    "settings": "server = :server",
}
"""Which rows of a table are about a server, in an order in which none is left hanging."""


def _forget_server(db: sqlite3.Connection, server: ServerId) -> bool:
    before = db.total_changes
    with _deletable(db):
        for table, rows in ROWS_OF_A_SERVER.items():
            statement = f"DELETE FROM {table} WHERE {rows}"  # noqa: S608 - both are ours
            db.execute(statement, {"server": server})
    return db.total_changes > before


@contextmanager
def _deletable(db: sqlite3.Connection) -> Iterator[None]:
    """Take the triggers away that forbid to delete from the ledger, and put them back.

    It is done inside one transaction: nobody else ever sees the database without them, and if
    anything fails they were never gone.
    """
    triggers = db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '*_not_deleted'"
    ).fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        db.execute(sql)
