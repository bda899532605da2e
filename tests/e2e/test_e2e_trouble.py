"""A slow store, a lost permission, a Discord that fails: the hand goes on."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.kit import Night, plain
from tests.e2e.test_e2e_hands import PLAIN
from tests.e2e.test_e2e_table import seated


async def test_field_i6_a_slow_store_is_acknowledged_in_time(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    assert night.bot is not None
    append = night.bot.store.append

    async def slow(*line: object) -> bool:
        await asyncio.sleep(2)
        return await append(*line)  # type: ignore[arg-type]

    monkeypatch.setattr(night.bot.store, "append", slow)
    board = night.board
    answer = await night["Ben"].press("Check", message=board)
    assert answer.kind == 6
    await night["Ann"].until(lambda: night.turn == "Cleo", "the table to move")

    assert night.board is board, "the pressed message itself has been brought up to date"


async def test_field_l6_a_permission_lost_in_mid_hand_costs_no_hand(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    night.channel.deny(night.server.world.bot, "SEND_MESSAGES")
    await night.act("Check", "Check")
    await night["Ann"].press("Check", message=night.board)
    await night.settled()
    assert not night.is_asking, "the next street cannot be posted"
    night.channel.allow(night.server.world.bot, "SEND_MESSAGES")
    await night["Dov"].slash("table status")
    assert "Fourth street" in night["Dov"].ephemerals[-1].text
    await night.pass_time(61)

    assert "Fourth street · pot 30" in night.board_text
    assert night.turn == "Ben", "nobody lost a turn that the channel was not told of"


async def test_field_i11_a_drawing_that_fails_does_not_stop_the_hand(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)

    def breaks(*_: object, **__: object) -> None:
        raise ValueError("no such card")

    with monkeypatch.context() as broken:
        broken.setattr("bot.ui.board.street", breaks)
        await night["Ben"].press("Check", message=night.board)
        await night.settled()
    assert night.table.hand is not None
    await night.pass_time(61)

    assert night.turn == "Ann"


async def test_a_look_that_cannot_be_drawn_costs_no_hand(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)

    def breaks(*_: object, **__: object) -> None:
        raise ValueError("no such card")

    with monkeypatch.context() as broken:
        broken.setattr("bot.ui.private.my_cards", breaks)
        await night["Ben"].press("My cards", message=night.board)
    assert "Something broke on my side" in night["Ben"].ephemerals[-1].text
    await night.act("Check")

    assert night.turn == "Cleo"


async def test_a_closed_table_s_buttons_say_so(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    board = night.board
    check = night["Ben"].button("Check").custom_id
    await night["Ann"].slash("table close")
    await night.settled()
    await night["Ben"].press(custom_id=check, message=board)

    assert "This table is closed." in plain(night["Ben"].ephemerals[-1].text)
