"""How much of the floor one server or one person may take up; the operator decides."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.table.ids import PersonId
    from bot.table.table import Table

__all__ = ["NO_LIMIT", "Limits", "SeatLimit"]

NO_LIMIT: Final = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The operator's limits; the last is what Discord grants."""

    tables_per_server: int = NO_LIMIT
    seats_per_person: int = NO_LIMIT
    """At all tables of all servers together."""
    presses_per_minute: int = NO_LIMIT
    """Presses, windows and commands of one person."""
    requests_per_second: int = NO_LIMIT
    """What the bot asks of Discord; without a limit it asks as soon as there is something to ask,
    and keeps to no limit of a channel either."""


class SeatLimit:
    """Counts the seats of a person, those that are just being taken with them."""

    def __init__(self, most: int = NO_LIMIT, tables: Callable[[], Iterable[Table]] = tuple) -> None:
        self.most = most
        self._tables = tables
        """Every open table."""
        self._taking: Counter[PersonId] = Counter()

    def is_reached(self, person: PersonId) -> bool:
        """Whether the person may take no further seat."""
        if self.most == NO_LIMIT:
            return False
        taken = sum(table.chair_of(person) is not None for table in self._tables())
        return taken + self._taking[person] >= self.most

    @contextmanager
    def taking(self, person: PersonId) -> Iterator[None]:
        """While this lasts, the person is taking a seat: another table must count it."""
        self._taking[person] += 1
        try:
            yield
        finally:
            self._taking[person] -= 1
            self._taking += Counter()  # drops what has come to nothing
