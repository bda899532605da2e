"""Reads, on a connection of their own: they neither wait for the writer nor hold it up."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import TYPE_CHECKING, TypeVar

from bot.store.connection import on_thread
from bot.store.errors import DatabaseUnusable
from bot.table.ports import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import aiosqlite

    from bot.store.opened_file import OpenedFile
    from bot.store.writer import Writer

__all__ = ["Access", "Reader"]

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Reader:
    """Runs looks at the database, each at one moment of it.

    After trouble `reconnect` gives a fresh connection.
    """

    def __init__(
        self,
        connection: aiosqlite.Connection,
        reconnect: Callable[[], Awaitable[aiosqlite.Connection]],
        file: OpenedFile,
    ) -> None:
        self._connection: aiosqlite.Connection | None = connection
        self._reconnect = reconnect
        self._file = file
        self._opening = asyncio.Lock()
        self._is_closed = False

    async def run(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """What `look` returns; all its statements see the same commit.

        It sees every act whose caller has been answered. Raises: StoreFailed.
        """
        if self._is_closed:
            raise StoreFailed("The store is closed.")
        try:
            connection = await self._connected()
            return await on_thread(connection, lambda db: _at_one_moment(db, look))
        except (sqlite3.Error, DatabaseUnusable) as error:
            sentence = self._file.trouble(error)
            if sentence is None:
                raise
            _log.error("%s (It could not be read.)", sentence)
            await self._disconnect()
            raise self._file.refusal(error) from error

    async def close(self) -> None:
        """Close the connection; looks under way are finished first."""
        self._is_closed = True
        await self._disconnect()

    async def _connected(self) -> aiosqlite.Connection:
        async with self._opening:
            if self._connection is None:
                self._file.check_there()
                self._connection = await self._reconnect()
            return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


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
