"""`run`: the bot on Discord."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from bot.cli import Refusal
from bot.settings import Settings

if TYPE_CHECKING:
    import argparse

    from pydantic_core import ErrorDetails

    from bot.cli import Subparsers

__all__ = ["add_parser", "log_from", "main"]

LIBRARIES: Final = ("discord", "aiohttp", "aiosqlite")
WITHOUT_ONE: Final = """\
No DISCORD_TOKEN. Make one at discord.com/developers/applications (New Application, then Bot).
Without an account you can play in the browser: make play, or python -m bot practice."""

REFUSED: Final = "Discord refuses this DISCORD_TOKEN. Reset it in the portal."
AUTHENTICATION_FAILED: Final = 4004
"""The code with which the gateway hangs up on a token that was reset meanwhile."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("run", help="run the bot on Discord")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:  # noqa: ARG001 - settings come from the environment
    """Run until stopped; 0 after a clean stop, 2 if something has to be set up first.

    Raises: Refusal for a setting that cannot be read.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # until `serve` listens for it
    try:
        settings = Settings()
    except ValidationError as wrong:
        raise Refusal("; ".join(map(_spelt, wrong.errors()))) from None
    if settings.discord_token is None:
        print(WITHOUT_ONE, file=sys.stderr)
        return 2
    import aiohttp
    import discord

    from bot.client import serve
    from bot.store import DatabaseUnusable

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    log_from(settings.axeman_log_level)
    try:
        asyncio.run(serve(settings))
    except DatabaseUnusable as trouble:
        print(trouble, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print(REFUSED, file=sys.stderr)
        return 2
    except discord.ConnectionClosed as closed:
        is_refused = closed.code == AUTHENTICATION_FAILED
        print(REFUSED if is_refused else closed, file=sys.stderr)
        return 2
    except aiohttp.ClientConnectionError as trouble:
        print(f"Discord cannot be reached: {trouble}.", file=sys.stderr)
        return 2
    return 0


def _spelt(error: ErrorDetails) -> str:
    """A setting that is wrong, by its name; what is written there is not repeated."""
    name = "_".join(map(str, error["loc"])).upper()
    return f"{name}: {error['msg'][:1].lower()}{error['msg'][1:]}"


def log_from(level: str) -> None:
    """Log from this level on, but what the libraries say from INFO on at the least.

    Their debug lines hold whole requests: a player's cards, tokens, the order of a deck.
    """
    logging.getLogger().setLevel(level)
    for library in LIBRARIES:
        logging.getLogger(library).setLevel("INFO" if level == "DEBUG" else level)
