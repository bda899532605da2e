"""What a table says to one person, as values; `bot.ui.notices` finds the words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.chips import Chips
    from bot.table.ids import Place

__all__ = [
    "AlreadyAtTable",
    "BackIn",
    "Busy",
    "Closed",
    "ConfirmClose",
    "HandRefuses",
    "Leaving",
    "LeftTable",
    "NobodyToDeal",
    "NotHost",
    "NotSaved",
    "NotSeated",
    "NotToShow",
    "NotYourTurn",
    "Notice",
    "OldButton",
    "OurFault",
    "SatDown",
    "SittingOut",
    "TableFull",
    "TooManySeats",
    "TopUpLater",
    "ToppedUp",
    "WrongBuyIn",
    "WrongTopUp",
]


@dataclass(frozen=True, slots=True)
class NotYourTurn:
    """A press out of turn."""

    actor: str
    after: str | None
    """Who acts just before the person, if somebody does."""


@dataclass(frozen=True, slots=True)
class OldButton:
    """A button of an earlier question; nothing was done."""

    street: str | None
    """The title of the street the hand is on; None if no hand is live."""
    actor: str | None


@dataclass(frozen=True, slots=True)
class HandRefuses:
    """The rules refuse an answer; the sentence says what is legal."""

    sentence: str


@dataclass(frozen=True, slots=True)
class NotSeated:
    """The person has no chair here."""

    free: int


@dataclass(frozen=True, slots=True)
class AlreadyAtTable:
    """The person has a chair here."""

    place: Place
    stack: Chips


@dataclass(frozen=True, slots=True)
class TableFull:
    """Every chair is taken."""


@dataclass(frozen=True, slots=True)
class TooManySeats:
    """The person has as many seats, at all tables together, as the operator allows."""

    most: int


@dataclass(frozen=True, slots=True)
class WrongBuyIn:
    """An amount that this table or the balance does not allow; `written` is what was asked."""

    written: str
    balance: Chips
    least: Chips
    most: Chips


@dataclass(frozen=True, slots=True)
class WrongTopUp:
    """A top-up that goes above the largest buy-in or the balance."""

    written: str
    balance: Chips
    room: Chips
    """The most that may be added now; 0 if the stack is large enough already."""


@dataclass(frozen=True, slots=True)
class SatDown:
    """The person has a chair now."""

    place: Place
    stack: Chips
    hand_live: bool


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """Chips were added to the stack."""

    added: Chips
    stack: Chips


@dataclass(frozen=True, slots=True)
class TopUpLater:
    """Chips will be added when the live hand is over."""

    adding: Chips


@dataclass(frozen=True, slots=True)
class LeftTable:
    """The person got up, and the stack went back to the balance."""

    chips: Chips


@dataclass(frozen=True, slots=True)
class Leaving:
    """The person got up in mid-hand; the stack goes back when the hand is over."""

    all_in: bool


@dataclass(frozen=True, slots=True)
class SittingOut:
    """The next hand does not deal the person in."""

    after_hand: bool


@dataclass(frozen=True, slots=True)
class BackIn:
    """The next hand deals the person in."""

    needs_chips: bool


@dataclass(frozen=True, slots=True)
class NobodyToDeal:
    """A hand needs more players with chips."""

    ready: int
    needed: int


@dataclass(frozen=True, slots=True)
class NotHost:
    """Only the host or an admin may do this."""

    host: str


@dataclass(frozen=True, slots=True)
class NotToShow:
    """There are no cards that the person may show."""

    winner: str | None
    """Whose they are; None if it is too late, or the hand was never such."""


@dataclass(frozen=True, slots=True)
class ConfirmClose:
    """Closing asks once."""

    hand_live: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is over."""


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The database refused; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Busy:
    """Too many presses wait at this table."""


@dataclass(frozen=True, slots=True)
class OurFault:
    """Something broke on our side."""

    number: str
    """To be told to an admin, and found in the log."""


Notice = (
    NotYourTurn
    | OldButton
    | HandRefuses
    | NotSeated
    | NotToShow
    | AlreadyAtTable
    | TableFull
    | TooManySeats
    | WrongBuyIn
    | WrongTopUp
    | SatDown
    | ToppedUp
    | TopUpLater
    | LeftTable
    | Leaving
    | SittingOut
    | BackIn
    | NobodyToDeal
    | NotHost
    | ConfirmClose
    | Closed
    | NotSaved
    | Busy
    | OurFault
)
