"""Photograph the practice room: `python -m tests.e2e.picture FILE.png [WIDTH HEIGHT]`.

A real hand, dealt by the bot over the wire and seen in Debian's chromium.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.kit import a_night, deck_for
from tests.practice.browser import browser

DECK = deck_for(
    "7h 4d 9h 9c 7d Jh 5c",  # Ben
    "Kh Tc Kd 5s Td 8s Qc",  # Cleo: the axe on third street
    "As 3c 7s 2h Jc 9d Ts",  # Dov
    "Qh Js Qd Qs 3h 4s 8h",  # Ann, dealing
)


async def photograph(width: int = 1200, height: int = 1100) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            a_night(Path(folder), has_pictures=True) as night,
            browser(Path(folder) / "browser") as window,
        ):
            await night.uploaded()
            night.clock.time = time.time()
            await night.open(buy_in=500)
            await night.sit("Ann", "Ben", "Cleo", "Dov")
            await night.deal("Ann", DECK)
            await night.act("Bet 20", "Call 20", "Call 20", "Call 20")
            await night.act("Bet 20", "Raise to 40", "Call 40", "Call 40", "Call 20")
            await night.act("Bet 40")
            await window.open(f"{night.server.page_url}?as=Ann", width=width, height=height)
            await window.until_reads("40 to call")
            return await window.picture()


if __name__ == "__main__":
    picture = asyncio.run(photograph(*map(int, sys.argv[2:4])))
    Path(sys.argv[1]).write_bytes(picture)
