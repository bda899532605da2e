"""`/doctor` over the wire: what an admin is told of a bot that is well, and of one that is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import __version__
from bot.client import SENT
from bot.table.ports import Examined
from tests.e2e.kit import Night, plain


async def report(night: Night) -> str:
    answer = await night.admin.slash("doctor")
    await night.quiet()
    assert answer.message is not None
    assert answer.message.only_for is night.admin.user
    return plain(answer.message.text)


async def test_a_bot_that_is_well_is_said_to_be(night: Night) -> None:
    told = await report(night)

    assert told.startswith(f"### Doctor · <#{night.channel.id}>")
    assert "**Everything is in order.**" in told
    for line in (
        "✅ See, write and attach files here, in threads too",
        "✅ Direct messages: one has just reached you",
        "✅ Cards are text, as whoever runs me has chosen",
        "✅ Slash commands up to date",
        "✅ Database sound and writable, chips sum to 0",
        f"Axeman {__version__}",
    ):
        assert line in told
    assert "My direct messages reach you." in night.admin.dms[-1].text


async def test_a_missing_permission_is_named_with_the_place_to_grant_it(night: Night) -> None:
    night.channel.deny(night.server.world.bot, "ATTACH_FILES")
    await night.quiet()

    told = await report(night)

    assert "⚠️ **Attach Files is missing.**" in told
    assert "Edit Channel → Permissions → my role → Attach Files on" in told


async def test_it_answers_where_the_bot_may_not_write(night: Night) -> None:
    night.channel.deny(night.server.world.bot, "SEND_MESSAGES")
    await night.quiet()

    assert "❌ **Send Messages is missing.** No hand can be dealt here." in await report(night)


async def test_closed_dms_of_the_admin_and_of_players_are_named(night: Night) -> None:
    night.admin.close_dms()
    night["Ben"].close_dms()
    await night.seated("axe", "Ann", "Ben")
    await night.deal("Ann")

    told = await report(night)

    assert "⚠️ **I cannot send you a DM.**" in told
    assert "⚠️ **Ben has closed DMs.**" in told


async def test_a_database_that_is_not_sound_is_told_without_its_path(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert night.bot is not None

    async def flawed() -> Examined:
        return Examined(flaw="Some of it is damaged.", bytes=0)

    monkeypatch.setattr(night.bot.store, "examine", flawed)
    told = await report(night)

    assert "❌ **The database is not sound.** Some of it is damaged." in told
    assert str(night.database) not in told


async def test_commands_that_were_not_sent_are_noticed(night: Night) -> None:
    assert night.bot is not None
    await night.bot.store.set_memo(SENT, "another")

    assert "⚠️ **Discord has older slash commands.**" in await report(night)


async def test_a_long_look_is_acknowledged_in_time_and_then_answered(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert night.bot is not None
    look = night.bot.store.examine

    async def slow() -> Examined:
        await asyncio.sleep(1.7)
        return await look()

    monkeypatch.setattr(night.bot.store, "examine", slow)
    answer = await night.admin.slash("doctor")
    assert answer.message is not None
    assert answer.message.is_loading

    await night.admin.until_sees("Database sound and writable")


async def test_who_may_not_manage_the_server_is_not_offered_it(night: Night) -> None:
    with pytest.raises(Exception, match="doctor"):
        await night["Ann"].slash("doctor")


def test_the_version_is_that_of_the_project() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()

    assert f'version = "{__version__}"' in project
