"""`python -m bot replay`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.rules.record import difference

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "example-p10.json"


@pytest.fixture
def golden() -> Any:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def replayed(tmp_path: Path, record: object, *args: str) -> int:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return main(["replay", str(path), *args])


def test_a_record_that_agrees_is_written_out_again(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(tmp_path, golden, "--json") == 0

    told = capsys.readouterr()
    written = json.loads(told.out)
    assert difference(golden, written) is None
    assert all(event["text"] for event in written["result"]["events"])
    assert told.err == ""


def test_without_json_the_hand_is_told_in_sentences(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(tmp_path, golden) == 0

    lines = capsys.readouterr().out.splitlines()
    assert "C pays 50 for 7♠︎." in lines
    assert lines[-1] == "Stacks: A 940, B 990, C 1,190, D 880"


def test_a_result_that_differs_is_1_with_the_first_difference(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden["result"] = {"stacks": {"A": 940, "C": 1191}}

    assert replayed(tmp_path, golden, "--json") == 1

    told = capsys.readouterr()
    assert told.err == "result.stacks.C: the record says 1191, the replay 1190\n"
    assert json.loads(told.out)["result"]["stacks"]["C"] == 1190


def test_a_result_of_a_hand_that_is_not_over_is_1(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden["answers"] = golden["answers"][:3]

    assert replayed(tmp_path, golden) == 1

    assert "the hand is not over" in capsys.readouterr().err


@pytest.mark.parametrize("result", [None, {}])
def test_an_unfinished_hand_without_a_result_is_fine(
    tmp_path: Path, golden: Any, result: object, capsys: pytest.CaptureFixture[str]
) -> None:
    golden |= {"answers": golden["answers"][:3], "result": result}

    assert replayed(tmp_path, golden, "--json") == 0

    told = json.loads(capsys.readouterr().out)
    assert told["complete"] is False
    assert told["waiting"]["seat"] == "D"


def test_an_illegal_answer_is_2_with_index_fault_and_what_was_legal(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden["answers"][1] = {"seat": "B", "do": "check"}

    assert replayed(tmp_path, golden, "--json") == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "Answer 1: There is a bet: 20 to call. Legal for B: call, raise to 40, fold.\n"
    )


def test_names_with_line_ends_keep_a_refusal_in_one_line(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for seat in golden["seats"]:
        seat["name"] += "\n\u2028x"
    golden["answers"] = [{"seat": "B\n\u2028x", "do": "fold"}]

    assert replayed(tmp_path, golden) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_void_hand_stays_void(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden |= {"void": {"reason": "lost"}, "result": {"stacks": {"A": 1000}}}

    assert replayed(tmp_path, golden, "--json") == 0

    assert json.loads(capsys.readouterr().out)["void"] == {"reason": "lost"}


def test_who_answered_in_a_players_place_is_kept(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden["answers"][1]["by"] = "clock"

    assert replayed(tmp_path, golden, "--json") == 0

    assert json.loads(capsys.readouterr().out)["answers"][1]["by"] == "clock"


def test_a_shuffle_that_the_record_lacks_is_made_and_written(
    tmp_path: Path, golden: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    golden |= {"answers": [], "decks": [], "result": None}

    decks = []
    for _ in "ab":
        assert replayed(tmp_path, golden, "--json") == 0
        decks.append(json.loads(capsys.readouterr().out)["decks"])

    assert len(set(decks[0][0])) == 52
    assert decks[0] != decks[1]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format": 1e999}', b"[" * 100_000, b"9" * 5_000],
)
def test_a_malformed_file_is_2_in_one_line(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hand.json"
    path.write_bytes(content)

    assert main(["replay", str(path)]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_2(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / name)]) == 2

    assert "cannot be read" in capsys.readouterr().err


def test_a_dash_reads_standard_input(
    golden: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(golden).encode()))
    monkeypatch.setattr("sys.stdin", stdin)

    assert main(["replay", "-", "--json"]) == 0

    assert difference(golden, json.loads(capsys.readouterr().out)) is None


def test_the_shell_gets_the_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay", "-"],
        cwd=ROOT,
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("args", [[], ["deal"], ["replay"], ["replay", "a", "--xml"]])
def test_a_wrong_command_line_is_2_in_one_line(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(args)

    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
