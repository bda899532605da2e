"""Group commit: acts share the disk, not each other's fate."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING

import aiosqlite
import pytest

from bot.store import Store, writer
from bot.store.connection import on_thread
from bot.table.ids import PersonId
from bot.table.ports import StoreFailed
from tests.store.kit import ANN, HOME, together

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def note(db: sqlite3.Connection, key: str) -> str:
    db.execute("INSERT INTO memos (key, value) VALUES (?, '')", (key,))
    return key


async def keys(store: Store) -> list[str]:
    rows = await store._read(lambda db: db.execute("SELECT key FROM memos ORDER BY key").fetchall())
    return [key for (key,) in rows]


async def test_aiosqlite_still_runs_any_function_on_its_thread() -> None:
    async with aiosqlite.connect(":memory:") as connection:
        thread, kind = await on_thread(connection, lambda db: (threading.get_ident(), type(db)))

    assert thread != threading.get_ident()
    assert kind is sqlite3.Connection


async def test_acts_that_wait_together_share_a_commit(store: Store) -> None:
    commits = store._writer.commits

    await together(store, *(store.set_memo(f"{n:02}", "") for n in range(50)))

    assert store._writer.commits == commits + 2
    assert len(await keys(store)) == 50


async def test_failing_act_does_not_fail_its_neighbours(store: Store) -> None:
    def fail(db: sqlite3.Connection) -> None:
        note(db, "half done")
        raise LookupError("no")

    commits = store._writer.commits
    outcomes = await together(
        store,
        store._writer.run(lambda db: note(db, "before")),
        store._writer.run(fail),
        store._writer.run(lambda db: note(db, "before")),  # breaks a constraint
        store._writer.run(lambda db: db.execute("SELECT nonsense")),
        store._writer.run(lambda db: note(db, "after")),
    )

    assert [type(x) for x in outcomes] == [
        str,
        LookupError,
        sqlite3.IntegrityError,
        sqlite3.OperationalError,
        str,
    ]
    assert await keys(store) == ["after", "before"]
    assert store._writer.commits == commits + 2


async def test_batch_is_limited(store: Store) -> None:
    commits = store._writer.commits

    await together(store, *(store.set_memo(f"{n}", "") for n in range(writer.BATCH_MAX + 1)))

    assert store._writer.commits == commits + 3


async def test_more_acts_than_the_queue_holds_are_all_done(store: Store) -> None:
    await asyncio.gather(*(store.set_memo(f"{n}", "") for n in range(writer.QUEUE_MAX * 2)))

    assert len(await keys(store)) == writer.QUEUE_MAX * 2


async def test_cancelled_caller_does_not_lose_the_write(store: Store) -> None:
    async def cancelled() -> None:
        giving = asyncio.create_task(store.daily(HOME, ANN, day=1, key="k"))
        await asyncio.sleep(0)
        giving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await giving

    await together(store, cancelled())

    assert await store.balance(HOME, ANN) == 5_500


def break_commit(db: sqlite3.Connection) -> None:
    """Make the commit itself fail, long after this act has returned."""
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.execute("INSERT INTO postings (account, entry, amount) VALUES (77, 77, 1)")


def fill_disk(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA max_page_count = 1")
    db.execute("INSERT INTO memos (key, value) VALUES ('big', zeroblob(1000000) || '')")


@pytest.mark.parametrize("trouble", [break_commit, fill_disk])
async def test_failed_commit_fails_the_batch_and_the_next_one_works(
    store: Store, trouble: Callable[[sqlite3.Connection], None]
) -> None:
    await store.set_memo("old", "")

    outcomes = await together(
        store, store.set_memo("a", ""), store._writer.run(trouble), store.set_memo("b", "")
    )

    assert [type(x) for x in outcomes] == [StoreFailed] * 3
    assert "Nothing was changed" in str(outcomes[0])
    assert await keys(store) == ["old"]
    await store.set_memo("new", "")
    assert await keys(store) == ["new", "old"]


async def test_database_locked_by_another_program_fails_the_write_alone(path: Path) -> None:
    async with await Store.open(path, busy_timeout_s=0.05) as store:
        await store.balance(HOME, ANN)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreFailed, match="locked"):
            await store.daily(HOME, ANN, day=1, key="k")
        assert await store.balance(HOME, ANN) == 5_000

        other.close()
        assert await store.daily(HOME, ANN, day=1, key="k")


async def test_closing_finishes_what_is_queued(path: Path) -> None:
    store = await Store.open(path)
    acts = [
        asyncio.create_task(store.balance(HOME, PersonId(n)))
        for n in range(1, writer.QUEUE_MAX + 100)
    ]
    notes = [asyncio.create_task(store.set_memo(f"{n}", "")) for n in range(writer.QUEUE_MAX + 100)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()

    assert await asyncio.gather(*notes) == [None] * len(notes)
    outcomes = await asyncio.gather(*acts, return_exceptions=True)
    assert all(x == 5_000 or isinstance(x, StoreFailed) for x in outcomes)


async def test_closed_store_says_so(path: Path) -> None:
    store = await Store.open(path)
    await store.close()

    with pytest.raises(StoreFailed, match="closed"):
        await store.set_memo("a", "")
    with pytest.raises(StoreFailed, match="closed"):
        await store.memo("a")


async def test_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises((sqlite3.OperationalError, StoreFailed), match="readonly"):
        await store._read(lambda db: note(db, "a"))


async def test_look_sees_one_moment_while_others_write(store: Store) -> None:
    def count_twice(db: sqlite3.Connection) -> tuple[int, int]:
        first = db.execute("SELECT count(*) FROM memos").fetchone()[0]
        started.set()
        written.wait(5)
        return first, db.execute("SELECT count(*) FROM memos").fetchone()[0]

    started, written = threading.Event(), threading.Event()
    looking = asyncio.create_task(store._read(count_twice))
    await asyncio.to_thread(started.wait, 5)
    await store.set_memo("a", "")
    written.set()

    assert await looking == (0, 0)
