"""The same game night on virtual time: a turn of a minute takes none, and nothing is by chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.client import Axeman
from bot.practice.faults import Faults
from bot.practice.server import PracticeServer
from bot.store import Store
from bot.table.limits import Limits
from bot.torture.loop import VirtualClock, VirtualLoop, run
from bot.torture.repeatable import repeatable
from bot.ui.pictures import Sketch
from tests.e2e.kit import TOKEN, Night
from tests.practice import description


@asynccontextmanager
async def a_virtual_night(
    loop: VirtualLoop,
    folder: Path,
    *,
    limits: Limits | None = None,
    faults: Faults | None = None,
    rate_limits: bool = False,
) -> AsyncIterator[Night]:
    """A night whose every wait is virtual; the tables' clock is the loop's, not moved by hand."""
    clock = VirtualClock(loop)
    server = PracticeServer(
        token=TOKEN, bot_name="Axeman", clock=clock.now, faults=faults, rate_limits=rate_limits
    )
    if description.is_given():
        server.on_request.append(description.hook)
    socket = folder / "discord"
    await server.start(socket=socket)
    night = Night(server, folder / "axeman.db")
    try:
        async with await Store.open(night.database, synchronous="OFF", threads=False) as store:
            night.bot = Axeman(
                store,
                clock=clock,
                chance=night.chance,
                limits=limits,
                connector=aiohttp.UnixConnector(path=str(socket), limit=0),
            )
            night.bot.crier.painter = unpainted
            running = asyncio.ensure_future(night.bot.start(TOKEN))
            try:
                await server.connected(timeout_s=600)
                yield night
            finally:
                await night.bot.finish()
                await running
    finally:
        await server.stop()
    assert night.sums_to_zero(), "bank, people and seats do not sum to zero"


async def unpainted(_sketch: Sketch) -> bytes:
    return b"a picture"


def on_virtual_time(folder: Path, play: Callable[[Night], Awaitable[None]], **how: object) -> None:
    """Play a night from its first moment to its last."""

    async def main(loop: VirtualLoop) -> None:
        async with a_virtual_night(loop, folder, **how) as night:  # type: ignore[arg-type]
            await play(night)

    with repeatable():
        run(main)
