"""Playing cards: 52 values, one object each."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DECK", "Card", "Rank", "Suit", "parse_cards"]


class Rank(IntEnum):
    """A card's rank; the ace is high, and its value is 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as one letter of "23456789TJQKA"."""
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        """The rank in words: "ten", "ace"."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The rank as a group of cards is called: "sixes", "kings"."""
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """A suit, lowest first: clubs, diamonds, hearts, spades.

    Source: ruling S6. Suits break no tie in Deuces & Jacks (OPR-668, hand rankings).
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit as one letter of "cdhs"."""
        return "cdhs"[self]

    @property
    def word(self) -> str:
        """The suit in words: "spades"."""
        return self.name.lower()


class Card:
    """One of the 52 cards. There is a single object for each, so `is` and `==` agree.

    >>> Card.parse("10s") is Card.parse("Ts")
    True
    >>> Card.parse("Kd")
    Card('Kd')
    """

    __slots__ = ("index", "rank", "suit")

    index: int
    """Place in the unshuffled deck 2c 2d 2h 2s 3c ... As, from 0."""
    rank: Rank
    suit: Suit

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        """The one object for this rank and suit."""
        index = (rank - 2) * 4 + suit
        if _MADE[index] is None:
            card = object.__new__(cls)
            object.__setattr__(card, "index", index)
            object.__setattr__(card, "rank", Rank(rank))
            object.__setattr__(card, "suit", Suit(suit))
            _MADE[index] = card
        made = _MADE[index]
        assert isinstance(made, cls)
        return made

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as rank and suit: "As", "7c", "Ts" or "10s".

        Raises: ValueError for anything else; nothing is guessed.
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ValueError(f'"{text}" is not a card: write 7c, Kd, Ts or 10s.') from None

    @property
    def sign(self) -> str:
        """The card as people write it: "7\u2666" or "10\u2660".

        The suit sign carries the text selector U+FE0E: without it Discord draws a picture, and
        a black one disappears on the dark theme.
        """
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + "\u2663\u2666\u2665\u2660"[self.suit] + "\ufe0e"

    @property
    def words(self) -> str:
        """The card in full: "king of diamonds"."""
        return f"{self.rank.word} of {self.suit.word}"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot change: {name}")

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __hash__(self) -> int:
        # By index, not by address: the order of a set of cards must be the same in every run.
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_MADE: Final[list[Card | None]] = [None] * 52

DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""The unshuffled deck: 2c 2d 2h 2s 3c ... As."""

_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in DECK} | {
    f"10{suit.letter}": Card(Rank.TEN, suit) for suit in Suit
}


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards named in a blank-separated string, or in several strings, in order.

    Raises: ValueError for a word that is no card.
    """
    words = text.split() if isinstance(text, str) else text
    return tuple(Card.parse(word) for word in words)
