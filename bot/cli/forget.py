"""`forget SERVER`: what the operator does for those who cannot ask the bot itself."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import Refusal
from bot.settings import Settings
from bot.table.ids import PersonId, ServerId

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers

__all__ = ["add_parser", "main"]


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "forget",
        help="delete what is known about a server, or a person there",
        description="Delete everything about a server that the bot has left, or with --person do "
        "what /chips forget-me does. The bot has to be stopped. PRIVACY.md says what stays.",
    )
    parser.add_argument("server", type=int, metavar="SERVER", help="the server's number")
    parser.add_argument("--person", type=int, metavar="NUMBER", help="this person only")
    parser.add_argument("--database", type=Path, metavar="FILE", help="instead of the bot's own")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Forget. Raises: Refusal, also if the bot runs or nothing is known about the server."""
    from bot.store import DatabaseUnusable
    from bot.table.ports import PokerError, StillSeated

    path = args.database or Settings().axeman_database
    if not path.is_file():
        raise Refusal(f"There is no database {path}. Name another with --database.")
    person = None if args.person is None else PersonId(args.person)
    try:
        print(asyncio.run(_forget(path, ServerId(args.server), person)))
    except StillSeated as seated:
        raise Refusal(
            f"The person has a seat at the table in channel {seated.channel}. Close that first."
        ) from None
    except (DatabaseUnusable, PokerError) as trouble:
        raise Refusal(str(trouble)) from None
    return 0


async def _forget(path: Path, server: ServerId, person: PersonId | None) -> str:
    """What was done. Raises: Refusal, PokerError."""
    from bot.store import Store

    async with await Store.open(path) as store:
        if person is not None:
            chips = await store.forget_person(server, person, key=f"operator:{time.time_ns()}")
            return f"Person {person} is forgotten on server {server}; {chips:,} chips went back."
        if await store.forget_server(server):
            return f"Server {server} is forgotten."
    raise Refusal(f"Nothing is known about server {server}.")
