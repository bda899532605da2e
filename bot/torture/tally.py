"""What is counted on a night, and the table that it ends with."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["EARLY", "Tally", "memory_bytes"]

EARLY: Final = 500
"""The hand at which the memory is looked at first, when everything that is kept has been made."""


@dataclass(slots=True)
class Tally:
    """The counts of one night. Owned by the night."""

    hands: int = 0
    answers: int = 0
    by_clock: int = 0
    presses: int = 0
    refused_by_app: int = 0
    requests: int = 0
    commands: int = 0
    restarts: int = 0
    tables: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    """Hands by game."""
    trouble: Counter[str] = field(default_factory=Counter)
    voids: Counter[str] = field(default_factory=Counter)
    """Hands that count for nothing, by reason."""
    checks: Counter[str] = field(default_factory=Counter)
    early_bytes: int = 0
    late_bytes: int = 0
    virtual_s: float = 0.0
    real_s: float = 0.0

    def weigh(self, *, is_early: bool) -> None:
        """Look at the memory; up to hand 500 and a little more it is the early figure too."""
        self.late_bytes = memory_bytes()
        if is_early:
            self.early_bytes = self.late_bytes

    def lines(self) -> list[str]:
        """The table, a figure a line."""
        head = {
            "hands": self.hands,
            "tables opened": self.tables,
            "answers": self.answers,
            "by the clock": self.by_clock,
            "presses, commands, windows": self.presses,
            "refused by the app": self.refused_by_app,
            "requests of the bot": self.requests,
            "restarts": self.restarts,
            "virtual hours": round(self.virtual_s / 3600),
            "seconds": round(self.real_s),
            f"MiB at hand {min(EARLY, self.hands)}": self.early_bytes >> 20,
            "MiB at the end": self.late_bytes >> 20,
        }
        groups = {
            "hands by game": self.games,
            "steps": self.steps,
            "trouble": self.trouble,
            "void hands": self.voids,
            "checks": self.checks,
        }
        lines = [_line(what, count) for what, count in head.items()]
        for title, counts in groups.items():
            lines.append(title if counts else f"{title}: none")
            lines += [_line(f"  {what}", n) for what, n in sorted(counts.items())]
        return lines


def _line(what: str, count: int) -> str:
    return f"{what:<44}{count:>12,}"


def memory_bytes() -> int:
    """How much of the machine's memory this process holds (Linux; 0 elsewhere)."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
