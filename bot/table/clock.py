"""Time, as tables know it: what hour it is, and an alarm."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Alarm", "Clock", "WallClock"]


class Alarm(Protocol):
    """Something that will happen unless it is called off."""

    def cancel(self) -> None:
        """Call it off; harmless when it has happened."""


class Clock(Protocol):
    """The hour, and alarms."""

    def now(self) -> float:
        """Unix seconds."""

    def call_at(self, when: float, ring: Callable[[], None]) -> Alarm:
        """Ring at that moment, or at once if it has passed."""


class WallClock:
    """The machine's clock, with alarms on the running event loop."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def call_at(self, when: float, ring: Callable[[], None]) -> Alarm:
        """Ring at that moment."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), ring)
