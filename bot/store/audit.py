"""The audit: proof, from the database alone, that every chip is where it should be.

It all is as of one moment, and nothing is written, so the bot may go on beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.store.errors import NotSo
from bot.store.opening import looked_at
from bot.store.walk import Walk

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from bot.store.walk import Audited

__all__ = ["UNBALANCED", "audit", "audited"]


def audit(path: Path) -> Audited:
    """Prove the books in a file; how much there was. Raises: NotSo; DatabaseUnusable."""
    with looked_at(path) as db:
        return audited(db)


def audited(db: sqlite3.Connection) -> Audited:
    """Prove the books as they are at one moment. Raises: NotSo, naming the first thing amiss."""
    db.execute("BEGIN")
    try:
        walk = Walk(db)
        walk.go()
        for rows, sentence in NEVER:
            row = db.execute(rows).fetchone()
            if row is not None:
                raise NotSo(sentence.format(*row))
    finally:
        db.execute("ROLLBACK")
    return walk.found


_HAND: Final = "Hand {} of table {} (number {} of all)"


class Amiss(NamedTuple):
    """What there must never be, and what to say of the first of it."""

    rows: str
    sentence: str


UNBALANCED: Final = Amiss(
    """
    SELECT server, sum(amount) AS total FROM accounts JOIN postings USING (account)
    GROUP BY server HAVING total <> 0 ORDER BY server
    """,
    "Server {}: bank, people and seats sum to {:,}, not 0.",
)
NEVER: Final = (
    UNBALANCED,
    (
        """
        SELECT table_id, person, sum(amount) AS stack
        FROM accounts JOIN postings USING (account) JOIN tables USING (table_id)
        WHERE closed_at IS NOT NULL GROUP BY account HAVING stack <> 0 ORDER BY account
        """,
        "Table {} is closed, and the seat of person {} still holds {:,}.",
    ),
    (
        """
        SELECT table_id, person FROM seats JOIN tables USING (table_id)
        WHERE closed_at IS NOT NULL ORDER BY table_id
        """,
        "Table {} is closed, and person {} still has a chair there.",
    ),
    (
        """
        SELECT a.table_id, a.person, sum(amount) AS stack
        FROM accounts AS a JOIN postings USING (account)
        LEFT JOIN seats AS s ON s.account = a.account AND s.person = a.person
            AND s.table_id = a.table_id
        WHERE kind = 'seat' AND s.account IS NULL GROUP BY a.account HAVING stack <> 0
        ORDER BY a.account
        """,
        "Table {}: the seat of person {} holds {:,}, and nobody has that chair.",
    ),
    (
        """
        SELECT number, table_id, hand FROM hands
        WHERE state = 'settled' AND NOT EXISTS (SELECT 1 FROM entries WHERE key = 'hand:' || hand)
        ORDER BY hand
        """,
        f"{_HAND} is settled, and no entry has moved its chips.",
    ),
    (
        """
        SELECT number, table_id, hand, state FROM hands JOIN hand_results USING (hand)
        WHERE state <> 'settled' ORDER BY hand
        """,
        f"{_HAND} is {{}}, and the leaderboard counts it.",
    ),
    (
        """
        SELECT number, table_id, hand, r.server
        FROM hand_results AS r JOIN hands USING (hand) JOIN tables AS t USING (table_id)
        WHERE r.server <> t.server ORDER BY hand
        """,
        f"{_HAND} is counted by the leaderboard of server {{}}, where it was not played.",
    ),
    (
        """
        SELECT server, sum(net) AS total FROM hand_results
        GROUP BY server HAVING total <> 0 ORDER BY server
        """,
        "Server {}: its leaderboard sums to {:,}, not 0.",
    ),
    (
        """
        SELECT number, table_id, hand, deal FROM (
            SELECT number, table_id, hand, deal, previous,
                lag(commitment) OVER (PARTITION BY table_id ORDER BY hand, deal) AS before
            FROM seals JOIN hands USING (hand)
        ) WHERE previous IS NOT before ORDER BY hand, deal
        """,
        f"{_HAND}, deal {{}}: it does not name the commitment before it.",
    ),
    ("PRAGMA foreign_key_check", "A row of {0} speaks of one of {2} that there is not."),
)
"""What no sound database has any row of, and how to say it of the first."""
