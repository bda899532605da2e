"""5,000 hands in one night: nothing is lost, everything goes wrong, and the memory stays."""

from __future__ import annotations

import pytest

from bot.rules.variants import variants
from bot.torture.runs import Outcome, play
from bot.torture.script import Do

HANDS = 5_000
SEED = 1
TROUBLE = {
    *("answered 429", "answered 5xx", "request slow", "request lost", "reply lost"),
    *("interaction heard twice", "interaction heard late", "interaction heard never"),
    *("gateway dropped, resumed", "gateway dropped, lost"),
    *("message deleted", "channel deleted", "DMs closed", "DMs opened"),
    *("no permission to send messages", "no permission to view channel"),
    "permission given back",
}
CHECKS = {
    *("hands in play", "waits", "ledger entries", "stacks against the ledger"),
    *("messages for hole cards", "tasks", "boards", "tables that went on"),
}


pytestmark = pytest.mark.xdist_group("the long night")
"""What is made once for all tests here is made in one process."""


@pytest.fixture(scope="module")
def night() -> Outcome:
    return play(SEED, is_enough=lambda tally: tally.hands >= HANDS)


def test_every_promise_is_kept(night: Outcome) -> None:
    assert night.broken is None
    assert night.tally.hands >= HANDS


def test_everything_goes_wrong(night: Outcome) -> None:
    assert {what for what in TROUBLE if not night.tally.trouble[what]} == set()
    assert night.tally.restarts > 5
    assert {step for step in Do if not night.tally.steps[step.value]} == set()


def test_every_game_is_played(night: Outcome) -> None:
    assert set(night.tally.games) == set(variants())
    assert min(night.tally.games.values()) > HANDS / 20


def test_every_check_is_made(night: Outcome) -> None:
    assert {what for what in CHECKS if night.tally.checks[what] < 100} == set()


def test_the_memory_at_the_end_is_that_at_hand_500(night: Outcome) -> None:
    assert 0 < night.tally.late_bytes <= 1.1 * night.tally.early_bytes
