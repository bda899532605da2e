"""The walk: every entry once more, in the order they were made, as if each chip moved again.

So a balance that was below zero for a moment is found too, and each settled hand is held against
the stacks that its seats had when it ended.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.store.errors import NotSo
from bot.store.evidence import dealt, nets_of, proven
from bot.store.ledger import Account

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

    from bot.store.evidence import Dealt, Evidence

__all__ = ["Audited", "Walk"]

HAND_KEY: Final = "hand:"
"""How the key of an entry begins that settles a hand; the hand's id follows."""


@dataclass(slots=True, kw_only=True)
class Audited:
    """How much was proven. Owned by the walk until it is over."""

    servers: int = 0
    accounts: int = 0
    entries: int = 0
    postings: int = 0
    settled: int = 0
    void: int = 0
    live: int = 0
    earlier: int = 0
    """Hands of earlier rules among them, which today's rules cannot replay."""


class _Holder(NamedTuple):
    """Whose an account is."""

    kind: str
    server: int
    person: int | None
    table: int | None

    @property
    def called(self) -> str:
        match self.kind:
            case "seat":
                return f"the seat of person {self.person} at table {self.table}"
            case "person":
                return f"the balance of person {self.person} on server {self.server}"
            case _:
                return f"the bank of server {self.server}"


class _Entry(NamedTuple):
    number: int
    key: str
    amounts: Mapping[Account, int]

    @property
    def called(self) -> str:
        return f"Entry {self.number} ({self.key})"


class Walk:
    """One walk through a database that stands still meanwhile."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._holders = {
            Account(account): _Holder(*holder)
            for account, *holder in db.execute(
                "SELECT account, kind, server, person, table_id FROM accounts"
            )
        }
        self._seats = {
            (holder.table, holder.person): account
            for account, holder in self._holders.items()
            if holder.kind == "seat"
        }
        self._balances = dict.fromkeys(self._holders, 0)
        servers = {holder.server for holder in self._holders.values()}
        self.found = Audited(servers=len(servers), accounts=len(self._holders))

    def go(self) -> None:
        """Walk, and compare where it has led. Raises: NotSo."""
        for entry in _entries(self._db):
            total = sum(entry.amounts.values())
            if total:
                raise NotSo(f"{entry.called}: its postings sum to {total:,}, not 0.")
            if entry.key.startswith(HAND_KEY):
                self._check_settled(entry)
            for account, amount in entry.amounts.items():
                self._move(entry, account, amount)
            self.found.entries += 1
            self.found.postings += len(entry.amounts)
        self._compare()
        self._check_live()

    def _move(self, entry: _Entry, account: Account, amount: int) -> None:
        holder = self._holders.get(account)
        if holder is None:
            raise NotSo(f"{entry.called} moves chips of account {account}, which there is not.")
        balance = self._balances[account] + amount
        if balance < 0 and holder.kind != "bank":
            raise NotSo(f"{entry.called} takes {holder.called} down to {balance:,}.")
        self._balances[account] = balance

    def _compare(self) -> None:
        """Every account is the sum of its postings, and all of those stand in entries."""
        rows = self._db.execute("SELECT account, sum(amount) FROM postings GROUP BY account")
        sums = dict.fromkeys(self._holders, 0) | dict(rows)
        for account, holder in self._holders.items():
            if sums[account] != self._balances[account]:
                raise NotSo(
                    f"Account {account}, {holder.called}: its postings sum to {sums[account]:,}, "
                    f"and the entries give it {self._balances[account]:,}."
                )

    # Hands.

    def _check_settled(self, entry: _Entry) -> None:
        """The hand whose chips an entry is about to move."""
        hand = dealt(self._db, entry.key.removeprefix(HAND_KEY))
        if hand is None:
            raise NotSo(f"{entry.called} moves the chips of a hand that there is not.")
        if hand.state != "settled":
            raise NotSo(f"{hand.called} is {hand.state}, and entry {entry.number} moves its chips.")
        nets = nets_of(self._db, hand)
        moved = {self._seats.get((hand.table, person)): net for person, net in nets.items() if net}
        if moved != entry.amounts:
            raise NotSo(f"{hand.called}: entry {entry.number} moves other chips than its nets.")
        proof = self._begun_as_recorded(hand)
        for person, net in nets.items():
            if net != proof.nets[person]:
                raise NotSo(
                    f"{hand.called}: its record ends with {proof.nets[person]:+,} for person "
                    f"{person}, and it was settled with {net:+,}."
                )
        self.found.settled += 1

    def _check_live(self) -> None:
        """Every live hand, when all entries have been walked."""
        rows = self._db.execute("SELECT hand, state FROM hands WHERE state <> 'settled'")
        for number, state in rows.fetchall():
            if state == "void":
                self.found.void += 1
                continue
            hand = dealt(self._db, number)
            assert hand is not None, "it was there a moment ago, and this is the same moment"
            self._begun_as_recorded(hand)
            self.found.live += 1

    def _begun_as_recorded(self, hand: Dealt) -> Evidence:
        """What the hand's record proves: its players begin with what their seats hold now."""
        proof = proven(self._db, hand)
        for person, stack in proof.begun.items():
            account = self._seats.get((hand.table, person))
            held = 0 if account is None else self._balances[account]
            if held != stack:
                raise NotSo(
                    f"{hand.called}: person {person} begins it with {stack:,}, "
                    f"and has {held:,} at the table."
                )
        self.found.earlier += not proof.is_replayed
        return proof


def _entries(db: sqlite3.Connection) -> Iterator[_Entry]:
    """Every entry with its postings, oldest first."""
    rows = db.execute(
        """
        SELECT entry, key, account, amount FROM entries LEFT JOIN postings USING (entry)
        ORDER BY entry
        """
    )
    with closing(rows):
        for (number, key), postings in groupby(rows, lambda row: row[:2]):
            amounts = {Account(a): amount for _, _, a, amount in postings if a is not None}
            yield _Entry(number, key, amounts)
