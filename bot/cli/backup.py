"""`backup FILE`: copy the database, also while the bot writes to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli import Refusal
from bot.settings import Settings

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers

__all__ = ["add_parser", "main"]

_NOT_SO: Final = 1


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the database, also while the bot runs",
        description="Copy the database as of one moment, prove the copy as `audit` does, and only "
        "then give it its name. Exit codes: 0 done, 1 the books are not right, 2 no copy was made.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy to be made")
    parser.add_argument("--database", type=Path, metavar="FILE", help="instead of the bot's own")
    parser.add_argument("--force", action="store_true", help="replace FILE if it is there")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Make the copy. Raises: Refusal, with code 1 if the audit finds something amiss in it."""
    from bot.store import DatabaseUnusable
    from bot.store.copying import copy
    from bot.store.errors import NotSo

    source = args.database or Settings().axeman_database
    try:
        found = copy(source, args.file, replace=args.force)
    except NotSo as wrong:
        raise Refusal(f"No copy was made: {wrong}", code=_NOT_SO) from None
    except DatabaseUnusable as trouble:
        raise Refusal(f"No copy was made: {trouble}") from None
    print(
        f"{args.file} is a whole copy of {source}: {found.accounts:,} accounts, "
        f"{found.settled:,} settled hands, every chip where it should be."
    )
    return 0
