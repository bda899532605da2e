"""Every command, by a stranger, the host and an admin, in every situation, before and after a
restart: one answer, seen by whom it is for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
import pytest
import simcord

from bot.table.ids import ChannelId
from tests.simcord.cases import ADMIN, COMMANDS, commands_of
from tests.simcord.kit import Night, text_of

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
    await night.let_everybody_use("house")
    for name in ("Dov", "Ann", "Rob"):
        opens = command.endswith(" open") and not has_table(night)
        result = await night.slash(name, command, **COMMANDS[command])

        if opens:
            assert is_public(night, result)
        else:
            assert is_private(night, name, result)
        assert has_refused_only(night, command, name)


def has_table(night: Night) -> bool:
    return night.bot.floor.in_channel(ChannelId(night.channel.id)) is not None


def is_public(night: Night, result: simcord.InteractionResult) -> bool:
    """Whether the answer is a message that everybody sees."""
    assert result.response is not None
    assert not result.ephemeral
    return all(result.response.id in ids(night.seen_by(name)) for name in night.people)


def is_private(night: Night, name: str, result: simcord.InteractionResult) -> bool:
    """Whether the answer, if there is something to say, is for this person's eyes only."""
    answers = [one for one in (result.response, *result.followups) if one is not None]
    assert result.acknowledged
    for answer in answers:
        assert not answer.flags.loading, "left thinking"
        assert answer.ephemeral
        assert text_of(answer)
        assert [n for n in night.people if answer.id in ids(night.seen_by(n))] == [name]
    return True


def has_refused_only(night: Night, command: str, name: str) -> bool:
    """Whether nothing was raised but the refusal of an admin's command."""
    raised = [type(error) for error in night.env.errors]
    may = command not in ADMIN or name == "Rob"
    return set(raised) <= {discord.app_commands.CheckFailure} and (not may or len(raised) < 3)


def ids(messages: list[discord.Message]) -> set[int]:
    return {message.id for message in messages}
