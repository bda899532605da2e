"""Reads, on a connection of their own: they neither wait for the writer nor hold it up."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeVar

from bot.store.connection import on_thread
from bot.store.errors import is_machine_trouble
from bot.table.ports import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    import aiosqlite

    from bot.store.writer import Writer

__all__ = ["Access", "Reader"]

T = TypeVar("T")


class Reader:
    """Runs looks at the database, each at one moment of it."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._is_closed = False

    async def run(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """What `look` returns; all its statements see the same commit.

        It sees every act whose caller has been answered. Raises: StoreFailed.
        """
        if self._is_closed:
            raise StoreFailed("The store is closed.")
        try:
            return await on_thread(self._connection, lambda db: _at_one_moment(db, look))
        except sqlite3.Error as error:
            if not is_machine_trouble(error):
                raise
            raise StoreFailed(f"The database cannot be read ({error}); try again.") from error

    async def close(self) -> None:
        """Close the connection; looks under way are finished first."""
        self._is_closed = True
        await self._connection.close()


def _at_one_moment(db: sqlite3.Connection, look: Callable[[sqlite3.Connection], T]) -> T:
    db.execute("BEGIN")
    try:
        return look(db)
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


class Access:
    """What every part of the store does its work with."""

    def __init__(self, *, writer: Writer, reader: Reader) -> None:
        self._writer = writer
        self._reader = reader

    async def _write(self, act: Callable[[sqlite3.Connection], T]) -> T:
        return await self._writer.run(act)

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        return await self._reader.run(look)
