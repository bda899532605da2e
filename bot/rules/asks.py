"""Questions: what a step asks a seat, and the one way to ask it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from bot.rules.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Draw,
    FaceDown,
    FaceUp,
    Fold,
    Illegal,
    Raise,
)

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo

__all__ = [
    "Ask",
    "BetAsk",
    "Betting",
    "DrawAsk",
    "Legal",
    "Look",
    "Question",
    "Script",
    "SeventhAsk",
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
    """Chips that a call or a bring-in adds."""
    least: Chips | None = None
    """The smallest whole bet this round that a bet or raise may reach."""
    most: Chips | None = None
    """The largest."""
    price: Chips | None = None
    """Chips that the answer costs, for good; they are no part of a bet."""
    cards_max: int | None = None
    """How many cards may be changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(ABC, Generic[A]):
    """A question put to one seat.

    Equal asks are the same question: if a leave changes nothing for the seat that is asked,
    the question keeps its number and its buttons stay good.
    """

    kind: ClassVar[str]
    """What is asked, as the record writes it: "bet", "draw", "seventh card"."""
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

    def seen_by(self, viewer: SeatNo | None) -> Ask[A]:  # noqa: ARG002 - most have no secrets
        """The question as this seat, or for None the channel, may see it."""
        return self


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


Betting: TypeAlias = "Fold | Check | Call | Bet | Raise | BringIn"
"""What answers a question about betting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetAsk(Ask[Betting]):
    """Whose turn it is to bet, what it costs, and how far it may go.

    With a `bring_in` it is the forced opening of the lowest up-card: bring it in, or complete;
    there is no folding.

    Source: rulings G7 to G9, G18, S6.
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
    bring_in: Chips | None = None
    """Chips that bringing it in adds, never more than the stack; None if it is not this seat's
    to bring in."""

    @property
    def legal(self) -> tuple[Legal, ...]:
        """Check, call or bring in, then bet or raise, then fold."""
        found = [self._cheapest]
        if self.least is not None:
            word = "bet" if self.opening else "raise"
            found.append(Legal(do=word, least=self.least, most=self.most))
        return tuple(found) if self.bring_in is not None else (*found, Legal(do="fold"))

    @property
    def default(self) -> Betting:
        """Bring in if one has to; check, else fold."""
        if self.bring_in is not None:
            return BringIn()
        return Fold() if self.to_call else Check()

    def check(self, action: Action) -> Betting:
        """Whether this may be done now. Raises: Illegal with what may be done instead."""
        forced = self.bring_in is not None
        match action:
            case BringIn() if forced:
                return action
            case Fold() if not forced:
                return action
            case Check() if not forced and not self.to_call:
                return action
            case Call() if self.to_call:
                return action
            case Bet(to=to) if self.opening and self._reaches(to):
                return action
            case Raise(to=to) if not self.opening and self._reaches(to):
                return action
            case _:
                raise Illegal(self._refusal(action))

    @property
    def _cheapest(self) -> Legal:
        if self.bring_in is not None:
            return Legal(do="bring_in", amount=self.bring_in)
        return Legal(do="call", amount=self.to_call) if self.to_call else Legal(do="check")

    def _reaches(self, to: Chips) -> bool:
        return self.least is not None and self.most is not None and self.least <= to <= self.most

    def _refusal(self, action: Action) -> str:  # noqa: PLR0911 - a sentence for each mistake
        if self.bring_in is not None and isinstance(action, Fold | Check | Call | Bet):
            return f"You have the lowest card: {self._forced()}"
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
            case BringIn():
                return "The bring-in is for the lowest card, before anybody has bet."
            case _:
                return _NO_ANSWER

    def _forced(self) -> str:
        if self.least is None:
            return f"you have to bring it in for {self.bring_in:,}."
        return f"bring it in for {self.bring_in:,} or complete to {self.least:,}."

    def _raising(self) -> str:
        if self.least is None or self.most is None:
            return _NO_MORE
        word = "bet" if self.opening else "raise to"
        if self.least == self.most:
            return f"You can {word} {self.least:,}."
        return f"You can {word} between {self.least:,} and {self.most:,}."


@dataclass(frozen=True, slots=True, kw_only=True)
class SeventhAsk(Ask["FaceUp | FaceDown"]):
    """Whether a seat pays to have its seventh card face up. Source: rulings J1 to J4, J15."""

    kind: ClassVar[str] = "seventh card"
    price: Chips
    """Never more than the stack: a seat that cannot pay is not asked."""

    @property
    def legal(self) -> tuple[Legal, ...]:
        """Face down, then face up."""
        return Legal(do="face_down"), Legal(do="face_up", price=self.price)

    @property
    def default(self) -> FaceUp | FaceDown:
        """Face down: nobody pays by being away."""
        return FaceDown()

    def check(self, action: Action) -> FaceUp | FaceDown:
        """One of the two. Raises: Illegal."""
        if isinstance(action, FaceUp | FaceDown):
            return action
        raise Illegal(f"Choose your seventh card: face down, or face up for {self.price:,}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAsk(Ask[Draw]):
    """Which cards a seat changes. Source: rulings D1, D2, D16."""

    kind: ClassVar[str] = "draw"
    most: int
    """How many cards may be changed."""
    cards: tuple[Card, ...] = field(repr=False)
    """The seat's own, in the order dealt; empty in the view of anybody else."""

    @property
    def legal(self) -> tuple[Legal, ...]:
        """A draw, of no cards up to as many as may be changed."""
        return (Legal(do="draw", cards_max=self.most),)

    @property
    def default(self) -> Draw:
        """Stand pat."""
        return Draw()

    def check(self, action: Action) -> Draw:
        """A draw of cards that are held, each once. Raises: Illegal."""
        if not isinstance(action, Draw):
            raise Illegal(f"Change up to {self.most} cards, or stand pat.")
        if len(action.discard) > self.most:
            raise Illegal(f"You can change at most {self.most} cards.")
        for card in action.discard:
            if card not in self.cards:
                raise Illegal(f"You do not hold the {card.words}.")
            if action.discard.count(card) > 1:
                raise Illegal(f"You hold the {card.words} only once.")
        return action

    def seen_by(self, viewer: SeatNo | None) -> DrawAsk:
        """Everybody may know who draws; only the seat sees its cards."""
        return self if viewer == self.seat else replace(self, cards=())


_NO_MORE: Final = "You cannot put in more than the call now."
_NO_ANSWER: Final = "That is no answer to this question."
