"""Chips outside tables."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.rules.chips import Chips
from bot.store import BadAmount, Store
from bot.store.ledger import enter, person_account
from bot.table.ids import PersonId, ServerId
from bot.table.ports import Book, Ledger, Posts, TableStore, TooFewChips
from tests.store.kit import (
    ANN,
    BOB,
    HOME,
    chips,
    hand_of,
    new_table,
    seat,
    settlement,
    stacks,
    table_of,
)

if TYPE_CHECKING:
    from pathlib import Path


async def test_one_store_is_every_port(store: Store) -> None:
    # The claim is mypy's to check; at run time there is little to see.
    ledger: Ledger = store
    tables: TableStore = store
    posts: Posts = store
    book: Book = store

    assert {id(ledger), id(tables), id(posts), id(book)} == {id(store)}


async def test_newcomer_starts_with_5000(store: Store) -> None:
    assert await store.balance(HOME, ANN) == 5_000
    assert await store.balance(HOME, ANN) == 5_000


async def test_newcomer_seen_twice_at_once_is_welcomed_once(store: Store) -> None:
    seen = await asyncio.gather(*(store.balance(HOME, ANN) for _ in range(20)))

    assert seen == [5_000] * 20


async def test_server_decides_what_a_newcomer_gets(store: Store) -> None:
    await store.set_setting(HOME, "starting_chips", 70)

    assert await store.balance(HOME, ANN) == 70
    assert await store.balance(ServerId(1), ANN) == 5_000


async def test_newcomer_may_get_nothing(store: Store) -> None:
    await store.set_setting(HOME, "starting_chips", 0)

    assert await store.balance(HOME, ANN) == 0


async def test_daily_chips_come_once_a_day(store: Store) -> None:
    assert await store.daily(HOME, ANN, day=1, key="a")
    assert not await store.daily(HOME, ANN, day=1, key="b")
    assert await store.daily(HOME, ANN, day=2, key="c")
    assert await store.balance(HOME, ANN) == 6_000


async def test_daily_command_delivered_twice_is_told_the_same_again(store: Store) -> None:
    assert await store.daily(HOME, ANN, day=1, key="a")
    assert await store.daily(HOME, ANN, day=1, key="a")
    assert await store.balance(HOME, ANN) == 5_500


async def test_daily_setting_is_followed_and_zero_turns_it_off(store: Store) -> None:
    await store.set_setting(HOME, "daily_chips", 7)
    assert await store.daily(HOME, ANN, day=1, key="a")
    await store.set_setting(HOME, "daily_chips", 0)
    assert not await store.daily(HOME, ANN, day=2, key="b")

    assert await store.balance(HOME, ANN) == 5_007


async def test_chips_at_tables_are_not_in_the_balance(store: Store) -> None:
    await table_of(store, ANN, BOB)
    await store.sit_down(
        await store.open_table(new_table(2), key="open"), seat(ANN, 1, 500), key="k"
    )

    assert await store.balance(HOME, ANN) == 3_500
    assert await store.at_tables(HOME, ANN) == 1_500
    assert await store.at_tables(ServerId(1), ANN) == 0


async def test_20_buy_ins_at_once_from_a_balance_for_one_take_one(store: Store) -> None:
    await store.set_setting(HOME, "starting_chips", 100)
    tables = [await store.open_table(new_table(channel), key="open") for channel in range(20)]

    outcomes = await asyncio.gather(
        *(store.sit_down(t, seat(ANN, 1, 100), key=f"k{t}") for t in tables),
        return_exceptions=True,
    )

    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, TooFewChips) for outcome in outcomes) == 19
    assert await store.balance(HOME, ANN) == 0
    assert await store.at_tables(HOME, ANN) == 100


async def test_20_transfers_at_once_from_a_balance_for_one_take_one(store: Store) -> None:
    await store.set_setting(HOME, "starting_chips", 100)

    def transfer(number: int, db: sqlite3.Connection) -> None:
        ann, bob = person_account(db, HOME, ANN), person_account(db, HOME, BOB)
        enter(db, HOME, f"gift:{number}", {ann: -100, bob: +100})

    outcomes = await asyncio.gather(
        *(store._writer.run(lambda db, n=n: transfer(n, db)) for n in range(20)),  # type: ignore[misc]
        return_exceptions=True,
    )

    assert sum(outcome is None for outcome in outcomes) == 1
    assert await store.balance(HOME, ANN) == 0
    assert await store.balance(HOME, BOB) == 200


async def test_too_few_chips_says_how_many_there_are(store: Store) -> None:
    table = await store.open_table(new_table(), key="open")

    with pytest.raises(TooFewChips) as refusal:
        await store.sit_down(table, seat(ANN, 1, 5_001), key="k")

    assert refusal.value.balance == 5_000


@pytest.mark.parametrize("amount", [-5, 0, 10**30, 2**63, 1e30, 1.0, True, "5", float("nan")])
async def test_amount_that_is_no_number_of_chips_is_refused(store: Store, amount: object) -> None:
    table = await table_of(store, BOB)

    with pytest.raises(BadAmount, match="whole numbers from 1 to 1,000,000,000"):
        await store.sit_down(table, seat(ANN, 2, amount), key="k")
    with pytest.raises(BadAmount):
        await store.top_up(table, BOB, amount, key="k")  # type: ignore[arg-type]
    with pytest.raises(BadAmount, match="daily_chips is a whole number"):
        await store.set_setting(HOME, "daily_chips", amount if amount != 0 else -1)

    assert await stacks(store) == {BOB: 1_000}
    assert await store.balance(HOME, BOB) == 4_000
    assert await store.setting(HOME, "daily_chips") is None


async def test_entry_that_does_not_balance_is_a_bug(store: Store) -> None:
    def mint(db: sqlite3.Connection) -> None:
        enter(db, HOME, "mint", {person_account(db, HOME, ANN): +1})

    with pytest.raises(AssertionError, match="makes or loses chips"):
        await store._writer.run(mint)

    assert await store.sums() == {}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE postings SET amount = amount + 1",
        "DELETE FROM postings",
        "INSERT OR REPLACE INTO postings SELECT account, entry, amount * 2 FROM postings",
        "UPDATE entries SET key = 'other'",
        "DELETE FROM entries",
        "UPDATE accounts SET server = 1",
        "DELETE FROM accounts",
    ],
)
async def test_ledger_is_never_changed_nor_deleted(store: Store, sql: str) -> None:
    await store.balance(HOME, ANN)

    with pytest.raises(sqlite3.IntegrityError, match="never"):
        await store._writer.run(lambda db: db.execute(sql))

    assert await store.balance(HOME, ANN) == 5_000


async def test_sums_show_a_server_that_does_not_balance(store: Store) -> None:
    await store.balance(HOME, ANN)
    assert await store.sums() == {HOME: 0}

    def forge(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO entries (key, server, answer) VALUES ('forged', 900, 'null')")
        db.execute("INSERT INTO postings SELECT max(account), last_insert_rowid(), 3 FROM accounts")

    await store._writer.run(forge)
    assert await store.sums() == {HOME: 3}


async def test_balance_is_read_from_one_index(store: Store) -> None:
    plan = await store._read(
        lambda db: db.execute(
            "EXPLAIN QUERY PLAN SELECT sum(amount) FROM postings WHERE account = 1"
        ).fetchall()
    )

    assert [row[-1] for row in plan] == ["SEARCH postings USING PRIMARY KEY (account=?)"]


async def test_standings_put_the_most_won_first_under_the_last_name_seen(store: Store) -> None:
    table = await table_of(store, ANN, BOB, PersonId(5))
    people = (ANN, BOB, PersonId(5))
    for number, nets in enumerate([(50, -50, 0), (-20, -30, 50)], start=1):
        hand = await hand_of(store, table, people, number)
        await store.settle(settlement(hand, dict(zip(people, nets, strict=True))))
    await store.save_seat(table, seat(BOB, 2, name="Bobby"))

    lines = await store.standings(HOME)

    assert [(x.person, x.name, x.net, x.hands) for x in lines] == [
        (5, "p5", 50, 2),
        (ANN, "p11", 30, 2),
        (BOB, "Bobby", -80, 2),
    ]
    assert await store.standings(ServerId(1)) == ()


async def test_void_hand_is_in_no_standing(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    await store.void(
        await hand_of(store, table, (ANN, BOB)), reason="a bug", record="{}", stack_max=chips(2_000)
    )

    assert await store.standings(HOME) == ()


async def test_balance_survives_reopening(path: Path) -> None:
    async with await Store.open(path) as store:
        await store.daily(HOME, ANN, day=1, key="a")
    async with await Store.open(path) as store:
        assert await store.balance(HOME, ANN) == Chips(5_500)
