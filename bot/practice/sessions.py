"""Sessions: what the bot was told in order, and one websocket at a time to tell it through."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

import orjson

from bot.practice.rate_limits import Bucket, Limit

if TYPE_CHECKING:
    from aiohttp import web

    from bot.practice.compression import Pack
    from bot.practice.events import Dispatch

RECENT_MAX = 1000  # events that are kept for a bot that comes back
SESSION_LIFE_S = 120.0  # of a session that has lost its connection
SENDS = Limit(120, 60.0)


class Op(IntEnum):
    """What a frame is."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket. What is to be sent waits in `outgoing`, so that order is never lost."""

    socket: web.WebSocketResponse
    pack: Pack
    transport: asyncio.Transport | None
    outgoing: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    sends: Bucket = field(default_factory=lambda: Bucket(SENDS))
    session: Session | None = None

    def answer(self, op: Op, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.outgoing.put_nowait(orjson.dumps({"op": op, "t": None, "s": None, "d": data}).decode())

    def cut(self) -> None:
        """End it without a word."""
        if self.transport is not None:
            self.transport.abort()

    async def send_all(self) -> None:
        """Send what is queued, until the bot hangs up or this is cancelled."""
        while True:
            frame = self.pack(await self.outgoing.get())
            try:
                if isinstance(frame, bytes):
                    await self.socket.send_bytes(frame)
                else:
                    await self.socket.send_str(frame)
            except (ConnectionError, RuntimeError):
                return


@dataclass(slots=True, eq=False, kw_only=True)
class Session:
    """The events of one shard since it identified. It outlives its connection for a while."""

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    sequence: int = 0
    lost_at: float = 0.0
    # The newest events with their numbers, as they were sent.
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=RECENT_MAX))

    def serves(self, guild_id: int | None) -> bool:
        """Whether a server's events come over this shard; what has no server goes to shard 0."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)

    def wants(self, dispatch: Dispatch) -> bool:
        """Whether the event is for this shard and among its intents."""
        if not self.serves(dispatch.guild_id):
            return False
        return not dispatch.intents or bool(self.intents & dispatch.intents)

    def dispatch(self, name: str, data: object) -> None:
        """Number one event, keep it, and queue it if there is a connection."""
        self.sequence += 1
        frame = {"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data}
        text = orjson.dumps(frame).decode()
        self.recent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.outgoing.put_nowait(text)

    def remembers(self, sequence: int) -> bool:
        """Whether every event after this one is still there."""
        oldest = self.recent[0][0] if self.recent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def resume(self, connection: Connection, sequence: int) -> None:
        """Go on over this connection: what came after `sequence`, then the word that it is all."""
        connection.session, self.connection = self, connection
        for number, text in self.recent:
            if number > sequence:
                connection.outgoing.put_nowait(text)
        self.dispatch("RESUMED", {"_trace": ["practice"]})

    def part(self, now: float) -> None:
        """Lose the connection, for now."""
        if self.connection is not None:
            self.connection.session = None
            self.connection, self.lost_at = None, now

    def is_over(self, now: float) -> bool:
        """Whether the bot was away for too long."""
        return self.connection is None and now - self.lost_at > SESSION_LIFE_S
