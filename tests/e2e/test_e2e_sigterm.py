"""SIGTERM: what is under way is finished, nothing is lost, and the exit is quick and clean."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.kit import TOKEN, Night, a_server
from tests.e2e.test_e2e_restart import dealt, press_check, run_bot

EXIT_S = 5.0
"""How long a host waits before it kills."""


class Wire:
    """A cable between the bot and Discord that can be slow, cut, or carry nothing at all."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.up_delay_s = 0.0
        self.is_dead = False
        """Whether everything is swallowed, in both directions."""
        self.carried = 0
        """How many pieces the bot has sent."""

    async def lay(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Refuse every connection from now on, and break those that stand."""
        assert self._server is not None
        self._server.close()
        for end in self._ends:
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._ends |= {writer, far_writer}
        async with asyncio.TaskGroup() as both:
            both.create_task(self._copy(reader, far_writer, is_up=True))
            both.create_task(self._copy(far_reader, writer, is_up=False))
        self._ends -= {writer, far_writer}

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_up: bool
    ) -> None:
        with suppress(ConnectionError):
            while carried := await reader.read(65_536):
                self.carried += is_up
                if is_up:
                    await asyncio.sleep(self.up_delay_s)
                if not self.is_dead:
                    writer.write(carried)
                    await writer.drain()
        writer.close()


class Bot:
    """The bot as a process at the end of a wire, told to stop."""

    def __init__(self, night: Night, wire: Wire) -> None:
        self._night, self._wire = night, wire
        self._process: asyncio.subprocess.Process | None = None

    async def spawn(self) -> None:
        """Start it, and do not wait for anything."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env=os.environ
            | {
                "DISCORD_TOKEN": TOKEN,
                "AXEMAN_DATABASE": str(self._night.database),
                "AXEMAN_API_URL": f"http://127.0.0.1:{self._wire.port}/api/v10",
                "AXEMAN_GATEWAY_URL": f"ws://127.0.0.1:{self._wire.port}/gateway",
            },
            stderr=asyncio.subprocess.PIPE,
        )

    async def start(self) -> None:
        await self.spawn()
        await self._night.server.connected()
        await asyncio.sleep(0.3)

    def terminate(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def ended(self) -> str:
        """What it has logged, once it has exited with 0 in time."""
        assert self._process is not None
        _, said = await asyncio.wait_for(self._process.communicate(), EXIT_S)
        log = said.decode()
        assert self._process.returncode == 0, log
        assert "Traceback" not in log.rpartition("told to stop")[2], log
        return log

    async def kill(self) -> None:
        if self.is_running:
            assert self._process is not None
            self._process.kill()
            await self._process.wait()


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Night]:
    """A night whose bot runs as a process."""
    async with a_server() as server:
        yield Night(server, tmp_path / "axeman.db")


@pytest.fixture
async def wire(night: Night) -> AsyncIterator[Wire]:
    wire = Wire(int(night.server.api_url.split(":")[2].split("/")[0]))
    await wire.lay()
    night.server.gateway.url = f"ws://127.0.0.1:{wire.port}/gateway"
    yield wire
    wire.cut()


@pytest.fixture
async def bot(night: Night, wire: Wire) -> AsyncIterator[Bot]:
    bot = Bot(night, wire)
    yield bot
    await bot.kill()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - another process makes it so
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("delay_s", [0.0, 0.1, 0.8])
async def test_a_press_in_flight_is_saved_and_answered(
    night: Night, wire: Wire, bot: Bot, delay_s: float
) -> None:
    await bot.start()
    await dealt(night)
    actor, board = night.turn, night.board
    wire.up_delay_s = delay_s
    press = await night[actor].press("Check", message=board, wait=False)
    looks = [
        await night[name].press("My cards", message=board, wait=False)
        for name in ("Ann", "Ben", "Cleo")
    ]
    await asyncio.sleep(0.05)
    bot.terminate()
    log = await bot.ended()

    assert "told to stop" in log
    assert press.kind is not None, "the press was left without an answer"
    assert all(look.kind is not None for look in looks)
    assert night.turn != actor, "and the answer was the new board"
    wire.up_delay_s = 0.0
    await bot.start()
    assert night.board is board
    await press_check(night, night.turn)
    assert night.sums_to_zero()


async def test_presses_while_it_stops_are_answered_or_work_afterwards(
    night: Night, bot: Bot
) -> None:
    await bot.start()
    await dealt(night)
    presses = []
    for round_ in range(40):
        if round_ == 10:
            bot.terminate()
        if night.is_asking:  # if not, the next street is on its way
            presses += [
                await night[name].press("Check", message=night.board, wait=False)
                for name in ("Ann", "Ben", "Cleo")
            ]
        await asyncio.sleep(0.005)
    await bot.ended()

    assert any(press.kind is not None for press in presses)
    for name in ("Ann", "Ben", "Cleo"):
        assert not night[name].ever_saw("is closed"), "a table that is taken up again is not closed"
    await bot.start()
    while "wins" not in night.newest.text.split("\n")[0]:
        await press_check(night, night.turn)
    assert night.sums_to_zero()


async def test_a_second_sigterm_changes_nothing(night: Night, wire: Wire, bot: Bot) -> None:
    await bot.start()
    await dealt(night)
    wire.up_delay_s = 0.3
    press = await night[night.turn].press("Check", message=night.board, wait=False)
    await asyncio.sleep(0.05)
    stopping = asyncio.ensure_future(bot.ended())
    while not stopping.done():
        bot.terminate()
        await asyncio.sleep(0.02)
    await stopping

    assert press.kind is not None


async def test_sigterm_while_it_opens_the_database(night: Night, bot: Bot) -> None:
    await bot.spawn()
    await until(night.database.with_name("axeman.db.lock").exists)
    bot.terminate()
    await bot.ended()


async def test_sigterm_while_it_logs_in_to_a_discord_that_never_answers(
    wire: Wire, bot: Bot
) -> None:
    wire.is_dead = True
    await bot.spawn()
    await until(lambda: wire.carried > 0)
    bot.terminate()
    await bot.ended()


@pytest.mark.parametrize("pieces", [1, 3, 4, 5])
async def test_sigterm_while_it_connects_to_a_slow_discord(
    wire: Wire, bot: Bot, pieces: int
) -> None:
    wire.up_delay_s = 0.4
    await bot.spawn()
    await until(lambda: wire.carried >= pieces)
    bot.terminate()
    await bot.ended()


async def test_sigterm_while_discord_cannot_be_reached(night: Night, wire: Wire, bot: Bot) -> None:
    await bot.start()
    await dealt(night)
    wire.cut()
    await asyncio.sleep(0.3)
    bot.terminate()
    await bot.ended()

    await wire.lay()
    await bot.start()
    await press_check(night, night.turn)


async def test_sigterm_while_discord_hangs_with_presses_under_way(
    night: Night, wire: Wire, bot: Bot
) -> None:
    await bot.start()
    await dealt(night)
    actor = night.turn
    wire.up_delay_s = 30.0
    await night[actor].press("Check", message=night.board, wait=False)
    await asyncio.sleep(0.1)
    bot.terminate()
    await bot.ended()

    wire.up_delay_s = 0.0
    await bot.start()
    await night["Ann"].until(lambda: night.turn != actor, "the saved answer to be told")
    await press_check(night, night.turn)


async def test_a_second_bot_is_refused_in_a_line_and_the_first_goes_on(
    night: Night, bot: Bot
) -> None:
    await bot.start()
    await dealt(night)
    second = await asyncio.to_thread(run_bot, night.database)
    await press_check(night, night.turn)

    assert second.returncode == 2
    assert second.stderr.count("\n") == 1
    assert "another" in second.stderr
    bot.terminate()
    await bot.ended()
