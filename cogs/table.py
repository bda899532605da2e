"""`/table`: sit down, get up, and what lies between, at the table of this channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table import commands as asked
from bot.table.commands import Sight
from bot.table.ids import ChannelId, PersonId
from bot.ui.answers import Reply
from bot.ui.notices import missing_permissions

if TYPE_CHECKING:
    from bot.ui.desk import DeskBot

Chips = app_commands.Range[int, 1, 1_000_000]


@app_commands.guild_only()
class TableCog(
    commands.GroupCog, group_name="table", group_description="The table in this channel"
):
    """The commands of a table."""

    def __init__(self, bot: DeskBot) -> None:
        self._desk = bot.desk

    @app_commands.command()
    @app_commands.describe(chips="What to bring; the usual buy-in if you leave it out")
    async def join(self, interaction: discord.Interaction, chips: Chips | None = None) -> None:
        """Take a seat."""
        await self._desk.post(interaction, lambda reply: asked.SitDown(answer=reply, chips=chips))
        await self._desk.crier.open_dm(PersonId(interaction.user.id))

    @app_commands.command()
    async def leave(self, interaction: discord.Interaction) -> None:
        """Get up; in a hand you fold, and your chips go home when it is over."""
        await self._desk.post(interaction, lambda reply: asked.GetUp(answer=reply))

    @app_commands.command(name="sit-out")
    async def sit_out(self, interaction: discord.Interaction) -> None:
        """Keep your seat, but be dealt no more hands."""
        await self._desk.post(interaction, lambda reply: asked.SitOut(answer=reply))

    @app_commands.command()
    async def back(self, interaction: discord.Interaction) -> None:
        """Be dealt in again."""
        await self._desk.post(interaction, lambda reply: asked.Back(answer=reply))

    @app_commands.command(name="top-up")
    @app_commands.describe(chips="What to add to your stack, between hands")
    async def top_up(self, interaction: discord.Interaction, chips: Chips) -> None:
        """Add chips to your stack."""
        await self._desk.post(interaction, lambda reply: asked.TopUp(answer=reply, chips=chips))

    @app_commands.command()
    async def start(self, interaction: discord.Interaction) -> None:
        """Deal the next hand now."""
        runner = self._desk.floor.in_channel(ChannelId(interaction.channel_id or 0))
        after = runner.table.hands if runner else 0
        await self._desk.post(interaction, lambda reply: asked.Deal(answer=reply, after=after))

    @app_commands.command()
    async def close(self, interaction: discord.Interaction) -> None:
        """Close the table: for its host and for admins. A hand in play is void."""
        await self._desk.post(interaction, lambda reply: asked.Close(answer=reply, sure=True))

    @app_commands.command()
    async def status(self, interaction: discord.Interaction) -> None:
        """The table in words, for you alone; or what keeps me from dealing here."""
        reply = Reply(interaction)
        if reply.missing:
            await reply.whisper(missing_permissions(reply.missing))
            return
        await self._desk.post(
            interaction, lambda reply: asked.Look(answer=reply, sight=Sight.WORDS)
        )


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    await bot.add_cog(TableCog(bot))
