"""Kill -9 in the middle of writes: what was confirmed is there, and nothing is half there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bot.store import Store
from bot.table.ids import PersonId, TableId
from tests.store.kit import HOME

ROOT = Path(__file__).parents[2]

# Each of eight people sits down at a table of his own and tops up by 1 as fast as it goes. What
# the store has confirmed is printed, and only then.
SPEND = """
import asyncio, sys
from pathlib import Path
from bot.store import Store
from tests.store.kit import new_table, seat

async def spend(store, person):
    table = await store.open_table(new_table(person), key="open")
    await store.sit_down(table, seat(person, 1, 1), key="sit")
    for number in range(100_000):
        await store.top_up(table, person, 1, key=str(number))
        print(table, person, number, flush=True)

async def main():
    async with await Store.open(Path(sys.argv[1])) as store:
        await store.set_setting(900, "starting_chips", 1_000_000)
        await asyncio.gather(*(spend(store, person) for person in range(1, 9)))

asyncio.run(main())
"""


async def test_kill_9_loses_nothing_that_was_confirmed(path: Path) -> None:
    for round_ in range(3):
        await kill_one(path.with_name(f"{round_}.db"), lines=40 + 333 * round_)


async def kill_one(path: Path, *, lines: int) -> None:
    with subprocess.Popen(  # noqa: ASYNC220, S603 - it lives as long as this call
        [sys.executable, "-c", SPEND, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as spender:
        assert spender.stdout is not None
        confirmed = [spender.stdout.readline() for _ in range(lines)]
        spender.kill()
        confirmed += spender.stdout.readlines()
    if not confirmed[-1].endswith("\n"):
        confirmed.pop()  # The kill cut it off.
    last: dict[tuple[TableId, PersonId], int] = {}
    for line in confirmed:
        table, person, number = map(int, line.split())
        last[TableId(table), PersonId(person)] = number

    async with await Store.open(path) as store:
        assert await store.sums() == {HOME: 0}
        tables = {x.table: x.seats[0].stack for x in await store.load_tables() if x.seats}
        for (table_id, player), number in last.items():
            # 1 to sit down with, and the number of top-ups; at most one more was under way.
            assert tables[table_id] - 1 in (number + 1, number + 2)
            assert await store.balance(HOME, player) == 1_000_000 - tables[table_id]
