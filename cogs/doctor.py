"""`/doctor`: whether everything works here, and how to mend what does not."""

from __future__ import annotations

import asyncio
import platform
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.table.ids import ChannelId
from bot.table.ports import StoreFailed
from bot.ui import doctor
from bot.ui.answers import Reply
from bot.ui.names import plate_name
from bot.ui.notices import not_an_admin

if TYPE_CHECKING:
    from bot.table.ids import PersonId
    from bot.table.ports import Examined
    from bot.ui.desk import DeskBot
    from bot.ui.doctor import Finding
    from bot.ui.uploads import Uploads

EXAMINED_S: Final = 20.0
"""How long reading through the database may take."""
MEMO: Final = "doctor"
VERSIONS: Final = (
    f"Axeman {__version__} · discord.py {discord.__version__} · Python {platform.python_version()}"
)


class DoctorCog(commands.Cog):
    """One command, for admins."""

    def __init__(self, bot: DeskBot) -> None:
        self._bot = bot

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether the person may manage the server; Discord has asked, and so do we."""
        if interaction.permissions.manage_guild:
            return True
        await Reply(interaction).whisper(not_an_admin("Ask one of them to run /doctor here."))
        return False

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def doctor(self, interaction: discord.Interaction) -> None:
        """Look whether everything works here, and how to mend it."""
        assert interaction.channel_id is not None, "a command is given in a channel"
        channel, reply = ChannelId(interaction.channel_id), Reply(interaction)
        reply.wait()
        findings = [
            *_permissions(interaction),
            *await _letters(self._bot, channel, reply.person),
            _pictures(self._bot.desk.uploads),
            *await _database(self._bot),
            doctor.latency(self._bot.latency),
        ]
        await reply.whisper(doctor.draw(channel, findings, VERSIONS))


def _permissions(interaction: discord.Interaction) -> list[Finding]:
    guild = interaction.guild
    return doctor.permissions(
        interaction.app_permissions,
        guild.me.guild_permissions if guild is not None and guild.me is not None else None,
        in_thread=isinstance(interaction.channel, discord.Thread),
    )


def _pictures(uploads: Uploads) -> Finding:
    return doctor.pictures(len(uploads.missing) if uploads.is_on else None)


async def _letters(bot: DeskBot, channel: ChannelId, person: PersonId) -> list[Finding]:
    crier = bot.desk.crier
    is_reached = await crier.write_to(person, doctor.hello())
    runner = bot.desk.floor.in_channel(channel)
    chairs = runner.table.scene().chairs if runner is not None else ()
    closed = [plate_name(c.name) for c in chairs if crier.has_closed_dms(c.person)]
    return doctor.letters(person_reached=is_reached, closed=closed)


async def _database(bot: DeskBot) -> list[Finding]:
    """The database, and what it remembers of the commands that Discord was sent."""
    examined: Examined | None = None
    with suppress(TimeoutError):
        async with asyncio.timeout(EXAMINED_S):
            examined = await bot.examine_database()
    try:
        await bot.desk.book.set_memo(MEMO, str(round(bot.desk.clock.now())))
        sent = [doctor.commands(are_sent=await bot.has_sent_commands())]
    except StoreFailed:
        return doctor.database(examined, is_writable=False)
    return [*sent, *doctor.database(examined, is_writable=True)]


async def setup(bot: DeskBot) -> None:
    """Add the command."""
    await bot.add_cog(DoctorCog(bot))
