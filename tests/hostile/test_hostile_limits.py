"""The operator's limits: tables a server, seats a person, presses a minute."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.practice.entities import Channel
from bot.practice.people import Person
from bot.settings import Settings
from bot.table.limits import Limits
from bot.ui.door import Door
from tests.e2e.kit import Night, a_night, plain
from tests.hostile.kit import everything
from tests.table.kit import HandClock


async def tables_of(night: Night, person: Person, number: int) -> list[Channel]:
    """So many tables with small buy-ins, each in a channel of its own."""
    channels = [night.guild.add_channel(f"side-{n}") for n in range(number)]
    for channel in channels:
        person.go(channel)
        await person.slash("axe open", rules="buy_in=100, buy_in_min=100")
    await night.settled()
    return channels


async def sit(night: Night, person: Person, channel: Channel) -> str:
    person.go(channel)
    answer = await person.slash("table join", chips=100)
    await night.settled()
    return plain(answer.text)


# Tables.


async def test_a_server_has_no_more_tables_than_the_operator_allows(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(tables_per_server=2)) as night:
        ann = night["Ann"]
        await tables_of(night, ann, 2)
        ann.go(night.channel)
        answer = await ann.slash("axe open")
        assert "This server has two tables already" in answer.text
        assert answer.ephemeral
        ann.go(night.guild.channels[max(night.guild.channels)])
        await ann.slash("table close")
        await night.settled()
        ann.go(night.channel)
        await ann.slash("axe open")

        ann.sees("Ann has opened a table")


async def test_tables_opened_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(tables_per_server=2)) as night:
        channels = [night.guild.add_channel(f"side-{n}") for n in range(6)]
        for person, channel in zip(night.everybody, channels, strict=False):
            person.go(channel)
        await asyncio.gather(*(p.slash("axe open") for p in night.everybody[:6]))
        await night.settled()

        assert night.bot is not None
        assert len(night.bot.floor.tables) == 2


async def test_another_server_has_tables_of_its_own(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(tables_per_server=1)) as night:
        await night.open()
        other = night.server.world.add_guild("Elsewhere")
        zoe = night.server.person("Zoe", guild=other)
        zoe.go(other.add_channel("cards"))
        await zoe.slash("axe open")

        zoe.sees("Zoe has opened a table")


# Seats.


async def test_a_person_has_no_more_seats_than_the_operator_allows(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(seats_per_person=2)) as night:
        first, second, third = await tables_of(night, night["Ann"], 3)
        ben = night["Ben"]
        await sit(night, ben, first)
        await sit(night, ben, second)
        told = await sit(night, ben, third)
        assert "You have two seats already" in told
        assert await night.bank("Ben") == 4_800
        ben.go(first)
        await ben.slash("table leave")

        assert "You have seat 1" in await sit(night, ben, third)


async def test_seats_of_all_servers_count_together(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(seats_per_person=1)) as night:
        (side,) = await tables_of(night, night["Ann"], 1)
        await sit(night, night["Ben"], side)
        other = night.server.world.add_guild("Elsewhere")
        night.server.world.add_member(other, night["Ben"].user)
        night["Ben"].go(other.add_channel("cards"))
        await night["Ben"].slash("axe open")
        answer = await night["Ben"].slash("table join")
        await night.settled()

        assert "You have one seat already" in answer.text


async def test_seats_taken_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(seats_per_person=3)) as night:
        channels = await tables_of(night, night["Ann"], 8)
        for channel in channels:
            night["Ben"].go(channel)
            await night["Ben"].slash("table join", chips=100, wait=False)
        await asyncio.sleep(0.2)
        await night.settled()

        assert await night.bank("Ben") == 4_700


# Presses and commands.


async def test_who_presses_too_fast_is_told_once_and_nothing_is_done(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(presses_per_minute=4)) as night:
        await night.open()
        ben = night["Ben"]
        for _ in range(3):
            await ben.slash("table status")
        await ben.press("Sit down")
        before = everything(night)
        answer = await ben.submit(amount="500")
        assert "You press faster than I deal" in answer.text
        assert answer.ephemeral
        silent = [await ben.slash("table join", wait=False) for _ in range(5)]
        silent += [await ben.press("Sit down", wait=False) for _ in range(5)]
        await asyncio.sleep(0.1)
        await night.settled()

        assert all(answer.kind is None for answer in silent)
        assert everything(night) == before


async def test_who_presses_on_is_told_again_after_a_while(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(presses_per_minute=1)) as night:
        ben = night["Ben"]
        await ben.slash("chips balance")
        for _ in range(2):
            assert "faster than I deal" in (await ben.slash("chips balance")).text
            night.clock.move(5)


async def test_others_are_not_slowed_down_and_a_minute_later_all_is_well(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(presses_per_minute=2)) as night:
        ben = night["Ben"]
        for _ in range(3):
            await ben.slash("chips balance")
        assert "5,000" in (await night["Cleo"].slash("chips balance")).text
        night.clock.move(60)

        assert "5,000" in (await ben.slash("chips balance")).text


async def test_completions_while_typing_are_no_commands(tmp_path: Path) -> None:
    async with a_night(tmp_path, Limits(presses_per_minute=1)) as night:
        for _ in range(5):
            await night.admin.autocomplete("house set", "option", "a", game="stud-jack")

        assert "House rules" in (await night.admin.slash("house show", game="stud-jack")).text


class Caller:
    """Stands where a reply stands: a person, and whether they were told."""

    def __init__(self, person: int) -> None:
        self.person = person
        self.sent = 0
        self.told = 0

    @property
    def key(self) -> str:
        self.sent += 1
        return f"{self.person}:{self.sent}"

    async def whisper(self, *_: object) -> bool:
        self.told += 1
        return True


async def test_the_refusals_of_a_flood_are_few_and_nothing_of_it_is_kept() -> None:
    clock = HandClock()
    door = Door(clock, 60)
    flood = [Caller(person) for person in range(50)]
    for _ in range(300):
        for caller in flood:
            await door.lets_pass(caller)  # type: ignore[arg-type]
        clock.move(0.1)

    assert all(caller.told <= 6 for caller in flood)
    clock.move(60)
    await door.lets_pass(flood[0])  # type: ignore[arg-type]
    assert len(door._sent) == 1
    assert not door._told
    assert len(door._passed) <= 10_000


# Settings.


def test_the_operator_sets_the_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings().limits == Limits(
        tables_per_server=20, seats_per_person=5, presses_per_minute=60, requests_per_second=45
    )
    monkeypatch.setenv("AXEMAN_TABLES_PER_SERVER", "3")
    monkeypatch.setenv("AXEMAN_PRESSES_PER_MINUTE", "0")

    assert Settings().limits == Limits(
        tables_per_server=3, seats_per_person=5, requests_per_second=45
    )


@pytest.mark.parametrize("written", ["-1", "many", "1e3", " ", "2.5"])
def test_a_limit_that_is_no_whole_number_is_refused(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXEMAN_SEATS_PER_PERSON", written)

    with pytest.raises(ValidationError):
        Settings()
