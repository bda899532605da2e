"""Posts, DM channels, house rules, settings, memos."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.table.ids import ChannelId, MessageId, ServerId
from bot.table.ports import Post
from tests.store.kit import ANN, BOB, HOME, table_of

if TYPE_CHECKING:
    from bot.store import Store


def post(slot: str, message: int) -> Post:
    return Post(slot=slot, channel=ChannelId(1), message=MessageId(message), posted_at=99)


async def test_later_post_for_a_slot_replaces_the_first(store: Store) -> None:
    table = await table_of(store)
    await store.save_post(table, 1, post("card", 5))
    await store.save_post(table, 1, post("street:2", 6))
    await store.save_post(table, 1, post("card", 7))
    await store.save_post(table, 0, post("card", 8))

    assert await store.posts(table, 1) == (post("card", 7), post("street:2", 6))
    assert await store.posts(table, 0) == (post("card", 8),)
    assert await store.posts(table, 2) == ()


async def test_dm_channel_is_kept_per_person(store: Store) -> None:
    await store.save_dm_channel(ANN, ChannelId(7))
    await store.save_dm_channel(ANN, ChannelId(8))

    assert await store.dm_channel(ANN) == 8
    assert await store.dm_channel(BOB) is None


async def test_house_rules_are_kept_per_game_and_reset_with_none(store: Store) -> None:
    await store.set_house(HOME, "stud-jack", "ante", 5)
    await store.set_house(HOME, "stud-jack", "ante", 10)
    await store.set_house(HOME, "stud-jack", "wild", "jacks")
    await store.set_house(HOME, "draw-deucey", "ante", 1)
    await store.set_house(HOME, "draw-deucey", "ante", None)

    assert await store.house(HOME, "stud-jack") == {"ante": 10, "wild": "jacks"}
    assert await store.house(HOME, "draw-deucey") == {}


async def test_setting_is_any_json_and_reset_with_none(store: Store) -> None:
    await store.set_setting(HOME, "places", [1, {"a": None}])
    assert await store.setting(HOME, "places") == [1, {"a": None}]
    assert await store.setting(ServerId(1), "places") is None

    await store.set_setting(HOME, "places", None)
    assert await store.setting(HOME, "places") is None


async def test_a_setting_is_found_on_every_server_that_has_it(store: Store) -> None:
    await store.set_setting(HOME, "card_colours", "two")
    await store.set_setting(ServerId(1), "card_colours", "four")
    await store.set_setting(ServerId(2), "card_colours", "two")
    await store.set_setting(ServerId(2), "card_colours", None)
    await store.set_setting(ServerId(3), "places", [1])

    assert await store.everywhere("card_colours") == {ServerId(1): "four", HOME: "two"}


async def test_memo_is_replaced(store: Store) -> None:
    assert await store.memo("commands") is None
    await store.set_memo("commands", "a1")
    await store.set_memo("commands", "b2")
    assert await store.memo("commands") == "b2"
