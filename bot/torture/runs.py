"""Whole nights, each from nothing in a folder of its own, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.torture.checks import Broken
from bot.torture.loop import run
from bot.torture.night import Night
from bot.torture.script import Script
from bot.torture.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.torture.loop import VirtualLoop
    from bot.torture.script import Step

__all__ = ["Outcome", "play"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a night came to."""

    script: Script
    """What was played, up to the step that failed."""
    tally: Tally
    digest: str
    """The same whenever the same script is played."""
    broken: Broken | None


def play(
    seed: int, steps: Iterable[Step], *, is_enough: Callable[[Tally], bool] = lambda _: False
) -> Outcome:
    """Play a night until it is enough, the steps run out, or a promise is broken."""
    tally, broken = Tally(), None
    with TemporaryDirectory(prefix="axeman-") as folder:
        nights: list[Night] = []

        async def main(loop: VirtualLoop) -> None:
            nights.append(Night(loop, Path(folder), seed, tally))
            await nights[0].play(steps, is_enough=is_enough)

        try:
            run(main)
        except Broken as fault:
            broken = fault
    night = nights[0]
    return Outcome(
        script=Script(seed=seed, steps=tuple(night.played)),
        tally=tally,
        digest=night.digest,
        broken=broken,
    )
