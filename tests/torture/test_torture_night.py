"""Whole nights: repeatable, full of trouble, and blind to no bug that is planted."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.rules.chips import SeatNo
from bot.rules.dealer import Dealer
from bot.store import hands
from bot.table.commands import TimeUp
from bot.table.keeper import Keeper
from bot.table.seating import Seating
from bot.torture.runs import Outcome, play
from bot.torture.script import Script
from bot.torture.shrink import shrunk
from bot.ui import board
from bot.ui.answers import Reply
from bot.ui.crier import DiscordCrier

SEED = 5
HANDS_MAX = 60
"""Within so many hands every planted bug has to be found."""
TRACE = f"""
from bot.torture.runs import play
outcome = play({SEED}, is_enough=lambda tally: tally.hands >= 40)
assert outcome.broken is None, outcome.broken
print(outcome.digest)
"""


def a_night(hands_max: int = HANDS_MAX) -> Outcome:
    return play(SEED, is_enough=lambda tally: tally.hands >= hands_max)


def trace(hash_seed: str) -> str:
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", TRACE],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return told.stdout


def test_the_same_seed_is_the_same_night_in_another_process() -> None:
    assert trace("1") == trace("2") == a_night(40).digest + "\n"


def test_a_written_script_is_the_night_again() -> None:
    outcome = a_night(20)

    assert play(SEED, outcome.script.steps).digest == outcome.digest


def test_another_seed_is_another_night() -> None:
    other = play(SEED + 1, is_enough=lambda tally: tally.hands >= 10)

    assert other.broken is None
    assert other.digest != a_night(10).digest


def leaks_a_card(patch: pytest.MonkeyPatch) -> None:
    """The head of a street names the first hole card of the first seat."""
    where = board._where

    def chatty(scene: Any, *rest: Any) -> Iterator[str]:
        yield from where(scene, *rest)
        down = scene.hand.view(SeatNo(0)).seats[0].down
        yield from [card.sign for card in down[:1]]

    patch.setattr(board, "_where", chatty)


def loses_a_chip(patch: pytest.MonkeyPatch) -> None:
    """A settlement takes a chip from the bank and gives it to nobody."""
    settle = hands._settle

    def careless(db: sqlite3.Connection, *rest: Any) -> None:
        settle(db, *rest)
        db.execute(
            """
            INSERT INTO postings (account, entry, amount)
            SELECT (SELECT account FROM accounts WHERE kind = 'bank'), MAX(entry), -1 FROM entries
            """
        )

    patch.setattr(hands, "_settle", careless)


def deals_a_card_twice(patch: pytest.MonkeyPatch) -> None:
    """Every card stays on top of the deck when it is dealt."""
    deal_up = Dealer.deal_up

    def twice(self: Dealer, seat: SeatNo) -> Any:
        card = deal_up(self, seat)
        self.stub.appendleft(card)
        return card

    patch.setattr(Dealer, "deal_up", twice)


def loses_the_clock(patch: pytest.MonkeyPatch) -> None:
    """No alarm is set for a player's turn."""
    ring_at = Keeper.ring_at

    def deaf(self: Keeper, when: float, command: Any) -> None:
        if not isinstance(command, TimeUp):
            ring_at(self, when, command)

    patch.setattr(Keeper, "ring_at", deaf)


def leaves_a_task_behind(patch: pytest.MonkeyPatch) -> None:
    """Whoever acknowledges a press waits for something that never comes."""
    wait = Reply.wait

    def forgetful(self: Reply) -> None:
        wait(self)
        left.append(asyncio.get_running_loop().create_task(asyncio.Event().wait()))

    left: list[asyncio.Task[Any]] = []
    patch.setattr(Reply, "wait", forgetful)


def forgets_to_tell(patch: pytest.MonkeyPatch) -> None:
    """No street is ever posted."""
    put = DiscordCrier._put

    async def mute(self: DiscordCrier, line: Any, part: Any, view: Any) -> None:
        if not part.name.startswith("street"):
            await put(self, line, part, view)

    patch.setattr(DiscordCrier, "_put", mute)


def breaks_now_and_then(patch: pytest.MonkeyPatch) -> None:
    """Getting up between hands is a fault of ours."""

    async def broken(self: Seating, *_: object) -> None:
        raise KeyError("chair")

    patch.setattr(Seating, "get_up", broken)


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (leaks_a_card, "secret"),
    (loses_a_chip, "ledger"),
    (deals_a_card_twice, "hand"),
    (loses_the_clock, "stuck"),
    (leaves_a_task_behind, "task"),
    (forgets_to_tell, "board"),
    (breaks_now_and_then, "fault"),
]


@pytest.mark.parametrize(("plant", "check"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_bug_is_found_and_its_script_made_short(
    plant: Callable[[pytest.MonkeyPatch], None], check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    outcome = a_night()

    assert outcome.broken is not None
    assert outcome.broken.check == check

    def still_fails(script: Script) -> bool:
        broken = play(script.seed, script.steps).broken
        return broken is not None and broken.check == check

    short = shrunk(outcome.script, still_fails, runs_max=30, seconds_max=900)
    assert len(short.steps) <= max(20, len(outcome.script.steps) // 3)
    assert still_fails(short)
