"""Names of strangers on a seat plate and in a story."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.names import names_of, plain_text, plate_name


@pytest.mark.parametrize(
    ("name", "plate", "short"),
    [
        ("Ann", "Ann", "Ann"),
        ("Maximilian_the_*Great*_of_Austria", "Maximilian\\_the\\_\\*Gre…", "Maximilian"),
        ("Wilhelmina-Alexandrina", "Wilhelmina-Alexandr…", "Wilhelmina"),
        ("xX_The_Man_With_The_Axe", "xX\\_The\\_Man\\_With\\_The…", "xX\\_The\\_Man"),
        ("~~Queen of Spades~~", "\\~\\~Queen of Spades\\~\\~", "Queen"),
        ("Dr. Konstantinos Papadopoulos", "Dr. Konstantinos Pa…", "Konstantinos"),
        ("Bo", "Bo", "Bo"),
        ("Ann  \n  Lee", "Ann Lee", "Ann"),
        ("# Top", "\\# Top", "Top"),
        ("1. Al", "1\\. Al", "1\\. Al"),
        ("\u202egod\u202c", "god", "god"),
        ("\u3164", "Player", "Player"),
        ("@here", "@\u200bhere", "here"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u2068\u05e9\u05dc\u05d5\u05dd\u2069", None),
    ],
)
def test_name_on_a_plate_and_in_a_story(name: str, plate: str, short: str | None) -> None:
    names = names_of([name])

    assert names.plates == (plate,)
    assert names.shorts == (short or plate,)


def test_equal_short_names_fall_back_to_plates() -> None:
    assert names_of(["Ann Lee", "Ann Poe", "Ben"]).shorts == ("Ann Lee", "Ann Poe", "Ben")


def test_twins_get_numbers_by_seat() -> None:
    assert names_of(["Ann", "Ann#2", "Ann#3"]).plates == ("Ann", "Ann 2", "Ann 3")


def test_a_name_with_a_number_is_not_taken_for_a_twin() -> None:
    assert names_of(["Ann#2", "Ben"]).plates == ("Ann#2", "Ben")


def test_a_number_already_taken_is_passed_over() -> None:
    assert names_of(["Ann 2", "Ann", "Ann#2"]).plates == ("Ann 2", "Ann", "Ann 3")


@given(st.lists(st.text(min_size=0, max_size=32), min_size=1, max_size=8))
def test_any_names_are_told_apart_short_and_harmless(names: list[str]) -> None:
    shown = names_of(names)

    for written in (shown.plates, shown.shorts):
        folded = [name.casefold() for name in written]
        assert len(set(folded)) == len(folded)
        for name in written:
            assert name.strip()
            assert len(name) <= 2 * 24
            assert "\n" not in name
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]]", name)


@given(st.text(max_size=400))
def test_any_text_stays_on_one_line(text: str) -> None:
    assert "\n" not in plain_text(text)
    assert len(plate_name(text)) <= 42
