"""The command line: one module of `bot.cli` for each command."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final, NoReturn

from bot.cli import (
    Refusal,
    audit,
    backup,
    forget,
    health,
    one_line,
    practice,
    rank,
    replay,
    run,
    simulate,
    torture,
    verify,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = (
    practice,
    run,
    audit,
    backup,
    forget,
    rank,
    replay,
    verify,
    simulate,
    torture,
    health,
)
"""Each has `add_parser(subparsers)`, which names its `main(args) -> int`."""


class _Parser(argparse.ArgumentParser):
    """Refuses in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 fine, 1 a disagreement, 2 a refusal.

    A refusal is one line on standard error.
    """
    parser = _Parser(prog="python -m bot", description="Home-game poker, dealt.")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    args = parser.parse_args(argv)
    try:
        code = args.main(args)
    except Refusal as refused:
        print(one_line(str(refused)), file=sys.stderr)
        return refused.code
    assert isinstance(code, int)
    return code


if __name__ == "__main__":
    sys.exit(main())
