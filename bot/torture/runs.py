"""Whole nights, each from nothing in a folder of its own, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.torture.checks import Broken
from bot.torture.loop import run
from bot.torture.night import Night
from bot.torture.script import Script, drawn
from bot.torture.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.torture.loop import VirtualLoop
    from bot.torture.script import Step

__all__ = ["Outcome", "play"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a night came to."""

    seed: int
    steps: Sequence[Step] | None
    """What was given to be played; None if it was drawn from the seed."""
    played: int
    """How many steps were begun; the last may have broken something."""
    tally: Tally
    digest: str
    """The same whenever the same script is played."""
    broken: Broken | None

    @property
    def script(self) -> Script:
        """What was played, made anew: a long night has millions of steps."""
        steps = drawn(self.seed) if self.steps is None else self.steps
        return Script(seed=self.seed, steps=tuple(islice(steps, self.played)))


def play(
    seed: int,
    steps: Sequence[Step] | None = None,
    *,
    is_enough: Callable[[Tally], bool] = lambda _: False,
) -> Outcome:
    """Play a night until it is enough, the steps run out, or a promise is broken.

    Without steps they are drawn from the seed, without end.
    """
    tally, broken = Tally(), None
    with TemporaryDirectory(prefix="axeman-") as folder:
        nights: list[Night] = []

        async def main(loop: VirtualLoop) -> None:
            nights.append(Night(loop, Path(folder), seed, tally))
            await nights[0].play(drawn(seed) if steps is None else steps, is_enough=is_enough)

        try:
            run(main)
        except Broken as fault:
            broken = fault
    night = nights[0]
    return Outcome(
        seed=seed,
        steps=steps,
        played=night.played,
        tally=tally,
        digest=night.digest,
        broken=broken,
    )
