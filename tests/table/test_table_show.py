"""Who wins uncalled may show the cards: that player alone, once, until the next deal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.rules.actions import Fold
from bot.table import commands, notices
from tests.table.kit import NAME_OF, NAMES, Room, a_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "axeman.db") as made:
        await made.open()
        await made.sit("Ann", "Ben", "Cleo")
        await made.deal()
        yield made


async def won_uncalled(room: Room) -> str:
    """Everybody folds but one; who that is."""
    while room.table.hand is not None:
        await room.act(room.turn, Fold())
    assert room.table.live is not None
    return NAME_OF[room.table.live.people[room.table.live.uncontested]]


async def show(room: Room, name: str, *, hand: int = 1) -> None:
    await room.post(commands.Show(answer=room.pressed(name), hand=hand))


def has_shown(room: Room) -> bool:
    hand = room.crier.scenes[-1].hand
    return hand is not None and hand.showed


async def test_the_winner_shows(room: Room) -> None:
    winner = await won_uncalled(room)
    assert not has_shown(room)

    await show(room, winner)

    assert has_shown(room)


async def test_nobody_else_shows_them(room: Room) -> None:
    winner = await won_uncalled(room)
    for name in NAMES:
        if name != winner:
            await show(room, name)
            assert room.last_notice(name) == notices.NotToShow(winner)

    assert not has_shown(room)


async def test_nothing_is_shown_while_the_hand_is_played(room: Room) -> None:
    for name in ("Ann", "Ben", "Cleo"):
        await show(room, name)
        assert room.last_notice(name) == notices.NotToShow(None)

    assert not has_shown(room)


async def test_a_showdown_leaves_nothing_to_show(room: Room) -> None:
    await room.play_out()
    assert room.table.live is not None
    assert room.table.live.uncontested is None
    await show(room, "Ann")

    assert room.last_notice("Ann") == notices.NotToShow(None)


@pytest.mark.parametrize("hand", [1, 2])
async def test_after_the_next_deal_it_is_too_late(room: Room, hand: int) -> None:
    winner = await won_uncalled(room)
    await room.deal()
    await show(room, winner, hand=hand)

    assert room.last_notice(winner) == notices.NotToShow(None)
    assert not has_shown(room)


async def test_a_button_of_an_earlier_hand_shows_nothing_of_the_next(room: Room) -> None:
    await won_uncalled(room)
    await room.deal()
    winner = await won_uncalled(room)
    await show(room, winner, hand=1)

    assert room.last_notice(winner) == notices.NotToShow(None)
    assert not has_shown(room)


async def test_showing_moves_no_chip_and_a_second_press_changes_nothing(room: Room) -> None:
    winner = await won_uncalled(room)
    stacks = {chair.name: chair.stack for chair in room.table.chairs.values()}
    deal = room.table.next_deal
    await show(room, winner)
    await show(room, winner)

    assert {chair.name: chair.stack for chair in room.table.chairs.values()} == stacks
    assert room.table.next_deal == deal
    assert has_shown(room)


async def test_the_winner_shows_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "axeman.db"
    async with a_room(path) as before:
        await before.open()
        await before.sit("Ann", "Ben")
        await before.deal()
        winner = await won_uncalled(before)
    async with a_room(path) as after:
        await show(after, winner)

        assert has_shown(after)
