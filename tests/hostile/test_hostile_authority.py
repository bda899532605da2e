"""Nobody does what is another's to do: over the wire, with forged and replayed interactions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.practice import slash
from bot.practice.answers import Answer
from bot.practice.interactions import Sent
from bot.practice.people import Person
from bot.practice.world import Kind
from bot.store import Store
from bot.table.limits import Limits
from bot.table.ports import TooFewChips
from tests.e2e.kit import Night, a_night, deck_for, hidden, plain
from tests.hostile.kit import (
    ErrorLog,
    check_refused,
    everything,
    forge,
    forge_command,
    forge_press,
    forge_window,
    quiet,
)
from tests.store.kit import ANN, new_table, seat

DRAW = deck_for("2s 3d 4h Qd Kh", "As Ad 9c 9d 4s", "Jd Tc 8d 6c 2h")
"""Ben is asked first what to throw away: he holds 2s 3d 4h Qd Kh."""
RULE: dict[str, Any] = {"game": "deuces-and-jacks", "option": "ante", "value": "1"}


@pytest.fixture(autouse=True)
def log() -> Any:
    """A user's mistake, or mischief, is no error of ours."""
    kept = ErrorLog()
    logging.getLogger().addHandler(kept)
    yield kept
    logging.getLogger().removeHandler(kept)
    assert not kept.lines


async def drawing(night: Night) -> None:
    """Ann, Ben and Cleo play; Ben is asked what he throws away."""
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", DRAW)
    await night.act("Call 20", "Call 10", "Check")
    assert night.turn == "Ben"


async def replay(night: Night, answer: Answer) -> None:
    """Deliver an interaction again, as it was; the member's permissions are those of now."""
    sent = answer.interaction
    night.server.world.tell(
        Kind.INTERACTION_SENT,
        guild=sent.channel.guild,
        channel=sent.channel,
        user=sent.user,
        detail=sent,
    )
    await asyncio.sleep(0.05)
    await quiet(night)


async def elsewhere(night: Night, *also: str) -> Person:
    """An admin of another server, where these people are members too."""
    other = night.server.world.add_guild("Elsewhere")
    for name in also:
        night.server.world.add_member(other, night[name].user)
    zoe = night.server.person("Zoe", guild=other, manage_guild=True)
    zoe.go(other.add_channel("cards"))
    await night.server.connected()
    await zoe.slash("axe open")
    await quiet(night)
    return zoe


# For another.


@pytest.mark.parametrize("name", ["Ann", "Cleo", "Dov"])
async def test_nobody_presses_the_buttons_of_whose_turn_it_is(night: Night, name: str) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    others = night[name if name != night.turn else "Ben"]
    before = everything(night)
    for button in night.board.buttons[:3]:
        assert button.custom_id is not None
        answer = await forge_press(others, button.custom_id, night.board)
        await quiet(night)

        assert check_refused(answer)
        assert everything(night) == before


async def test_nobody_opens_or_sends_another_s_window(night: Night) -> None:
    await drawing(night)
    board, question = night.board, night.table.hand.hand.question  # type: ignore[union-attr]
    opened = await night["Ben"].press("Change cards", message=board)
    assert opened.form is not None
    before = everything(night)
    for name in ("Ann", "Cleo", "Dov"):
        pressed = await forge_press(night[name], f"ax1:1:1:{question}:change", board)
        sent = await forge_window(night[name], opened.form.custom_id, {"discard": ["Qd"]}, board)
        await quiet(night)

        for answer in (pressed, sent):
            told = check_refused(answer)
            assert answer.form is None
            assert not any(card in told for card in hidden(["2s", "3d", "4h", "Qd", "Kh"]))
        assert everything(night) == before


async def test_a_window_kept_open_into_the_next_question_does_nothing(night: Night) -> None:
    await drawing(night)
    board = night.board
    opened = await night["Ben"].press("Change cards", message=board)
    assert opened.form is not None
    await night["Ben"].submit(discard=["Qd"])
    await night.settled()
    before = everything(night)

    answer = await forge_window(night["Ben"], opened.form.custom_id, {"discard": ["Kh"]}, board)
    await quiet(night)

    assert "earlier" in check_refused(answer)
    assert everything(night) == before


async def test_nobody_s_cards_are_looked_at_by_number(night: Night) -> None:
    await drawing(night)
    ben = hidden(["2s", "3d", "4h", "Qd", "Kh"])
    for name in ("Dov", "Ann"):
        for sight in ("cards", "words", "more", "history", "rules"):
            for forged in (f"ax1:1:1:{sight}", f"ax1:1:1:1:{sight}:2", f"ax1:1:{sight}"):
                answer = await forge_press(night[name], forged, night.board)
                await quiet(night)

                assert answer.ephemeral
                assert not any(card in answer.text for card in ben)
        await night[name].slash("peek")
        await quiet(night)
        assert not any(night[name].ever_saw(card) for card in ben if card != "king of diamonds")


# Admins.


COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("house set", RULE),
    ("house reset", {"game": "deuces-and-jacks", "option": "ante"}),
    ("house show", {"game": "deuces-and-jacks"}),
    ("house openers", {}),
    ("house channel", {}),
    ("house hints", {"on": False}),
    ("house cards", {"colours": "two"}),
    ("doctor", {}),
]


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_a_forged_admin_command_is_refused_at_run_time(
    night: Night, command: str, options: dict[str, Any]
) -> None:
    await night.admin.slash("house set", **{**RULE, "value": "7"})
    await night.open()
    before = everything(night)

    answer = await forge_command(night["Ann"], command, options)

    assert "people who may manage this server" in check_refused(answer)
    assert everything(night) == before


async def test_a_command_replayed_after_the_permission_is_gone_does_nothing(night: Night) -> None:
    await night.open()
    given = await night.admin.slash("house set", **RULE)
    await night.admin.slash("house reset", **{k: RULE[k] for k in ("game", "option")})
    night.guild.members[night.admin.user.id].roles.clear()
    before = everything(night)

    await replay(night, given)
    answer = await forge_command(night.admin, "house set", dict(RULE))

    assert "people who may manage this server" in check_refused(answer)
    assert everything(night) == before


async def test_a_confirmation_does_not_outlive_the_permission(night: Night) -> None:
    await night.open()
    more = await night.admin.press("More")
    assert more.message is not None
    asked = await night.admin.press("Close table", message=more.message)
    assert "Close this table?" in asked.text
    night.guild.members[night.admin.user.id].roles.clear()
    before = everything(night)

    answer = await night.admin.press("Close table", message=asked.message)
    await quiet(night)

    assert "Only the host may do that" in check_refused(answer)
    assert everything(night) == before


@pytest.mark.parametrize("forged", ["ax1:1:close", "ax1:1:closesure", "ax1:1:1:closesure"])
async def test_only_host_and_admins_close_a_table(night: Night, forged: str) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    before = everything(night)
    for name in ("Ben", "Dov"):
        answer = await forge_press(night[name], forged, night.messages()[0])
        await quiet(night)

        assert "Only the host may do that" in check_refused(answer)
        assert everything(night) == before


# Again.


async def test_a_replayed_press_acts_once(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    acted = await night[night.turn].press(night.board.buttons[0].label, message=night.board)
    await night.settled()
    before = everything(night)

    for _ in range(3):
        await replay(night, acted)

    assert everything(night) == before


async def test_replayed_seats_top_ups_and_daily_chips_count_once(night: Night) -> None:
    await night.open()
    ben = night["Ben"]
    done = [
        await ben.slash("table join", chips=400),
        await ben.slash("table top-up", chips=100),
        await ben.slash("chips daily"),
    ]
    await night.settled()
    before = everything(night)

    for answer in (*done, *done):
        await replay(night, answer)

    assert everything(night) == before
    assert await night.bank("Ben") == 5_000


async def test_chips_asked_for_in_a_hand_are_asked_for_once(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    asked = await night["Ben"].slash("table top-up", chips=100)
    await night.settled()
    before = everything(night)

    await replay(night, asked)

    assert everything(night) == before


# Other servers.


ACTS = ("sit:500", "sit", "topup:100", "leave", "sitout", "back", "deal", "close", "closesure",
        "1:1:fold", "1:1:check", "1:1:bet:20", "1:cards", "cards", "more", "words",
        "1:history")  # fmt: skip


@pytest.mark.parametrize("act", ACTS)
async def test_a_table_of_another_server_is_out_of_reach(night: Night, act: str) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    zoe = await elsewhere(night, "Ann")
    night["Ann"].go(zoe.channel)
    for person in (zoe, night["Ann"]):
        await person.slash("chips balance")
    before = everything(night)
    for person in (zoe, night["Ann"]):
        lobby = next(m for m in person.messages(zoe.channel) if not m.ephemeral)
        answer = await forge_press(person, f"ax1:1:{act}", lobby)
        await quiet(night)

        assert "This table is closed." in check_refused(answer)
        assert everything(night) == before


@pytest.mark.parametrize("act", ACTS)
async def test_a_table_is_out_of_reach_from_direct_messages(night: Night, act: str) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    before = everything(night)

    answer = await forge_press(night["Ann"], f"ax1:1:{act}", night["Ann"].dms[-1])
    await quiet(night)

    assert "This table is closed." in answer.text
    assert not answer.followups
    assert everything(night) == before


DM_COMMANDS = [
    ("axe open", {}), ("axe rules", {}), ("table join", {"chips": 500}), ("table leave", {}),
    ("table close", {}), ("table start", {}), ("table status", {}), ("peek", {}),
    ("chips balance", {}), ("chips daily", {}), ("chips leaderboard", {}), *COMMANDS,
]  # fmt: skip


@pytest.mark.parametrize(("command", "options"), DM_COMMANDS)
async def test_a_command_forged_in_direct_messages_is_refused(
    night: Night, command: str, options: dict[str, Any]
) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    before = everything(night)
    found = slash.find(night.server.world, night.channel, command)
    filled = slash.fill(found, options, night.channel)
    details = slash.details(found, filled, night.channel)
    night["Ann"].go_to_dm()

    answer = await forge(night["Ann"], Sent.COMMAND, details)
    await quiet(night)

    assert "That works in a server only." in answer.text
    assert everything(night) == before


async def test_chips_of_one_server_are_worth_nothing_on_another(night: Night) -> None:
    await night.open(buy_in_max=9_000)
    await night.sit("Ann", chips=5_000)
    zoe = await elsewhere(night, "Ann")
    night["Ann"].go(zoe.channel)

    there = await night["Ann"].slash("chips balance")
    assert "5,000 chips" in plain(there.text)
    assert "at tables" not in there.text
    night["Ann"].go(night.channel)
    assert "5,000 of them at tables" in plain((await night["Ann"].slash("chips balance")).text)


async def test_a_command_that_is_not_ours_is_refused(night: Night) -> None:
    await night.open()
    found = slash.find(night.server.world, night.channel, "table join")
    details = slash.details(found, slash.Filled(), night.channel)
    for forged in (
        {**details, "name": "steal"},
        {**details, "options": [{"name": "steal", "type": 1, "options": []}]},
        {**details, "name": "house", "options": [{"name": "set", "type": 1, "options": []}]},
    ):
        person = night.admin if forged["name"] == "house" else night["Ben"]
        answer = await forge(person, Sent.COMMAND, forged)

        assert "I cannot read that command" in check_refused(answer)


# Chips in play.


async def test_chips_on_a_table_cannot_be_spent_again(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo", buy_in_max=9_000)
    await night["Ben"].slash("table top-up", chips=4_500)
    await night.deal()
    side = night.guild.add_channel("side")
    night["Ben"].go(side)
    await night["Ben"].slash("axe open")
    before = everything(night)

    answer = await night["Ben"].slash("table join", chips=400)
    await quiet(night)

    assert "You have 0 chips" in check_refused(answer)
    assert everything(night) == before


@asynccontextmanager
async def twenty_tables(tmp_path: Path) -> AsyncIterator[tuple[Night, list[Any]]]:
    """Twenty tables with buy-ins from 100, opened by Ann."""
    async with a_night(tmp_path, Limits()) as night:
        channels = [night.guild.add_channel(f"side-{n}") for n in range(20)]
        for channel in channels:
            night["Ann"].go(channel)
            rules = "buy_in_min=100, buy_in=100, buy_in_max=10000"
            await night["Ann"].slash("axe open", rules=rules)
        await quiet(night)
        yield night, channels


def _is_answered(answer: Answer) -> bool:
    return answer.kind is not None


async def everywhere(night: Night, channels: list[Any], command: str, chips: int) -> list[str]:
    """Ben uses a command in all these channels at once; what he is told."""
    answers = []
    for channel in channels:
        night["Ben"].go(channel)
        answers.append(await night["Ben"].slash(command, chips=chips, wait=False))
    for answer in answers:
        await night["Ben"].until(partial(_is_answered, answer), "an answer")
    await quiet(night)
    return [plain(answer.text) for answer in answers]


async def test_field_e1_of_twenty_seats_at_once_a_hundred_chips_buy_one(tmp_path: Path) -> None:
    async with twenty_tables(tmp_path) as (night, channels):
        await night.people["Ann"].slash("table status")
        night["Ben"].go(night.channel)
        await night["Ben"].slash("axe open", buy_in_max=9_000)
        await night["Ben"].slash("table join", chips=4_900)
        told = await everywhere(night, channels, "table join", 100)

        assert sum("You have seat 1" in text for text in told) == 1
        assert sum("You have 0 chips" in text for text in told) == 19
        assert await night.bank("Ben") == 0


async def test_field_e1_of_twenty_top_ups_at_once_a_hundred_chips_pay_one(tmp_path: Path) -> None:
    async with twenty_tables(tmp_path) as (night, channels):
        for channel in channels:
            night["Ben"].go(channel)
            await night["Ben"].slash("table join", chips=245)
        told = await everywhere(night, channels, "table top-up", 100)

        assert sum("100 chips are added" in text for text in told) == 1
        assert sum("Your balance is empty" in text for text in told) == 19
        assert await night.bank("Ben") == 0


async def test_field_e1_twenty_transfers_in_the_ledger_overdraw_nothing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "axeman.db") as store:
        tables = [
            await store.open_table(new_table(channel), key=f"{channel}") for channel in range(1, 22)
        ]
        await store.sit_down(tables[-1], seat(ANN, 1, 4_900), key="most of it")

        outcomes = await asyncio.gather(
            *(store.sit_down(table, seat(ANN, 1, 100), key="all") for table in tables[:-1]),
            return_exceptions=True,
        )

        assert outcomes.count(None) == 1
        assert all(isinstance(one, TooFewChips) for one in outcomes if one is not None)
        assert await store.balance(new_table().server, ANN) == 0
        assert set((await store.sums()).values()) == {0}
