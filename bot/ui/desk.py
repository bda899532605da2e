"""The desk: what a slash command needs in order to do its work."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.table.ids import ChannelId, ServerId
from bot.ui.answers import Reply
from bot.ui.notices import no_table, only_in_servers

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.table.clock import Clock
    from bot.table.commands import Command
    from bot.table.floor import Floor
    from bot.table.ports import Book, Examined, Forgetting, Ledger
    from bot.ui.crier import DiscordCrier
    from bot.ui.uploads import Uploads

__all__ = ["Desk", "DeskBot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The floor, the crier, the bank, the book of house rules, who lets go of people, who draws."""

    floor: Floor
    crier: DiscordCrier
    ledger: Ledger
    book: Book
    forgetting: Forgetting
    uploads: Uploads
    clock: Clock
    tables_most: int
    """Open tables that one server may have; 0 is no limit."""
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Tables are opened one after another, so that two at once cannot pass the same check."""

    async def post(
        self, interaction: discord.Interaction, command: Callable[[Reply], Command]
    ) -> None:
        """Put a command into the mailbox of this channel's table, or say that there is none."""
        reply = Reply(interaction)
        if interaction.guild_id is None or interaction.channel_id is None:
            await reply.whisper(only_in_servers())
            return
        runner = self.floor.in_channel(ChannelId(interaction.channel_id))
        if runner is None or runner.table.server != ServerId(interaction.guild_id):
            await reply.whisper(no_table())
            return
        reply.wait()
        made = command(reply)
        runner.post(made)


class DeskBot(commands.AutoShardedBot):
    """A bot with a desk, and what the doctor asks of it; cogs see no more of it."""

    desk: Desk

    async def has_sent_commands(self) -> bool:
        """Whether Discord was sent the slash commands as they are now. Raises: StoreFailed."""
        raise NotImplementedError

    async def examine_database(self) -> Examined:
        """Whether the database is sound."""
        raise NotImplementedError
