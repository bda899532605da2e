"""`/peek`: your own cards, for you alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.table.commands import Look, Sight

if TYPE_CHECKING:
    from bot.ui.desk import DeskBot


async def setup(bot: DeskBot) -> None:
    """Add the command."""

    @bot.tree.command()
    @app_commands.guild_only()
    async def peek(interaction: discord.Interaction) -> None:
        """Look at your cards; nobody else sees them."""
        await bot.desk.post(interaction, lambda reply: Look(answer=reply, sight=Sight.CARDS))
