"""`python -m bot audit`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store
from bot.store.schema import newest_version
from bot.table.ids import PersonId, ServerId


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "axeman.db"
    async with await Store.open(path, synchronous="OFF") as store:
        await store.balance(ServerId(1), PersonId(11))
    return path


def audited(path: Path) -> int:
    return main(["audit", "--database", str(path)])


def test_it_prints_what_it_counted(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited(database) == 0

    told = capsys.readouterr()
    assert told.out.startswith("Every chip is where it should be.\n")
    assert "        2 accounts, each the sum of its postings\n" in told.out
    assert "earlier rules" not in told.out
    assert told.err == ""


def test_without_a_file_it_looks_at_the_bot_s_own(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AXEMAN_DATABASE", str(database))

    assert main(["audit"]) == 0


def test_something_that_is_not_so_is_1_and_named_in_one_line(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("DROP TRIGGER postings_are_not_deleted")
        db.execute("DELETE FROM postings WHERE amount > 0")
        db.commit()

    assert audited(database) == 1

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "Entry 1 (welcome:1:11): its postings sum to -5,000, not 0.\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no database"),
        (b"Dear diary,\n" * 400, "is not a database"),
        (b"", f"is of version 0, and this program reads version {newest_version()}"),
    ],
)
def test_file_that_cannot_be_used_is_2(
    tmp_path: Path, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.db"
    if content is not None:
        path.write_bytes(content)

    assert audited(path) == 2
    assert said in capsys.readouterr().err
    assert path.exists() == (content is not None)


def test_file_of_another_program_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE diary (day)")

    assert audited(path) == 2
    assert "the database of another program" in capsys.readouterr().err


def test_damaged_file_is_2(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(database.read_bytes())
    content[-3 * 4096 :] = b"\xa5" * 3 * 4096
    database.write_bytes(content)

    assert audited(database) == 2
    assert "is damaged" in capsys.readouterr().err
