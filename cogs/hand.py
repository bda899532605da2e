"""`/hand`: what can be looked up about one hand of this channel's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.commands import Look, Sight

if TYPE_CHECKING:
    from bot.ui.desk import DeskBot

Number = app_commands.Range[int, 1, 1_000_000_000]


@app_commands.guild_only()
class HandCog(commands.GroupCog, group_name="hand", group_description="One hand of this table"):
    """The commands about a hand."""

    def __init__(self, bot: DeskBot) -> None:
        self._desk = bot.desk

    @app_commands.command()
    @app_commands.describe(number="The hand's number at this table; the newest if you leave it out")
    async def proof(self, interaction: discord.Interaction, number: Number | None = None) -> None:
        """A file that shows that the deck was sealed before its order could be known."""
        await self._desk.post(
            interaction, lambda reply: Look(answer=reply, sight=Sight.PROOF, hand=number)
        )


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    await bot.add_cog(HandCog(bot))
