"""What may be done by whom, and what the bot says when it lacks a permission itself."""

from __future__ import annotations

import discord
import pytest
import simcord
from discord import app_commands

from tests.simcord.cases import ADMIN, AXE, COMMANDS
from tests.simcord.kit import Night, text_of

OPENING = sorted(command for command in COMMANDS if command.endswith(" open"))
NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
ALL_LOST = (*NEEDED, "embed_links")


# Admins.


@pytest.mark.parametrize("command", ADMIN)
async def test_discord_offers_an_admin_s_command_to_admins_only(night: Night, command: str) -> None:
    with pytest.raises(simcord.SetupError, match="default-member-permissions"):
        await night["Ann"].slash(night.channel, command, **COMMANDS[command])
    assert await night.slash("Rob", command, **COMMANDS[command])


@pytest.mark.parametrize("command", ADMIN)
async def test_an_admin_s_command_is_refused_even_where_discord_let_it_through(
    night: Night, command: str
) -> None:
    await night.let_everybody_use(command.partition(" ")[0])
    before = await the_rules(night)
    result = await night.slash("Ann", command, **COMMANDS[command])

    assert "people who may manage this server" in night.told("Ann", result)
    assert [type(error) for error in night.env.errors] == [app_commands.CheckFailure]
    assert await the_rules(night) == before


async def test_an_admin_changes_the_rules_and_reads_them(night: Night) -> None:
    await night.slash("Rob", "house set", game=AXE, option="ante", value="25")
    assert "25" in await the_rules(night)
    await night.slash("Rob", "house reset", game=AXE, option="ante")

    assert "Nothing is different here" in await the_rules(night)


async def test_rules_and_their_values_complete_themselves(night: Night) -> None:
    assert "pay_seven" in await night.complete("Rob", "house set", "option", "seven", game=AXE)
    values = await night.complete("Rob", "house set", "value", "", game=AXE, option="sevens_tie")

    assert values == ["split", "kickers", "ordinary"]


async def test_a_table_is_closed_by_its_host_or_an_admin(night: Night) -> None:
    await night.deal()
    refused = await night.slash("Ben", "table close")
    assert "Ann" in night.told("Ben", refused)
    assert night.turn
    closed = await night.slash("Rob", "table close")

    assert "closed" in night.told("Rob", closed)
    assert "closed" in text_of(night.public()[-1])


async def test_tables_are_opened_by_a_role_and_by_admins(night: Night) -> None:
    role = night.guild.create_role("Dealers")
    night.people["Esi"] = night.guild.add_member(night.env.create_user("Esi"), roles=[role])
    await night.slash("Rob", "house openers", role=role)
    assert role.mention in night.told("Ann", await night.open())
    assert night.is_public(await night.slash("Esi", "axe open"))
    await night.slash("Esi", "table close")

    assert night.is_public(await night.slash("Rob", "axe open"))


async def test_tables_are_opened_in_one_channel(night: Night) -> None:
    side = night.guild.create_text_channel("side")
    await night.slash("Rob", "house channel", channel=side)
    assert side.mention in night.told("Ann", await night.open())
    night.channel = side

    assert night.is_public(await night.open())


# The bot.


@pytest.mark.parametrize("permission", NEEDED)
@pytest.mark.parametrize("command", OPENING)
async def test_a_table_is_not_opened_where_the_bot_lacks_a_permission(
    night: Night, command: str, permission: str
) -> None:
    await night.set_permission(permission, allowed=False)
    refused = night.told("Ann", await night.slash("Ann", command))
    assert f"I lack *{NEEDED[permission]}* in this channel." in refused
    night.channel = night.guild.create_text_channel("side")

    assert night.is_public(await night.slash("Ann", command))


async def test_a_table_needs_no_permission_to_embed_links(night: Night) -> None:
    await night.set_permission("embed_links", allowed=False)
    await night.deal()

    assert night.turn


async def test_in_a_thread_the_bot_needs_the_permission_for_threads(night: Night) -> None:
    parent = night.bot.get_channel(night.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="side game", type=discord.ChannelType.public_thread)
    await night.set_permission("send_messages_in_threads", allowed=False)
    (night.channel,) = night.channel.threads

    assert "I lack *Send Messages in Threads*" in night.told("Ann", await night.open())


@pytest.mark.parametrize("permission", ALL_LOST)
async def test_every_command_answers_where_the_bot_has_lost_a_permission_in_mid_hand(
    night: Night, permission: str
) -> None:
    await night.deal()
    await night.let_everybody_use("doctor", "house")
    await night.set_permission(permission, allowed=False)
    for command, options in COMMANDS.items():
        result = await night.slash("Cleo", command, **options)
        assert night.is_private("Cleo", result), command

    assert {type(error) for error in night.env.errors} == {app_commands.CheckFailure}


async def test_a_hand_goes_on_when_a_lost_permission_is_back(night: Night) -> None:
    await night.deal()
    await night.set_permission("send_messages", allowed=False)
    for _ in range(3):  # Round the table: the next street cannot be posted.
        await night.go_on()
    assert "Third street" in text_of(night.public()[-1])
    await night.set_permission("send_messages", allowed=True)
    await night.pass_time(61)

    assert "Fourth street" in text_of(night.board)


async def the_rules(night: Night) -> str:
    """What the admin reads of the rules that differ."""
    return night.told("Rob", await night.slash("Rob", "house show", game=AXE))
