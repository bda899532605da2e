"""A table at one moment, as whoever draws it receives it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from bot.rules.chips import SeatNo

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.chips import Chips
    from bot.rules.house import HouseRules
    from bot.rules.variant import Variant
    from bot.rules.view import View
    from bot.table.ids import ChannelId, HandId, PersonId, Place, ServerId, TableId

__all__ = ["Chair", "HandScene", "Phase", "Scene", "Sealed", "Void"]


class Phase(Enum):
    """What a table is doing."""

    LOBBY = "lobby"
    """Opened, nothing dealt yet."""
    HAND = "hand"
    """A hand is being played."""
    BETWEEN = "between"
    """A hand has ended; the next comes by itself, or when two players are ready."""
    CLOSED = "closed"
    """Over for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A taken chair, as the table knows it and the store keeps it."""

    place: Place
    person: PersonId
    name: str
    """As Discord gave it: escape it before it is shown."""
    stack: Chips
    """What the seat's account holds; during a hand the hand's view knows better."""
    sitting_out: bool
    leaving: bool
    """Got up during the live hand; cashed out when it ends."""
    strikes: int
    """Turns in a row that the clock answered."""
    adding: Chips
    """A top-up asked for during a hand, to be moved before the next deal."""

    @property
    def is_ready(self) -> bool:
        """Whether the next hand deals this chair in."""
        return bool(self.stack) and not self.sitting_out and not self.leaving


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """What everybody may know of a sealed deck."""

    deal: int
    """Which shuffle of the hand, from 1."""
    commitment: str
    previous: str | None
    """The commitment before this one at the table; None for its first."""
    post_by: int
    """When it is too late to post it: an attempt whose outcome is unknown could not be told from
    another any more. Unix seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScene:
    """The live hand, or the one that has just ended."""

    hand: HandId
    number: int
    people: tuple[PersonId, ...]
    """By seat; the last one deals."""
    house: HouseRules
    news: frozenset[str]
    """The announcements that are new since the last hand here; empty on the first."""
    is_first: bool
    """Whether it is the first hand of this game at this table."""
    seals: tuple[Sealed, ...]
    """By deal, at least one."""
    awaits_seal: bool
    """Whether the newest seal has to stand in the channel before the hand can go on."""
    view: Callable[[SeatNo | None], View]
    """What a seat, or the channel, may see."""
    void: str | None = None
    """Why the hand counts for nothing, if it was voided."""
    showed: bool = False
    """Whether its winner, whom nobody called, has chosen to show the cards."""


@dataclass(frozen=True, slots=True)
class Void:
    """A hand that counts for nothing."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table at one moment. Times are Unix seconds."""

    table: TableId
    server: ServerId
    channel: ChannelId
    variant: Variant
    host: PersonId
    host_name: str
    chairs: tuple[Chair, ...]
    """By place."""
    house: HouseRules
    """As the next hand will be dealt; a live hand keeps its own."""
    settings: HouseRules
    """The values of `bot.table.settings.TABLE_OPTIONS`."""
    phase: Phase
    hand: HandScene | None
    before: HandScene | None = None
    """The hand before that one: the next may be dealt while its result is still to be told."""
    deadline: int | None = None
    """When the clock answers the open question."""
    next_deal: int | None = None
    """When the next hand is dealt; None if it waits for players."""
    next_dealer: str | None = None
    """Who deals it, by name."""
    closed_because: str = ""
    """Why the table is closed, a sentence; "" while it is open."""
    lost: Void | None = None
    """A hand that could not be taken up after a restart; there is no view of it."""
    hints: bool = True
    """Whether players are told what beats their cards, and exact counts."""

    @property
    def void(self) -> Void | None:
        """The last hand, if it counts for nothing."""
        if self.hand is not None and self.hand.void is not None:
            return Void(self.hand.number, self.hand.void)
        return self.lost

    @property
    def free(self) -> int:
        """How many chairs are free."""
        return self.variant.seats.most - len(self.chairs)

    @property
    def ready(self) -> int:
        """How many players the next hand would deal in."""
        return sum(chair.is_ready for chair in self.chairs)

    def chair_of(self, person: PersonId) -> Chair | None:
        """The person's chair, if there is one."""
        return next((chair for chair in self.chairs if chair.person == person), None)

    def seat_of(self, person: PersonId) -> SeatNo | None:
        """The person's seat in the hand, if dealt in."""
        if self.hand is None or person not in self.hand.people:
            return None
        return SeatNo(self.hand.people.index(person))
