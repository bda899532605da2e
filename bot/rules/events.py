"""What happened at the table, past tense. Each event knows who may hear of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo
    from bot.rules.ranking import HandValue
    from bot.rules.shares import Reading

__all__ = [
    "Anted",
    "BlindPosted",
    "BroughtIn",
    "Called",
    "Checked",
    "DealtCommunity",
    "DealtDown",
    "DealtUp",
    "Discarded",
    "Drew",
    "Event",
    "Folded",
    "HandEnded",
    "Left",
    "NameOf",
    "Opened",
    "Paid",
    "PotAwarded",
    "Raised",
    "Reshuffled",
    "Returned",
    "ShareResult",
    "Shown",
    "StreetOpened",
    "ToAct",
    "TookDown",
    "WipedOut",
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
        return _key(type(self).__name__)

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
    deal: int = 1
    """Which deal it belongs to; above 1 after a wipe-out."""

    def _sentence(self, name: NameOf) -> str:  # noqa: ARG002 - nobody is named
        deal = f", deal {self.deal}" if self.deal > 1 else ""
        return f"{self.title}{deal}, pot {self.amount:,}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Anted(Event):
    """A seat paid its ante, or the chips it had."""

    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} antes {self.amount:,}{_all_in(self.all_in)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindPosted(Event):
    """A seat posted a blind, or the chips it had."""

    which: str
    """ "small" or "big"."""
    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} posts the {self.which} blind, {self.amount:,}" + (
            f",{_all_in(self.all_in)}." if self.all_in else "."
        )


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
    """A seat paid for a card dealt face up.

    For an exposed card, 0 if it had no chips or nobody could contest it.
    """

    kind: str = "exposed"
    """ "exposed" for a card that cost its owner something, "price" for one bought face up."""
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
class BroughtIn(Event):
    """A seat made the forced bet of the lowest card, or put in the chips it had."""

    all_in: bool = False

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} brings it in for {self.amount:,}{_all_in(self.all_in)}."


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
    completes: bool = False
    """Whether it brings a bring-in, or an all-in for less, up to a full bet."""

    def _sentence(self, name: NameOf) -> str:
        verb = "completes" if self.completes else "raises"
        return f"{self._who(name)} {verb} to {self.to:,}{_all_in(self.all_in)}."


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
class TookDown(Event):
    """A seat chose to take its card face down; who cannot pay has no choice, and is not told of."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} takes the card face down."


@dataclass(frozen=True, slots=True, kw_only=True)
class WipedOut(Event):
    """A card dealt face up to a seat ended the deal; `amount` is the pot, which stays."""

    def _sentence(self, name: NameOf) -> str:
        return (
            f"{self.cards[0].sign} face up for {self._who(name)} wipes out the deal: "
            f"the pot of {self.amount:,} stays."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """A seat changed so many cards, `count`; 0 is standing pat."""

    count: int

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} {f'draws {self.count}' if self.count else 'stands pat'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    """The cards that a seat threw away; nobody else hears which."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self._who(name)} discards {listed([card.sign for card in self.cards])}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event):
    """The deck ran short for a seat that draws: the rest was shuffled with what was thrown away."""

    def _sentence(self, name: NameOf) -> str:
        return f"The deck runs short: it is shuffled with the discards for {self._who(name)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """A bet that nobody matched went back."""

    def _sentence(self, name: NameOf) -> str:
        return f"{self.amount:,} go back to {self._who(name)}: nobody called that much."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event):
    """A seat showed all its cards at the showdown."""

    value: HandValue
    """The best high hand in them."""
    readings: tuple[Reading, ...] = ()
    """What they are worth for each share of a pot that is split; else empty."""

    def _sentence(self, name: NameOf) -> str:
        others = "".join(f"; {reading.spelt}" for reading in self.readings[1:])
        return f"{self._who(name)} shows {self.value.phrase}{others}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareResult:
    """Who won one share of a pot."""

    half: str
    """ "high", "low", "poker", "blackjack", "spade", or "uncontested"."""
    amount: Chips
    winners: tuple[tuple[SeatNo, Chips], ...]
    """In the order in which odd chips went out."""
    why: str
    """Such as "five aces over four tens"; empty if uncontested."""
    unqualified: bool = False
    """Whether nobody had a hand for this share, so that the winners of the first took it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotAwarded(Event):
    """A pot was shared out. The main pot comes first."""

    eligible: tuple[SeatNo, ...]
    shares: tuple[ShareResult, ...]

    def _sentence(self, name: NameOf) -> str:
        return " ".join(self._share(share, name) for share in self.shares)

    @staticmethod
    def _share(share: ShareResult, name: NameOf) -> str:
        won = listed([f"{name(seat)} wins {chips:,}" for seat, chips in share.winners])
        if not share.why:
            return f"{won}."
        return f"{won}, as {share.why}." if share.unqualified else f"{won} with {share.why}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded(Event):
    """The hand is over."""

    stacks: tuple[Chips, ...] = field(default=())
    """By seat."""

    def _sentence(self, name: NameOf) -> str:  # noqa: ARG002 - nobody is named
        return "The hand is over."


@cache
def _key(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _all_in(yes: bool) -> str:  # noqa: FBT001 - read at the call as "and is all-in if so"
    return " and is all-in" if yes else ""
