"""The newcomer's way: the practice room's page in a real browser, a hand from open to result."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.e2e.kit import Night
from tests.practice.browser import CHROMIUM, Browser, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs /usr/bin/chromium")
STEPS_MAX = 60


async def become(window: Browser, night: Night, name: str) -> None:
    await window.open(f"{night.server.page_url}?as={name}")
    await window.until_reads(f"You are {name}")


async def test_one_person_plays_a_hand_in_the_browser_by_switching_seats(
    night: Night, tmp_path: Path
) -> None:
    night.clock.time = time.time()
    async with browser(tmp_path / "browser") as window:
        await become(window, night, "Ann")
        await window.run("document.querySelector('.bar .input').focus()")
        await window.write("/axe open")
        await window.until_reads("Open a table of Deuces & Jacks in this channel")
        await window.key("Enter")
        await window.click("Send")
        await window.until_reads("0 of 8 seats taken")
        for taken, name in enumerate(("Ann", "Ben"), 1):
            await become(window, night, name)
            await window.click("Sit down")
            await window.until_reads("Chips to bring")
            await window.click("Submit")
            await window.until_reads(f"{taken} of 8 seats taken")
        await window.click("Deal")
        await window.until_reads("Third street · pot")
        for _ in range(STEPS_MAX):
            await night.settled()
            if night.table.hand is None:
                break
            await become(window, night, night.turn)
            await window.click("Check")
            before = night.table.hands, len(night.channel_texts())
            await window.until(f"{before[1]} >= 0")
        await window.until_reads("Next hand")

        assert night.table.hands == 1
        assert window.errors == []
    assert sum(chair.stack for chair in night.table.chairs.values()) == 2_000
