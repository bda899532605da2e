"""Every command, by a stranger, the host and an admin, in every situation, before and after a
restart: one answer, seen by whom it is for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from discord import app_commands

from bot.table.ids import ChannelId
from tests.simcord.cases import ADMIN, COMMANDS, commands_of
from tests.simcord.kit import Night

Arrange = Callable[[Night], Awaitable[None]]


async def no_table(night: Night) -> None:
    pass


async def a_lobby(night: Night) -> None:
    await night.open()
    await night.sit("Ann", "Ben")


async def a_hand(night: Night) -> None:
    await night.deal()
    await night.go_on()


async def a_restart(night: Night) -> None:
    await a_hand(night)
    await night.restart()


SITUATIONS: tuple[Arrange, ...] = (no_table, a_lobby, a_hand, a_restart)


async def test_every_command_of_the_bot_has_a_case(night: Night) -> None:
    assert commands_of(night.bot) == set(COMMANDS)


async def test_everybody_is_offered_every_command_but_the_admins(night: Night) -> None:
    offered = set(night["Ann"].available_commands(night.channel))

    assert offered == set(COMMANDS) - set(ADMIN)
    assert set(night["Rob"].available_commands(night.channel)) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("arrange", SITUATIONS, ids=lambda arrange: arrange.__name__)
async def test_a_command_is_answered_once_and_to_whom_it_concerns(
    night: Night, arrange: Arrange, command: str
) -> None:
    await arrange(night)
    await night.let_everybody_use("doctor", "house")
    for name in ("Dov", "Ann", "Rob"):
        opens = command.endswith(" open") and not has_table(night)
        result = await night.slash(name, command, **COMMANDS[command])

        if opens:
            assert night.is_public(result)
        else:
            assert night.is_private(name, result)
    assert nothing_was_raised(night, command)


def has_table(night: Night) -> bool:
    return night.bot.floor.in_channel(ChannelId(night.channel.id)) is not None


def nothing_was_raised(night: Night, command: str) -> bool:
    """Whether the bot raised nothing but its refusal of an admin's command."""
    refusals = {app_commands.CheckFailure} if command in ADMIN else set()
    return {type(error) for error in night.env.errors} <= refusals
