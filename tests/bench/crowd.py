"""People at many tables, without clients: they press what is on the wire, and time the answer."""

import asyncio
import copy
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bot.practice import slash
from bot.practice.components import Button
from bot.practice.entities import Channel, Guild, Message, User
from bot.practice.interactions import Interaction, Sent
from bot.practice.server import PracticeServer
from bot.practice.world import Change, Kind
from bot.table.ids import TableId
from bot.ui.emojis import faces_wanted
from bot.ui.ids import Press

ANSWER_S = 10.0
QUIET_S = 0.5
TOLD_S = 180.0
"""What is no answer to a press waits for its turn among fifty requests a second."""
AT_ONCE = 20
"""Tables that are pressed at at the same time."""
STEPS_MAX = 400
"""Answers that may be needed to come to the next betting round."""
FULL_ROUND = ("check",) * 4 + ("bet",) + ("raise",) * 3 + ("call",) * 3
"""Answers of five players with chips to a round of betting; one more call would close it."""
Json = dict[str, Any]


@dataclass(kw_only=True)
class Table:
    """A channel where people play; `people` are five."""

    channel: Channel
    people: list[User]
    layout: list[Json] = field(default_factory=list)
    """What stood on its street's message in the middle of a round."""
    begun: int = 0
    """The newest message on which a round of betting has been seen to begin."""

    @property
    def board(self) -> tuple[Message, dict[str, Button]] | None:
        """The message that asks somebody, and its buttons by act."""
        for message in reversed(self.channel.messages.values()):
            asked = {p.act: b for b, p in _presses(message) if p.question is not None}
            if asked:
                return message, asked
        return None

    @property
    def lobby(self) -> tuple[Message, TableId] | None:
        """The message on which people sit down, and the table it is of."""
        for message in self.channel.messages.values():
            for _, press in _presses(message):
                if press.act == "sit":
                    return message, press.table
        return None

    @property
    def newest(self) -> Message:
        return next(reversed(self.channel.messages.values()))

    def asked(self, message: Message) -> User:
        return next(p for p in self.people if f"### <@{p.id}>" in message.text)


class Crowd:
    """A hundred people, or some other number, five to a table."""

    def __init__(self, server: PracticeServer, tables: int) -> None:
        self._interactions = server.interactions
        self._waiting: dict[int, asyncio.Future[None]] = {}
        world = self.world = server.world
        world.listeners.append(self._hear)
        self.guild: Guild = world.add_guild("Bench")
        self.tables = [
            Table(channel=self.guild.add_channel(f"table-{n}"), people=self._five(n))
            for n in range(tables)
        ]
        self._told_at = 0.0
        self.times: list[float] = []
        """How long each press took to be answered, in seconds, since it was last cleared."""

    def _five(self, table: int) -> list[User]:
        people = [self.world.add_user(f"Player {table}.{n}") for n in range(1, 6)]
        for person in people:
            self.world.add_member(self.guild, person)
        return people

    def _hear(self, change: Change) -> None:
        if change.kind in (Kind.MESSAGE_POSTED, Kind.MESSAGE_EDITED):
            self._told_at = time.perf_counter()
        if change.kind is Kind.INTERACTION_ANSWERED and isinstance(change.detail, Interaction):
            waiting = self._waiting.pop(change.detail.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    async def _send(
        self, kind: Sent, who: User, where: Channel, details: Json, on: Message | None = None
    ) -> None:
        began = time.perf_counter()
        sent = self._interactions.send(kind, user=who, channel=where, details=details, message=on)
        waiting = self._waiting[sent.id] = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(ANSWER_S):
            await waiting
        self.times.append(time.perf_counter() - began)

    async def press(self, who: User, on: Message, custom_id: str) -> None:
        details = {"component_type": 2, "custom_id": custom_id, "id": 1}
        await self._send(Sent.COMPONENT, who, on.channel, details, on)

    async def everywhere(self, does: Callable[[Table], Awaitable[None]]) -> None:
        """Do it at every table, at twenty at once."""
        places = asyncio.Semaphore(AT_ONCE)

        async def at(table: Table) -> None:
            async with places:
                await does(table)

        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(at(table))

    async def quiet(self) -> None:
        """Wait until the bot has told all there is to tell, DMs too."""
        await until(lambda: time.perf_counter() - self._told_at > QUIET_S)

    # At a table of ours.

    @property
    def is_served(self) -> bool:
        """Whether the bot has done what it does once: its commands are known, its cards drawn."""
        faces = faces_wanted(in_two_colours=False)
        return bool(self.world.commands) and len(self.world.emojis) == len(faces)

    async def open(self, table: Table) -> None:
        """Open a table of the first game there is, and seat its people."""
        channel = table.channel
        found = slash.find(self.world, channel, "axe open")
        options = {"rules": "buy_in_max=5000", "turn_seconds": 86_400}
        details = slash.details(found, slash.fill(found, options, channel), channel)
        with suppress(TimeoutError):  # an answer too late to count; the lobby is posted then
            await self._send(Sent.COMMAND, table.people[0], channel, details)
        await until(lambda: table.lobby)
        assert table.lobby is not None
        lobby, number = table.lobby
        for person in table.people:
            sit = Press(table=number, act="sit", amount=4_000)
            with suppress(TimeoutError):
                await self.press(person, lobby, str(sit))

    async def deal(self, table: Table) -> None:
        message, button = next(
            (message, b)
            for message in reversed(table.channel.messages.values())
            for b, press in _presses(message)
            if press.act == "deal"
        )
        await self.press(table.people[0], message, str(button.custom_id))
        await until(lambda: table.board)

    async def to_betting(self, table: Table) -> None:
        """Play on until the first of five is asked to check or bet; deal when a hand is over."""
        for _ in range(STEPS_MAX):
            await until(lambda: table.board or _can_deal(table))
            found = table.board
            if found and {"check", "bet"} <= found[1].keys() and table.begun != found[0].id:
                table.begun = found[0].id
                return
            with suppress(TimeoutError):  # on a busy machine an answer may come too late to count
                await (self.step if found else self.deal)(table)
        raise AssertionError("no betting round came")

    async def step(self, table: Table) -> None:
        """Whoever is asked presses the first button."""
        assert table.board is not None
        message, asked = table.board
        before = next(iter(asked.values())).custom_id
        await self.press(table.asked(message), message, str(before))
        await until(
            lambda: (
                table.board is None or before not in {b.custom_id for b in table.board[1].values()}
            )
        )

    async def bet_round(self, table: Table) -> None:
        """The answers of a round but the last: none of them closes the street."""
        for act in FULL_ROUND:
            assert table.board is not None, "a round that is not over asks somebody"
            message, asked = table.board
            assert message.id == table.begun, "the street was closed"
            if act == "call":
                table.layout = copy.deepcopy(message.components)
            await self.press(table.asked(message), message, str(asked[act].custom_id))


def _can_deal(table: Table) -> bool:
    return any(press.act == "deal" for _, press in _presses(table.newest))


def _presses(message: Message) -> Iterator[tuple[Button, Press]]:
    """Its buttons with what they ask for."""
    for button in message.buttons:
        press = Press.parse(button.custom_id or "")
        if press is not None:
            yield button, press


async def until(is_so: Callable[[], object], timeout_s: float = TOLD_S) -> None:
    """Wait for the bot to say something; not part of what is measured."""
    async with asyncio.timeout(timeout_s):
        while not is_so():  # noqa: ASYNC110 - whatever it is, it has no event of its own
            await asyncio.sleep(0.002)
