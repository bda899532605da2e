"""`python -m bot rank`."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from bot.__main__ import main

AXE = "deuces-and-jacks"


def ranked(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main(["rank", AXE, *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_example_h1_five_aces_are_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert ranked(capsys, "As Js Jh 2c Kd 8h 6d") == {
        "high": {
            "category": "five of a kind",
            "reads_as": "AAAAA",
            "cards": ["As", "2c", "Jh", "Js", "Kd"],
            "wilds": {"2c": "A", "Jh": "A", "Js": "A", "Kd": "A"},
        },
        "low": None,
        "blackjack": None,
    }


@pytest.mark.parametrize(
    ("cards", "category", "reads_as"),
    [
        ("7c 7d 3s 5h 9c Qd 4s", "natural sevens", "77Q95"),
        ("7c 7d Jh 3s 5h 9c Qd", "natural sevens", "77AQ9"),
        ("7c Jd Ks 9h 4c Qs 3d", "pair", "KKQ97"),
        ("As 3d 4c 5h Js 9c 9d", "straight", "5432A"),
    ],
)
def test_a_holding_reads_as_letters(
    capsys: pytest.CaptureFixture[str], cards: str, category: str, reads_as: str
) -> None:
    high = ranked(capsys, *cards.split())["high"]

    assert (high["category"], high["reads_as"]) == (category, reads_as)


def test_a_wild_card_whose_suit_matters_stands_for_a_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ranked(capsys, "As Ks Qs Ts 4d 3h Jc")["high"]["wilds"] == {"Jc": "Js"}


def test_tens_and_cards_in_one_word_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert ranked(capsys, "10s 10d") == ranked(capsys, "Ts", "Td")


def test_cards_that_lie_down_are_among_the_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert ranked(capsys, "As", "Kc", "--down", "As") == ranked(capsys, "As Kc")
    assert main(["rank", AXE, "As", "Kc", "--down", "Qd"]) == 2
    assert capsys.readouterr().err == "Qd lies down, but is not among the cards.\n"


def test_lines_of_standard_input_give_a_line_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("As Ah\n\n7c 7d\n"))

    assert main(["rank", AXE]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "pair of aces: Ah As",
        "natural pair of sevens: 7c 7d",
    ]


def test_a_bad_line_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("As Ah\nAs Xx\n"))

    assert main(["rank", AXE]) == 2

    assert capsys.readouterr().err.startswith('Line 2: "Xx" is not a card')


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["holdem", "As"], 'There is no game "holdem". There are: black-mariah, deuces'),
        ([AXE, "As", "1x"], '"1x" is not a card: write 7c, Kd, Ts or 10s.'),
        ([AXE, "As", "As"], "As is named twice."),
        ([AXE, "3c 4c 5c 6c 8c 9c Tc Qc Kc"], "A holding has 1 to 8 cards, not 9."),
        ([AXE, " "], "A holding has 1 to 8 cards, not 0."),
    ],
)
def test_what_is_no_holding_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], args: list[str], sentence: str
) -> None:
    assert main(["rank", *args]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


def worth(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert main(["rank", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("cards", "low"), [("Js 9d 8c 6h 5s", "J-9-8-6-5"), ("Qs 5d 4h 3s 2c", None)]
)
def test_example_d1_a_low_is_written_where_the_game_has_one(
    capsys: pytest.CaptureFixture[str], cards: str, low: str | None
) -> None:
    assert worth(capsys, "draw-deucey", cards)["low"] == low
    assert worth(capsys, "stud-jack", cards)["low"] is None


def test_example_b4_the_cards_that_lie_down_make_the_blackjack_total(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cards = ("As 5h 9c 9d", "--down", "As", "5h")

    assert worth(capsys, "stud-jack", *cards)["blackjack"] == {
        "total": 16,
        "soft": True,
        "bust": False,
    }
    assert worth(capsys, "widow-jack", "As 5h")["blackjack"] is None
    assert worth(capsys, "draw-deucey", *cards)["blackjack"] is None


def test_every_part_of_a_holding_is_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "stud-jack", "Td 6c 9h", "--down", "Td", "6c", "9h"]) == 0
    assert main(["rank", "draw-deucey", "7c 5d 4h 3s 2c"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "ten high: Td 9h 6c; blackjack bust: 25",
        "seven high: 7c 5d 4h 3s 2c; low 7-5-4-3-2",
    ]
