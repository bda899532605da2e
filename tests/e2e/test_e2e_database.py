"""A database in trouble under a running bot: one sentence, nothing half done, and on it goes."""

from __future__ import annotations

import logging
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store, store
from bot.store.audit import audit
from tests.e2e.kit import Night, a_bot, a_server
from tests.e2e.test_e2e_table import seated, whispered

SENTENCE = "That could not be saved, so nothing was changed. Try again in a moment."

Trouble = Callable[[Night], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def locked(night: Night) -> AsyncIterator[None]:
    """Another program writes, and does not end."""
    with closing(sqlite3.connect(night.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@asynccontextmanager
async def no_room(night: Night) -> AsyncIterator[None]:
    """Whatever this process writes into a file is refused by the system."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def read_only(night: Night) -> AsyncIterator[None]:
    """The connection may not write, nor may those that are opened in its place."""
    assert night.bot is not None
    writer = night.bot.store._writer
    reconnect = writer._reconnect

    async def reading() -> Any:
        connection = await reconnect()
        await connection.execute("PRAGMA query_only = ON")
        return connection

    writer._reconnect = reading
    await writer.run(lambda db: db.execute("PRAGMA query_only = ON"))
    try:
        yield
    finally:
        writer._reconnect = reconnect


@asynccontextmanager
async def moved_away(night: Night) -> AsyncIterator[None]:
    """Somebody has moved the file."""
    elsewhere = night.database.with_name("elsewhere.db")
    night.database.rename(elsewhere)
    try:
        yield
    finally:
        elsewhere.rename(night.database)


@asynccontextmanager
async def replaced(night: Night) -> AsyncIterator[None]:
    """Somebody has put another file, an older copy perhaps, into its place."""
    async with moved_away(night):
        night.database.write_bytes(b"")
        yield
        night.database.unlink()


TROUBLES = [
    (locked, "is locked by another program. Close it there."),
    (no_room, "cannot be used (disk I/O error). Look at the disk it is on."),
    (read_only, "cannot be written to (attempt to write a readonly database)."),
    (moved_away, "is gone (No such file or directory): it was moved or deleted"),
    (replaced, "stands another file than the one that was opened."),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for another program as long as a test may."""
    opens: Any = Store.open
    monkeypatch.setitem(opens.__func__.__kwdefaults__, "busy_timeout_s", 0.05)
    assert store.BUSY_TIMEOUT_S > 1


@pytest.fixture
def errors(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What the store has told the operator."""

    def found() -> list[str]:
        return [
            record.getMessage()
            for record in caplog.records
            if record.name.startswith("bot.store") and record.levelno >= logging.ERROR
        ]

    return found


def told(path: Path) -> str:
    """Everything that the database holds, as one text."""
    with closing(sqlite3.connect(path)) as books:
        return "\n".join(books.iterdump())


@pytest.mark.parametrize(("trouble", "line"), TROUBLES)
async def test_a_press_in_trouble_is_told_so_and_changes_nothing(
    night: Night, trouble: Trouble, line: str, errors: Callable[[], list[str]]
) -> None:
    await seated(night)
    await night.deal("Ann")
    board, actor, before = night.board, night.turn, told(night.database)
    elsewhere = night.guild.add_channel("elsewhere")
    night["Esi"].go(elsewhere)

    async with trouble(night):
        for name, do in [
            (actor, night[actor].press("Check", message=board)),
            ("Ann", night["Ann"].slash("chips daily")),
            ("Dov", night["Dov"].slash("table join")),
            ("Esi", night["Esi"].slash("axe open")),
        ]:
            await do
            await night[name].until_sees("That could not be saved")
            assert whispered(night, name).replace("**", "") == SENTENCE
        assert all(line in error for error in errors())
        assert len(errors()) >= 4
    assert told(night.database) == before

    await night[actor].press("Check", message=board)
    await night.settled()
    assert night.turn != actor
    await night.check_down()
    assert audit(night.database).settled == 1


@pytest.mark.parametrize(("trouble", "line"), TROUBLES)
async def test_when_the_trouble_has_passed_the_table_goes_on_by_itself(
    night: Night, trouble: Trouble, line: str
) -> None:
    await seated(night)
    await night.deal("Ann")
    actor = night.turn
    async with trouble(night):
        await night.pass_time(61)
        assert night.turn == actor
    await night.pass_time(61)
    assert night.turn != actor, "the clock answers"

    while len(night.table.live.hand.answers) < 14:  # type: ignore[union-attr]
        await night.act("Check")
    async with trouble(night):
        await night.act("Check")
        assert night.table.live is not None
        assert not night.table.live.settled
    for _ in range(20):
        await night.pass_time(6)
    assert night.table.hands > 1, "the hand is settled, and the next one is dealt"
    assert audit(night.database).settled >= 1


async def test_the_next_hand_is_dealt_after_trouble_between_hands(night: Night) -> None:
    await seated(night)
    await night.deal("Ann")
    await night.check_down()
    async with locked(night):
        await night.pass_time(60)
        assert night.table.hands == 1
    await night.pass_time(60)

    assert night.table.hands == 2


async def test_a_start_after_trouble_has_everything_that_was_confirmed(tmp_path: Path) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await seated(night)
            await night.deal("Ann")
            await night.act("Check")
            turn = night.turn
            async with no_room(night):
                await night[turn].press("Check", message=night.board)
                await night.settled()
        async with a_bot(night):
            await night.settled()
            assert night.turn == turn
            await night.check_down()
        assert audit(night.database).settled == 1
