"""The bot as it runs against Discord: its own addresses, over TLS, all of them on loopback."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import aiohttp
import discord
import pytest
import trustme
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.client import Axeman
from bot.practice import PracticeServer
from bot.store import Store
from tests.e2e.kit import TOKEN, Night
from tests.e2e.test_e2e_hands import PLAIN, TABLE

# As the library has them: other tests put the practice server's own addresses here later on.
API: Final = discord.http.Route.BASE
GATEWAY: Final = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
HOSTS: Final = ("discord.com", "gateway.discord.gg")


class Loopback(AbstractResolver):
    """Every host is this machine, at one port."""

    def __init__(self, port: int) -> None:
        self.asked: set[str] = set()
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked.add(host)
        return [
            ResolveResult(
                hostname=host, host="127.0.0.1", port=self._port, family=socket.AF_INET, proto=0,
                flags=0,
            )
        ]  # fmt: skip

    async def close(self) -> None:
        """There is nothing to close."""


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
async def server(authority: trustme.CA) -> AsyncIterator[PracticeServer]:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*HOSTS).configure_cert(tls)
    server = PracticeServer(token=TOKEN, bot_name="Axeman")
    await server.start(tls=tls)
    yield server
    await server.stop()


async def test_a_hand_is_played_over_tls_at_discords_own_addresses(
    server: PracticeServer, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", API)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", GATEWAY)
    assert (API, GATEWAY.host) == (server.api_url, yarl.URL(server.gateway_url).host)
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    resolver = Loopback(server.port)
    connector = aiohttp.TCPConnector(resolver=resolver, ssl=trust)
    night = Night(server, tmp_path / "axeman.db")
    async with await Store.open(night.database, synchronous="OFF") as store:
        bot = Axeman(store, clock=night.clock, chance=night.chance, connector=connector)
        night.bot = bot
        running = asyncio.ensure_future(bot.start(TOKEN))
        await server.connected()
        await night.open(**TABLE)
        await night.sit("Ann", "Ben", "Cleo")
        await night.deal("Ann", PLAIN)
        await night.act("Check", "Check", "Check")
        await server.drop_gateway()
        await server.connected()
        assert [session.id for session in server.gateway.ready] == ["session-1"], "it resumed"
        await night.check_down()
        night["Ann"].sees("### Ben wins")
        gone = asyncio.Event()
        server.gateway.on_presence.append(gone.set)
        await bot.finish()
        await running
        await asyncio.wait_for(gone.wait(), 5)

    assert resolver.asked == set(HOSTS)
    assert server.gateway.sessions == {}, "it said goodbye"
    assert night.sums_to_zero()


async def test_who_does_not_trust_the_authority_is_not_talked_to(
    server: PracticeServer,
) -> None:
    connector = aiohttp.TCPConnector(resolver=Loopback(server.port))
    async with aiohttp.ClientSession(connector=connector) as session:
        with pytest.raises(aiohttp.ClientConnectorCertificateError):
            await session.get(f"{server.api_url}/gateway")
