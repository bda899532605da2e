"""The bot as a process: killed, stopped, started twice, on a database it cannot use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.kit import Night, Process, a_server
from tests.e2e.test_e2e_hands import TABLE


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Night]:
    """A night without a bot in this process."""
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        yield night
        for process in night.processes:
            await process.kill()


async def dealt(night: Night) -> None:
    await night.open(**TABLE)
    for name in ("Ann", "Ben", "Cleo"):
        await night[name].press("Sit down")
        await night[name].submit()
    await night["Ann"].press("Deal")
    await night["Ann"].until(lambda: night["Ann"].dms, "her hole cards")
    await night["Ann"].until(lambda: len(night.channel_texts()) == 3, "lobby, card and street")


async def press_check(night: Night, name: str) -> None:
    """Check, and wait until somebody else is asked or the hand is over."""
    before = night.board_text
    await night[name].press("Check", message=night.board)
    await night["Ann"].until(
        lambda: (
            "wins" in night.newest.text.split("\n")[0]
            or (night.is_asking and night.board_text != before)
        ),
        "the table moves",
    )


async def test_after_kill_9_in_mid_hand_the_same_button_works(alone: Night) -> None:
    process = Process(alone)
    await process.start()
    await dealt(alone)
    first = alone.turn
    await press_check(alone, first)
    board, cards, actor = alone.board, alone["Ann"].dms[-1].text, alone.turn
    texts = alone.channel_texts()
    await process.kill()

    await process.start()
    await asyncio.sleep(0.5)
    assert len(alone.channel_texts()) == len(texts), "nothing is told twice"
    assert len(alone["Ann"].dms) == 1
    assert board is alone.board
    await press_check(alone, actor)
    assert alone.turn not in (first, actor), "the hand goes on from the same question"
    await alone["Ann"].slash("peek")
    down = cards.split("\n")[1].split(" face down")[0]
    assert down.strip("*") in alone["Ann"].ephemerals[-1].text, "the same cards"
    while "wins" not in alone.newest.text.split("\n")[0]:
        await press_check(alone, alone.turn)
    assert await process.stop() == 0
    assert alone.sums_to_zero()
    assert sum([await alone.bank(name) for name in ("Ann", "Ben", "Cleo")]) == 13_500


async def test_a_clean_stop_exits_with_0_and_a_start_takes_the_lobby_up(alone: Night) -> None:
    process = Process(alone)
    await process.start()
    await alone.open(**TABLE)
    assert await process.stop() == 0
    await process.start()
    await asyncio.sleep(0.3)
    await alone["Ben"].press("Sit down")
    await alone["Ben"].submit()

    assert len(alone.channel_texts()) == 1
    await alone["Ann"].until_sees("1 of 8 seats taken")
    assert await process.stop() == 0


async def test_a_second_bot_on_the_same_database_is_refused(alone: Night) -> None:
    process = Process(alone)
    await process.start()
    second = await asyncio.to_thread(run_bot, alone.database)
    assert await process.stop() == 0

    assert second.returncode == 2
    assert "another" in second.stderr.lower()
    assert "Traceback" not in second.stderr


def run_bot(database: Path, token: str | None = "x") -> subprocess.CompletedProcess[str]:  # noqa: S107
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_T", "AXEMAN"))}
    environment["AXEMAN_DATABASE"] = str(database)
    if token is not None:
        environment["DISCORD_TOKEN"] = token
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_without_a_token_two_lines_say_what_to_do(tmp_path: Path) -> None:
    ended = run_bot(tmp_path / "axeman.db", token=None)

    assert ended.returncode == 2
    assert len(ended.stderr.strip().split("\n")) == 2
    assert "DISCORD_TOKEN" in ended.stderr
    assert "practice" in ended.stderr


def test_a_broken_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "axeman.db"
    database.write_bytes(b"this is no database, whatever its name says" * 50)
    ended = run_bot(database)

    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert str(database) in ended.stderr
    assert database.read_bytes().startswith(b"this is no database")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    ended = run_bot(tmp_path / "nowhere" / "axeman.db")

    assert ended.returncode == 2
    assert "nowhere" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_locked_database_is_named(tmp_path: Path) -> None:
    database = tmp_path / "axeman.db"
    holder = sqlite3.connect(database)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    ended = run_bot(database)
    holder.close()

    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to read-only files")
def test_a_read_only_database_is_named(tmp_path: Path) -> None:
    database = tmp_path / "axeman.db"
    sqlite3.connect(database).close()
    database.chmod(stat.S_IRUSR)
    ended = run_bot(database)

    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
