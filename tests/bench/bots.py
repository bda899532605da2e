"""The bots that are measured, each in a process of its own."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from bot.practice.server import PracticeServer

TOKEN = "bench"  # noqa: S105 - it opens nothing but this bench
MIB = 1024 * 1024
AXEMAN = ("-m", "bot", "run")
BARE = ("-m", "tests.bench.bare")


class Bot:
    """A process, from its start to its end, and what it has used so far."""

    def __init__(self, server: PracticeServer, *command: str, **env: str) -> None:
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
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> "Bot":
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self._command, env=os.environ | self._env
        )
        await self._server.connected(timeout_s=60)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(self._process.wait(), 10)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    @property
    def _pid(self) -> int:
        assert self._process is not None, "it has been started"
        return self._process.pid

    @property
    def cpu_s(self) -> float:
        """Processor time of all its threads, in the kernel too.

        Linux makes the number of a process's clock out of its id: `clock_getcpuclockid(3)`, which
        Python has for threads only. `/proc` tells the same in hundredths of a second.
        """
        return time.clock_gettime(~self._pid << 3 | 2)

    @property
    def rss_bytes(self) -> int:
        pages = int(Path(f"/proc/{self._pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
