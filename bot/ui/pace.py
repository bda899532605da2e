"""The pace: no request leaves before Discord has room for it, so none is refused for haste.

discord.py waits as well, but within the time that a request is given here, one channel at a time,
and it knows nothing of the limit over all. It lets too many through when two wait for one moment.
"""

from __future__ import annotations

import asyncio
import math
from bisect import insort
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.table.limits import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.table.ids import ChannelId

__all__ = ["Kind", "Pace", "Window"]

SLACK_S: Final = 0.05
"""What clocks and rounding may be apart."""
WINDOWS_MAX: Final = 1_000
"""Channels that are remembered; beyond that those that have been quiet are forgotten."""


class Kind(Enum):
    """What a request is for."""

    POST = "a message for the table's channel"
    LETTER = "a direct message: the table does not wait for it"
    EDIT = "a change of a message"
    OTHER = "anything else"


class Window:
    """Room for so many requests at once, and for each again a while after its answer.

    However long each is on its way, Discord never counts more of them within that while.
    """

    def __init__(self, count: int, within_s: float) -> None:
        self._within_s = within_s + SLACK_S
        self._count = count
        self._free_at = [-math.inf] * count
        """When the places that nobody holds are free, soonest first."""

    @property
    def free_at(self) -> float:
        """When there is room, as far as is known."""
        return self._free_at[0] if self._free_at else math.inf

    def is_quiet(self, now: float) -> bool:
        """Whether it is as good as new."""
        return len(self._free_at) == self._count and self._free_at[-1] <= now

    def enter(self) -> None:
        """Take a place."""
        del self._free_at[0]

    def leave(self, now: float) -> None:
        """Give the place back: the answer is there."""
        insort(self._free_at, now + self._within_s)


@dataclass(frozen=True, slots=True)
class Waiter:
    """A request that waits for room in all of its windows."""

    windows: tuple[Window, ...]
    turn: asyncio.Future[None]

    @property
    def free_at(self) -> float:
        return max(window.free_at for window in self.windows)


class Pace:
    """Lets requests through, in the order they came, as soon as there is room for each."""

    def __init__(self, requests_per_second: int = NO_LIMIT) -> None:
        self._is_free = requests_per_second == NO_LIMIT
        self._all = Window(max(1, requests_per_second), 1.0)
        self._letters = Window(max(1, requests_per_second * 2 // 3), 1.0)
        """However many are dealt in: room is left for those who wait for their turn."""
        self._channels: dict[tuple[Kind, ChannelId], Window] = {}
        self._waiting: list[Waiter] = []
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def room(self, kind: Kind, channel: ChannelId | None = None) -> AsyncIterator[None]:
        """Wait for room; it is taken for as long as this lasts, and a while longer."""
        if self._is_free:
            yield
            return
        windows = self._windows(kind, channel)
        await self._wait(windows)
        try:
            yield
        finally:
            for window in windows:
                window.leave(self._now)
            self._let_through()

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _windows(self, kind: Kind, channel: ChannelId | None) -> tuple[Window, ...]:
        match kind, channel:
            case ((Kind.POST | Kind.EDIT), int()):
                return self._all, self._channel(kind, channel)
            case Kind.LETTER, int():
                return self._all, self._letters, self._channel(Kind.POST, channel)
            case _:
                return (self._all,)

    def _channel(self, kind: Kind, channel: ChannelId) -> Window:
        """Discord takes five posts in five seconds, and as many edits."""
        if len(self._channels) >= WINDOWS_MAX:
            now = self._now
            kept = {key: w for key, w in self._channels.items() if not w.is_quiet(now)}
            self._channels = kept
        return self._channels.setdefault((kind, channel), Window(5, 5.0))

    async def _wait(self, windows: tuple[Window, ...]) -> None:
        waiter = Waiter(windows, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._let_through()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            else:
                for window in windows:
                    window.leave(self._now)
            raise

    def _let_through(self) -> None:
        """Whoever has room may go; look again when the next one may."""
        now, kept = self._now, []
        for waiter in self._waiting:
            if waiter.free_at <= now:
                for window in waiter.windows:
                    window.enter()
                waiter.turn.set_result(None)
            else:
                kept.append(waiter)
        self._waiting = kept
        if self._timer is not None:
            self._timer.cancel()
        soonest = min((waiter.free_at for waiter in kept), default=math.inf)
        self._timer = None
        if math.isfinite(soonest):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(soonest, self._let_through)
