"""A game night over the wire: the practice server, the unmodified client, a real SQLite file.

People press what they see. Every request of the bot is checked against Discord's description
where `DISCORD_OPENAPI` names it.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import yarl

from bot.client import Axeman
from bot.practice.answers import Answer
from bot.practice.entities import Message
from bot.practice.people import Person
from bot.practice.server import PracticeServer
from bot.rules.cards import Card, parse_cards
from bot.rules.chips import SeatNo
from bot.rules.seal import SealedDeck
from bot.store import Store
from bot.table.chance import SeededChance
from bot.table.ids import PersonId
from bot.table.limits import Limits
from bot.table.table import LiveHand, Table
from bot.ui.emojis import Face
from tests.practice import description
from tests.table.kit import HandClock

TOKEN = "game-night"  # noqa: S105 - it opens nothing but this night
NAMED = ("Kd", "Qs")
"""Cards that a rule card speaks of."""
UPLOADED_WAITS = 3_000
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")


class StackedChance(SeededChance):
    """Deals the decks it was given, whatever was sealed, then seeded ones.

    A short deck goes on in deck order.
    """

    def __init__(self, *decks: str) -> None:
        super().__init__(1)
        self.decks = [parse_cards(deck) for deck in decks]

    def dealt(self, sealed: SealedDeck, message: int) -> tuple[Card, ...]:
        if not self.decks:
            return super().dealt(sealed, message)
        named = [card for card in self.decks.pop(0) if card in sealed.cards]
        return (*named, *(card for card in sorted(sealed.cards) if card not in named))


def deck_for(*holdings: str, community: str = "") -> str:
    """The deck that deals these seven cards to each seat (2 down, 4 up, 1 down), A dealt first."""
    hands = [holding.split() for holding in holdings]
    rows = max(len(hand) for hand in hands)
    dealt = [hand[row] for row in range(rows) for hand in hands if row < len(hand)]
    return " ".join([*dealt, *community.split()])


class Night:
    """One server with a poker channel, its people, and the bot."""

    def __init__(self, server: PracticeServer, database: Path) -> None:
        self.server = server
        self.database = database
        self.guild = server.world.add_guild("Friday night")
        self.channel = self.guild.add_channel("poker")
        self.people: dict[str, Person] = {}
        for name in NAMES:
            person = server.person(name, guild=self.guild)
            person.go(self.channel)
            self.people[name] = person
        self.admin = server.person("Rob", guild=self.guild, manage_guild=True)
        self.admin.go(self.channel)
        self.clock = HandClock()
        self.chance = StackedChance()
        self.bot: Axeman | None = None
        self.processes: list[Process] = []
        self.has_pictures = False
        """Whether the bot uploads the faces of its cards; most tests read text."""

    @property
    def everybody(self) -> list[Person]:
        return [*self.people.values(), self.admin]

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    # Playing.

    async def open(self, **options: Any) -> Answer:
        return await self["Ann"].slash("axe open", **options)

    async def seated(self, game: str, *names: str, **options: Any) -> None:
        """Open a table of a game where stacks may be small, and seat people with 500 each."""
        rules = ", ".join(["buy_in_min=10", *(f"{key}={value}" for key, value in options.items())])
        await self["Ann"].slash(f"{game} open", buy_in=500, rules=rules)
        await self.sit(*names)

    async def sit(self, *names: str, chips: int | None = None) -> None:
        for name in names:
            person = self[name]
            await person.press("Sit down")
            await person.submit(None if chips is None else {"amount": str(chips)})

    async def deal(self, name: str = "Ann", *decks: str) -> None:
        self.chance.decks.extend(parse_cards(deck) for deck in decks)
        await self[name].press("Deal" if not self.has_result else "Deal now")
        await self.settled()

    async def settled(self) -> None:
        """Wait until the bot has said all it has to say, and see that it betrayed no card."""
        assert self.bot is not None
        await self.quiet()
        if any(runner.table.hand is not None for runner in self.bot.floor._runners.values()):
            assert self.nobody_saw_a_hole_card()

    async def quiet(self) -> None:
        """Wait until the bot has said all it has to say: a deal begins when its seal stands."""
        assert self.bot is not None
        for _ in range(3):
            await asyncio.sleep(0.01)
            await self.bot.crier.drain(5)

    @property
    def has_result(self) -> bool:
        return any(button.label == "Deal now" for m in self.messages() for button in m.buttons)

    def messages(self) -> list[Message]:
        return self["Ann"].messages(self.channel)

    def channel_texts(self) -> list[str]:
        return [message.text for message in self.messages() if not message.ephemeral]

    @property
    def board(self) -> Message:
        """The live street: the newest channel message that asks somebody."""
        return next(m for m in reversed(self.messages()) if not m.ephemeral and _asked(m.text))

    @property
    def is_asking(self) -> bool:
        return any(_asked(m.text) for m in self.messages() if not m.ephemeral)

    @property
    def board_text(self) -> str:
        return plain(self.board.text)

    @property
    def turn(self) -> str:
        asked = _asked(self.board.text)
        assert asked is not None
        return next(name for name, person in self.people.items() if person.user.id == asked)

    async def act(self, *presses: str) -> None:
        """Whoever is asked presses these buttons, one person after another."""
        for label in presses:
            await self[self.turn].press(label, message=self.board)
            await self.settled()

    async def go_on(self, *, until: str = "wins") -> None:
        """Whoever is asked presses the first button, the cheapest way on, until a text is there."""
        for _ in range(200):
            if until in plain(self.newest.text):
                return
            await self.act(self.board.buttons[0].label)
        raise AssertionError(f"{until!r} never came")

    async def check_down(self) -> None:
        """Check until the hand is over."""
        while self.table.hand is not None:
            await self.act("Check")

    @property
    def newest(self) -> Message:
        return [message for message in self.messages() if not message.ephemeral][-1]

    async def uploaded(self) -> None:
        """Wait until all faces of cards are there."""
        assert self.bot is not None
        for _ in range(UPLOADED_WAITS):
            if not self.bot.uploads.missing:
                return
            await asyncio.sleep(0.02)
        raise AssertionError("some faces never came")

    async def pass_time(self, seconds: float) -> None:
        self.clock.move(seconds)
        await self.settled()

    # Secrets.

    def nobody_saw_a_hole_card(self) -> bool:
        """Whether, in this hand, nobody was sent another's down card in any form.

        The king of diamonds and the queen of spades are left out: the rule card names them before
        every deal. What a wild card of one's own stands for is nobody's card, and a hint counts
        what its reader cannot see.
        """
        live = self.table.live
        assert live is not None
        for seat, person_id in enumerate(live.people):
            down = live.hand.view(SeatNo(seat)).seats[seat].down
            secrets = hidden([str(card) for card in down if str(card) not in NAMED])
            for person in self.everybody:
                if person.user.id == person_id:
                    continue
                seen = _since_the_deal(person.everything_seen, live.number)
                seen = re.sub(r"wild as [^ ,.]+|Only the .* in another hole", "", seen)
                own = hidden(self._held(live, person))
                leaked = [s for s in secrets if s in seen and s not in own]
                assert not leaked, f"{person.name} was sent {leaked}"
        return True

    def _held(self, live: LiveHand, person: Person) -> list[str]:
        """Every card this person has seen in the hand by right: a reshuffle may deal it again."""
        seat = None
        if person.user.id in live.people:
            seat = SeatNo(live.people.index(PersonId(person.user.id)))
        dealt = [e for e in live.hand.events if e.key in ("dealt_up", "dealt_down")]
        return [str(e.cards[0]) for e in dealt if e.audience in (None, seat)]

    @property
    def table(self) -> Table:
        assert self.bot is not None
        (runner,) = self.bot.floor._runners.values()
        return runner.table

    @property
    def live(self) -> LiveHand:
        """The hand being played, or else the last one."""
        live = self.table.live
        assert live is not None, "no hand has been dealt"
        return live

    # The books.

    async def bank(self, name: str) -> int:
        """The person's balance in the database file, read from outside."""
        return _balances(self.database).get(self[name].user.id, 5_000)

    def sums_to_zero(self) -> bool:
        with sqlite3.connect(self.database) as books:
            (total,) = books.execute("SELECT COALESCE(SUM(amount), 0) FROM postings").fetchone()
        books.close()
        return bool(total == 0)


def _since_the_deal(seen: list[str], number: int) -> str:
    """What somebody was sent from this hand's rule card on."""
    starts = (n for n, text in enumerate(seen) if text.startswith(f"### Hand {number} \u00b7"))
    return "\n".join(seen[next(starts, len(seen)) :])


def _asked(text: str) -> int | None:
    found = re.search(r"^### <@(\d+)>", text, re.MULTILINE)
    return int(found[1]) if found else None


def _balances(database: Path) -> dict[int, int]:
    books = sqlite3.connect(database)
    try:
        rows = books.execute(
            "SELECT person, SUM(amount) FROM accounts JOIN postings USING (account)"
            " WHERE kind = 'person' GROUP BY person"
        ).fetchall()
    finally:
        books.close()
    return {int(person): int(amount) for person, amount in rows}


@asynccontextmanager
async def a_server() -> AsyncIterator[PracticeServer]:
    server = PracticeServer(token=TOKEN, bot_name="Axeman")
    if description.is_given():
        server.on_request.append(description.hook)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def a_bot(
    night: Night, *, synchronous: str = "OFF", limits: Limits | None = None
) -> AsyncIterator[Axeman]:
    """The bot in this process, on the clock that is moved by hand."""
    discord.http.Route.BASE = night.server.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(night.server.gateway_url)
    async with await Store.open(night.database, synchronous=synchronous) as store:  # type: ignore[arg-type]
        bot = Axeman(
            store,
            clock=night.clock,
            chance=night.chance,
            limits=limits,
            card_pictures=night.has_pictures,
        )
        bot._connection.guild_ready_timeout = 0.05
        running = asyncio.ensure_future(bot.start(TOKEN))
        try:
            await night.server.connected()
            night.bot = bot
            yield bot
        finally:
            await bot.finish()
            await running


@asynccontextmanager
async def a_night(
    tmp_path: Path, limits: Limits | None = None, *, has_pictures: bool = False
) -> AsyncIterator[Night]:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        night.has_pictures = has_pictures
        async with a_bot(night, limits=limits):
            yield night
        assert night.sums_to_zero(), "bank, people and seats do not sum to zero"


class Process:
    """The bot as a process of its own, to be killed."""

    def __init__(self, night: Night) -> None:
        self._night = night
        night.processes.append(self)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "run",
            env=os.environ
            | {
                "DISCORD_TOKEN": TOKEN,
                "AXEMAN_DATABASE": str(self._night.database),
                "AXEMAN_API_URL": self._night.server.api_url,
                "AXEMAN_GATEWAY_URL": self._night.server.gateway_url,
                "AXEMAN_LOG_LEVEL": "WARNING",
                "AXEMAN_REQUESTS_PER_SECOND": "0",
                "AXEMAN_PRESSES_PER_MINUTE": "0",  # nobody presses as fast as a test
                "AXEMAN_CARD_PICTURES": "on" if self._night.has_pictures else "off",
            },
        )
        await self._night.server.connected()

    async def kill(self) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> int:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), 10)


def plain(text: str) -> str:
    """Text with ordinary blanks and without escapes, as a person reads it."""
    return text.replace("\u00a0", " ").replace("\\", "")


def hidden(cards: Sequence[str]) -> list[str]:
    """How a card would be told, in every form that a message may use."""
    found: list[str] = []
    for text in cards:
        card = Card.parse(text)
        found += [card.sign, card.words, Face(card).name]
    return found
