"""`python -m bot backup`, beside a bot that writes, and in every way it can fail."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot.__main__ import main
from bot.store import Store, copying
from bot.store.audit import audit
from bot.table.ids import PersonId
from tests.store.kit import HOME

ROOT = Path(__file__).parents[2]


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "axeman.db"
    async with await Store.open(path) as store:
        for n in range(1, 50):
            await store.balance(HOME, PersonId(n))
    return path


def backed_up(database: Path, copy: Path, *options: str) -> int:
    return main(["backup", str(copy), "--database", str(database), *options])


def left_beside(copy: Path) -> list[str]:
    return sorted(f.name for f in copy.parent.iterdir() if copy.name in f.name)


def test_the_copy_is_one_private_file_that_opens_and_balances(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    old_mask = os.umask(0)
    try:
        assert backed_up(database, copy) == 0
    finally:
        os.umask(old_mask)

    assert left_beside(copy) == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "is a whole copy of" in capsys.readouterr().out
    assert audit(copy) == audit(database)


async def test_copies_of_a_database_that_is_written_to_are_each_of_one_moment(
    tmp_path: Path,
) -> None:
    path = tmp_path / "axeman.db"
    async with await Store.open(path) as store:
        written, days = 0, asyncio.Semaphore(0)

        async def write() -> None:
            nonlocal written
            for day in range(100_000):
                people = [PersonId(n) for n in range(1, 9)]
                await asyncio.gather(
                    *(store.daily(HOME, person, day=day, key=f"{day}") for person in people)
                )
                written = day + 1
                days.release()

        writing = asyncio.create_task(write())
        entries: list[int] = []
        for n in range(5):
            copy = tmp_path / f"copy{n}.db"
            before = written
            assert await asyncio.to_thread(backed_up, path, copy) == 0
            entries.append(audit(copy).entries)
            assert entries[-1] >= 8 * before
            while written < before + 3:
                await days.acquire()
        writing.cancel()

    assert entries == sorted(set(entries)), "the store was written to between the copies"
    async with await Store.open(tmp_path / "copy4.db") as restored:
        assert await restored.sums() == {HOME: 0}


def test_a_file_that_is_there_is_not_overwritten(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("the only photograph of my grandmother")

    assert backed_up(database, copy) == 2
    assert "is there already. Name another file, or add --force." in capsys.readouterr().err
    assert copy.read_text() == "the only photograph of my grandmother"
    assert backed_up(database, copy, "--force") == 0
    assert left_beside(copy) == ["copy.db"]


def test_a_file_that_comes_into_being_meanwhile_is_not_overwritten(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"

    def audit_slowly(made: Path) -> object:
        copy.write_text("quicker")
        return audit(made)

    monkeypatch.setattr(copying, "audit", audit_slowly)

    assert backed_up(database, copy) == 2
    assert copy.read_text() == "quicker"
    assert left_beside(copy) == ["copy.db"]


def test_where_files_have_but_one_name_the_copy_is_renamed(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuses)
    copy = tmp_path / "copy.db"

    assert backed_up(database, copy) == 0
    assert left_beside(copy) == ["copy.db"]


def test_the_database_is_no_copy_of_itself(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert backed_up(database, database, "--force") == 2
    assert "is the database itself" in capsys.readouterr().err
    assert audit(database).accounts == 50


def missing_source(database: Path) -> None:
    database.unlink()


def damaged_source(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[-3 * 4096 :] = b"\xa5" * 3 * 4096
    database.write_bytes(content)


@pytest.mark.parametrize(
    ("trouble", "said"), [(missing_source, "There is no database"), (damaged_source, "is damaged")]
)
def test_of_a_database_that_cannot_be_used_there_is_no_copy(
    database: Path,
    trouble: Callable[[Path], None],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    trouble(database)
    copy = database.with_name("copy.db")

    assert backed_up(database, copy) == 2
    assert said in capsys.readouterr().err
    assert left_beside(copy) == []


def test_books_that_are_not_right_are_1_and_there_is_no_copy(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("DROP TRIGGER postings_are_not_deleted")
        db.execute("DELETE FROM postings WHERE amount > 0")
        db.commit()
    copy = database.with_name("copy.db")

    assert backed_up(database, copy) == 1
    assert "No copy was made: Entry 1 (welcome:900:1)" in capsys.readouterr().err
    assert left_beside(copy) == []


def test_a_directory_that_is_not_there_is_2(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = database.with_name("nowhere") / "copy.db"

    assert backed_up(database, copy) == 2
    assert "cannot be written (No such file or directory)" in capsys.readouterr().err


def no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_960, 40_960))


def test_a_disk_without_room_for_the_copy_is_2(database: Path) -> None:
    copy = database.with_name("copy.db")
    done = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-m", "bot", "backup", str(copy), "--database", str(database)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=no_room,
        timeout=60,
    )

    assert done.returncode == 2
    assert done.stderr.startswith("No copy was made: ")
    assert done.stderr.count("\n") == 1
    assert left_beside(copy) == []
