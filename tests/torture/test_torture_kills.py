"""Forty deaths by SIGKILL in the middle of everything; `run` takes more of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.practice import Channel, Message, World
from bot.rules.chips import SeatNo
from bot.rules.variants import variants
from bot.table.ids import HandId, PersonId
from bot.table.ports import SavedAnswer, SavedHand
from bot.torture.aftermath import Aftermath, Books, Confirmed, KeptHand, Lost
from bot.torture.kills import Night, Report, chosen, nights
from bot.torture.mortal import SITES, Pair
from bot.torture.told import twice
from tests.practice import description

SEED, PAIRS = 20_261, 40
ANN, BEN = PersonId(1), PersonId(2)


async def test_forty_deaths_lose_nothing() -> None:
    report = Report(SEED)
    hooks = [description.hook] if description.is_given() else []
    try:
        await nights(report, chosen(SEED, PAIRS), lambda _death: None, hooks)
    finally:
        print(report)  # noqa: T201 - the pairs belong into the record of a test run

    assert len({death.pair for death in report.deaths}) == PAIRS
    assert {death.pair.site for death in report.deaths} == set(SITES)
    assert len({death.game for death in report.deaths}) == 3
    assert report.confirmed > PAIRS
    assert report.reshuffles


@pytest.mark.parametrize(
    "words",
    [
        ["after settle 1"],  # the result was never told
        ["after post 2"],  # the street that stood, and was not noted, kept its old clock
        ["after callback 12", "after edit 2"],
        ["before save_post 4", "before save_post 1"],
        ["before settle 1", "before settle 1", "after settle 1"],
        ["amid settle 2", "amid begin_hand 2", "amid open_seal 2"],  # each is one transaction
    ],
)
async def test_deaths_that_lose_something_in_a_careless_bot(
    tmp_path: Path, words: list[str]
) -> None:
    pairs = [Pair.parse(*pair.split()) for pair in words]
    night = Night(tmp_path, variants()["deuces-and-jacks"], Random(1), Report(1))
    await night.play(pairs)


def test_pairs_are_distinct_and_leave_no_site_out() -> None:
    for pairs in (40, 2_000):
        found = chosen(1, pairs)
        assert len(set(found)) == pairs
        assert {pair.site for pair in found} == set(SITES)


# The checks can fail.


def a_hand(*answers: SavedAnswer, state: str = "live", net: int = 0) -> KeptHand:
    saved = SavedHand(
        hand=HandId(7), number=1, people=(ANN, BEN), record="{}", answers=answers, seals=()
    )
    nets = {ANN: net, BEN: -net} if state != "live" else {}
    return KeptHand(saved=saved, state=state, nets=nets)


def the_books(hand: KeptHand, ann: int = 5_000, ben: int = 5_000) -> Books:
    worth = {ANN: ann, BEN: ben}
    return Books(worth=worth, seated=frozenset(), leaving=frozenset(), hands={1: hand})


CALL = SavedAnswer(question=2, seat=SeatNo(0), answer='{"do": "call"}')
FOLD = SavedAnswer(question=2, seat=SeatNo(0), answer='{"do": "fold"}')


@pytest.mark.parametrize(
    ("after", "complaint"),
    [
        (the_books(a_hand()), "has lost an answer"),
        (the_books(a_hand(FOLD)), "has lost an answer"),
        (replace(the_books(a_hand(CALL)), hands={}), "is gone"),
        (the_books(a_hand(CALL), ann=5_001), "should have 5000"),
        (the_books(a_hand(CALL, state="settled", net=20), 5_040, 4_960), "should have 5020"),
        (the_books(a_hand(CALL, state="void")), "is void"),
    ],
)
def test_what_is_lost_is_noticed(after: Books, complaint: str) -> None:
    aftermath = Aftermath()
    aftermath.look(the_books(a_hand(CALL)), ())

    with pytest.raises(Lost, match=complaint):
        aftermath.look(after, ())


def test_a_hand_that_is_settled_again_is_noticed() -> None:
    aftermath = Aftermath()
    aftermath.look(the_books(a_hand(CALL, state="settled", net=20), 5_020, 4_980), ())

    with pytest.raises(Lost, match="ended twice"):
        aftermath.look(the_books(a_hand(CALL, state="settled", net=40), 5_040, 4_960), ())


def test_a_confirmed_press_that_is_not_in_the_journal_is_noticed() -> None:
    with pytest.raises(Lost, match="not in the journal"):
        Aftermath().look(the_books(a_hand(CALL)), [Confirmed(1, 3, BEN)])


def a_message(world: World, channel: Channel, nonce: str) -> Message:
    return Message(
        id=world.snowflake(), channel=channel, author=world.bot, created=0.0, nonce=nonce
    )


def test_a_part_that_is_told_twice_is_noticed() -> None:
    world = World(clock=lambda: 0.0)
    channel = world.add_guild("Friday night").add_channel("poker")
    for nonce in ("1.1.card.", "1.1.card.ZZZZZ", "1.2.card."):
        world.post(a_message(world, channel, nonce))

    assert twice(world) == ["card of hand 1"]
