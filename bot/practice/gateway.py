"""The gateway: one websocket a shard, over which the bot hears what happens.

Plain text frames, one JSON object each. A session cannot be resumed: the bot is told so and
identifies again, as Discord makes it do now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson
from aiohttp import web

from bot.practice import wire
from bot.practice.events import Dispatch, dispatches
from bot.practice.faults import ON_TIME
from bot.practice.interactions import Interaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.world import Change, World

    DelaysOf = Callable[[Interaction], tuple[float, ...]]

HEARTBEAT_MS = 41_250
WRONG_TOKEN, NOT_IDENTIFIED, BAD_PAYLOAD, UNKNOWN_OPCODE, BAD_SHARD = 4004, 4003, 4002, 4001, 4010
PAYLOAD_BYTES_MAX = 4096
GUILDS_INTENT = 1


class Op(IntEnum):
    """What a frame is."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket. What is to be sent waits in `outgoing`, so that order is never lost."""

    socket: web.WebSocketResponse
    outgoing: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    sequence: int = 0
    session: str = ""
    intents: int = 0
    shard: tuple[int, int] = (0, 1)

    @property
    def is_identified(self) -> bool:
        """Whether it gets events."""
        return bool(self.session)

    def serves(self, guild_id: int | None) -> bool:
        """Whether a server's events come over this shard; what has no server goes to shard 0."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)

    def wants(self, dispatch: Dispatch) -> bool:
        """Whether the event is for this shard and among its intents."""
        if not self.is_identified or not self.serves(dispatch.guild_id):
            return False
        return not dispatch.intents or bool(self.intents & dispatch.intents)

    def dispatch(self, name: str, data: object) -> None:
        """Queue one event."""
        self.sequence += 1
        self.outgoing.put_nowait({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data})

    def answer(self, op: Op, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.outgoing.put_nowait({"op": op, "t": None, "s": None, "d": data})


class Gateway:
    """All the bot's connections. Listens to the world; `url` is set once the port is known.

    `on_presence` holds functions that are called whenever the bot comes or goes. `delays_of` says
    when the bot hears of an interaction, in seconds from now: once for each number.
    """

    def __init__(self, world: World, token: str, delays_of: DelaysOf) -> None:
        self.url = ""
        self.connections: list[Connection] = []
        self.on_presence: list[Callable[[], None]] = []
        self._world = world
        self._token = token
        self._delays_of = delays_of
        self._sessions = 0
        self._arrival = asyncio.Event()
        world.listeners.append(self._hear)

    @property
    def ready(self) -> list[Connection]:
        """The connections that get events."""
        return [connection for connection in self.connections if connection.is_identified]

    async def connected(self, *, shards: int = 1) -> None:
        """Wait until this many shards have identified."""
        while len({connection.shard for connection in self.ready}) < shards:
            self._arrival.clear()
            await self._arrival.wait()

    async def drop(self, *, code: int = 4000) -> None:
        """Close every connection, as Discord does when it moves its load about."""
        for connection in tuple(self.connections):
            await connection.socket.close(code=code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket route: runs for as long as the bot stays connected."""
        socket = web.WebSocketResponse(max_msg_size=PAYLOAD_BYTES_MAX * 4)
        await socket.prepare(request)
        connection = Connection(socket)
        self.connections.append(connection)
        connection.answer(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["practice"]})
        sender = asyncio.create_task(self._send(connection))
        try:
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    await self._receive(connection, frame.data)
        finally:
            self.connections.remove(connection)
            self._tell_presence()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    async def _send(self, connection: Connection) -> None:
        while True:
            frame = await connection.outgoing.get()
            try:
                await connection.socket.send_str(orjson.dumps(frame).decode())
            except (ConnectionError, RuntimeError):
                return  # the bot hung up; `serve` ends by itself

    async def _receive(self, connection: Connection, text: str) -> None:
        try:
            frame = orjson.loads(text)
            op, data = frame["op"], frame.get("d")
        except (orjson.JSONDecodeError, KeyError, TypeError):
            await connection.socket.close(code=BAD_PAYLOAD)
            return
        match op:
            case Op.HEARTBEAT:
                connection.answer(Op.HEARTBEAT_ACK)
            case Op.IDENTIFY:
                await self._identify(connection, data)
            case Op.RESUME:
                connection.answer(Op.INVALID_SESSION, data=False)
            case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS if not connection.session:
                await connection.socket.close(code=NOT_IDENTIFIED)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass  # nobody here looks at the bot's status, and nobody talks
            case Op.REQUEST_MEMBERS:
                self._give_members(connection, data)
            case _:
                await connection.socket.close(code=UNKNOWN_OPCODE)

    async def _identify(self, connection: Connection, data: dict[str, Any]) -> None:
        if data.get("token") != self._token:
            await connection.socket.close(code=WRONG_TOKEN)
            return
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            await connection.socket.close(code=BAD_SHARD)
            return
        self._sessions += 1
        connection.intents = data.get("intents") or 0
        connection.shard = (number, count)
        connection.session = f"session-{self._sessions}"
        self._greet(connection)
        self._arrival.set()
        self._tell_presence()

    def _tell_presence(self) -> None:
        for listener in self.on_presence:
            listener()

    def _greet(self, connection: Connection) -> None:
        world = self._world
        guilds = [guild for guild in world.guilds.values() if connection.serves(guild.id)]
        connection.dispatch("READY", {
            "v": 10,
            "user": wire.self_json(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": connection.session,
            "resume_gateway_url": self.url,
            "shard": list(connection.shard),
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "_trace": ["practice"],
        })  # fmt: skip
        if connection.intents & GUILDS_INTENT:
            for guild in guilds:
                connection.dispatch("GUILD_CREATE", wire.guild_create_json(guild, world))

    def _give_members(self, connection: Connection, data: dict[str, Any]) -> None:
        """Answer a request for members with those asked for, all in one chunk."""
        guild = self._world.guilds.get(int(data.get("guild_id") or 0))
        if guild is None:
            return
        ids = data.get("user_ids")
        asked = {str(number) for number in (ids if isinstance(ids, list) else [ids])} - {"None"}
        found = [
            wire.member_json(member)
            for member in guild.members.values()
            if (str(member.user.id) in asked if asked else _is_named(member.user.name, data))
        ]
        connection.dispatch("GUILD_MEMBERS_CHUNK", {
            "guild_id": str(guild.id),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(asked - {member["user"]["id"] for member in found}),
            "nonce": data.get("nonce"),
        })  # fmt: skip

    def _hear(self, change: Change) -> None:
        found = dispatches(change, self._world)
        delays: tuple[float, ...] = ON_TIME
        if isinstance(change.detail, Interaction) and found:
            delays = self._delays_of(change.detail)
        for delay_s in delays:
            if delay_s:
                asyncio.get_running_loop().call_later(delay_s, self._send_out, found)
            else:
                self._send_out(found)

    def _send_out(self, found: list[Dispatch]) -> None:
        for dispatch in found:
            for connection in self.ready:
                if connection.wants(dispatch):
                    connection.dispatch(dispatch.name, dispatch.for_intents(connection.intents))


def _is_named(name: str, data: dict[str, Any]) -> bool:
    return name.lower().startswith((data.get("query") or "").lower())
