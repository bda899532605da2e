from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.client import Axeman
from tests.simcord.kit import Night, a_bot, finish, telling
from tests.table.kit import HandClock


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "axeman.db"


@pytest.fixture
async def simcord_bot(database: Path) -> Axeman:
    """The bot that SimCord's own fixture logs in."""
    return await a_bot(database, HandClock())


@pytest.fixture
async def night(
    simcord_env: simcord.Env,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Night]:
    """A night, and at its end: every act was answered once, and no fault was logged."""
    monkeypatch.setattr("bot.table.floor.Runner", telling(simcord_env))
    made = Night(simcord_env, database)
    yield made
    await finish(made.bot)
    assert made.everything_was_answered_once()
    faults = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert not faults, "a fault was logged"
