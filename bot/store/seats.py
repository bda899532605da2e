"""The chairs of a table: who sits there, with what, and chips on their way to and from them.

A chair's stack is the balance of its account in the ledger; the row of the seat holds the rest.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.chips import Chips
from bot.store.amounts import moved
from bot.store.ledger import (
    Account,
    balance_of,
    earlier,
    enter,
    person_account,
    seat_account,
)
from bot.store.reader import Access
from bot.table.ids import PersonId, Place, ServerId
from bot.table.ports import AlreadySeated
from bot.table.scene import Chair

if TYPE_CHECKING:
    import sqlite3

    from bot.table.ids import HandId, TableId

__all__ = ["StoredSeats", "account_at", "leave_and_add", "seats_at", "server_of_open"]


class StoredSeats(Access):
    """The part of the port `TableStore` that is about chairs.

    Keys are told apart by command, table and person, so one interaction may both free a chair
    and close the table. Asking for what the table should have refused itself (moving chips at a
    closed table, or those of somebody in the live hand) is an AssertionError and changes nothing.
    """

    async def sit_down(self, table: TableId, seat: Chair, *, key: str) -> None:
        """Take a chair and move `seat.stack` from the balance to it.

        Raises: BadAmount, TooFewChips, AlreadySeated.
        """
        chips = moved(seat.stack)
        await self._write(lambda db: _sit_down(db, table, seat, chips, key=key))

    async def top_up(self, table: TableId, person: PersonId, chips: Chips, *, key: str) -> None:
        """Move chips from the balance to the seat; `adding` goes to zero.

        Raises: BadAmount, TooFewChips.
        """
        amount = moved(chips)
        await self._write(lambda db: _top_up(db, table, person, amount, key=key))

    async def stand_up(self, table: TableId, person: PersonId, *, key: str) -> Chips:
        """Cash the seat out and free the chair; what went back to the balance."""
        return await self._write(lambda db: _stand_up(db, table, person, key=key))

    async def save_seat(self, table: TableId, seat: Chair) -> None:
        """Keep the name and the flags of a seat; its stack is the ledger's, its place fixed."""
        await self._write(lambda db: _save_seat(db, table, seat))


def seats_at(db: sqlite3.Connection, table: TableId) -> tuple[Chair, ...]:
    """The taken chairs, by place, lowest first."""
    rows = db.execute(
        """
        SELECT place, person, name, account, sitting_out, leaving, strikes, adding
        FROM seats WHERE table_id = ? ORDER BY place
        """,
        (table,),
    ).fetchall()
    return tuple(
        Chair(
            place=Place(place),
            person=PersonId(person),
            name=name,
            stack=balance_of(db, Account(account)),
            sitting_out=bool(sitting_out),
            leaving=bool(leaving),
            strikes=strikes,
            adding=Chips(adding),
        )
        for place, person, name, account, sitting_out, leaving, strikes, adding in rows
    )


def server_of_open(db: sqlite3.Connection, table: TableId) -> ServerId:
    """The server of a table that must be open."""
    row = db.execute(
        "SELECT server FROM tables WHERE table_id = ? AND closed_at IS NULL", (table,)
    ).fetchone()
    assert row is not None, f"table {table} is not open"
    return ServerId(row[0])


def account_at(db: sqlite3.Connection, table: TableId, person: PersonId) -> Account:
    """The account of somebody who must have a seat at this table."""
    row = db.execute(
        "SELECT account FROM seats WHERE table_id = ? AND person = ?", (table, person)
    ).fetchone()
    assert row is not None, f"person {person} has no seat at table {table}"
    return Account(row[0])


def _cash_out(db: sqlite3.Connection, table: TableId, person: PersonId, *, entry_key: str) -> Chips:
    """Move the whole stack back to the balance and free the chair; the chips moved."""
    server = server_of_open(db, table)
    account = account_at(db, table, person)
    stack = balance_of(db, account)
    purse = person_account(db, server, person)
    enter(db, server, entry_key, {account: -stack, purse: +stack}, answer=stack)
    db.execute("DELETE FROM seats WHERE table_id = ? AND person = ?", (table, person))
    return stack


def leave_and_add(db: sqlite3.Connection, table: TableId, hand: HandId, stack_max: Chips) -> None:
    """A hand is over: whoever got up during it is cashed out, and chips asked for are added.

    They are added up to a stack of `stack_max`, and not at all if the balance does not hold them.
    """
    for seat in seats_at(db, table):
        if seat.leaving:
            _cash_out(db, table, seat.person, entry_key=f"departure:{hand}:{seat.person}")
        elif seat.adding:
            chips = Chips(max(0, min(seat.adding, stack_max - seat.stack)))
            _add(db, table, seat.person, chips, entry_key=f"after:{hand}:{seat.person}")


def _sit_down(
    db: sqlite3.Connection, table: TableId, seat: Chair, chips: Chips, *, key: str
) -> None:
    entry_key = f"sit_down:{table}:{seat.person}:{key}"
    if earlier(db, entry_key) is not None:
        return
    server = server_of_open(db, table)
    account = seat_account(db, server, table, seat.person)
    purse = person_account(db, server, seat.person)
    _take_chair(db, table, seat, account)
    enter(db, server, entry_key, {purse: -chips, account: +chips})
    _save_name(db, server, seat)


def _take_chair(db: sqlite3.Connection, table: TableId, seat: Chair, account: Account) -> None:
    flags = (seat.sitting_out, seat.leaving, seat.strikes, seat.adding)
    cursor = db.execute(
        """
        INSERT INTO seats (table_id, place, person, account, name,
                           sitting_out, leaving, strikes, adding)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        (table, seat.place, seat.person, account, seat.name, *flags),
    )
    if cursor.rowcount == 0:
        raise AlreadySeated("You have a seat here already, or somebody has taken that chair.")


def _top_up(
    db: sqlite3.Connection, table: TableId, person: PersonId, chips: Chips, *, key: str
) -> None:
    entry_key = f"top_up:{table}:{person}:{key}"
    if earlier(db, entry_key) is not None:
        return
    server = server_of_open(db, table)
    assert not _is_dealt_in(db, table, person), "table stakes: no chips are added during a hand"
    purse = person_account(db, server, person)
    enter(db, server, entry_key, {purse: -chips, account_at(db, table, person): +chips})
    _nothing_to_add(db, table, person)


def _add(
    db: sqlite3.Connection, table: TableId, person: PersonId, chips: Chips, *, entry_key: str
) -> None:
    server = server_of_open(db, table)
    purse = person_account(db, server, person)
    if 0 < chips <= balance_of(db, purse):
        enter(db, server, entry_key, {purse: -chips, account_at(db, table, person): +chips})
    _nothing_to_add(db, table, person)


def _nothing_to_add(db: sqlite3.Connection, table: TableId, person: PersonId) -> None:
    db.execute("UPDATE seats SET adding = 0 WHERE table_id = ? AND person = ?", (table, person))


def _stand_up(db: sqlite3.Connection, table: TableId, person: PersonId, *, key: str) -> Chips:
    entry_key = f"stand_up:{table}:{person}:{key}"
    answer = earlier(db, entry_key)
    if answer is not None:
        return Chips(json.loads(answer))
    assert not _is_dealt_in(db, table, person), "chips in a hand stay on the table until it ends"
    return _cash_out(db, table, person, entry_key=entry_key)


def _is_dealt_in(db: sqlite3.Connection, table: TableId, person: PersonId) -> bool:
    row = db.execute(
        """
        SELECT 1 FROM hands, json_each(hands.people) AS dealt
        WHERE table_id = ? AND state = 'live' AND dealt.value = ?
        """,
        (table, person),
    ).fetchone()
    return row is not None


def _save_seat(db: sqlite3.Connection, table: TableId, seat: Chair) -> None:
    cursor = db.execute(
        """
        UPDATE seats SET name = ?, sitting_out = ?, leaving = ?, strikes = ?, adding = ?
        WHERE table_id = ? AND place = ? AND person = ?
        """,
        (
            seat.name,
            seat.sitting_out,
            seat.leaving,
            seat.strikes,
            seat.adding,
            table,
            seat.place,
            seat.person,
        ),
    )
    assert cursor.rowcount == 1, f"person {seat.person} is not in chair {seat.place}"
    _save_name(db, server_of_open(db, table), seat)


def _save_name(db: sqlite3.Connection, server: ServerId, seat: Chair) -> None:
    db.execute(
        """
        INSERT INTO people (server, person, name) VALUES (?, ?, ?)
        ON CONFLICT (server, person) DO UPDATE SET name = excluded.name
        """,
        (server, seat.person, seat.name),
    )
