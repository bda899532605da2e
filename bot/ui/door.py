"""The door that every press, window and command passes: once, and not too fast."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bot.table.limits import NO_LIMIT
from bot.ui.notices import too_fast

if TYPE_CHECKING:
    from bot.table.clock import Clock
    from bot.table.ids import PersonId
    from bot.ui.answers import Reply

__all__ = ["Door"]

MINUTE_S: Final = 60
KEPT_MAX: Final = 10_000
"""Interactions that are remembered: far more than come while one may still be repeated."""
TELL_EVERY_S: Final = 5.0
"""Whoever presses on is told so seldom: the refusals must not be a flood themselves."""


class Door:
    """Knows what has come in lately, and from whom.

    What each person sends is counted by the minute of the clock, and forgotten with it.
    """

    def __init__(self, clock: Clock, most: int = NO_LIMIT) -> None:
        self._clock = clock
        self._most = most
        self._minute = 0
        self._sent: Counter[PersonId] = Counter()
        self._told: dict[PersonId, float] = {}
        """When each person was last told."""
        self._passed: dict[str, None] = {}
        """The keys of what came last, oldest first: Discord may deliver an interaction twice."""

    async def lets_pass(self, reply: Reply) -> bool:
        """Whether a press or a command is to be done: no repeat, and not one too many.

        In the second case the person is told, or left without an answer if it was told a moment
        ago. A repeat cannot be answered: whatever it asks for is under way.
        """
        return self._is_new(reply.key) and await self._is_slow_enough(reply)

    def _is_new(self, key: str) -> bool:
        if key in self._passed:
            return False
        self._passed[key] = None
        if len(self._passed) > KEPT_MAX:
            del self._passed[next(iter(self._passed))]
        return True

    async def _is_slow_enough(self, reply: Reply) -> bool:
        if self._most == NO_LIMIT:
            return True
        now, person = self._clock.now(), reply.person
        if now // MINUTE_S != self._minute:
            self._minute = int(now // MINUTE_S)
            self._sent.clear()
            self._told.clear()
        self._sent[person] += 1
        if self._sent[person] <= self._most:
            return True
        if now - self._told.get(person, 0) >= TELL_EVERY_S:
            self._told[person] = now
            await reply.whisper(too_fast(self._most, (self._minute + 1) * MINUTE_S))
        return False
