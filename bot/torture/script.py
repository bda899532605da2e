"""The script of a night: a list of decisions, drawn from a seed or read from a file.

A decision names what is tried, at which table, and a number of its own for everything it leaves
open. It means something in any state of the night, so a script with steps taken out is a script
still; that is what makes it possible to shrink one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["BadScript", "Do", "Script", "Step", "drawn"]

TABLES: Final = 8
"""How many tables there are to choose from."""
SALT_MAX: Final = 2**32
FORMAT: Final = 1


class BadScript(Exception):
    """A file that holds no script."""


class Do(Enum):
    """What is tried."""

    TURN = "turn"
    """What the table waits for: an opener, players, a deal, an answer."""
    ASIDE = "aside"
    """Something nobody waits for: looks, commands, old buttons, forged ones."""
    TIME = "time"
    """A while passes in which nobody does anything."""
    WEATHER = "weather"
    """Requests and interactions begin to fare badly."""
    CALM = "calm"
    """All trouble ends, and the tables have to go on by themselves."""
    DROP = "drop"
    """The gateway hangs up."""
    DELETE_MESSAGE = "delete-message"
    DELETE_CHANNEL = "delete-channel"
    DMS = "dms"
    """Somebody closes their direct messages, or opens them again."""
    PERMISSION = "permission"
    """The bot loses a permission in a channel, or gets it back."""
    RESTART = "restart"
    """The bot is told to stop, and started again."""


WEIGHTS: Final = {
    Do.TURN: 1000,
    Do.ASIDE: 110,
    Do.TIME: 15,
    Do.WEATHER: 8,
    Do.CALM: 5,
    Do.DROP: 3,
    Do.DELETE_MESSAGE: 8,
    Do.DELETE_CHANNEL: 0.5,
    Do.DMS: 6,
    Do.PERMISSION: 3,
    Do.RESTART: 2,
}
"""How often each is tried. Most of a night is play: trouble has to find a hand to spoil."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision."""

    do: Do
    table: int
    salt: int
    """Decides all that the step leaves open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A night: the seed that sets the stage, and what happens on it."""

    seed: int
    steps: tuple[Step, ...]

    def write(self, path: Path) -> None:
        """Keep it, one step a line."""
        lines = ",\n".join(json.dumps([s.do.value, s.table, s.salt]) for s in self.steps)
        path.write_text(f'{{"torture": {FORMAT}, "seed": {self.seed}, "steps": [\n{lines}\n]}}\n')

    @classmethod
    def read(cls, path: Path) -> Script:
        """The script in a file. Raises: BadScript."""
        try:
            written = json.loads(path.read_text("utf-8"))
            assert written["torture"] == FORMAT
            steps = tuple(
                Step(do=Do(do), table=int(table) % TABLES, salt=int(salt))
                for do, table, salt in written["steps"]
            )
            return cls(seed=int(written["seed"]), steps=steps)
        except OSError as trouble:
            raise BadScript(f"{path} cannot be read: {trouble.strerror}.") from None
        except (AssertionError, KeyError, TypeError, ValueError):
            raise BadScript(f"{path} holds no script of `torture`.") from None


def drawn(seed: int) -> Iterator[Step]:
    """The steps of a seed, without end."""
    chance = Random(f"steps {seed}")
    kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
    while True:
        (do,) = chance.choices(kinds, weights)
        yield Step(do=do, table=chance.randrange(TABLES), salt=chance.randrange(SALT_MAX))
