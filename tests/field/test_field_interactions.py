"""Field reports I: presses, forms and the messages they are answered with."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from bot.practice.interactions import ANSWER_WITHIN_S
from bot.practice.world import Kind
from bot.rules.actions import Check
from bot.table import commands
from bot.ui import answers, board
from bot.ui.ids import Press
from tests.e2e.kit import Night, a_bot, a_server, deck_for, plain
from tests.table.kit import Room
from tests.ui.kit import THREE, THREE_DECK, act, ids, labels, play, scene_of

PLAIN = deck_for("Ac 8d As 9c 5c 4h 3s", "Tc Kc Th Qh 6s 4d 8c", "Qs 8h 9h Td 5d 6c 3c")
"""Dealt to Ben, Cleo and Ann: nobody pays, and Ben opens on every street."""


async def dealt(night: Night) -> None:
    """Ann, Ben and Cleo with 500 each, and Ben to act."""
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)


def whispered(night: Night, name: str) -> str:
    return plain(night[name].ephemerals[-1].text)


async def test_field_i1_a_button_outlives_the_process_that_made_it(tmp_path: Path) -> None:
    """Elsewhere buttons were dead after a restart, or after three minutes.

    Here the button on the table works after a restart, and a used one says why it does not.
    """
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await dealt(night)
            used = night["Ben"].button("Check").custom_id
            await night.act("Check")
            pressed = night.board
        async with a_bot(night):
            await night["Cleo"].press("Check", message=pressed)
            await night.settled()
            assert night.turn == "Ann"
            await night["Ben"].press(custom_id=used, message=pressed)

    assert "That button is from earlier." in whispered(night, "Ben")
    assert night.turn == "Ann"


async def test_field_i3_only_the_newest_deadline_counts(room: Room) -> None:
    """Elsewhere the timeout of a view that had been replaced still fired.

    An answer comes late in its turn: the deadline that it met is called off, and one that had
    rung already does nothing to whoever is asked next.
    """
    await room.open()
    await room.sit("Ann", "Ben", "Cleo")
    await room.deal()
    room.clock.move(50)
    late = commands.TimeUp(hand=1, question=room.hand.question)
    await room.act(room.turn, Check())
    due = [ring for ring in room.clock.rings if ring.when <= room.clock.now() + 60]
    assert sum(not ring.off for ring in due) == 1
    room.clock.move(59)
    await room.post(late)
    assert len(room.hand.answers) == 1
    room.clock.move(2)
    await room.settle()

    assert len(room.hand.answers) == 2


async def test_field_i5_an_expired_token_stalls_nothing(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere cards and timeouts relied on an old interaction's token, and the game stood still.

    The press here is acknowledged, then its token expires before the answer: the table's message
    is edited without it.
    """
    await dealt(night)
    append, world = hold_the_journal(night, monkeypatch), night.server.world
    pressed = night.board
    await night["Ben"].press("Check", message=pressed)
    monkeypatch.setattr(world, "clock", lambda: time.time() + 16 * 60)
    append.set()
    await night["Ann"].until(lambda: night.turn == "Cleo", "the table to move")

    assert any("50027" in refusal for refusal in night.server.refusals)
    assert night.board is pressed


def hold_the_journal(night: Night, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The journal does not answer until the event is set; presses are acknowledged at once."""
    assert night.bot is not None
    append, go = night.bot.store.append, asyncio.Event()

    async def waits(*line: object) -> bool:
        await go.wait()
        return await append(*line)  # type: ignore[arg-type]

    monkeypatch.setattr(night.bot.store, "append", waits)
    monkeypatch.setattr(answers, "DEFER_AFTER_S", 0.01)
    return go


async def test_field_i6_a_press_is_acknowledged_before_the_database_answers(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere a slow database cost the three seconds that Discord waits, and the answer.

    Here the press is acknowledged while the journal has not answered, and acts when it has.
    """
    assert answers.DEFER_AFTER_S + answers.REQUEST_S / 2 < ANSWER_WITHIN_S
    await dealt(night)
    append = hold_the_journal(night, monkeypatch)
    answer = await night["Ben"].press("Check", message=night.board)
    assert answer.kind == 6
    assert night.turn == "Ben"
    append.set()
    await night["Ann"].until(lambda: night.turn == "Cleo", "the table to move")

    assert not night.server.refusals


async def test_field_i7_an_interaction_delivered_twice_acts_once(night: Night) -> None:
    """Elsewhere the second delivery of an interaction ran the action again.

    Chips are added once. Ann's check ends a street whose next one she opens: that question, as
    like as it is, is not answered by the same press.
    """
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await twice(night, await night["Ben"].slash("table top-up", chips=300))
    assert await night.bank("Ben") == 4_200
    await night.deal("Ann", PLAIN.replace("Td", "9d"))
    await night.act("Check", "Check")
    await twice(night, await night["Ann"].press("Check", message=night.board))

    assert night.table.live is not None
    assert len(night.table.live.hand.answers) == 3
    assert "Fourth street" in night.board_text
    assert night.turn == "Ann"


async def twice(night: Night, answer: object) -> None:
    """Deliver an interaction once more, and wait until the bot has had its say."""
    again = answer.interaction  # type: ignore[attr-defined]
    night.server.world.tell(
        Kind.INTERACTION_SENT,
        guild=again.channel.guild,
        channel=again.channel,
        user=again.user,
        detail=again,
    )
    await asyncio.sleep(0.05)
    await night.settled()


async def test_field_i9_every_press_has_one_owner(night: Night) -> None:
    """Elsewhere a view and a global listener both answered the same press.

    Here each press is answered once, nothing is refused, and the library keeps no view of ours.
    """
    await dealt(night)
    answered: Counter[str] = Counter()
    night.server.on_request.append(
        lambda method, path, *_: answered.update([path] * path.endswith("/callback"))
    )
    for label in ("My cards", "Rules", "More", "Bet 20"):
        await night["Ben"].press(label, message=night.board)
    await night["Ben"].press(custom_id="poker", message=night.board)
    await night.settled()
    assert night.bot is not None

    assert list(answered.values()) == [1] * 5
    assert not night.server.refusals
    assert not night.bot._connection._view_store._views


async def test_field_i11_a_drawing_that_fails_does_not_stop_the_hand(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the hand crashed when the service for pictures did not answer.

    Our boards are text, drawn by ourselves; should that fail, the answer counts all the same and
    the next drawing shows it.
    """
    await dealt(night)

    def breaks(*_: object, **__: object) -> None:
        raise ValueError("no such card")

    with monkeypatch.context() as broken:
        broken.setattr(board, "street", breaks)
        await night["Ben"].press("Bet 20", message=night.board)
        await night.settled()
    await night.pass_time(61)

    assert night.turn == "Ann"
    assert "pot 50" in night.board_text


async def test_field_i12_cards_are_told_without_custom_emojis(night: Night) -> None:
    """Elsewhere cards were blanks where the custom emojis had not been uploaded.

    The application here has none: every card is told by its rank and the sign of its suit.
    """
    assert not night.server.world.emojis
    await dealt(night)
    await night["Ben"].press("My cards", message=night.board)

    for text in (night.board_text, night["Ben"].dms[-1].text, whispered(night, "Ben")):
        assert "A♠︎" in text
        assert not re.search(r"<a?:\w+:\d+>|:\w+_of_\w+:", text)


def test_field_i13_a_raise_is_to_an_amount_on_the_label_and_in_the_id() -> None:
    """Elsewhere "raise 50" was read as by 50 and meant as to 50.

    Bets are fixed, so nobody writes one: the label says "to", the id carries the same number, and
    what is already in front of the player is part of it. The label does not say by how much.
    """
    hand = play(THREE, THREE_DECK, "ben bet 20, cleo raise 40, ann raise 60")
    view = board.street(scene_of(hand))
    raised = next(label for label in labels(view) if label.startswith("Raise"))
    press = next(p for p in map(Press.parse, ids(view)) if p is not None and p.act == "raise")
    before = hand.stacks[1]
    act(hand, "ben raise 80")

    assert raised == "Raise to 80"
    assert press.amount == 80
    assert before - hand.stacks[1] == 60
