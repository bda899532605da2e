"""The figures, as a table for people: printed, and written to docs/benchmarks.md."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """\
# How fast it is

Written by `make bench`; do not edit it. Axeman and a bare discord.py bot (`tests/bench/bare.py`),
each in a process of its own, serve two practice servers of one other process on loopback. The bare
bot answers a press with a layout of the same components and the same texts, and does nothing else.
They take turns, a round each, after one to warm up. A figure is the median of its rounds, with the
smallest and the largest behind it; a ratio is the median of the rounds' ratios.

A database on a disk, `synchronous = FULL`. The game is Deuces & Jacks, five players to a table.
Figures depend on the machine and its load; ratios less so, though not little: mind the spread.
"""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What was measured, round by round; `of` is what it is compared with."""

    what: str
    unit: str
    ours: Sequence[float]
    of: Sequence[float] = ()
    most: float | None = None
    """What the ratio may be at most; None if it is told for information."""

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours, self.of, strict=True)] if self.of else []

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def row(self) -> str:
        ratio = _spread(self.ratios, 2) if self.of else ""
        most = f"{self.most:g}" if self.most else ""
        cells = [f"{self.what}, {self.unit}", _spread(self.ours), _spread(self.of), ratio, most]
        return f"| {' | '.join(cells)} |"


@dataclass
class Report:
    figures: list[Figure] = field(default_factory=list)

    def add(self, figure: Figure) -> Figure:
        self.figures.append(figure)
        return figure

    @property
    def text(self) -> str:
        python, discord = platform.python_version(), version("discord.py")
        machine = f"Python {python}, discord.py {discord}, {os.cpu_count()} cores."
        head = "| | Axeman | compared with | ratio | at most |\n|---|---:|---:|---:|---:|"
        return "\n".join([HEAD, machine, "", head, *(figure.row for figure in self.figures), ""])


def _spread(values: Sequence[float], places: int | None = None) -> str:
    """Such as "1,100 (980 to 1,300)"."""
    if not values:
        return ""
    middle = statistics.median(values)
    if places is None:
        places = 0 if middle >= 100 else 1 if middle >= 10 else 2
    low, mid, high = (f"{v:,.{places}f}" for v in (min(values), middle, max(values)))
    return f"{mid} ({low} to {high})" if len(values) > 1 else mid
