"""The same bare bot in two Discords: SimCord and our practice server.

It answers nothing by itself, so that a test can say what Discord is asked, well or badly.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import simcord
import yarl
from discord import app_commands

from bot.practice import Person, PracticeServer
from tests.practice.conftest import TOKEN, Clock

Heard = discord.Interaction[Any]

FIELD = {"type": 18, "label": "Field", "component": {"type": 4, "custom_id": "field", "style": 1}}
ROW = {
    "type": 1,
    "components": [{"type": 2, "style": 2, "label": "Press", "custom_id": "press"}],
}


class Bare(discord.AutoShardedClient):
    """Notes every interaction, and leaves the answer to the test."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(intents=intents, shard_count=1, guild_ready_timeout=0.02)
        self.heard: asyncio.Queue[Heard] = asyncio.Queue()
        self.tree = app_commands.CommandTree(self)

        @self.tree.command()
        async def probe(_: Heard) -> None:
            """Leave the answer to the test."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: Heard) -> None:
        self.heard.put_nowait(interaction)


class Place(ABC):
    """A Discord with one channel, one person and the bare bot."""

    def __init__(self, bot: Bare, channel: int) -> None:
        self.bot = bot
        self.channel = channel
        self.messages = f"/channels/{channel}/messages"

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What a request gives. Raises: discord.HTTPException."""
        sent = json.loads(json.dumps(body))  # As the wire would: SimCord takes objects as they are.
        return await self.bot.http.request(discord.http.Route(method, path), json=sent)

    async def answer(self, heard: Heard, kind: int, **about: Any) -> Any:
        """Give an interaction its first answer."""
        path = f"/interactions/{heard.id}/{heard.token}/callback"
        return await self.ask("POST", path, {"type": kind, "data": about})

    def webhook(self, heard: Heard) -> str:
        return f"/webhooks/{heard.application_id}/{heard.token}"

    async def command(self) -> Heard:
        await self._use_command()
        return await self.bot.heard.get()

    async def pressed(self) -> Heard:
        """A press on a button that the bot has just posted."""
        posted = await self.ask("POST", self.messages, {"components": [ROW]})
        await self._press(int(posted["id"]))
        return await self.bot.heard.get()

    async def submitted(self) -> Heard:
        """What was sent from a window that a press had opened."""
        await self.answer(
            await self.pressed(), 9, title="A window", custom_id="window", components=[FIELD]
        )
        await self._submit()
        return await self.bot.heard.get()

    @abstractmethod
    async def _use_command(self) -> None: ...

    @abstractmethod
    async def _press(self, message: int) -> None: ...

    @abstractmethod
    async def _submit(self) -> None: ...

    @abstractmethod
    async def say(self) -> int:
        """The id of a message that the person writes."""

    @abstractmethod
    async def wait(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    async def deny(self, permission: str) -> None:
        """Take a permission from the bot in the channel."""


class InSimCord(Place):
    """SimCord, through its public interface."""

    def __init__(self, env: simcord.Env, bot: Bare) -> None:
        guild = env.create_guild()
        self._env = env
        self._place = guild.create_text_channel("poker")
        self._ann = guild.add_member(env.create_user("Ann"))
        self._shown: simcord.InteractionResult | None = None
        super().__init__(bot, self._place.id)

    async def _use_command(self) -> None:
        await self._ann.slash(self._place, "probe")

    async def _press(self, message: int) -> None:
        (found,) = [m for m in self._place.history() if m.id == message]
        self._shown = await self._ann.click(found, custom_id="press")

    async def _submit(self) -> None:
        assert self._shown is not None
        await self._ann.submit_modal(self._shown, {"field": "words"})

    async def say(self) -> int:
        return (await self._ann.send(self._place, "Good evening.")).id

    async def wait(self, seconds: float) -> None:
        await self._env.advance_time(seconds)

    async def deny(self, permission: str) -> None:
        channel = self.bot.get_channel(self.channel)
        assert isinstance(channel, discord.TextChannel)
        denied = discord.PermissionOverwrite(**{permission: False})
        await channel.set_permissions(channel.guild.me, overwrite=denied)


class InPractice(Place):
    """Our own server, over HTTP."""

    def __init__(self, server: PracticeServer, clock: Clock, bot: Bare) -> None:
        guild = server.world.add_guild("Friday night")
        self._server, self._clock = server, clock
        self._place = guild.add_channel("poker")
        self._ann: Person = server.person("Ann", guild=guild)
        self._ann.go(self._place)
        super().__init__(bot, self._place.id)

    async def _use_command(self) -> None:
        await self._ann.slash("probe", wait=False)

    async def _press(self, message: int) -> None:
        await self._ann.press(message=self._place.messages[message], custom_id="press", wait=False)

    async def _submit(self) -> None:
        await self._ann.submit(field="words", wait=False)

    async def say(self) -> int:
        return self._ann.say("Good evening.").id

    async def wait(self, seconds: float) -> None:
        self._clock.ahead_s += seconds

    async def deny(self, permission: str) -> None:
        self._place.deny(self._server.world.bot, permission)


@asynccontextmanager
async def in_simcord() -> AsyncIterator[Place]:
    bot = Bare()
    async with simcord.run(bot) as env:
        yield InSimCord(env, bot)


@asynccontextmanager
async def in_practice() -> AsyncIterator[Place]:
    clock = Clock()
    server = PracticeServer(token=TOKEN, clock=clock)
    await server.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", server.api_url)
        gateway = yarl.URL(server.gateway_url)
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        bot = Bare()
        place = InPractice(server, clock, bot)
        running = asyncio.create_task(bot.start(TOKEN))
        await server.connected()
        yield place
        await bot.close()
        await running
    await server.stop()
