"""Hands and their journal: a hand is live, then settled or void, and never live again.

While a hand is live no chip of it moves; its answers are written down one by one, and together
with the hand's record they bring it back after a crash. At its end one transaction does the rest.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.chips import SeatNo
from bot.store.ledger import balance_of, enter
from bot.store.reader import Access
from bot.store.seals import keep_seal, note_message, seals_of
from bot.store.seats import account_at, leave_and_add, server_of_open
from bot.table.ids import HandId, PersonId, TableId
from bot.table.ports import KeptHand, SavedAnswer, SavedHand

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.rules.chips import Chips
    from bot.table.ids import ServerId
    from bot.table.ports import NewHand, SavedSeal, Settlement

__all__ = ["StoredHands", "live_hand", "newest_hand", "void_live_hand"]


class StoredHands(Access):
    """The part of the port `TableStore` that is about hands.

    What a table must never ask (a hand of people without a seat, nets that do not sum to zero or
    exceed a stack, settling a void hand) is an AssertionError and changes nothing.
    """

    async def begin_hand(self, new: NewHand) -> HandId:
        """Write the hand's row with its sealed deck, the button and the number of hands.

        If an earlier try at the same number did land, though its caller was told it had not, its
        row is replaced: it was never posted, so nobody has heard of it.
        """
        return await self._write(lambda db: _begin(db, new))

    async def save_seal(self, hand: HandId, seal: SavedSeal) -> SavedSeal:
        """Keep the deck of a later deal; the one that stands, if there is one already."""
        return await self._write(lambda db: keep_seal(db, hand, seal))

    async def open_seal(self, hand: HandId, seal: SavedSeal, line: SavedAnswer) -> bool:
        """Keep the seal's message and the shuffle; False if the shuffle has its line already."""
        return await self._write(lambda db: _open_seal(db, hand, seal, line))

    async def append(self, hand: HandId, line: SavedAnswer) -> bool:
        """Journal an answer; False if (hand, question, seat) has one already or the hand is over.

        The first answer stands. Not cancelled by cancelling the wait.
        """
        return await self._write(lambda db: _append(db, hand, line))

    async def answers(self, hand: HandId) -> Sequence[SavedAnswer]:
        """The journal of a hand, in the order its lines were given; it outlives the hand."""
        return await self._read(lambda db: _journal(db, hand))

    async def settle(self, settlement: Settlement) -> None:
        """Move every net, cash out who left, close the hand; a second time changes nothing."""
        await self._write(lambda db: _settle(db, settlement))

    async def void(
        self, hand: HandId, *, reason: str, record: str | None, stack_max: Chips
    ) -> None:
        """Close the hand without moving a net; a second time changes nothing."""

        def void(db: sqlite3.Connection) -> None:
            if _void(db, hand, reason=reason, record=record):
                leave_and_add(db, _row(db, hand)[0], hand, stack_max)

        await self._write(void)

    async def kept_hand(self, table: TableId, number: int) -> KeptHand | None:
        """A hand that has ended; None if it is live or unknown."""
        return await self._read(lambda db: _kept(db, table, number))


def live_hand(db: sqlite3.Connection, table: TableId) -> SavedHand | None:
    """The table's live hand with its journal, if there is one."""
    hand = newest_hand(db, table)
    return None if hand is None or hand.has_ended else hand


def newest_hand(db: sqlite3.Connection, table: TableId, *, but: int = 0) -> SavedHand | None:
    """The table's last hand with its journal, live or not; with `but`, one so many earlier."""
    row = db.execute(
        """
        SELECT hand, number, people, record, state, reason FROM hands
        WHERE table_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?
        """,
        (table, but),
    ).fetchone()
    if row is None:
        return None
    hand, number, people, record, state, reason = row
    return SavedHand(
        hand=HandId(hand),
        number=number,
        people=tuple(PersonId(person) for person in json.loads(people)),
        record=record,
        answers=_journal(db, HandId(hand)),
        seals=seals_of(db, HandId(hand)),
        has_ended=state != "live",
        void=reason,
    )


def void_live_hand(db: sqlite3.Connection, table: TableId, *, reason: str) -> None:
    """Void the table's live hand, if there is one; its record stays as it was begun."""
    hand = live_hand(db, table)
    if hand is not None:
        _void(db, hand.hand, reason=reason, record=None)


def _journal(db: sqlite3.Connection, hand: HandId) -> tuple[SavedAnswer, ...]:
    rows = db.execute(
        "SELECT question, seat, answer FROM answers WHERE hand = ? ORDER BY line", (hand,)
    ).fetchall()
    return tuple(
        SavedAnswer(question=question, seat=SeatNo(seat), answer=answer)
        for question, seat, answer in rows
    )


def _begin(db: sqlite3.Connection, new: NewHand) -> HandId:
    server_of_open(db, new.table)
    for person in new.people:
        account_at(db, new.table, person)
    assert len(set(new.people)) == len(new.people), "nobody is dealt in twice"
    _drop_unheard(db, new)
    assert live_hand(db, new.table) is None, f"table {new.table} has a live hand already"
    updated = db.execute(
        "UPDATE tables SET button = ?, hands = ? WHERE table_id = ? AND hands = ? - 1",
        (new.button, new.number, new.table, new.number),
    )
    assert updated.rowcount == 1, f"hand {new.number} is not the next one of table {new.table}"
    cursor = db.execute(
        "INSERT INTO hands (table_id, number, button, people, record) VALUES (?, ?, ?, ?, ?)",
        (new.table, new.number, new.button, json.dumps(new.people), new.record),
    )
    assert cursor.lastrowid is not None
    hand = HandId(cursor.lastrowid)
    keep_seal(db, hand, new.seal)
    return hand


def _drop_unheard(db: sqlite3.Connection, new: NewHand) -> None:
    """Take out the row of an earlier try at this number; its seal has no message."""
    live = live_hand(db, new.table)
    if live is None or live.number != new.number:
        return
    assert not live.answers, f"hand {new.number} of table {new.table} has been dealt"
    db.execute("DELETE FROM seals WHERE hand = ?", (live.hand,))
    db.execute("DELETE FROM hands WHERE hand = ?", (live.hand,))
    db.execute("UPDATE tables SET hands = ? - 1 WHERE table_id = ?", (new.number, new.table))


def _open_seal(db: sqlite3.Connection, hand: HandId, seal: SavedSeal, line: SavedAnswer) -> bool:
    if not _append(db, hand, line):
        return False
    note_message(db, hand, seal)
    return True


def _append(db: sqlite3.Connection, hand: HandId, line: SavedAnswer) -> bool:
    cursor = db.execute(
        """
        INSERT INTO answers (hand, question, seat, answer)
        SELECT hand, ?, ?, ? FROM hands WHERE hand = ? AND state = 'live'
        ON CONFLICT (hand, question, seat) DO NOTHING
        """,
        (line.question, line.seat, line.answer, hand),
    )
    return cursor.rowcount == 1


def _settle(db: sqlite3.Connection, settlement: Settlement) -> None:
    hand = settlement.hand
    table, people, state = _row(db, hand)
    if state == "settled":
        return
    assert state == "live", f"hand {hand} is void and cannot be settled"
    assert set(settlement.nets) == set(people), "a net for each person dealt in, and nobody else"
    server = server_of_open(db, table)
    _move_nets(db, server, table, hand, settlement.nets)
    db.execute(
        """
        UPDATE hands SET state = 'settled', completed = ?, ended_at = unixepoch() WHERE hand = ?
        """,
        (settlement.record, hand),
    )
    leave_and_add(db, table, hand, settlement.stack_max)


def _move_nets(
    db: sqlite3.Connection,
    server: ServerId,
    table: TableId,
    hand: HandId,
    nets: Mapping[PersonId, int],
) -> None:
    amounts = {account_at(db, table, person): net for person, net in nets.items()}
    for account, net in amounts.items():
        assert balance_of(db, account) + net >= 0, f"hand {hand} takes more than a stack holds"
    enter(db, server, f"hand:{hand}", amounts)
    db.executemany(
        "INSERT INTO hand_results (hand, server, person, net) VALUES (?, ?, ?, ?)",
        [(hand, server, person, net) for person, net in nets.items()],
    )


def _row(db: sqlite3.Connection, hand: HandId) -> tuple[TableId, tuple[PersonId, ...], str]:
    row = db.execute("SELECT table_id, people, state FROM hands WHERE hand = ?", (hand,)).fetchone()
    assert row is not None, f"there is no hand {hand}"
    table, people, state = row
    return TableId(table), tuple(PersonId(person) for person in json.loads(people)), state


def _void(db: sqlite3.Connection, hand: HandId, *, reason: str, record: str | None) -> bool:
    """Whether it was live till now."""
    _, _, state = _row(db, hand)
    assert state != "settled", f"hand {hand} is settled and cannot be voided"
    cursor = db.execute(
        """
        UPDATE hands SET state = 'void', completed = COALESCE(?, record), reason = ?,
            ended_at = unixepoch()
        WHERE hand = ? AND state = 'live'
        """,
        (record, reason, hand),
    )
    return cursor.rowcount == 1


def _kept(db: sqlite3.Connection, table: TableId, number: int) -> KeptHand | None:
    row = db.execute(
        """
        SELECT hand, people, completed FROM hands
        WHERE table_id = ? AND number = ? AND completed IS NOT NULL
        """,
        (table, number),
    ).fetchone()
    if row is None:
        return None
    hand, people, record = row
    return KeptHand(
        people=tuple(PersonId(person) for person in json.loads(people)),
        record=record,
        seals=seals_of(db, HandId(hand)),
    )
