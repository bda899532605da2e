"""Trouble that a test asks for: slow, refused and lost requests, late and doubled events."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.practice import (
    Faults,
    Fine,
    PracticeServer,
    Refused,
    ReplyLost,
    RequestLost,
    Slow,
    Trouble,
)
from tests.practice.conftest import Room, layout

POST = "POST /channels/{channel}/messages"


class Once(Faults):
    """One trouble for the first request of a method and path, and these delays of each event."""

    def __init__(self, trouble: Trouble, room: Room, *, delays: tuple[float, ...] = (0.0,)) -> None:
        self.troubles = {POST.format(channel=room.channel.id): trouble}
        self.delays = delays
        self.asked: list[str] = []
        self.is_asked = asyncio.Event()

    def request(self, method: str, path: str) -> Trouble:
        self.asked.append(f"{method} {path}")
        self.is_asked.set()
        return self.troubles.pop(self.asked[-1], Fine())

    def delivery(self, interaction: object) -> tuple[float, ...]:
        return self.delays


def troubled(room: Room, trouble: Trouble) -> Once:
    room.server.faults = faults = Once(trouble, room)
    return faults


async def test_every_request_of_the_bot_is_asked_about(room: Room) -> None:
    faults = troubled(room, Fine())
    message = await room.place().send("the table")
    await message.delete()

    post = POST.format(channel=room.channel.id)
    assert faults.asked == [post, f"DELETE{post.removeprefix('POST')}/{message.id}"]


async def test_of_a_lost_request_nothing_is_done(room: Room) -> None:
    troubled(room, RequestLost())
    with pytest.raises(aiohttp.ClientError):
        await room.place().send("the table")

    room.ann.sees_no("the table")


async def test_of_a_lost_reply_everything_is_done(room: Room) -> None:
    troubled(room, ReplyLost())
    with pytest.raises(aiohttp.ClientError):
        await room.place().send("the table")

    room.ann.sees("the table")


@pytest.mark.parametrize("status", [500, 502, 503, 504, 520])
async def test_a_refusal_does_nothing_and_looks_like_discords(room: Room, status: int) -> None:
    troubled(room, Refused(status))
    url = f"{room.server.api_url}/channels/{room.channel.id}/messages"
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, json={"content": "the table"}) as reply,
    ):
        found = reply.status, reply.content_type

    kinds = {500: "application/json", 503: "text/plain"}
    assert found == (status, kinds.get(status, "text/html"))
    room.ann.sees_no("the table")


async def test_the_library_tries_again_after_a_502(room: Room) -> None:
    faults = troubled(room, Refused())
    await room.place().send("the table")

    assert faults.asked == [POST.format(channel=room.channel.id)] * 2
    assert len(room.ann.messages()) == 1


async def test_a_slow_request_is_overtaken(room: Room) -> None:
    faults = troubled(room, Slow(0.2))
    slow = room.bot.loop.create_task(room.place().send("first sent"))
    await asyncio.wait_for(faults.is_asked.wait(), 5)
    await (await room.bot.fetch_user(room.ann.user.id)).send("second sent")
    room.ann.sees_no("first sent")
    await slow

    assert [message.text for message in room.ann.messages()] == ["second sent", "first sent"]


async def test_an_event_may_come_twice_or_never(room: Room) -> None:
    ids = []

    @room.answer("call")
    async def call(interaction: Any) -> None:
        ids.append(interaction.id)

    await room.place().send(view=layout("table", call="Call"))
    counts = []
    for delays in ((), (0.0, 0.05)):
        room.server.faults = Once(Fine(), room, delays=delays)
        before = len(ids)
        await room.ann.press("Call", wait=False)
        await room.bot.until(lambda: len(ids) >= before + len(delays))  # noqa: B023 - waited for
        counts.append(len(ids) - before)

    assert counts == [0, 2]
    assert ids[0] == ids[1]


async def test_an_event_may_come_late(room: Room) -> None:
    pressed = []

    @room.answer("call")
    async def call(interaction: Any) -> None:
        pressed.append(interaction.id)

    room.server.faults = Once(Fine(), room, delays=(0.2,))
    await room.place().send(view=layout("table", call="Call"))
    await room.ann.press("Call", wait=False)
    room.guild.add_channel("opened after the press")
    await room.bot.until(lambda: "CHANNEL_CREATE" in room.bot.heard)
    assert pressed == []
    await room.bot.until(lambda: len(pressed) == 1)


async def test_an_event_that_comes_too_late_cannot_be_answered(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        room.clock.ahead_s += 4
        await interaction.response.defer()

    room.server.faults = Once(Fine(), room, delays=(0.05,))
    await room.place().send(view=layout("table", call="Call"))
    await room.ann.press("Call", wait=False)

    assert (await room.refused())[0].code == 10062


async def test_the_server_also_listens_on_a_unix_socket(tmp_path: Path) -> None:
    server = PracticeServer()
    await server.start(socket=tmp_path / "discord.sock")
    connector = aiohttp.UnixConnector(str(tmp_path / "discord.sock"))
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.get(f"{server.api_url}/gateway") as reply,
        session.ws_connect(server.gateway_url) as socket,
    ):
        found = await reply.json()
        hello = await socket.receive_json()
    await server.stop()

    assert server.api_url == "http://localhost/api/v10"
    assert found == {"url": "ws://localhost/gateway"}
    assert hello["op"] == 10
