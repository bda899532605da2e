"""Whatever people do, in whatever order: no chip is made, lost or owed."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.rules.chips import Chips
from bot.store import Store
from bot.table.ids import HandId, PersonId, ServerId, TableId
from bot.table.ports import PokerError
from tests.store.kit import chips, get_up, hand_of, new_table, seat, settlement

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = [PersonId(n) for n in range(1, 7)]
SERVERS = [ServerId(1), ServerId(2)]


class Crowd:
    """People who do anything at any time, several things at once, many of them refused."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.random = random.Random(seed)
        self.tables: dict[TableId, int] = {}
        self.hands: dict[HandId, tuple[PersonId, ...]] = {}
        self.refused = 0

    async def act(self) -> None:
        acts = [self.daily, self.open, self.sit, self.sit, self.top_up, self.stand_up]
        acts += [self.begin, self.begin, self.settle, self.settle, self.void, self.close]
        try:
            await self.random.choice(acts)()
        except (PokerError, AssertionError):
            self.refused += 1

    def key(self) -> str:
        return str(self.random.randrange(40))  # Few enough to come twice.

    def table(self) -> TableId:
        assert self.tables
        return self.random.choice(list(self.tables))

    async def daily(self) -> None:
        server, person = self.random.choice(SERVERS), self.random.choice(PEOPLE)
        await self.store.daily(server, person, day=self.random.randrange(3), key=self.key())

    async def open(self) -> None:
        server = self.random.choice(SERVERS)
        table = await self.store.open_table(
            new_table(self.random.randrange(4), server), key=self.key()
        )
        self.tables[table] = 0

    async def sit(self) -> None:
        chair = seat(
            self.random.choice(PEOPLE), self.random.randint(1, 5), self.random.randint(-5, 4_000)
        )
        await self.store.sit_down(self.table(), chair, key=self.key())

    async def top_up(self) -> None:
        chips = Chips(self.random.randint(-5, 4_000))
        await self.store.top_up(self.table(), self.random.choice(PEOPLE), chips, key=self.key())

    async def stand_up(self) -> None:
        await self.store.stand_up(self.table(), self.random.choice(PEOPLE), key=self.key())

    async def begin(self) -> None:
        tables = await self.store.load_tables()
        ready = [t for t in tables if len(t.seats) > 1 and t.live is None]
        assert ready
        chosen = self.random.choice(ready)
        people = tuple(s.person for s in chosen.seats)
        hand = await hand_of(self.store, chosen.table, people, chosen.hands + 1)
        self.hands[hand] = people

    async def settle(self) -> None:
        # Mostly the latest hands, which may be live; sometimes one that ended long ago.
        latest = list(self.hands.items())[-self.random.choice([3, 100]) :]
        hand, people = self.random.choice(latest or [(HandId(0), ())])
        assert people
        nets = dict.fromkeys(people, 0)
        for person in people[1:]:
            chips = self.random.choice([0, 1, 20, 300, 3_000])
            nets[person] -= chips
            nets[people[0]] += chips
        await self.store.settle(settlement(hand, nets))

    async def get_up(self) -> None:
        await get_up(self.store, self.table(), self.random.choice(PEOPLE))

    async def void(self) -> None:
        hand = self.random.choice(list(self.hands)[-30:] or [HandId(0)])
        await self.store.void(hand, reason="chance", record="{}", stack_max=chips(2_000))

    async def close(self) -> None:
        if self.random.random() < 0.3:
            await self.store.close_table(self.table(), key=self.key())


@pytest.mark.parametrize("seed", range(4))
async def test_any_sequence_keeps_every_sum_zero_and_no_balance_below_zero(
    path: Path, seed: int
) -> None:
    async with await Store.open(path, synchronous="OFF") as store:
        crowd = Crowd(store, seed)
        for _ in range(120):
            await asyncio.gather(*(crowd.act() for _ in range(5)))

            sums = await store.sums()
            assert not any(sums.values())
            below = await store._read(
                lambda db: db.execute(
                    """
                    SELECT kind, sum(amount) AS balance FROM accounts JOIN postings USING (account)
                    WHERE kind <> 'bank' GROUP BY account HAVING balance < 0
                    """
                ).fetchall()
            )
            assert below == []
        for table in await store.load_tables():
            await store.close_table(table.table, key="the end")

        assert 0 < crowd.refused < 500
        played = 0
        for server in SERVERS:
            assert not any([await store.at_tables(server, person) for person in PEOPLE])
            lines = await store.standings(server)
            assert sum(x.net for x in lines) == 0
            played += sum(x.hands for x in lines)
        assert played > 0
