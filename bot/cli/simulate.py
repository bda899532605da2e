"""`simulate VARIANT`: play many hands without Discord, looking for broken rules."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from bot.cli import Refusal, Subparsers, variant_called
from bot.players.random_hands import RandomHands
from bot.rules.events import DealtCommunity, PotAwarded, Shown
from bot.rules.house import HouseRules
from bot.rules.record import completed

if TYPE_CHECKING:
    from bot.rules.hand import Hand
    from bot.rules.variant import Variant

_HANDS_MAX = 100_000_000


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "simulate",
        help="play whole hands, checking every rule",
        description="Play whole hands and check after every answer what must always be so.",
    )
    parser.add_argument("variant", metavar="VARIANT", help="the game's key")
    parser.add_argument("--seats", type=int, metavar="N", help="players; a random number if absent")
    parser.add_argument("--hands", type=int, metavar="N", default=1000, help="1000 if absent")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="0 if absent")
    parser.add_argument("--players", type=_players, metavar="random", default="random")
    parser.add_argument("--out", metavar="FILE", help="write one hand record a line")
    parser.add_argument("--json", action="store_true", help="print the report as one object")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Play, and print the report. Raises: Refusal for numbers that cannot be played."""
    variant = _checked(args)
    rules = HouseRules.of(variant.options, {})
    hands = RandomHands(variant, rules, seed=args.seed, seats=args.seats).play(args.hands)
    quiet = args.json or not sys.stderr.isatty()
    tally = _Tally()
    try:
        with Path(args.out).open("w", encoding="utf-8") if args.out else nullcontext() as out:
            for hand in tqdm(hands, total=args.hands, disable=quiet, unit="hand"):
                tally.add(hand)
                if out is not None:
                    out.write(json.dumps(completed(hand)) + "\n")
    except OSError as trouble:
        raise Refusal(f"{args.out} cannot be written: {trouble.strerror}.") from None
    report = {"variant": variant.key, "seed": args.seed} | tally.report()
    print(json.dumps(report) if args.json else _spelt(report))
    return 0


def _players(kind: str) -> str:
    if kind == "house":
        raise argparse.ArgumentTypeError("there are no house players yet")
    if kind != "random":
        raise argparse.ArgumentTypeError(f'there are no "{kind}" players: write random')
    return kind


def _checked(args: argparse.Namespace) -> Variant:
    variant = variant_called(args.variant)
    bounds = variant.seats
    if args.seats is not None and not bounds.least <= args.seats <= bounds.most:
        raise Refusal(f"{variant.title} takes {bounds.least} to {bounds.most} players.")
    if not 0 < args.hands <= _HANDS_MAX:
        raise Refusal(f"--hands has to be from 1 to {_HANDS_MAX:,}.")
    return variant


@dataclass(slots=True)
class _Tally:
    """What is counted of the hands; owned by the command that plays them."""

    began: float = field(default_factory=time.perf_counter)
    hands: int = 0
    answers: int = 0
    pots: int = 0
    chips: int = 0
    splits: int = 0
    halved: int = 0
    """Pots with two halves that were compared."""
    scoops: int = 0
    """Those of them that one seat won alone."""
    nobody: Counter[str] = field(default_factory=Counter)
    """By half, in how many pots nobody qualified."""
    qualified: Counter[str] = field(default_factory=Counter)
    """By half, how many of the hands shown could win it."""
    uncontested: int = 0
    wipe_outs: int = 0
    community: int = 0
    shown: Counter[str] = field(default_factory=Counter)

    def add(self, hand: Hand) -> None:
        """Count one hand."""
        awards = [event for event in hand.events if isinstance(event, PotAwarded)]
        shown = [event for event in hand.events if isinstance(event, Shown)]
        self.hands += 1
        self.answers += len(hand.answers)
        self.pots += len(awards)
        self.chips += sum(award.amount or 0 for award in awards)
        self.splits += sum(any(len(s.winners) > 1 for s in award.shares) for award in awards)
        for award in awards:
            self._add_halves(award)
        for event in shown:
            self.qualified.update(r.half for r in event.readings if r.qualifies)
        self.uncontested += not shown
        self.wipe_outs += hand.deal - 1
        self.community += any(isinstance(event, DealtCommunity) for event in hand.events)
        self.shown.update(event.value.category.word for event in shown)

    def _add_halves(self, award: PotAwarded) -> None:
        if len(award.shares) < 2:
            return
        winners = {seat for share in award.shares for seat, chips in share.winners if chips}
        self.halved += 1
        self.scoops += len(winners) == 1
        self.nobody.update(share.half for share in award.shares if share.unqualified)

    def report(self) -> dict[str, object]:
        """The counts, as a report has them."""
        seconds = time.perf_counter() - self.began
        total = self.shown.total()
        return {
            "hands": self.hands,
            "answers": self.answers,
            "hands_per_second": round(self.hands / seconds, 1),
            "answers_per_second": round(self.answers / seconds, 1),
            "average_pot": round(self.chips / self.hands, 1),
            "pots": self.pots,
            "split_pots": self.splits,
            "halved_pots": self.halved,
            "scooped_pots": self.scoops,
            "nobody_qualified": dict(self.nobody),
            "uncontested_share": round(self.uncontested / self.hands, 4),
            "wipe_outs": self.wipe_outs,
            "community_card_hands": self.community,
            "hands_shown": total,
            "qualified": {half: round(n / total, 4) for half, n in self.qualified.most_common()},
            "categories": {word: round(n / total, 4) for word, n in self.shown.most_common()},
        }


def _figure(value: float) -> str:
    """A count as it is, a share as percent."""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2%}"


def _spelt(report: dict[str, object]) -> str:
    lines: list[str] = []
    for key, value in report.items():
        if isinstance(value, dict):
            if value:
                lines.append(f"{key.replace('_', ' ')}")
            lines += [f"  {word:<20}{_figure(n):>8}" for word, n in value.items()]
        else:
            lines.append(f"{key.replace('_', ' '):<22}{value}")
    return "\n".join(lines)
