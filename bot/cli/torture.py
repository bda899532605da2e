"""`torture`: the whole bot from one seed, against everything that goes wrong with Discord."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tqdm import tqdm

from bot.cli import Refusal, Subparsers

if TYPE_CHECKING:
    import argparse

    from bot.torture.runs import Outcome
    from bot.torture.script import Script
    from bot.torture.tally import Tally

HANDS: Final = 5000
HANDS_MAX: Final = 100_000_000
MINUTES_MAX: Final = 10_000


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "torture",
        help="play nights of trouble on virtual time, checking after every step",
        description="The whole bot from one seed, over a Discord in which everything goes wrong.",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="a new one if absent")
    parser.add_argument("--hands", type=int, metavar="N", help=f"{HANDS} if nothing is said")
    parser.add_argument("--minutes", type=float, metavar="M", help="end after so long")
    parser.add_argument("--script", type=Path, metavar="FILE", help="play a written script again")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where a failure is written")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Play, and print the table; 1 if a promise was broken. Raises: Refusal."""
    from bot.torture.runs import play
    from bot.torture.script import BadScript, Script

    if args.script is not None:
        try:
            script = Script.read(args.script)
        except BadScript as bad:
            raise Refusal(str(bad)) from None
        print(f"seed {script.seed}, {len(script.steps)} steps of {args.script}", flush=True)
        return _report(play(script.seed, script.steps), args)
    seed = int(time.time()) if args.seed is None else args.seed
    hands, seconds = _bounds(args)
    print(f"seed {seed}", flush=True)
    until = time.monotonic() + seconds
    with tqdm(total=hands, disable=not sys.stderr.isatty(), unit="hand") as bar:

        def is_enough(tally: Tally) -> bool:
            bar.update(tally.hands - bar.n)
            return tally.hands >= hands or time.monotonic() >= until

        outcome = play(seed, is_enough=is_enough)
    return _report(outcome, args)


def _bounds(args: argparse.Namespace) -> tuple[int, float]:
    """How many hands and seconds to play at most. Raises: Refusal."""
    hands = args.hands
    if hands is None:
        hands = HANDS if args.minutes is None else HANDS_MAX
    if not 0 < hands <= HANDS_MAX:
        raise Refusal(f"--hands has to be from 1 to {HANDS_MAX:,}.")
    minutes = MINUTES_MAX if args.minutes is None else args.minutes
    if not 0 < minutes <= MINUTES_MAX:
        raise Refusal(f"--minutes has to be above 0, and at most {MINUTES_MAX:,}.")
    return hands, 60 * minutes


def _report(outcome: Outcome, args: argparse.Namespace) -> int:
    print("\n".join(outcome.tally.lines()))
    print(f"trace {outcome.digest[:32]}")
    broken = outcome.broken
    if broken is None:
        print("Every promise was kept.")
        return 0
    script = outcome.script
    print(f"\nBroken by seed {script.seed} at step {len(script.steps)}: {broken}")
    shortest = _shortest(script, broken.check)
    path = args.out or Path(f"torture-{script.seed}.json")
    shortest.write(path)
    print(f"{len(shortest.steps)} steps are enough: python -m bot torture --script {path}")
    return 1


def _shortest(script: Script, check: str) -> Script:
    from bot.torture.runs import play
    from bot.torture.shrink import shrunk

    print("Looking for a shorter script …", flush=True)

    def still_fails(shorter: Script) -> bool:
        broken = play(shorter.seed, shorter.steps).broken
        return broken is not None and broken.check == check

    return shrunk(script, still_fails)
