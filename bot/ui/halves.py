"""The words for each share of a pot that is split: what a player has for it, and who won it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import Rank
from bot.rules.ranking import total_of
from bot.ui.words import capital, listing, signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card
    from bot.rules.events import ShareResult
    from bot.rules.shares import Reading

__all__ = [
    "ANNOUNCED",
    "BLACKJACK",
    "LOW",
    "SPADE",
    "aloud",
    "brief",
    "lines",
    "nobody",
    "shown",
    "tied",
    "why",
    "won_with",
]

LOW: Final = "low"
BLACKJACK: Final = "blackjack"
SPADE: Final = "spade"
ANNOUNCED: Final = "by the rule announced for this hand"
"""Named where a ruling decided that the sources leave to the dealer."""

_NOBODY: Final = {LOW: "No low", BLACKJACK: "All bust", SPADE: "No spade in any hole"}
_NO_LOW: Final = "no low: "
_BUST: Final = "bust: "
_TWO_CARDS: Final = "21 in two cards"


# For the player alone.


def lines(readings: Iterable[Reading], *, may_change: bool = False) -> str:
    """Such as "**Poker:** pair of tens.  **Blackjack:** 20."; a low may come, before a draw."""
    return "  ".join(_line(reading, may_change=may_change) for reading in readings)


def _line(reading: Reading, *, may_change: bool) -> str:
    phrase = reading.phrase
    if reading.half == LOW and reading.qualifies:
        return f"**Low:** {phrase}, it counts."
    if phrase.startswith(_NO_LOW):
        return f"**No low{' yet' if may_change else ''}:** {phrase.removeprefix(_NO_LOW)}."
    if phrase.startswith(_BUST):
        return f"**{capital(reading.half)}:** bust with {phrase.removeprefix(_BUST)}."
    if not reading.qualifies:
        return f"**{capital(phrase)}.**"
    return f"**{capital(reading.half)}:** {phrase}."


# For everybody, at the end.


def why(reading: Reading, share: ShareResult) -> str:
    """What won a half, and the ruling that made it win: "20", "jack-six-four-three-two"."""
    if not reading.qualifies:
        return f"{_had(reading, share)}: everybody is bust, and {ANNOUNCED} the lowest total wins"
    if share.why == f"{_TWO_CARDS} over 21":
        return f"{_TWO_CARDS} over 21 in three, {ANNOUNCED}"
    return _had(reading, share)


def tied(reading: Reading, share: ShareResult, sizes: Iterable[int]) -> str:
    """The same for several: "20 each, and ties share". `sizes` counts the cards of each."""
    ties = "ties share"
    if reading.half == BLACKJACK and reading.phrase.startswith("21") and len({*sizes}) > 1:
        ties = f"{ANNOUNCED} two cards and three are equal"
    return f"{_had(reading, share)} each, and {ties}"


def won_with(reading: Reading, share: ShareResult) -> str:
    """What won a half that is not named before: "blackjack 20", "a low of …"."""
    words = why(reading, share)
    if reading.half == BLACKJACK:
        return f"blackjack {words}"
    return f"a low of {words}" if reading.half == LOW else words


def nobody(half: str, first: str) -> str:
    """That nobody has anything for a half, so that the first one takes it too."""
    takes = f"the {first} hand takes the whole pot"
    words = _NOBODY.get(half, f"Nobody has a {half}")
    return f"{words}: {f'{ANNOUNCED} ' if half == BLACKJACK else ''}{takes}"


def _had(reading: Reading, share: ShareResult) -> str:
    """Such as "20", "bust with 22", "jack-six-four-three-two", "the king of spades"."""
    if reading.half == BLACKJACK:
        # The share knows what the announced ruling made of it: "21 in two cards".
        return share.why.partition(" over ")[0].replace("bust ", "bust with ")
    return f"the {reading.phrase}" if reading.half == SPADE else reading.phrase


def brief(reading: Reading) -> str:
    """What a hand has for a half in a few words: "18", "bust 25", "J-6-4-3-2", "no low"."""
    if reading.half == LOW and reading.qualifies:
        ranks = [Rank[word.upper()] for word in reading.phrase.split("-")]
        return "-".join("10" if rank is Rank.TEN else rank.letter for rank in ranks)
    return reading.phrase.replace(_BUST, "bust ").partition(":")[0]


def aloud(reading: Reading) -> str:
    """The same in words: "blackjack 18", "low jack-six-four-three-two", "no low"."""
    if reading.half == BLACKJACK:
        return f"blackjack {brief(reading)}"
    return f"low {reading.phrase}" if reading.half == LOW and reading.qualifies else brief(reading)


def shown(reading: Reading, down: Sequence[Card], bought: Sequence[Card]) -> str:
    """A hand's reading for a half after the first, and how it is made."""
    if reading.half != BLACKJACK:
        return capital(reading.spelt)
    total, points = total_of(down), _points(down)
    bust = "bust " if total.bust else ""
    told = f"Blackjack {bust}{total.total}: {signs(down)} as {' + '.join(map(str, points))}"
    if bought:
        told += f"; {listing([card.sign for card in bought])} was bought and does not count"
    return told


def _points(cards: Sequence[Card]) -> list[int]:
    """What each card counts in the best total of them all."""
    elevens = total_of(cards).elevens
    points: list[int] = []
    for card in cards:
        if card.rank is Rank.ACE:
            points.append(11 if elevens else 1)
            elevens = 0
        else:
            points.append(min(card.rank, 10))
    return points
