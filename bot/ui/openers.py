"""Who may open a table, where, and whether the bot could deal there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.table.ids import ServerId
from bot.table.limits import NO_LIMIT
from bot.ui.answers import Reply
from bot.ui.notices import (
    missing_permissions,
    not_an_opener,
    only_in_servers,
    too_many_tables,
    wrong_channel,
)

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.desk import Desk

__all__ = ["OPENER_ROLE", "TABLE_CHANNELS", "why_not_open"]

OPENER_ROLE: Final = "opener_role"
"""Server setting: the id of the role whose members may open tables; none is everybody."""
TABLE_CHANNELS: Final = "table_channels"
"""Server setting: the ids of the channels in which tables may be opened; none is all."""


async def why_not_open(desk: Desk, interaction: discord.Interaction) -> LayoutView | None:
    """What to say to somebody who may not open a table here; None if all is well.

    Admins may open tables whatever the role says, but only where tables are allowed.
    """
    if interaction.guild_id is None or interaction.channel is None:
        return only_in_servers()
    server = ServerId(interaction.guild_id)
    role = await desk.book.setting(server, OPENER_ROLE)
    if isinstance(role, int) and not _has_role(interaction, role):
        return not_an_opener(role)
    channels = await desk.book.setting(server, TABLE_CHANNELS)
    if isinstance(channels, list) and channels and _channel_of(interaction) not in channels:
        return wrong_channel([int(channel) for channel in channels])
    tables = sum(table.server == server for table in desk.floor.tables)
    if desk.tables_most != NO_LIMIT and tables >= desk.tables_most:
        return too_many_tables(desk.tables_most)
    missing = Reply(interaction).missing
    return missing_permissions(missing) if missing else None


def _has_role(interaction: discord.Interaction, role: int) -> bool:
    if interaction.permissions.manage_guild:
        return True
    member = interaction.user
    return isinstance(member, discord.Member) and member.get_role(role) is not None


def _channel_of(interaction: discord.Interaction) -> int | None:
    """The channel, for a thread the channel it belongs to."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return interaction.channel_id
