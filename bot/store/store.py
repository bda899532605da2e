"""The whole store as one object, opened and closed with the bot."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Self

from bot.store.book import StoredBook
from bot.store.connection import Synchronous, connect, on_thread
from bot.store.examining import examined
from bot.store.forgetting import StoredForgetting
from bot.store.hands import StoredHands
from bot.store.ledger import StoredLedger
from bot.store.opened_file import OpenedFile
from bot.store.opening import check_file, check_whole, explained, located, locked, make_private
from bot.store.posts import StoredPosts
from bot.store.reader import Reader
from bot.store.schema import migrate
from bot.store.seats import StoredSeats
from bot.store.tables import StoredTables
from bot.store.writer import Writer

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path
    from types import TracebackType

    import aiosqlite

    from bot.table.ports import Examined

__all__ = ["BUSY_TIMEOUT_S", "Store"]

_log = logging.getLogger(__name__)

BUSY_TIMEOUT_S = 5.0
"""How long to wait for another program, such as a backup, to let go of the file."""


class Store(
    StoredLedger,
    StoredTables,
    StoredSeats,
    StoredHands,
    StoredPosts,
    StoredBook,
    StoredForgetting,
):
    """Every port of `bot.table.ports` over one SQLite file; make it with `open`.

    Whoever opens it closes it, also by leaving `async with`: its threads keep the process alive.
    """

    def __init__(
        self, *, writer: Writer, reader: Reader, path: Path, resources: AsyncExitStack
    ) -> None:
        super().__init__(writer=writer, reader=reader)
        self._path = path
        self._resources = resources

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        synchronous: Synchronous = "FULL",
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        threads: bool = True,
    ) -> Self:
        """Open the database, made or brought up to date if need be, for this process alone.

        Every page of it is looked at once, which takes about a second a gigabyte. Without
        `threads` every statement runs where it is asked for: for simulations only.

        Raises: DatabaseUnusable, with a sentence for whoever runs the bot.
        """
        path = located(path)

        async def connection(*, is_read_only: bool = False) -> aiosqlite.Connection:
            return await connect(
                path,
                synchronous=synchronous,
                busy_timeout_s=busy_timeout_s,
                is_read_only=is_read_only,
                threads=threads,
            )

        async with AsyncExitStack() as stack:
            stack.enter_context(locked(path))
            if check_file(path):
                _log.warning("There was no database %s, so a new one is made.", path)
            with explained(path):
                writing = await connection()
                # Until the writer takes it over; closing it twice does no harm.
                stack.push_async_callback(writing.close)
                await on_thread(writing, lambda db: _made_fit(db, path))
                reading = await connection(is_read_only=True)
                file = OpenedFile.at(path)
            reader = Reader(reading, partial(connection, is_read_only=True), file)
            writer = Writer(writing, connection, file)
            stack.push_async_callback(writer.close)
            stack.push_async_callback(reader.close)
            return cls(writer=writer, reader=reader, path=path, resources=stack.pop_all())
        raise AssertionError("an exit stack of ours swallows no exception")

    async def examine(self) -> Examined:
        """How the file is, read beside everything else; about a second a gigabyte."""
        return await asyncio.to_thread(examined, self._path)

    async def close(self) -> None:
        """Finish what is queued, then let go of the file; a second time does nothing."""
        await self._resources.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _made_fit(db: sqlite3.Connection, path: Path) -> None:
    make_private(path)
    check_whole(db, path)
    migrate(db, path)
