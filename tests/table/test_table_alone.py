"""A table that nobody hears, that nobody plays at, or whose channel is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rules.actions import Check
from bot.rules.asks import Ask
from bot.table import commands
from bot.table.ports import StoreFailed
from bot.table.runner import IDLE_S
from bot.table.table import SEAL_S
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


def refusing(room: Room, name: str, times: int = 1, *, lands: bool = False) -> None:
    """The store refuses an act so often; it may have landed all the same."""
    act, left = getattr(room.store, name), [None] * times

    async def refuse(*args: object, **named: object) -> object:
        if not left:
            return await act(*args, **named)
        left.pop()
        if lands:
            await act(*args, **named)
        raise StoreFailed("the disk")

    setattr(room.store, name, refuse)


@pytest.mark.parametrize("lands", [True, False])
@pytest.mark.parametrize(
    "act", ["append", "settle", "begin_hand", "open_seal", "save_seat", "load_table"]
)
async def test_any_refusal_costs_no_chip_and_the_hand_comes_to_its_end(
    room: Room, act: str, *, lands: bool
) -> None:
    refusing(room, act, 2, lands=lands)
    await room.deal()
    for _ in range(200):
        if room.table.live is not None and room.table.live.settled:
            break
        if room.table.hand is None:
            await room.deal()
        elif isinstance(room.hand.waiting, Ask):
            await room.act_by_default()
        room.clock.move(6)
        await room.settle()

    assert room.table.live.settled
    assert room.table.live.void is None
    await room.post(commands.Close(answer=room.pressed("Ann"), sure=True))
    banks = [await room.store.balance(SERVER, PEOPLE[name]) for name in ("Ann", "Ben", "Cleo")]
    assert sum(banks) == 15_000


@pytest.mark.parametrize("lands", [True, False])
@pytest.mark.parametrize("act", ["sit_down", "stand_up", "top_up"])
async def test_any_refusal_at_a_chair_is_made_good(room: Room, act: str, *, lands: bool) -> None:
    refusing(room, act, lands=lands)
    for _ in range(2):
        await room.post(commands.SitDown(answer=room.pressed("Dov"), chips=500))
        await room.post(commands.TopUp(answer=room.pressed("Dov"), chips=100))
        await room.post(commands.GetUp(answer=room.pressed("Ben")))

    (saved,) = await room.store.load_tables()
    assert saved.seats == tuple(room.table.chairs[place] for place in sorted(room.table.chairs))
    assert room.table.chair_of(PEOPLE["Ben"]) is None
    assert room.table.chair_of(PEOPLE["Dov"]) is not None


async def test_void_that_the_store_refused_is_void_all_the_same(room: Room) -> None:
    room.crier.posts_seals = False
    await room.deal()
    refusing(room, "void", 2)
    room.clock.move(SEAL_S + 1)
    await room.settle()
    room.crier.posts_seals = True
    await room.deal()  # the second refusal
    assert room.table.hands == 1
    await room.deal()

    assert room.table.hands == 2
    assert room.table.hand is not None
