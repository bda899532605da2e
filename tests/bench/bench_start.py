"""Starting: to READY, with two hundred tables in memory, with a thousand in the database."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice.server import PracticeServer
from bot.practice.world import Change, Kind
from tests.bench.bots import AXEMAN, BARE, MIB, TOKEN, Bot, cpu_s
from tests.bench.crowd import Crowd, until
from tests.bench.report import Figure, Report

STARTS = 9
REVIVALS = 3
LIVE, MANY = 200, 1_000


@pytest.fixture
async def server() -> AsyncIterator[PracticeServer]:
    server = PracticeServer(token=TOKEN)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def layout(tmp_path: Path) -> str:
    file = tmp_path / "layout.json"
    file.write_text(json.dumps([{"type": 10, "content": "nothing"}]))
    return str(file)


def database(folder: Path) -> str:
    return str(folder / "axeman.db")


async def seconds_to_ready(server: PracticeServer, *command: str, **env: str) -> float:
    began = time.perf_counter()
    async with Bot(server, *command, **env):
        return time.perf_counter() - began


async def test_ready_takes_at_most_twice_as_long_as_a_bare_bot(
    tmp_path: Path, report: Report, server: PracticeServer, layout: str
) -> None:
    server.world.add_guild("Bench").add_channel("poker")
    ours, bare = [], []
    for _ in range(STARTS + 1):
        ours.append(await seconds_to_ready(server, *AXEMAN, AXEMAN_DATABASE=database(tmp_path)))
        bare.append(await seconds_to_ready(server, *BARE, BENCH_LAYOUT=layout))
    ready = Figure(what="start to READY", unit="s", ours=ours[1:], of=bare[1:], most=2.0)
    assert report.add(ready).ratio <= 2.0


async def test_many_tables_in_memory_and_at_a_start(
    tmp_path: Path, report: Report, server: PracticeServer, layout: str
) -> None:
    crowd = Crowd(server, MANY)
    rss = await _dealt(crowd, server, database(tmp_path))
    async with Bot(server, *BARE, BENCH_LAYOUT=layout) as bot:
        await asyncio.sleep(1)
        bare = bot.rss_bytes
    memory = Figure(
        what=f"memory with {LIVE} live tables",
        unit="MiB",
        ours=[rss / MIB],
        of=[bare / MIB],
        most=2.5,
    )
    report.add(memory)
    taken_up, told, replayed = [], [], []
    for _ in range(REVIVALS):
        up, all_told = await _revived(crowd, server, database(tmp_path))
        taken_up.append(up)
        told.append(all_told)
        replayed.append(await _replayed(database(tmp_path)))
    what = f"{MANY:,} live tables taken up by a start, against their hands replayed"
    up_again = Figure(what=what, unit="CPU, s", ours=taken_up, of=replayed, most=5.0)
    report.add(up_again)
    report.add(
        Figure(what="the same, until every channel is told", unit="CPU, s", ours=told, of=replayed)
    )
    assert memory.ratio <= 2.5
    assert up_again.ratio <= 5.0


async def _dealt(crowd: Crowd, server: PracticeServer, path: str) -> int:
    """Open and deal every table; the memory with the first of them."""
    everybody, rss = crowd.tables, 0
    async with Bot(server, *AXEMAN, AXEMAN_DATABASE=path) as bot:
        await until(lambda: crowd.is_served)
        for tables in (everybody[:LIVE], everybody[LIVE:]):
            crowd.tables = tables
            for does in (crowd.open, crowd.to_betting):
                await crowd.everywhere(does)
            rss = rss or bot.rss_bytes
    return rss


async def _revived(crowd: Crowd, server: PracticeServer, path: str) -> tuple[float, float]:
    """Processor time until the tables are on the floor, and until each channel is told."""
    told: set[int] = set()

    def hear(change: Change) -> None:
        if change.kind is Kind.MESSAGE_EDITED and change.message is not None:
            told.add(change.message.id)

    server.world.listeners.append(hear)
    boards = {table.board[0].id for table in crowd.tables if table.board}
    async with Bot(server, *AXEMAN, AXEMAN_DATABASE=path, AXEMAN_LOG_LEVEL="INFO") as bot:
        up = bot.cpu_at["open tables taken up"]
        await until(lambda: boards <= told)
        all_told = bot.cpu_s
    server.world.listeners.remove(hear)
    return up, all_told


async def _replayed(path: str) -> float:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.replay", path, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert int(await process.stdout.readline()) == MANY
    used = cpu_s(process.pid)
    await process.wait()
    return used
