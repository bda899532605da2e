"""What the libraries take from the machine, taken from the seed and the loop instead.

Three things in discord.py know nothing of the event loop: the thread that beats the gateway's
heart by the machine's clock, the chance in the delay before it connects again, and the addresses
of Discord. Everything else asks the loop for the time.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import discord
import yarl
from discord.gateway import KeepAliveHandler

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["repeatable"]

API: Final = "http://localhost/api/v10"
GATEWAY: Final = yarl.URL("ws://localhost/gateway")


class KeepAlive(KeepAliveHandler):
    """The heartbeat as a task of the loop."""

    _beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._beating = asyncio.get_running_loop().create_task(self._beat())

    def stop(self) -> None:
        """Beat no more."""
        if self._beating is not None:
            self._beating.cancel()

    async def _beat(self) -> None:
        with suppress(ConnectionError):  # the gateway has hung up, and the shard knows it too
            while True:
                await asyncio.sleep(self.interval or 0)
                await self.ws.send_heartbeat(self.get_payload())


class _Unseeded(Random):
    """Chance that is asked to seed itself from the machine, and does not."""

    def seed(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - whatever it is asked
        """Begin at the same place each time."""
        super().seed(0)


@contextmanager
def repeatable() -> Iterator[None]:
    """For as long as this lasts, discord.py is repeatable, and Discord is the practice server."""
    with ExitStack() as stack:
        for owner, name, value in (
            (discord.gateway, "KeepAliveHandler", KeepAlive),
            (discord.backoff, "random", SimpleNamespace(Random=_Unseeded)),
            (discord.http.Route, "BASE", API),
            (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", GATEWAY),
        ):
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield
