"""Custom ids: read back what we wrote, and survive what we did not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.ids import TableId
from bot.ui.ids import Press, base36

NUMBERS = st.integers(0, 10**15 - 1)
PRESSES = st.builds(
    Press,
    table=st.integers(0, 2**63 - 1).map(TableId),
    act=st.from_regex(r"[a-z]{1,16}", fullmatch=True),
    hand=NUMBERS,
    question=st.none() | NUMBERS,
    amount=st.none() | NUMBERS,
)


@given(PRESSES)
def test_press_survives_the_round_trip(press: Press) -> None:
    assert Press.parse(str(press)) == press
    assert len(str(press)) <= 100


@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    press = Press.parse(text)

    assert press is None or str(press) == text


@given(st.from_regex(r"ax1(:[0-9A-Za-z\-_]{0,8}){0,7}", fullmatch=True))
def test_what_looks_like_ours_is_read_exactly_or_refused(text: str) -> None:
    press = Press.parse(text)

    assert press is None or str(press) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ax1",
        "ax1:T7K2",
        "ax2:T7K2:sit",
        "ax1:t7k2:sit",
        "ax1:T7K2:12",
        "ax1:T7K2:012:cards",
        "ax1:T7K2:-1:cards",
        "ax1:T7K2:12:31:7:call",
        "ax1:T7K2:12:31:call:80:1",
        "ax1:T7K2:12:31:call:1e3",
        "ax1:T7K2:12:31:call:\u0661",
        "ax1:ZZZZZZZZZZZZZZ:sit",
        "ax1:ZZZZZZZZZZZZZ:sit",
        "ax1:T7K2:sit\n",
        "ax1:T7K2:9999999999999999:cards",
        "ax1:T7K2:" + "a" * 200,
    ],
)
def test_forged_id_is_refused(text: str) -> None:
    assert Press.parse(text) is None


@pytest.mark.parametrize("text", ["ax1:T7K2:sit", "ax1:T7K2:sit:1240", "ax1:T7K2:12:cards"])
def test_id_may_lack_hand_and_question(text: str) -> None:
    press = Press.parse(text)

    assert press is not None
    assert str(press) == text


def test_table_is_written_in_base_36() -> None:
    assert base36(0) == "0"
    assert base36(35) == "Z"
    assert base36(36) == "10"
