"""Trouble under an open store: refused in words, nothing half done, and over when it is over."""

# ruff: noqa: ASYNC240 - small files of ours

from __future__ import annotations

import logging
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.audit import audit
from bot.table.ids import PersonId
from bot.table.ports import StoreFailed
from tests.store.kit import ANN, HOME

ROOT = Path(__file__).parents[2]

# A disk of 1 MB that is filled to the last byte, and emptied again.
FULL_DISK = """
import asyncio, os, sys
from pathlib import Path
from bot.store import DatabaseUnusable, Store
from bot.store.audit import audit
from bot.table.ports import StoreFailed
from tests.store.kit import ANN, HOME

disk = Path(sys.argv[1])
filler = disk / "filler"

def fill():
    with filler.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass

async def main():
    async with await Store.open(disk / "axeman.db") as store:
        await store.balance(HOME, ANN)
        fill()
        refused = 0
        for day in range(300):
            try:
                await store.daily(HOME, ANN, day=day, key=f"{day}")
            except StoreFailed as refusal:
                refused += 1
                said = refusal
        print(refused > 100, said)
        print(5_000 + 500 * (300 - refused) == await store.balance(HOME, ANN))
        print(audit(disk / "axeman.db").servers)
        try:
            await Store.open(disk / "another.db")
        except DatabaseUnusable as refusal:
            print(refusal)
        filler.unlink()
        print(await store.daily(HOME, ANN, day=999, key="room"))
        async with await Store.open(disk / "another.db"):
            print("opened")
    print(audit(disk / "axeman.db").servers)

asyncio.run(main())
"""


def test_full_disk_refuses_and_with_room_again_the_store_goes_on(tmp_path: Path) -> None:
    done = on_a_small_disk(tmp_path, FULL_DISK)

    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines() == [
        f"True The disk of the database {tmp_path}/axeman.db is full. Make room on it. "
        "Nothing was changed; try again.",
        "True",
        "1",
        f"The disk of the database {tmp_path}/another.db is full. Make room on it.",
        "True",
        "opened",
        "1",
    ]


def on_a_small_disk(path: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that finds a disk of 1 MB at this path, which nobody else sees."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare here")
    mounted = 'mount -t tmpfs -o size=1m small "$0" || exit 77; exec "$@"'
    done = subprocess.run(  # noqa: S603 - our own Python
        ["unshare", "-Urm", "sh", "-c", mounted, path, sys.executable, "-c", script, path],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("this system does not let us have a small disk")
    return done


async def test_damaged_pages_refuse_reads_and_writes_until_they_are_put_right(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Store.open(path) as store:
        for n in range(100):
            await store.balance(HOME, PersonId(n))
        good = at_rest(path)
        path.write_bytes(good[:4096] + b"\xa5" * (len(good) - 4096))
        await forget_pages(store)

        with pytest.raises(StoreFailed, match=r"is damaged .* restore it from a backup"):
            await store.daily(HOME, ANN, day=1, key="k")
        with pytest.raises(StoreFailed, match="is damaged"):
            await store.balance(HOME, ANN)
        assert all(r.exc_info is None for r in caplog.records), "one line each"

        path.write_bytes(good)
        assert await store.balance(HOME, ANN) == 5_000
        assert await store.daily(HOME, ANN, day=1, key="k")
    assert audit(path).entries == 101


def at_rest(path: Path) -> bytes:
    """The file, with nothing left in the log beside it."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


async def forget_pages(store: Store) -> None:
    """Have both connections read the file anew."""
    for run in (store._writer.run, store._read):
        await run(lambda db: db.execute("PRAGMA shrink_memory").fetchall())


async def test_moved_file_is_read_and_written_no_more_until_it_is_back(path: Path) -> None:
    elsewhere = path.with_name("elsewhere.db")
    async with await Store.open(path) as store:
        await store.balance(HOME, ANN)
        path.rename(elsewhere)
        with pytest.raises(StoreFailed, match=r"is gone .* Put it back"):
            await store.daily(HOME, ANN, day=1, key="k")
        with pytest.raises(StoreFailed, match="is gone"):
            await store.daily(HOME, ANN, day=1, key="k")
        elsewhere.rename(path)

        assert await store.daily(HOME, ANN, day=1, key="k")
        assert await store.balance(HOME, ANN) == 5_500


async def test_another_file_in_its_place_is_left_alone(path: Path) -> None:
    elsewhere = path.with_name("elsewhere.db")
    async with await Store.open(path) as store:
        await store.balance(HOME, ANN)
        path.rename(elsewhere)
        path.write_bytes(b"another")
        with pytest.raises(StoreFailed, match="another file than the one that was opened"):
            await store.daily(HOME, ANN, day=1, key="k")

        assert path.read_bytes() == b"another"
        elsewhere.rename(path)
        assert await store.daily(HOME, ANN, day=1, key="k")


async def test_reader_opens_its_connection_again(path: Path) -> None:
    async with await Store.open(path) as store:
        await store.set_memo("a", "1")

        def break_down(db: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error

        first = store._reader._connection
        with pytest.raises(StoreFailed, match="Look at the disk"):
            await store._read(break_down)

        assert await store.memo("a") == "1"
        assert store._reader._connection is not first


async def test_fault_of_ours_is_logged_with_all_there_is(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Store.open(path) as store:

        def orphan(db: sqlite3.Connection) -> None:
            db.execute("PRAGMA defer_foreign_keys = ON")
            db.execute("INSERT INTO postings (account, entry, amount) VALUES (77, 77, 1)")

        with pytest.raises(StoreFailed, match="FOREIGN KEY"):
            await store._writer.run(orphan)

    (record,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert record.exc_info is not None


async def test_new_database_is_mentioned_lest_it_was_a_wrong_path(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        async with await Store.open(path):
            pass

    said = f"There was no database {path}, so a new one is made."
    assert [record.getMessage() for record in caplog.records] == [said]
