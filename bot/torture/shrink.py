"""A shorter script that fails in the same way: steps are taken out for as long as it still does.

This is delta debugging (Zeller, 1999): large pieces first, then smaller ones. It finds a script
from which no single piece can be taken, or the shortest it came to within its bounds.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.torture.script import Script, Step

__all__ = ["shrunk"]

RUNS_MAX: Final = 300
SECONDS_MAX: Final = 240.0


def shrunk(
    script: Script,
    still_fails: Callable[[Script], bool],
    *,
    runs_max: int = RUNS_MAX,
    seconds_max: float = SECONDS_MAX,
) -> Script:
    """The shortest script found, which fails as the whole one does."""
    until, runs, pieces = time.monotonic() + seconds_max, 0, 2
    while len(script.steps) > 1 and runs < runs_max and time.monotonic() < until:
        size = -(-len(script.steps) // pieces)
        for start in range(0, len(script.steps), size):
            shorter = _without(script, start, start + size)
            runs += 1
            if still_fails(shorter):
                script, pieces = shorter, max(pieces - 1, 2)
                break
            if runs >= runs_max or time.monotonic() >= until:
                return script
        else:
            if size == 1:
                return script
            pieces = min(pieces * 2, len(script.steps))
    return script


def _without(script: Script, start: int, end: int) -> Script:
    kept: tuple[Step, ...] = (*script.steps[:start], *script.steps[end:])
    return replace(script, steps=kept)
