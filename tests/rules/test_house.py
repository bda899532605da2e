"""House rules: what can be chosen, what is refused, and what is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.house import ANTE, BIG_BET, SMALL_BET, BadOption, HouseRules, Option
from bot.rules.variants import variants
from tests.rules.table_talk import AXE, DEUCEY, MARIAH, STUD, WIDOW

OPTIONS = variants()[AXE].options


def of(**chosen: object) -> HouseRules:
    return HouseRules.of(OPTIONS, chosen)


def test_the_defaults_are_those_of_the_catalogue() -> None:
    assert of().written() == {
        "ante": 10,
        "small_bet": 20,
        "big_bet": 40,
        "raise_cap": 3,
        "pay_wild": "antes:1",
        "pay_seven": "antes:5",
        "sevens_tie": "split",
        "odd_chip": "clockwise",
    }


def test_an_unknown_key_is_refused_with_the_keys_there_are() -> None:
    with pytest.raises(BadOption, match='no option "bring_in" here') as refused:
        of(bring_in=5)

    assert all(option.key in str(refused.value) for option in OPTIONS)


@pytest.mark.parametrize("key", ["ante", "small_bet", "big_bet"])
@pytest.mark.parametrize(
    "written",
    [True, False, None, "1_0", "1e3", 1e3, 20.0, "", "-5", -5, 10**30, "9" * 400, "٣", "NaN", [20]],
)
def test_field_e4_what_is_no_whole_number_is_refused(key: str, written: object) -> None:
    with pytest.raises(BadOption, match=f"{key} has to be a whole number from"):
        of(**{key: written})


@pytest.mark.parametrize(
    ("written", "chips"), [(25, 25), ("25", 25), ("1,000", 1000), (" 30 ", 30)]
)
def test_a_whole_number_is_read_as_people_write_it(written: object, chips: int) -> None:
    assert of(small_bet=written)[SMALL_BET] == chips


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("raise_cap", 5),
        ("raise_cap", True),
        ("raise_cap", None),
        ("sevens_tie", "Split"),
        ("odd_chip", 3),
        ("pay_wild", "antes:"),
        ("pay_wild", "antes:101"),
        ("pay_wild", "antes:-1"),
        ("pay_seven", -1),
        ("pay_seven", "5 antes"),
        ("pay_seven", True),
    ],
)
def test_what_an_option_does_not_have_is_refused_by_name(key: str, written: object) -> None:
    with pytest.raises(BadOption, match=key):
        of(**{key: written})


@pytest.mark.parametrize("written", [3, "3", 4, "4", "none"])
def test_a_raise_cap_is_a_number_or_a_word(written: object) -> None:
    assert str(of(raise_cap=written).written()["raise_cap"]) == str(written)


def test_the_big_bet_is_twice_the_small_one_unless_it_is_chosen() -> None:
    assert of(small_bet=30)[BIG_BET] == 60
    assert of(small_bet=30, big_bet=30)[BIG_BET] == 30


def test_a_big_bet_below_the_small_one_is_refused() -> None:
    with pytest.raises(BadOption, match=r"big_bet \(10\) cannot be below small_bet \(20\)"):
        of(big_bet=10)


def test_the_line_of_stakes_names_what_is_played_for() -> None:
    assert of().stakes() == "ante 10 · fixed limit 20/40 · at most 3 raises"
    free = of(ante=0, pay_wild=0, pay_seven=0, raise_cap="none")
    assert free.stakes() == "fixed limit 20/40 · raises without end"


def test_equal_rules_are_equal() -> None:
    assert of(ante="10") == of()
    assert hash(of(ante="10")) == hash(of())
    assert of(ante=11) != of()


def _values(option: Option[object]) -> st.SearchStrategy[object]:
    if option.choices:
        return st.sampled_from([choice.written for choice in option.choices])
    if option.key in {"pay_wild", "pay_seven"}:
        antes = st.integers(0, 100).map("antes:{}".format)
        return st.one_of(st.integers(0, 1_000_000), antes)
    return st.integers(1, 10_000) if option is ANTE else st.integers(1, 500_000)


@settings(deadline=None)
@given(st.fixed_dictionaries({}, optional={option.key: _values(option) for option in OPTIONS}))
def test_what_is_written_reads_as_the_same_rules(chosen: dict[str, object]) -> None:
    try:
        rules = HouseRules.of(OPTIONS, chosen)
    except BadOption as refused:
        assert "cannot be below" in str(refused)  # noqa: PT017 - some choices contradict
        return

    assert HouseRules.of(OPTIONS, rules.written()).written() == rules.written()


def test_the_largest_small_bet_has_a_big_bet_that_can_be_written() -> None:
    rules = of(small_bet=500_000)

    assert HouseRules.of(OPTIONS, rules.written()) == rules
    with pytest.raises(BadOption):
        of(small_bet=500_001)


def test_an_option_is_found_by_its_key() -> None:
    assert of().option("ante") is ANTE
    with pytest.raises(BadOption, match="There are: ante, small_bet"):
        of().option("antes")


# Games with two halves.


def of_game(key: str, **chosen: object) -> HouseRules:
    return HouseRules.of(variants()[key].options, chosen)


STUD_DEFAULTS = {
    "ante": 10,
    "small_bet": 20,
    "big_bet": 40,
    "bring_in": 10,
    "raise_cap": 3,
    "third_street": "bring_in",
}
JACK_DEFAULTS = {"price": "big_bet", "two_card_21": "equal", "all_bust": "poker_takes_all"}


@pytest.mark.parametrize(
    ("game", "defaults"),
    [
        (STUD, STUD_DEFAULTS | JACK_DEFAULTS),
        (
            WIDOW,
            STUD_DEFAULTS | JACK_DEFAULTS | {"wipe_on_bought_seventh": "yes", "reante": "none"},
        ),
        (MARIAH, STUD_DEFAULTS | {"reante": "none"}),
        (
            DEUCEY,
            {
                "ante": 0,
                "small_blind": 10,
                "big_blind": 20,
                "small_bet": 20,
                "big_bet": 40,
                "raise_cap": 3,
                "wheel_for_high": "straight",
            },
        ),
    ],
)
def test_the_defaults_of_split_games_are_those_of_the_catalogue(
    game: str, defaults: dict[str, object]
) -> None:
    assert of_game(game).written() == defaults | {"odd_chip": "clockwise"}


def test_the_bets_of_a_game_with_blinds_follow_the_big_blind() -> None:
    written = of_game(DEUCEY, big_blind=50).written()

    assert (written["small_bet"], written["big_bet"]) == (50, 100)


def test_the_bring_in_is_half_a_small_bet_and_never_nothing() -> None:
    assert of_game(STUD, small_bet=15).written()["bring_in"] == 7
    assert of_game(STUD, small_bet=1).written()["bring_in"] == 1


@pytest.mark.parametrize(
    ("game", "chosen", "sentence"),
    [
        (STUD, {"bring_in": 21}, r"bring_in \(21\) cannot be above small_bet \(20\)"),
        (DEUCEY, {"big_blind": 5}, r"big_blind \(5\) cannot be below small_blind \(10\)"),
        (STUD, {"price": "fixed:0"}, "price can be big_bet, small_bet, or fixed:N"),
        (STUD, {"price": "fixed:1e3"}, "price can be"),
        (STUD, {"price": 40}, "price can be"),
        (STUD, {"price": "fixed:"}, "price can be"),
        (STUD, {"reante": "none"}, 'no option "reante"'),
        (DEUCEY, {"bring_in": 5}, 'no option "bring_in"'),
    ],
)
def test_what_split_games_do_not_have_is_refused(
    game: str, chosen: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        of_game(game, **chosen)


def test_the_line_of_stakes_of_split_games() -> None:
    assert of_game(STUD).stakes() == (
        "ante 10 · bring-in 10 · fixed limit 20/40 · at most 3 raises"
    )
    assert of_game(STUD, third_street="high_card_may_check").stakes() == (
        "ante 10 · fixed limit 20/40 · at most 3 raises"
    )
    assert of_game(DEUCEY).stakes() == (
        "blinds 10/20 · fixed limit 20, after the draw 40 · at most 3 raises"
    )
