"""The bot as a process that kills itself, with SIGKILL, at a place it was told.

It is the bot that `run` runs, with a counter put around it from outside: around the acts of its
store, its commits, and its requests to Discord. `python -m bot.torture.mortal before append 3`
dies before the third line of the journal is written; without arguments it does not die.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import re
import signal
import sys
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import aiohttp

from bot.client import Axeman, serve
from bot.settings import Settings
from bot.table.ids import ChannelId

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from types import SimpleNamespace

    from bot.store import Store
    from bot.table.limits import Limits

P = ParamSpec("P")
T = TypeVar("T")

__all__ = ["SITES", "Pair", "Site", "When"]


class When(Enum):
    """On which side of an act."""

    BEFORE = "before"
    """Before the store has queued it, or before the request leaves."""
    AMID = "amid"
    """Everything is written, and the transaction is still open."""
    AFTER = "after"
    """When the store has answered that it is on the disk, or Discord has answered."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the bot's work where it can die."""

    when: When
    what: str

    def __str__(self) -> str:
        return f"{self.when.value} {self.what}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A site, and the how-manieth time in this life that it is passed, from 1."""

    site: Site
    occurrence: int

    def __str__(self) -> str:
        return f"{self.site} {self.occurrence}"

    @classmethod
    def parse(cls, when: str, what: str, occurrence: str) -> Pair:
        """The pair that these words name."""
        return cls(Site(When(when), what), int(occurrence))


ACTS: Final = (
    "append",
    "begin_hand",
    "save_seal",
    "open_seal",
    "settle",
    "save_post",
    "save_seat",
    "sit_down",
    "stand_up",
    "top_up",
)
"""The acts of the store, by the names of its methods."""
REQUESTS: Final = ("post", "edit", "callback", "dm")

SITES: Final = (
    *(Site(when, what) for what in ACTS for when in When),
    *(Site(when, what) for what in REQUESTS for when in (When.BEFORE, When.AFTER)),
)
"""Every site, numbered by its place here."""

_CALLBACK: Final = re.compile(r"/interactions/\d+/[^/]+/callback$")
_MESSAGES: Final = re.compile(r"/channels/(\d+)/messages(/\d+)?$")
_OPENS_DM: Final = re.compile(r"/users/@me/channels$")


class Reaper:
    """Counts how often the chosen site is passed."""

    def __init__(self, pair: Pair | None) -> None:
        self._site = pair.site if pair else None
        self._left = pair.occurrence if pair else 0
        self._under_way: list[str] = []
        """The acts that the store has not answered yet."""

    def passes(self, when: When, what: str) -> None:
        """The bot passes a site; it dies if this is the one."""
        if self._site == Site(when, what):
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)

    def watched(self, act: Callable[P, Awaitable[T]], name: str) -> Callable[P, Awaitable[T]]:
        """An act of the store with its sites around it."""

        @functools.wraps(act)
        async def watched(*args: P.args, **kwargs: P.kwargs) -> T:
            self.passes(When.BEFORE, name)
            self._under_way.append(name)
            try:
                result = await act(*args, **kwargs)
            finally:
                self._under_way.remove(name)
            self.passes(When.AFTER, name)
            return result

        return watched

    def statement(self, sql: str) -> None:
        """SQLite is about to run a statement; on the connection's thread."""
        if sql == "COMMIT":
            for name in tuple(self._under_way):
                self.passes(When.AMID, name)


class Mortal(Axeman):
    """The bot, watched by a reaper."""

    def __init__(
        self, store: Store, *, limits: Limits, card_pictures: bool, reaper: Reaper
    ) -> None:
        for name in ACTS:
            setattr(store, name, reaper.watched(getattr(store, name), name))
        super().__init__(store, limits=limits, card_pictures=card_pictures)
        self._reaper = reaper
        self.http.http_trace = self._trace()

    async def setup_hook(self) -> None:
        """Watch the commits, from within the writer's connection."""
        await self.store._write(lambda db: db.set_trace_callback(self._reaper.statement))  # noqa: SLF001 - nobody else may have it
        await super().setup_hook()

    def _trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._request_starts)
        trace.on_request_end.append(self._request_ended)
        return trace

    async def _request_starts(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        self._request_passes(When.BEFORE, request)

    async def _request_ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        self._request_passes(When.AFTER, request)

    def _request_passes(
        self, when: When, request: aiohttp.TraceRequestStartParams | aiohttp.TraceRequestEndParams
    ) -> None:
        kind = self._kind(request.method, request.url.path)
        if kind is not None:
            self._reaper.passes(when, kind)

    def _kind(self, method: str, path: str) -> str | None:
        """Which of the requests it is; None for one that tells nobody anything."""
        if _CALLBACK.search(path):
            return "callback"
        if _OPENS_DM.search(path):
            return "dm"
        found = _MESSAGES.search(path)
        if found is None or method not in ("POST", "PATCH"):
            return None
        if found[2]:
            return "edit"
        return "post" if self.floor.in_channel(ChannelId(int(found[1]))) else "dm"


def main(argv: Sequence[str]) -> None:
    """Live, and die where it is said."""
    logging.basicConfig(level="WARNING", format="%(levelname)s %(name)s: %(message)s")
    reaper = Reaper(Pair.parse(*argv) if argv else None)
    asyncio.run(serve(Settings(), functools.partial(Mortal, reaper=reaper)))


if __name__ == "__main__":
    main(sys.argv[1:])
