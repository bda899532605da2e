"""The short look at the database that the doctor takes."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.examining import DAMAGED, LOST, examined
from tests.store.kit import ANN, HOME, table_of
from tests.store.test_store_audit import tamper


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "axeman.db"
    async with await Store.open(path, synchronous="OFF") as store:
        await table_of(store, ANN)
    return path


async def test_a_sound_database_is_found_sound_beside_the_running_bot(path: Path) -> None:
    async with await Store.open(path) as store:
        found = await store.examine()

    assert found.flaw == ""
    assert found.bytes > 0


def test_chips_that_do_not_sum_to_0_are_noticed_and_the_server_is_logged_only(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tamper(path, "UPDATE postings SET amount = amount + 7 WHERE amount > 0")

    with caplog.at_level(logging.ERROR):
        assert examined(path).flaw == LOST
    assert f"Server {HOME}" in caplog.text


def test_a_damaged_page_is_noticed(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 4_096)

    with caplog.at_level(logging.ERROR):
        assert examined(path).flaw == DAMAGED
    assert str(path) in caplog.text
