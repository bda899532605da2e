"""Which faces of cards there are, and what stands for one in a text.

A face is an emoji of the application's, named in words: the name is what a screen reader says, and
what is seen where the picture does not load. `bot.ui.uploads` brings them to Discord.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.cards import DECK, Card, Rank, Suit
from bot.rules.variants import variants

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLAIN", "Face", "Faces", "faces_wanted"]

_SAME_IN_TWO: Final = frozenset({Suit.HEARTS, Suit.SPADES})


@dataclass(frozen=True, slots=True)
class Face:
    """A picture that there may be: of a card, or of the back of all cards."""

    card: Card | None
    wild: bool = False
    four_colours: bool = True

    @property
    def name(self) -> str:
        """Such as "K_diamonds", "wild_2_clubs", "card_back"; no two faces share one."""
        if self.card is None:
            return "card_back"
        rank = "10" if self.card.rank is Rank.TEN else self.card.rank.letter
        looks_other = not self.four_colours and self.card.suit not in _SAME_IN_TWO
        wild, other = "wild_" * self.wild, "_" * looks_other
        return f"{wild}{rank}_{self.card.suit.word}{other}"

    def drawn(self) -> bytes:
        """The picture as a PNG file. It loads Pillow, and takes a few hundredths of a second."""
        from bot.ui import faces

        if self.card is None:
            return faces.png(faces.back())
        picture = faces.face(self.card, wild=self.wild, four_colours=self.four_colours)
        return faces.png(picture)


@dataclass(frozen=True, slots=True)
class Faces:
    """The pictures that cards are drawn with on one server."""

    emojis: Mapping[str, str]
    """What stands for a face in a text, by the face's name."""
    four_colours: bool = True

    def of(self, card: Card, *, wild: bool) -> str | None:
        """A card's picture, if there is one."""
        return self.emojis.get(Face(card, wild, self.four_colours).name)

    @property
    def back(self) -> str | None:
        """The picture of a card that lies face down."""
        return self.emojis.get(Face(None).name)


PLAIN: Final = Faces({})
"""No pictures: every card is text."""


def faces_wanted(*, in_two_colours: bool) -> tuple[Face, ...]:
    """Every face that can be shown, each name once.

    All cards, those that some game makes wild, the back; then, if a server wants them, those that
    look different in two colours.
    """
    wilds = {card for variant in variants().values() for card in variant.wilds}
    shown = [(card, False) for card in DECK] + [(card, True) for card in sorted(wilds)]
    four = [Face(card, wild) for card, wild in shown]
    two = [Face(card, wild, four_colours=False) for card, wild in shown if in_two_colours]
    by_name = {face.name: face for face in (*four, Face(None), *two)}
    return tuple(by_name.values())
