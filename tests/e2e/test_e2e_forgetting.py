"""`/chips forget-me`, over the wire."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.store.audit import audit
from tests.e2e.kit import Night, plain
from tests.e2e.test_e2e_table import seated


def told(night: Night) -> str:
    """Everything that the database holds, as one text."""
    with closing(sqlite3.connect(night.database)) as books:
        return "\n".join(books.iterdump())


async def test_without_being_sure_one_is_told_what_it_means(night: Night) -> None:
    before = told(night)
    await night["Ann"].slash("chips forget-me")

    assert "This cannot be undone" in night["Ann"].ephemerals[-1].text
    assert "/chips forget-me sure:True" in night["Ann"].ephemerals[-1].text
    assert told(night) == before


async def test_who_has_a_seat_is_told_to_leave_it_first(night: Night) -> None:
    await seated(night)
    await night["Cleo"].slash("chips forget-me", sure=True)

    said = plain(night["Cleo"].ephemerals[-1].text)
    assert f"You have a seat at the table in <#{night.channel.id}>." in said
    assert "Cleo" in told(night)


async def test_who_has_left_is_forgotten_and_the_table_plays_on(night: Night) -> None:
    await seated(night)
    await night.deal("Ann")
    await night.check_down()
    await night["Cleo"].slash("table leave")
    bank = await night.bank("Cleo")
    await night["Cleo"].slash("chips forget-me", sure=True)

    assert f"{bank:,} chips went back to the bank." in night["Cleo"].ephemerals[-1].text
    assert await night.bank("Cleo") == 0
    assert "Cleo" not in told(night)
    await night.pass_time(60)
    await night.check_down()
    assert audit(night.database).settled == 2
    await night["Ann"].slash("chips leaderboard")
    assert "Player" in night["Ann"].ephemerals[-1].text
    assert "Cleo" not in night["Ann"].ephemerals[-1].text


async def test_who_comes_back_begins_with_nothing_but_the_daily_chips(night: Night) -> None:
    await night["Cleo"].slash("chips balance")
    await night["Cleo"].slash("chips forget-me", sure=True)
    await night["Cleo"].slash("chips daily")

    assert "You have 500 now." in night["Cleo"].ephemerals[-1].text
