"""`audit`: prove from the database alone that no chip was made, lost or owed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli import Refusal
from bot.settings import Settings

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers
    from bot.store.walk import Audited

__all__ = ["add_parser", "main"]

_NOT_SO: Final = 1
_WORDS: Final = {
    "servers": "servers, each with bank, people and seats summing to 0",
    "accounts": "accounts, each the sum of its postings",
    "entries": "entries, each summing to 0",
    "postings": "postings, none of which ever left a person or a seat below 0",
    "settled": "settled hands, each replayed to the chips it moved",
    "void": "void hands, none of which moved a chip",
    "live": "live hands, each replayed to the end of its journal",
    "earlier": "of these hands are of earlier rules: compared, not replayed",
}


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "audit",
        help="prove that every chip is where it should be",
        description="Prove it from the database alone, which is only read; the bot may be running. "
        "Exit codes: 0 all is so, 1 something is not (it is named), 2 the file cannot be used.",
    )
    parser.add_argument("--database", type=Path, metavar="FILE", help="instead of the bot's own")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Print what was proven. Raises: Refusal, with code 1 for the first thing that is not so."""
    from bot.store import DatabaseUnusable
    from bot.store.audit import audit
    from bot.store.errors import NotSo

    try:
        found = audit(args.database or Settings().axeman_database)
    except NotSo as wrong:
        raise Refusal(str(wrong), code=_NOT_SO) from None
    except DatabaseUnusable as trouble:
        raise Refusal(str(trouble)) from None
    print(spelt(found))
    return 0


def spelt(found: Audited) -> str:
    """What was proven, a line for each kind of thing."""
    counted = asdict(found)
    lines = [f"{counted[key]:>9,} {words}" for key, words in _WORDS.items()]
    if not found.earlier:
        lines.pop()
    return "\n".join(["Every chip is where it should be.", *lines])
