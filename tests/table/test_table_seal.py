"""A hand is dealt only when the message that tells of its sealed deck stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rules.asks import Shuffle
from bot.table import commands, notices
from bot.table.ids import MessageId
from bot.table.table import SEAL_S
from tests.table.kit import PEOPLE, Room, a_room


@pytest.fixture
async def room(tmp_path: Path):  # type: ignore[no-untyped-def]
    async with a_room(tmp_path / "axeman.db") as made:
        yield made


async def sealed(room: Room) -> None:
    """A hand of three whose seal does not reach the channel."""
    await room.open()
    await room.sit("Ann", "Ben", "Cleo", chips=500)
    room.crier.posts_seals = False
    await room.deal()


async def post(room: Room, message: int, *, hand: int = 1, deal: int = 1) -> None:
    await room.post(commands.SealPosted(hand=hand, deal=deal, message=MessageId(message)))


async def test_no_card_is_dealt_before_the_seal_stands(room: Room) -> None:
    await sealed(room)

    assert isinstance(room.hand.waiting, Shuffle)
    scene = room.crier.scenes[-1]
    assert scene.hand is not None
    assert scene.hand.awaits_seal
    assert scene.hand.view(None).streets == ()
    (saved,) = await room.store.load_tables()
    assert saved.hand is not None
    assert saved.hand.answers == ()
    assert saved.hand.seals[0].message is None


async def test_message_keys_the_order(room: Room) -> None:
    await sealed(room)
    deck = room.table.live.seals[0].deck
    await post(room, 1_577_167_355_295_825_925)

    assert room.hand.decks == [deck.order(1_577_167_355_295_825_925)]
    assert room.hand.decks != [deck.cards]
    (saved,) = await room.store.load_tables()
    assert saved.hand is not None
    assert saved.hand.seals[0].message == 1_577_167_355_295_825_925


async def test_second_message_or_another_deal_changes_nothing(room: Room) -> None:
    await sealed(room)
    await post(room, 5, deal=2)
    await post(room, 5, hand=2)
    assert isinstance(room.hand.waiting, Shuffle)
    await post(room, 5)
    dealt = room.hand.decks
    await post(room, 6)

    assert room.hand.decks == dealt
    assert len(dealt) == 1


async def test_seal_that_cannot_be_posted_in_time_makes_the_number_void(room: Room) -> None:
    await sealed(room)
    room.clock.move(SEAL_S + 1)
    await room.settle()

    scene = room.crier.scenes[-1]
    assert scene.void is not None
    assert scene.void.number == 1
    assert [chair.stack for chair in scene.chairs] == [500, 500, 500]
    await post(room, 5)
    assert room.table.hand is None
    room.crier.posts_seals = True
    await room.deal()
    assert room.table.hands == 2


async def test_chain_of_commitments_leaves_out_no_hand(room: Room) -> None:
    await sealed(room)
    first = room.table.live.seals[0].deck.commitment
    room.clock.move(SEAL_S + 1)
    await room.settle()
    await room.deal()

    assert room.table.live.seals[0].previous == first


async def test_restart_goes_on_with_the_same_sealed_deck(tmp_path: Path) -> None:
    path = tmp_path / "axeman.db"
    async with a_room(path) as room:
        await sealed(room)
        deck = room.table.live.seals[0].deck
    async with a_room(path) as room:
        scene = room.crier.scenes[0]
        assert scene.hand is not None
        assert scene.hand.awaits_seal
        assert scene.hand.seals[0].commitment == deck.commitment
        assert room.hand.decks == [deck.order(1)]
        assert room.table.commitment == deck.commitment


async def test_who_gets_up_before_the_deal_is_folded_with_it(room: Room) -> None:
    await sealed(room)
    await room.post(commands.GetUp(answer=room.pressed("Ben")))
    assert isinstance(room.last_notice("Ben"), notices.Leaving)
    await post(room, 5)

    seat = room.table.hand.people.index(PEOPLE["Ben"])
    assert room.hand.has_left(seat)
    assert room.hand.view(None).seats[seat].folded


async def test_whoever_gets_up_before_the_deal_leaves_the_winner_alone(room: Room) -> None:
    await sealed(room)
    for name in ("Ben", "Cleo"):
        await room.post(commands.GetUp(answer=room.pressed(name)))
    await post(room, 5)

    assert room.table.hand is None
    (chair,) = room.table.chairs.values()
    assert chair.person == PEOPLE["Ann"]
    assert chair.stack >= 520  # an ante of 10 of each who left, and what fell face up


async def test_closing_before_the_deal_costs_nobody_anything(room: Room) -> None:
    await sealed(room)
    await room.post(commands.Close(answer=room.pressed("Ann"), sure=True))

    assert room.table.closed
    assert await room.store.balance(room.table.server, PEOPLE["Ben"]) == 5_000
    await post(room, 5)
