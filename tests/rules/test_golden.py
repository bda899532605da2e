"""Hands that were worked out by hand or once went wrong: they must always end the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.rules.record import completed, difference, parse_record, replay

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.json"))


def _no_chance(cards: object) -> tuple[()]:
    raise AssertionError(f"a golden hand names its decks: {cards}")


def test_there_are_golden_hands() -> None:
    assert GOLDEN


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_hand_ends_as_recorded(path: Path) -> None:
    written = json.loads(path.read_text(encoding="utf-8"))
    record = parse_record(written)

    again = completed(replay(record, _no_chance), void=record.void)

    assert again["complete"]
    assert difference(written["result"], again["result"]) is None
    assert set(written["result"]) == set(again["result"])  # type: ignore[call-overload]
