"""Tables: opened in a channel, revived after a restart, closed with everybody paid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.chips import Chips
from bot.store.hands import newest_hand, void_live_hand
from bot.store.ledger import earlier, enter, person_account
from bot.store.reader import Access
from bot.store.seals import last_commitment
from bot.store.seats import account_at, seats_at
from bot.table.ids import ChannelId, PersonId, Place, ServerId, TableId
from bot.table.ports import ChannelTaken, SavedTable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.store.ledger import Account
    from bot.table.ports import NewTable

__all__ = ["StoredTables"]


class StoredTables(Access):
    """The part of the port `TableStore` that is about whole tables."""

    async def open_table(self, new: NewTable, *, key: str) -> TableId:
        """The new table; the same one if the command is delivered again.

        Raises: ChannelTaken, also if the table that the command opened is closed by now.
        """
        return await self._write(lambda db: _open(db, new, key=key))

    async def load_tables(self) -> Sequence[SavedTable]:
        """Every open table, by id, all as of the same moment."""
        return await self._read(_load)

    async def load_table(self, table: TableId) -> SavedTable | None:
        """One open table; None if it is closed."""
        return next(iter(await self._read(lambda db: _load(db, table))), None)

    async def save_host(self, table: TableId, host: PersonId) -> None:
        """Another host."""
        await self._write(
            lambda db: db.execute("UPDATE tables SET host = ? WHERE table_id = ?", (host, table))
        )

    async def close_table(self, table: TableId, *, key: str) -> Mapping[PersonId, Chips]:
        """Cash every seat out and close the table; what went back to each balance.

        A hand that is still live is voided in the same transaction, its record as it was begun;
        its answers stay in the journal. A table that is closed already gives nothing back.
        """
        return await self._write(lambda db: _close(db, table, key=key))


def _open(db: sqlite3.Connection, new: NewTable, *, key: str) -> TableId:
    entry_key = f"open_table:{new.channel}:{key}"
    answer = earlier(db, entry_key)
    if answer is None:
        table = _open_once(db, new)
        enter(db, new.server, entry_key, {}, answer=table)
        return table
    opened: int = json.loads(answer)
    row = db.execute(
        "SELECT 1 FROM tables WHERE table_id = ? AND closed_at IS NULL", (opened,)
    ).fetchone()
    if row is None:
        raise ChannelTaken("The table that was opened with this command is closed by now.")
    return TableId(opened)


def _open_once(db: sqlite3.Connection, new: NewTable) -> TableId:
    cursor = db.execute(
        """
        INSERT INTO tables (server, channel, variant, host, overrides, settings)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (channel) WHERE closed_at IS NULL DO NOTHING
        """,
        (new.server, new.channel, new.variant, new.host, new.overrides, new.settings),
    )
    if cursor.rowcount == 0:
        raise ChannelTaken("This channel has an open table already. Close it, or use a thread.")
    assert cursor.lastrowid is not None
    return TableId(cursor.lastrowid)


def _load(db: sqlite3.Connection, only: TableId | None = None) -> tuple[SavedTable, ...]:
    rows = db.execute(
        """
        SELECT table_id, server, channel, variant, host, overrides, settings, button, hands
        FROM tables WHERE closed_at IS NULL AND (?1 IS NULL OR table_id = ?1) ORDER BY table_id
        """,
        (only,),
    ).fetchall()
    return tuple(
        SavedTable(
            table=TableId(table),
            server=ServerId(server),
            channel=ChannelId(channel),
            variant=variant,
            host=PersonId(host),
            overrides=overrides,
            settings=settings,
            button=None if button is None else Place(button),
            hands=hands,
            seats=seats_at(db, TableId(table)),
            hand=newest_hand(db, TableId(table)),
            before=newest_hand(db, TableId(table), but=1),
            commitment=last_commitment(db, TableId(table)),
        )
        for table, server, channel, variant, host, overrides, settings, button, hands in rows
    )


def _close(db: sqlite3.Connection, table: TableId, *, key: str) -> dict[PersonId, Chips]:
    entry_key = f"close_table:{table}:{key}"
    answer = earlier(db, entry_key)
    if answer is None:
        answer = json.dumps(_close_once(db, table, entry_key))
    return {PersonId(person): Chips(chips) for person, chips in json.loads(answer)}


def _close_once(db: sqlite3.Connection, table: TableId, entry_key: str) -> list[tuple[int, int]]:
    """Pay everybody in one entry; who got what, by place."""
    row = db.execute(
        "SELECT server FROM tables WHERE table_id = ? AND closed_at IS NULL", (table,)
    ).fetchone()
    if row is None:
        return []
    server = ServerId(row[0])
    void_live_hand(db, table, reason="the table was closed")
    amounts: dict[Account, int] = {}
    paid: list[tuple[int, int]] = []
    for seat in seats_at(db, table):
        amounts[account_at(db, table, seat.person)] = -seat.stack
        amounts[person_account(db, server, seat.person)] = +seat.stack
        paid.append((seat.person, seat.stack))
    enter(db, server, entry_key, amounts, answer=paid)
    db.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    db.execute("UPDATE tables SET closed_at = unixepoch() WHERE table_id = ?", (table,))
    return paid
