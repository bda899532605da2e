"""`verify FILE`: check a player's proof against what stands in the channel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import Refusal
from bot.rules.proof import BadProof, check_proof

if TYPE_CHECKING:
    import argparse

    from bot.cli import Subparsers
    from bot.rules.proof import Checked

__all__ = ["add_parser", "main"]

_DOES_NOT_HOLD = 1


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "verify",
        help="check the proof of a sealed deck",
        description="Check the proof that /hand proof gives. Type the commitment and the message's "
        "id as they stand in the channel, not as the file has them. Exit codes: 0 the proof "
        "holds, 1 it does not, 2 the file cannot be read.",
    )
    parser.add_argument("file", metavar="FILE", help="what /hand proof gave you")
    parser.add_argument("--commitment", metavar="C", required=True, help="64 hexadecimal digits")
    parser.add_argument(
        "--message", metavar="ID", required=True, type=int, help="of the message with it"
    )
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Check the file. Raises: Refusal, with code 1 if the proof does not hold."""
    try:
        written = json.loads(Path(args.file).read_text("utf-8"))
    except OSError as trouble:
        raise Refusal(f"{args.file} cannot be read: {trouble.strerror}.") from None
    except (ValueError, RecursionError):
        raise Refusal(f"{args.file} is not JSON.") from None
    try:
        checked = check_proof(written, commitment=args.commitment, message=args.message)
    except BadProof as wrong:
        raise Refusal(str(wrong), code=_DOES_NOT_HOLD) from None
    print(_spelt(checked).encode("utf-8", "backslashreplace").decode())
    return 0


def _spelt(checked: Checked) -> str:
    """What holds, and a line for each card dealt: compare it with what you saw."""
    lines = [
        f"Hand {checked.hand}, deal {checked.deal}: the {checked.leaves} sealed cards are those of "
        "the commitment, and the message gives this dealing order.",
        *(
            f"{position + 1:>2}  {checked.opened.get(position, '--')}  {face} to {to}"
            for position, (to, face) in enumerate(checked.dealt)
        ),
        f"{len(checked.opened)} cards are open, each as it was sealed. Compare them with what you "
        "saw dealt.",
    ]
    return "\n".join(lines)
