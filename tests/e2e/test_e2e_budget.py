"""The budget of requests: what a hand costs of the fifty a second that Discord gives a bot.

Answers to presses are free. Of the rest, a hand may cost two a player, two a street and two. A
deal that begins anew (a wipe-out, a deck that ran out) costs one post more for its seal, and the
players who get new cards by it one DM each. Where nobody presses, nothing can be told for free: a
turn that ran out, and a Fold in the menu behind More, cost an edit each.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.practice.components import Button
from bot.rules.variants import variants
from bot.table.seating import STRIKES_MAX
from tests.e2e.kit import NAMES, Night
from tests.e2e.virtual import on_virtual_time

FREE = ("answer", "follow-up")
TELLING = {"post", "dm"}
"""What a press may cause: the next street, the result, cards face down."""
GAMES = [
    (game.command, players)
    for game in variants().values()
    for players in range(game.seats.least, game.seats.most + 1)
]
OTHERS = [f"{rank}{suit}" for suit in "cdh" for rank in "23456789T"]
"""Cards that are dealt before the queen of spades."""
KINDS = {
    "answer": r"POST /interactions/\d+/[^/]+/callback",
    "follow-up": r"\w+ /webhooks/.+",
    "post": r"POST /channels/(?P<channel>\d+)/messages",
    "edit": r"PATCH /channels/\d+/messages/\d+",
    "delete": r"DELETE /channels/\d+/messages/\d+",
    "new dm": r"POST /users/@me/channels",
}


@dataclass
class Bill:
    """What was asked of Discord since it was last settled, by kind."""

    night: Night
    asked: Counter[str] = field(default_factory=Counter)
    hand: Counter[str] = field(default_factory=Counter)
    presses: int = 0

    def __post_init__(self) -> None:
        self.night.server.on_request.append(self.note)

    def note(self, method: str, path: str, *_: Any) -> None:
        for kind, form in KINDS.items():
            if found := re.fullmatch(form, f"{method} {path}"):
                is_dm = kind == "post" and int(found["channel"]) != self.night.channel.id
                self.asked["dm" if is_dm else kind] += 1
                return
        self.asked[f"{method} {path}"] += 1

    def settle(self) -> Counter[str]:
        """What the last thing cost; from here on the next one counts."""
        cost, self.asked = self.asked, Counter()
        self.hand += cost
        return cost

    def counted(self) -> int:
        """What the hand cost so far of what Discord counts."""
        return sum(count for kind, count in self.hand.items() if kind not in FREE)


async def deal(night: Night, bill: Bill, *decks: str, edits: int = 0) -> None:
    bill.settle()
    bill.hand.clear()
    await night.deal("Ann", *decks)
    assert_one_answer(bill.settle(), edits=edits)


async def check_down(
    night: Night, bill: Bill, *, instead: Mapping[str, str] = {}, edits: int = 0
) -> None:
    """Everybody stays to the end, as cheaply as possible."""
    while night.table.hand is not None:
        label = answers(night)[0].label
        await press(night, bill, instead.get(label, label), edits=edits)


async def press(
    night: Night, bill: Bill, label: str, rng: Random | None = None, *, edits: int = 0
) -> None:
    """Whoever is asked presses a button, and fills in its window: one answer each."""
    name, board = night.turn, night.board
    await night[name].press(label, message=board)
    await night.settled()
    assert_one_answer(bill.settle())
    form = night[name].form
    if form is not None:
        options = form.fields[-1].options
        ticked = (rng or Random(0)).sample(options, 2)
        await night[name].submit({form.fields[-1].custom_id: ticked})
        await night.settled()
        assert_one_answer(bill.settle(), edits=edits)


def assert_one_answer(cost: Counter[str], *, edits: int = 0) -> None:
    """One answer, and nothing else but what it causes."""
    assert (cost["answer"], cost["follow-up"]) == (1, 0), cost
    assert cost["edit"] <= edits, cost
    assert set(cost) - {*FREE, "edit"} <= TELLING, cost


def answers(night: Night) -> list[Button]:
    """The buttons that answer the question."""
    found = [button for button in night.board.buttons if button.is_pressable]
    return found[: next(n for n, button in enumerate(found) if button.label == "My cards")]


def assert_within_budget(night: Night, bill: Bill, *, also: int = 0) -> None:
    live = night.live
    assert live.hand.over
    players, streets = len(live.people), len(live.hand.view(None).streets)
    again = len(live.hand.decks) - 1
    assert bill.counted() <= 2 * players + 2 * streets + 2 + again + also, bill.hand


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_hand_is_within_its_budget_and_a_press_costs_one_answer(
    tmp_path: Path, game: str, players: int
) -> None:
    """The first hand is seen to its end by all, the dearest way; in the others anything goes."""

    async def play(night: Night) -> None:
        rng = Random(players)
        await night.seated(game, *NAMES[:players])
        bill = Bill(night)
        for number in range(2):
            await deal(night, bill)
            while night.table.hand is not None:
                choices = answers(night)
                label = (choices[0] if number == 0 else rng.choice(choices)).label
                await press(night, bill, label, rng)
            dealt_again = len(night.live.people) * (len(night.live.hand.decks) - 1)
            assert_within_budget(night, bill, also=dealt_again)

    on_virtual_time(tmp_path, play)


def test_each_wipe_out_costs_its_seal_and_a_dm_for_everybody_dealt_again(tmp_path: Path) -> None:
    async def play(night: Night) -> None:
        await night.seated("widowjack", *NAMES[:7])
        bill = Bill(night)
        await deal(night, bill, queen_after(15), queen_after(22), queen_after(0))
        await check_down(night, bill)

        assert len(night.live.hand.decks) == 3
        assert_within_budget(night, bill, also=2 * 7)

    on_virtual_time(tmp_path, play)


def queen_after(cards: int) -> str:
    """Of seven players: after 14 she is face up on third street, after 21 on fourth."""
    return " ".join([*OTHERS[:cards], "Qs"])


def test_a_deck_that_runs_out_costs_its_seal_and_an_edit(tmp_path: Path) -> None:
    """The street goes on after the deal that its last press has caused."""

    async def play(night: Night) -> None:
        await night.seated("drawdeucey", *NAMES)
        bill = Bill(night)
        await deal(night, bill)
        await check_down(night, bill, instead={"Stand pat": "Change cards"}, edits=1)

        assert len(night.live.hand.decks) == 2
        assert bill.hand["edit"] == 1
        assert_within_budget(night, bill)

    on_virtual_time(tmp_path, play)


@pytest.mark.parametrize("closed", [1, 8])
def test_closed_dms_cost_one_try_each_and_one_edit(tmp_path: Path, closed: int) -> None:
    async def play(night: Night) -> None:
        await night.seated("studjack", *NAMES[:7])
        for name in NAMES[:closed]:
            night[name].close_dms()
        bill = Bill(night)
        await deal(night, bill, edits=1)
        await check_down(night, bill)

        assert bill.hand["edit"] == 1, "the street says whose DMs are closed"
        assert bill.hand["dm"] == 7 + max(0, 7 - closed)
        assert_within_budget(night, bill)

    on_virtual_time(tmp_path, play)


def test_streets_without_a_question_cost_a_post_each(tmp_path: Path) -> None:
    """Everybody is all-in by the ante."""

    async def play(night: Night) -> None:
        await night.seated("axe", *NAMES[:3], ante=10)
        for name in NAMES[3:6]:
            await night.sit(name, chips=10)
        for name in NAMES[:3]:
            await night[name].slash("table sit-out")
        bill = Bill(night)
        await night[NAMES[3]].slash("table start")
        await night.settled()
        bill.settle()

        assert night.live.hand.over
        assert bill.hand["post"] == 1 + len(night.live.hand.view(None).streets) + 1
        assert_within_budget(night, bill)

    on_virtual_time(tmp_path, play)


def test_a_turn_that_ran_out_costs_an_edit_and_one_of_somebody_away_none(tmp_path: Path) -> None:
    async def play(night: Night) -> None:
        await night.seated("axe", *NAMES[:5])
        bill = Bill(night)
        await deal(night, bill)
        missed = 0
        while night.table.hand is not None:
            await asyncio.sleep(61)
            await night.settled()
            missed += 1

        assert missed == STRIKES_MAX * 5
        assert bill.settle()["edit"] == missed
        assert_within_budget(night, bill)

    on_virtual_time(tmp_path, play)


@pytest.mark.parametrize("label", ["My cards", "Rules", "All rules", "More", "Check"])
def test_a_press_that_answers_nothing_costs_one_answer(tmp_path: Path, label: str) -> None:
    async def play(night: Night) -> None:
        await night.seated("axe", *NAMES[:3])
        bill = Bill(night)
        await deal(night, bill)
        other = next(name for name in NAMES[:3] if name != night.turn)
        await night[other].press(label)
        await night.settled()

        assert bill.settle() == {"answer": 1}

    on_virtual_time(tmp_path, play)


def test_an_answer_from_a_menu_costs_one_answer_and_an_edit(tmp_path: Path) -> None:
    async def play(night: Night) -> None:
        await night.seated("axe", *NAMES[:3])
        bill = Bill(night)
        await deal(night, bill)
        name = night.turn
        await night[name].press("More", message=night.board)
        assert_one_answer(bill.settle())
        await night[name].press("Fold anyway")
        await night.settled()

        assert bill.settle() == {"answer": 1, "edit": 1}

    on_virtual_time(tmp_path, play)


def test_a_press_is_answered_with_the_whole_message_and_pings_nobody(tmp_path: Path) -> None:
    answers: list[Any] = []

    def note(_method: str, path: str, _query: object, body: Any) -> None:
        if path.endswith("/callback"):
            answers.append(body)

    async def play(night: Night) -> None:
        await night.seated("axe", *NAMES[:3])
        await night.deal("Ann")
        night.server.on_request.append(note)
        await night.act("Check")

    on_virtual_time(tmp_path, play)
    (answer,) = answers
    assert answer["type"] == 7
    assert answer["data"]["flags"] == 1 << 15
    assert answer["data"]["attachments"] == []
    assert answer["data"]["allowed_mentions"]["parse"] == []
    assert len(answer["data"]["components"]) == 1
    assert not {"content", "embeds"} & set(answer["data"])
