"""People who play, badly or well. They do nothing that a person with the app could not do.

Forged custom ids and old buttons are among that: an app can be made to send them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.ui.ids import Press

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from random import Random

    from bot.practice import Message, Person

__all__ = ["ANSWERS", "Player", "Temper"]

ANSWERS: Final = {
    "fold": 2.0,
    "check": 8.0,
    "call": 8.0,
    "bet": 4.0,
    "raise": 3.0,
    "bringin": 6.0,
    "facedown": 4.0,
    "faceup": 3.0,
    "standpat": 3.0,
    "change": 6.0,
}
"""The acts that answer a hand's question, and how often each is chosen."""
REMEMBERED: Final = 24
"""How many old buttons a player could still press."""
PATIENCE_S: Final = 20.0
ABSURD: Final = ("", "0", "-5", "12.5", "all", "999999999", "1e3", "½", "  7", "0x10")
"""What is written where chips are asked for."""
FORGED: Final = (
    "ax1:{t}:{h}:{q}:raise:999999999999999",
    "ax1:{t}:{h}:{q}:bet:1",
    "ax1:{t}:{h}:{n}:check",
    "ax1:{t}:{h}:{q}:facedown",
    "ax1:{t}:{h}:{q}:change",
    "ax1:{t}:{n}:{q}:fold",
    "ax1:{t}:sit:1",
    "ax1:{t}:topup:999999999999999",
    "ax1:{t}:closesure",
    "ax1:{t}:{h}:nonsense:3",
    "ax1:ZZZZZZZZZZZZZ:1:1:fold",
    "ax1:{t}:99999999999999999999:1:fold",
    "ax2:{t}:{h}:{q}:fold",
    "ax1:{t}:-1:1:fold",
    "drop table",
    ":::",
)


class Temper(Enum):
    """How somebody plays."""

    RANDOM = "random"
    STUBBORN = "stubborn"
    """Never folds."""
    LATE = "late"
    """Lets the clock answer, or answers just before or after it."""
    DOUBLE = "double"
    """Presses twice."""
    STALE = "stale"
    """Presses what stood there before."""
    ABSURD = "absurd"
    """Writes amounts that are none, and sends what no button says."""


@dataclass(slots=True, eq=False)
class Player:
    """A person with a temper, and a memory of buttons."""

    person: Person
    temper: Temper
    presses: int = 0
    """What was sent in all: presses, commands and windows."""
    refused: int = 0
    """What the app itself would not send."""
    old: deque[tuple[Message, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    async def tries(self, what: Awaitable[object]) -> bool:
        """Do something the app may refuse; whether it was sent."""
        try:
            await what
        except AssertionError:  # it has no such button, or may not see the channel any more
            self.refused += 1
            return False
        self.presses += 1
        return True

    async def press(self, message: Message, custom_id: str) -> bool:
        """Press, and do not wait for what comes of it."""
        return await self.tries(self.person.press(message=message, custom_id=custom_id, wait=False))

    async def answer(self, board: Message, time_left_s: float, chance: Random) -> None:
        """Answer the question on a board, each in their own way."""
        waits = 0.4 if time_left_s <= PATIENCE_S else 0.03  # the other tables' clocks run meanwhile
        if self.temper is Temper.LATE and chance.random() < waits:
            late = chance.choice((-0.3, 0.0, 0.0, 0.2, 4.0))
            await asyncio.sleep(max(0.0, time_left_s + late))
        elif self.temper is Temper.STALE and chance.random() < 0.3:
            await self.press_old(chance)
        elif self.temper is Temper.ABSURD and chance.random() < 0.3:
            await self.forge(board, chance)
        acts = self._acts(board)
        if not acts:
            return
        weights = [self._weight(press.act) for press in acts]
        (chosen,) = chance.choices(acts, weights)
        self._remember(board, acts)
        await self.press(board, str(chosen))
        if chance.random() < (0.6 if self.temper is Temper.DOUBLE else 0.02):
            await self.press(board, str(chance.choice([chosen, *acts])))

    @staticmethod
    def _acts(board: Message) -> list[Press]:
        found = [Press.parse(b.custom_id or "") for b in board.buttons if b.is_pressable]
        return [press for press in found if press is not None and press.act in ANSWERS]

    def _weight(self, act: str) -> float:
        if act == "fold" and self.temper is Temper.STUBBORN:
            return 0.0001
        return ANSWERS[act]

    def _remember(self, board: Message, acts: list[Press]) -> None:
        self.old.extend((board, str(press)) for press in acts[:2])

    async def press_old(self, chance: Random) -> None:
        """Press a button of an earlier question, on the message where it stood."""
        if self.old:
            message, custom_id = self.old[chance.randrange(len(self.old))]
            await self.press(message, custom_id)

    async def forge(self, message: Message, chance: Random) -> None:
        """Send what no button says."""
        known = [Press.parse(button.custom_id or "") for button in message.buttons]
        real = next((press for press in known if press is not None and press.hand), None)
        hand, question = (real.hand or 1, real.question or 1) if real else (1, 1)
        table = str(real).split(":")[1] if real else "1"
        form = chance.choice(FORGED)
        custom_id = form.format(t=table, h=hand, q=question, n=chance.randrange(60))
        await self.press(message, custom_id)

    async def fill_in(self, chance: Random) -> None:
        """Send the window that stands open, if one does, filled in somehow."""
        form = self.person.form
        if form is None:
            return
        answers: dict[str, str | list[str]] = {}
        for asked in form.fields:
            if asked.options:
                count = chance.randint(0, min(4, len(asked.options)))
                answers[asked.custom_id] = chance.sample(asked.options, count)
            elif self.temper is Temper.ABSURD and chance.random() < 0.5:
                answers[asked.custom_id] = chance.choice(ABSURD)
            elif not asked.default() or chance.random() < 0.3:
                answers[asked.custom_id] = str(chance.randint(1, 1500))
        sent = await self.tries(self.person.submit({**answers}, form=form, wait=False))
        if not sent:
            self.person.form = None
        elif chance.random() < 0.05:  # the same window again, as a slow app may send it
            await self.tries(self.person.submit({**answers}, form=form, wait=False))
