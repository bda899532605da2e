"""What people and admins do while a hand is played, and what the bot hears and may do then."""

from __future__ import annotations

from typing import Any

import discord

from bot.practice import Permission
from bot.practice.permissions import EVERYONE
from tests.practice.conftest import Room, code_of, layout


async def test_a_deleted_channel_is_unknown_to_every_route(room: Room) -> None:
    place = room.place()
    message = await place.send("the table")
    room.channel.delete()
    await room.bot.until(lambda: "CHANNEL_DELETE" in room.bot.heard)

    assert await code_of(place.send("x")) == 10003
    assert await code_of(message.edit(content="x")) == 10003
    assert await code_of(message.delete()) == 10003


async def test_what_was_whispered_in_a_deleted_channel_cannot_be_changed(room: Room) -> None:
    tokens = []

    @room.answer("cards")
    async def cards(interaction: Any) -> None:
        tokens.append(interaction)
        await interaction.response.send_message("Kd", ephemeral=True)

    await room.place().send(view=layout("table", cards="My cards"))
    await room.ann.press("My cards")
    room.channel.delete()

    assert await code_of(tokens[0].edit_original_response(content="Qd")) == 10008
    assert await code_of(tokens[0].followup.send("Qd")) == 10003


async def test_a_pressed_message_that_is_deleted_cannot_be_updated(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        room.ann.sees("table").delete()
        await interaction.response.edit_message(view=layout("Ann calls"))

    await room.place().send(view=layout("table", call="Call"))
    await room.ann.press("Call", wait=False)

    assert (await room.refused())[0].code == 10008


async def test_a_bot_that_was_removed_has_no_access_and_hears_no_more(room: Room) -> None:
    place = room.place()
    await place.send("the table")
    room.guild.remove()
    await room.bot.until(lambda: "GUILD_DELETE" in room.bot.heard)
    room.guild.add_channel("side game")
    await room.bot.fetch_user(room.ann.user.id)

    assert await code_of(place.send("x")) == 50001
    assert await code_of(room.bot.fetch_guild(room.guild.id)) == 10004
    assert "CHANNEL_CREATE" not in room.bot.heard
    room.ann.sees("the table")


async def test_an_overwrite_lets_nobody_in_who_is_no_member(room: Room) -> None:
    room.channel.allow(room.server.world.bot, "VIEW_CHANNEL", "SEND_MESSAGES")
    place = room.place()
    room.guild.remove()

    assert await code_of(place.send("x")) == 50001


async def test_a_bot_that_was_invited_again_goes_on(room: Room) -> None:
    room.guild.remove()
    await room.bot.until(lambda: not room.bot.guilds)
    room.guild.invite_bot()
    await room.bot.until(lambda: bool(room.bot.guilds))
    await room.place().send("back again")

    assert room.guild.bot_role in room.guild.members[room.server.world.bot.id].roles
    room.ann.sees("back again")


async def test_a_role_that_loses_a_permission_takes_it_from_its_members(room: Room) -> None:
    everyone, own = room.guild.everyone, room.guild.bot_role
    for role in (everyone, own):
        room.guild.change_role(role, role.permissions & ~Permission.SEND_MESSAGES)
    await room.bot.until(lambda: room.bot.heard.count("GUILD_ROLE_UPDATE") == 2)
    me = room.bot.guilds[0].me

    assert not room.place().permissions_for(me).send_messages
    assert await code_of(room.place().send("x")) == 50013
    room.guild.change_role(everyone, EVERYONE)
    await room.place().send("allowed again")


async def test_an_interaction_says_what_the_bot_may_do_now(room: Room) -> None:
    may = []

    @room.answer("call")
    async def call(interaction: Any) -> None:
        may.append((interaction.app_permissions.view_channel,
                    interaction.app_permissions.send_messages))  # fmt: skip
        await interaction.response.defer()

    await room.place().send(view=layout("table", call="Call"))
    await room.ann.press("Call")
    room.channel.deny(room.server.world.bot, "SEND_MESSAGES")
    await room.ann.press("Call")
    room.channel.deny(room.server.world.bot, "VIEW_CHANNEL")
    await room.ann.press("Call")

    assert may == [(True, True), (True, False), (False, False)]
    assert room.bot.heard.count("CHANNEL_UPDATE") == 2


async def test_a_locked_thread_stays_asleep(room: Room) -> None:
    thread = room.channel.add_thread("side table")
    place = await room.bot.fetch_channel(thread.id)
    assert isinstance(place, discord.Thread)
    message = await place.send("hello")
    thread.archive(is_locked=True)
    await room.bot.until(lambda: "THREAD_UPDATE" in room.bot.heard)
    assert await code_of(place.send("x")) == 50083
    assert await code_of(message.edit(content="x")) == 50083
    thread.unarchive()
    await message.edit(content="awake")

    room.ann.sees("awake")


async def test_the_bot_hears_that_its_word_woke_a_thread(room: Room) -> None:
    thread = room.channel.add_thread("side table")
    place = await room.bot.fetch_channel(thread.id)
    assert isinstance(place, discord.Thread)
    thread.archive()
    await room.bot.until(lambda: room.bot.get_channel(thread.id) is None)
    await place.send("woken")
    await room.bot.until(lambda: room.bot.get_channel(thread.id) is not None)

    assert not thread.is_archived


async def test_a_person_without_a_common_server_cannot_be_written_to_until_they_return(
    room: Room,
) -> None:
    user = await room.bot.fetch_user(room.ann.user.id)
    await user.send("your cards")
    room.guild.kick(room.ann.user)
    assert await code_of(user.send("your next card")) == 50278
    room.server.world.add_member(room.guild, room.ann.user)
    await user.send("your last card")

    assert [message.text for message in room.ann.dms] == ["your cards", "your last card"]
