"""`replay FILE`: deal a recorded hand again, and prove how it ended."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import Refusal, Subparsers
from bot.rules.asks import Ask
from bot.rules.events import ToAct
from bot.rules.record import (
    BadRecord,
    IllegalAnswer,
    completed,
    difference,
    parse_record,
    replay,
)
from bot.rules.unseen import Unseen
from bot.table.chance import OsChance

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from bot.rules.hand import Hand
    from bot.rules.record import HandRecord

_DISAGREES = 1


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "replay",
        help="deal a recorded hand again",
        description="Deal a recorded hand again and compare its result, if the record has one. "
        "Exit codes: 0 they agree, 1 they do not, 2 the record cannot be played.",
    )
    parser.add_argument("file", metavar="FILE", help="a hand record; - for standard input")
    parser.add_argument("--json", action="store_true", help="print the whole record, completed")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Replay the file.

    Raises: Refusal, with code 2 for a malformed file or an illegal answer, and with code 1 and
    the first difference for a result that is not the replay's.
    """
    try:
        record = parse_record(_read(args.file))
        hand = replay(record, OsChance().order_of)
    except (BadRecord, IllegalAnswer) as wrong:
        raise Refusal(str(wrong)) from None
    written = completed(hand, void=record.void)
    print(json.dumps(written) if args.json else _spelt(hand, record))
    _compare(record, written)
    return 0


def _read(file: str) -> object:
    """The JSON in a file. Raises: Refusal if there is none."""
    name = "Standard input" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return json.loads(data.decode("utf-8-sig"))
    except OSError as trouble:
        raise Refusal(f"{name} cannot be read: {trouble.strerror}.") from None
    except RecursionError:
        raise Refusal(f"{name} is no hand record: it is nested too deep.") from None
    except ValueError as wrong:
        raise Refusal(f"{name} is not JSON: {wrong}.") from None


def _compare(record: HandRecord, written: Mapping[str, object]) -> None:
    """Raises: Refusal with code 1 and the first difference."""
    if not record.result:
        return
    if not written["complete"]:
        raise Refusal("result: the record has one, but the hand is not over.", code=_DISAGREES)
    if found := difference(record.result, written["result"]):
        raise Refusal(found, code=_DISAGREES)


def _spelt(hand: Hand, record: HandRecord) -> str:
    """The hand as it would be told, a line for everything that happened."""
    names, unseen = [seat.name for seat in hand.seats], Unseen.of(hand)
    lines = [hand.variant.title, hand.house.stakes()]
    lines += [
        unseen.hide(n, event.text(lambda seat: names[seat]), event.cards)
        for n, event in enumerate(hand.events)
        if not isinstance(event, ToAct)
    ]
    stacks = hand.stacks
    if record.void is not None:
        stacks = tuple(seat.stack for seat in hand.seats)
        lines.append(f"The hand is void: {record.void}")
    elif isinstance(hand.waiting, Ask):
        lines.append(f"{names[hand.waiting.seat]} is to act.")
    lines.append(
        "Stacks: " + ", ".join(f"{n} {stack:,}" for n, stack in zip(names, stacks, strict=True))
    )
    return "\n".join(lines).encode("utf-8", "backslashreplace").decode()
