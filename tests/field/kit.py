"""Random hands, played fast, and tables of any game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.rules.asks import Ask, DrawAsk, Shuffle
from bot.rules.chips import Chips
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.record import action_of
from bot.rules.variants import variants
from bot.table.ids import ChannelId
from tests.rules.table_talk import AXE
from tests.table.kit import PEOPLE, SERVER, Room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.actions import Action
    from bot.rules.variant import Variant
    from bot.table.ids import ServerId
    from bot.table.runner import Runner

ANSWERS_MAX = 2_000
"""More answers than a random hand has."""


def random_hand(game: Variant, chance: Random, *, seats: int | None = None) -> Iterator[Hand]:
    """One hand under the usual rules: given once it is dealt, and again after every answer."""
    count = seats or chance.randint(game.seats.least, game.seats.most)
    most = chance.choice((30, 300, 2_000))
    starts = tuple(
        SeatStart(name="ABCDEFGH"[n], stack=Chips(chance.randint(1, most))) for n in range(count)
    )
    hand = Hand(game, HouseRules.of(game.options, {}), starts)
    for _ in range(ANSWERS_MAX):
        while isinstance(hand.waiting, Shuffle):
            cards = hand.waiting.cards
            hand.shuffle(tuple(chance.sample(cards, len(cards))))
        yield hand
        if not isinstance(hand.waiting, Ask):
            return
        hand.act(hand.waiting.seat, some_answer(hand.waiting, chance))
    raise AssertionError("this hand never ends")


def some_answer(ask: Ask[object], chance: Random) -> Action:
    """A legal answer, folding seldom so that hands get somewhere."""
    legal = [answer for answer in ask.legal if answer.do != "fold"]
    chosen = chance.choice(ask.legal if chance.random() < 0.1 else legal)
    if isinstance(ask, DrawAsk):
        cards = chance.sample(ask.cards, chance.choice((0, 1, ask.most, ask.most)))
        return action_of({"do": chosen.do, "discard": [str(card) for card in cards]})
    if chosen.least is not None:
        return action_of({"do": chosen.do, "to": chosen.least})
    return action_of({"do": chosen.do})


async def a_table(
    room: Room, *, game: str = AXE, channel: int = 7, server: ServerId = SERVER, **settings: int
) -> Runner:
    """Another table of the room's floor, open in a channel of its own."""
    scene = await room.floor.open(
        server=server,
        channel=ChannelId(channel),
        variant=variants()[game],
        host=PEOPLE["Ann"],
        host_name="Ann",
        overrides={},
        settings=settings,
        key=f"open:{channel}",
    )
    runner = room.floor.at(scene.table)
    assert runner is not None
    return runner
