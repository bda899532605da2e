"""Chips, by double entry: every chip that reaches an account has left another one.

A server has one bank, each person on it an account, and each seat a person takes an account. The
bank alone may be below zero: that is how many chips it has handed out. A balance is the sum of an
account's postings and is written down nowhere else; an entry's postings sum to zero, and neither
is ever changed or deleted (triggers see to it).

Each entry has a key that says which act it stands for. An act delivered twice finds its key and
answers as it did the first time, from the `answer` that the entry keeps.

The functions of this module run SQL inside an act of the writer or a look of the reader.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NewType

from bot.rules.chips import Chips
from bot.store.amounts import setting_chips
from bot.store.reader import Access
from bot.table.ids import PersonId, ServerId
from bot.table.ports import Standing, TooFewChips

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.table.ids import TableId

__all__ = [
    "DAILY_CHIPS",
    "STARTING_CHIPS",
    "Account",
    "StoredLedger",
    "balance_of",
    "bank",
    "earlier",
    "enter",
    "known_person",
    "person_account",
    "seat_account",
]

Account = NewType("Account", int)
"""An account, counted by the store."""

STARTING_CHIPS = Chips(5_000)
"""What a newcomer gets where the setting `starting_chips` was never set."""

DAILY_CHIPS = Chips(500)
"""What who asks gets once a day where the setting `daily_chips` was never set."""


class StoredLedger(Access):
    """The port `Ledger`."""

    async def balance(self, server: ServerId, person: PersonId) -> Chips:
        """The chips in the person's account; a newcomer is welcomed with some first."""
        balance = await self._read(lambda db: _known_balance(db, server, person))
        if balance is None:
            balance = await self._write(lambda db: _balance(db, server, person))
        return balance

    async def at_tables(self, server: ServerId, person: PersonId) -> Chips:
        """The chips in the person's seats on this server."""
        return await self._read(lambda db: _at_tables(db, server, person))

    async def daily(self, server: ServerId, person: PersonId, *, day: int, key: str) -> bool:
        """Give the daily chips unless the person had them on that day; False if none are given.

        The entry is keyed by the day and remembers the command, which is told the same again.
        """
        return await self._write(lambda db: _daily(db, server, person, day=day, key=key))

    async def standings(self, server: ServerId) -> Sequence[Standing]:
        """Everybody who has played a settled hand here, most won first, then by person.

        Names are the last ones seen at a table, so that somebody who has left has one too.
        """
        return await self._read(lambda db: _standings(db, server))

    async def sums(self) -> Mapping[ServerId, int]:
        """The sum over all accounts of each server; anything but 0 is a bug of ours."""
        return await self._read(_sums)


def earlier(db: sqlite3.Connection, key: str) -> str | None:
    """The answer, as JSON, that the act with this key gave; None if there was no such act."""
    row = db.execute("SELECT answer FROM entries WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def enter(
    db: sqlite3.Connection,
    server: ServerId,
    key: str,
    amounts: Mapping[Account, int],
    *,
    answer: object = None,
) -> None:
    """Write an entry: what each account gets, or gives (below zero). Zeros are left out.

    Raises: TooFewChips if an account but the bank would fall below zero; with it the act ends,
    and everything the act has written is undone.
    """
    assert sum(amounts.values()) == 0, f"entry {key} makes or loses chips: {amounts}"
    cursor = db.execute(
        "INSERT INTO entries (key, server, answer) VALUES (?, ?, ?)",
        (key, server, json.dumps(answer)),
    )
    entry = cursor.lastrowid
    for account, amount in amounts.items():
        if amount < 0:
            _check_covered(db, account, -amount)
        if amount != 0:
            db.execute(
                "INSERT INTO postings (account, entry, amount) VALUES (?, ?, ?)",
                (account, entry, amount),
            )


def _check_covered(db: sqlite3.Connection, account: Account, chips: int) -> None:
    (kind,) = db.execute("SELECT kind FROM accounts WHERE account = ?", (account,)).fetchone()
    if kind == "bank":
        return
    balance = balance_of(db, account)
    if balance < chips:
        raise TooFewChips(balance)


def balance_of(db: sqlite3.Connection, account: Account) -> Chips:
    """The sum of the account's postings."""
    row = db.execute(
        "SELECT coalesce(sum(amount), 0) FROM postings WHERE account = ?", (account,)
    ).fetchone()
    return Chips(row[0])


def person_account(db: sqlite3.Connection, server: ServerId, person: PersonId) -> Account:
    """The person's account; on first sight it is opened with the server's starting chips."""
    found = known_person(db, server, person)
    if found is not None:
        return found
    account = _opened(db, "person", server, person, None)
    chips = _given(db, server, "starting_chips", STARTING_CHIPS)
    amounts = {bank(db, server): -chips, account: +chips}
    enter(db, server, f"welcome:{server}:{person}", amounts)
    return account


def seat_account(
    db: sqlite3.Connection, server: ServerId, table: TableId, person: PersonId
) -> Account:
    """The account of the person's seat at this table, the same one if he sits down again."""
    row = db.execute(
        "SELECT account FROM accounts WHERE kind = 'seat' AND table_id = ? AND person = ?",
        (table, person),
    ).fetchone()
    return _opened(db, "seat", server, person, table) if row is None else Account(row[0])


def known_person(db: sqlite3.Connection, server: ServerId, person: PersonId) -> Account | None:
    """The person's account, if the person has been seen on this server."""
    row = db.execute(
        "SELECT account FROM accounts WHERE kind = 'person' AND server = ? AND person = ?",
        (server, person),
    ).fetchone()
    return None if row is None else Account(row[0])


def _balance(db: sqlite3.Connection, server: ServerId, person: PersonId) -> Chips:
    return balance_of(db, person_account(db, server, person))


def _known_balance(db: sqlite3.Connection, server: ServerId, person: PersonId) -> Chips | None:
    account = known_person(db, server, person)
    return None if account is None else balance_of(db, account)


def bank(db: sqlite3.Connection, server: ServerId) -> Account:
    """The server's bank."""
    row = db.execute(
        "SELECT account FROM accounts WHERE kind = 'bank' AND server = ?", (server,)
    ).fetchone()
    return _opened(db, "bank", server, None, None) if row is None else Account(row[0])


def _opened(
    db: sqlite3.Connection,
    kind: str,
    server: ServerId,
    person: PersonId | None,
    table: TableId | None,
) -> Account:
    cursor = db.execute(
        "INSERT INTO accounts (kind, server, person, table_id) VALUES (?, ?, ?, ?)",
        (kind, server, person, table),
    )
    assert cursor.lastrowid is not None
    return Account(cursor.lastrowid)


def _given(db: sqlite3.Connection, server: ServerId, key: str, default: Chips) -> Chips:
    """The chips of a server setting, or the default where it was never set."""
    row = db.execute(
        "SELECT value FROM settings WHERE server = ? AND key = ?", (server, key)
    ).fetchone()
    return default if row is None else setting_chips(key, json.loads(row[0]))


def _daily(
    db: sqlite3.Connection, server: ServerId, person: PersonId, *, day: int, key: str
) -> bool:
    account = person_account(db, server, person)
    day_key = f"daily:{server}:{person}:{day}"
    giver = earlier(db, day_key)
    if giver is not None:
        return bool(json.loads(giver) == key)
    chips = _given(db, server, "daily_chips", DAILY_CHIPS)
    if chips == 0:
        return False
    enter(db, server, day_key, {bank(db, server): -chips, account: +chips}, answer=key)
    return True


def _at_tables(db: sqlite3.Connection, server: ServerId, person: PersonId) -> Chips:
    row = db.execute(
        """
        SELECT coalesce(sum(amount), 0)
        FROM accounts JOIN postings USING (account)
        WHERE kind = 'seat' AND server = ? AND person = ?
        """,
        (server, person),
    ).fetchone()
    return Chips(row[0])


def _standings(db: sqlite3.Connection, server: ServerId) -> tuple[Standing, ...]:
    rows: list[Any] = db.execute(
        """
        SELECT r.person, coalesce(p.name, ''), sum(r.net) AS won, count(*)
        FROM hand_results AS r
        LEFT JOIN people AS p ON p.server = r.server AND p.person = r.person
        WHERE r.server = ?
        GROUP BY r.person
        ORDER BY won DESC, r.person
        """,
        (server,),
    ).fetchall()
    return tuple(
        Standing(person=PersonId(person), name=name, net=net, hands=hands)
        for person, name, net, hands in rows
    )


def _sums(db: sqlite3.Connection) -> dict[ServerId, int]:
    rows = db.execute(
        """
        SELECT server, coalesce(sum(amount), 0)
        FROM accounts LEFT JOIN postings USING (account)
        GROUP BY server ORDER BY server
        """
    ).fetchall()
    return {ServerId(server): total for server, total in rows}
