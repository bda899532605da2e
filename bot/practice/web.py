"""The web page of the practice room, and the socket that it plays through.

Only pages that this server gave out may use the socket: the `Host` must be loopback, and an
`Origin`, where there is one, must be the same place. Else any page open in the browser could play.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson
from aiohttp import web

from bot.practice.entities import DIRECT
from bot.practice.snapshot import person_json
from bot.practice.tab import Tab
from bot.practice.world import Change, Kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.practice.gateway import Gateway
    from bot.practice.people import Person
    from bot.practice.world import World

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGE = Path(__file__).parent / "page"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
REQUEST_BYTES_MAX = 64 * 1024
REQUESTS_AT_ONCE_MAX = 16  # of one tab; more are made to wait
TABS_MAX = 64
TOO_MANY_TABS, TOO_SLOW, GOING_AWAY = 4001, 4002, 1001
PICTURE = re.compile(r"data:(image/(?:png|gif|jpeg|webp));base64,([A-Za-z0-9+/=\s]+)")
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Web:
    """The page's routes and its open tabs. Listens to the world, the gateway and each person."""

    def __init__(self, world: World, gateway: Gateway, people: list[Person]) -> None:
        self._world = world
        self._gateway = gateway
        self._people = people
        self._tabs: dict[Tab, web.WebSocketResponse] = {}
        # Channels where something waits for a person who does not look: user id -> channel ids.
        self._called: dict[int, set[int]] = {}
        world.listeners.append(self._hear_of_everything)
        gateway.on_presence.append(self._tell_everybody)

    def add_routes(self, app: web.Application) -> None:
        """Put the page, its files and its socket into the server."""
        files = sorted(path.name for path in PAGE.iterdir() if path.is_file())
        app.router.add_get("/", self._guarded(_file_route("index.html")))
        for name in files:
            app.router.add_get(f"/page/{name}", self._guarded(_file_route(name)))
        app.router.add_get("/people", self._guarded(self._list_people))
        app.router.add_get("/emojis/{emoji}", self._guarded(self._emoji))
        app.router.add_get("/app", self._guarded(self._serve))

    def watch(self, person: Person) -> None:
        """Follow a new person, whose tabs will hear what they see."""
        person.on_change.append(lambda change: self._hear(person, change))
        self._tell_everybody()

    async def close(self) -> None:
        """Close every tab's socket."""
        for socket in list(self._tabs.values()):
            await socket.close(code=GOING_AWAY)

    # Routes

    def _guarded(self, handler: Handler) -> Handler:
        async def respond(request: web.Request) -> web.StreamResponse:
            if not is_from_here(request.headers.get("Host", ""), request.headers.get("Origin")):
                raise web.HTTPForbidden(text="This page can be used from this computer only.")
            return await handler(request)

        return respond

    async def _list_people(self, _: web.Request) -> web.StreamResponse:
        people = [person_json(person) for person in self._people]
        body = orjson.dumps({"people": people})
        return web.Response(body=body, content_type="application/json", headers=HEADERS)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["emoji"]
        kept = self._world.emoji_pictures.get(int(number)) if number.isdecimal() else None
        picture = PICTURE.fullmatch(kept or "")
        if picture is None:
            raise web.HTTPNotFound
        try:
            content = base64.b64decode(picture[2])
        except binascii.Error:
            raise web.HTTPNotFound from None
        headers = {**HEADERS, "Content-Type": picture[1], "Cache-Control": "max-age=3600"}
        return web.Response(body=content, headers=headers)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        """The socket: runs for as long as the tab stays open."""
        wanted = request.query.get("person", "")
        person = next((one for one in self._people if str(one.user.id) == wanted), None)
        if person is None:
            raise web.HTTPNotFound(text="There is nobody of that number here.")
        socket = web.WebSocketResponse(max_msg_size=REQUEST_BYTES_MAX, heartbeat=30.0)
        await socket.prepare(request)
        if len(self._tabs) >= TABS_MAX:
            await socket.close(code=TOO_MANY_TABS, message=b"too many tabs")
            return socket
        tab = Tab(person, self._world, lambda: self._about_room(person))
        self._tabs[tab] = socket
        sender = asyncio.create_task(_send(tab, socket))
        try:
            tab.refresh(self._people)
            await self._receive(tab, socket)
        finally:
            del self._tabs[tab]
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    async def _receive(self, tab: Tab, socket: web.WebSocketResponse) -> None:
        """Do what the page asks, several things at once: an answer may take three seconds."""
        free = asyncio.Semaphore(REQUESTS_AT_ONCE_MAX)
        pending: set[asyncio.Task[None]] = set()
        try:
            async for frame in socket:
                request = _object(frame.data) if frame.type is aiohttp.WSMsgType.TEXT else None
                if request is None:
                    continue
                await free.acquire()
                task = asyncio.create_task(self._answer(tab, request))
                pending.add(task)
                task.add_done_callback(pending.discard)
                task.add_done_callback(lambda _: free.release())
        finally:
            for task in tuple(pending):
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    async def _answer(self, tab: Tab, request: dict[str, Any]) -> None:
        await tab.answer(request)
        person = tab.person
        match request.get("do"):
            case "look" if tab.channel is not None:
                self._called.get(person.user.id, set()).discard(tab.channel.id)
                self._tell_everybody()
            case "dms":
                self._tell_everybody()
            case "dismiss":
                for other in self._tabs_of(person):
                    other.send({"type": "gone", "id": request.get("message")})
            case "submit" | "cancel":
                for other in self._tabs_of(person):
                    other.send_form()
            case _:
                pass

    # What happens

    def _hear(self, person: Person, change: Change) -> None:
        for tab in self._tabs_of(person):
            tab.hear(change, self._people)
        if self._is_call(person, change):
            assert change.message is not None
            called = self._called.setdefault(person.user.id, set())
            if change.message.channel.id not in called:
                called.add(change.message.channel.id)
                self._tell_everybody()

    def _is_call(self, person: Person, change: Change) -> bool:
        """Whether the bot says something to a person who does not look there."""
        message = change.message
        if message is None or message.deleted or message.author is person.user:
            return False
        is_for_them = message.channel.kind == DIRECT or person.user.id in message.mentioned
        looked_at = [tab.channel for tab in self._tabs_of(person)]
        return is_for_them and message.channel not in looked_at

    def _hear_of_everything(self, change: Change) -> None:
        """People come and go for everybody, not only for those who do."""
        if change.kind in {Kind.MEMBER_JOINED, Kind.MEMBER_LEFT, Kind.ROLE_ADDED}:
            for tab in tuple(self._tabs):
                tab.refresh(self._people)

    def _tabs_of(self, person: Person) -> list[Tab]:
        return [tab for tab in self._tabs if tab.person is person]

    def _tell_everybody(self) -> None:
        for tab in self._tabs:
            tab.send({"type": "room", **self._about_room(tab.person)})

    def _about_room(self, person: Person) -> dict[str, Any]:
        """Who is here, whether the bot is, and where something waits for this person."""
        return {
            "people": [
                person_json(one, is_called=bool(self._called.get(one.user.id)))
                for one in self._people
            ],
            "isBotOnline": bool(self._gateway.ready),
            "called": [str(number) for number in self._called.get(person.user.id, ())],
        }


def is_from_here(host: str, origin: str | None) -> bool:
    """Whether a request is for loopback, and from a page of the same place if from a page."""
    name = re.sub(r":\d+$", "", host).strip("[]")
    return name in LOOPBACK and origin in {None, f"http://{host}"}


async def _send(tab: Tab, socket: web.WebSocketResponse) -> None:
    while not tab.is_behind.is_set():
        frame = await tab.outgoing.get()
        try:
            await socket.send_str(frame)
        except (ConnectionError, RuntimeError):
            return  # the tab was closed; its route ends by itself
    await socket.close(code=TOO_SLOW)


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None


def _file_route(name: str) -> Handler:
    async def respond(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / name, headers=HEADERS)

    return respond
