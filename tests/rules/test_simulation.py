"""Thousands of random hands, with every promise checked after every answer."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.players.random_hands import RandomHands
from bot.rules.actions import Leave
from bot.rules.events import Paid, Shown
from bot.rules.house import HouseRules
from bot.rules.variants import variants
from tests.rules.table_talk import AXE, FREE

HOUSES: list[dict[str, object]] = [
    {},
    {"raise_cap": "none", "sevens_tie": "kickers", "odd_chip": "high_card_suit"},
    {**FREE, "raise_cap": 4, "sevens_tie": "ordinary"},
    {"ante": 3, "pay_wild": 7, "pay_seven": "antes:9", "small_bet": 5, "big_bet": 11},
]


@pytest.mark.parametrize("seed", range(4))
def test_field_p21_random_hands_keep_every_promise(seed: int) -> None:
    game = variants()[AXE]
    rules = HouseRules.of(game.options, HOUSES[seed])
    seen: Counter[str] = Counter()

    for hand in RandomHands(game, rules, seed=seed).play(1250):
        seen["hands"] += 1
        seen["left"] += any(isinstance(action, Leave) for _, action in hand.answers)
        seen["short payments"] += any(isinstance(e, Paid) and e.all_in for e in hand.events)
        seen["community"] += any(e.key == "dealt_community" for e in hand.events)
        seen["shown"] += any(isinstance(e, Shown) for e in hand.events)
        seen["side pots"] += sum(e.key == "pot_awarded" for e in hand.events) > 1

    assert seen["hands"] == 1250
    # The players get everywhere: none of this is rare enough to be missed.
    for rare in ("left", "community", "shown", "side pots"):
        assert seen[rare] > 10, rare
    assert seen["short payments"] > 10 or HOUSES[seed].get("pay_seven") == 0


def test_the_same_seed_plays_the_same_hands() -> None:
    game = variants()[AXE]
    rules = HouseRules.of(game.options, {})

    first, second = ([h.answers for h in RandomHands(game, rules, seed=5).play(5)] for _ in "ab")

    assert first == second
