"""The picture of a showdown and cards that are shown by choice, over the wire."""

from __future__ import annotations

import asyncio
import io
import logging
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.practice.entities import Message
from bot.ui.pictures import Sketch
from tests.e2e.kit import Night, a_bot, a_server, deck_for, hidden
from tests.e2e.test_e2e_unnoted import forget

DECK = deck_for(
    "Ac 8d As 9c 5c 4h 3s",  # Ben: pair of aces
    "Tc Kc Th Qh 6s 4d 8c",  # Cleo: pair of tens
    "Qs 8h 9h Td 5d 6c 3c",  # Ann: queen high
)


async def dealt(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", DECK)


async def shown_down(night: Night) -> Message:
    await dealt(night)
    await night.check_down()
    await night.settled()
    return result(night)


def result(night: Night) -> Message:
    return next(m for m in reversed(night.messages()) if "wins" in m.text and not m.ephemeral)


def galleries(message: Message) -> list[dict[str, Any]]:
    waiting, found = list(message.components), []
    while waiting:
        part = waiting.pop()
        found += [part] if part["type"] == 12 else []
        waiting += part.get("components", [])
    return found


def is_told_in_text(message: Message) -> bool:
    """Whether every card of every hand is in the text."""
    return not galleries(message) and all(
        sign in message.text for card in DECK.split() for sign in hidden([card])[:1]
    )


async def test_a_picture_comes_with_the_result_and_says_the_same_in_words(night: Night) -> None:
    message = await shown_down(night)

    (file,) = [attachment.file for attachment in message.attachments]
    assert file.filename == "hand-1.png"
    with Image.open(io.BytesIO(file.content)) as picture:
        assert (picture.width, picture.format, picture.mode) == (840, "PNG", "P")
    (item,) = galleries(message)[0]["items"]
    assert "Ben: ace of clubs, eight of diamonds" in item["description"]
    assert "pair of aces, wins" in item["description"]
    assert len(item["description"]) <= 1_024
    assert not night.server.refusals


async def test_a_folded_hand_is_not_in_the_picture(night: Night) -> None:
    await dealt(night)
    await night.act("Bet 20", "Call 20", "Fold")
    await night.check_down()
    await night.settled()
    told = galleries(result(night))[0]["items"][0]["description"]

    assert "Ann" not in told
    assert not [secret for secret in hidden(["Qs", "8h"]) if secret in told]


async def test_without_leave_to_attach_files_the_result_is_text(night: Night) -> None:
    night.channel.deny(night.server.world.bot, "ATTACH_FILES")
    message = await shown_down(night)

    assert is_told_in_text(message)
    assert not message.attachments
    assert sum("### Ben wins" in text for text in night.channel_texts()) == 1


async def fails(_: Sketch) -> bytes:
    raise OSError("no such font")


async def takes_for_ever(_: Sketch) -> bytes:
    await asyncio.sleep(3_600)
    raise AssertionError("nobody waits that long")


@pytest.mark.parametrize("painter", [fails, takes_for_ever])
async def test_field_i11_a_picture_that_is_not_drawn_stops_nothing(
    night: Night,
    painter: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("bot.ui.pictures.PAINT_S", 0.05)
    assert night.bot is not None
    night.bot.crier.painter = painter
    with caplog.at_level(logging.ERROR):
        message = await shown_down(night)

    assert is_told_in_text(message)
    assert "a picture could not be drawn" in caplog.text
    await night.pass_time(9)
    night["Ann"].sees("### Hand 2")
    await night.go_on()


async def test_a_picture_whose_post_was_not_noted_stands_once(tmp_path: Path) -> None:
    """It is found by its nonce after the start, and brought up to date with its picture."""
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            before = (await shown_down(night)).text
        forget(night, "result")
        night.clock.move(2)
        async with a_bot(night):
            await night.settled()

            (message,) = [m for m in night.messages() if "### Ben wins" in m.text]
            assert message.text != before, "the next hand comes later now"
            assert len(message.attachments) == 1
            assert galleries(message)


# Cards that are shown by choice.


async def won_uncalled(night: Night) -> Message:
    await dealt(night)
    await night.act("Bet 20", "Fold", "Fold")
    return result(night)


def tells_bens_cards(night: Night) -> bool:
    text = "\n".join(night.channel_texts())
    return all(hidden([card])[0] in text for card in ("Ac", "8d"))


async def test_the_winner_shows_and_the_result_says_so_at_no_cost(night: Night) -> None:
    message = await won_uncalled(night)
    assert not tells_bens_cards(night)
    before = len(night.messages())
    await night["Ben"].press("Show cards", message=message)
    await night.settled()

    assert tells_bens_cards(night)
    assert "Ben shows" in result(night).text
    assert "pair of aces" in result(night).text
    assert [b.label for b in result(night).buttons] == ["Deal now", "Sit out", "This hand"]
    assert len(night.messages()) == before, "the press was answered with the message itself"


async def test_nobody_else_s_press_shows_anything(night: Night) -> None:
    message = await won_uncalled(night)
    for name in ("Ann", "Cleo", "Dov"):
        await night[name].press("Show cards", message=message)
        assert "Only Ben may show these." in night[name].ephemerals[-1].text

    assert not tells_bens_cards(night)
    assert not night["Cleo"].ever_saw("A\u2663")


async def test_a_second_press_shows_the_same(night: Night) -> None:
    message = await won_uncalled(night)
    (button,) = [b for b in message.buttons if b.label == "Show cards"]
    assert button.custom_id is not None
    for _ in range(2):
        await night["Ben"].press(custom_id=button.custom_id, message=message)
        await night.settled()

    assert result(night).text.count("Ben shows") == 1
    assert not night.server.refusals


async def test_after_the_next_deal_the_button_says_that_it_is_too_late(night: Night) -> None:
    message = await won_uncalled(night)
    await night.deal("Ann")
    await night["Ben"].press("Show cards", message=message)
    await night.settled()

    assert "until the next deal" in night["Ben"].ephemerals[-1].text
    assert not tells_bens_cards(night)


async def test_the_button_works_after_a_restart(tmp_path: Path) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await won_uncalled(night)
        async with a_bot(night):
            await night.settled()
            await night["Cleo"].press("Show cards", message=result(night))
            assert not tells_bens_cards(night)
            await night["Ben"].press("Show cards", message=result(night))
            await night.settled()

            assert tells_bens_cards(night)
            assert "Ben shows" in result(night).text
