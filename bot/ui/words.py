"""Words for chips, cards and hands, as every message uses them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from bot.rules.cards import Card, Rank
from bot.rules.ranking import Category, NaturalPairTie
from bot.ui.emojis import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from bot.rules.ranking import HandValue
    from bot.rules.variant import Variant
    from bot.rules.view import SeatView, View
    from bot.ui.emojis import Faces

__all__ = [
    "EN_SPACE",
    "NBSP",
    "an",
    "capital",
    "counted",
    "counting",
    "draw_backs",
    "draw_card",
    "draw_cards",
    "five_cards",
    "listing",
    "net",
    "number",
    "one_of",
    "ordinal",
    "reading",
    "signs",
    "wilds_in",
    "with_article",
]

NBSP: Final = "\u00a0"
"""Keeps an amount on the line of its word."""
EN_SPACE: Final = "\u2002"
"""Between cards face down and cards face up."""

_BACK: Final = "\u25ae"
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDINALS: Final = ("", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ")
_NO_ARTICLE: Final = frozenset(
    {
        Category.HIGH_CARD,
        Category.TWO_PAIR,
        Category.THREE_OF_A_KIND,
        Category.FOUR_OF_A_KIND,
        Category.FIVE_OF_A_KIND,
    }
)


# Cards.


def draw_card(card: Card, faces: Faces = PLAIN, *, wild: bool) -> str:
    """A card on the table. The one place that knows how: its picture if there is one.

    Else it is bold text, and a wild one has a star.
    """
    return faces.of(card, wild=wild) or f"**{card.sign}{'*' if wild else ''}**"


def draw_backs(count: int, faces: Faces = PLAIN) -> str:
    """Cards on the table that lie face down."""
    return side_by_side([faces.back or _BACK] * count)


def draw_cards(cards: Iterable[Card], wilds: AbstractSet[Card], faces: Faces = PLAIN) -> str:
    """Cards side by side, in the order given."""
    return side_by_side(draw_card(card, faces, wild=card in wilds) for card in cards)


def side_by_side(drawn: Iterable[str]) -> str:
    """What is drawn with blanks between, but for pictures, which have an edge of their own."""
    return " ".join(drawn).replace("> <:", "><:")


def signs(cards: Iterable[Card]) -> str:
    """Cards in a sentence: "7\u2666 7\u2665"."""
    return " ".join(card.sign for card in cards)


def wilds_in(cards: Iterable[Card], variant: Variant) -> str:
    """Cards in full words: "two of hearts (wild), five of clubs"."""
    return ", ".join(card.words + (" (wild)" if card in variant.wilds else "") for card in cards)


# Hands.


def reading(seat: SeatView, view: View) -> str:
    """What a seat shows; a single card is read as the card it is."""
    showing = seat.showing
    if showing is None:
        return ""
    shown = (*seat.up, *view.community)
    if len(shown) > 1:
        return showing.phrase
    if not showing.wilds:
        return shown[0].words
    return f"{shown[0].words}, wild: {an(_wanted(showing.wilds[0][1]))}"


def five_cards(value: HandValue, view: View) -> str:
    """The cards that make a hand, real ones first, and what each wild one stands for."""
    cards = counting(value, view)
    real = signs(card for card in cards if card not in view.variant.wilds)
    wild = _wilds(value, cards)
    if not real:
        return wild
    return f"{real}, with {wild}" if wild else real


def counting(value: HandValue, view: View) -> tuple[Card, ...]:
    """The cards that count in a hand: five at most, or a natural pair alone."""
    tie = view.variant.ranking(view.house).natural_pair_tie
    if value.category is Category.NATURAL_SEVENS and tie is not NaturalPairTie.KICKERS:
        return value.cards[:2]
    return value.cards


def with_article(value: HandValue) -> str:
    """A hand as something somebody has: "a pair of nines", "three queens"."""
    return value.phrase if value.category in _NO_ARTICLE else an(value.phrase)


def _wilds(value: HandValue, cards: Sequence[Card]) -> str:
    used = [pair for pair in value.wilds if pair[0] in cards]
    groups = [(thing, [c for c, _ in pairs]) for thing, pairs in groupby(used, lambda w: w[1])]
    return listing([_stands_for(group, thing) for thing, group in groups])


def _stands_for(wild: Sequence[Card], thing: Card | Rank) -> str:
    names = listing([card.sign for card in wild])
    if isinstance(thing, Card):
        return f"{names} wild as {thing.sign}" if thing not in wild else names
    words = an(thing.word) if len(wild) == 1 else thing.plural
    return f"{names} wild as {words}"


def _wanted(thing: Card | Rank) -> str:
    return thing.words if isinstance(thing, Card) else thing.word


# Numbers and sentences.


def listing(words: Sequence[str]) -> str:
    """Such as "Ann", "Ann and Ben", "Ann, Ben and Cleo"; "" for nobody."""
    return " and ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


def one_of(words: Sequence[str]) -> str:
    """Such as "Ann", "Ann or Ben", "Ann, Ben or Cleo"."""
    return " or ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


def counted(amount: int, noun: str) -> str:
    """Such as "one chair", "two chairs", "12 chairs"."""
    return f"{number(amount)} {noun}{'' if amount == 1 else 's'}"


def number(amount: int) -> str:
    """A whole number: in words up to nine."""
    return _NUMBERS[amount] if 0 <= amount < len(_NUMBERS) else f"{amount:,}"


def ordinal(place: int) -> str:
    """Nothing for the first of its kind, "second " for place 1, and so on."""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th "


def net(amount: int) -> str:
    """Chips won or lost, with a true minus sign: "+380"."""
    return f"+{amount:,}" if amount > 0 else f"\u2212{-amount:,}" if amount < 0 else "0"


def capital(words: str) -> str:
    """With a capital first letter; the others as they are."""
    return words[:1].upper() + words[1:]


def an(words: str) -> str:
    """With its article: "an ace", "an eight-high straight", "a king"."""
    return f"{'an' if words.startswith(('ace', 'eight')) else 'a'} {words}"
