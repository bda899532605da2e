"""Forgetting people and servers: what goes, what stays, and that the books still balance."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.rules.record import parse_record
from bot.store import Store
from bot.store.audit import audit
from bot.store.forgetting import BATCH, ROWS_OF_A_SERVER
from bot.store.nameless import renamed
from bot.table import commands
from bot.table.ids import ChannelId, MessageId, ServerId, TableId
from bot.table.ports import Forgetting, Post, StillSeated, StoreFailed
from tests.store.kit import new_table, seat
from tests.table.kit import PEOPLE, SERVER, Room, a_room

ANN, BEN = PEOPLE["Ann"], PEOPLE["Ben"]
ELSEWHERE = ServerId(2)
FIRST = TableId(1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "axeman.db"


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    """After a settled and a void hand of Anastasia, Ben and Cleo at a table closed since."""
    async with a_room(path) as made:
        await evening(made)
        yield made
    audit(path)


async def evening(room: Room) -> None:
    await room.open()
    for name, called in [("Ann", "Anastasia"), ("Ben", "Ben"), ("Cleo", "Cleo")]:
        answer = replace(room.pressed(name), name=called)
        await room.post(commands.SitDown(answer=answer, chips=None))
    await room.deal()
    await room.play_out()
    await room.deal()
    await room.act_by_default()
    await room.post(commands.Close(answer=room.pressed("Ben"), sure=True))
    await room.post(commands.Close(answer=room.pressed("Ann"), sure=True))


async def kept(room: Room, number: int) -> Any:
    hand = await room.store.kept_hand(FIRST, number)
    assert hand is not None
    return json.loads(hand.record)


def told(path: Path) -> str:
    """Everything that can be read from the database, as one text."""
    with closing(sqlite3.connect(path)) as books:
        return "\n".join(books.iterdump())


def on_the_disk(path: Path, text: str) -> bool:
    """Whether a text is anywhere in the file, once the log is written back."""
    with closing(sqlite3.connect(path)) as books:
        books.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return text.encode() in path.read_bytes()


def test_one_store_is_that_port_too(room: Room) -> None:
    port: Forgetting = room.store

    assert port


async def test_the_name_goes_from_everything_that_is_kept(room: Room, path: Path) -> None:
    assert "Anastasia" in told(path)

    await room.store.forget_person(SERVER, ANN, key="k")

    assert "Anastasia" not in told(path)
    assert not on_the_disk(path, "Anastasia")
    assert "Cleo" in told(path)


async def test_the_chips_go_back_to_the_bank_and_a_return_begins_with_none(room: Room) -> None:
    before = await room.store.balance(SERVER, ANN)

    assert await room.store.forget_person(SERVER, ANN, key="k") == before > 0
    assert await room.store.balance(SERVER, ANN) == 0
    assert await room.store.sums() == {SERVER: 0}


async def test_chips_given_for_the_day_are_not_given_again_to_the_forgotten(room: Room) -> None:
    assert await room.store.daily(SERVER, ANN, day=1, key="a")
    await room.store.forget_person(SERVER, ANN, key="k")

    assert not await room.store.daily(SERVER, ANN, day=1, key="b")


async def test_kept_hands_still_replay_and_are_told_of_somebody(room: Room) -> None:
    await room.store.forget_person(SERVER, ANN, key="k")

    settled = await kept(room, 1)
    void = await kept(room, 2)
    assert {start["name"] for start in settled["seats"]} == {"Somebody", "Ben", "Cleo"}
    assert {start.name for start in parse_record(void).seats} == {"Somebody", "Ben", "Cleo"}
    assert set(settled["result"]["stacks"]) == {"Somebody", "Ben", "Cleo"}
    assert any("Somebody" in event["text"] for event in settled["result"]["events"])


async def test_two_forgotten_players_of_one_hand_are_told_apart(room: Room, path: Path) -> None:
    await asyncio.gather(
        room.store.forget_person(SERVER, ANN, key="a"),
        room.store.forget_person(SERVER, BEN, key="b"),
    )

    written = await kept(room, 1)
    names = {start["name"] for start in written["seats"]}
    assert names == {"Somebody", "Somebody#2", "Cleo"}
    assert set(written["result"]["stacks"]) == names
    assert audit(path).settled == 1


async def test_leaderboard_keeps_the_chips_without_the_name(room: Room) -> None:
    before = await room.store.standings(SERVER)
    await room.store.forget_person(SERVER, ANN, key="k")
    after = await room.store.standings(SERVER)

    assert [(x.person, x.net) for x in after] == [(x.person, x.net) for x in before]
    assert [x.name for x in after if x.person == ANN] == [""]


async def test_forgetting_delivered_twice_answers_as_the_first_time(room: Room) -> None:
    chips = await room.store.forget_person(SERVER, ANN, key="k")
    await room.store.daily(SERVER, ANN, day=9, key="d")

    assert await room.store.forget_person(SERVER, ANN, key="k") == chips
    assert await room.store.balance(SERVER, ANN) == 500


async def test_who_was_never_seen_is_not_made_known_by_it(room: Room, path: Path) -> None:
    before = told(path)

    assert await room.store.forget_person(ELSEWHERE, ANN, key="k") == 0
    assert told(path) == before


async def test_who_has_a_seat_is_not_forgotten(room: Room, path: Path) -> None:
    table = await room.store.open_table(new_table(5, SERVER), key="o")
    await room.store.sit_down(table, seat(ANN, 1, 500, "Anastasia"), key="s")
    before = told(path)

    with pytest.raises(StillSeated) as refusal:
        await room.store.forget_person(SERVER, ANN, key="k")
    assert refusal.value.channel == 5
    assert told(path) == before


async def test_what_another_server_knows_stays(room: Room, path: Path) -> None:
    table = await room.store.open_table(new_table(5, ELSEWHERE), key="o")
    await room.store.sit_down(table, seat(ANN, 1, 500, "Anna"), key="s")
    await room.store.save_dm_channel(ANN, ChannelId(77))

    await room.store.forget_person(SERVER, ANN, key="k")

    assert "Anna" in told(path)
    assert await room.store.balance(ELSEWHERE, ANN) == 4_500
    assert await room.store.dm_channel(ANN) == 77


async def test_the_last_server_takes_the_dm_channel_with_it(room: Room) -> None:
    await room.store.save_dm_channel(ANN, ChannelId(77))
    dm = Post(slot="dm:0:1", channel=ChannelId(77), message=MessageId(1), posted_at=1)
    card = Post(slot="card", channel=ChannelId(7), message=MessageId(2), posted_at=1)
    for post in (dm, card):
        await room.store.save_post(FIRST, 1, post)

    await room.store.forget_person(SERVER, ANN, key="k")

    assert await room.store.dm_channel(ANN) is None
    assert await room.store.posts(FIRST, 1) == (card,)


async def test_forgetting_that_was_cut_off_goes_on_when_asked_again(
    room: Room, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise StoreFailed("gone")

    with monkeypatch.context() as trouble:
        trouble.setattr("bot.store.forgetting._replace", breaks)
        with pytest.raises(StoreFailed):
            await room.store.forget_person(SERVER, ANN, key="k")
    assert "Anastasia" in told(path)

    await room.store.forget_person(SERVER, ANN, key="again")

    assert "Anastasia" not in told(path)


async def test_every_hand_is_told_again_however_many_there_are(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.forgetting.BATCH", 2)
    assert BATCH > 2
    async with a_room(path) as room:
        for _ in range(3):
            await evening(room)
        await room.store.forget_person(SERVER, ANN, key="k")

    assert "Anastasia" not in told(path)
    assert audit(path).settled == 3


@pytest.mark.parametrize(
    ("key", "value"), [("rules", 0), ("house", {"gone": 1}), ("decks", []), ("answers", [])]
)
async def test_hand_that_does_not_replay_keeps_its_stacks_alone(
    room: Room, key: str, value: object
) -> None:
    written = await kept(room, 1)
    text = json.dumps(written | {key: value})

    again = json.loads(renamed(text, "Anastasia", "Somebody"))

    stacks = {
        name.replace("Anastasia", "Somebody"): n for name, n in written["result"]["stacks"].items()
    }
    assert again["result"] == {"stacks": stacks}
    assert "Anastasia" not in json.dumps(again)


async def test_posts_and_the_reason_of_a_void_hand_are_renamed(room: Room) -> None:
    void = {
        "rules": 1,
        "seats": [{"name": "Ann", "stack": 1}, {"name": "Ben", "stack": 1}],
        "posts": {"small": "Ann", "big": "Ben"},
        "void": {"reason": "It is Ann's turn."},
    }

    again = json.loads(renamed(json.dumps(void), "Ann", "Somebody"))

    assert again["posts"] == {"small": "Somebody", "big": "Ben"}
    assert again["void"] == {"reason": "It is Somebody's turn."}


# Servers.


async def test_a_server_goes_as_a_whole(room: Room, path: Path) -> None:
    await room.store.save_dm_channel(ANN, ChannelId(77))
    await room.store.set_house(SERVER, "stud-jack", "ante", 5)
    await room.store.set_setting(SERVER, "starting_chips", 70)
    await room.store.open_table(new_table(9, SERVER), key="still open")

    await room.store.forget_server(SERVER)

    left = [x for x in told(path).splitlines() if x.startswith("INSERT") and "sqlite_seq" not in x]
    assert left == []
    assert not on_the_disk(path, "Anastasia")
    assert audit(path).accounts == 0
    assert await room.store.balance(SERVER, ANN) == 5_000


async def test_other_servers_are_as_they_were(room: Room, path: Path) -> None:
    table = await room.store.open_table(new_table(5, ELSEWHERE), key="o")
    for person, place in ((ANN, 1), (BEN, 2)):
        await room.store.sit_down(table, seat(person, place, 500), key="s")
    await room.store.save_dm_channel(ANN, ChannelId(77))
    await room.store.forget_server(SERVER)

    assert await room.store.sums() == {ELSEWHERE: 0}
    assert [len(saved.seats) for saved in await room.store.load_tables()] == [2]
    assert await room.store.balance(ELSEWHERE, BEN) == 4_500
    assert await room.store.dm_channel(ANN) == 77


async def test_numbers_of_tables_and_hands_are_not_used_again(room: Room) -> None:
    await room.store.forget_server(SERVER)

    assert await room.store.open_table(new_table(5, SERVER), key="o") == FIRST + 1


async def test_the_ledger_is_as_unchangeable_as_before(room: Room) -> None:
    await room.store.balance(ELSEWHERE, ANN)
    await room.store.forget_server(SERVER)

    for table in ("postings", "entries", "accounts"):
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            await room.store._writer.run(lambda db, t=table: db.execute(f"DELETE FROM {t}"))  # type: ignore[misc]  # noqa: S608


async def test_server_of_which_something_cannot_be_deleted_stays_whole(
    room: Room, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = told(path)
    monkeypatch.setitem(ROWS_OF_A_SERVER, "no_such_table", "server = :server")

    with pytest.raises(sqlite3.OperationalError):
        await room.store.forget_server(SERVER)
    assert told(path) == before
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        await room.store._writer.run(lambda db: db.execute("DELETE FROM postings"))


async def test_no_table_of_the_database_is_left_out(path: Path) -> None:
    """Whoever adds a table says here which of its rows are about a server, or that none are."""
    async with await Store.open(path) as store:
        tables = await store._read(
            lambda db: db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
            ).fetchall()
        )

    assert {name for (name,) in tables} == set(ROWS_OF_A_SERVER) | {"memos"}
