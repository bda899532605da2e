from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules.cards import DECK, Card
from bot.ui.faces import back, face, png

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_TEXT = 22
"""Pixels of a card in a line of text."""
DARK, WHITE = (0x32, 0x33, 0x39), (255, 255, 255)
DISCORDS_MOST = 256 * 1024


@pytest.fixture(scope="module")
def four() -> dict[Card, Image.Image]:
    return {card: face(card) for card in DECK}


@pytest.fixture(scope="module")
def two() -> dict[Card, Image.Image]:
    return {card: face(card, four_colours=False) for card in DECK}


def in_text(picture: Image.Image, paper: tuple[int, int, int]) -> Image.Image:
    ground = Image.new("RGB", (IN_TEXT, IN_TEXT), paper)
    small = picture.resize((IN_TEXT, IN_TEXT), Image.Resampling.LANCZOS)
    ground.paste(small, mask=small)
    return ground


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ, on average over the pixels, of 255."""
    grey = ImageChops.difference(one.convert("L"), other.convert("L"))
    return ImageStat.Stat(grey).mean[0]


def pairs(pictures: dict[Card, Image.Image]) -> Iterator[tuple[Card, Card, float]]:
    small = {card: in_text(picture, DARK) for card, picture in pictures.items()}
    for one, other in combinations(DECK, 2):
        yield one, other, apart(small[one], small[other])


def test_a_card_has_the_same_bytes_every_time() -> None:
    card = Card.parse("Qs")

    assert png(face(card)) == png(face(card))
    assert png(back()) == png(back())


def test_any_two_faces_differ_in_a_line_of_text_without_their_colours(
    four: dict[Card, Image.Image], two: dict[Card, Image.Image]
) -> None:
    for pictures in (four, two):
        close = [(one, other) for one, other, far in pairs(pictures) if far < 2]

        assert not close


def test_a_wild_face_differs_from_the_plain_one_by_rim_and_tint() -> None:
    card = Card.parse("Kd")

    assert apart(in_text(face(card), DARK), in_text(face(card, wild=True), DARK)) > 5
    assert apart(in_text(face(card), WHITE), in_text(face(card, wild=True), WHITE)) > 5


def test_two_colours_are_red_and_black_and_four_are_all_different() -> None:
    def ink(text: str, *, four_colours: bool) -> tuple[int, ...]:
        pixel = face(Card.parse(text), four_colours=four_colours).getpixel((86, 94))
        assert isinstance(pixel, tuple)
        return pixel

    assert len({ink(f"7{suit}", four_colours=True) for suit in "cdhs"}) == 4
    assert ink("7c", four_colours=False) == ink("7s", four_colours=False)
    assert ink("7d", four_colours=False) == ink("7h", four_colours=False)


def test_the_corners_are_transparent_and_the_paper_is_not() -> None:
    for picture in (face(Card.parse("As")), back()):
        alpha = picture.getchannel("A")

        assert alpha.getpixel((0, 0)) == alpha.getpixel((127, 127)) == 0
        assert alpha.getpixel((64, 64)) == 255


def test_pictures_have_the_size_asked_for_and_are_small_files(
    four: dict[Card, Image.Image],
) -> None:
    assert face(Card.parse("As"), size=96).size == (96, 96)
    assert back(200).size == (200, 200)
    assert max(len(png(picture)) for picture in four.values()) < DISCORDS_MOST / 10
