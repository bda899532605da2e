"""The bots that are measured, each in a process of its own."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.practice.server import PracticeServer

TOKEN = "bench"  # noqa: S105 - it opens nothing but this bench
MIB = 1024 * 1024
READY_S = 120.0
STOP_S = 30.0
AXEMAN = ("-m", "bot", "run")
BARE = ("-m", "tests.bench.bare")
SIGNS = ("open tables taken up",)
"""What a log line has to hold for the moment to be noted."""


class Bot:
    """A process from its start to its end; entered once it is READY."""

    def __init__(self, server: PracticeServer, *command: str, **env: str) -> None:
        self.cpu_at: dict[str, float] = {}
        """Processor time used when the log said one of `SIGNS`."""
        self._server = server
        self._command = command
        self._env = {
            "DISCORD_TOKEN": TOKEN,
            "AXEMAN_API_URL": server.api_url,
            "AXEMAN_GATEWAY_URL": server.gateway_url,
            "AXEMAN_LOG_LEVEL": "WARNING",
            "AXEMAN_PRESSES_PER_MINUTE": "0",  # nobody presses as fast as a bench
            "AXEMAN_TABLES_PER_SERVER": "0",
            **env,
        }

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            env=os.environ | self._env,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read_log())
        await self._server.connected(timeout_s=READY_S)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._process.wait(), STOP_S)
        except TimeoutError:
            self._process.kill()
        await self._reading

    async def _read_log(self) -> None:
        assert self._process.stderr is not None, "the log is piped"
        async for line in self._process.stderr:
            for sign in SIGNS:
                if sign.encode() in line:
                    self.cpu_at[sign] = self.cpu_s

    @property
    def cpu_s(self) -> float:
        """Processor time of all its threads so far, the kernel's for them too."""
        return cpu_s(self._process.pid)

    @property
    def rss_bytes(self) -> int:
        """What it holds in memory now."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


def cpu_s(pid: int) -> float:
    """Processor time of another process.

    Linux makes the number of a process's clock out of its id (`clock_getcpuclockid(3)`, which
    Python has for threads only). It is finer than the hundredths of a second in `/proc`.
    """
    return time.clock_gettime(~pid << 3 | 2)
