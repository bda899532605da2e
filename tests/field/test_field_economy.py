"""Field reports E: chips outside hands, and what a crash may do to them."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.rules.actions import Check
from bot.rules.chips import Chips
from bot.store import Store
from bot.table import commands, notices
from bot.table.ids import HandId, ServerId
from bot.table.ports import SavedAnswer
from bot.table.runner import Runner
from bot.table.table import LiveHand
from tests.e2e.kit import Night, Process
from tests.field.kit import a_table
from tests.store.kit import ANN, BOB, HOME
from tests.table.kit import PEOPLE, SERVER, Room

ROOT = Path(__file__).parents[2]
NAMES = ("Ann", "Ben", "Cleo")


async def test_field_e1_twenty_top_ups_at_once_spend_a_balance_once(room: Room) -> None:
    """Elsewhere two gifts at the same moment overdrew an account.

    There are no gifts here. Ann sits at 20 tables and asks at all of them at once for the last
    100 that she has: one table gives them, 19 say what there is.
    """
    await room.store.set_setting(SERVER, "starting_chips", 2_100)
    runners = [await a_table(room, channel=n, buy_in_min=100) for n in range(1, 21)]
    for runner in runners:
        runner.post(commands.SitDown(answer=room.pressed("Ann"), chips=100))
    await _settled(room, runners)
    assert await room.store.balance(SERVER, PEOPLE["Ann"]) == 100
    room.crier.notices.clear()
    for runner in runners:
        runner.post(commands.TopUp(answer=room.pressed("Ann"), chips=100))
    await _settled(room, runners)

    kinds = [type(notice) for _, notice in room.crier.notices]
    assert kinds.count(notices.ToppedUp) == 1
    assert kinds.count(notices.WrongTopUp) == 19
    assert await room.store.balance(SERVER, PEOPLE["Ann"]) == 0
    assert await room.store.at_tables(SERVER, PEOPLE["Ann"]) == 2_100


async def _settled(room: Room, runners: list[Runner]) -> None:
    for runner in runners:
        room.runner = runner
        await room.settle()


async def test_field_e2_chips_at_a_table_cannot_be_spent_elsewhere(room: Room) -> None:
    """Elsewhere a player gave the money away in mid-game, and the loss could not be collected.

    A buy-in leaves the balance at once: no other table sells a seat for it, and getting up in
    mid-hand frees it only when the hand has taken its part.
    """
    await room.open()
    await room.sit(*NAMES, chips=2_000)
    first = room.runner
    await room.deal()
    room.runner = await a_table(room, channel=8, buy_in_max=9_000)
    await room.sit("Ben", chips=3_001)
    assert room.last_notice("Ben") == notices.WrongBuyIn(
        "3001", Chips(3_000), Chips(400), Chips(9_000)
    )
    room.runner = first
    await room.post(commands.GetUp(answer=room.pressed("Ben")))
    assert await room.store.balance(SERVER, PEOPLE["Ben"]) == 3_000
    await room.play_out()

    assert await room.store.balance(SERVER, PEOPLE["Ben"]) < 5_000


@pytest.mark.parametrize(
    "written",
    [-5, 0, 10**30, "-5", "0", "1e30", "NaN", "1_0", "10.0", "+10", "\u0665\u0660", "0x1F4", ""],
)
async def test_field_e4_what_is_no_amount_moves_nothing(room: Room, written: str | int) -> None:
    """Elsewhere a negative amount stole from the other side."""
    await room.open(buy_in_min=1)
    await room.sit("Ann", chips=500)
    await room.post(commands.TopUp(answer=room.pressed("Ann"), chips=written))
    await room.post(commands.SitDown(answer=room.pressed("Ben"), chips=written))

    assert isinstance(room.last_notice("Ann"), notices.WrongTopUp)
    assert isinstance(room.last_notice("Ben"), notices.WrongBuyIn)
    assert [await room.store.balance(SERVER, PEOPLE[n]) for n in ("Ann", "Ben")] == [4_500, 5_000]


GIVE = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store import Store
from bot.store.ledger import enter, person_account
from tests.store.kit import ANN, BOB, HOME

_, path, word, times = sys.argv
seen = []

def watch(sql):
    seen.extend([sql] * (word in sql))
    if len(seen) == int(times):
        os.kill(os.getpid(), signal.SIGKILL)

def give(db):
    ann, bob = person_account(db, HOME, ANN), person_account(db, HOME, BOB)
    db.set_trace_callback(watch)
    enter(db, HOME, "gift", {ann: -100, bob: +100})

async def main():
    async with await Store.open(Path(path)) as store:
        await store.balance(HOME, ANN)
        await store.balance(HOME, BOB)
        await store._writer.run(give)
        await store.set_memo("given", "")

asyncio.run(main())
"""
"""Ann gives Bob 100; killed when the database is told a word for the n-th time."""


async def balances_after_a_kill(path: Path, word: str, times: int) -> list[int]:
    """What Ann and Bob have when a database whose process was killed is opened again."""
    ended = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", GIVE, str(path), word, str(times)],
        cwd=ROOT,
        timeout=30,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    async with await Store.open(path) as store:
        assert await store.sums() == {HOME: 0}
        return [await store.balance(HOME, person) for person in (ANN, BOB)]


async def test_field_e6_a_slow_server_delays_no_other_and_half_a_transfer_is_none(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere one lock held up every server, or a crash left a debit without its credit.

    A table whose journal does not answer holds up nobody on another server; a transfer killed
    after its debit is undone.
    """
    slow, quick = [await a_table(room, channel=n, server=ServerId(n)) for n in (1, 2)]
    for room.runner in (slow, quick):
        await room.sit(*NAMES)
        await room.deal()
    append, stuck = room.store.append, asyncio.Event()

    async def waits(hand: HandId, line: SavedAnswer) -> bool:
        if hand == live(slow).hand_id:
            await stuck.wait()
        return await append(hand, line)

    monkeypatch.setattr(room.store, "append", waits)
    room.runner = slow
    _check(room)
    room.runner = quick
    _check(room)
    await room.settle()
    assert [len(live(table).hand.answers) for table in (slow, quick)] == [0, 1]
    stuck.set()
    await _settled(room, [slow])
    assert len(live(slow).hand.answers) == 1

    half = await balances_after_a_kill(tmp_path / "killed.db", "INTO postings", 2)
    assert half == [5_000, 5_000]


def live(table: Runner) -> LiveHand:
    assert table.table.live is not None
    return table.table.live


def _check(room: Room) -> None:
    """Whoever is asked checks; nobody waits for the table."""
    assert room.runner is not None
    hand = live(room.runner)
    check = commands.Act(
        answer=room.pressed(room.turn),
        hand=hand.number,
        question=hand.hand.question,
        action=Check(),
    )
    room.runner.post(check)


async def test_field_e8_a_kill_at_the_commit_leaves_balances_that_can_be_read(
    tmp_path: Path,
) -> None:
    """Elsewhere a crash while the bank was written left a broken file, and everybody began anew.

    Killed as the commit begins, nothing has happened; killed as the next act begins, all has.
    """
    before = await balances_after_a_kill(tmp_path / "before.db", "COMMIT", 1)
    after = await balances_after_a_kill(tmp_path / "after.db", "BEGIN", 1)

    assert before == [5_000, 5_000]
    assert after == [4_900, 5_100]


async def test_field_e9_neither_sigterm_nor_kill_9_costs_a_chip(alone: Night) -> None:
    """Elsewhere chips that lay on the table when the process ended were gone.

    Here a hand goes on from the same question after a stop and after a kill. Every point of a
    hand is tried elsewhere.
    """
    process = Process(alone)
    await process.start()
    await alone.open(buy_in_min=40, buy_in=500)
    await alone.sit("Ann", "Ben")
    await alone["Ann"].press("Deal")
    await alone["Ann"].until(lambda: alone.is_asking, "the first street")
    await answer(alone, *question(alone))
    asked = question(alone)
    assert await process.stop() == 0
    await process.start()
    await answer(alone, *asked)
    asked = question(alone)
    await process.kill()
    await process.start()
    await answer(alone, *asked)
    for _ in range(20):
        if not alone.has_result:
            await answer(alone, *question(alone))
    assert alone.has_result
    for name in ("Ann", "Ben"):
        await alone[name].slash("table leave")
    assert await process.stop() == 0

    assert alone.sums_to_zero()
    assert await alone.bank("Ann") + await alone.bank("Ben") == 10_000


def question(night: Night) -> tuple[str, str]:
    """Who is asked, and the button of the cheapest answer, which names the question."""
    return night.turn, str(night.board.buttons[0].custom_id)


async def answer(night: Night, name: str, button: str) -> None:
    """Press, which is not refused, and wait until somebody is asked or the hand has a result."""
    before = night.newest.text
    pressed = await night[name].press(custom_id=button, message=night.board)
    assert not pressed.ephemeral, pressed.text
    await night["Ann"].until(
        lambda: night.newest.text != before and (night.is_asking or night.has_result),
        "the table to move",
    )
