"""Field reports L: what becomes of a table when Discord changes under it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import discord

from bot.ui.crier import OLD_S
from tests.e2e.kit import Night, deck_for, plain
from tests.table.kit import PEOPLE, SERVER, Room

PLAIN = deck_for("Ac 8d As 9c 5c 4h 3s", "Tc Kc Th Qh 6s 4d 8c", "Qs 8h 9h Td 5d 6c 3c")
"""Dealt to Ben, Cleo and Ann: nobody pays, and Ben opens on every street."""
DAY_S = 86_400


async def dealt(night: Night) -> None:
    """Ann, Ben and Cleo with 500 each, and Ben to act."""
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)


async def test_field_l1_closed_dms_cost_nobody_the_hand(night: Night) -> None:
    """Elsewhere the game hung or crashed when one player took no direct messages.

    One of four: the others get theirs, the table says what to press, and the hand goes on.
    """
    night["Dov"].close_dms()
    await night.seated("axe", "Ann", "Ben", "Cleo", "Dov")
    await night.deal()
    assert "**Dov**, your DMs are closed: press My cards." in night.board_text
    assert [len(night[name].dms) for name in ("Ann", "Ben", "Cleo", "Dov")] == [1, 1, 1, 0]
    await night["Dov"].press("My cards", message=night.board)
    assert "Face down" in plain(night["Dov"].ephemerals[-1].text)
    await night.check_down()

    assert night.has_result


async def test_field_l3_a_deleted_table_message_comes_back(night: Night) -> None:
    """Elsewhere a deleted message was the end of the game.

    The next change posts the table anew, with the same pot, and the new buttons work.
    """
    await dealt(night)
    await night.act("Bet 20")
    gone = night.board
    night.server.world.delete(gone)
    await night["Ann"].slash("table leave")
    await night.settled()
    assert night.board is not gone
    assert "pot 50" in night.board_text
    await night.act("Call 20")

    assert "Fourth street · pot 70" in night.board_text


async def test_field_l4_a_deleted_channel_ends_its_table(night: Night) -> None:
    """Elsewhere the game lived on without a channel, and its players could join no other.

    The hand is void, everybody has all chips back, and a table elsewhere takes them.
    """
    await dealt(night)
    await night.act("Bet 20", "Call 20")
    assert night.bot is not None
    night.server.world.delete_channel(night.channel)
    for _ in range(50):
        await asyncio.sleep(0.01)
    assert not night.bot.floor._runners

    assert [await night.bank(name) for name in ("Ann", "Ben", "Cleo")] == [5_000] * 3
    side = night.guild.add_channel("side")
    for name in ("Ann", "Ben"):
        night[name].go(side)
    await night["Ann"].slash("axe open")
    await night.sit("Ann", "Ben")
    assert len(night.table.chairs) == 2


async def test_field_l6_a_missing_permission_is_named(night: Night) -> None:
    """Elsewhere "missing permissions" was swallowed, or told without saying which.

    The report takes Attach Files, which we do not use; without Send Messages the next street
    cannot be posted. Whoever looks is told what is missing, and opening a table says it first.
    """
    await dealt(night)
    night.channel.deny(night.server.world.bot, "SEND_MESSAGES")
    await night.act("Check", "Check")
    await night["Ann"].press("Check", message=night.board)
    await night.settled()
    await night["Ben"].slash("table status")
    told = night["Ben"].ephemerals[-1].text
    side = night.guild.add_channel("side")
    side.deny(night.server.world.bot, "SEND_MESSAGES")
    night["Dov"].go(side)
    await night["Dov"].slash("axe open")

    assert "Send Messages" in night["Dov"].ephemerals[-1].text
    assert "Send Messages" in told


async def test_field_l7_who_leaves_the_server_is_played_for_and_remembered(night: Night) -> None:
    """Elsewhere a member who left the server in mid-hand was a crash.

    Discord does not tell us of leaves (we ask for no member events): the clock answers, a card
    that can no longer be sent stops nothing, the chips stay the leaver's, and boards use the name
    that was stored.
    """
    await dealt(night)
    night.server.world.remove_member(night.guild, night["Cleo"].user)
    while "Seventh street" not in night.board_text:
        await (night.pass_time(61) if night.turn == "Cleo" else night.act("Check"))
    await night.act("Bet 40")
    await night.pass_time(0)
    assert "Folded: Cleo" in night.board_text
    await night.act("Fold")
    assert night.has_result
    await night["Dov"].slash("chips leaderboard")
    assert "**Cleo** \u221210" in plain(night["Dov"].ephemerals[-1].text)
    await night["Ann"].slash("table close")
    await night.settled()

    assert ["50278" in refusal for refusal in night.server.refusals] == [True]
    assert await night.bank("Cleo") == 4_990


async def test_field_l9_a_clock_that_runs_costs_no_request(night: Night) -> None:
    """Elsewhere a countdown was edited into every message, until Discord refused the edits.

    At ten tables a minute passes without a request, since each reader's client counts down
    itself; a press is answered by the one request that draws its table again.
    """
    assert night.bot is not None
    asked: list[str] = []
    for number in range(10):
        channel = night.guild.add_channel(f"table {number}")
        for name in ("Ann", "Ben"):
            night[name].go(channel)
        await night.seated("axe", "Ann", "Ben")
        await night["Ann"].press("Deal")
        await night.quiet()
    night.server.on_request.append(lambda method, path, *_: asked.append(f"{method} {path}"))
    for _ in range(59):
        night.clock.move(1)
    await night.bot.crier.drain(5)
    assert not asked
    boards = [m for m in night["Ann"].messages() if "Check" in [b.label for b in m.buttons]]
    for board in boards:
        assert re.search(r"<t:\d+:R>", board.text), "a moment that each client counts down to"
        actor = next(
            name for name in ("Ann", "Ben") if f"### <@{night[name].user.id}>" in board.text
        )
        await night[actor].press("Check", message=board)
    await night.bot.crier.drain(5)

    assert len(asked) == len(boards) == 10
    assert all(request.endswith("/callback") for request in asked)


async def test_field_l10_an_hour_old_table_message_is_posted_afresh(night: Night) -> None:
    """Elsewhere edits of messages older than an hour were refused after a few.

    61 minutes after it was posted the table's message is replaced, and the old one goes.
    """
    await dealt(night)
    await night.act("Bet 20")
    assert night.bot is not None
    old = night.board
    (line,) = night.bot.crier._lines.values()
    for key, post in line.posted.items():
        line.posted[key] = replace(post, posted_at=post.posted_at - OLD_S - 60)
    await night.pass_time(61)

    assert old.deleted
    assert night.turn == "Ann"
    assert "pot 50" in night.board_text


async def test_field_l12_words_in_any_channel_are_no_moves(night: Night) -> None:
    """Elsewhere messages in other channels were taken as moves.

    The bot does not even ask to be shown messages; nothing that is said anywhere does anything.
    """
    await dealt(night)
    assert night.bot is not None
    assert night.bot.intents == discord.Intents(guilds=True)
    asked: list[str] = []
    night.server.on_request.append(lambda method, path, *_: asked.append(path))
    side = night.guild.add_channel("side")
    for channel in (side, night.channel):
        night["Ben"].go(channel)
        for words in (
            "check",
            "!fold",
            "/axe open",
            "bet 20",
            f"<@{night.bot.application_id}> fold",
        ):
            night["Ben"].say(words)
    await night.settled()

    assert night.turn == "Ben"
    assert not asked


async def test_field_l13_an_idle_table_closes_and_gives_the_chips_back(room: Room) -> None:
    """Elsewhere a game that nobody played any more blocked its channel for months.

    Two players do nothing for two months: the table has closed, and they have their chips.
    """
    await room.open()
    await room.sit("Ann", "Ben")
    await room.deal()
    for _ in range(60):
        room.clock.move(DAY_S)
        await room.settle()

    assert room.table.closed
    banks = [await room.store.balance(SERVER, PEOPLE[name]) for name in ("Ann", "Ben")]
    assert sum(banks) == 10_000
