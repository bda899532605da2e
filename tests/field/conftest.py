from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.e2e.kit import Night, a_night, a_server
from tests.table.kit import Room, a_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """One table without Discord; at the end the books balance."""
    async with a_room(tmp_path / "axeman.db") as made:
        yield made
        assert not any((await made.store.sums()).values()), "the books do not balance"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "axeman.db") as opened:
        yield opened


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Night]:
    """A game night over the wire."""
    async with a_night(tmp_path) as made:
        yield made


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Night]:
    """A night whose bot is still to be started, as a process."""
    async with a_server() as server:
        made = Night(server, tmp_path / "axeman.db")
        yield made
        for process in made.processes:
            await process.kill()
