"""How fast one person may press and type."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bot.table.limits import NO_LIMIT
from bot.ui.notices import too_fast

if TYPE_CHECKING:
    from bot.table.clock import Clock
    from bot.table.ids import PersonId
    from bot.ui.answers import Reply

__all__ = ["Pace"]

MINUTE_S: Final = 60
TELL_EVERY_S: Final = 5.0
"""Whoever presses on is told so seldom: the refusals must not be a flood themselves."""


class Pace:
    """Counts what each person sends in a minute of the clock, and forgets it with the minute."""

    def __init__(self, clock: Clock, most: int = NO_LIMIT) -> None:
        self._clock = clock
        self._most = most
        self._minute = 0
        self._sent: Counter[PersonId] = Counter()
        self._told: dict[PersonId, float] = {}
        """When each person was last told."""

    async def lets_pass(self, reply: Reply) -> bool:
        """Count a press or a command; False if it is one too many, and not to be done.

        The person is told why, or left without an answer if that was told a moment ago.
        """
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
