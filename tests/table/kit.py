"""A table without Discord: the real store, a clock that is moved by hand, a crier that notes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.rules.actions import Action
from bot.rules.variants import variants
from bot.store import Store
from bot.table import commands
from bot.table.chance import SeededChance
from bot.table.clock import Alarm
from bot.table.commands import Answer, Command, Sight
from bot.table.floor import Floor
from bot.table.ids import ChannelId, MessageId, PersonId, ServerId, TableId
from bot.table.notices import Notice
from bot.table.runner import Doors, Runner
from bot.table.scene import Scene

SERVER = ServerId(1)
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")
PEOPLE = {name: PersonId(100 + n) for n, name in enumerate(NAMES)}
LOOKER = "whoever waits for the mailbox"
NAME_OF = {person: name for name, person in PEOPLE.items()}


@dataclass
class Ring:
    when: float
    ring: Callable[[], None]
    off: bool = False

    def cancel(self) -> None:
        self.off = True


@dataclass
class HandClock:
    """A clock that stands still until it is moved."""

    time: float = 1_000_000.0
    rings: list[Ring] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, ring: Callable[[], None]) -> Alarm:
        made = Ring(when, ring)
        self.rings.append(made)
        return made

    def move(self, seconds: float) -> None:
        self.time += seconds
        due = [ring for ring in self.rings if not ring.off and ring.when <= self.time]
        self.rings = [ring for ring in self.rings if not ring.off and ring.when > self.time]
        for ring in sorted(due, key=lambda ring: ring.when):
            ring.ring()


@dataclass(frozen=True)
class Pressed:
    person: PersonId
    name: str
    key: str
    is_admin: bool = False


@dataclass
class NotingCrier:
    """Keeps what the table said, newest last."""

    scenes: list[Scene] = field(default_factory=list)
    notices: list[tuple[str, Notice]] = field(default_factory=list)
    looks: list[tuple[str, Sight, str | None]] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    posts_seals: bool = True
    """Whether what tells of a sealed deck gets into the channel, at once."""
    is_heard: bool = True
    """Whether the channel gets what is told."""
    floor: Floor | None = None
    messages: int = 0

    def post_seal(self, scene: Scene) -> None:
        assert self.floor is not None
        assert scene.hand is not None
        runner, self.messages = self.floor.at(scene.table), self.messages + 1
        assert runner is not None
        runner.post(
            commands.SealPosted(
                hand=scene.hand.number,
                deal=scene.hand.seals[-1].deal,
                message=MessageId(self.messages),
            )
        )

    def show(
        self, scene: Scene, answer: Answer | None = None, notice: Notice | None = None
    ) -> None:
        self.scenes.append(scene)
        if self.posts_seals and scene.hand is not None and scene.hand.awaits_seal:
            self.post_seal(scene)
        if answer is not None and notice is not None:
            self.notices.append((answer.name, notice))

    def tell(self, answer: Answer, notice: Notice, scene: Scene | None = None) -> None:
        self._note(answer, notice)

    def has_told(self, table: TableId) -> bool:
        return self.is_heard

    def look(self, scene: Scene, answer: Answer, sight: Sight, record: str | None = None) -> None:
        if answer.name == LOOKER:
            self.heard.set()
        else:
            self.looks.append((answer.name, sight, record))

    def _note(self, answer: Answer, notice: Notice) -> None:
        if answer.name == LOOKER:
            self.heard.set()
        else:
            self.notices.append((answer.name, notice))


class Room:
    """One table of the Axe game, and people to press for."""

    def __init__(self, store: Store, chance: SeededChance) -> None:
        self.store = store
        self.crier = NotingCrier()
        self.clock = HandClock()
        self.floor = Floor(
            Doors(
                ledger=store,
                tables=store,
                book=store,
                crier=self.crier,
                clock=self.clock,
                chance=chance,
            )
        )
        self.crier.floor = self.floor
        self.presses = 0
        self.runner: Runner | None = None

    @property
    def table(self):  # type: ignore[no-untyped-def]
        assert self.runner is not None
        return self.runner.table

    @property
    def hand(self):  # type: ignore[no-untyped-def]
        live = self.table.hand
        assert live is not None, "no hand is being played"
        return live.hand

    def pressed(self, name: str, *, admin: bool = False, key: str | None = None) -> Pressed:
        self.presses += 1
        return Pressed(PEOPLE[name], name, key or f"press:{self.presses}", admin)

    async def open(self, **settings: int) -> None:
        rules = {key: settings.pop(key) for key in list(settings) if key in _HOUSE}
        scene = await self.floor.open(
            server=SERVER,
            channel=ChannelId(7),
            variant=variants()["deuces-and-jacks"],
            host=PEOPLE["Ann"],
            host_name="Ann",
            overrides=rules,
            settings=settings,
            key=self.pressed("Ann").key,
        )
        self.runner = self.floor.at(scene.table)

    async def post(self, command: Command) -> None:
        assert self.runner is not None
        self.runner.post(command)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything in the mailbox has been taken, and what that led to."""
        await self._look_last()
        while self.crier.posts_seals and self.table.hand and self.table.hand.awaits_seal:
            await self._look_last()

    async def _look_last(self) -> None:
        """A last look comes after all that waits."""
        assert self.runner is not None
        if self.runner.table.closed:
            return
        heard = asyncio.Event()
        self.crier.heard = heard
        looker = Pressed(PersonId(0), LOOKER, "look")
        self.runner.post(commands.Look(answer=looker, sight=Sight.STATUS))
        async with asyncio.timeout(5):
            await heard.wait()

    async def sit(self, *names: str, chips: int | None = None) -> None:
        for name in names:
            await self.post(commands.SitDown(answer=self.pressed(name), chips=chips))

    async def deal(self, name: str = "Ann") -> None:
        await self.post(commands.Deal(answer=self.pressed(name), after=self.table.hands))

    async def act(self, name: str, action: Action, *, question: int | None = None) -> None:
        live = self.table.live
        assert live is not None
        await self.post(
            commands.Act(
                answer=self.pressed(name),
                hand=live.number,
                question=live.hand.question if question is None else question,
                action=action,
            )
        )

    @property
    def turn(self) -> str:
        return NAME_OF[self.table.hand.people[self.hand.waiting.seat]]

    async def act_by_default(self) -> None:
        await self.act(self.turn, self.hand.waiting.default)

    async def play_out(self) -> None:
        """Check the hand down, folding to any bet."""
        while self.table.hand is not None:
            await self.act_by_default()

    def last_notice(self, name: str) -> Notice:
        return next(notice for who, notice in reversed(self.crier.notices) if who == name)


_HOUSE = {option.key for option in variants()["deuces-and-jacks"].options}


@asynccontextmanager
async def a_room(path: Path, seed: int = 1) -> AsyncIterator[Room]:
    async with await Store.open(path, synchronous="OFF") as store:
        room = Room(store, SeededChance(seed))
        await room.floor.revive()
        room.runner = next(iter(room.floor._runners.values()), None)
        if room.runner is not None:
            await room.settle()
        yield room
        await room.floor.close()
