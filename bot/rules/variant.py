"""A game as data: its streets and steps, its wild cards, its shares, its house options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.asks import Script
    from bot.rules.cards import Card
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option
    from bot.rules.ranking import HighRanking
    from bot.rules.shares import Share

__all__ = ["Announcement", "Routine", "Seats", "Step", "Street", "Variant", "between"]


class Step(ABC):
    """One line of a street's script."""

    @abstractmethod
    def play(self, dealer: Dealer) -> Script[None]:
        """Do it, asking where an answer is needed."""

    @abstractmethod
    def text(self, house: HouseRules) -> str:
        """The step as a sentence of the rulebook."""


class Routine(Step):
    """A step that asks nobody: it is done, and the script goes on."""

    def play(self, dealer: Dealer) -> Script[None]:
        """Do it."""
        self.do(dealer)
        return
        yield  # never reached; it makes this a script like any other

    @abstractmethod
    def do(self, dealer: Dealer) -> None:
        """Act on the felt."""


@dataclass(frozen=True, slots=True)
class Street:
    """A stage of the deal, with its betting."""

    key: str
    """As the hand record writes it: "third"."""
    title: str
    """As the table reads it: "Third street"."""
    steps: tuple[Step, ...]

    def __init__(self, key: str, title: str, *steps: Step) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "steps", steps)


@dataclass(frozen=True, slots=True)
class Seats:
    """How many may play."""

    least: int
    most: int


def between(least: int, most: int) -> Seats:
    """From `least` to `most` players."""
    return Seats(least, most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """Something the dealer says before every deal.

    Source: ruling B7; OPR-668 art. 3.3 and 4.3 oblige some of them.
    """

    says: Callable[[HouseRules, int], str | None]
    """One or two sentences for these rules and this many players, None if there is no need.
    The words that matter stand between double asterisks.
    """
    about: tuple[Option[object], ...] = ()
    """The options that change it."""
    fine: bool = False
    """Whether it is small print."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """A game. Everything the bot says and does about it comes from here."""

    key: str
    """As the hand record writes it: "deuces-and-jacks"."""
    command: str
    """The slash command that opens a table of it: "axe" for /axe open."""
    title: str
    short_title: str
    source: str
    accent: int
    """The game's colour, as 0xRRGGBB."""
    seats: Seats
    wilds: frozenset[Card] = frozenset()
    wilds_in_words: str = ""
    """The wild cards as the table says them: "twos, jacks and the king of diamonds"."""
    ranking: Callable[[HouseRules], HighRanking]
    """How five-card hands compare under these house rules."""
    shares: tuple[Share, ...]
    """What every pot is divided between; odd chips go to the first."""
    options: tuple[Option[object], ...]
    """The house options, in the order a form lists them."""
    announcements: tuple[Announcement, ...]
    rulebook: tuple[str, ...] = ()
    """What the rulebook says beyond streets, announcements and options, a paragraph each."""
    streets: tuple[Street, ...]

    def __post_init__(self) -> None:
        assert self.streets, "a game has streets"
        assert self.shares, "a pot goes to somebody"
        assert 2 <= self.seats.least <= self.seats.most, "a game takes two players or more"
        keys = [option.key for option in self.options]
        assert len(keys) == len(set(keys)), "an option stands once in a game"
        streets = [street.key for street in self.streets]
        assert len(streets) == len(set(streets)), "a street stands once in a game"
