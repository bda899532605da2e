"""Tables, chairs, hands and the journal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.rules.chips import Chips
from bot.store import Store
from bot.table.ids import ChannelId, MessageId, PersonId, Place, TableId
from bot.table.ports import AlreadySeated, ChannelTaken, SavedHand, SavedTable
from tests.store.kit import (
    ANN,
    BOB,
    CAT,
    HOME,
    a_seal,
    chips,
    get_up,
    hand_of,
    line,
    new_table,
    seat,
    settlement,
    stacks,
    table_of,
)

if TYPE_CHECKING:
    from pathlib import Path


async def test_channel_has_one_open_table(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.open_table(new_table(), key=f"{n}") for n in range(5)), return_exceptions=True
    )

    assert sum(isinstance(outcome, ChannelTaken) for outcome in outcomes) == 4
    assert len(await store.load_tables()) == 1


async def test_channel_is_free_again_after_closing_and_ids_are_not_used_twice(store: Store) -> None:
    first = await store.open_table(new_table(), key="a")
    await store.close_table(first, key="k")

    assert await store.open_table(new_table(), key="b") == first + 1


async def test_opening_delivered_twice_opens_one_table(store: Store) -> None:
    opened = await asyncio.gather(*(store.open_table(new_table(), key="k") for _ in range(5)))

    assert len(set(opened)) == 1
    assert [saved.table for saved in await store.load_tables()] == opened[:1]


async def test_opening_delivered_again_after_the_table_closed_opens_no_other(store: Store) -> None:
    table = await store.open_table(new_table(), key="k")
    await store.close_table(table, key="k")

    with pytest.raises(ChannelTaken, match="closed by now"):
        await store.open_table(new_table(), key="k")
    assert await store.load_tables() == ()


async def test_table_is_loaded_as_it_was_saved(path: Path) -> None:
    async with await Store.open(path) as store:
        table = await table_of(store, ANN, BOB)
        flags = replace(
            seat(BOB, 2), sitting_out=True, leaving=True, strikes=2, adding=Chips(40), name="Bobby"
        )
        await store.save_seat(table, flags)
        await store.save_host(table, BOB)
        hand = await hand_of(store, table, (BOB, ANN))
        await store.append(hand, line(0, -1, '["2c"]'))
        await store.append(hand, line(2, 1))
        await store.append(hand, line(1, 0))
    async with await Store.open(path) as store:
        loaded = await store.load_tables()

    new = new_table()
    assert loaded == (
        SavedTable(
            table=table,
            server=HOME,
            channel=ChannelId(1),
            variant=new.variant,
            host=BOB,
            overrides=new.overrides,
            settings=new.settings,
            button=Place(1),
            hands=1,
            seats=(seat(ANN, 1), flags),
            hand=SavedHand(
                hand=hand,
                number=1,
                people=(BOB, ANN),
                record='{"begun": 1}',
                answers=(line(0, -1, '["2c"]'), line(2, 1), line(1, 0)),
                seals=(a_seal(table, 1),),
            ),
            before=None,
            commitment=a_seal(table, 1).deck.commitment,
        ),
    )


@pytest.mark.parametrize(("person", "place"), [(ANN, 2), (BOB, 1)])
async def test_taken_chair_or_second_seat_is_refused(
    store: Store, person: PersonId, place: int
) -> None:
    table = await table_of(store, ANN)

    with pytest.raises(AlreadySeated):
        await store.sit_down(table, seat(person, place), key="other")

    assert await stacks(store) == {ANN: 1_000}
    assert await store.balance(HOME, BOB) == 5_000


async def test_sitting_down_delivered_twice_acts_once(store: Store) -> None:
    table = await store.open_table(new_table(), key="open")
    for _ in range(2):
        await store.sit_down(table, seat(ANN, 1), key="k")

    assert await store.balance(HOME, ANN) == 4_000


async def test_top_up_delivered_twice_acts_once_and_asks_no_more(store: Store) -> None:
    table = await table_of(store, ANN)
    await store.save_seat(table, replace(seat(ANN, 1), adding=Chips(300)))
    for _ in range(2):
        await store.top_up(table, ANN, Chips(300), key="k")

    (loaded,) = await store.load_tables()
    assert (loaded.seats[0].stack, loaded.seats[0].adding) == (1_300, 0)
    assert await store.balance(HOME, ANN) == 3_700


async def test_standing_up_delivered_twice_answers_as_the_first_time(store: Store) -> None:
    table = await table_of(store, ANN)

    assert await store.stand_up(table, ANN, key="k") == 1_000
    assert await store.stand_up(table, ANN, key="k") == 1_000
    assert await store.balance(HOME, ANN) == 5_000
    assert await stacks(store) == {}


async def test_who_left_may_sit_down_again_with_other_chips(store: Store) -> None:
    table = await table_of(store, ANN)
    await store.stand_up(table, ANN, key="k")
    await store.sit_down(table, seat(ANN, 3, 400), key="again")

    assert await stacks(store) == {ANN: 400}


async def test_one_interaction_may_free_a_chair_and_close_the_table(store: Store) -> None:
    table = await table_of(store, ANN, BOB)

    assert await store.stand_up(table, ANN, key="k") == 1_000
    assert await store.close_table(table, key="k") == {BOB: 1_000}


async def test_closing_delivered_twice_answers_as_the_first_time(store: Store) -> None:
    table = await table_of(store, ANN, BOB)

    assert await store.close_table(table, key="k") == {ANN: 1_000, BOB: 1_000}
    assert await store.close_table(table, key="k") == {ANN: 1_000, BOB: 1_000}
    assert await store.close_table(table, key="other") == {}
    assert await store.balance(HOME, ANN) == 5_000
    assert await store.load_tables() == ()


async def test_closing_voids_the_live_hand_and_gives_its_chips_back(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    await store.append(hand, line(1, 0))

    assert await store.close_table(table, key="k") == {ANN: 1_000, BOB: 1_000}
    assert await kept_record(store, table) == '{"begun": 1}'
    assert not await store.append(hand, line(2, 0))
    assert await store.answers(hand) == (line(1, 0),)


async def test_bust_seat_is_cashed_out_with_nothing(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    await store.settle(settlement(hand, {ANN: -1_000, BOB: 1_000}))

    assert await store.stand_up(table, ANN, key="k") == 0
    assert await store.close_table(table, key="k") == {BOB: 2_000}


async def test_chips_in_a_hand_cannot_be_taken_off_the_table(store: Store) -> None:
    table = await table_of(store, ANN, BOB, CAT)
    await hand_of(store, table, (ANN, BOB))

    with pytest.raises(AssertionError, match="stay on the table"):
        await store.stand_up(table, ANN, key="k")
    with pytest.raises(AssertionError, match="table stakes"):
        await store.top_up(table, ANN, Chips(1), key="k")
    assert await store.stand_up(table, CAT, key="k") == 1_000


async def test_same_answer_twice_is_journalled_once(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))

    taken = await asyncio.gather(*(store.append(hand, line(1, 0, f"{n}")) for n in range(10)))

    assert taken == [True] + [False] * 9
    assert await store.append(hand, line(1, 1))
    assert await store.append(hand, line(2, 0))
    assert await store.answers(hand) == (line(1, 0, "0"), line(1, 1), line(2, 0))


async def test_hand_is_settled_exactly_once(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    await get_up(store, table, BOB)
    end = settlement(hand, {ANN: 200, BOB: -200})

    await asyncio.gather(*(store.settle(end) for _ in range(5)))
    await store.settle(replace(end, record="another", nets={ANN: 1, BOB: -1}))

    assert await stacks(store) == {ANN: 1_200}
    assert await store.balance(HOME, BOB) == 4_800
    assert await kept_record(store, table) == '{"complete": 1}'
    assert [x.net for x in await store.standings(HOME)] == [200, -200]


async def test_settled_hand_leaves_room_for_the_next(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    assert await kept_record(store, table) is None
    await store.settle(settlement(hand, {ANN: 0, BOB: 0}))
    await hand_of(store, table, (ANN, BOB), number=2)

    (loaded,) = await store.load_tables()
    assert loaded.hands == 2


@pytest.mark.parametrize(
    "nets", [{ANN: 1, BOB: 0}, {ANN: 1_001, BOB: -1_001}, {ANN: 0}, {ANN: 5, BOB: -4, CAT: -1}]
)
async def test_impossible_settlement_changes_nothing(
    store: Store, nets: dict[PersonId, int]
) -> None:
    table = await table_of(store, ANN, BOB, CAT)
    hand = await hand_of(store, table, (ANN, BOB))

    with pytest.raises(AssertionError):
        await store.settle(settlement(hand, nets))

    assert await stacks(store) == {ANN: 1_000, BOB: 1_000, CAT: 1_000}
    await store.settle(settlement(hand, {ANN: 1, BOB: -1}))


async def test_void_hand_moves_nothing_and_keeps_its_record(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    await store.void(hand, reason="a bug", record='{"void": 1}', stack_max=chips(2_000))
    await store.void(hand, reason="again", record="other", stack_max=chips(2_000))

    assert await stacks(store) == {ANN: 1_000, BOB: 1_000}
    assert await kept_record(store, table) == '{"void": 1}'
    with pytest.raises(AssertionError, match="is void"):
        await store.settle(settlement(hand, {ANN: 1, BOB: -1}))


async def test_settled_hand_cannot_be_voided(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    await store.settle(settlement(hand, {ANN: 1, BOB: -1}))

    with pytest.raises(AssertionError, match="is settled"):
        await store.void(hand, reason="late", record="{}", stack_max=chips(2_000))


@pytest.mark.parametrize(("people", "number"), [((ANN, BOB), 2), ((ANN, CAT), 1), ((ANN, ANN), 1)])
async def test_impossible_hand_is_not_begun(
    store: Store, people: tuple[PersonId, ...], number: int
) -> None:
    table = await table_of(store, ANN, BOB)

    with pytest.raises(AssertionError):
        await hand_of(store, table, people, number)

    (loaded,) = await store.load_tables()
    assert (loaded.hands, loaded.button, loaded.hand) == (0, None, None)


async def test_table_has_one_live_hand(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    await hand_of(store, table, (ANN, BOB))

    with pytest.raises(AssertionError, match="live hand"):
        await hand_of(store, table, (ANN, BOB), number=2)


async def kept_record(store: Store, table: TableId) -> str | None:
    kept = await store.kept_hand(table, 1)
    return None if kept is None else kept.record


async def test_a_hand_that_nobody_heard_of_is_begun_again(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    await hand_of(store, table, (ANN, BOB))
    again = await hand_of(store, table, (BOB, ANN))

    (loaded,) = await store.load_tables()
    assert loaded.hand is not None
    assert (loaded.hand.hand, loaded.hand.people, loaded.hands) == (again, (BOB, ANN), 1)


async def test_a_hand_that_was_dealt_is_not_begun_again(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    seal = replace(a_seal(table, 1), message=MessageId(5))
    await store.open_seal(hand, seal, line(1, -1, '["2c"]'))

    with pytest.raises(AssertionError, match="has been dealt"):
        await hand_of(store, table, (ANN, BOB))


async def test_a_seal_is_opened_once_together_with_its_shuffle(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    first, other = (replace(a_seal(table, 1), message=MessageId(n)) for n in (5, 6))

    assert await store.open_seal(hand, first, line(1, -1, '["2c"]'))
    assert not await store.open_seal(hand, other, line(1, -1, '["3c"]'))
    (loaded,) = await store.load_tables()
    assert loaded.hand is not None
    assert loaded.hand.seals == (first,)
    assert loaded.hand.answers == (line(1, -1, '["2c"]'),)


async def test_one_deck_is_sealed_for_a_deal(store: Store) -> None:
    table = await table_of(store, ANN, BOB)
    hand = await hand_of(store, table, (ANN, BOB))
    second, another = a_seal(table, 8, deal=2), a_seal(table, 9, deal=2)

    assert (await store.save_seal(hand, second)).deck.cards == second.deck.cards
    assert (await store.save_seal(hand, another)).deck.cards == second.deck.cards


async def test_chips_asked_for_come_with_the_end_of_the_hand_as_far_as_there_is_room(
    store: Store,
) -> None:
    table = await table_of(store, ANN, BOB, CAT)
    hand = await hand_of(store, table, (ANN, BOB))
    for place, (person, wanted) in enumerate([(ANN, 900), (BOB, 900), (CAT, 4_001)], start=1):
        await store.save_seat(table, replace(seat(person, place), adding=Chips(wanted)))
    await store.settle(settlement(hand, {ANN: 800, BOB: -800}))

    assert await stacks(store) == {ANN: 2_000, BOB: 1_100, CAT: 2_000}
    assert await store.balance(HOME, ANN) == 3_800
    (loaded,) = await store.load_tables()
    assert not any(chair.adding for chair in loaded.seats)
