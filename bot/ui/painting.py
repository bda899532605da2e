"""Painting a showdown: a row a hand, the cards that won lifted and gilt, the idle ones dimmed.

This module loads Pillow, so whoever needs a picture imports it when it is painted. Equal sketches
give equal files.
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from bot.ui.faces import face, png
from bot.ui.pictures import Mark

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.ui.pictures import Lying, Row, Sketch

__all__ = ["paint"]

WIDTH: Final = 840
MARGIN: Final = 24
COLOURS: Final = 96
"""Of the palette: enough for smooth edges, and the file is a third as large."""
FEW_ROWS: Final = 5
"""Up to so many hands are painted large."""
READING_LEAST: Final = 20
"""The smallest type of a reading; one that is still too long is cut."""
FACES_MAX: Final = 128
"""Faces that are kept: all of them in both sizes, 7 MB at most."""

_FONTS: Final = resources.files("font_source_sans_pro") / "files"
_BOLD: Final = "SourceSansPro-Bold.ttf"
_SEMIBOLD: Final = "SourceSansPro-Semibold.ttf"
_NO_LETTER: Final = "\uffff"
"""No font has it: it looks like whatever a font lacks."""

_GROUND: Final = (43, 45, 49)
_RULE: Final = (70, 73, 80)
_INK: Final = (242, 243, 245)
_PALE: Final = (176, 182, 190)
_GOLD: Final = (240, 190, 60)
_DIMMED: Final = 0.5
_RIM: Final = 6


class _Size:
    """The measures of a row, in pixels."""

    def __init__(
        self, *, face: int, lift: int, line: int, below: int, name: int, text: int
    ) -> None:
        self.face = face
        """Of a card's picture, which has a transparent border."""
        self.card = (round(face * 108 / 128), round(face * 126 / 128))
        self.lift, self.line, self.below = lift, line, below
        self.name, self.text = name, text

    @property
    def row(self) -> int:
        """The height of a row."""
        return self.line + self.card[1] + self.lift + self.below


_LARGE: Final = _Size(face=121, lift=20, line=62, below=20, name=38, text=32)
_SMALL: Final = _Size(face=90, lift=14, line=53, below=9, name=34, text=28)


def paint(sketch: Sketch) -> bytes:
    """The picture as a PNG file with a palette."""
    size = _LARGE if len(sketch.rows) <= FEW_ROWS else _SMALL
    image = Image.new("RGB", (WIDTH, size.row * len(sketch.rows) + 14), _GROUND)
    for place, row in enumerate(sketch.rows):
        top = 10 + place * size.row
        if place:
            rule = (MARGIN, top - 6, WIDTH - MARGIN, top - 6)
            ImageDraw.Draw(image).line(rule, fill=_RULE, width=2)
        _words(image, row, size, top)
        _cards(image, row, size, top + size.line + size.lift)
    return png(image.quantize(COLOURS, dither=Image.Dither.NONE))


# Words.


def _words(image: Image.Image, row: Row, size: _Size, top: int) -> None:
    """Who has what, and the chips won at the right."""
    pen = ImageDraw.Draw(image)
    bold = _font(_BOLD, size.name)
    base = top + 4 + size.name
    name = row.name if _can_write(row.name) else f"Seat {row.seat + 1}"
    pen.text((MARGIN, base), name, font=bold, fill=_INK, anchor="ls")
    left = MARGIN + pen.textlength(name, font=bold) + 18
    right = float(WIDTH - MARGIN)
    if row.won:
        pen.text((right, base), f"+{row.won:,}", font=bold, fill=_GOLD, anchor="rs")
        right -= pen.textlength(f"+{row.won:,}", font=bold) + 18
    reading, font = _fitting(row.reading, right - left, size.text)
    pen.text((left, base), reading, font=font, fill=_PALE, anchor="ls")


def _fitting(text: str, room: float, size: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text in the largest type in which it fits; cut, if it fits in none."""
    for smaller in range(size, READING_LEAST - 1, -2):
        font = _font(_SEMIBOLD, smaller)
        if font.getlength(text) <= room:
            return text, font
    font = _font(_SEMIBOLD, READING_LEAST)
    cuts = (f"{text[:end].rstrip()}\u2026" for end in range(len(text) - 1, 0, -1))
    return next((cut for cut in cuts if font.getlength(cut) <= room), ""), font


@lru_cache(maxsize=16)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    file = io.BytesIO((_FONTS / name).read_bytes())
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _can_write(text: str) -> bool:
    return all(letter == " " or _has(letter) for letter in text)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    """Whether the font has a letter; else it would be a box, or nothing at all."""
    font = _font(_BOLD, _LARGE.name)
    shape, missing = (bytes(font.getmask(one)) for one in (letter, _NO_LETTER))
    return any(shape) and shape != missing


# Cards.


def _cards(image: Image.Image, row: Row, size: _Size, top: int) -> None:
    """Cards face down, then face up, then everybody's, with a gap between."""
    groups = [group for group in (row.down, row.up, row.community) if group]
    count = sum(map(len, groups))
    wide = size.card[0]
    between = 22
    room = WIDTH - 2 * MARGIN - count * wide - between * (len(groups) - 1)
    gap = min(9, room // max(1, count - 1))
    left = MARGIN
    for group in groups:
        for lying in group:
            _card(image, lying, size, (left, top))
            left += wide + gap
        left += between


def _card(image: Image.Image, lying: Lying, size: _Size, corner: tuple[int, int]) -> None:
    left, top = corner
    wide, high = size.card
    if lying.mark is not Mark.IDLE:
        top -= size.lift
    if lying.mark is Mark.WON:
        around = (left - _RIM, top - _RIM, left + wide + _RIM, top + high + _RIM)
        ImageDraw.Draw(image).rounded_rectangle(around, 18, fill=_GOLD)
    picture = _face(
        lying.card,
        size.face,
        wild=lying.is_wild,
        four_colours=lying.four_colours,
        dimmed=lying.mark is Mark.IDLE,
    )
    border = (size.face - wide) // 2, (size.face - high) // 2
    image.paste(picture, (left - border[0], top - border[1]), picture)


@lru_cache(maxsize=FACES_MAX)
def _face(card: Card, size: int, *, wild: bool, four_colours: bool, dimmed: bool) -> Image.Image:
    """A card's face; dimmed, it is half the colour of the ground."""
    if not dimmed:
        return face(card, wild=wild, four_colours=four_colours, size=size)
    bright = _face(card, size, wild=wild, four_colours=four_colours, dimmed=False)
    ground = Image.new("RGBA", bright.size, (*_GROUND, 255))
    ground.putalpha(bright.getchannel("A"))
    return Image.blend(bright, ground, _DIMMED)
