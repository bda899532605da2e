import io

import discord
import pytest

from bot.practice import Channel, Person
from bot.practice.entities import COMPONENTS_V2
from tests.practice.conftest import Room, code_of, layout


async def text_channel(room: Room, channel: Channel) -> discord.TextChannel | discord.Thread:
    found = await room.bot.fetch_channel(channel.id)
    assert isinstance(found, discord.TextChannel | discord.Thread)
    return found


async def dm(room: Room, person: Person) -> discord.User:
    return await room.bot.fetch_user(person.user.id)


async def test_a_message_is_posted_edited_and_deleted_for_everybody(room: Room) -> None:
    message = await room.place().send(view=layout("pot 40"))
    seen = room.ben.sees("pot 40")
    await message.edit(view=layout("pot 80"))
    room.ben.sees("pot 80")
    await message.delete()

    assert seen.deleted
    assert room.ben.messages() == []
    assert room.ben.ever_saw("pot 40")


async def test_the_same_nonce_gives_the_same_message(room: Room) -> None:
    first = await room.place().send("dealt", nonce="h1.0.0")
    second = await room.place().send("dealt again", nonce="h1.0.0")

    assert first.id == second.id
    assert len(room.ann.messages()) == 1


async def test_a_nonce_is_forgotten_after_some_minutes_and_counts_per_channel(room: Room) -> None:
    side = await text_channel(room, room.guild.add_channel("side"))
    await room.place().send("dealt", nonce="h1.0.0")
    await side.send("dealt", nonce="h1.0.0")
    room.clock.ahead_s += 301
    await room.place().send("dealt", nonce="h1.0.0")

    assert len(room.ann.messages(room.channel)) == 2


async def test_a_file_comes_with_its_text_and_can_be_fetched(room: Room) -> None:
    view = layout("result")
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png")))
    file = discord.File(io.BytesIO(b"\x89PNG\xff"), "hand.png", description="Ann: seven of hearts")
    message = await room.place().send(view=view, file=file)

    assert await message.attachments[0].read() == b"\x89PNG\xff"
    assert room.ann.ever_saw("seven of hearts")
    assert "/attachments/" in room.ann.messages()[0].components[1]["items"][0]["media"]["url"]


async def test_an_edit_keeps_the_files_it_lists(room: Room) -> None:
    files = [discord.File(io.BytesIO(b"x"), name) for name in ("a.txt", "b.txt")]
    message = await room.place().send("two", files=files)
    await message.edit(attachments=[message.attachments[1]])

    assert [a.file.filename for a in room.ann.messages()[0].attachments] == ["b.txt"]


async def test_a_message_of_components_stays_one(room: Room) -> None:
    message = await room.place().send(view=layout("table"))

    assert await code_of(message.edit(content="words")) == 50035
    assert room.ann.messages()[0].flags & COMPONENTS_V2


async def test_only_those_named_in_allowed_mentions_are_pinged(room: Room) -> None:
    both = f"{room.ann.user.mention} {room.ben.user.mention}"
    allowed = discord.AllowedMentions(users=[discord.Object(room.ben.user.id)])
    await room.place().send(both, allowed_mentions=allowed)
    await room.place().send(both, allowed_mentions=discord.AllowedMentions.none())

    assert (len(room.ann.pings), len(room.ben.pings)) == (0, 1)


async def test_missing_permissions_are_refused_by_their_codes(room: Room) -> None:
    place, world = room.place(), room.server.world
    message = await place.send("before")
    room.channel.deny(world.bot, "attach_files")
    assert await code_of(place.send(file=discord.File(io.BytesIO(b"x"), "a.txt"))) == 50013
    room.channel.deny(world.bot, "SEND_MESSAGES")
    assert await code_of(place.send("x")) == 50013
    await message.edit(content="editing needs no such permission")
    room.channel.deny(world.bot, "VIEW_CHANNEL")
    assert await code_of(place.send("x")) == 50001
    room.channel.allow(world.bot, "VIEW_CHANNEL", "SEND_MESSAGES")
    await place.send("back")


async def test_what_is_gone_is_unknown(room: Room) -> None:
    place = room.place()
    message = await place.send("x")
    room.ann.messages()[0].delete()
    assert await code_of(message.edit(content="y")) == 10008
    room.channel.delete()
    assert await code_of(place.send("x")) == 10003
    assert await code_of(room.bot.fetch_user(1)) == 10013
    assert await code_of(room.bot.fetch_guild(1)) == 10004


async def test_closed_direct_messages_are_refused_until_they_are_opened(room: Room) -> None:
    user = await dm(room, room.ann)
    room.ann.close_dms()
    assert await code_of(user.send("your cards")) == 50007
    room.ann.open_dms()
    await user.send("your cards")

    assert [message.text for message in room.ann.dms] == ["your cards"]
    assert not room.ben.ever_saw("your cards")


async def test_a_stranger_cannot_be_written_to(room: Room) -> None:
    user = await dm(room, room.ann)
    room.guild.kick(room.ann.user)

    assert await code_of(user.send("your cards")) == 50278


async def test_a_thread_needs_its_own_permission_and_wakes_when_written_to(room: Room) -> None:
    thread = room.channel.add_thread("side table")
    place = await text_channel(room, thread)
    message = await place.send("hello")
    thread.archive()
    assert await code_of(message.edit(content="x")) == 50083
    await place.send("woken")
    await message.edit(content="x")
    room.channel.deny(room.server.world.bot, "SEND_MESSAGES_IN_THREADS")

    assert await code_of(place.send("y")) == 50013


async def test_emojis_are_uploaded_listed_and_deleted(room: Room) -> None:
    emoji = await room.bot.create_application_emoji(name="7_clubs", image=b"\x89PNG\r\n\x1a\n")
    assert (
        await code_of(room.bot.create_application_emoji(name="7_clubs", image=b"\x89PNG\r\n\x1a\n"))
        == 50035
    )
    assert [one.name for one in await room.bot.fetch_application_emojis()] == ["7_clubs"]
    await emoji.delete()

    assert await room.bot.fetch_application_emojis() == []


async def test_an_emoji_that_is_misnamed_too_large_or_of_another_application_is_refused(
    room: Room,
) -> None:
    http, mine, picture = room.bot.http, room.server.world.application_id, "data:image/png;base64,"

    assert await code_of(http.create_application_emoji(mine, "7 clubs", picture)) == 50035
    large = picture + "A" * (256 * 1024 * 4 // 3 + 100)
    assert await code_of(http.create_application_emoji(mine, "7_clubs", large)) == 50035
    assert await code_of(http.create_application_emoji(mine + 1, "7_clubs", picture)) == 20012
    assert await code_of(http.get_application_emojis(mine + 1)) == 20012
    assert await code_of(http.get_application_emoji(mine, 1)) == 10014
    assert not room.server.world.emojis


async def test_the_application_and_its_members_can_be_fetched(room: Room) -> None:
    assert (await room.bot.application_info()).id == room.server.world.application_id
    guild = room.bot.guilds[0]
    assert (await guild.fetch_member(room.ann.user.id)).display_name == "Ann"
    async with room.place().typing():
        await room.place().send("thinking about it")
    assert [m.content async for m in room.place().history()] == ["thinking about it"]


async def test_a_channel_hidden_from_a_person_shows_them_nothing(room: Room) -> None:
    room.channel.deny(room.ben.user, "VIEW_CHANNEL")
    await room.place().send("secret")

    room.ann.sees("secret")
    assert not room.ben.ever_saw("secret")
    assert room.ben.messages() == []


async def test_every_version_and_every_hidden_string_stays_in_what_a_person_saw(room: Room) -> None:
    message = await room.place().send(view=layout("first", **{"ax1:secret": "Call"}))
    await message.edit(view=layout("second"))

    for text in ("first", "second", "ax1:secret", "Call"):
        assert room.ben.ever_saw(text)


async def test_a_refusal_names_every_fault_by_its_path(room: Room) -> None:
    body = {"content": "x" * 2001, "embeds": [{"title": "x" * 257}]}
    route = discord.http.Route("POST", f"/channels/{room.channel.id}/messages")
    with pytest.raises(discord.HTTPException) as refusal:
        await room.bot.http.request(route, json=body)

    room.server.complaints.clear()  # it was wrong on purpose
    assert "content" in refusal.value.text
    assert "embeds.0.title" in refusal.value.text


async def test_words_must_go_when_a_message_becomes_one_of_components(room: Room) -> None:
    message = await room.place().send("words")

    assert await code_of(message.edit(view=layout("table"))) == 50035
    await message.edit(content=None, view=layout("table"))
    assert room.ann.messages()[0].text == "table"
