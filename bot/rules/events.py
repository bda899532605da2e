"""What happened at the table, past tense. Each event knows who may hear of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo
    from bot.rules.ranking import HandValue

__all__ = [
    "Anted",
    "Called",
    "Checked",
    "DealtCommunity",
    "DealtDown",
    "DealtUp",
    "Event",
    "Folded",
    "HandEnded",
    "Left",
    "NameOf",
    "Opened",
    "Paid",
    "PotAwarded",
    "Raised",
    "Returned",
    "ShareResult",
    "Shown",
    "StreetOpened",
    "ToAct",
]

NameOf = Callable[["SeatNo"], str]
"""Gives a seat's name for a sentence."""


def listed(words: list[str]) -> str:
    """Words as a list: "Ann", "Ann and Ben", "Ann, Ben and Cleo"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. Amounts are chips; cards are in deal order."""

    seat: SeatNo | None = None
    cards: tuple[Card, ...] = ()
    amount: Chips | None = None
    audience: SeatNo | None = None
    """The one seat that may know, or None for everybody."""
    by: str | None = None
    """Who answered in the seat's place, if somebody did: "clock"."""

    @property
    def key(self) -> str:
        """The event's name in the hand record: "dealt_up"."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    def text(self, name: NameOf) -> str:
        """The event as one sentence, in the present tense."""
        return self._sentence(name)

    def _sentence(self, name: NameOf) -> str:
        raise AssertionError(f"{self.key} has no sentence for {name}")

    def _who(self, name: NameOf) -> str:
        assert self.seat is not None
        return name(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetOpened(Event):
    """A street began; `amount` is the pot at that moment."""

    street: str
    title: str

    def _sentence(self, name: NameOf) -> str:  # noqa: ARG002 - nobody is named
        return f"{self.title}, pot {self.amount:,}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Anted(Event):
    """A seat paid its ante, or the chips it had."""

    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} antes {self.amount:,}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtDown(Event):
    """A seat got a card face down; nobody else hears which."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} gets {self.cards[0].sign} face down."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtUp(Event):
    """A seat got a card face up."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} gets {self.cards[0].sign}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtCommunity(Event):
    """The deck ran short: one card face up for everybody."""

    def _sentence(self, name: NameOf) -> str:  # noqa: ARG002 - nobody is named
        return f"The deck runs short: {self.cards[0].sign} is everybody's card."


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """A seat paid for a card dealt face up; 0 if it had no chips or nobody could contest it."""

    kind: str = "exposed"
    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        if not self.amount:
            return f"{self._who(name)} pays nothing for {self.cards[0].sign}."
        paid = f"{self._who(name)} pays {self.amount:,} for {self.cards[0].sign}"
        return f"{paid}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ToAct(Event):
    """Who begins a betting round, and why."""

    why: str
    """What follows the name: "has the highest hand showing"."""
    because_of: SeatNo
    """The seat the reason is about; not the one to act if it is all-in."""

    def _sentence(self, name: NameOf) -> str:
        sentence = f"{name(self.because_of)} {self.why}"
        if self.seat != self.because_of:
            sentence += f" and is all-in: {self._who(name)} acts first"
        return f"{sentence}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Event):
    """A seat passed."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} checks."


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Event):
    """A seat matched the bet; `amount` is what it added."""

    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        amount = f" {self.amount:,}" if self.all_in else ""
        return f"{self._who(name)} calls{amount}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """A seat made the first bet of a round; `amount` is what it added."""

    to: Chips
    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} opens for {self.to:,}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised(Event):
    """A seat raised; `amount` is what it added, `to` its whole bet this round."""

    to: Chips
    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} raises to {self.to:,}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded(Event):
    """A seat threw its hand in."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} folds."


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A player got up; an all-in hand stays in for its pots."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} leaves the table."


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """A bet that nobody matched went back."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self.amount:,} go back to {self._who(name)}: nobody called that much."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event):
    """A seat showed all its cards at the showdown."""

    value: HandValue

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} shows {self.value.phrase}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareResult:
    """Who won one share of a pot."""

    half: str
    """ "high", or "uncontested"."""
    amount: Chips
    winners: tuple[tuple[SeatNo, Chips], ...]
    """In the order in which odd chips went out."""
    why: str
    """Such as "five aces over four tens"; empty if uncontested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotAwarded(Event):
    """A pot was shared out. The main pot comes first."""

    eligible: tuple[SeatNo, ...]
    shares: tuple[ShareResult, ...]

    def _sentence(self, name: NameOf) -> str:
        return " ".join(
            f"{listed([f'{name(seat)} wins {chips:,}' for seat, chips in share.winners])}"
            f"{f' with {share.why}' if share.why else ''}."
            for share in self.shares
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded(Event):
    """The hand is over."""

    stacks: tuple[Chips, ...] = field(default=())
    """By seat."""

    def _sentence(self, name: NameOf) -> str:  # noqa: ARG002 - nobody is named
        return "The hand is over."


def _all_in(yes: bool) -> str:  # noqa: FBT001 - read at the call as "and is all-in if so"
    return " and is all-in" if yes else ""
