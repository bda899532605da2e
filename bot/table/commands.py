"""What can be put into a table's mailbox."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.actions import Action
    from bot.table.ids import MessageId, PersonId, TableId
    from bot.table.notices import Notice
    from bot.table.scene import Scene

__all__ = [
    "Act",
    "Answer",
    "Back",
    "Close",
    "Command",
    "Crier",
    "Deal",
    "GetUp",
    "GoOn",
    "Idle",
    "Look",
    "Redraw",
    "SealLate",
    "SealPosted",
    "Show",
    "Sight",
    "SitDown",
    "SitOut",
    "TimeUp",
    "TopUp",
    "Vanish",
]


class Answer(Protocol):
    """Somebody who pressed or typed, waiting to be answered once."""

    @property
    def person(self) -> PersonId:
        """Who."""

    @property
    def name(self) -> str:
        """The name to show, as Discord gives it."""

    @property
    def key(self) -> str:
        """The same for a press delivered twice, different for any other press."""

    @property
    def is_admin(self) -> bool:
        """Whether the person may manage the server."""


class Sight(Enum):
    """What somebody wants to look at."""

    CARDS = "cards"
    WORDS = "words"
    RULES = "rules"
    MORE = "more"
    HISTORY = "history"
    PROOF = "proof"
    STATUS = "status"


class Crier(Protocol):
    """Tells people what happened. Never waited for, and never allowed to break a hand."""

    def show(
        self, scene: Scene, answer: Answer | None = None, notice: Notice | None = None
    ) -> None:
        """The table has changed: draw it.

        A press on its message is answered with the message as it is now; any other answer gets
        the notice.
        """

    def tell(self, answer: Answer, notice: Notice, scene: Scene | None = None) -> None:
        """Answer one person; the table has not changed."""

    def has_told(self, table: TableId) -> bool:
        """Whether the channel has been told all there is of a table."""

    def look(self, scene: Scene, answer: Answer, sight: Sight, record: str | None = None) -> None:
        """Show one person something that only they see.

        `record` is the hand's record for HISTORY, and the proof for PROOF; None if there is none.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown:
    """Take a chair. `chips` is what the person wrote, or None for the usual buy-in."""

    answer: Answer
    chips: str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUp:
    """Leave the table."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut:
    """Not be dealt into the next hand."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """Be dealt in again."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class TopUp:
    """Add chips to the stack, now or when the hand is over."""

    answer: Answer
    chips: str | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Deal the next hand: a player pressed, or (without answer) the pause is over."""

    answer: Answer | None
    after: int
    """The number of the hand before: a second press does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Answer the hand's question."""

    answer: Answer
    hand: int
    question: int
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp:
    """The clock has run out for a question."""

    hand: int
    question: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealPosted:
    """A commitment stands in the channel: its message keys the dealing order."""

    hand: int
    deal: int
    message: MessageId


@dataclass(frozen=True, slots=True, kw_only=True)
class SealLate:
    """A commitment should have stood in the channel by now."""

    hand: int
    deal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """Try again what the store refused: to seal a deck, or to settle a finished hand."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Show the cards that won because nobody called."""

    answer: Answer
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at something that only this person sees."""

    answer: Answer
    sight: Sight
    hand: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """Close the table."""

    answer: Answer
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Vanish:
    """The channel, or the whole server, is gone for the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """It may be that nobody plays here any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """Tell the table again: something of it did not arrive."""


Command = (
    SitDown
    | GetUp
    | SitOut
    | Back
    | TopUp
    | Deal
    | SealPosted
    | SealLate
    | Act
    | TimeUp
    | GoOn
    | Show
    | Look
    | Close
    | Vanish
    | Idle
    | Redraw
)
