"""Lost connections: what is replayed, when a session ends, and how the gateway closes."""

from __future__ import annotations

import asyncio
import sys
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import orjson
import pytest
from aiohttp import ClientWebSocketResponse as Socket

from bot.practice import PracticeServer, sessions
from tests.practice.conftest import TOKEN, Bot, Room, layout

IDENTIFY = {"token": TOKEN, "intents": 1, "properties": {}}
ROUNDS = 5


async def drop(server: PracticeServer) -> None:
    await server.drop_gateway()


async def cut(server: PracticeServer) -> None:
    await server.drop_gateway(code=None)


async def ask_to_reconnect(server: PracticeServer) -> None:
    server.gateway.ask_to_reconnect()


async def invalidate_for_now(server: PracticeServer) -> None:
    server.gateway.invalidate(can_resume=True)


@pytest.mark.parametrize("lose", [drop, cut, ask_to_reconnect, invalidate_for_now])
async def test_a_bot_that_resumes_hears_everything_once_and_in_order(
    room: Room, lose: Callable[[PracticeServer], Awaitable[None]]
) -> None:
    heard: list[str] = []

    async def on_guild_channel_create(channel: Any) -> None:
        heard.append(channel.name)

    room.bot.event(on_guild_channel_create)
    said = []
    for number in range(ROUNDS):
        said += [f"{when}-{number}" for when in ("before", "just-before", "while", "after")]
        room.guild.add_channel(f"before-{number}")
        await room.bot.until(lambda: len(heard) == len(said) - 3)  # noqa: B023 - waited for
        room.guild.add_channel(f"just-before-{number}")
        await lose(room.server)
        room.guild.add_channel(f"while-{number}")
        await room.bot.until(lambda: room.bot.heard.count("RESUMED") > number)  # noqa: B023 - too
        room.guild.add_channel(f"after-{number}")
    await room.bot.until(lambda: len(heard) >= len(said))

    assert heard == said
    assert room.bot.heard.count("READY") == 1


async def test_a_press_while_the_bot_is_away_is_answered_when_it_is_back(room: Room) -> None:
    pressed = []

    @room.answer("call")
    async def call(interaction: Any) -> None:
        pressed.append(interaction.id)
        await interaction.response.defer()

    await room.place().send(view=layout("table", call="Call"))
    for _ in range(ROUNDS):
        await room.server.drop_gateway()
        await room.ann.press("Call")

    assert len(pressed) == len(set(pressed)) == ROUNDS


@pytest.mark.parametrize("code", [4000, None])
async def test_without_its_session_a_bot_identifies_anew_and_has_missed_what_was(
    room: Room, code: int | None
) -> None:
    await room.server.drop_gateway(code=code, can_resume=False)
    room.channel.deny(room.ben.user, "VIEW_CHANNEL")
    await room.bot.until(lambda: room.bot.heard.count("READY") == 2)
    await room.server.connected()

    assert "CHANNEL_UPDATE" not in room.bot.heard
    assert "RESUMED" not in room.bot.heard


async def test_an_invalid_session_is_given_up(room: Room) -> None:
    room.server.gateway.invalidate(can_resume=False)
    await room.bot.until(lambda: room.bot.heard.count("READY") == 2)

    assert len(room.server.gateway.sessions) == 1


async def test_a_bot_that_is_told_to_go_stays_away(room: Room) -> None:
    await room.server.drop_gateway(code=4014)
    await asyncio.gather(*room.tasks, return_exceptions=True)

    assert room.server.gateway.ready == []


async def test_a_bot_that_says_goodbye_ends_its_session(room: Room) -> None:
    gone = asyncio.Event()
    room.server.gateway.on_presence.append(gone.set)
    await room.bot.close()
    await asyncio.wait_for(gone.wait(), 5)

    assert room.server.gateway.sessions == {}


async def test_one_shard_of_two_hears_only_what_it_missed_itself(room: Room) -> None:
    await room.bot.close()
    room.bot = Bot(shard_count=2)
    await room.connect(room.bot, shards=2)
    heard = []

    async def on_guild_channel_create(channel: Any) -> None:
        heard.append(channel.name)

    room.bot.event(on_guild_channel_create)
    await room.server.drop_gateway()
    room.guild.add_channel("side game")
    await room.bot.until(lambda: room.bot.heard.count("RESUMED") == 2 and bool(heard))

    assert heard == ["side game"]


async def test_the_bot_takes_as_many_shards_as_it_is_advised(room: Room) -> None:
    await room.bot.close()
    room.server.gateway.shards = 2
    room.bot = Bot(shard_count=None)
    await room.connect(room.bot, shards=2)

    assert {session.shard for session in room.server.gateway.ready} == {(0, 2), (1, 2)}


# The same, by hand


@asynccontextmanager
async def line(
    server: PracticeServer, op: int | None = None, **content: object
) -> AsyncIterator[Socket]:
    """A websocket that has got its hello and has sent this."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        if op is not None:
            await socket.send_json({"op": op, "d": content})
        yield socket


def resume(room: Room, session: str, sequence: int) -> Any:
    return line(room.server, 6, token=TOKEN, session_id=session, seq=sequence)


async def read(socket: Socket, *, until: str) -> list[dict[str, Any]]:
    """All events up to the first of this name."""
    found = [await socket.receive_json(timeout=5)]
    while found[-1]["t"] != until:
        found.append(await socket.receive_json(timeout=5))
    return found


async def lost_session(room: Room) -> str:
    """A session that has had READY and GUILD_CREATE, and was cut."""
    async with line(room.server, 2, **IDENTIFY) as socket:
        ready, *_ = await read(socket, until="GUILD_CREATE")
        await room.server.gateway.drop(code=None)
    return str(ready["d"]["session_id"])


async def test_a_resumed_session_goes_on_from_the_number_that_the_bot_names(room: Room) -> None:
    session = await lost_session(room)
    room.guild.add_channel("side game")
    async with resume(room, session, 1) as socket:
        events = await read(socket, until="RESUMED")

    names = ["GUILD_CREATE", "CHANNEL_CREATE", "RESUMED"]
    assert [(event["t"], event["s"]) for event in events] == [*zip(names, (2, 3, 4), strict=True)]


async def test_the_newest_connection_takes_a_session_over(room: Room) -> None:
    async with line(room.server, 2, **IDENTIFY) as dead:
        ready, *_ = await read(dead, until="GUILD_CREATE")
        async with resume(room, ready["d"]["session_id"], 2) as socket:
            await read(socket, until="RESUMED")
            room.guild.add_channel("side game")
            await read(socket, until="CHANNEL_CREATE")

        assert (await dead.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSED


@pytest.mark.parametrize("away_s", [sessions.SESSION_LIFE_S - 1, sessions.SESSION_LIFE_S + 1])
async def test_a_session_waits_two_minutes(room: Room, away_s: float) -> None:
    session = await lost_session(room)
    room.clock.ahead_s += away_s
    async with resume(room, session, 2) as socket:
        answer = await socket.receive_json(timeout=5)

    is_over = away_s > sessions.SESSION_LIFE_S
    assert (answer["op"], answer["d"] if is_over else answer["t"]) == (
        (9, False) if is_over else (0, "RESUMED")
    )


async def test_what_is_no_longer_kept_cannot_be_resumed(room: Room) -> None:
    session = await lost_session(room)
    for number in range(sessions.RECENT_MAX):
        room.server.gateway.sessions[session].dispatch("TYPING_START", {"number": number})
    async with resume(room, session, 1) as socket:
        assert await socket.receive_json(timeout=5) == {"op": 9, "t": None, "s": None, "d": False}
    async with resume(room, session, 2) as socket:
        assert len(await read(socket, until="RESUMED")) == sessions.RECENT_MAX + 1


async def test_nobody_resumes_a_session_that_never_was(room: Room) -> None:
    async with resume(room, "session-99", 0) as socket:
        assert (await socket.receive_json(timeout=5))["op"] == 9


async def test_a_heartbeat_is_acknowledged_even_before_identifying(room: Room) -> None:
    async with line(room.server) as socket:
        await socket.send_json({"op": 1, "d": None})

        assert (await socket.receive_json(timeout=5))["op"] == 11


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["no json"], 4002),
        (['{"op": 1, "d": "' + "x" * 4096 + '"}'], 4002),
        (['{"op": 99}'], 4001),
        (['{"op": 3, "d": {}}'], 4003),
        ([orjson.dumps({"op": 2, "d": {**IDENTIFY, "token": "wrong"}}).decode()], 4004),
        ([orjson.dumps({"op": 2, "d": {**IDENTIFY, "shard": [2, 2]}}).decode()], 4010),
        ([orjson.dumps({"op": 2, "d": IDENTIFY}).decode()] * 2, 4005),
    ],
)
async def test_a_connection_that_breaks_the_rules_is_closed_with_its_code(
    room: Room, frames: list[str], code: int
) -> None:
    async with line(room.server) as socket:
        for frame in frames:
            await socket.send_str(frame)
        async for _ in socket:
            pass  # what came before the close

    assert socket.close_code == code


@pytest.mark.parametrize(("token", "sequence", "code"), [(TOKEN, 99, 4007), ("wrong", 1, 4004)])
async def test_a_wrong_resume_is_closed_with_its_code(
    room: Room, token: str, sequence: int, code: int
) -> None:
    session = await lost_session(room)
    async with line(room.server, 6, token=token, session_id=session, seq=sequence) as socket:
        await socket.receive(timeout=5)

    assert socket.close_code == code


@pytest.fixture
async def limited() -> AsyncIterator[tuple[PracticeServer, list[float]]]:
    """A server with limits, and the time on its clock, which stands still."""
    now = [1_800_000_000.0]
    server = PracticeServer(token=TOKEN, clock=lambda: now[0], rate_limits=True)
    await server.start()
    yield server, now
    await server.stop()


Limited = tuple[PracticeServer, list[float]]


async def test_a_shard_identifies_once_in_five_seconds(limited: Limited) -> None:
    server, now = limited
    ops = []
    for shard, later_s in ((0, 0.0), (0, 4.9), (1, 0.0), (16, 0.0), (0, 0.1)):
        now[0] += later_s
        async with line(server, 2, **IDENTIFY, shard=[shard, 32]) as socket:
            ops.append((await socket.receive_json(timeout=5))["op"])

    assert ops == [0, 9, 0, 9, 0]


async def test_a_connection_may_send_120_frames_a_minute(limited: Limited) -> None:
    async with line(limited[0]) as socket:
        for _ in range(120):
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json(timeout=5))["op"] == 11
        await socket.send_json({"op": 1, "d": None})
        await socket.receive(timeout=5)

    assert socket.close_code == 4008


# Compression


async def frames(server: PracticeServer, compress: str) -> list[Any]:
    """The first three frames, as they come."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.gateway_url}?compress={compress}") as socket,
    ):
        await socket.send_json({"op": 2, "d": IDENTIFY})
        return [(await socket.receive(timeout=5)).data for _ in range(3)]


async def test_frames_come_as_one_zlib_stream_if_asked_for(room: Room) -> None:
    found = await frames(room.server, "zlib-stream")
    stream = zlib.decompressobj()

    assert [orjson.loads(stream.decompress(frame))["op"] for frame in found] == [10, 0, 0]
    assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in found)


async def test_frames_come_as_one_zstd_stream_if_asked_for_and_possible(room: Room) -> None:
    zstandard = pytest.importorskip("zstandard")
    found = await frames(room.server, "zstd-stream")
    stream = zstandard.ZstdDecompressor().decompressobj()

    assert [orjson.loads(stream.decompress(frame))["op"] for frame in found] == [10, 0, 0]


@pytest.mark.parametrize("compress", ["", "gzip", "zstd-stream"])
async def test_frames_come_as_text_where_no_other_way_is_known(
    room: Room, monkeypatch: pytest.MonkeyPatch, compress: str
) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)  # as if it were not installed
    found = await frames(room.server, compress)

    assert [orjson.loads(frame)["op"] for frame in found] == [10, 0, 0]
    assert all(isinstance(frame, str) for frame in found)


# Chance


async def story() -> list[tuple[int, str]]:
    """Every event of an evening by a clock that is moved by hand."""
    now = [1_800_000_000.0]
    server = PracticeServer(token=TOKEN, clock=lambda: now[0])
    session = sessions.Session(id="s", intents=1 | 1 << 9 | 1 << 12, shard=(0, 1), connection=None)
    session.lost_at = now[0]
    server.gateway.sessions["s"] = session
    guild = server.world.add_guild("Friday night")
    channel = guild.add_channel("poker")
    ann = server.person("Ann", guild=guild, manage_guild=True)
    ann.go(channel)
    message = ann.say(f"{ann.user.mention} deals")
    now[0] += 0.25
    await ann.press(custom_id="call", message=message, wait=False)
    channel.add_thread("side table").archive()
    guild.remove()
    return list(session.recent)


async def test_the_same_evening_by_the_same_clock_is_the_same_to_the_letter() -> None:
    first, second = await story(), await story()

    assert first == second
    assert "INTERACTION_CREATE" in str(first)
