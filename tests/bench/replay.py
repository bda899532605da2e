"""Bring back every live hand of a database from its journal: what a start costs without Discord."""

import asyncio
import sys
from pathlib import Path

from bot.store import Store
from bot.table.journal import replayed


async def main(database: Path) -> None:
    async with await Store.open(database) as store:
        hands = [saved.hand for saved in await store.load_tables() if saved.hand]
        live = [replayed(hand) for hand in hands]
        print(len(live), flush=True)  # noqa: T201 - whoever measures it waits for this


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
