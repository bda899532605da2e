"""The composition root: everything is made here once, joined, and closed in order."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import pkgutil
import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands

import cogs
from bot.store import Store
from bot.table.chance import OsChance
from bot.table.clock import WallClock
from bot.table.commands import Vanish
from bot.table.floor import Floor
from bot.table.ids import ChannelId, ServerId
from bot.table.limits import Limits, SeatLimit
from bot.table.notices import OurFault
from bot.table.ports import StoreFailed
from bot.table.runner import Doors, fault_number
from bot.ui.answers import Reply
from bot.ui.crier import DiscordCrier
from bot.ui.desk import Desk, DeskBot
from bot.ui.door import Door
from bot.ui.notices import draw_notice, not_saved, only_in_servers, unreadable_command
from bot.ui.pace import Pace
from bot.ui.router import Router
from bot.ui.uploads import Uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from bot.settings import Settings
    from bot.table.chance import Chance
    from bot.table.clock import Clock
    from bot.table.ports import Examined

__all__ = ["Axeman", "serve"]

log = logging.getLogger(__name__)

COGS: Final = tuple(f"cogs.{module.name}" for module in pkgutil.iter_modules(cogs.__path__))
"""Every module in the folder: a new game's cog is found by being there."""
HANG_UP_S: Final = 0.5
"""How long to wait until Discord knows that the bot goes."""
DRAIN_S: Final = 3.0
"""How long what is under way may take. With hanging up and closing: less than five seconds."""
LIFE_S: Final = 30.0
SENT: Final = "commands"
"""The note of which commands were sent to Discord."""
READY_WAIT_S: Final = 0.5
"""How long to wait for the next server before the bot calls itself ready."""


class Axeman(DeskBot):
    """The Discord client: it owns the store and the floor, and passes presses to the router."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        limits: Limits | None = None,
        card_pictures: bool = False,
        connector: aiohttp.BaseConnector | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=READY_WAIT_S,
            tree_cls=Tree,
            connector=connector or aiohttp.TCPConnector(limit=0, keepalive_timeout=60),
        )
        self.store = store
        self.clock = clock or WallClock()
        limits = limits or Limits()
        pace = Pace(limits.requests_per_second)
        self.uploads = Uploads(self, store, pace, is_on=card_pictures)
        self.crier = DiscordCrier(self, store, self.clock, pace, self.uploads)
        self.floor = Floor(
            Doors(
                ledger=store,
                tables=store,
                book=store,
                crier=self.crier,
                clock=self.clock,
                chance=chance or OsChance(),
                seat_limit=SeatLimit(limits.seats_per_person, lambda: self.floor.tables),
            )
        )
        self.crier.floor = self.floor
        self.desk = Desk(
            floor=self.floor,
            crier=self.crier,
            ledger=store,
            book=store,
            forgetting=store,
            uploads=self.uploads,
            clock=self.clock,
            tables_most=limits.tables_per_server,
        )
        self.door = Door(self.clock, limits.presses_per_minute)
        self.router = Router(self.floor, self.crier, store, self.door)
        self._taking: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Load the cogs, tell Discord the commands if they changed, take up the tables."""
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync()
        await self.uploads.load()
        tables = await self.floor.revive()
        log.info("%s open tables taken up", tables)

    async def on_ready(self) -> None:
        """Say so in the log, and see to the pictures of cards."""
        log.info("ready as %s on %s servers", self.user, len(self.guilds))
        self.uploads.start()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take presses and windows; commands go their own way."""
        if interaction.type in _OURS:
            task = asyncio.current_task()
            assert task is not None, "an event runs in a task"
            self._taking.add(task)
            try:
                await self.router.take(interaction)
            except Exception as fault:  # noqa: BLE001 - one of the two doors: logged with its number
                await tell_fault(interaction, self.clock.now(), fault)
            finally:
                self._taking.discard(task)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table ends with its channel."""
        self._vanish(ChannelId(channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A table ends with its thread."""
        self._vanish(ChannelId(thread.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Whoever sends the bot away takes the server's tables and books away with it."""
        await self.floor.leave(ServerId(guild.id))
        self.uploads.choose(ServerId(guild.id), four_colours=True)
        await self.store.forget_server(ServerId(guild.id))

    def _vanish(self, channel: ChannelId) -> None:
        runner = self.floor.in_channel(channel)
        if runner is not None:
            runner.post(Vanish())

    async def show_life(self, sign: Path) -> None:
        """Touch a file now and then while Discord hears us; the health check looks at it."""
        while True:
            if self.is_ready() and math.isfinite(self.latency):
                await asyncio.to_thread(sign.touch)
            await asyncio.sleep(LIFE_S)

    async def finish(self) -> None:
        """Hang up, let what is under way end, then close; hands stay in the store as they are.

        Nobody is told: who presses a button now is not heard, and it works again after the start.
        """
        loop = asyncio.get_running_loop()
        await _at_most(HANG_UP_S, *(shard.disconnect() for shard in self.shards.values()))
        until = loop.time() + DRAIN_S
        await self.uploads.close()
        if self._taking:
            await asyncio.wait(self._taking, timeout=DRAIN_S)
        await self.floor.close()
        await self.crier.close(max(0.0, until - loop.time()))
        await _at_most(HANG_UP_S, self.close())
        await self.http.close()

    async def has_sent_commands(self) -> bool:
        """Whether Discord was sent the slash commands as they are now. Raises: StoreFailed."""
        return await self.store.memo(SENT) == self._digest()

    async def examine_database(self) -> Examined:
        """Whether the database is sound."""
        return await self.store.examine()

    async def _sync(self) -> None:
        """Send the commands if they are not what was sent last."""
        if not await self.has_sent_commands():
            await self.tree.sync()
            await self.store.set_memo(SENT, self._digest())
            log.info("commands sent to Discord")

    def _digest(self) -> str:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


UNREADABLE: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""A command from an app that has not heard of a change yet, or forged."""


class Tree(app_commands.CommandTree["Axeman"]):
    """The slash commands; a fault in one is logged, and answered with its number."""

    async def interaction_check(self, interaction: discord.Interaction[Axeman]) -> bool:
        """Whether a command may be looked at: it comes from a server, and not too fast.

        Discord offers none of them in DMs; a forged one comes all the same.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            return interaction.guild_id is not None
        reply = Reply(interaction)
        if not await interaction.client.door.lets_pass(reply):
            return False
        if interaction.guild_id is None:
            await reply.whisper(only_in_servers())
        return interaction.guild_id is not None

    async def on_error(
        self, interaction: discord.Interaction[Axeman], error: app_commands.AppCommandError
    ) -> None:
        """Answer politely, whatever went wrong."""
        if isinstance(error, app_commands.CheckFailure):
            return  # the check has answered
        if isinstance(error, UNREADABLE):
            log.info("a command could not be read: %s", error)
            await Reply(interaction).whisper(unreadable_command())
            return
        await tell_fault(
            interaction, interaction.client.clock.now(), getattr(error, "original", error)
        )


async def tell_fault(interaction: discord.Interaction, now: float, fault: Exception) -> None:
    """Log a fault of ours with a number, and give the person the number.

    If the database refused, the store has logged it, and nobody needs a number.
    """
    if isinstance(fault, StoreFailed):
        await Reply(interaction).whisper(not_saved())
        return
    number = fault_number(now)
    log.error("fault %s in an interaction", number, exc_info=fault)
    await Reply(interaction).whisper(draw_notice(OurFault(number), None, None))


async def _at_most(seconds: float, *goodbyes: Awaitable[None]) -> None:
    """Say them all at once, and do not wait longer than this for somebody who may be gone."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*goodbyes, return_exceptions=True)


_OURS: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


async def serve(settings: Settings, make: Callable[..., Axeman] = Axeman) -> None:
    """Run the bot, or what `make` makes of a store and settings, until it is told to stop.

    Raises: DatabaseUnusable; discord.LoginFailure if the token is refused.
    """
    if settings.axeman_api_url:
        discord.http.Route.BASE = settings.axeman_api_url
    if settings.axeman_gateway_url:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.axeman_gateway_url)
    with _told_to_stop() as stop:
        async with await Store.open(settings.axeman_database) as store:
            pictures = settings.axeman_card_pictures
            client = make(store, limits=settings.limits, card_pictures=pictures)
            await _run_until(stop, client, settings)


async def _run_until(stop: asyncio.Event, client: Axeman, settings: Settings) -> None:
    assert settings.discord_token is not None, "the command line has asked for a token"
    loop = asyncio.get_running_loop()
    running = loop.create_task(client.start(settings.discord_token.get_secret_value()))
    stopping = loop.create_task(stop.wait())
    life = loop.create_task(client.show_life(settings.sign_of_life))
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    life.cancel()
    if stop.is_set():
        log.info("told to stop: what is under way is finished, hands stay as they are")
        running.cancel()  # it may still be connecting, and must not connect again
    (ended,) = await asyncio.gather(running, return_exceptions=True)
    await client.finish()
    if not stop.is_set() and ended is not None:
        raise ended
    log.info("stopped")


@contextmanager
def _told_to_stop() -> Iterator[asyncio.Event]:
    """Set by SIGTERM and SIGINT. To be told again changes nothing, to the end of the process.

    These are no handlers of the loop, which takes its own away when it closes: a second SIGTERM
    would then cut the process off.
    """
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)
    for number in numbers:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    try:
        yield stop
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
