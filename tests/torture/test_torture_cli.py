"""`python -m bot torture`: the seed first, the table last, and a script for what broke."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.table.seating import Seating
from bot.torture.script import Script, drawn


def test_the_seed_is_printed_first_and_the_table_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["torture", "--seed", "4", "--hands", "3"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "seed 4"
    assert lines[-1] == "Every promise was kept."
    assert any(re.match(r"hands +\d+$", line) for line in lines)


def test_a_script_is_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "script.json"
    Script(seed=4, steps=tuple(islice(drawn(4), 40))).write(path)

    traces = []
    for _ in range(2):
        assert main(["torture", "--script", str(path)]) == 0
        traces += re.findall(r"^trace \w+$", capsys.readouterr().out, re.MULTILINE)
    assert len(traces) == 2
    assert len(set(traces)) == 1


def test_what_breaks_is_written_down_and_breaks_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Seating, *_: object) -> None:
        raise KeyError("chair")

    monkeypatch.setattr(Seating, "sit_down", broken)
    path = tmp_path / "short.json"

    assert main(["torture", "--seed", "4", "--out", str(path)]) == 1
    assert "Broken by seed 4 at step" in capsys.readouterr().out
    assert len(Script.read(path).steps) <= 4
    assert main(["torture", "--script", str(path), "--out", str(path)]) == 1


@pytest.mark.parametrize(
    "wrong", [["--hands", "0"], ["--minutes", "0"], ["--script", "no/such/file"]]
)
def test_what_cannot_be_played_is_refused_in_one_line(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["torture", *wrong]) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1
