"""Real hands, everything else that people do, and a disk that fails in the middle of any of it."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.players.random_player import RandomPlayer
from bot.rules.asks import Ask, Shuffle
from bot.rules.chips import Chips
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.record import completed, start_of, written_action
from bot.rules.variants import variants
from bot.store import Store, writer
from bot.store.audit import audit
from bot.store.connection import on_thread
from bot.store.ledger import enter, person_account
from bot.table.chance import SeededChance
from bot.table.ids import MessageId, PersonId, Place, ServerId, TableId
from bot.table.journal import NATURE, replayed
from bot.table.ports import NewHand, PokerError, SavedAnswer, SavedSeal, SavedTable, Settlement
from bot.table.table import LiveHand
from tests.store.kit import new_table, seat

GAME = variants()["stud-jack"]
PEOPLE = [PersonId(n) for n in range(1, 7)]
SERVERS = [ServerId(1), ServerId(2)]
STACK_MAX = Chips(3_000)
ROUNDS = 400
AUDIT_EVERY = 20


class FaultyDisk:
    """Fails now and then: before a commit, after one, or at any other statement."""

    def __init__(self, chance: random.Random) -> None:
        self._random = chance
        self.faults: Counter[str] = Counter()
        self.is_on = True

    async def on_thread(self, connection: Any, act: Callable[[Any], Any]) -> Any:
        return await on_thread(connection, lambda db: act(FaultyConnection(db, self)))

    def fails(self, moment: str, chance: float) -> None:
        if self.is_on and self._random.random() < chance:
            self.faults[moment] += 1
            error = sqlite3.OperationalError(f"injected: {moment}")
            error.sqlite_errorcode = self._random.choice(
                [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY]
            )
            raise error


class FaultyConnection:
    """A connection on such a disk."""

    def __init__(self, db: sqlite3.Connection, disk: FaultyDisk) -> None:
        self._db = db
        self._disk = disk

    def execute(self, statement: str, *values: Any) -> Any:
        if statement != "COMMIT":
            self._disk.fails("in an act", 0.002)
            return self._db.execute(statement, *values)
        self._disk.fails("before the commit", 0.03)
        done = self._db.execute(statement)
        self._disk.fails("after the commit", 0.03)
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


class Crowd:
    """People who do anything at any time, knowing no more than the store can tell them."""

    def __init__(self, store: Store, chance: random.Random) -> None:
        self.store = store
        self.random = chance
        self.player = RandomPlayer(chance)
        self.dealer = SeededChance(chance.randrange(1_000))
        self.turns: defaultdict[TableId, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    async def act(self) -> None:
        anywhere = [self.daily, self.open]
        at_a_table = [self.sit, self.sit, self.top_up, self.stand_up, self.get_up, self.void]
        rare = [self.forget, self.half, self.forget_server]
        try:
            if self.random.random() < 0.03:
                await self.counted(self.random.choice(rare))
            elif self.random.random() < 0.1:
                await self.counted(self.random.choice(anywhere))
            else:
                acts = [*at_a_table, *[self.play] * 14, self.close]
                await self.in_its_turn(self.random.choice(acts))
        except (PokerError, AssertionError, LookupError, sqlite3.IntegrityError) as refusal:
            self.refused[type(refusal).__name__] += 1

    async def in_its_turn(self, act: Callable[[SavedTable], Awaitable[None]]) -> None:
        """At some table, one act after another, as a table's mailbox has it."""
        chosen = self.random.choice(list(await self.store.load_tables())).table
        async with self.turns[chosen]:
            table = await self.store.load_table(chosen)
            assert table is not None
            await self.counted(act, table)

    async def counted(self, act: Callable[..., Awaitable[None]], *at: SavedTable) -> None:
        await act(*at)
        self.done[act.__name__] += 1

    def key(self) -> str:
        return str(self.random.randrange(40))  # Few enough to come twice.

    def who(self) -> tuple[ServerId, PersonId]:
        return self.random.choice(SERVERS), self.random.choice(PEOPLE)

    async def daily(self) -> None:
        server, person = self.who()
        await self.store.daily(server, person, day=self.random.randrange(9), key=self.key())

    async def open(self) -> None:
        new = new_table(self.random.randrange(4), self.random.choice(SERVERS))
        await self.store.open_table(new, key=self.key())

    async def sit(self, table: SavedTable) -> None:
        chair = seat(
            self.random.choice(PEOPLE), self.random.randint(1, 5), self.random.randint(-5, 2_000)
        )
        await self.store.sit_down(table.table, chair, key=self.key())

    async def top_up(self, table: SavedTable) -> None:
        chips = Chips(self.random.randint(-5, 500))
        await self.store.top_up(table.table, self.random.choice(PEOPLE), chips, key=self.key())

    async def stand_up(self, table: SavedTable) -> None:
        await self.store.stand_up(table.table, self.random.choice(PEOPLE), key=self.key())

    async def get_up(self, table: SavedTable) -> None:
        chair = self.random.choice(table.seats)
        await self.store.save_seat(table.table, replace(chair, leaving=table.live is not None))

    async def void(self, table: SavedTable) -> None:
        assert table.live is not None
        assert self.random.random() < 0.2
        await self.store.void(table.live.hand, reason="chance", record=None, stack_max=STACK_MAX)

    async def close(self, table: SavedTable) -> None:
        assert self.random.random() < 0.2
        await self.store.close_table(table.table, key=self.key())

    async def forget(self) -> None:
        await self.store.forget_person(*self.who(), key=self.key())

    async def forget_server(self) -> None:
        assert self.random.random() < 0.2
        await self.store.forget_server(self.random.choice(SERVERS))

    async def half(self) -> None:
        """An act that breaks off with half of its chips moved."""
        server, person = self.who()

        def breaks_off(db: sqlite3.Connection) -> None:
            account = person_account(db, server, person)
            enter(db, server, f"half:{self.random.random()}", {})
            db.execute("INSERT INTO postings SELECT ?, max(entry), 5 FROM entries", (account,))
            raise LookupError("half way")

        await self.store._writer.run(breaks_off)

    # Hands, always taken up where the store has them.

    async def play(self, table: SavedTable) -> None:
        if table.live is None:
            await self.begin(table)
            return
        live = replayed(table.live)
        for _ in range(self.random.randint(1, 8)):
            match live.hand.waiting:
                case Shuffle():
                    await self.shuffle(table, live)
                case Ask() as ask:
                    action = self.player.answer(live.hand.view(ask.seat), ask)
                    text = json.dumps(written_action(action))
                    line = SavedAnswer(question=live.hand.question, seat=ask.seat, answer=text)
                    assert await self.store.append(live.hand_id, line)
                    live.hand.act(ask.seat, action)
                case _:
                    await self.settle(live)
                    return

    async def begin(self, table: SavedTable) -> None:
        chairs = [chair for chair in table.seats if chair.stack > 0]
        starts = tuple(SeatStart(name=chair.name, stack=chair.stack) for chair in chairs)
        assert len(starts) >= GAME.seats.least
        hand = Hand(GAME, HouseRules.of(GAME.options, {}), starts)
        assert isinstance(hand.waiting, Shuffle)
        await self.store.begin_hand(
            NewHand(
                table=table.table,
                number=table.hands + 1,
                button=Place(1),
                people=tuple(chair.person for chair in chairs),
                record=json.dumps(start_of(hand)),
                seal=self.sealed(table, hand.waiting, table.hands + 1, 1),
            )
        )

    def sealed(self, table: SavedTable, asked: Shuffle, number: int, deal: int) -> SavedSeal:
        deck = self.dealer.seal(asked.cards, hand=f"{table.table}.{number}", deal=deal)
        return SavedSeal(deck=deck, previous=table.commitment, made_at=1)

    async def shuffle(self, table: SavedTable, live: LiveHand) -> None:
        asked = live.hand.waiting
        assert isinstance(asked, Shuffle)
        deal = len(live.hand.decks) + 1
        seal = next((kept for kept in live.seals if kept.deck.deal == deal), None)
        if seal is None:
            new = self.sealed(table, asked, live.number, deal)
            seal = await self.store.save_seal(live.hand_id, new)
        told = replace(seal, message=MessageId(live.number))
        order = self.dealer.dealt(seal.deck, MessageId(live.number))
        text = json.dumps([str(card) for card in order])
        line = SavedAnswer(question=live.hand.question, seat=NATURE, answer=text)
        assert await self.store.open_seal(live.hand_id, told, line)
        live.hand.shuffle(order)

    async def settle(self, live: LiveHand) -> None:
        seats = zip(live.people, live.hand.seats, live.hand.stacks, strict=True)
        end = Settlement(
            hand=live.hand_id,
            nets={person: after - before.stack for person, before, after in seats},
            record=json.dumps(completed(live.hand)),
            stack_max=STACK_MAX,
        )
        for _ in range(self.random.choice([1, 1, 2])):
            await self.store.settle(end)


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_and_wherever_it_fails_the_books_stay_right(
    path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    disk = FaultyDisk(chance)
    monkeypatch.setattr(writer, "on_thread", disk.on_thread)
    settled = void = 0
    async with await Store.open(path, synchronous="OFF") as store:
        crowd = Crowd(store, chance)
        for number in range(ROUNDS):
            await asyncio.gather(*(crowd.act() for _ in range(5)))

            assert not any((await store.sums()).values())
            if number % AUDIT_EVERY == 0:
                found = await asyncio.to_thread(audit, path)
                settled, void = max(settled, found.settled), max(void, found.void)
        disk.is_on = False
        for table in await store.load_tables():
            await store.close_table(table.table, key="the end")
    found = audit(path)

    assert set(disk.faults) == {"in an act", "before the commit", "after the commit"}
    assert disk.faults.total() > 10
    assert settled > 5
    assert void + found.void > 0
    assert found.live == 0
    assert crowd.refused["StoreFailed"] > 10
    assert crowd.refused["LookupError"] > 0
    assert crowd.done["play"] > 100
    assert crowd.done["forget"] > 0
