"""`python -m bot forget`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store
from bot.store.audit import audit
from bot.table.ids import ServerId
from tests.store.kit import ANN, BOB, HOME, table_of

ELSEWHERE = ServerId(901)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Ann and Bob have seats at home, and balances elsewhere."""
    path = tmp_path / "axeman.db"
    async with await Store.open(path, synchronous="OFF") as store:
        await table_of(store, ANN, BOB)
        for person in (ANN, BOB):
            await store.balance(ELSEWHERE, person)
    return path


def forgotten(path: Path, *words: object) -> int:
    return main(["forget", *map(str, words), "--database", str(path)])


def test_a_server_is_forgotten_while_the_bot_is_stopped(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert forgotten(database, HOME) == 0
    assert "Server 900 is forgotten." in capsys.readouterr().out
    assert audit(database).servers == 1
    assert forgotten(database, HOME) == 2
    assert "Nothing is known about server 900." in capsys.readouterr().err


def test_a_person_is_forgotten_like_with_the_command(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert forgotten(database, ELSEWHERE, "--person", ANN) == 0
    assert "5,000 chips went back." in capsys.readouterr().out
    assert audit(database).servers == 2


def test_a_person_with_a_seat_is_not(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert forgotten(database, HOME, "--person", ANN) == 2
    assert "has a seat at the table in channel 1" in capsys.readouterr().err


async def test_beside_a_running_bot_it_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Store.open(database):
        assert await asyncio.to_thread(forgotten, database, HOME) == 2

    assert "is in use by another process" in capsys.readouterr().err
    assert audit(database).servers == 2


def test_a_file_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.db"

    assert forgotten(path, HOME) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not path.exists()
