"""What the store's tests set a scene with."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.cards import DECK
from bot.rules.chips import Chips, SeatNo
from bot.table.chance import SeededChance
from bot.table.ids import ChannelId, HandId, PersonId, Place, ServerId, TableId
from bot.table.ports import (
    NewHand,
    NewTable,
    SavedAnswer,
    SavedSeal,
    Settlement,
)
from bot.table.scene import Chair

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Sequence

    from bot.store import Store

HOME = ServerId(900)
ANN, BOB, CAT = PersonId(11), PersonId(22), PersonId(33)


def chips(amount: object) -> Chips:
    """The amount as it stands, wrong ones too."""
    return amount  # type: ignore[return-value]


def new_table(channel: int = 1, server: ServerId = HOME) -> NewTable:
    return NewTable(
        server=server,
        channel=ChannelId(channel),
        variant="stud-jack",
        host=ANN,
        overrides='{"ante": 5}',
        settings="{}",
    )


def seat(person: PersonId, place: int, stack: object = 1_000, name: str = "") -> Chair:
    return Chair(
        place=Place(place),
        person=person,
        name=name or f"p{person}",
        stack=chips(stack),
        sitting_out=False,
        leaving=False,
        strikes=0,
        adding=Chips(0),
    )


async def table_of(store: Store, *people: PersonId, channel: int = 1) -> TableId:
    """An open table where these people sit with 1,000 each, in this order."""
    table = await store.open_table(new_table(channel), key="open")
    for place, person in enumerate(people, start=1):
        await store.sit_down(table, seat(person, place), key=f"sit{place}")
    return table


async def hand_of(
    store: Store, table: TableId, people: Sequence[PersonId], number: int = 1
) -> HandId:
    return await store.begin_hand(
        NewHand(
            table=table,
            number=number,
            button=Place(1),
            people=tuple(people),
            record='{"begun": 1}',
            seal=a_seal(table, number),
        )
    )


def a_seal(table: TableId, number: int, deal: int = 1) -> SavedSeal:
    deck = SeededChance(number).seal(DECK, hand=f"{table}.{number}", deal=deal)
    return SavedSeal(deck=deck, previous=None, made_at=1_000)


async def get_up(store: Store, table: TableId, person: PersonId) -> None:
    """The person leaves during the hand."""
    saved = await store.load_table(table)
    assert saved is not None
    (chair,) = [chair for chair in saved.seats if chair.person == person]
    await store.save_seat(table, replace(chair, leaving=True))


def line(question: int, seat_no: int, answer: str = "{}") -> SavedAnswer:
    return SavedAnswer(question=question, seat=SeatNo(seat_no), answer=answer)


def settlement(
    hand: HandId, nets: dict[PersonId, int], record: str = '{"complete": 1}'
) -> Settlement:
    return Settlement(hand=hand, nets=nets, record=record, stack_max=chips(2_000))


async def stacks(store: Store) -> dict[PersonId, int]:
    """The stacks at the only open table."""
    (table,) = await store.load_tables()
    return {saved.person: saved.stack for saved in table.seats}


async def together(store: Store, *acts: Awaitable[object]) -> list[object]:
    """What each act gave or raised, all of them having waited for one slow commit before."""

    def dawdle(_: sqlite3.Connection) -> None:
        time.sleep(0.05)

    slow = asyncio.create_task(store._writer.run(dawdle))
    await asyncio.sleep(0.01)
    outcomes = await asyncio.gather(*acts, return_exceptions=True)
    await slow
    return list(outcomes)
