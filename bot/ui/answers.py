"""Answering an interaction once: in time, in the right form, whatever has become of it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.table.ids import ChannelId, MessageId, PersonId

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from discord.ui import LayoutView, Modal

__all__ = ["NO_PINGS", "TROUBLE", "Reply"]

log = logging.getLogger(__name__)

NO_PINGS: Final = discord.AllowedMentions.none()
TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""What a request to Discord may end in, through no fault of ours."""

DEFER_AFTER_S: Final = 1.5
"""Discord voids an interaction that is not answered within three seconds."""
REQUEST_S: Final = 2.5


class Reply:
    """The one answer to a press, a command or a window.

    Made when the interaction arrives. If nothing answers it within a second and a half it is
    acknowledged, and the answer follows as an edit or a follow-up.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self._used = False
        """Whether the answer itself has been given (an acknowledgement is not one)."""
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        """The acknowledgement, once it is due."""

    @property
    def person(self) -> PersonId:
        """Who pressed or typed."""
        return PersonId(self._interaction.user.id)

    @property
    def name(self) -> str:
        """The name shown in the server."""
        return self._interaction.user.display_name

    @property
    def key(self) -> str:
        """The interaction's id: the same if Discord delivers it twice."""
        return f"press:{self._interaction.id}"

    @property
    def is_admin(self) -> bool:
        """Whether the person may manage the server."""
        return self._interaction.permissions.manage_guild

    @property
    def missing(self) -> list[str]:
        """The permissions that the bot lacks in this channel, in words."""
        mine = self._interaction.app_permissions
        in_thread = isinstance(self._interaction.channel, discord.Thread)
        needed = {
            "View Channel": mine.view_channel,
            "Send Messages in Threads" if in_thread else "Send Messages": (
                mine.send_messages_in_threads if in_thread else mine.send_messages
            ),
        }
        return [name for name, granted in needed.items() if not granted]

    @property
    def message(self) -> tuple[ChannelId, MessageId] | None:
        """The channel message whose component was pressed (or opened the window), if any."""
        message = self._interaction.message
        if message is None or message.flags.ephemeral:
            return None
        return ChannelId(message.channel.id), MessageId(message.id)

    def wait(self) -> None:
        """Let somebody else answer; acknowledge if that takes long."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(DEFER_AFTER_S, self._acknowledge_late)  # seldom comes to pass

    async def update(self, view: LayoutView) -> bool:
        """Answer with the pressed message as it is now; False if Discord did not take it."""
        return await self._once(self._update(view))

    async def whisper(self, *pages: LayoutView, file: discord.File | None = None) -> bool:
        """Answer with a message that only this person sees, or with several.

        A file goes with the first of them, which has to show it.
        """
        return await self._once(self._whisper(pages, [file] if file else []))

    async def add(self, page: LayoutView) -> None:
        """Say something more to somebody who has been answered; lost if Discord is in trouble."""
        page.stop()
        try:
            async with asyncio.timeout(REQUEST_S):
                await self._interaction.followup.send(
                    view=page, ephemeral=True, allowed_mentions=NO_PINGS
                )
        except TROUBLE as fault:
            log.info("nothing more could be said to %s: %s", self.key, fault)

    async def post(self, view: LayoutView) -> tuple[ChannelId, MessageId] | None:
        """Answer with a message for the channel; where it is, None if it could not be the answer.

        That is so if Discord did not take it, or if it comes late: an acknowledgement is seen by
        one person alone, and so would be whatever fills it in.
        """
        posted: list[MessageId] = []
        if not await self._once(self._post(view, posted)) or not posted:
            return None
        assert self._interaction.channel_id is not None, "a command is given in a channel"
        return ChannelId(self._interaction.channel_id), posted[0]

    async def open(self, window: Modal) -> bool:
        """Answer by opening a window; only possible at once."""
        window.stop()  # our router takes what is submitted
        return await self._once(self._interaction.response.send_modal(window))

    async def acknowledge(self) -> bool:
        """Answer without a change or a word."""
        return await self._once(self._say_nothing())

    async def _once(self, sending: Awaitable[object]) -> bool:
        if self._timer is not None:
            self._timer.cancel()
        async with self._lock:
            if self._used:
                _drop(sending)
                return False
            self._used = True
            try:
                async with asyncio.timeout(REQUEST_S):
                    await sending
            except TROUBLE as fault:
                log.info("answer to %s failed: %s", self.key, fault)
                return False
            return True

    async def _update(self, view: LayoutView) -> None:
        response = self._interaction.response
        view.stop()
        if response.is_done():
            await self._interaction.edit_original_response(view=view, allowed_mentions=NO_PINGS)
        else:
            await response.edit_message(view=view, attachments=[], allowed_mentions=NO_PINGS)

    async def _whisper(self, pages: Sequence[LayoutView], files: Sequence[discord.File]) -> None:
        interaction, first = self._interaction, pages[0]
        for page in pages:
            page.stop()
        rest = pages[1:]
        if not interaction.response.is_done():
            await interaction.response.send_message(
                view=first, ephemeral=True, allowed_mentions=NO_PINGS, files=files
            )
        elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(
                view=first, allowed_mentions=NO_PINGS, attachments=files
            )
        else:
            await interaction.followup.send(
                view=first, ephemeral=True, allowed_mentions=NO_PINGS, files=files
            )
        for page in rest:
            await interaction.followup.send(view=page, ephemeral=True, allowed_mentions=NO_PINGS)

    async def _post(self, view: LayoutView, posted: list[MessageId]) -> None:
        view.stop()
        interaction = self._interaction
        if interaction.response.is_done():
            await interaction.delete_original_response()
            return
        sent = await interaction.response.send_message(view=view, allowed_mentions=NO_PINGS)
        assert sent.message_id is not None, "an answer with a message has its id"
        posted.append(MessageId(sent.message_id))

    async def _say_nothing(self) -> None:
        """Acknowledge; a command would then be "thinking" for a quarter of an hour."""
        await self._acknowledge()
        response = self._interaction.response
        if response.type is discord.InteractionResponseType.deferred_channel_message:
            await self._interaction.delete_original_response()

    async def _acknowledge(self) -> None:
        if not self._interaction.response.is_done():
            await self._interaction.response.defer(ephemeral=True)

    def _acknowledge_late(self) -> None:
        self._late = asyncio.get_running_loop().create_task(self._acknowledge_unless_used())

    async def _acknowledge_unless_used(self) -> None:
        async with self._lock:
            if self._used:
                return
            try:
                async with asyncio.timeout(REQUEST_S):
                    await self._acknowledge()
            except TROUBLE as fault:
                log.info("acknowledging %s failed: %s", self.key, fault)


def _drop(sending: Awaitable[object]) -> None:
    """Close a coroutine that will not be awaited."""
    close = getattr(sending, "close", None)
    if close is not None:
        close()
