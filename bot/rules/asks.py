"""Questions: what a step asks a seat, and the one way to ask it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from bot.rules.actions import Action, Bet, Call, Check, Fold, Illegal, Raise

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo

__all__ = [
    "Ask",
    "BetAsk",
    "Legal",
    "Look",
    "Question",
    "Script",
    "Shuffle",
    "ask",
    "shuffled",
]

A = TypeVar("A")
T = TypeVar("T")


class Look(Enum):
    """What a waiting question receives when somebody else left: look at the felt again."""

    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """One legal answer, for buttons and for the record."""

    do: str
    """The word of the action, as in the hand record."""
    amount: Chips | None = None
    """Chips that a call adds."""
    least: Chips | None = None
    """The smallest whole bet this round that a bet or raise may reach."""
    most: Chips | None = None
    """The largest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(ABC, Generic[A]):
    """A question put to one seat.

    Equal asks are the same question: if a leave changes nothing for the seat that is asked,
    the question keeps its number and its buttons stay good.
    """

    kind: ClassVar[str]
    """What is asked, as the record writes it: "bet"."""
    seat: SeatNo

    @property
    @abstractmethod
    def legal(self) -> tuple[Legal, ...]:
        """Every legal answer, the cheapest way to go on first."""

    @property
    @abstractmethod
    def default(self) -> A:
        """What the clock answers. Source: ruling G6."""

    @abstractmethod
    def check(self, action: Action) -> A:
        """The action, if it is a legal answer. Raises: Illegal, saying what is legal."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A question to nature: in what order do these cards come?"""

    cards: tuple[Card, ...]
    """The cards to be shuffled, in deck order."""

    def check(self, order: tuple[Card, ...]) -> tuple[Card, ...]:
        """The order, if it holds just these cards. Raises: Illegal."""
        if sorted(order) != sorted(self.cards):
            raise Illegal("A deck holds each of its cards once.")
        return order


Question: TypeAlias = "Ask[object] | Shuffle"
Script: TypeAlias = Generator[Question, object, T]
"""A piece of a hand: runs to its end, yielding a question wherever it needs an answer."""


def ask(question: Ask[A]) -> Script[A | None]:
    """Put a question; None if somebody left meanwhile and the felt has to be read again."""
    answer = yield cast("Ask[object]", question)
    return None if answer is Look.AGAIN else cast("A", answer)


def shuffled(cards: tuple[Card, ...]) -> Script[tuple[Card, ...]]:
    """Have cards shuffled by nature. Leaving does not interrupt a shuffle."""
    answer = yield Shuffle(cards)
    return cast("tuple[Card, ...]", answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetAsk(Ask["Fold | Check | Call | Bet | Raise"]):
    """Whose turn it is to bet, what it costs, and how far it may go.

    Source: rulings G7 to G9, G18.
    """

    kind: ClassVar[str] = "bet"
    to_call: Chips
    """Chips that a call adds; 0 while checking is free. Never more than the stack."""
    owed: Chips
    """What a call would cost a stack large enough; above `to_call` for a call that is all-in."""
    least: Chips | None = None
    """The smallest whole bet this round of a bet or raise; None if neither is allowed."""
    most: Chips | None = None
    opening: bool = False
    """Whether putting more in is a bet (nobody has bet) rather than a raise."""

    @property
    def legal(self) -> tuple[Legal, ...]:
        """Check or call, then bet or raise, then fold."""
        found = [Legal(do="call", amount=self.to_call) if self.to_call else Legal(do="check")]
        if self.least is not None:
            word = "bet" if self.opening else "raise"
            found.append(Legal(do=word, least=self.least, most=self.most))
        return (*found, Legal(do="fold"))

    @property
    def default(self) -> Fold | Check | Call | Bet | Raise:
        """Check, else fold."""
        return Fold() if self.to_call else Check()

    def check(self, action: Action) -> Fold | Check | Call | Bet | Raise:
        """Whether this may be done now. Raises: Illegal with what may be done instead."""
        match action:
            case Fold():
                return action
            case Check() if not self.to_call:
                return action
            case Call() if self.to_call:
                return action
            case Bet(to=to) if self.opening and self._reaches(to):
                return action
            case Raise(to=to) if not self.opening and self._reaches(to):
                return action
            case _:
                raise Illegal(self._refusal(action))

    def _reaches(self, to: Chips) -> bool:
        return self.least is not None and self.most is not None and self.least <= to <= self.most

    def _refusal(self, action: Action) -> str:
        match action:
            case Check():
                return f"There is a bet: {self.to_call:,} to call."
            case Call():
                return "There is nothing to call: you can check."
            case Bet() if not self.opening:
                return f"There is a bet already: {self._raising()}"
            case Raise() if self.opening:
                return f"There is nothing to raise: {self._raising()}"
            case Bet() | Raise():
                return self._raising()
            case _:
                return "That is no answer to this question."

    def _raising(self) -> str:
        if self.least is None or self.most is None:
            return _NO_MORE
        word = "bet" if self.opening else "raise to"
        if self.least == self.most:
            return f"You can {word} {self.least:,}."
        return f"You can {word} between {self.least:,} and {self.most:,}."


_NO_MORE: Final = "You cannot put in more than the call now."
