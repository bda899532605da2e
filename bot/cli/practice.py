"""`practice`: the practice room. The same bot, on a Discord of our own, in the browser."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import SecretStr

from bot.settings import Settings

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers

__all__ = ["add_parser", "main"]

PORT: Final = 8717
PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")
TOKEN: Final = "practice"  # noqa: S105 - it opens nothing but this room


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("practice", help="play in the browser, without Discord")
    parser.add_argument("--port", type=int, default=PORT, help=f"default {PORT}; 0 takes any")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Keep the room open until interrupted."""
    logging.basicConfig(level="WARNING", format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord.client").setLevel("ERROR")  # no voice here, and none wanted
    with tempfile.TemporaryDirectory(prefix="axeman-") as folder:
        return asyncio.run(_open_room(args.port, Path(folder) / "practice.db"))


async def _open_room(port: int, database: Path) -> int:
    from bot.client import serve
    from bot.practice.server import PracticeServer

    server = PracticeServer(token=TOKEN, bot_name="Axeman")
    try:
        await server.start(port)
    except OSError as taken:
        print(f"Port {port} cannot be opened ({taken.strerror}). Try --port 0.")
        return 2
    guild = server.world.add_guild("Friday night")
    guild.add_channel("poker")
    guild.add_channel("side-table")
    for name in PEOPLE:
        server.person(name, guild=guild, manage_guild=name == PEOPLE[0])
    print(f"The practice room is open: {server.page_url}", flush=True)
    print("Type /axe open there. Everybody at the side is you, if you like. Ctrl-C closes.")
    settings = Settings(
        discord_token=SecretStr(TOKEN),
        axeman_database=database,
        axeman_api_url=server.api_url,
        axeman_gateway_url=server.gateway_url,
        axeman_requests_per_second=0,  # nobody counts them here
    )
    try:
        await serve(settings)
    finally:
        await server.stop()
    return 0
