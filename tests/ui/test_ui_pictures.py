"""The picture of a showdown: which cards are lifted, what it says, and that it fits."""

from __future__ import annotations

import io
from random import Random
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.rules.chips import SeatNo
from bot.rules.events import PotAwarded
from bot.ui.names import names_of
from bot.ui.painting import MARGIN, WIDTH, _can_write, _fitting, paint
from bot.ui.pictures import DESCRIPTION_MAX, Mark, Row, Sketch, describe, sketch
from tests.ui.games import (
    BEFORE_ENDED,
    CHECKED,
    CHOSEN,
    DRAWN,
    SCOOP_DECK,
    cheap,
    draw,
    mariah,
    stud,
)
from tests.ui.kit import GAMES, play, showdown
from tests.ui.random_hands import moments

if TYPE_CHECKING:
    from bot.rules.hand import Hand

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")
LONG = [f"Maximilian the {n}th of Austria" for n in range(8)]
ENDED = "ann check, ben check, cleo check, dov check"
TWO = {"Ann": 100, "Ben": 100}


def drawn(hand: Hand) -> Sketch:
    view = hand.view(None)
    return sketch(view, names_of([seat.name for seat in view.seats]).bare)


def marked(row: Row, mark: Mark) -> str:
    cards = (*row.down, *row.up, *row.community)
    return " ".join(sorted(str(lying.card) for lying in cards if lying.mark is mark))


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def some_showdowns(game: str, seeds: range) -> list[Hand]:
    hands = []
    for seed in seeds:
        *_, hand = moments(seed, NAMES, GAMES[game])
        if drawn(hand).rows:
            hands.append(hand)
    return hands


# Which cards are lifted.


def test_winning_cards_are_gilt_and_a_loser_s_best_are_lifted() -> None:
    ann, cleo, finn = drawn(showdown()).rows

    assert (marked(ann, Mark.WON), ann.won) == ("7d 7h", 833)
    assert (marked(cleo, Mark.WON), cleo.won) == ("7c 7s", 232)
    assert (marked(finn, Mark.BEST), marked(finn, Mark.WON), finn.won) == ("2s Js Qc Qd Qh", "", 0)


def test_kickers_are_lifted_where_they_count() -> None:
    ann, cleo, _ = drawn(showdown(sevens_tie="kickers")).rows

    assert marked(ann, Mark.WON) == "7d 7h 9c 9h Jh"
    assert marked(cleo, Mark.WON) == "2h 7c 7s Jc Kh"


def test_each_half_lifts_the_cards_that_won_it() -> None:
    ann, ben, cleo = drawn(stud(CHOSEN, CHECKED)).rows

    assert marked(ann, Mark.WON) == "8s 9h Ac Ad As"
    assert marked(ben, Mark.WON) == "Tc Td", "the queen was bought"
    assert marked(cleo, Mark.WON) == "5d 7d 8c"
    assert [row.reading for row in (ann, ben, cleo)] == [
        "three aces \u00b7 18",
        "pair of tens \u00b7 20",
        "king high \u00b7 20",
    ]


def test_who_wins_both_halves_has_the_cards_of_both() -> None:
    *_, cleo = drawn(cheap(SCOOP_DECK, CHOSEN, CHECKED)).rows

    assert marked(cleo, Mark.WON) == "5d 5s 8c 8d 8h"


def test_a_low_is_all_five_cards_and_reads_as_ranks() -> None:
    ann, ben, *_ = drawn(draw(BEFORE_ENDED, DRAWN, ENDED)).rows

    assert marked(ann, Mark.WON) == "2s 3d 4h 6c Js"
    assert ann.reading == "jack high \u00b7 J-6-4-3-2"
    assert ben.reading == "two pair nines and fives \u00b7 no low"


def test_the_highest_spade_in_the_hole_is_lifted_too() -> None:
    ann, *_ = drawn(mariah()).rows

    assert "As" in marked(ann, Mark.WON)


def test_a_pot_that_nobody_else_was_in_is_won_by_no_card() -> None:
    alone = 0
    for hand in some_showdowns("deuces-and-jacks", range(120)):
        pots = [event for event in hand.events if isinstance(event, PotAwarded)]
        shares = [s for pot in pots for s in pot.shares if s.half != "uncontested"]
        winners = {seat for share in shares for seat, _ in share.winners}
        for row in drawn(hand).rows:
            assert bool(marked(row, Mark.WON)) == (row.seat in winners)
            alone += bool(row.won) and row.seat not in winners
    assert alone


@pytest.mark.parametrize("game", GAMES)
def test_chips_in_the_picture_are_the_chips_of_the_pots(game: str) -> None:
    for hand in some_showdowns(game, range(30)):
        pots = sum(e.amount or 0 for e in hand.events if e.key == "pot_awarded")
        assert sum(row.won for row in drawn(hand).rows) == pots


# What it says.


def test_few_hands_are_told_in_words() -> None:
    assert describe(drawn(stud(CHOSEN, CHECKED))).startswith(
        "Hands shown. Ann: ace of spades, ace of diamonds, six of clubs face down; "
        "four of clubs, nine of hearts, eight of spades, ace of clubs face up: "
        "three aces, blackjack 18, wins 125. Ben: "
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("names", [NAMES, LONG])
def test_a_description_fits_and_names_everybody(game: str, names: list[str]) -> None:
    sizes = set()
    for seed in range(60):
        *_, hand = moments(seed, names, GAMES[game])
        shown = drawn(hand)
        told = describe(shown) if shown.rows else ""
        sizes.add(len(shown.rows))
        assert len(told) <= DESCRIPTION_MAX
        assert all(f"{row.name}: " in told and row.aloud in told for row in shown.rows)
    assert max(sizes) >= 6


# How it is painted.


@pytest.mark.parametrize("game", GAMES)
def test_every_showdown_fits_its_picture(game: str) -> None:
    for hand in some_showdowns(game, range(12)):
        image = opened(paint(drawn(hand)))
        rows = len(drawn(hand).rows)
        assert image.width == WIDTH
        assert image.height == rows * (221 if rows <= 5 else 165) + 14
        edge = image.convert("RGB").crop((WIDTH - MARGIN + 7, 0, WIDTH, image.height))
        assert len(edge.getcolors() or ()) == 1, "nothing reaches beyond the margin"


def test_the_same_showdown_is_the_same_file() -> None:
    assert paint(drawn(showdown())) == paint(drawn(showdown()))


def test_a_picture_of_three_hands_is_small() -> None:
    assert len(paint(drawn(showdown()))) < 45_000


def test_a_card_in_another_place_is_another_picture() -> None:
    cards = "As 3d Ad 5c 9h 4s 8d Tc Qh 6c"
    one, other = (
        drawn(play(TWO, deck, "x check, " * 10)) for deck in (cards, cards.replace("As", "Ah"))
    )

    assert paint(one) != paint(other)


@pytest.mark.parametrize(
    "name", ["Ann", "Zo\u00eb", "\u0416\u0435\u043d\u044f", "N\u00edkos", "A.B-C_1"]
)
def test_the_font_has_these_letters(name: str) -> None:
    assert _can_write(name)


@pytest.mark.parametrize(
    "name", ["\u5f20\u4f1f", "\u05d3\u05d5\u05d3", "Ann \U0001f600", "\u0e2a\u0e21", "\uffff"]
)
def test_a_name_that_the_font_lacks_is_a_seat(name: str) -> None:
    assert not _can_write(name)
    by_name, by_seat = (
        Sketch(
            (
                Row(
                    seat=SeatNo(2),
                    name=who,
                    down=(),
                    up=(),
                    community=(),
                    reading="x",
                    aloud="x",
                    won=0,
                ),
            )
        )
        for who in (name, "Seat 3")
    )

    assert paint(by_name) == paint(by_seat)


def test_a_reading_that_is_too_long_is_cut() -> None:
    chance = Random(1)
    for room in (40.0, 200.0, 420.0):
        words = " ".join(chance.choice(NAMES) for _ in range(40))
        text, font = _fitting(words, room, 32)
        assert font.getlength(text) <= room
        assert text.endswith("\u2026")
