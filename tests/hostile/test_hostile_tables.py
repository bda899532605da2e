"""Forged presses at a table, without Discord: many of them, and from everybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.actions import Action, Call, Check, Illegal
from bot.rules.variants import variants
from bot.table import commands
from bot.table.ids import ChannelId
from bot.ui import router
from bot.ui.ids import Press
from tests.hostile.nasty import batch, tries
from tests.table.kit import PEOPLE, SERVER, Room, a_room

ACTS = ("fold", "check", "call", "bet", "raise", "bringin", "facedown", "faceup", "standpat",
        "change", "close", "closesure", "history", "cards", "words", "rules", "more", "junk",
        "sit", "leave", "sitout", "back", "topup")  # fmt: skip
CARDS = st.lists(st.sampled_from(["As", "Kd", "2c", "7h", "Ts", "9d", "??", "As As"]), max_size=5)


@dataclass(frozen=True)
class Forged:
    who: str
    act: str
    hand: int
    question: int
    """Beside the open one, or the open one at 0."""
    amount: int | None
    cards: list[str] | None


FORGED = st.builds(
    Forged,
    who=st.sampled_from(["Ann", "Ben", "Cleo", "Dov", "Esi"]),
    act=st.sampled_from(ACTS),
    hand=st.sampled_from([-1, 0, 0, 0, 1, 999]),
    question=st.sampled_from([-1, 0, 0, 0, 1, 10**14]),
    amount=st.none() | st.sampled_from([0, 1, 2, 19, 20, 40, 41, 399, 2_001, 10**14]),
    cards=st.none() | CARDS,
)


@asynccontextmanager
async def a_draw(path: Path) -> AsyncIterator[Room]:
    """Ann, Ben and Cleo in the middle of a draw."""
    async with a_room(path) as room:
        scene = await room.floor.open(
            server=SERVER,
            channel=ChannelId(7),
            variant=variants()["draw-deucey"],
            host=PEOPLE["Ann"],
            host_name="Ann",
            overrides={},
            settings={},
            key="open",
        )
        room.runner = room.floor.at(scene.table)
        await room.sit("Ann", "Ben", "Cleo")
        await room.deal()
        for action in (Call(), Call(), Check()):
            await room.act(room.turn, action)
        assert room.hand.waiting.kind == "draw"
        yield room


pytestmark = pytest.mark.xdist_group("hostile tables")
"""What is made once for all tests here is made in one process."""


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Room]]:
    path = tmp_path_factory.mktemp("draw") / "axeman.db"
    with asyncio.Runner() as runner:
        run = runner.get_loop().run_until_complete
        opened = a_draw(path)
        try:
            yield run, run(opened.__aenter__())
        finally:
            run(opened.__aexit__(None, None, None))


def state(room: Room) -> Any:
    table, hand = room.table, room.hand
    chairs = {place: asdict(chair) for place, chair in table.chairs.items()}
    return chairs, table.host, table.hands, hand.answers, hand.question, hand.stacks, table.closed


def is_legal(room: Room, who: str, action: Action) -> bool:
    try:
        room.hand.check(room.table.hand.people.index(PEOPLE[who]), action)
    except Illegal:
        return False
    return True


def may(room: Room, forged: Forged, command: commands.Command) -> bool:
    """Whether the person has a right to just that, by the rules and by the host's office."""
    is_seated = forged.who in ("Ann", "Ben", "Cleo")
    match command:
        case commands.Act(hand=hand, question=question, action=action):
            is_now = (hand, question) == (room.table.hands, room.hand.question)
            return is_seated and is_now and is_legal(room, forged.who, action)
        case commands.SitDown():
            return not is_seated
        case commands.Close():
            return forged.who == "Ann"
        case commands.Look():
            return False
        case _:
            return is_seated


@tries("tables")
@given(batch(FORGED))
def test_a_press_that_nobody_has_a_right_to_is_answered_once_and_changes_nothing(
    draw: tuple[Any, Room], written: list[Forged]
) -> None:
    run, room = draw
    before = state(room)
    for forged in written:
        press = Press(
            table=room.table.table,
            act=forged.act,
            hand=room.table.hands + forged.hand,
            question=room.hand.question + forged.question,
            amount=forged.amount,
        )
        fields = None
        if forged.cards is not None:
            fields = {"discard": ",".join(forged.cards), "amount": "-5"}
        answer: Any = room.pressed(forged.who)
        command = router._command(press, room.runner, answer, fields)  # type: ignore[arg-type]
        if command is None or may(room, forged, command):
            continue
        told = len(room.crier.notices) + len(room.crier.looks) + len(room.crier.scenes)

        run(room.post(command))

        assert len(room.crier.notices) + len(room.crier.looks) + len(room.crier.scenes) == told + 1
        assert state(room) == before


# Delivered again, even after a restart has made the bot forget what it has taken.


@asynccontextmanager
async def a_lobby(path: Path) -> AsyncIterator[Room]:
    async with a_room(path) as room:
        await room.open()
        yield room


async def same_everywhere(room: Room, name: str) -> tuple[int | None, int]:
    """The person's stack, which the table and the books agree on, and the balance."""
    chair = room.table.chair_of(PEOPLE[name])
    (saved,) = await room.store.load_tables()
    stacks = {seat.person: seat.stack for seat in saved.seats}
    assert (chair and chair.stack) == stacks.get(PEOPLE[name])
    return chair and chair.stack, await room.store.balance(SERVER, PEOPLE[name])


async def test_field_i7_a_top_up_delivered_again_adds_nothing(tmp_path: Path) -> None:
    async with a_lobby(tmp_path / "axeman.db") as room:
        await room.sit("Ben", chips=400)
        for _ in range(2):
            answer = room.pressed("Ben", key="once")
            await room.post(commands.TopUp(answer=answer, chips=100))

        assert await same_everywhere(room, "Ben") == (500, 4_500)


async def test_field_i7_a_seat_taken_and_left_is_not_taken_again(tmp_path: Path) -> None:
    async with a_lobby(tmp_path / "axeman.db") as room:
        again = commands.SitDown(answer=room.pressed("Ben", key="once"), chips=400)
        await room.post(again)
        await room.post(commands.GetUp(answer=room.pressed("Ben")))
        await room.post(again)

        assert await same_everywhere(room, "Ben") == (None, 5_000)


async def test_field_i7_who_left_and_came_back_does_not_leave_again(tmp_path: Path) -> None:
    async with a_lobby(tmp_path / "axeman.db") as room:
        again = commands.GetUp(answer=room.pressed("Ben", key="once"))
        await room.sit("Ben", chips=400)
        await room.post(again)
        await room.sit("Ben", chips=500)
        await room.post(again)

        assert await same_everywhere(room, "Ben") == (500, 4_500)
