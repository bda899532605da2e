"""A table that nobody hears, that nobody plays at, or whose channel is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rules.actions import Check
from bot.table import commands
from bot.table.runner import IDLE_S
from tests.table.kit import PEOPLE, SERVER, Room, a_room


@pytest.fixture
async def room(tmp_path: Path):  # type: ignore[no-untyped-def]
    async with a_room(tmp_path / "axeman.db") as made:
        await made.open()
        await made.sit("Ann", "Ben", "Cleo", chips=500)
        yield made


async def test_nobody_loses_a_turn_that_the_channel_was_not_told_of(room: Room) -> None:
    await room.deal()
    question = room.hand.question
    room.crier.is_heard = False
    for _ in range(5):
        room.clock.move(61)
        await room.settle()

    assert room.hand.question == question
    assert room.table.deadline == room.clock.now() + 60
    room.crier.is_heard = True
    room.clock.move(61)
    await room.settle()
    assert room.hand.answers[0][1] == Check()


async def test_turn_is_as_long_as_ever_once_the_channel_hears_again(room: Room) -> None:
    await room.deal()
    room.crier.is_heard = False
    room.clock.move(61)
    await room.settle()
    room.crier.is_heard = True
    room.clock.move(59)
    await room.settle()

    assert room.hand.answers == []


async def test_channel_that_is_gone_ends_the_table_and_gives_all_chips_back(room: Room) -> None:
    await room.deal()
    await room.act(room.turn, Check())
    await room.post(commands.Vanish())

    assert room.table.closed
    scene = room.crier.scenes[-1]
    assert scene.void is not None
    assert await room.store.load_tables() == ()
    assert [await room.store.balance(SERVER, PEOPLE[name]) for name in ("Ann", "Ben")] == [
        5_000
    ] * 2


async def test_whoever_presses_keeps_the_table_open(room: Room) -> None:
    for _ in range(4):
        room.clock.move(IDLE_S - 60)
        await room.settle()
        await room.post(commands.SitOut(answer=room.pressed("Cleo")))
    assert not room.table.closed
    room.clock.move(IDLE_S + 1)
    await room.settle()

    assert room.table.closed
    assert "nobody has played here for 12 hours" in room.crier.scenes[-1].closed_because


async def test_slow_game_is_not_idle(tmp_path: Path) -> None:
    async with a_room(tmp_path / "slow.db") as room:
        await room.open(turn_seconds=86_400)
        await room.sit("Ann", "Ben", chips=500)
        await room.deal()
        room.clock.move(86_000)
        await room.settle()

        assert not room.table.closed


async def test_server_that_is_left_has_no_table_any_more(room: Room) -> None:
    await room.floor.leave(SERVER)

    assert room.floor.at(room.table.table) is None
    assert room.table.closed


async def test_new_host_is_host_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "axeman.db"
    async with a_room(path) as room:
        await room.open()
        await room.sit("Ann", "Ben", chips=500)
        await room.post(commands.GetUp(answer=room.pressed("Ann")))
        assert room.table.host == PEOPLE["Ben"]
    async with a_room(path) as room:
        assert room.table.host == PEOPLE["Ben"]
