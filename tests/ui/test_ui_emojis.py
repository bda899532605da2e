"""Cards as pictures: which there are, what stands for them, and the screens that have them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules.cards import DECK, Card, parse_cards
from bot.rules.chips import SeatNo
from bot.ui import board, private, windows
from bot.ui.emojis import PLAIN, Face, Faces, faces_wanted
from bot.ui.ids import Press
from bot.ui.painting import paint
from bot.ui.words import draw_backs, draw_card, draw_cards
from tests.ui.games import BEFORE_ENDED, CHOSEN, WIDOW_OPENED, draw, stud, widow
from tests.ui.goldens import check_json, check_text
from tests.ui.kit import (
    ANN,
    BEN,
    PICTURES,
    TABLE,
    URL,
    fifth,
    payload,
    scene_of,
    showdown,
    third,
    words,
)
from tests.ui.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import LayoutView

KING = Card.parse("Kd")
WHERE = private.Whereabouts(server="Friday night", channel="poker", url=URL)
TWO = replace(PICTURES, four_colours=False)


def test_there_are_62_faces_and_31_more_in_two_colours() -> None:
    assert len(faces_wanted(in_two_colours=False)) == 52 + 9 + 1
    assert len(faces_wanted(in_two_colours=True)) == 62 + 31


def test_a_face_is_named_in_words_that_discord_takes() -> None:
    names = [face.name for face in faces_wanted(in_two_colours=True)]

    assert len(set(names)) == len(names)
    assert {"A_spades", "10_clubs", "wild_J_hearts", "K_diamonds_", "card_back"} <= set(names)
    assert all(re.fullmatch(r"\w{2,32}", name, re.ASCII) for name in names)


def test_a_name_and_a_picture_belong_together() -> None:
    """Faces of one name look the same, faces of two names do not."""
    aces = [
        Face(card, four_colours=four) for card in parse_cards("As Ac") for four in (True, False)
    ]
    spades, spades_in_two, clubs, clubs_in_two = (face.drawn() for face in aces)

    assert spades == spades_in_two
    assert len({spades, clubs, clubs_in_two, Face(None).drawn()}) == 4


def test_a_card_without_a_picture_is_text() -> None:
    only_plain = Faces({"K_diamonds": "<:K_diamonds:1>"})

    assert draw_card(KING, wild=True) == "**K\u2666\ufe0e***"
    assert draw_card(KING, only_plain, wild=True) == "**K\u2666\ufe0e***"
    assert draw_card(KING, only_plain, wild=False) == "<:K_diamonds:1>"


def test_pictures_stand_side_by_side_and_text_apart() -> None:
    cards = parse_cards("Kd 7h 2c")
    some = Faces({"K_diamonds": "<:K_diamonds:1>", "7_hearts": "<:7_hearts:2>"})

    assert draw_cards(cards, set(), some) == "<:K_diamonds:1><:7_hearts:2> **2\u2663\ufe0e**"
    assert draw_backs(2) == "\u25ae \u25ae"
    assert draw_backs(2, Faces({"card_back": "<:card_back:3>"})) == "<:card_back:3><:card_back:3>"


def test_every_card_and_every_wild_one_has_a_picture() -> None:
    wilds = [face for face in faces_wanted(in_two_colours=False) if face.wild]

    assert all(draw_card(card, PICTURES, wild=False).startswith("<:") for card in DECK)
    assert {str(face.card) for face in wilds} == set(
        map(str, parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd"))
    )


# Screens.


SCREENS: dict[str, Callable[[Faces], LayoutView]] = {
    "faces_third": lambda faces: board.street(scene_of(third(), number=3), faces=faces),
    "faces_fifth": lambda faces: board.street(scene_of(fifth()), faces=faces),
    "faces_seventh_down": lambda faces: board.street(scene_of(stud(CHOSEN)), faces=faces),
    "faces_wiped_out": lambda faces: board.sealed_again(scene_of(widow(WIDOW_OPENED)), 2, faces),
    "faces_dm": lambda faces: private.dm(scene_of(third()), SeatNo(1), WHERE, faces),
    "faces_my_cards": lambda faces: private.my_cards(scene_of(fifth()), BEN, faces),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen_with_pictures_is_as_it_was_read(name: str) -> None:
    check_json(name, payload(SCREENS[name](PICTURES)))


@pytest.mark.parametrize("name", SCREENS)
def test_read_aloud_a_picture_is_the_card_that_is_text_without_it(name: str) -> None:
    def said(faces: Faces) -> str:
        """With a card's rank and suit in words, whatever they were written as."""
        return re.sub(
            r"[,\s]+", " ", transcript(SCREENS[name](faces)).replace("card back", "face down")
        )

    assert said(PICTURES) == said(TWO) == said(PLAIN)


def test_screen_reader_hears_the_same_hand_with_pictures() -> None:
    check_text("faces_fifth_transcript", transcript(SCREENS["faces_fifth"](PICTURES)))


def test_two_colours_are_the_same_screen_with_other_pictures() -> None:
    four, two = (words(SCREENS["faces_fifth"](faces)) for faces in (PICTURES, TWO))

    assert re.sub(r"_?:\d+>", "", four) == re.sub(r"_?:\d+>", "", two)
    assert "_diamonds:" not in two
    assert "_diamonds_:" in two


@pytest.mark.parametrize(("faces", "has_blue"), [(PICTURES, True), (TWO, False)])
def test_the_picture_of_a_showdown_has_the_colours_of_the_faces(
    faces: Faces, *, has_blue: bool
) -> None:
    sketched = board.illustrated_result(scene_of(showdown()), faces).sketch

    red, _, blue = Image.open(io.BytesIO(paint(sketched))).convert("RGB").split()

    assert (ImageStat.Stat(ImageChops.subtract(blue, red)).extrema[0][1] > 100) == has_blue


def test_the_window_for_a_discard_shows_the_hand() -> None:
    hand = draw(BEFORE_ENDED)
    press = Press(table=TABLE, hand=12, question=hand.question, act="change")

    window = windows.change_cards(scene_of(hand), ANN, press, PICTURES)

    assert window is not None
    assert re.match(r"# (<:\w+:\d+>){5}\n", window.to_dict()["components"][0]["content"])


# What a start costs.


def test_the_bot_starts_without_loading_pillow() -> None:
    code = "import sys, bot.client, cogs.house; print('PIL' in sys.modules)"
    told = subprocess.run(  # noqa: S603 - our own line
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert told.stdout.strip() == "False"
