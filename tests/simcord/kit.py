"""A game night inside SimCord: another author's Discord, the unmodified bot, a real SQLite file.

Only SimCord's public interface is used. It waits after every act until the bot has nothing left
to do, so nothing here sleeps.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord
from discord import ui

from bot.client import Axeman
from bot.store import Store
from bot.table.chance import SeededChance
from bot.table.commands import Command
from bot.table.runner import MAILBOX_MAX, Doors, Runner
from bot.table.table import Table
from tests.table.kit import HandClock

T = TypeVar("T")

NAMES = ("Ann", "Ben", "Cleo", "Dov")
STACK = "500"


class Mailbox(asyncio.Queue[Command | None]):
    """A table's mailbox that tells SimCord that an empty one waits for people, not for work."""

    def __init__(self, env: simcord.Env, most: int) -> None:
        super().__init__(most)
        self._env = env

    async def get(self) -> Command | None:
        found: Command | None = await self._env.external_wait(
            super().get(), reason="a table waits for its people"
        )
        return found


class SlowStore(Store):
    """The store, on a disk that can be made to hang while Discord's clock goes on."""

    hanging: Callable[[], Awaitable[object]] | None = None

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        if self.hanging is not None:
            await self.hanging()
        return await super()._read(look)

    async def _write(self, act: Callable[[sqlite3.Connection], T]) -> T:
        if self.hanging is not None:
            await self.hanging()
        return await super()._write(act)


class Night:
    """A server with a poker channel, its people, and the bot. Ann is the host, Rob the admin."""

    def __init__(self, env: simcord.Env, database: Path) -> None:
        self.env = env
        self.database = database
        self.guild = env.create_guild("Friday night")
        self.channel = self.guild.create_text_channel("poker")
        self.people = {name: self._member(name) for name in NAMES}
        admins = self.guild.create_role("Hosts", permissions=MANAGE)
        self.people["Rob"] = self.guild.add_member(env.create_user("Rob"), roles=[admins])
        self.acts = 0
        """How often somebody has used a command, pressed or submitted."""

    def _member(self, name: str) -> simcord.MemberActor:
        return self.guild.add_member(self.env.create_user(name))

    def __getitem__(self, name: str) -> simcord.MemberActor:
        return self.people[name]

    @property
    def bot(self) -> Axeman:
        assert isinstance(self.env.bot, Axeman)
        return self.env.bot

    @property
    def clock(self) -> HandClock:
        assert isinstance(self.bot.clock, HandClock)
        return self.bot.clock

    # What people do.

    async def slash(self, name: str, command: str, **options: Any) -> simcord.InteractionResult:
        self.acts += 1
        return await self[name].slash(self.channel, command, **options)

    async def complete(
        self, name: str, command: str, field: str, typed: str, **filled: Any
    ) -> list[Any]:
        """The values that are offered while somebody types."""
        self.acts += 1
        person = self[name]
        choices = await person.autocomplete(self.channel, command, field, typed, **filled)
        return [choice["value"] for choice in choices]

    async def press(
        self, name: str, label: str, message: Shown | None = None
    ) -> simcord.InteractionResult:
        """Press the newest button of this label that the person sees, or one on a message."""
        self.acts += 1
        place = message or self.with_button(name, label)
        return await self[name].click(place, label=label)

    async def submit(
        self, name: str, shown: simcord.InteractionResult, **values: Any
    ) -> simcord.InteractionResult:
        self.acts += 1
        return await self[name].submit_modal(shown, values)

    async def open(self, game: str = "axe", **options: Any) -> simcord.InteractionResult:
        return await self.slash("Ann", f"{game} open", **options)

    async def sit(self, *names: str) -> None:
        for name in names:
            shown = await self.press(name, "Sit down")
            await self.submit(name, shown, amount=STACK)

    async def deal(self, game: str = "axe") -> None:
        """Open a table, seat Ann, Ben and Cleo, and deal a hand."""
        await self.open(game)
        await self.sit("Ann", "Ben", "Cleo")
        await self.press("Ann", "Deal")

    async def go_on(self, *, choice: int = 0) -> simcord.InteractionResult:
        """Whoever is asked presses the first button, the cheapest way on, or another."""
        board = self.board
        result = await self.press(self.turn, buttons(board)[choice].label or "", board)
        return result if result.modal is None else await self.change_a_card(result)

    async def change_a_card(self, shown: simcord.InteractionResult) -> simcord.InteractionResult:
        """Throw the first card away in the window that the one who is asked has opened."""
        assert shown.modal is not None
        (boxes,) = (part["component"] for part in shown.modal["components"] if "component" in part)
        return await self.submit(self.turn, shown, discard=[boxes["options"][0]["value"]])

    async def restart(self) -> None:
        """Stop the bot and start another on the same database; Discord goes on meanwhile."""
        await finish(self.bot)
        await self.env.restart_bot(await a_bot(self.database, self.clock))

    async def pass_time(self, seconds: float) -> None:
        self.clock.move(seconds)
        await self.env.settle()

    @asynccontextmanager
    async def disk_hanging(self) -> AsyncIterator[None]:
        """A while in which the store answers nothing."""
        gate = asyncio.Event()
        store = self.bot.store
        assert isinstance(store, SlowStore)
        store.hanging = lambda: self.env.external_wait(gate.wait(), reason="the disk hangs")
        yield
        store.hanging = None
        gate.set()
        await self.env.settle()

    # What people see.

    def seen_by(self, name: str) -> list[discord.Message]:
        """What is in the channel for this person, oldest first, private answers among it."""
        return self.channel.history(viewer=self[name])

    def public(self) -> list[discord.Message]:
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def with_button(self, name: str, label: str) -> discord.Message:
        for message in reversed(self.seen_by(name)):
            if label in [button.label for button in buttons(message)]:
                return message
        raise AssertionError(f"{name} sees no button {label!r}")

    @property
    def board(self) -> discord.Message:
        """The live street: the newest message that asks somebody."""
        return next(m for m in reversed(self.public()) if ASKED.search(text_of(m)))

    @property
    def is_asking(self) -> bool:
        return any(ASKED.search(text_of(message)) for message in self.public())

    @property
    def turn(self) -> str:
        found = ASKED.search(text_of(self.board))
        assert found is not None
        return next(n for n, person in self.people.items() if person.id == int(found[1]))

    def is_public(self, result: simcord.InteractionResult) -> bool:
        """Whether the answer is a message that everybody sees."""
        assert result.response is not None
        assert not result.ephemeral
        return self._readers(result.response) == list(self.people)

    def is_private(self, name: str, result: simcord.InteractionResult) -> bool:
        """Whether the answer, if there is something to say, is for this person's eyes only."""
        answers = [one for one in (result.response, *result.followups) if one is not None]
        assert result.acknowledged
        for answer in answers:
            assert not answer.flags.loading, "left thinking"
            assert answer.ephemeral
            assert text_of(answer)
            assert self._readers(answer) == [name]
        return True

    def _readers(self, answer: simcord.ResponseMessage) -> list[str]:
        """Who has this message in the channel."""
        return [n for n in self.people if answer.id in {m.id for m in self.seen_by(n)}]

    def told(self, name: str, result: simcord.InteractionResult) -> str:
        """What one person alone was told."""
        assert self.is_private(name, result)
        answers = [one for one in (result.response, *result.followups) if one is not None]
        return "\n".join(text_of(answer) for answer in answers)

    # What the server's admins do.

    async def let_everybody_use(self, *commands: str) -> None:
        """Lift commands' own restrictions, as in Server Settings, Integrations."""
        known = {found.name: found for found in await self.bot.tree.fetch_commands()}
        for command in commands:
            self.guild.set_command_permissions(known[command], {self.guild.default_role: True})

    async def set_permission(self, permission: str, *, allowed: bool) -> None:
        """Allow or deny the bot something in the poker channel."""
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        overwrite = discord.PermissionOverwrite(**{permission: allowed})
        await channel.set_permissions(channel.guild.me, overwrite=overwrite)
        await self.env.settle()

    # The books.

    def callbacks(self) -> Counter[str]:
        """How often each interaction was answered, refused answers included."""
        return Counter(
            request.path for request in self.env.http_requests if request.path.endswith("/callback")
        )

    def everything_was_answered_once(self) -> bool:
        answered = self.callbacks()
        assert set(answered.values()) <= {1}, f"answered more than once: {answered}"
        assert len(answered) == self.acts, f"{self.acts} acts, {len(answered)} answers"
        return True


Shown = discord.Message | simcord.ResponseMessage
MANAGE = discord.Permissions(manage_guild=True)
ASKED = re.compile(r"^### <@(\d+)>", re.MULTILINE)


def text_of(message: Shown) -> str:
    """The words of a message, as a person reads them."""
    parts = _parts(message)
    return "\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay)).replace(
        "\u00a0", " "
    )


def buttons(message: Shown) -> list[ui.Button[Any]]:
    """The buttons that can be pressed, in order."""
    found = [part for part in _parts(message) if isinstance(part, ui.Button)]
    return [button for button in found if not button.disabled and button.url is None]


def _parts(message: Shown) -> list[ui.Item[Any]]:
    whole = message.message if isinstance(message, simcord.ResponseMessage) else message
    view = ui.LayoutView.from_message(whole, timeout=None)
    return list(view.walk_children())


def telling(env: simcord.Env) -> type[Runner]:
    """A table's task as it is, but for its mailbox."""

    class Telling(Runner):
        def __init__(self, table: Table, doors: Doors) -> None:
            super().__init__(table, doors)
            self._mailbox = Mailbox(env, MAILBOX_MAX)

    return Telling


async def a_bot(database: Path, clock: HandClock) -> Axeman:
    store = await SlowStore.open(database, synchronous="OFF")
    bot = Axeman(store, clock=clock, chance=SeededChance(1))
    bot.shard_count = 1  # which Discord would tell it
    return bot


async def finish(bot: Axeman) -> None:
    """What the bot does when it is told to stop."""
    await bot.finish()
    await bot.store.close()
