"""A press: router, rules, journal, board and answer, against a bot that only answers."""

import json
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.practice.entities import Message
from bot.practice.server import PracticeServer
from tests.bench.bots import AXEMAN, BARE, TOKEN, Bot
from tests.bench.crowd import FULL_ROUND, Crowd, Table, until
from tests.bench.report import Figure, Report

TABLES = 20
ROUNDS = 15
COMPONENTS_V2 = 1 << 15


@dataclass
class Measured:
    """Of one bot, by round; the first is left out."""

    cpu_us: list[float] = field(default_factory=list)
    presses_per_s: list[float] = field(default_factory=list)
    p50_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)

    async def round(self, bot: Bot, crowd: Crowd, does: Callable[[Table], Awaitable[None]]) -> None:
        """Everybody presses at once, a table's people one after another."""
        crowd.times.clear()
        began, cpu = time.perf_counter(), bot.cpu_s
        await crowd.everywhere(does)
        presses, times = len(crowd.times), statistics.quantiles(crowd.times, n=100)
        self.presses_per_s.append(presses / (time.perf_counter() - began))
        self.cpu_us.append((bot.cpu_s - cpu) / presses * 1e6)
        self.p50_ms.append(times[49] * 1e3)
        self.p99_ms.append(times[98] * 1e3)


@asynccontextmanager
async def bots(folder: Path) -> AsyncIterator[tuple[Bot, Crowd, Bot, Crowd]]:
    """Axeman with all tables dealt, and the bare bot beside as many messages like theirs."""
    servers = PracticeServer(token=TOKEN), PracticeServer(token=TOKEN)
    for server in servers:
        await server.start()
    ours, others = (Crowd(server, TABLES) for server in servers)
    async with Bot(servers[0], *AXEMAN, AXEMAN_DATABASE=str(folder / "axeman.db")) as axeman:
        await until(lambda: ours.is_served)
        await ours.everywhere(ours.open)
        await ours.everywhere(ours.to_betting)
        await ours.everywhere(ours.bet_round)
        layout = folder / "layout.json"
        layout.write_text(json.dumps(ours.tables[0].layout))
        for ours_at, table in zip(ours.tables, others.tables, strict=True):
            _post(others, table, ours_at)
        async with Bot(servers[1], *BARE, BENCH_LAYOUT=str(layout)) as bare:
            yield axeman, ours, bare, others
    for server in servers:
        await server.stop()


def _post(others: Crowd, table: Table, like: Table) -> None:
    """What the bare bot's people press on."""
    message = Message(
        id=others.world.snowflake(),
        channel=table.channel,
        author=others.world.bot,
        created=time.time(),
        components=like.layout,
        flags=COMPONENTS_V2,
    )
    others.world.post(message)


async def test_a_press_costs_at_most_twice_a_bare_bots(tmp_path: Path, report: Report) -> None:
    ours, bare = Measured(), Measured()
    async with bots(tmp_path) as (axeman, crowd, other, others):

        async def presses(table: Table) -> None:
            for n in range(len(FULL_ROUND)):
                person = table.people[n % len(table.people)]
                await others.press(person, table.newest, table.newest.buttons[0].custom_id or "")

        for n in range(ROUNDS):
            await crowd.everywhere(crowd.to_betting)
            await crowd.quiet()
            await (ours if n else Measured()).round(axeman, crowd, crowd.bet_round)
            await (bare if n else Measured()).round(other, others, presses)
    what = f"a press, {TABLES * 5} people at {TABLES} tables"
    for name, unit in (
        ("presses_per_s", "presses a second"),
        ("p50_ms", "half are answered within, ms"),
        ("p99_ms", "99 % are answered within, ms"),
    ):
        report.add(Figure(what=what, unit=unit, ours=getattr(ours, name), of=getattr(bare, name)))
    cpu = Figure(what=what, unit="CPU, \u00b5s", ours=ours.cpu_us, of=bare.cpu_us, most=2.0)
    assert report.add(cpu).ratio <= 2.0
