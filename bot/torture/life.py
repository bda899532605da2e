"""One life of the bot: a child process that ends where it was told to, or when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.torture.aftermath import Lost

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bot.practice import PracticeServer
    from bot.torture.mortal import Pair

__all__ = ["TOKEN", "WAIT_S", "Cradle", "Life"]

TOKEN: Final = "kills"  # noqa: S105 - it opens nothing but this night
WAIT_S: Final = 6.0
"""How long the bot may take for anything."""


@dataclass(frozen=True, slots=True)
class Cradle:
    """What every life of a night begins with."""

    server: PracticeServer
    database: Path
    log: Path
    stirred: asyncio.Event
    """Set whenever anything happens in the practice server, or the bot ends."""


class Life:
    """The bot as a child. Made by `begin`; whoever began it sees to its end."""

    def __init__(self, cradle: Cradle, process: asyncio.subprocess.Process) -> None:
        self._cradle = cradle
        self._process = process
        self._watching = asyncio.ensure_future(self._watch())

    @classmethod
    async def begin(cls, cradle: Cradle, pair: Pair | None) -> Life:
        """Start it, and wait until it is connected or dead. Raises: TimeoutError."""
        async with asyncio.timeout(WAIT_S):
            while cradle.server.gateway.connections:  # noqa: ASYNC110 - the last one's, broken off
                await asyncio.sleep(0.001)
        words = [pair.site.when.value, pair.site.what, str(pair.occurrence)] if pair else []
        with cradle.log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot.torture.mortal", *words),
                env=os.environ | _settings(cradle),
                stderr=log,
            )
        life = cls(cradle, process)
        connected = asyncio.ensure_future(cradle.server.connected(timeout_s=WAIT_S * 2))
        await asyncio.wait({connected, life._watching}, return_when=asyncio.FIRST_COMPLETED)
        if life.is_over:
            connected.cancel()
        else:
            await connected
        return life

    @property
    def is_over(self) -> bool:
        """Whether it has ended, however it did."""
        return self._process.returncode is not None

    def must_be_killed(self) -> None:
        """Raises: Lost if it has ended in another way than by its own hand."""
        if self._process.returncode != -signal.SIGKILL:
            raise Lost(f"the bot did not die, but ended with {self._process.returncode}")

    async def stop(self) -> None:
        """Tell it to stop. Raises: Lost if it does not end well."""
        self._process.terminate()
        await asyncio.wait_for(self._watching, WAIT_S)
        if self._process.returncode != 0:
            raise Lost(f"after SIGTERM the bot exits with {self._process.returncode}")

    async def end(self) -> None:
        """End it, if it has not ended."""
        if not self.is_over:
            self._process.kill()
        await self._watching

    async def until(self, is_so: Callable[[], object], timeout_s: float = WAIT_S) -> bool:
        """Wait until something is so, the bot is dead, or time is up; whether it is so."""
        stirred = self._cradle.stirred
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while not is_so() and not self.is_over:
                    stirred.clear()
                    await stirred.wait()
        return bool(is_so())

    async def _watch(self) -> None:
        await self._process.wait()
        self._cradle.stirred.set()


def _settings(cradle: Cradle) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": TOKEN,
        "AXEMAN_DATABASE": str(cradle.database),
        "AXEMAN_API_URL": cradle.server.api_url,
        "AXEMAN_GATEWAY_URL": cradle.server.gateway_url,
        "AXEMAN_REQUESTS_PER_SECOND": "0",
        "AXEMAN_PRESSES_PER_MINUTE": "0",
        "AXEMAN_CARD_PICTURES": "off",
    }
