"""Field reports O: who acts when."""

from __future__ import annotations

import pytest

from bot.rules.record import action_of
from bot.rules.variants import variants
from bot.table import commands
from tests.field.kit import a_table
from tests.rules.table_talk import AXE, DEUCEY, hand, hand_of
from tests.table.kit import Room

HIGH = {
    "A": "3c 4d Ah As 8c Tc 9c",
    "B": "3d 4h Kh 5c 8d Td 9d",
    "C": "3h 4s Qh 5d 8h Th 9h",
}
"""A shows the highest hand on every street, and B once A is gone."""


async def test_field_o1_heads_up_the_dealer_posts_small_and_acts_first_then_last(
    room: Room,
) -> None:
    """Elsewhere two players posted and acted in the order of three, or did once a third had gone.

    Here one of three gets up: the dealer of the next hand has the small blind and acts first
    before the draw and last after it.
    """
    room.runner = await a_table(room, game=DEUCEY)
    await room.sit("Ann", "Ben", "Cleo")
    await room.deal()
    await room.post(commands.GetUp(answer=room.pressed("Cleo")))
    await room.play_out()

    for dealer, other in (("Ben", "Ann"), ("Ann", "Ben")):
        await room.deal()
        before = {seat.name: seat.stack for seat in room.hand.seats}
        after = dict(zip(before, room.hand.stacks, strict=True))
        assert (before[dealer] - after[dealer], before[other] - after[other]) == (10, 20)
        assert await _turns(room) == [dealer, other, other, dealer, other, dealer]


async def _turns(room: Room) -> list[str]:
    """Who is asked what, in order, when everybody does what is cheapest without folding."""
    turns = []
    while room.table.hand is not None:
        turns.append(room.turn)
        await room.act(room.turn, action_of({"do": room.hand.waiting.legal[0].do}))
    return turns


def test_field_o2_the_big_blind_keeps_its_option() -> None:
    """Elsewhere the round was over when the small blind had limped in.

    Fold, fold, call: the big blind may check, and may raise.
    """
    talk = hand_of(DEUCEY, "A 500, B 500, C 500, D 500").play("C fold, D fold, A call")

    assert (talk.turn, talk.legal) == ("B", "check, raise 40, fold")
    assert talk.hand.street == "before the draw"


async def test_field_o4_the_button_leaves_a_seat_that_sits_out(room: Room) -> None:
    """Elsewhere the button stuck to a seat that sat out, and one player had four big blinds.

    Cleo deals, then sits out: the button goes on between the other two, never twice the same.
    """
    await room.open()
    await room.sit("Ann", "Ben", "Cleo")
    dealers = []
    for number in range(7):
        await room.deal()
        dealers.append(room.hand.seats[-1].name)
        if number == 2:
            await room.post(commands.SitOut(answer=room.pressed("Cleo")))
        await room.play_out()

    assert dealers == ["Ann", "Ben", "Cleo", "Ann", "Ben", "Ann", "Ben"]


@pytest.mark.parametrize("street", ["third", "fourth", "fifth", "sixth", "seventh"])
def test_field_o5_a_street_ends_when_the_opener_folds_and_the_others_check(street: str) -> None:
    """Elsewhere the round waited for the first actor for ever once that player had folded."""
    talk = hand("A 500, B 500, C 500", **HIGH)
    while talk.hand.street != street:
        talk.check_street()

    talk.play("A fold, B check, C check")

    assert talk.hand.over or talk.hand.street != street


def test_field_o7_raises_and_a_fold_heads_up_end_the_hand() -> None:
    """Elsewhere raise, re-raise and fold between two players was a crash.

    Here the pot is paid, and the raise that nobody called goes back.
    """
    talk = hand_of(DEUCEY, "A 500, B 500").play("B raise 40, A raise 60, B raise 80, A fold")

    assert talk.hand.over
    assert talk.returned == [("B", 20)]
    assert talk.stacks == {"A": 440, "B": 560}


def test_field_o9_the_highest_hand_showing_opens_and_the_rules_say_so() -> None:
    """Elsewhere one game opened by a lowest card and its source by the highest hand.

    Here the highest hand showing opens, wild cards counted, the first from the dealer's left of
    equals; the rule card says it before the deal.
    """
    wild = hand("A 500, B 500, C 500", A=". . 3c", B=". . Kd", C=". . Ah")
    tied = hand("A 500, B 500, C 500", A=". . 3c", B=". . As", C=". . Ah")
    said = [words.says(wild.hand.house, 3) for words in variants()[AXE].announcements]

    assert (wild.opener, tied.opener) == ("B", "B")
    assert "Highest hand showing opens, wilds counted." in said
