"""The gateway: one websocket a shard, over which the bot hears what happens.

JSON, compressed if the bot asks for it. A bot that lost its connection may come back to its
session, and is then told what it missed.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson
from aiohttp import web

from bot.practice import wire
from bot.practice.compression import packing
from bot.practice.events import DIRECT_MESSAGES, GUILD_MESSAGES, Dispatch, dispatches
from bot.practice.faults import ON_TIME
from bot.practice.interactions import Interaction
from bot.practice.rate_limits import Bucket, Limit
from bot.practice.sessions import Connection, Op, Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.world import Change, World

    DelaysOf = Callable[[Interaction], tuple[float, ...]]

HEARTBEAT_MS = 41_250
PAYLOAD_BYTES_MAX = 4096
MAX_CONCURRENCY = 16
IDENTIFIES = Limit(1, 5.0)  # of the shards whose numbers leave the same rest by max_concurrency
GUILDS_INTENT = 1
MESSAGES_INTENTS = GUILD_MESSAGES | DIRECT_MESSAGES

# Close codes of Discord's
UNKNOWN_OPCODE, BAD_PAYLOAD, NOT_IDENTIFIED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_IDENTIFIED, BAD_SEQUENCE, TOO_MANY_SENDS, BAD_SHARD = 4005, 4007, 4008, 4010
LEFT_FOR_GOOD = {1000, 1001}  # a bot that closes like this does not come back to its session


class Gateway:
    """All the bot's connections. Listens to the world; `url` is set once the port is known.

    `on_presence` holds functions that are called whenever the bot comes or goes. `delays_of` says
    when the bot hears of an interaction, in seconds from now: once for each number. `shards` is
    how many the bot is advised to use.
    """

    def __init__(
        self, world: World, token: str, delays_of: DelaysOf, *, is_limited: bool = False
    ) -> None:
        self.url = ""
        self.shards = 1
        self.connections: list[Connection] = []
        self.sessions: dict[str, Session] = {}
        self.on_presence: list[Callable[[], None]] = []
        self._world = world
        self._token = token
        self._delays_of = delays_of
        self._is_limited = is_limited
        self._identifies: dict[int, Bucket] = {}
        self._sessions_made = 0
        self._arrival = asyncio.Event()
        world.listeners.append(self._hear)

    @property
    def ready(self) -> list[Session]:
        """The sessions that are connected."""
        return [session for session in self.sessions.values() if session.connection is not None]

    async def connected(self, *, shards: int = 1) -> None:
        """Wait until this many shards are connected."""
        while len({session.shard for session in self.ready}) < shards:
            self._arrival.clear()
            await self._arrival.wait()

    async def drop(self, *, code: int | None = 4000, can_resume: bool = True) -> None:
        """Close every connection, as Discord does when it moves its load about.

        Without a code each is cut, as a broken line is. If the bot cannot resume, its sessions end.
        """
        for connection in tuple(self.connections):
            self._part(connection, is_for_good=not can_resume)
            if code is None:
                connection.cut()
            else:
                await connection.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Ask the bot to close each connection and come back."""
        for session in self.ready:
            assert session.connection is not None
            session.connection.answer(Op.RECONNECT)

    def invalidate(self, *, can_resume: bool) -> None:
        """Tell the bot that its sessions are not valid, or not now."""
        for connection in [s.connection for s in self.ready if s.connection is not None]:
            connection.answer(Op.INVALID_SESSION, can_resume)
            if not can_resume:
                self._part(connection, is_for_good=True)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket route: runs for as long as the bot stays connected."""
        # The bot may be gone when its goodbye is answered; its code would be overwritten by that.
        socket = web.WebSocketResponse(max_msg_size=PAYLOAD_BYTES_MAX * 4, autoclose=False)
        await socket.prepare(request)
        connection = Connection(socket, packing(request.query.get("compress")), request.transport)
        self.connections.append(connection)
        connection.answer(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["practice"]})
        sender = asyncio.create_task(connection.send_all())
        try:
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    await self._receive(connection, frame.data)
        finally:
            self.connections.remove(connection)
            self._part(connection, is_for_good=socket.close_code in LEFT_FOR_GOOD)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    def _part(self, connection: Connection, *, is_for_good: bool) -> None:
        session = connection.session
        if session is None:
            return
        session.part(self._world.clock())
        if is_for_good:
            self.sessions.pop(session.id, None)
        self._tell_presence()

    async def _receive(self, connection: Connection, text: str) -> None:
        op, data = _read(text)
        has_session = connection.session is not None
        if self._is_limited and not connection.sends.take(self._world.clock()):
            await connection.socket.close(code=TOO_MANY_SENDS)
            return
        match op:
            case Op.HEARTBEAT:
                connection.answer(Op.HEARTBEAT_ACK)
            case Op.IDENTIFY | Op.RESUME if has_session:
                await connection.socket.close(code=ALREADY_IDENTIFIED)
            case Op.IDENTIFY:
                await self._identify(connection, data)
            case Op.RESUME:
                await self._resume(connection, data)
            case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS if not has_session:
                await connection.socket.close(code=NOT_IDENTIFIED)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass  # nobody here looks at the bot's status, and nobody talks
            case Op.REQUEST_MEMBERS:
                assert connection.session is not None
                self._give_members(connection.session, data)
            case None:
                await connection.socket.close(code=BAD_PAYLOAD)
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
        bucket = self._identifies.setdefault(number % MAX_CONCURRENCY, Bucket(IDENTIFIES))
        if self._is_limited and not bucket.take(self._world.clock()):
            connection.answer(Op.INVALID_SESSION, data=False)
            return
        self._sessions_made += 1
        connection.session = session = Session(
            id=f"session-{self._sessions_made}",
            intents=data.get("intents") or 0,
            shard=(number, count),
            connection=connection,
        )
        self.sessions[session.id] = session
        self._greet(session)
        self._arrived()

    async def _resume(self, connection: Connection, data: dict[str, Any]) -> None:
        self._forget_the_lost()
        session, sequence = self.sessions.get(data.get("session_id", "")), data.get("seq") or 0
        if data.get("token") != self._token:
            await connection.socket.close(code=WRONG_TOKEN)
        elif session is not None and sequence > session.sequence:
            del self.sessions[session.id]
            await connection.socket.close(code=BAD_SEQUENCE)
        elif session is None or not session.remembers(sequence):
            connection.answer(Op.INVALID_SESSION, data=False)
        else:
            self._take_over(session, connection, sequence)

    def _take_over(self, session: Session, connection: Connection, sequence: int) -> None:
        before = session.connection
        if before is not None:  # a line that is dead at the bot's end only
            session.part(self._world.clock())
            before.cut()
        session.resume(connection, sequence)
        self._arrived()

    def _arrived(self) -> None:
        self._arrival.set()
        self._tell_presence()

    def _forget_the_lost(self) -> None:
        now = self._world.clock()
        for session in [one for one in self.sessions.values() if one.is_over(now)]:
            del self.sessions[session.id]

    def _tell_presence(self) -> None:
        for listener in self.on_presence:
            listener()

    def _greet(self, session: Session) -> None:
        world = self._world
        guilds = [guild for guild in world.guilds.values() if session.serves(guild.id)]
        session.dispatch("READY", {
            "v": 10,
            "user": wire.self_json(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "_trace": ["practice"],
        })  # fmt: skip
        if session.intents & GUILDS_INTENT:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", wire.guild_create_json(guild, world))

    def _give_members(self, session: Session, data: dict[str, Any]) -> None:
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
        session.dispatch("GUILD_MEMBERS_CHUNK", {
            "guild_id": str(guild.id),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(asked - {member["user"]["id"] for member in found}),
            "nonce": data.get("nonce"),
        })  # fmt: skip

    def _hear(self, change: Change) -> None:
        self._forget_the_lost()
        if change.message is not None and not self._is_read():
            return  # nobody asked for messages, and one is long to write down
        found = dispatches(change, self._world)
        delays: tuple[float, ...] = ON_TIME
        if isinstance(change.detail, Interaction) and found:
            delays = self._delays_of(change.detail)
        for delay_s in delays:
            if delay_s:
                asyncio.get_running_loop().call_later(delay_s, self._send_out, found)
            else:
                self._send_out(found)

    def _is_read(self) -> bool:
        return any(one.intents & MESSAGES_INTENTS for one in self.sessions.values())

    def _send_out(self, found: list[Dispatch]) -> None:
        for dispatch in found:
            for session in self.sessions.values():
                if session.wants(dispatch):
                    session.dispatch(dispatch.name, dispatch.for_intents(session.intents))


def _is_named(name: str, data: dict[str, Any]) -> bool:
    return name.lower().startswith((data.get("query") or "").lower())


def _read(text: str) -> tuple[int | None, Any]:
    """The number and the content of a frame; no number if it is none."""
    try:
        frame = orjson.loads(text)
        op = frame["op"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None, None
    if len(text.encode()) > PAYLOAD_BYTES_MAX or not isinstance(op, int):
        return None, None
    return op, frame.get("d")
