"""Everything that reads strangers' text, without Discord: it reads it, or refuses in a sentence."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.cli import LINE_MAX
from bot.rules.actions import Draw
from bot.rules.house import BadOption, HouseRules, whole
from bot.rules.record import (
    BadRecord,
    IllegalAnswer,
    completed,
    parse_record,
    replay,
)
from bot.rules.variants import variants
from bot.table.chance import SeededChance
from bot.table.ids import TableId
from bot.table.settings import TABLE_OPTIONS
from bot.ui import game_cog, router
from bot.ui.ids import Press
from bot.ui.names import names_of, plain_text
from bot.ui.notices import refused
from tests.hostile.nasty import (
    NUMBERS,
    SHARES,
    WORDS,
    batch,
    nasty_texts,
    spoilt,
    texts,
    tries,
    values,
)
from tests.ui.kit import words
from tests.ui.test_ui_limits import check_limits

SENTENCE_MAX = 700
"""Characters of a refusal: a list of all options is the longest."""
GAMES = variants()
GOLDEN = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent.parent / "golden").glob("*.json"))
]
CARDS = ("As", "Td", "10d", "7c", "2h", "Kd", "Qs", "Jc", "??", "1s", "as", "AS", "A\u2660")


CHANGE = Press(table=TableId(1), act="change", hand=1, question=1)
NO_TABLE: Any = None
"""A window that was sent is read without looking at its table."""


def check_sentence(told: object) -> None:
    text = str(told).replace("*", "").rstrip("\u2069 ")
    assert 0 < len(text) <= SENTENCE_MAX
    assert text[-1] in ".!?"


def is_harmless(text: str) -> bool:
    """Whether Discord shows it as it stands: no mention, link, markup, line end or turned text."""
    bare = re.sub(r"\\.", "x", text)
    marks = re.findall(r"[\u0300-\u036f\u0483-\u0489]{3,}", text)
    return not (
        marks
        or re.search(r"[*_~`|<>\[\]\\]|://|@(?!\u200b)|^[-+#]|^\d+\. |[\n\r\x00-\x1f]", bare)
        or re.search(r"[\u202a-\u202e\u2066\u2067\u200e\u200f\u2028\u2029\ud800-\udfff]", text)
        or text.count("\u2068") != text.count("\u2069")
    )


def test_the_shares_are_all_there_is() -> None:
    assert sum(SHARES.values()) == 100


# Custom ids.


@tries("custom ids")
@given(
    batch(
        texts
        | st.from_regex(r"ax1(:[0-9A-Za-z_\-]{0,16}){0,7}", fullmatch=True)
        | spoilt("ax1:T7K2:sit", "ax1:1:12:31:call:80", "ax1:ZZZZ:9:cards", "ax1:1:topup:500")
    )
)
def test_a_custom_id_is_read_exactly_or_not_at_all(forged: list[str]) -> None:
    for text in forged:
        press = Press.parse(text)

        assert press is None or str(press) == text


# Amounts, and what else is filled into a window.


@tries("amounts")
@given(batch(values | nasty_texts | spoilt("1,000", "20", "999 999")))
def test_field_e4_an_amount_is_a_whole_number_within_its_bounds(written: list[object]) -> None:
    for amount in written:
        try:
            number = whole(amount, 1, 2_000)
        except BadOption as refusal:
            check_sentence(refusal)
        else:
            assert type(number) is int
            assert 1 <= number <= 2_000


FIELD = st.fixed_dictionaries(
    {"type": st.just(4) | st.just(22)},
    optional={"custom_id": st.sampled_from(["amount", "discard"]) | values,
              "value": values, "values": st.lists(values, max_size=4) | values},
)  # fmt: skip
WINDOW = st.recursive(
    FIELD | values,
    lambda inner: (
        st.fixed_dictionaries({"component": inner})
        | st.fixed_dictionaries({"components": st.lists(inner, max_size=4) | inner})
    ),
    max_leaves=8,
)
DISCARDS = st.lists(st.sampled_from(CARDS) | texts, max_size=8).map(",".join)


@tries("windows")
@given(batch(WINDOW | st.lists(WINDOW, max_size=5)), batch(DISCARDS))
def test_a_window_is_read_or_says_nothing(windows: list[object], discards: list[str]) -> None:
    for window, discard in zip(windows, discards, strict=True):
        found = router._fields({"components": window})
        action = router._draw(CHANGE, NO_TABLE, {"discard": discard})

        assert all(type(key) is str and type(value) is str for key, value in found.items())
        assert action is None or isinstance(action, Draw)


def test_a_window_is_read_no_further_than_a_form_goes() -> None:
    deep: object = {"custom_id": "amount", "value": "5"}
    for _ in range(100_000):
        deep = {"component": deep}
    wide = [{"custom_id": f"{n}", "value": "x" * 1_000} for n in range(10_000)]
    huge = {"custom_id": "amount", "value": "9" * 10_000_000}

    assert router._fields({"components": deep}) == {}
    assert len(router._fields({"components": wide})) <= 40
    assert len(router._fields({"components": [huge]})["amount"]) <= 100


# House rules, by option and in the text of `rules`.


KEYS = sorted({o.key for game in GAMES.values() for o in (*game.options, *TABLE_OPTIONS)})
PAIR = st.tuples(st.sampled_from(KEYS) | texts, st.sampled_from(["antes:3", "none"]) | texts)
RULES = (
    texts
    | spoilt("ante=5, small_bet=20", "raise_cap=none", "pay_wild=antes:2", "buy_in=500,")
    | st.lists(PAIR.map("=".join), max_size=4).map(", ".join)
)


@tries("house rules")
@given(
    batch(RULES),
    st.sampled_from(sorted(GAMES)),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=2),
)
def test_house_rules_are_chosen_or_refused_in_a_sentence(
    written: list[str], key: str, named: dict[str, Any]
) -> None:
    game = GAMES[key]
    for rules in written:
        try:
            found = game_cog._chosen(game, rules, named)()
            own = {k: v for k, v in found.items() if k in {option.key for option in game.options}}
            HouseRules.of(game.options, own)
        except BadOption as refusal:
            check_sentence(words(refused(str(refusal))))


def test_a_value_of_any_kind_is_taken_or_refused_by_every_option() -> None:
    everything: list[Any] = [
        *NUMBERS,
        *WORDS,
        None,
        True,
        5,
        -5,
        1e30,
        float("nan"),
        10**400,
        [],
        {},
        [5],
    ]
    for option in {o for game in GAMES.values() for o in (*game.options, *TABLE_OPTIONS)}:
        for value in everything:
            try:
                written = option.write(option.parse(value))
            except BadOption as refusal:
                check_sentence(refusal)
            else:
                assert option.parse(written) == option.parse(value)


# Hand records.


def places(record: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in a record."""
    found = [path]
    if isinstance(record, dict):
        return found + [p for key in record for p in places(record[key], (*path, key))]
    if isinstance(record, list):
        return found + [p for n in range(len(record)) for p in places(record[n], (*path, n))]
    return found


PLACES = [(n, path) for n, record in enumerate(GOLDEN) for path in places(record) if path]
SPOILT_RECORD = st.tuples(st.sampled_from(PLACES), values).map(lambda made: (*made[0], made[1]))


def spoil(number: int, path: tuple[Any, ...], value: object) -> Any:
    """A golden record with one thing in it replaced."""
    record = json.loads(json.dumps(GOLDEN[number]))
    holder = record
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return record


@tries("records")
@given(batch(SPOILT_RECORD | values))
def test_a_record_is_played_or_refused_in_a_sentence(written: list[Any]) -> None:
    for made in written:
        record = spoil(*made) if isinstance(made, tuple) else made
        try:
            hand = replay(parse_record(record), SeededChance(1).order_of)
        except (BadRecord, IllegalAnswer):
            continue
        written_again = json.loads(json.dumps(completed(hand)))
        assert parse_record(written_again).seats == hand.seats
        if hand.over:
            assert sum(hand.stacks) == sum(seat.stack for seat in hand.seats)


def spoken(written: bytes, *args: str) -> tuple[int, str, str]:
    """A command with this on standard input: its exit code, and what it says."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(written), encoding="utf-8", errors="surrogateescape")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(args))
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


def is_told_in_one_line(code: int, err: str) -> bool:
    return code in (0, 1, 2) and len(err.splitlines()) == (code > 0) and len(err) <= LINE_MAX + 2


@tries("replays")
@given(batch(SPOILT_RECORD | st.binary(max_size=60)))
def test_the_replay_command_plays_or_refuses_in_one_line(written: list[Any]) -> None:
    for made in written:
        text = made if isinstance(made, bytes) else json.dumps(spoil(*made)).encode()

        code, _, err = spoken(text, "replay", "-")

        assert is_told_in_one_line(code, err), err


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"format": "axeman-hand", "version": 1, "seats": ' + b"[" * 100_000 + b"]" * 100_000,
        b'{"format": "axeman-hand", "format": "other", "version": 1}',
        b'{"version": 1e400}',
        b"\xff\xfe",
        b"\0" * 1_000_000,
        b'"' + b"A" * 10_000_000 + b'"',
        b"9" * 100_000,
        b'{"format": "axeman-hand", "version": ' + b"9" * 10_000 + b"}",
    ],
    ids=["lists", "objects", "seats", "twice", "1e400", "bom", "nul", "10 MB", "digits", "version"],
)
def test_a_file_that_is_meant_to_choke_the_reader_is_refused_in_one_line(text: bytes) -> None:
    code, out, err = spoken(text, "replay", "-")

    assert (code, out) == (2, "")
    assert is_told_in_one_line(code, err)


# Holdings.


HOLDING = st.lists(st.sampled_from(CARDS) | texts, max_size=9).map(" ".join)


@tries("holdings")
@given(batch(HOLDING | texts), st.sampled_from(sorted(GAMES)))
def test_the_rank_command_ranks_or_refuses_in_one_line(holdings: list[str], game: str) -> None:
    for holding in holdings:
        code, _, err = spoken(holding.encode("utf-8", "surrogatepass"), "rank", game)

        assert is_told_in_one_line(code, err), err


# Names.


@tries("names")
@given(st.lists(texts, min_size=1, max_size=8), batch(texts))
def test_a_stranger_s_text_stays_on_one_line_and_says_nothing_to_discord(
    names: list[str], notes: list[str]
) -> None:
    shown = names_of(names)

    for text in (*shown.plates, *shown.shorts, *map(plain_text, notes)):
        assert is_harmless(text), text
    for note in notes:
        check_limits(refused(note))
