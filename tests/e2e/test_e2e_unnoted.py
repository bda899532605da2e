"""What the bot has said and not noted, or noted and not said, when it stopped."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.kit import Night, a_bot, a_server
from tests.e2e.test_e2e_hands import PLAIN
from tests.e2e.test_e2e_table import seated


def forget(night: Night, slot: str) -> None:
    """Take the note of a post away, as if the bot had died before it was written."""
    with closing(sqlite3.connect(night.database)) as books, books:
        forgotten = books.execute("DELETE FROM posts WHERE slot = ?", (slot,)).rowcount
        assert forgotten == 1


def clock_of(night: Night) -> int:
    found = re.search(r"<t:(\d+):R>", night.board.text)
    assert found is not None
    return int(found[1])


async def test_a_street_that_stands_unnoted_gets_its_new_clock(tmp_path: Path) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await seated(night)
            await night.deal("Ann", PLAIN)
            before, texts = clock_of(night), len(night.channel_texts())
        forget(night, "street:0")
        night.clock.move(30)
        async with a_bot(night):
            await night.settled()

            assert clock_of(night) == before + 30
            assert len(night.channel_texts()) == texts, "it stands once"
            await night.act("Check")


async def test_a_result_that_was_not_told_comes_after_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night) as bot:
            await seated(night)
            await night.deal("Ann", PLAIN)
            while "Seventh street" not in night.board_text:
                await night.act("Check")
            await night.act("Check", "Check")
            monkeypatch.setattr(bot.crier, "show", lambda *_: None)
            await night[night.turn].press("Check", message=night.board, wait=False)
            await night.settled()
        assert not night.has_result
        async with a_bot(night):
            await night.settled()

            assert sum(" wins " in text for text in night.channel_texts()) == 1
            assert not night.is_asking, "the last street is closed"
        async with a_bot(night):
            await night.settled()

            assert sum(" wins " in text for text in night.channel_texts()) == 1
            await night.deal()
            assert "Hand 2" in night.channel_texts()[-2]


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_a_result_that_the_next_deal_overtakes_comes_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night) as bot:
            await seated(night)
            await night.deal("Ann", PLAIN)
            while "Seventh street" not in night.board_text:
                await night.act("Check")
            await night.act("Check", "Check")
            with monkeypatch.context() as silenced:
                silenced.setattr(bot.crier, "show", lambda *_: None)
                await night[night.turn].press("Check", message=night.board, wait=False)
                await night.settled()
                await night.pass_time(9)
            assert night.table.hands == 2
            if not is_restarted:
                bot.crier.show(night.table.scene())
                await night.settled()
                assert_both_told(night)
        if is_restarted:
            async with a_bot(night):
                await night.settled()
                assert_both_told(night)


def assert_both_told(night: Night) -> None:
    texts = night.channel_texts()
    (result,) = (n for n, text in enumerate(texts) if " wins " in text)
    (card,) = (n for n, text in enumerate(texts) if text.startswith("### Hand 2 "))
    assert result < card
    assert "Hand 2" not in texts[result]
    assert len([text for text in texts if "Seventh street" in text]) == 1
    assert "hand 2" in night.board_text
