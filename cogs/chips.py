"""`/chips`: what you have, the daily chips, who is ahead, and being forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.ids import PersonId, ServerId
from bot.table.ports import StillSeated
from bot.ui import chips
from bot.ui.answers import Reply
from bot.ui.notices import still_seated

if TYPE_CHECKING:
    from bot.ui.desk import DeskBot

DAY_S: Final = 86_400


@app_commands.guild_only()
class ChipsCog(commands.GroupCog, group_name="chips", group_description="Your play chips"):
    """The commands of the bank."""

    def __init__(self, bot: DeskBot) -> None:
        self._desk = bot.desk

    @app_commands.command()
    async def balance(self, interaction: discord.Interaction) -> None:
        """What you have, in the bank and at tables."""
        server, person = _who(interaction)
        reply = Reply(interaction)
        reply.wait()
        bank = await self._desk.ledger.balance(server, person)
        tables = await self._desk.ledger.at_tables(server, person)
        await reply.whisper(chips.balance(reply.name, bank, tables))

    @app_commands.command()
    async def daily(self, interaction: discord.Interaction) -> None:
        """Chips for the asking, once a day."""
        server, person = _who(interaction)
        reply = Reply(interaction)
        reply.wait()
        before = await self._desk.ledger.balance(server, person)
        today = int(self._desk.clock.now() // DAY_S)
        given = await self._desk.ledger.daily(server, person, day=today, key=reply.key)
        after = await self._desk.ledger.balance(server, person)
        view = chips.daily(before, after, next_at=(today + 1) * DAY_S, was_given=given)
        await reply.whisper(view)

    @app_commands.command()
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        """Who has won most from the others on this server."""
        server, _ = _who(interaction)
        reply = Reply(interaction)
        reply.wait()
        await reply.whisper(chips.leaderboard(await self._desk.ledger.standings(server)))

    @app_commands.command(name="forget-me")
    @app_commands.describe(sure="True does it; without it you are told what it means")
    async def forget_me(self, interaction: discord.Interaction, *, sure: bool = False) -> None:
        """Have your name and your chips on this server forgotten."""
        server, person = _who(interaction)
        reply = Reply(interaction)
        if not sure:
            await reply.whisper(chips.what_forgetting_means())
            return
        reply.wait()
        try:
            given_back = await self._desk.forgetting.forget_person(server, person, key=reply.key)
        except StillSeated as refusal:
            await reply.whisper(still_seated(refusal.channel))
        else:
            await reply.whisper(chips.forgotten(given_back))


def _who(interaction: discord.Interaction) -> tuple[ServerId, PersonId]:
    assert interaction.guild_id is not None, "the command exists in servers only"
    return ServerId(interaction.guild_id), PersonId(interaction.user.id)


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    await bot.add_cog(ChipsCog(bot))
