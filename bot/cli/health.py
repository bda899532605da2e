"""`health`: whether the bot beside this database is alive, for a container's health check."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from bot.settings import Settings

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers

__all__ = ["add_parser", "main"]

SILENT_MAX_S: Final = 90
"""The bot touches its sign of life every thirty seconds while Discord hears it."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("health", help="tell whether the bot is alive (exit 0 or 1)")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:  # noqa: ARG001 - settings come from the environment
    """0 if the sign of life is fresh, else 1."""
    sign = Settings().sign_of_life
    try:
        silent_s = time.time() - sign.stat().st_mtime
    except OSError:
        print(f"No sign of life at {sign}.", file=sys.stderr)
        return 1
    if silent_s > SILENT_MAX_S:
        print(f"The bot has been silent for {silent_s:.0f} s.", file=sys.stderr)
        return 1
    return 0
