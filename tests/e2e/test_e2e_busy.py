"""Twenty busy tables under Discord's limits, on virtual time: nobody is refused, nobody waits long.

Every request takes a while, as it does on the way to Discord; people think for a second or more.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.practice.entities import Message
from bot.practice.faults import Faults, Slow
from bot.practice.people import Person
from bot.practice.server import PracticeServer
from bot.practice.world import Change
from bot.rules.variant import Variant
from bot.rules.variants import variants
from bot.table.limits import Limits
from bot.ui.ids import Press
from tests.e2e.kit import Night
from tests.e2e.virtual import on_virtual_time

TABLES = 20
EVENING_S = 120.0
THINKING_S = (1.0, 5.0)
SITTING_DOWN_S = 6.0
"""Between two people: Discord lets a bot open ten direct messages a minute."""
REQUEST_S = (0.03, 0.3)
TURNS_LEAST = 700
ANNOUNCED_WITHIN_S = 2.0


class Distance(Faults):
    """Every request is a while on its way."""

    def __init__(self) -> None:
        self._rng = Random(0)

    def request(self, method: str, path: str) -> Slow:
        return Slow(self._rng.uniform(*REQUEST_S))


@dataclass
class BusyTable:
    """A table, its people, and how long each of its turns took to be announced."""

    server: PracticeServer
    number: int
    game: Variant
    people: list[Person] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.number)
        guild = self.server.world.add_guild(f"Server {self.number}")
        self.channel = guild.add_channel("poker")
        for seat in range(2 + self.number % (self.game.seats.most - 1)):
            person = self.server.person(f"Player {self.number}.{seat}", guild=guild)
            person.go(self.channel)
            self.people.append(person)
        self._seen: set[tuple[int, int]] = set()
        self._caused_at = 0.0
        self._news: asyncio.Queue[Message] = asyncio.Queue()
        self.server.world.listeners.append(self._hear)

    def _hear(self, change: Change) -> None:
        """Notice a question, or a result, when it is in the channel for the first time."""
        message = change.message
        if message is None or message.channel is not self.channel or message.ephemeral:
            return
        for press in presses(message):
            key = (press.hand or 0, press.question or 0)
            if key in self._seen or not (press.question or press.act == "deal"):
                continue
            self._seen.add(key)
            self._news.put_nowait(message)
            if press.question:
                self.waits.append(self.server.world.clock() - self._caused_at)

    async def open(self) -> None:
        rules = "buy_in_min=10, pause_seconds=600"
        await self.people[0].slash(f"{self.game.command} open", rules=rules)
        for person in self.people:
            await person.slash("table join", chips=2000)
            await asyncio.sleep(SITTING_DOWN_S)

    def start(self) -> None:
        """Press Deal, and go on from there."""
        self._playing = asyncio.create_task(self.play())

    def stop(self) -> None:
        self._playing.cancel()

    async def play(self) -> None:
        """Go on until there is nothing to do any more, or it is cancelled."""
        while True:
            message = await self._news.get()
            if self.waits:  # all tables deal their first hand at one moment
                await asyncio.sleep(self.rng.uniform(*THINKING_S))
            self._caused_at = self.server.world.clock()
            who, press = self._choose(message)
            await who.press(custom_id=str(press), message=message, wait=False)

    def _choose(self, message: Message) -> tuple[Person, Press]:
        """Who presses what: mostly the first button, sometimes another."""
        answers = [press for press in presses(message) if press.question and press.act != "change"]
        if not answers:
            return self.people[0], next(p for p in presses(message) if p.act == "deal")
        asked = next(p for p in self.people if f"### <@{p.user.id}>" in message.text)
        is_plain = self.rng.random() < 0.8
        return asked, answers[0] if is_plain else self.rng.choice(answers)


def presses(message: Message) -> list[Press]:
    found = [Press.parse(b.custom_id or "") for b in message.buttons if b.is_pressable]
    return [press for press in found if press is not None]


def test_twenty_busy_tables_are_never_refused_and_wait_at_most_two_seconds(tmp_path: Path) -> None:
    async def play(night: Night) -> None:
        games = list(variants().values())
        tables = [BusyTable(night.server, n, games[n % len(games)]) for n in range(TABLES)]
        for table in tables:
            await table.open()
        for table in tables:
            table.start()
        await asyncio.sleep(EVENING_S)
        for table in tables:
            table.stop()

        waits = [wait for table in tables for wait in table.waits]
        assert night.server.refusals == []
        assert max(waits) <= ANNOUNCED_WITHIN_S
        assert len(waits) > TURNS_LEAST, "the tables were not busy"

    on_virtual_time(
        tmp_path, play, rate_limits=True, faults=Distance(), limits=Limits(requests_per_second=45)
    )
