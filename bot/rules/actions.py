"""What a player can do at the table, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips

__all__ = [
    "Action",
    "Bet",
    "BringIn",
    "Call",
    "Check",
    "Draw",
    "FaceDown",
    "FaceUp",
    "Fold",
    "Illegal",
    "Leave",
    "Raise",
]


class Illegal(Exception):
    """A player's mistake. It carries a sentence to show them, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Throw the hand in."""

    do: ClassVar[str] = "fold"


@dataclass(frozen=True, slots=True)
class Check:
    """Pass, while there is nothing to call."""

    do: ClassVar[str] = "check"


@dataclass(frozen=True, slots=True)
class Call:
    """Match the bet, or go all-in for less."""

    do: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Bet:
    """Open the betting of a round."""

    do: ClassVar[str] = "bet"
    to: Chips
    """The seat's whole bet this round."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Raise a bet, or complete a short one."""

    do: ClassVar[str] = "raise"
    to: Chips
    """The seat's whole bet this round; antes and payments are not part of it."""


@dataclass(frozen=True, slots=True)
class BringIn:
    """Open the betting with the forced bet of the lowest up-card, or all-in for less."""

    do: ClassVar[str] = "bring_in"


@dataclass(frozen=True, slots=True)
class Draw:
    """Change these cards for as many from the deck; none is standing pat."""

    do: ClassVar[str] = "draw"
    discard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceUp:
    """Pay the price, and have the next card dealt face up."""

    do: ClassVar[str] = "face_up"


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Take the next card face down, free of charge."""

    do: ClassVar[str] = "face_down"


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up from the table, in turn or not. From now on the hand answers for the seat."""

    do: ClassVar[str] = "leave"


Action = Fold | Check | Call | Bet | Raise | BringIn | Draw | FaceUp | FaceDown | Leave
