"""Virtual time: an event loop whose clock moves only when there is nothing else to do.

Everything runs in one thread, and a Unix socket inside one process is synchronous: what one end
writes the other can read at once. So when nothing is ready to run or to read, nothing is under
way, and the clock may jump to the next timer. A turn of a minute takes no time at all, and the
same program does the same things in the same order whenever it is run.
"""

from __future__ import annotations

import asyncio
import math
import selectors
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple, Unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Executor

__all__ = ["Stuck", "VirtualClock", "VirtualLoop", "run"]

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

EPOCH: Final = 1_767_225_600.0
"""The first moment of 2026: the hour at which every simulation begins."""


class Stuck(AssertionError):
    """Everything waits for something that will never happen."""


class _Selector(selectors.DefaultSelector):
    """Never sleeps: it moves `now` instead. Owned by its loop."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.resting: list[asyncio.Future[None]] = []

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What can be read or written now; if nothing can, time passes."""
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.resting:
            resting, self.resting = self.resting, []
            for one in resting:
                if not one.done():
                    one.set_result(None)
        elif timeout is None:
            raise Stuck("Everything waits, and no timer will ever wake it.")
        else:
            self.now = max(self.now + timeout, math.nextafter(self.now, math.inf))
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time, which begins at 0 seconds."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._virtual.now

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002 - whoever would have done it
        func: Callable[[Unpack[Ts]], T],
        *args: *Ts,
    ) -> asyncio.Future[T]:
        """Do at once, here, what a thread would do: time must not pass while one works."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as fault:  # noqa: BLE001 - it is handed on, whatever it is
            done.set_exception(fault)
        return done

    def rest(self) -> asyncio.Future[None]:
        """Done when everything that can happen at this moment has happened."""
        resting: asyncio.Future[None] = self.create_future()
        self._virtual.resting.append(resting)
        return resting


class VirtualClock:
    """The tables' clock on a virtual loop; it knows which alarms are set."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._alarms: set[_Alarm] = set()

    def now(self) -> float:
        """Unix seconds."""
        return EPOCH + self._loop.time()

    def call_at(self, when: float, ring: Callable[[], None]) -> _Alarm:
        """Ring at that moment, or at once if it has passed."""
        alarm = _Alarm(when, self._alarms)
        delay = max(0.0, when - self.now())
        alarm.timer = self._loop.call_later(delay, alarm.ring, ring)
        return alarm

    def is_set(self, when: float) -> bool:
        """Whether some alarm will ring at just this moment."""
        return any(alarm.when == when for alarm in self._alarms)

    @property
    def is_any_set(self) -> bool:
        """Whether any alarm will ring."""
        return bool(self._alarms)


class _Alarm:
    def __init__(self, when: float, alarms: set[_Alarm]) -> None:
        self.when = when
        self.timer: asyncio.TimerHandle | None = None
        self._alarms = alarms
        alarms.add(self)

    def ring(self, ring: Callable[[], None]) -> None:
        self._alarms.discard(self)
        ring()

    def cancel(self) -> None:
        """Call it off; harmless when it has happened."""
        self._alarms.discard(self)
        if self.timer is not None:
            self.timer.cancel()


def run(main: Callable[[VirtualLoop], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine on a virtual loop of its own, and cancel what it leaves behind."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        runner.run(main(loop))
