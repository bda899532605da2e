"""`python -m bot simulate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

AXE = "deuces-and-jacks"


def test_the_report_counts_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", AXE, "--hands", "40", "--seed", "2", "--json"]) == 0

    told = capsys.readouterr()
    report: Any = json.loads(told.out)
    assert told.err == ""
    assert report["hands"] == 40
    assert report["hands_per_second"] > 0
    assert report["wipe_outs"] == 0
    assert 0.98 < sum(report["categories"].values()) < 1.02
    assert report["average_pot"] > 0


@pytest.mark.parametrize(
    ("game", "half"),
    [("widow-jack", "blackjack"), ("draw-deucey", "low"), ("black-mariah", "spade")],
)
def test_the_report_of_a_split_game_tells_of_its_halves(
    game: str, half: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", game, "--hands", "60", "--seed", "2", "--json"]) == 0

    report: Any = json.loads(capsys.readouterr().out)
    assert report["halved_pots"] > report["scooped_pots"] > 0
    assert report["nobody_qualified"][half] > 0
    assert 0 < report["qualified"][half] < 1
    assert (report["wipe_outs"] > 0) == (game != "draw-deucey")
    assert main(["simulate", game, "--hands", "20"]) == 0
    assert f"  {half}" in capsys.readouterr().out


@pytest.mark.parametrize("game", [AXE, "widow-jack", "draw-deucey"])
def test_every_hand_is_written_as_a_record_that_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    out = tmp_path / "hands.jsonl"

    assert main(["simulate", game, "--hands", "5", "--seats", "3", "--out", str(out)]) == 0

    assert "hands per second" in capsys.readouterr().out
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for line in lines:
        record = tmp_path / "one.json"
        record.write_text(line, encoding="utf-8")
        assert len(json.loads(line)["seats"]) == 3
        assert main(["replay", str(record)]) == 0


def test_the_same_seed_writes_the_same_hands(tmp_path: Path) -> None:
    for name in "ab":
        main(["simulate", AXE, "--hands", "5", "--seed", "9", "--out", str(tmp_path / name)])

    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["holdem"], "There is no game"),
        ([AXE, "--seats", "9"], "takes 2 to 8 players"),
        ([AXE, "--seats", "1"], "takes 2 to 8 players"),
        ([AXE, "--hands", "0"], "--hands has to be from 1"),
        ([AXE, "--out", "/"], "cannot be written"),
    ],
)
def test_what_cannot_be_played_is_refused(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *args]) == 2

    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["house", "clever"])
def test_players_that_there_are_not_are_refused(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", AXE, "--players", kind])

    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert told.count("\n") == 1
    assert ("there are no house players yet" in told) == (kind == "house")
