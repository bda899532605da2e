from typing import Any

import aiohttp
import discord
import pytest

from tests.practice.conftest import Bot, Room, layout


async def test_the_bot_knows_its_servers_and_channels_when_ready(room: Room) -> None:
    assert [guild.name for guild in room.bot.guilds] == ["Friday night"]
    assert room.place().name == "poker"
    assert room.place().permissions_for(room.bot.guilds[0].me).send_messages


async def test_a_wrong_token_is_refused_at_the_door(room: Room) -> None:
    async with Bot() as stranger:
        with pytest.raises(discord.LoginFailure):
            await stranger.login("somebody else's")


async def test_the_gateway_closes_with_4004_on_a_wrong_token(room: Room) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(room.server.gateway_url) as socket,
    ):
        hello = await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}})
        closed = await socket.receive()

    assert hello["op"] == 10
    assert closed.data == 4004


async def test_a_dropped_bot_comes_back_by_itself(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.send_message("still here")

    await room.place().send(view=layout("table", call="Call"))
    await room.server.drop_gateway()
    await room.server.connected()

    assert (await room.ann.press("Call")).text == "still here"


async def test_each_shard_hears_of_its_own_servers_and_shard_0_of_direct_messages(
    room: Room,
) -> None:
    await room.bot.close()
    bot = room.bot = Bot(shard_count=2)
    while {guild.id >> 22 & 1 for guild in room.server.world.guilds.values()} != {0, 1}:
        room.server.world.add_guild("Saturday")
    await room.connect(bot, shards=2)
    await bot.http.send_message(
        int((await bot.http.start_private_message(room.ann.user.id))["id"]),
        params=discord.http.handle_message_parameters(view=layout("dm", seen="Seen")),
    )
    shards = []

    @room.answer("seen")
    async def seen(interaction: Any) -> None:
        shards.append(interaction.guild_id)
        await interaction.response.defer()

    await room.ann.press("Seen")

    assert shards == [None]
    assert {guild.id for guild in bot.guilds} == set(room.server.world.guilds)
    assert all(connection.sequence >= 2 for connection in room.server.gateway.ready)


async def test_two_bots_with_one_token_both_hear_everything(room: Room) -> None:
    second = await room.connect(Bot())
    room.guild.add_channel("side game")
    await room.bot.until(lambda: "CHANNEL_CREATE" in room.bot.heard)
    await second.until(lambda: "CHANNEL_CREATE" in second.heard)

    assert len(room.server.gateway.ready) == 2
    await second.close()


async def test_chat_reaches_the_bot_only_if_it_asked_for_messages(room: Room) -> None:
    asking = await room.connect(Bot(intents=1 | 1 << 9))
    room.ann.say("hello there")
    await asking.until(lambda: "MESSAGE_CREATE" in asking.heard)

    assert "MESSAGE_CREATE" not in room.bot.heard
    await asking.close()


async def test_a_removed_server_and_a_deleted_channel_leave_the_bots_cache(room: Room) -> None:
    other = room.server.world.add_guild("Saturday")
    side = room.guild.add_channel("side game")
    side.delete()
    other.remove()
    await room.bot.until(lambda: "GUILD_DELETE" in room.bot.heard)

    assert room.bot.get_channel(side.id) is None
    assert room.bot.get_guild(other.id) is None
