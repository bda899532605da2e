"""The practice server: routes and gateway on one loopback port or Unix socket."""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import orjson
from aiohttp import web

from bot.practice.addresses import API, DISCORD, at
from bot.practice.errors import DiscordError
from bot.practice.faults import Faults, Refused, ReplyLost, RequestLost, Slow, broken_page
from bot.practice.gateway import Gateway
from bot.practice.interactions import Interactions
from bot.practice.multipart import REQUEST_BYTES_MAX, Body, read_body
from bot.practice.people import Person
from bot.practice.permissions import NOTHING, Permission
from bot.practice.rate_limits import RateLimitedError, RateLimits, Standing
from bot.practice.rest import Call, Rest
from bot.practice.rest_interactions import InteractionRoutes
from bot.practice.web import Web
from bot.practice.world import World

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from ssl import SSLContext

    from bot.practice.interactions import Interaction
    from bot.practice.rest import Reply, Route
    from bot.practice.world import Clock, Guild

log = logging.getLogger(__name__)
HOST = "127.0.0.1"
Hook = Callable[[str, str, "Mapping[str, str]", Any], None]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PracticeServer:
    """A Discord of one bot. Make it, `start` it, connect a bot and `person`s, `stop` it.

    `on_request` holds functions that see every request before it is answered: method, path below
    the API's address, query, and the JSON body (a form's `payload_json`) or None. What one of
    them raises is kept, and `stop` raises it: a bot would only have logged a strange answer.
    `faults` decides what goes wrong; it may be replaced at any time. With `rate_limits` the bot may
    ask no oftener than Discord lets it; each 429 is among the `refusals`.
    """

    def __init__(
        self,
        *,
        token: str = "practice-token",  # noqa: S107 - opens nothing but this
        clock: Clock = time.time,
        bot_name: str = "Practice bot",
        faults: Faults | None = None,
        rate_limits: bool = False,
    ) -> None:
        self.world = World(clock=clock, name=bot_name)
        self.interactions = Interactions(self.world)
        self.faults = faults or Faults()
        self.gateway = Gateway(self.world, token, self._delays_of, is_limited=rate_limits)
        self.on_request: list[Hook] = []
        self.complaints: list[AssertionError] = []
        self.refusals: list[str] = []  # each error answer, oldest first: method, path, error
        self.people: list[Person] = []
        self.port = 0  # where it listens, once it does
        self._web = Web(self.world, self.gateway, self.people)
        self._token = token
        self._rate_limits = RateLimits(self.world) if rate_limits else None
        self._runner: web.AppRunner | None = None
        self._addresses = at(HOST)

    @property
    def api_url(self) -> str:
        """The address that stands for Discord's API, version included."""
        return self._addresses.api

    @property
    def page_url(self) -> str:
        """The address of the page where a person plays; `?as=Ann` says who."""
        assert self._addresses.page is not None, "there is no page under Discord's names"
        return self._addresses.page

    @property
    def gateway_url(self) -> str:
        """The address that stands for Discord's gateway."""
        return self._addresses.gateway

    async def start(
        self, port: int = 0, *, socket: Path | None = None, tls: SSLContext | None = None
    ) -> None:
        """Listen on loopback; port 0 takes any free one.

        With `socket`, listen on that Unix socket and on no port: every address says `localhost`,
        and a client must connect through the socket, whatever the address. With `tls`, the
        addresses are Discord's own, which a client must find at `port`, and there is no page.
        """
        # A bot's body of 25 MiB arrives in a form with little around it.
        app = web.Application(client_max_size=REQUEST_BYTES_MAX + 1024 * 1024)
        self._add_routes(app, has_page=tls is None)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        if socket is None:
            await web.TCPSite(self._runner, HOST, port, ssl_context=tls).start()
            self.port = self._runner.addresses[0][1]
            self._addresses = DISCORD if tls else at(f"{HOST}:{self.port}")
        else:
            await web.UnixSite(self._runner, socket).start()
            self._addresses = at("localhost")
        self.gateway.url = self._addresses.gateway
        self.world.files_url = self._addresses.files

    async def stop(self) -> None:
        """Close everything. Raises: ExceptionGroup of what the hooks found wrong, if anything."""
        await self._web.close()
        await self.gateway.drop(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self.complaints:
            raise ExceptionGroup("requests that were wrong", self.complaints)

    async def connected(self, *, shards: int = 1, timeout_s: float = 10.0) -> None:
        """Wait until the bot is connected with this many shards. Raises: TimeoutError."""
        async with asyncio.timeout(timeout_s):
            await self.gateway.connected(shards=shards)

    async def drop_gateway(self, *, code: int | None = 4000, can_resume: bool = True) -> None:
        """End the bot's connections; it connects again by itself unless the code forbids it.

        Without a code they are cut. If it cannot resume, what happens meanwhile is lost to it.
        """
        await self.gateway.drop(code=code, can_resume=can_resume)

    def person(
        self,
        name: str,
        *,
        guild: Guild | None = None,
        permissions: Permission = NOTHING,
        **also: bool,
    ) -> Person:
        """A new human user, member of `guild` with what everyone may do there and some more.

        What more can also be said by name: `person("Ann", guild=g, manage_guild=True)`.
        """
        for word, is_given in also.items():
            permissions |= Permission[word.upper()] if is_given else NOTHING
        person = Person(self.world.add_user(name), self.world, self.interactions)
        self.people.append(person)
        self._web.watch(person)
        if guild is not None:
            self.world.add_member(guild, person.user, permissions)
        return person

    def _delays_of(self, interaction: Interaction) -> tuple[float, ...]:
        return self.faults.delivery(interaction)

    # Requests

    def _add_routes(self, app: web.Application, *, has_page: bool) -> None:
        for route in Rest(self.world, self.gateway).routes():
            self._add_route(app, route, needs_token=True)
        for route in InteractionRoutes(self.interactions).routes():
            self._add_route(app, route, needs_token=False)
        where: Route = ("GET", "/gateway", lambda _: {"url": self.gateway.url})
        self._add_route(app, where, needs_token=False)
        if has_page:
            self._web.add_routes(app)
        app.router.add_get("/gateway" if has_page else "/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._file)
        app.router.add_route("*", API + "/{rest:.*}", self._unknown)

    def _add_route(self, app: web.Application, route: Route, *, needs_token: bool) -> None:
        method, path, respond = route

        async def carry_out(request: web.Request) -> web.Response:
            standing = Standing()
            try:
                if needs_token and request.headers.get("Authorization") != f"Bot {self._token}":
                    raise DiscordError.of(0)
                body = await read_body(request)
                self._show_hooks(request, body)
                call = Call(path=request.match_info, query=request.query, body=body)
                if needs_token and self._rate_limits is not None:
                    standing = self._rate_limits.take(method, path, call)
                return self._reply(request, respond(call), standing)
            except DiscordError as refusal:
                return self._refuse(request, refusal, standing)

        async def handler(request: web.Request) -> web.StreamResponse:
            return await self._through_trouble(request, carry_out)

        app.router.add_route(method, API + path, handler)

    async def _through_trouble(
        self, request: web.Request, carry_out: Callable[[web.Request], Awaitable[web.Response]]
    ) -> web.Response:
        trouble = self.faults.request(request.method, request.path.removeprefix(API))
        match trouble:
            case RequestLost():
                await request.read()
                return _cut(request)
            case Refused(status):
                await request.read()
                kind, text = broken_page(status)
                return web.Response(text=text, status=status, content_type=kind)
            case Slow(seconds):
                await asyncio.sleep(seconds)
            case _:
                pass
        reply = await carry_out(request)
        return _cut(request) if isinstance(trouble, ReplyLost) else reply

    def _show_hooks(self, request: web.Request, body: Body) -> None:
        for hook in self.on_request:
            try:
                hook(request.method, request.path.removeprefix(API), request.query, body.json)
            except AssertionError as complaint:
                log.warning("%s %s: %s", request.method, request.path, complaint)
                self.complaints.append(complaint)

    def _reply(
        self,
        request: web.Request,
        reply: Reply,
        standing: Standing | RateLimitedError,
        *,
        status: int = 200,
    ) -> web.Response:
        headers = _headers(request) | standing.headers(self.world.clock())
        if reply is None:
            return web.Response(status=204, headers=headers)
        return web.Response(
            body=orjson.dumps(reply), status=status, headers=headers,
            content_type="application/json",
        )  # fmt: skip

    def _refuse(
        self, request: web.Request, refusal: DiscordError, standing: Standing
    ) -> web.Response:
        path = request.path.removeprefix(API)
        self.refusals.append(
            f"{request.method} {path}: {refusal.status} ({refusal.code}) {refusal}"
        )
        log.info("refused: %s", self.refusals[-1])
        when = refusal if isinstance(refusal, RateLimitedError) else standing
        return self._reply(request, refusal.body(), when, status=refusal.status)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        return self._refuse(request, DiscordError(404, 0, "404: Not Found"), Standing())

    async def _file(self, request: web.Request) -> web.StreamResponse:
        number = request.match_info["file"]
        attachment = self.world.files.get(int(number)) if number.isdecimal() else None
        if attachment is None:
            raise web.HTTPNotFound
        kind = attachment.file.content_type
        # The bot names the kind: what it calls a page must not act as a page of this server.
        headers = {"Content-Type": kind, "X-Content-Type-Options": "nosniff",
                   "Content-Security-Policy": "default-src 'none'; sandbox"}  # fmt: skip
        return web.Response(body=attachment.file.content, headers=headers)


def _headers(request: web.Request) -> dict[str, str]:
    """The `Via` that tells a real refusal from a ban, and the name of the route's bucket."""
    resource = request.match_info.route.resource
    bucket = f"{request.method} {resource.canonical if resource else request.path}"
    return {"Via": "1.1 practice", "X-RateLimit-Bucket": f"{zlib.crc32(bucket.encode()):08x}"}


def _cut(request: web.Request) -> web.Response:
    """End the connection at once; what this returns goes nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
