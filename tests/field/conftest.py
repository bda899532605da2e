from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.e2e.kit import Night, Process, a_night, a_server
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
async def process(tmp_path: Path) -> AsyncIterator[Process]:
    """The bot as a process that is still to be started, on a night of its own."""
    async with a_server() as server:
        made = Process(Night(server, tmp_path / "axeman.db"))
        yield made
        await made.kill()
