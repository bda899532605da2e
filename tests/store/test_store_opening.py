"""Each way a file can be unusable, and the sentence for it."""

# ruff: noqa: ASYNC240, S603 - small files of ours, and our own Python

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import DatabaseUnusable, Store
from bot.store.schema import newest_version
from tests.store.kit import ANN, HOME

ROOT = Path(__file__).parents[2]

HOLD = """
import asyncio, sys
from pathlib import Path
from bot.store import Store

async def main():
    async with await Store.open(Path(sys.argv[1])):
        print("open", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


async def refusal(path: Path) -> str:
    with pytest.raises(DatabaseUnusable) as refused:
        async with await Store.open(path, busy_timeout_s=0.05):
            pass
    return str(refused.value)


async def fill(path: Path) -> None:
    async with await Store.open(path) as store:
        for n in range(300):
            await store.set_memo(f"{n}", "x" * 200)


async def test_file_and_its_companions_are_for_the_owner_alone(path: Path) -> None:
    old_mask = os.umask(0)
    try:
        async with await Store.open(path) as store:
            await store.balance(HOME, ANN)
            files = {f.name: stat.S_IMODE(f.stat().st_mode) for f in path.parent.iterdir()}
    finally:
        os.umask(old_mask)

    names = ("axeman.db", "axeman.db-wal", "axeman.db-shm", "axeman.db.lock")
    assert files == dict.fromkeys(names, 0o600)


async def test_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    await fill(path)
    path.chmod(0o644)

    async with await Store.open(path):
        modes = {stat.S_IMODE(f.stat().st_mode) for f in path.parent.iterdir()}

    assert modes == {0o600}


async def test_settings_of_the_connections(store: Store) -> None:
    def pragmas(db: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    writing = await store._writer.run(pragmas)

    assert writing == ["wal", 2, 1, 0]
    assert await store._read(pragmas) == ["wal", 2, 1, 1]


async def test_simulations_may_do_without_the_disk(path: Path) -> None:
    async with await Store.open(path, synchronous="OFF") as store:
        assert await store._read(lambda db: db.execute("PRAGMA synchronous").fetchone()) == (0,)


async def test_missing_directory(tmp_path: Path) -> None:
    said = await refusal(tmp_path / "nowhere" / "axeman.db")

    assert "nowhere of the database does not exist. Create it" in said


async def test_path_that_is_a_directory(tmp_path: Path) -> None:
    assert "is a directory, not a database" in await refusal(tmp_path)


async def test_directory_without_the_right_to_write(ordinary_path: Path) -> None:
    ordinary_path.parent.chmod(0o500)

    assert "cannot be written to (Permission denied)" in await refusal(ordinary_path)


async def test_file_without_the_right_to_write(ordinary_path: Path) -> None:
    await fill(ordinary_path)
    ordinary_path.chmod(0o400)

    said = await refusal(ordinary_path)

    assert "axeman.db cannot be written to (Permission denied). Give the file" in said


@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 400, b"x", b"\0" * 4096, b"SQLite format 3\0" * 9]
)
async def test_file_that_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    assert "is not a database" in await refusal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("application_id", [0, 7])
async def test_database_of_another_program_is_left_as_it_was(
    path: Path, application_id: int
) -> None:
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA application_id = {application_id}")
    other.execute("CREATE TABLE diary (day)")
    other.close()
    before, mode = path.read_bytes(), path.stat().st_mode

    assert "the database of another program" in await refusal(path)
    assert (path.read_bytes(), path.stat().st_mode) == (before, mode)


@pytest.mark.parametrize("kept", [4096, 10_000, 40_960])
async def test_truncated_file(path: Path, kept: int) -> None:
    await fill(path)
    os.truncate(path, kept)

    assert "is damaged" in await refusal(path)


async def test_file_with_a_page_of_rubbish(path: Path) -> None:
    await fill(path)
    with path.open("r+b") as file:
        file.seek(-3 * 4096, os.SEEK_END)
        file.write(b"\xa5" * 3 * 4096)

    assert "is damaged" in await refusal(path)


async def test_emptied_file_beside_its_log_is_not_taken_for_a_new_bank(path: Path) -> None:
    path.touch()
    path.with_name("axeman.db-wal").write_bytes(b"was something")

    assert "has been cut off or moved away" in await refusal(path)


async def test_database_newer_than_the_program(path: Path) -> None:
    await fill(path)
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA user_version = {newest_version() + 1}")
    other.close()

    said = await refusal(path)

    assert f"is of version {newest_version() + 1}" in said
    assert "Run the newer program" in said


async def test_database_in_use_by_another_process(path: Path) -> None:
    with subprocess.Popen(  # noqa: ASYNC220 - it lives as long as this test
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "open\n"

        said = await refusal(path)
        other.stdin.close()

    assert f"is in use by another process (number {other.pid})" in said
    assert other.returncode == 0
    async with await Store.open(path):
        pass


async def test_link_to_a_database_in_use_is_refused_too(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    async with await Store.open(path):
        assert "in use" in await refusal(link)


async def test_database_locked_by_another_program(path: Path) -> None:
    await fill(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert "is locked by another program. Close it there." in await refusal(path)
    finally:
        other.close()


async def test_refused_database_can_be_opened_once_it_is_put_right(path: Path) -> None:
    path.write_bytes(b"x" * 5000)
    await refusal(path)
    path.unlink()

    async with await Store.open(path) as store:
        assert await store.balance(HOME, ANN) == 5_000


async def test_path_may_hold_signs_that_mean_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "what? 100% #1.db"
    async with await Store.open(path):
        assert path.exists()
