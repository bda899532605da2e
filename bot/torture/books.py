"""The database as it stands, read from outside the bot by a connection of its own."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from bot.table.ids import PersonId, TableId

if TYPE_CHECKING:
    from pathlib import Path

    from bot.torture.tally import Tally

__all__ = ["Books"]


class Books:
    """Looks at the ledger and the tables; it changes nothing. Whoever opens it closes it."""

    def __init__(self, database: Path) -> None:
        self._db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def entries_after(self, entry: int) -> list[tuple[int, int]]:
        """The entries after this one, oldest first, each with the sum of its postings."""
        return self._ask(
            "SELECT entry, SUM(amount) FROM postings WHERE entry > ? GROUP BY entry ORDER BY entry",
            entry,
        )

    def owing(self, entry: int) -> list[tuple[str, int, int]]:
        """Accounts that an entry touched and that are below zero: kind, person, chips."""
        return self._ask(
            """
            SELECT kind, person, SUM(every.amount) FROM postings AS new
            JOIN accounts USING (account) JOIN postings AS every USING (account)
            WHERE new.entry = ? AND kind <> 'bank'
            GROUP BY account HAVING SUM(every.amount) < 0
            """,
            entry,
        )

    def stacks(self, table: TableId) -> dict[PersonId, int]:
        """What everybody's seat at a table holds; empty ones are left out."""
        found = self._ask(
            """
            SELECT person, SUM(amount) FROM accounts JOIN postings USING (account)
            WHERE table_id = ? GROUP BY person HAVING SUM(amount) <> 0
            """,
            table,
        )
        return {PersonId(person): chips for person, chips in found}

    def total(self) -> int:
        """All chips there are, the bank's debt with them."""
        total: int = self._ask("SELECT COALESCE(SUM(amount), 0) FROM postings")[0][0]
        return total

    def open_tables(self) -> list[TableId]:
        """The tables that are open, by id."""
        found = self._ask("SELECT table_id FROM tables WHERE closed_at IS NULL ORDER BY table_id")
        return [TableId(number) for (number,) in found]

    def count(self, tally: Tally) -> None:
        """Note how many hands have been begun, and how many tables opened."""
        ((tally.hands,),) = self._ask("SELECT COALESCE(MAX(hand), 0) FROM hands")
        ((tally.tables,),) = self._ask("SELECT COALESCE(MAX(table_id), 0) FROM tables")

    def count_all(self, tally: Tally) -> None:
        """Note what became of the hands. It reads the whole file: for the end."""
        ((tally.answers, tally.by_clock),) = self._ask(
            "SELECT COUNT(*), COALESCE(SUM(answer LIKE '%\"by\"%'), 0) FROM answers WHERE seat >= 0"
        )
        tally.games.update(
            dict(
                self._ask(
                    "SELECT variant, COUNT(*) FROM hands JOIN tables USING (table_id) GROUP BY 1"
                )
            )
        )
        tally.voids.update(
            dict(self._ask("SELECT reason, COUNT(*) FROM hands WHERE state = 'void' GROUP BY 1"))
        )

    def _ask(self, question: str, *values: object) -> list[Any]:
        return self._db.execute(question, values).fetchall()
