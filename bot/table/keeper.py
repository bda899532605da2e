"""What the parts of a table's task share: the table, the doors, its voice and its one alarm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.table.limits import SeatLimit

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.table.chance import Chance
    from bot.table.clock import Alarm, Clock
    from bot.table.commands import Answer, Command, Crier
    from bot.table.notices import Notice
    from bot.table.ports import Book, Ledger, TableStore
    from bot.table.table import Table

__all__ = ["Doors", "Keeper"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What a table reaches the world through."""

    ledger: Ledger
    tables: TableStore
    book: Book
    crier: Crier
    clock: Clock
    chance: Chance
    seat_limit: SeatLimit = field(default_factory=SeatLimit)


class Keeper:
    """A table with its doors. Owned by the table's runner."""

    def __init__(self, table: Table, doors: Doors, post: Callable[[Command], None]) -> None:
        self.table = table
        self.doors = doors
        self._post = post
        self._alarm: Alarm | None = None
        self._watch: Alarm | None = None

    @property
    def now(self) -> float:
        """Unix seconds."""
        return self.doors.clock.now()

    def show(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """The table has changed: tell everybody, and answer whoever changed it."""
        self.doors.crier.show(self.table.scene(), answer, notice)

    def tell(self, answer: Answer, notice: Notice) -> None:
        """Answer one person; the table has not changed."""
        self.doors.crier.tell(answer, notice, self.table.scene())

    def ring_at(self, when: float, command: Command) -> None:
        """Post a command at that moment. One alarm a table: the newest counts."""
        self.silence()
        self._alarm = self.doors.clock.call_at(when, lambda: self._post(command))

    def watch_until(self, when: float, command: Command) -> None:
        """Post a command at that moment, whatever becomes of the alarm. The newest counts."""
        self.watch_no_more()
        self._watch = self.doors.clock.call_at(when, lambda: self._post(command))

    def watch_no_more(self) -> None:
        """The table is over, or the bot stops."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def silence(self) -> None:
        """Call the alarm off."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
