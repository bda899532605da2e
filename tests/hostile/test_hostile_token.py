"""The token opens everything, so it is told to Discord and to nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fnmatch import fnmatch
from pathlib import Path

import pytest

from bot.practice.server import PracticeServer
from bot.settings import Settings
from tests.e2e.kit import Night
from tests.hostile.kit import forge_press

ROOT = Path(__file__).parent.parent.parent
TOKEN = "MTIzNDU2.G-distinctive.Token_that_opens-everything"  # noqa: S105 - opens nothing
PIECES = (TOKEN, *TOKEN.split("."))


class Run:
    """`python -m bot run` with the token, and all that it writes."""

    def __init__(self, folder: Path, server: PracticeServer, **settings: str) -> None:
        self._environment = os.environ | {
            "DISCORD_TOKEN": TOKEN,
            "AXEMAN_DATABASE": str(folder / "axeman.db"),
            "AXEMAN_API_URL": server.api_url,
            "AXEMAN_GATEWAY_URL": server.gateway_url,
            "AXEMAN_LOG_LEVEL": "DEBUG",
            "PYTHONASYNCIODEBUG": "1",
        } | settings  # fmt: skip
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-X", "dev", "-m", "bot", "run",
            cwd=ROOT, env=self._environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip

    async def end(self, *, stop: bool = True) -> tuple[int, str]:
        """Stop it, or let it come to its end: the exit code and everything it said."""
        assert self.process is not None
        if stop:
            self.process.send_signal(signal.SIGTERM)
        said, _ = await asyncio.wait_for(self.process.communicate(), 20)
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


def check_kept(said: str) -> None:
    assert not [piece for piece in PIECES if piece in said]


@asynccontextmanager
async def discord_of(token: str) -> AsyncIterator[PracticeServer]:
    server = PracticeServer(token=token, bot_name="Axeman")
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def test_a_refused_token_is_not_repeated(tmp_path: Path) -> None:
    async with discord_of("another") as server:
        run = Run(tmp_path, server)
        await run.start()
        code, said = await run.end(stop=False)

    assert code == 2
    assert "Discord refuses this DISCORD_TOKEN" in said
    check_kept(said)


async def test_no_token_is_in_the_log_of_a_night_with_trouble(tmp_path: Path) -> None:
    async with discord_of(TOKEN) as server:
        night = Night(server, tmp_path / "axeman.db")
        run = Run(tmp_path, server)
        await run.start()
        await server.connected()
        await night.open()
        await night.sit("Ann", "Ben")
        await forge_press(night["Ben"], "ax1:1:nonsense", night.messages()[0])
        await server.drop_gateway(code=4000)
        await server.connected()
        await night["Ben"].slash("table status")
        tokens = list(server.interactions.by_token)
        code, said = await run.end()

    assert code == 0
    assert "DEBUG" in said or "INFO" in said
    check_kept(said)
    assert len(tokens) > 5
    assert not [token for token in tokens if token in said], "nor what answers one interaction"


async def test_a_token_refused_by_the_gateway_is_not_repeated(tmp_path: Path) -> None:
    async with discord_of(TOKEN) as server:
        night = Night(server, tmp_path / "axeman.db")
        run = Run(tmp_path, server)
        await run.start()
        await server.connected()
        await night.open()
        await server.drop_gateway(code=4004)
        code, said = await run.end(stop=False)

    assert code == 2
    assert "Discord refuses this DISCORD_TOKEN" in said
    check_kept(said)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"AXEMAN_API_URL": "http://127.0.0.1:9/api/v10"}, "Discord cannot be reached"),
        ({"AXEMAN_LOG_LEVEL": "LOUD"}, "AXEMAN_LOG_LEVEL"),
        ({"AXEMAN_PRESSES_PER_MINUTE": "many"}, "AXEMAN_PRESSES_PER_MINUTE"),
        ({"AXEMAN_DATABASE": "/nowhere/axeman.db"}, "/nowhere"),
        ({"DISCORD_TOKEN": f"{TOKEN}\nX-Header: 1"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": f"{TOKEN}\udcff\u0661"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "", "OTHER": TOKEN}, "No DISCORD_TOKEN"),
    ],
)
async def test_no_trouble_at_the_start_tells_the_token(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    async with discord_of(TOKEN) as server:
        run = Run(tmp_path, server, **settings)
        await run.start()
        code, said = await run.end(stop=False)

    assert code == 2
    assert sentence in said
    check_kept(said)


def test_settings_do_not_show_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = Settings()

    check_kept(f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}")


# The image.


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        ".env.example",
        "axeman.db",
        "axeman.db-wal",
        "backup.db",
        "bot/.env",
        "cogs/axeman.db",
        "bot/axeman.db-wal",
        ".git/config",
        "tests/x.py",
    ],
)
def test_no_secret_and_no_database_gets_into_an_image(path: str) -> None:
    assert is_ignored(path)


def test_what_an_image_is_made_of_gets_into_it() -> None:
    assert not is_ignored("bot/client.py")
    assert not is_ignored("requirements/run.txt")
    copied = [line.split()[1:-1] for line in dockerfile() if line.startswith("COPY ")]
    assert [*copied] == [["requirements/run.txt"], ["--from=build", "/venv"], ["bot"], ["cogs"]]


def test_a_dockerfile_names_no_token() -> None:
    assert not [line for line in dockerfile() if "TOKEN" in line.upper()]


def dockerfile() -> list[str]:
    return (ROOT / "Dockerfile").read_text("utf-8").splitlines()


def is_ignored(path: str) -> bool:
    """As Docker reads .dockerignore: the last line that fits it or a folder of it."""
    above = [path[: n or None] for n in (*(n for n, c in enumerate(path) if c == "/"), 0)]
    ignored = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").split():
        pattern = line.removeprefix("!")
        if any(fnmatch(part, pattern) for part in above):
            ignored = not line.startswith("!")
    return ignored
