"""A night: the practice server, the bot as it is, people, trouble, and a look after every step."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from contextlib import contextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.client import Axeman
from bot.practice import PracticeServer
from bot.store import Store
from bot.table.chance import SeededChance
from bot.table.ids import ChannelId
from bot.table.table import SEAL_S
from bot.torture.checks import Broken, Checks, Faults
from bot.torture.loop import Stuck, VirtualClock
from bot.torture.play import Play
from bot.torture.repeatable import repeatable
from bot.torture.script import Do, Step
from bot.torture.stage import Stage, learn_rankings
from bot.torture.tally import EARLY, Tally
from bot.torture.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from bot.practice.world import Change
    from bot.table.table import Table
    from bot.torture.loop import VirtualLoop
    from bot.torture.stage import Place
    from bot.ui.pictures import Sketch

__all__ = ["Night"]

TOKEN: Final = "torture"  # noqa: S105 - it opens nothing but this night
MESSAGES_MAX: Final = 40
"""How many messages a channel keeps: what is further up nobody scrolls to."""
TOKENS_KEPT_S: Final = 1_000.0
"""A little longer than an interaction may be answered."""
TIDY_EVERY: Final = 50
"""Steps between two clearings-up."""
CALM_S: Final = 8.0
"""What was under way when the trouble ended has arrived by then."""
ANSWER_S: Final = 20.0
"""How much longer than two turns a table may take to go on: one may be given again, untold."""
STARTS_MAX: Final = 30
CONNECT_S: Final = 120.0
AGAIN_S: Final = 10.0
"""How long whoever keeps the bot running waits before the next start."""
TIMES_S: Final = ((70, 1, 8), (25, 10, 70), (3, 300, 1200), (2, 3600, 10_800))
"""How often nothing happens for how long: weight, least and most seconds."""


class Night:
    """Plays steps. `digest` is the same whenever the same steps are played from the same seed."""

    def __init__(self, loop: VirtualLoop, folder: Path, seed: int, tally: Tally) -> None:
        self.tally = tally
        self.played = 0
        """How many steps were begun."""
        self._loop = loop
        self._database = folder / "axeman.db"
        self._socket = folder / "discord"
        self._digest = hashlib.blake2b()
        self._clock = VirtualClock(loop)
        self._chance = SeededChance(seed)
        self._trouble = Trouble(self._clock, tally)
        self._server = PracticeServer(
            token=TOKEN,
            bot_name="Axeman",
            clock=self._clock.now,
            faults=self._trouble.weather,
            rate_limits=True,
        )
        self._faults = Faults()
        self._checks = Checks(self._server.world, self._clock, tally, self._faults)
        self._stage = Stage(self._server, seed)
        self._play = Play(self._stage, loop, self.table_at)
        self._bot: Axeman | None = None
        self._store: Store | None = None
        self._running: asyncio.Task[None] | None = None
        self._server.world.listeners.append(self._hear)
        self._server.on_request.append(self._note_request)

    @property
    def digest(self) -> str:
        """Of everything that was sent and said so far."""
        return self._digest.hexdigest()

    def table_at(self, place: Place) -> Table | None:
        """The open table of a channel."""
        if self._bot is None:
            return None
        runner = self._bot.floor.in_channel(ChannelId(place.channel.id))
        return runner.table if runner is not None else None

    # From the first step to the last.

    async def play(self, steps: Iterable[Step], *, is_enough: Callable[[Tally], bool]) -> None:
        """Play until it is enough, or the steps run out.

        Raises: Broken; the last of the steps `played` is the one that broke it.
        """
        began = time.perf_counter()
        with repeatable(), self._listening():
            learn_rankings()
            await self._server.start(socket=self._socket)
            try:
                await self._start_bot()
                for step in steps:
                    if is_enough(self.tally):
                        break
                    await self._step(step)
                await self._calm()
                self._checks.audit()
                self._tally_up()
            finally:
                self.tally.real_s = time.perf_counter() - began
                self.tally.virtual_s = self._loop.time()
                await self._close()

    async def _step(self, step: Step) -> None:
        self.played += 1
        self.tally.steps[step.do.value] += 1
        self._digest.update(repr((step.do.value, step.table, step.salt)).encode())
        try:
            await self._do(step, Random(step.salt))
            await self._loop.rest()
            self._checks.look()
        except Broken:
            raise
        except (AssertionError, Stuck) as fault:
            raise Broken("step", f"{step.do.value}: {fault!r}") from fault
        if self.played % TIDY_EVERY == 0:
            self._tidy()

    async def _do(self, step: Step, chance: Random) -> None:
        place = self._stage.places[step.table]
        match step.do:
            case Do.TURN:
                await self._play.turn(place, chance)
            case Do.ASIDE:
                await self._play.aside(place, chance)
            case Do.TIME:
                await self._pass_time(chance)
            case Do.CALM:
                await self._calm()
            case Do.RESTART:
                await self._stop_bot()
                await self._start_bot()
                self.tally.restarts += 1
            case trouble:
                await self._trouble.do(trouble, self._server, self._stage, place, chance)

    async def _pass_time(self, chance: Random) -> None:
        weights = [weight for weight, _, _ in TIMES_S]
        ((_, least, most),) = chance.choices(TIMES_S, weights)
        await asyncio.sleep(chance.uniform(least, most))

    async def _calm(self) -> None:
        """All trouble ends; within a turn every table has gone on by itself."""
        self._trouble.end(self._server, self._stage)
        await asyncio.sleep(CALM_S)
        await self._loop.rest()
        self._checks.look()
        before = {table.table: _moment(table) for table in self._checks.tables if table.hand}
        turns = [table.turn_seconds for table in self._checks.tables]
        await asyncio.sleep(max(2 * max(turns, default=0), SEAL_S) + ANSWER_S)
        await self._loop.rest()
        self._checks.look()
        self._checks.look_at_boards(self._server.world)
        for table in self._checks.tables:
            if table.table in before and table.hand and _moment(table) == before[table.table]:
                raise Broken("stuck", f"table {table.table} does not go on: {before[table.table]}")
        self.tally.checks["tables that went on"] += len(before)

    # The bot.

    async def _start_bot(self) -> None:
        """Start the bot, and once more for as long as Discord does not let it in."""
        for _ in range(STARTS_MAX):
            self._store = await Store.open(self._database, synchronous="OFF", threads=False)
            bot = Axeman(
                self._store,
                clock=self._clock,
                chance=self._chance,
                connector=aiohttp.UnixConnector(path=str(self._socket), limit=0),
            )
            bot.crier.painter = _unpainted
            self._running = self._loop.create_task(bot.start(TOKEN), name="torture: the bot")
            arrival = self._loop.create_task(self._server.connected(timeout_s=CONNECT_S))
            await asyncio.wait({self._running, arrival}, return_when=asyncio.FIRST_COMPLETED)
            if arrival.done() and arrival.exception() is None:
                await self._loop.rest()
                self._bot = bot
                self._checks.start(bot, self._database)
                return
            arrival.cancel()
            self.tally.trouble["start failed"] += 1
            await self._end(bot, self._store, self._running)
            await asyncio.sleep(AGAIN_S)
        raise Broken("start", f"the bot did not start in {STARTS_MAX} attempts")

    async def _stop_bot(self) -> None:
        assert self._bot is not None
        assert self._store is not None
        assert self._running is not None
        self._checks.stop()
        bot, self._bot = self._bot, None
        await self._end(bot, self._store, self._running)

    @staticmethod
    async def _end(bot: Axeman, store: Store, running: asyncio.Task[None]) -> None:
        await bot.finish()
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # it never got in
            await running
        await store.close()

    async def _close(self) -> None:
        if self._bot is not None:
            with suppress(Exception):  # the night is over, well or badly; nothing may hide why
                await self._stop_bot()
        with suppress(Exception):
            await self._server.stop()

    # What is noted down.

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Hear what is logged as an error, and let nothing be printed."""
        root = logging.getLogger()
        before = root.handlers[:], root.level
        root.handlers[:] = [self._faults]
        root.setLevel(logging.ERROR)
        try:
            yield
        finally:
            root.handlers[:], level = before
            root.setLevel(level)

    def _hear(self, change: Change) -> None:
        message = change.message
        said = (change.kind.name, message.id, message.text) if message else (change.kind.name,)
        self._digest.update(repr(said).encode())

    def _note_request(self, method: str, path: str, *_: object) -> None:
        self.tally.requests += 1
        self._digest.update(f"{self._loop.time()} {method} {path}\n".encode())

    def _tidy(self) -> None:
        """Forget what Discord's own apps would not show any more, and count."""
        world = self._server.world
        for channel in world.channels.values():
            while len(channel.messages) > MESSAGES_MAX:
                del channel.messages[next(iter(channel.messages))]
        oldest, tokens = world.clock() - TOKENS_KEPT_S, self._server.interactions.by_token
        while tokens and (first := next(iter(tokens.values()))).created < oldest:
            del tokens[first.token]
        for player in self._stage.players:
            player.person.everything_seen.clear()
            player.person.pings.clear()
        limited = sum(": 429 " in refusal for refusal in self._server.refusals)
        if limited:
            self.tally.trouble["answered 429"] += limited
        self._server.refusals.clear()
        self._tally_up()

    def _tally_up(self) -> None:
        tally, before = self.tally, self.tally.hands
        self._checks.count()
        tally.presses = sum(player.presses for player in self._stage.players)
        tally.refused_by_app = sum(player.refused for player in self._stage.players)
        tally.weigh(is_early=before < EARLY)


async def _unpainted(_sketch: Sketch) -> bytes:
    """A file in a picture's place: painting takes a thread, which knows no virtual time."""
    return b"a picture"


def _moment(table: Table) -> tuple[int, int]:
    return table.hands, table.hand.hand.question if table.hand else 0
