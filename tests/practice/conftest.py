"""A practice room with one server, one channel, two people and a bot of a few lines."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import yarl

with warnings.catch_warnings():
    # The library imports audioop, which Python 3.11 warns of, for voice that we do not use.
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord
    from discord import app_commands

from bot.practice import Channel, Guild, Person, PracticeServer
from tests.practice import description

TOKEN = "practice-token"  # noqa: S105 - opens nothing
Handler = Callable[[discord.Interaction[Any]], Awaitable[object]]


class Clock:
    """The real time, and as much later as a test says."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead_s


class Bot(discord.AutoShardedClient):
    """Answers every interaction with the handler of its name: "/table open", a custom id."""

    def __init__(self, *, shard_count: int | None = 1, intents: int = 1) -> None:
        super().__init__(
            intents=discord.Intents._from_value(intents),
            shard_count=shard_count,
            guild_ready_timeout=0.02,
            max_messages=None,
        )
        self.handlers: dict[str, Handler] = {}
        self.failures: list[Any] = []  # exceptions, most of them with Discord's code
        self.heard: list[str] = []
        self._stirred = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        self.tree.on_error = self._on_tree_error  # type: ignore[method-assign]
        self._add_commands()

    def _add_commands(self) -> None:
        table = app_commands.Group(name="table", description="Tables")

        @table.command(name="open", description="Open a table")
        @app_commands.choices(game=[app_commands.Choice(name="Axe", value="axe")])
        async def open_table(
            interaction: discord.Interaction[Any],
            ante: app_commands.Range[int, 1, 100],
            game: str = "axe",
            rival: discord.Member | None = None,
            rules: str = "",
            record: discord.Attachment | None = None,
        ) -> None:
            interaction.extras.update(ante=ante, game=game, rival=rival, rules=rules, record=record)
            await self.handlers["/table open"](interaction)

        @open_table.autocomplete("rules")
        async def complete(
            interaction: discord.Interaction[Any], typed: str
        ) -> list[app_commands.Choice[str]]:
            game = interaction.namespace.game
            return [app_commands.Choice(name=f"{game} {typed}={n}", value=str(n)) for n in (1, 2)]

        @app_commands.command(description="House rules")
        @app_commands.default_permissions(manage_guild=True)
        async def house(interaction: discord.Interaction[Any]) -> None:
            await self.handlers["/house"](interaction)

        self.tree.add_command(table)
        self.tree.add_command(house)

    async def _on_tree_error(self, _: object, error: app_commands.AppCommandError) -> None:
        self._fail(error.__cause__ or error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between shards."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        pressed: Any = interaction.data
        name = pressed.get("custom_id")
        if isinstance(name, str):
            try:
                await self.handlers[name](interaction)
            except (discord.HTTPException, AssertionError, KeyError) as failure:
                self._fail(failure)

    def _fail(self, failure: BaseException) -> None:
        self.failures.append(failure)
        self._stirred.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, looking whenever the bot hears or fails."""
        async with asyncio.timeout(5):
            while not is_so():
                self._stirred.clear()
                await self._stirred.wait()

    async def on_socket_event_type(self, name: str) -> None:
        self.heard.append(name)
        self._stirred.set()


@dataclass(kw_only=True)
class Room:
    """Everything that a test needs."""

    server: PracticeServer
    clock: Clock
    guild: Guild
    channel: Channel
    ann: Person
    ben: Person
    bot: Bot
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def connect(self, bot: Bot, *, shards: int = 1) -> Bot:
        """Start a bot and wait until it has its servers."""
        self.tasks.append(asyncio.create_task(bot.start(TOKEN)))
        await self.server.connected(shards=shards)
        await asyncio.wait_for(bot.wait_until_ready(), 5)
        return bot

    def answer(self, name: str) -> Callable[[Handler], Handler]:
        """Decorator: what the bot does when this command is used or this button is pressed."""

        def keep(handler: Handler) -> Handler:
            self.bot.handlers[name] = handler
            return handler

        return keep

    def place(self) -> discord.TextChannel:
        """The channel as the bot has it."""
        found = self.bot.get_channel(self.channel.id)
        assert isinstance(found, discord.TextChannel)
        return found

    async def refused(self, number: int = 1) -> list[Any]:
        """What went wrong in the bot, once that many things have."""
        await self.bot.until(lambda: len(self.bot.failures) >= number)
        return self.bot.failures


def layout(text: str, **buttons: str) -> discord.ui.LayoutView:
    """A container with a text and buttons: custom id = label."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(discord.ui.TextDisplay(text))
    if buttons:
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        for custom_id, label in buttons.items():
            row.add_item(discord.ui.Button(label=label, custom_id=custom_id))
        container.add_item(row)
    view.add_item(container)
    view.stop()  # the bot routes presses by itself
    return view


async def code_of(awaitable: Awaitable[object]) -> int:
    """The code with which Discord refuses this."""
    with pytest.raises(discord.HTTPException) as refusal:
        await awaitable
    return refusal.value.code


@pytest.fixture
async def room(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    clock = Clock()
    server = PracticeServer(token=TOKEN, clock=clock)
    await server.start()
    server.on_request.append(description.hook)
    monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
    gateway = yarl.URL(server.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    guild = server.world.add_guild("Friday night")
    channel = guild.add_channel("poker")
    ann, ben = (server.person(name, guild=guild) for name in ("Ann", "Ben"))
    ann.go(channel)
    ben.go(channel)
    found = Room(
        server=server, clock=clock, guild=guild, channel=channel, ann=ann, ben=ben, bot=Bot()
    )
    await found.connect(found.bot)
    yield found
    await found.bot.close()
    for task in found.tasks:
        task.cancel()
    await asyncio.gather(*found.tasks, return_exceptions=True)
    await server.stop()
