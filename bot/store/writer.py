"""The only hand that writes: one task, one connection, whole transactions from a queue.

Coroutines that share a connection share its transaction, so nobody but the writer's task touches
the write connection. What has queued up while the disk was busy with the last commit goes into
one transaction and shares the next one (group commit). Each act has a savepoint of its own: one
that raises is undone alone, and its neighbours never hear of it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from bot.store.connection import on_thread
from bot.store.errors import is_machine_trouble
from bot.table.ports import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    import aiosqlite

    from bot.store.opened_file import OpenedFile

__all__ = ["Writer"]

T = TypeVar("T")

QUEUE_MAX = 1024
"""Acts that may wait; whoever comes later waits for a place in the queue."""

BATCH_MAX = 256
"""Acts that share a commit at most, so that nobody waits behind an endless transaction."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    act: Callable[[sqlite3.Connection], Any]
    waiter: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class _Done:
    result: Any


@dataclass(frozen=True, slots=True)
class _Raised:
    error: Exception


class Writer:
    """Runs acts one after another, and answers each when it is on the disk.

    `reconnect` gives a fresh connection after a failed commit, so that the writer goes on by itself
    when the trouble has passed. The task is made in `__init__` and ended by `close`; nothing else
    may hold the connection.
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
        self._queue: asyncio.Queue[_Job] = asyncio.Queue(QUEUE_MAX)
        self._is_closed = False
        self.commits = 0
        """Commits so far; fewer than acts when acts shared them."""
        self._task = asyncio.create_task(self._serve(), name="store writer")

    async def run(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """What `act` returns, once it is durable; or what it raised, its changes undone.

        `act` runs on another thread inside a transaction: it may only run SQL, and must neither
        begin nor end a transaction. Once it is queued, cancelling the wait does not stop it.

        Raises: StoreFailed if the commit failed. (When the disk breaks down in the middle of a
        commit nobody can know whether it will be found there after a restart; that is why every
        act that moves chips has a key.)
        """
        if self._is_closed:
            raise StoreFailed("The store is closed. Nothing was changed.")
        job = _Job(act=act, waiter=asyncio.get_running_loop().create_future())
        await self._queue.put(job)
        result: T = await job.waiter
        return result

    async def close(self) -> None:
        """Refuse new acts, finish those that wait, close the connection."""
        self._is_closed = True
        await self._queue.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._disconnect()

    async def _serve(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH_MAX and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: Sequence[_Job]) -> None:
        acts = [job.act for job in batch]
        try:
            self._file.check_there()
            if self._connection is None:
                self._connection = await self._reconnect()
                _log.warning("The database %s has been opened again.", self._file.path)
            outcomes = await on_thread(self._connection, lambda db: _run(db, acts))
        except Exception as error:  # noqa: BLE001 - see below
            # Whatever it was, the writer lives on and nobody may wait forever: it is passed on to
            # every waiter, and the connection is not trusted any more.
            self._note(error, len(batch))
            await self._disconnect()
            for job in batch:
                failure = self._file.refusal(error)
                failure.__cause__ = error
                _tell(job, _Raised(failure))
            return
        self.commits += 1
        for job, outcome in zip(batch, outcomes, strict=True):
            _tell(job, outcome)

    def _note(self, error: Exception, acts: int) -> None:
        """Log a failed commit: in one line if the operator can help, else with all there is."""
        sentence = self._file.trouble(error)
        if sentence is None:
            _log.error("A commit of %d acts failed.", acts, exc_info=error)
        else:
            _log.error("%s (%d acts were refused.)", sentence, acts)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close()
            except sqlite3.Error:
                _log.exception("The write connection did not close well.")


def _tell(job: _Job, outcome: _Done | _Raised) -> None:
    if job.waiter.done():  # The caller was cancelled; the act was done all the same.
        if isinstance(outcome, _Raised):
            _log.warning("An act whose caller had gone was refused: %s", outcome.error)
        return
    match outcome:
        case _Done(result):
            job.waiter.set_result(result)
        case _Raised(error):
            job.waiter.set_exception(error)


def _run(
    db: sqlite3.Connection, acts: Sequence[Callable[[sqlite3.Connection], Any]]
) -> list[_Done | _Raised]:
    """Every act in one transaction; runs on the connection's thread. Raises: sqlite3.Error."""
    db.execute("BEGIN IMMEDIATE")
    outcomes = [_run_one(db, act) for act in acts]
    db.execute("COMMIT")
    return outcomes


def _run_one(db: sqlite3.Connection, act: Callable[[sqlite3.Connection], Any]) -> _Done | _Raised:
    db.execute("SAVEPOINT act")
    outcome: _Done | _Raised
    try:
        outcome = _Done(act(db))
    except Exception as error:
        # What an act raises is for its caller; but a full disk and its like may have undone the
        # whole transaction, neighbours included.
        if is_machine_trouble(error) or not db.in_transaction:
            raise
        db.execute("ROLLBACK TO act")
        outcome = _Raised(error)
    db.execute("RELEASE act")
    return outcome
