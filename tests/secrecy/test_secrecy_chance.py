"""The shuffle: the operating system's generator, in one module, and no card favours a place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest

from bot.rules.cards import DECK, Card
from bot.table.chance import OsChance

Order = tuple[Card, ...]
ROOT = Path(__file__).parent.parent.parent

# The statistic. Over many shuffles, count how often each card came to each place, and sum
# (count - expected)^2 / expected over the 52 x 52 cells. Every row and column sums to the number
# of shuffles, and the cells of one shuffle hang together; for uniform permutations of n cards the
# sum is n / (n - 1) times chi-square with (n - 1)^2 degrees of freedom.
SHUFFLES = 10_400
"""So that each card is expected 200 times in each place."""
FALSE_ALARM = 1e-6
"""How likely a perfect shuffle is called unfair, too uneven or too even."""
FREEDOM = 51 * 51


def unevenness(shuffle: Callable[[], Order]) -> float:
    """The statistic: about 2,601 for a fair shuffle."""
    counts = [[0] * 52 for _ in DECK]
    for _ in range(SHUFFLES):
        for place, card in enumerate(shuffle()):
            counts[card.index][place] += 1
    expected = SHUFFLES / 52
    total = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return total * 51 / 52


def quantile(probability: float) -> float:
    """Of chi-square, by Wilson and Hilferty: to within 0.1 with so many degrees of freedom."""
    ninth = 2 / (9 * FREEDOM)
    z = NormalDist().inv_cdf(probability)
    return float(FREEDOM * (1 - ninth + z * ninth**0.5) ** 3)


LOWEST, HIGHEST = quantile(FALSE_ALARM / 2), quantile(1 - FALSE_ALARM / 2)


def test_no_card_of_the_live_shuffle_favours_a_place() -> None:
    chance = OsChance()

    assert LOWEST < unevenness(lambda: chance.order_of(DECK)) < HIGHEST


def test_each_live_shuffle_holds_each_card_once_and_no_two_are_the_same() -> None:
    orders = [OsChance().order_of(DECK) for _ in range(50)]

    assert all(sorted(order) == list(DECK) for order in orders)
    assert len(set(orders)) == 50


RNG = Random(8)


def anywhere() -> Order:
    """The common mistake: each card changes places with any other, not with a later one."""
    cards = list(DECK)
    for place in range(52):
        other = RNG.randrange(52)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def one_cycle() -> Order:
    """Off by one: no card ever stays where it was."""
    cards = list(DECK)
    for place in range(51, 0, -1):
        other = RNG.randrange(place)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def first_stays_now_and_then() -> Order:
    """One shuffle in ten leaves the top card on top."""
    cards = RNG.sample(DECK, 52)
    if RNG.random() < 0.1:
        cards.remove(DECK[0])
        cards.insert(0, DECK[0])
    return tuple(cards)


def in_turn() -> Order:
    """Too even: the deck is cut one card further each time."""
    TURNS.append(len(TURNS))
    cut = TURNS[-1] % 52
    return (*DECK[cut:], *DECK[:cut])


TURNS: list[int] = []


@pytest.mark.parametrize("shuffle", [anywhere, one_cycle, first_stays_now_and_then, in_turn])
def test_an_unfair_shuffle_is_caught(shuffle: Callable[[], Order]) -> None:
    assert not LOWEST < unevenness(shuffle) < HIGHEST


# Where chance comes from.

CHANCE = "bot/table/chance.py"
SEEDED = ("bot/players/", "bot/torture/", "bot/practice/")
"""Simulations and the practice room: no hand of these is for chips of a server."""


def generators(source: str) -> Iterator[tuple[int, str]]:
    """Every mention of a source of chance in a file, with its line."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute):
            names = [f".{node.attr}"]
        elif isinstance(node, ast.Name):
            names = [node.id]
        line = getattr(node, "lineno", 0)
        yield from ((line, name) for name in names if _is_chance(name))


def _is_chance(name: str) -> bool:
    first, _, last = name.rpartition(".")
    return (
        {first, last} & {"random", "secrets", "numpy.random"} != set()
        or last in {"SystemRandom", "urandom", "getrandom", "uuid1", "uuid4"}
        or last == "SeededChance"
    )


def test_one_module_has_chance_and_only_simulations_have_seeds() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): list(generators(path.read_text(encoding="utf-8")))
        for folder in ("bot", "cogs")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    using = {path for path, mentions in found.items() if mentions}

    assert CHANCE in using
    assert {path for path in using if not path.startswith(SEEDED)} == {CHANCE}
    for path in using - {CHANCE}:
        names = {name.rpartition(".")[2] for _, name in found[path]}
        assert not names & {"SystemRandom", "urandom", "getrandom", "secrets"}, path


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from random import shuffle",
        "import secrets",
        "from secrets import randbelow",
        "import os; os.urandom(8)",
        "from os import urandom",
        "from bot.table.chance import SeededChance",
        "import uuid; uuid.uuid4()",
    ],
)
def test_another_source_of_chance_would_be_found(line: str) -> None:
    assert list(generators(line))
