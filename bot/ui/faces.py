"""Card faces as pictures: a large rank over a large suit, so that 22 pixels are enough to read.

Ranks are centre lines with round ends and suits are outlines of Bezier curves: there is no font,
and the same card has the same pixels on every machine. This module loads Pillow, so whoever needs
a picture imports it when the picture is drawn.
"""

from __future__ import annotations

import io
from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, TypeAlias

from PIL import Image, ImageDraw

from bot.rules.cards import Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card

__all__ = ["back", "face", "png"]

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]
Colour: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_UNITS: Final = 128
"""Every measure below is in these: a picture is this wide and high, whatever its pixels."""
_LARGER: Final = 8
"""Drawn this many times larger, then reduced: that makes the edges smooth."""
_CURVE_STEPS: Final = 32

_CARD: Final[Box] = (10, 1, 108, 126)
_CORNER: Final = 17
_RIM: Final = 3
_WILD_RIM: Final = 7
_RANK: Final[Box] = (20, 11, 68, 62)
_RANK_STROKE: Final = 14
_SUIT: Final[Box] = (63, 70, 46, 46)

_PAPER: Final = (252, 252, 250)
_EDGE: Final = (150, 154, 162)
_WILD_PAPER: Final = (255, 243, 205)
_WILD_EDGE: Final = (232, 168, 24)
_BLACK: Final = (22, 24, 30)
_RED: Final = (206, 32, 44)
_BLUE: Final = (24, 92, 200)
_GREEN: Final = (20, 122, 60)
_NAVY: Final = (38, 58, 110)
_LATTICE: Final = (92, 122, 190)
_SILVER: Final = (232, 236, 246)
_ASH: Final = (236, 208, 150)

_FOUR: Final = {
    Suit.CLUBS: _GREEN,
    Suit.DIAMONDS: _BLUE,
    Suit.HEARTS: _RED,
    Suit.SPADES: _BLACK,
}
_TWO: Final = {
    Suit.CLUBS: _BLACK,
    Suit.DIAMONDS: _RED,
    Suit.HEARTS: _RED,
    Suit.SPADES: _BLACK,
}


def face(
    card: Card, *, wild: bool = False, four_colours: bool = True, size: int = _UNITS
) -> Image.Image:
    """A card face up on a transparent square of `size` pixels; a wild one is tinted and gilt.

    With two colours diamonds are red and clubs are black.
    """
    colour = (_FOUR if four_colours else _TWO)[card.suit]
    sheet = _Sheet(size)
    if wild:
        sheet.card(_WILD_EDGE, _WILD_PAPER, _WILD_RIM)
    else:
        sheet.card(_EDGE, _PAPER, _RIM)
    sheet.rank(card.rank, colour)
    for outline in _suit(card.suit):
        sheet.fill(_placed(outline, _SUIT), colour)
    return sheet.reduced()


def back(size: int = _UNITS) -> Image.Image:
    """A card face down, with an axe on it."""
    sheet = _Sheet(size)
    sheet.card(_EDGE, _PAPER, _RIM)
    sheet.round((20, 11, 88, 106), 9, _NAVY)
    sheet.lattice((22, 13, 84, 102))
    sheet.dot((64, 64), 30, _SILVER)
    sheet.dot((64, 64), 26, _NAVY)
    sheet.stroke(((53, 82), (71, 49)), 6, _ASH)
    sheet.fill(_AXE_HEAD, _SILVER)
    return sheet.reduced()


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


class _Sheet:
    """A transparent picture in the making, measured in units."""

    def __init__(self, size: int) -> None:
        pixels = size * _LARGER
        self._size = size
        self._scale = pixels / _UNITS
        self._image = Image.new("RGBA", (pixels, pixels))
        self._draw = ImageDraw.Draw(self._image)

    def card(self, edge: Colour, paper: Colour, rim: float) -> None:
        """The paper of a card and its rim."""
        left, top, width, height = _CARD
        self.round(_CARD, _CORNER, edge)
        inner = (left + rim, top + rim, width - 2 * rim, height - 2 * rim)
        self.round(inner, _CORNER - rim, paper)

    def rank(self, rank: Rank, colour: Colour) -> None:
        """The rank in its corner; one that is too wide is made narrower."""
        left, top, width, height = _RANK
        inset = _RANK_STROKE / 2
        tall = height - _RANK_STROKE
        strokes = _RANKS[rank]
        widest = max(x for line in strokes for x, _ in line)
        wide = min(tall, (width - _RANK_STROKE) / widest)
        for line in strokes:
            placed = _placed(line, (left + inset, top + inset, wide, tall))
            self.stroke(placed, _RANK_STROKE, colour)

    def stroke(self, line: Sequence[Point], width: float, colour: Colour) -> None:
        """A line with round joints and round ends."""
        for start, end in pairwise(line):
            ends = [self._pixels(start), self._pixels(end)]
            self._draw.line(ends, fill=colour, width=round(width * self._scale))
        for point in line:
            self.dot(point, width / 2, colour)

    def dot(self, centre: Point, radius: float, colour: Colour) -> None:
        """A disc."""
        x, y = centre
        self.round((x - radius, y - radius, 2 * radius, 2 * radius), radius, colour)

    def fill(self, outline: Sequence[Point], colour: Colour) -> None:
        """What an outline encloses."""
        self._draw.polygon([self._pixels(point) for point in outline], fill=colour)

    def round(self, box: Box, corner: float, colour: Colour) -> None:
        """A rectangle with round corners."""
        left, top, width, height = box
        ends = [self._pixels((left, top)), self._pixels((left + width, top + height))]
        self._draw.rounded_rectangle(ends, corner * self._scale, fill=colour)

    def lattice(self, box: Box) -> None:
        """Crossing lines all over a box, none beyond it."""
        left, top, width, height = box
        for start in range(-int(height), int(width), 16):
            for line in _crossing(start, width, height):
                self.stroke([(left + x, top + y) for x, y in line], 3, _LATTICE)

    def reduced(self) -> Image.Image:
        """The picture in its true size."""
        return self._image.resize((self._size, self._size), Image.Resampling.LANCZOS)

    def _pixels(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale


def _placed(line: Iterable[Point], box: Box) -> Line:
    """Points of a unit square, in a box."""
    left, top, width, height = box
    return tuple((left + x * width, top + y * height) for x, y in line)


def _crossing(start: float, width: float, height: float) -> Iterable[Line]:
    """The line down from `start` on the upper edge, at 45 degrees, and its mirror image."""
    first, last = max(0.0, -start), min(height, width - start)
    yield (start + first, first), (start + last, last)
    yield (width - start - first, first), (width - start - last, last)


# Curves, as the points along them.


def _arc(centre: Point, radii: Point, start: float, end: float) -> Line:
    """Part of an ellipse, from one angle to another: 0 is to the right, 90 is down."""
    angles = (radians(start + (end - start) * i / _CURVE_STEPS) for i in range(_CURVE_STEPS + 1))
    return tuple((centre[0] + radii[0] * cos(a), centre[1] + radii[1] * sin(a)) for a in angles)


def _bezier(*points: Point) -> Line:
    """Cubic curves, each beginning where the one before ends: 1 + 3 points for each."""
    curves = [points[i : i + 4] for i in range(0, len(points) - 1, 3)]
    steps = [i / _CURVE_STEPS for i in range(_CURVE_STEPS + 1)]
    return tuple(_on_curve(curve, t) for curve in curves for t in steps)


def _on_curve(curve: Sequence[Point], t: float) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def _mirrored(half: Sequence[Point]) -> tuple[Point, ...]:
    """The left half of a shape that has the right one, drawn back to its first point."""
    return (*half, *((1 - x, y) for x, y in half[-2::-1]))


# Shapes in a unit square. A rank may be narrower than its height.

_NINE: Final[tuple[Line, ...]] = (
    _arc((0.3, 0.3), (0.3, 0.3), 0, 360),
    ((0.6, 0.3), *_arc((0.06, 0.42), (0.54, 0.58), 0, 72)),
)
_RANKS: Final[dict[Rank, tuple[Line, ...]]] = {
    Rank.TWO: ((*_arc((0.29, 0.28), (0.29, 0.28), -172, 28), (0.02, 1), (0.6, 1)),),
    Rank.THREE: (
        _arc((0.27, 0.25), (0.27, 0.25), -158, 90),
        _arc((0.27, 0.74), (0.32, 0.26), -90, 152),
    ),
    Rank.FOUR: (((0.47, 1), (0.47, 0), (0, 0.7), (0.68, 0.7)),),
    Rank.FIVE: (((0.54, 0), (0.09, 0), *_arc((0.27, 0.68), (0.33, 0.32), -124, 150)),),
    Rank.SIX: tuple(tuple((0.6 - x, 1 - y) for x, y in line) for line in _NINE),
    Rank.SEVEN: (((0, 0), (0.58, 0), (0.2, 1)),),
    Rank.EIGHT: (
        _arc((0.31, 0.24), (0.255, 0.24), 0, 360),
        _arc((0.31, 0.74), (0.31, 0.26), 0, 360),
    ),
    Rank.NINE: _NINE,
    Rank.TEN: (((0, 0.17), (0.2, 0), (0.2, 1)), _arc((0.68, 0.5), (0.22, 0.5), 0, 360)),
    Rank.JACK: (((0.2, 0), (0.52, 0), *_arc((0.26, 0.73), (0.26, 0.27), 0, 176)),),
    Rank.QUEEN: (_arc((0.34, 0.5), (0.34, 0.5), 0, 360), ((0.42, 0.7), (0.72, 1.04))),
    Rank.KING: (((0, 0), (0, 1)), ((0.6, 0), (0.02, 0.6)), ((0.23, 0.4), (0.63, 1))),
    Rank.ACE: (((0, 1), (0.35, 0), (0.7, 1)), ((0.14, 0.67), (0.56, 0.67))),
}

_HEART: Final = _mirrored(
    ((0.5, 0.25), (0.57, 0.01), (0.99, -0.06), (0.99, 0.33), (0.99, 0.6), (0.65, 0.75), (0.5, 1))
)
_DIAMOND: Final = _mirrored(
    ((0.5, 0), (0.6, 0.18), (0.78, 0.37), (0.94, 0.5), (0.78, 0.63), (0.6, 0.82), (0.5, 1))
)
_STEM: Final = _mirrored(
    (
        *((0.5, 0.5), (0.52, 0.5), (0.54, 0.5), (0.54, 0.6)),
        *((0.54, 0.84), (0.6, 0.96), (0.74, 1), (0.66, 1), (0.58, 1), (0.5, 1)),
    )
)
_LEAF: Final = tuple((x, 0.86 - 0.86 * y) for x, y in _HEART)
_LOBES: Final = ((0.5, 0.235), (0.235, 0.58), (0.765, 0.58))
_LOBE: Final = (0.235, 0.235)
_AXE_HEAD: Final = ((64, 43), (85, 55), (80, 73), (71, 62), (60, 56))


def _suit(suit: Suit) -> tuple[Line, ...]:
    match suit:
        case Suit.CLUBS:
            lobes = tuple(_arc(centre, _LOBE, 0, 360) for centre in _LOBES)
            return (*lobes, _LOBES, _bezier(*_STEM))
        case Suit.DIAMONDS:
            return (_bezier(*_DIAMOND),)
        case Suit.HEARTS:
            return (_bezier(*_HEART),)
        case Suit.SPADES:
            return _bezier(*_LEAF), _bezier(*_STEM)
