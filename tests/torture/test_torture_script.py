"""Scripts of nights: drawn, written, read, and made shorter."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from bot.torture.script import BadScript, Do, Script, Step, drawn
from bot.torture.shrink import shrunk


def script(steps: int) -> Script:
    return Script(seed=1, steps=tuple(islice(drawn(1), steps)))


def numbered(*salts: int) -> Script:
    return Script(seed=1, steps=tuple(Step(do=Do.TURN, table=0, salt=salt) for salt in salts))


def salts(made: Script) -> list[int]:
    return [step.salt for step in made.steps]


def test_a_seed_draws_the_same_steps() -> None:
    assert script(500) == script(500)
    assert list(islice(drawn(2), 500)) != list(script(500).steps)


def test_every_kind_of_step_is_drawn() -> None:
    assert {step.do for step in islice(drawn(1), 20_000)} == set(Do)


def test_a_written_script_is_read_back(tmp_path: Path) -> None:
    script(30).write(tmp_path / "script.json")

    assert Script.read(tmp_path / "script.json") == script(30)


@pytest.mark.parametrize(
    "text", ["", "{}", '{"torture": 1, "seed": 1, "steps": [["dance", 1, 1]]}', '{"torture": 2}']
)
def test_what_is_no_script_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "script.json").write_text(text)

    with pytest.raises(BadScript):
        Script.read(tmp_path / "script.json")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadScript):
        Script.read(tmp_path / "script.json")


def test_what_does_not_matter_is_taken_out() -> None:
    found = shrunk(numbered(*range(100)), lambda s: {17, 58, 59} <= set(salts(s)))

    assert salts(found) == [17, 58, 59]


def test_a_single_step_is_found_in_few_runs() -> None:
    runs: list[int] = []

    def fails(made: Script) -> bool:
        runs.append(len(made.steps))
        return 900 in salts(made)

    assert salts(shrunk(numbered(*range(1000)), fails)) == [900]
    assert len(runs) < 40


def test_the_runs_are_bounded() -> None:
    runs: list[int] = []

    def fails(made: Script) -> bool:
        runs.append(len(made.steps))
        return False

    assert len(shrunk(numbered(*range(1000)), fails, runs_max=25).steps) == 1000
    assert len(runs) == 25
