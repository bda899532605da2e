"""The picture of a showdown: what is on it, what it says in words, and when it is not drawn.

A sketch is made from the channel's view alone, so it holds shown hands and nothing else. It is
painted by `bot.ui.painting`, in a thread, because that takes a while and loads Pillow.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

import discord

from bot.rules.cards import Suit
from bot.rules.events import Shown
from bot.ui import halves
from bot.ui.pots import Showdown
from bot.ui.shown import holding
from bot.ui.words import counting, signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord.ui import LayoutView

    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.view import View

__all__ = [
    "Drawing",
    "Illustrated",
    "Mark",
    "Painter",
    "Row",
    "Sketch",
    "describe",
    "draw",
    "paint",
    "sketch",
]

log = logging.getLogger(__name__)

PAINT_S: Final = 2.0
"""A picture that takes longer is left out: the hand goes on without it."""
DESCRIPTION_MAX: Final = 1_024
"""Discord's limit for what a picture shows in words."""


class Mark(Enum):
    """What a card did for its hand."""

    WON = "won"
    """It won a pot, or a half of one."""
    BEST = "best"
    """It is one of the best cards of a hand that won nothing."""
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies in the picture."""

    card: Card
    is_wild: bool
    mark: Mark
    four_colours: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One shown hand."""

    seat: SeatNo
    name: str
    """Not escaped."""
    down: tuple[Lying, ...]
    up: tuple[Lying, ...]
    community: tuple[Lying, ...]
    reading: str
    """What is painted: "three aces · 18"."""
    aloud: str
    """What is said: "three aces, blackjack 18"."""
    won: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is on a picture, top to bottom; clockwise from the dealer's left."""

    rows: tuple[Row, ...]


Painter: TypeAlias = Callable[[Sketch], Awaitable[bytes]]
"""Makes a PNG file of a sketch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Illustrated:
    """A message with a picture that is yet to be painted."""

    view: LayoutView
    sketch: Sketch
    file: str
    """The name under which the message shows it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A message, and the picture that has to be sent along as a PNG file."""

    view: LayoutView
    name: str
    png: bytes

    @property
    def file(self) -> discord.File:
        """The picture, for one request."""
        return discord.File(io.BytesIO(self.png), self.name)


# What is on it.


def sketch(view: View, names: Sequence[str], *, four_colours: bool = True) -> Sketch:
    """The hands that were shown; `names` are not escaped."""
    showdown = Showdown(view, names)
    won = _won_by_half(showdown)
    return Sketch(
        tuple(
            _row(view, event, names[event.seat], won.get(event.seat, {}), four_colours=four_colours)
            for event in view.outcome
            if isinstance(event, Shown) and event.seat is not None
        )
    )


def _won_by_half(showdown: Showdown) -> dict[SeatNo, dict[str, int]]:
    """By seat and half, the chips won; what nobody had a hand for belongs to the first half."""
    won: dict[SeatNo, dict[str, int]] = {}
    for pot in showdown.awarded:
        for share in pot.shares:
            half = pot.shares[0].half if share.unqualified else share.half
            for seat, chips in share.winners:
                by_half = won.setdefault(seat, {})
                by_half[half] = by_half.get(half, 0) + chips
    return won


def _row(view: View, event: Shown, name: str, won: dict[str, int], *, four_colours: bool) -> Row:
    assert event.seat is not None, "a hand is somebody's"
    groups = down, _, _ = holding(view, event)
    winning = [card for half in won for card in _for_half(view, event, half, down)]
    best = () if winning else counting(event.value, view)

    def lying(cards: Iterable[Card]) -> tuple[Lying, ...]:
        return tuple(
            Lying(card, card in view.variant.wilds, mark(card), four_colours) for card in cards
        )

    def mark(card: Card) -> Mark:
        return Mark.WON if card in winning else Mark.BEST if card in best else Mark.IDLE

    others = event.readings[1:]
    lie_down, lie_up, everybodys = map(lying, groups)
    return Row(
        seat=event.seat,
        name=name,
        down=lie_down,
        up=lie_up,
        community=everybodys,
        reading=" \u00b7 ".join([event.value.phrase, *map(halves.brief, others)]),
        aloud=", ".join([event.value.phrase, *map(halves.aloud, others)]),
        won=sum(won.values()),
    )


def _for_half(view: View, event: Shown, half: str, down: Sequence[Card]) -> Sequence[Card]:
    """The cards that won a half; none won a pot that nobody else was in."""
    if half == view.variant.shares[0].half:
        return counting(event.value, view)
    if half == halves.SPADE:
        return [max(card for card in down if card.suit is Suit.SPADES)]
    return down if half in (halves.BLACKJACK, halves.LOW) else ()


# What it says.


def describe(picture: Sketch) -> str:
    """The picture in words; with suit signs where that is too long, at last without cards."""
    in_words = "Hands shown. " + " ".join(_told(row, _in_words(row)) for row in picture.rows)
    in_signs = " ".join(_told(row, _in_signs(row)) for row in picture.rows)
    by_name = " ".join(_told(row, "") for row in picture.rows)
    fitting = (text for text in (in_words, in_signs, by_name) if len(text) <= DESCRIPTION_MAX)
    return next(fitting, by_name[:DESCRIPTION_MAX])


def _told(row: Row, cards: str) -> str:
    wins = f", wins {row.won:,}" if row.won else ""
    name = row.name.replace("@", "@\u200b")  # no markup here, but a mention is not even written
    return f"{name}: {f'{cards}: ' if cards else ''}{row.aloud}{wins}."


def _in_words(row: Row) -> str:
    down, up, everybodys = (
        ", ".join(lying.card.words for lying in group)
        for group in (row.down, row.up, row.community)
    )
    parts = [
        f"{down} face down" if up else down,
        f"{up} face up" if up else "",
        f"{everybodys} for everybody" if everybodys else "",
    ]
    return "; ".join(filter(None, parts))


def _in_signs(row: Row) -> str:
    groups = (row.down, row.up, row.community)
    return " | ".join(signs(lying.card for lying in group) for group in groups if group)


# Drawing it.


async def paint(picture: Sketch) -> bytes:
    """The picture as a PNG file, painted in a thread."""
    return await asyncio.to_thread(_paint, picture)


def _paint(picture: Sketch) -> bytes:
    from bot.ui import painting

    return painting.paint(picture)


async def draw(illustrated: Callable[[], Illustrated], painter: Painter) -> Drawing | None:
    """The message with its picture; None, which is logged, if that fails or takes too long."""
    try:
        message = illustrated()
        async with asyncio.timeout(PAINT_S):
            png = await painter(message.sketch)
    except Exception:  # whatever it is: the text says all that the picture would
        log.exception("a picture could not be drawn: its message goes without it")
        return None
    return Drawing(message.view, message.file, png)
