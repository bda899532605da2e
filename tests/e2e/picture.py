"""Photograph the practice room: `python -m tests.e2e.picture docs/practice-room.png`.

A real hand, dealt by the bot over the wire and seen in Debian's chromium.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.kit import a_night, deck_for

DECK = deck_for(
    "7h 4d 9h 9c 7d Jh 5c",  # Ben
    "Kh Tc Kd 5s Td 8s Qc",  # Cleo: the axe on third street
    "As 3c 7s 2h Jc 9d Ts",  # Dov
    "Qh Js Qd Qs 3h 4s 8h",  # Ann, dealing
)
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--virtual-time-budget=5000",
)


async def photograph(target: Path, size: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with a_night(Path(folder)) as night:
            night.clock.time = time.time()
            await night.open(buy_in=500)
            await night.sit("Ann", "Ben", "Cleo", "Dov")
            await night.deal("Ann", DECK)
            await night.act("Bet 20", "Call 20", "Call 20", "Call 20")
            await night.act("Bet 20", "Raise to 40", "Call 40", "Call 40", "Call 20")
            await night.act("Bet 40")
            process = await asyncio.create_subprocess_exec(
                *CHROMIUM,
                f"--user-data-dir={folder}/browser",
                f"--window-size={size}",
                f"--screenshot={target}",
                f"{night.server.page_url}?as=Ann",
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            await asyncio.wait_for(process.wait(), 60)


if __name__ == "__main__":
    asyncio.run(photograph(Path(sys.argv[1]).resolve(), *sys.argv[2:] or ["1200,1100"]))
