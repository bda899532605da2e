"""What a dead bot leaves behind: its database as it lies there, and what must be so in it.

Books are read from a copy of the files, because whoever opens a database after a crash repairs
it, and the next life has to do that itself.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.chips import SeatNo
from bot.store.audit import audited
from bot.store.errors import NotSo
from bot.store.ledger import STARTING_CHIPS
from bot.store.seals import seals_of
from bot.table.ids import HandId, PersonId
from bot.table.journal import replayed
from bot.table.ports import SavedAnswer, SavedHand

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.table.table import LiveHand

__all__ = ["Aftermath", "Books", "Confirmed", "KeptHand", "Lost", "read_books"]


class Lost(AssertionError):
    """Something was lost, done twice, or told wrongly."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A press that was answered with the table as it was after it."""

    hand: int
    """The hand's number at its table."""
    question: int
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptHand:
    """A hand as the database has it."""

    saved: SavedHand
    state: str
    nets: dict[PersonId, int]

    def played(self) -> LiveHand:
        """It, replayed to its last answer."""
        return replayed(self.saved)


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """A database at rest."""

    worth: dict[PersonId, int]
    """By person, what the account and the seats hold together."""
    seated: frozenset[PersonId]
    leaving: frozenset[PersonId]
    hands: dict[int, KeptHand]
    """By number, in order. There is one table."""

    @property
    def live(self) -> KeptHand | None:
        """The live hand."""
        return next((hand for hand in self.hands.values() if hand.state == "live"), None)


def read_books(database: Path) -> Books:
    """The books of a bot that is dead, proven by the audit. Raises: Lost."""
    folder = database.with_name("as-it-lay")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for suffix in ("", "-wal"):
        part = database.with_name(database.name + suffix)
        if part.exists():
            shutil.copy(part, folder)
    with closing(sqlite3.connect(folder / database.name)) as db:
        return _read(db)


def _read(db: sqlite3.Connection) -> Books:
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'hands'").fetchone():
        return NOTHING
    try:
        audited(db)
    except NotSo as wrong:
        raise Lost(str(wrong)) from None
    worth = db.execute(
        """
        SELECT person, coalesce(sum(amount), 0) FROM accounts LEFT JOIN postings USING (account)
        WHERE kind <> 'bank' GROUP BY person
        """
    )
    seats = db.execute("SELECT person, leaving FROM seats").fetchall()
    return Books(
        worth={PersonId(person): amount for person, amount in worth},
        seated=frozenset(PersonId(person) for person, _ in seats),
        leaving=frozenset(PersonId(person) for person, leaving in seats if leaving),
        hands={hand.saved.number: hand for hand in _hands(db)},
    )


def _hands(db: sqlite3.Connection) -> Iterable[KeptHand]:
    rows = db.execute("SELECT hand, number, people, record, state FROM hands ORDER BY number")
    for hand, number, people, record, state in rows.fetchall():
        lines = db.execute(
            "SELECT question, seat, answer FROM answers WHERE hand = ? ORDER BY line", (hand,)
        )
        saved = SavedHand(
            hand=HandId(hand),
            number=number,
            people=tuple(PersonId(person) for person in json.loads(people)),
            record=record,
            answers=tuple(
                SavedAnswer(question=question, seat=SeatNo(seat), answer=answer)
                for question, seat, answer in lines
            ),
            seals=seals_of(db, HandId(hand)),
        )
        nets = db.execute("SELECT person, net FROM hand_results WHERE hand = ?", (hand,))
        yield KeptHand(
            saved=saved,
            state=state,
            nets={PersonId(person): net for person, net in nets},
        )


NOTHING: Final = Books(worth={}, seated=frozenset(), leaving=frozenset(), hands={})


@dataclass(slots=True)
class Aftermath:
    """Holds one death's books against all that was known before it. Owned by the night."""

    before: Books = NOTHING
    """At the death before."""

    def look(self, books: Books, confirmed: Iterable[Confirmed]) -> None:
        """Raises: Lost."""
        _check_chips(books)
        for number, old in self.before.hands.items():
            _check_kept(old, books.hands.get(number))
        for press in confirmed:
            _check_confirmed(press, books.hands.get(press.hand))
        self.before = books


def _check_chips(books: Books) -> None:
    """Everybody has what they began with and have won since."""
    won: Counter[PersonId] = Counter()
    for hand in books.hands.values():
        _demand(hand.state != "void", f"hand {hand.saved.number} is void")
        won.update(hand.nets)
    for person, worth in books.worth.items():
        right = STARTING_CHIPS + won[person]
        _demand(worth == right, f"{person} has {worth}, and should have {right}")


def _check_kept(old: KeptHand, new: KeptHand | None) -> None:
    """What was written before is still there, as it was."""
    number = old.saved.number
    _demand(new is not None, f"hand {number} is gone")
    assert new is not None
    same = (new.saved.hand, new.saved.people, new.saved.record) == (
        old.saved.hand,
        old.saved.people,
        old.saved.record,
    )
    _demand(same, f"hand {number} is another one than before")
    kept = new.saved.answers[: len(old.saved.answers)] == old.saved.answers
    _demand(kept, f"hand {number} has lost an answer")
    if old.state != "live":
        _demand((new.state, new.nets) == (old.state, old.nets), f"hand {number} ended twice")


def _check_confirmed(press: Confirmed, hand: KeptHand | None) -> None:
    _demand(hand is not None, f"hand {press.hand} was played and is not there")
    assert hand is not None
    lines = {(line.question, line.seat) for line in hand.saved.answers}
    seat = hand.saved.people.index(press.person)
    _demand((press.question, seat) in lines, f"{press} is not in the journal")


def _demand(is_so: bool, otherwise: str) -> None:  # noqa: FBT001 - it reads as a sentence
    if not is_so:
        raise Lost(otherwise)
