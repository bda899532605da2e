"""Discord waits three seconds for an answer, however long the disk takes."""

from __future__ import annotations

import pytest

from tests.simcord.cases import COMMANDS
from tests.simcord.kit import Night, buttons, text_of

LATE_S = 2.9
"""A little less than what Discord waits for a first answer."""

TOO_LATE_S = 3.1

pytestmark = pytest.mark.simcord(settle_timeout=1.0)
"""Less than the bot's own patience, so that SimCord's clock alone lets it run out."""


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_is_answered_in_time_though_the_disk_hangs(
    night: Night, command: str
) -> None:
    opens = command.endswith(" open")
    if not opens:
        await night.open()
        await night.sit("Ben", "Rob")
    async with night.disk_hanging():
        result = await night.slash("Rob", command, **COMMANDS[command])
        await night.env.advance_time(LATE_S)
        assert result.acknowledged

    assert night.is_private("Rob", result)
    assert not opens or "Rob has opened a table" in text_of(night.public()[-1])


async def test_an_act_is_answered_in_time_though_the_disk_hangs(night: Night) -> None:
    await night.deal()
    board, turn = night.board, night.turn
    async with night.disk_hanging():
        result = await night.press(turn, "Check", board)
        await night.env.advance_time(LATE_S)
        assert result.acknowledged
        assert night.turn == turn

    assert night.turn != turn
    assert night.board.id == board.id


async def test_a_window_is_answered_in_time_though_the_disk_hangs(night: Night) -> None:
    await night.open()
    shown = await night.press("Ben", "Sit down")
    async with night.disk_hanging():
        result = await night.submit("Ben", shown, amount="500")
        await night.env.advance_time(LATE_S)
        assert result.acknowledged

    assert "1 of 8 seats taken" in text_of(night.public()[0])


@pytest.mark.parametrize("label", ["My cards", "Rules", "More"])
async def test_a_look_needs_no_disk(night: Night, label: str) -> None:
    await night.deal()
    async with night.disk_hanging():
        result = await night.press("Ben", label, night.board)
        assert night.told("Ben", result)
    assert buttons(night.board)


async def test_a_window_that_comes_too_late_breaks_nothing(night: Night) -> None:
    await night.open()
    async with night.disk_hanging():
        shown = await night.press("Ben", "Sit down")
        await night.env.advance_time(TOO_LATE_S)
    assert not shown.acknowledged, "a window cannot be asked time for"
    await night.sit("Ben")

    assert "1 of 8 seats taken" in text_of(night.public()[0])
