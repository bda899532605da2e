"""Connections, and the one place that runs a function on a connection's thread.

aiosqlite gives each connection a thread, and each of its calls is a trip there and back that
costs more than most statements. Its public calls run one statement a trip; a transaction of ours
has dozens. `Connection._execute` is how every public call of aiosqlite reaches the thread, and it
takes any function, so `on_thread` calls it, though its name is private. Tried on paper and left:
a connection class whose `commit()` runs a list of functions (public calls only, but a riddle to
read), and a thread of our own (then aiosqlite would be here for nothing). The version is locked
in `requirements/`, and a test fails if an update takes `_execute` away.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import aiosqlite

from bot.store.errors import DatabaseUnusable
from bot.store.opening import check_ours

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

__all__ = ["Synchronous", "connect", "on_thread"]

T = TypeVar("T")

Synchronous = Literal["FULL", "OFF"]
"""FULL: a commit is on the disk before anybody hears of it. OFF: for simulations only."""

JOURNAL_BYTES_MAX = 64 * 1024 * 1024
"""What the write-ahead log shrinks to after a checkpoint, should it have grown beyond it."""

STATEMENTS_CACHED = 256
CHUNK = 64
"""How many rows aiosqlite's own cursors fetch at once; we use none."""


async def on_thread(connection: aiosqlite.Connection, act: Callable[[sqlite3.Connection], T]) -> T:
    """Run `act` on the connection's thread: one trip, however many statements it runs.

    Cancelling the wait does not stop `act`, which runs to its end.
    """
    result: T = await connection._execute(act, connection._conn)  # type: ignore[no-untyped-call] # noqa: SLF001 - see above
    return result


class _Threadless(aiosqlite.Connection):
    """A connection that does everything at once, where it is asked.

    For simulations: they can be repeated only if no thread decides when something has finished.
    """

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        self._connection = self._connector()
        return self
        yield  # never reached; it makes this a generator, as `await` needs

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:  # noqa: ANN401 - any function's
        return fn(*args, **kwargs)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


async def connect(
    path: Path,
    *,
    synchronous: Synchronous,
    busy_timeout_s: float,
    is_read_only: bool,
    threads: bool = True,
) -> aiosqlite.Connection:
    """Open a connection to a file that exists; it is not created, lest a lost bank start anew.

    Transactions are begun and ended by hand. Raises: sqlite3.Error, DatabaseUnusable.
    """
    opening = partial(
        sqlite3.connect,
        f"{path.as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        timeout=busy_timeout_s,
        cached_statements=STATEMENTS_CACHED,
    )
    connection = await (aiosqlite.Connection if threads else _Threadless)(opening, CHUNK)
    try:
        await on_thread(connection, lambda db: _set_up(db, path, synchronous))
        if is_read_only:
            await on_thread(connection, lambda db: db.execute("PRAGMA query_only = ON"))
    except BaseException:
        await connection.close()
        raise
    return connection


def _set_up(db: sqlite3.Connection, path: Path, synchronous: Synchronous) -> None:
    check_ours(db, path)  # First of all, since the next line would change the file.
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise DatabaseUnusable(
            f"The database {path} is on a file system that cannot keep a write-ahead log. "
            "Move it to a local disk."
        )
    db.execute(f"PRAGMA synchronous = {synchronous}")
    db.execute("PRAGMA foreign_keys = ON")
    # Without it, INSERT OR REPLACE would delete ledger rows past the triggers that forbid it.
    db.execute("PRAGMA recursive_triggers = ON")
    db.execute("PRAGMA trusted_schema = OFF")
    # What is forgotten is overwritten, not only marked as free.
    db.execute("PRAGMA secure_delete = ON")
    db.execute(f"PRAGMA journal_size_limit = {JOURNAL_BYTES_MAX}")
