"""Cards as pictures: uploaded once, taken up again, and never needed."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.practice.faults import Faults, Fine, Refused, Trouble
from bot.ui.emojis import Face, faces_wanted
from tests.e2e.kit import Night, Process, a_bot, a_server, deck_for

FACES = len(faces_wanted(in_two_colours=False))
BOTH = len(faces_wanted(in_two_colours=True))
DECK = deck_for("7h 4d Kd 9c 7d Jh 5c", "Kh Tc 9h 5s Td 8s Qc")
WAITS_MAX = 3_000
EMOJI = re.compile(r"<:(\w+):(\d+)>")


class Stops(Faults):
    """Refuses to take any emoji, or any more after so many."""

    def __init__(self, after: int = 0) -> None:
        self.after = after
        self.asked = 0

    def request(self, method: str, path: str) -> Trouble:
        if not path.endswith("/emojis") or method != "POST":
            return Fine()
        self.asked += 1
        return Fine() if self.asked <= self.after else Refused(403)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """All faces are one small picture: what is on them does not matter here."""
    picture = Face(None).drawn()
    monkeypatch.setattr(Face, "drawn", lambda _: picture)


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Night]:
    """A night whose bot is yet to come, with pictures."""
    async with a_server() as server:
        made = Night(server, tmp_path / "axeman.db")
        made.has_pictures = True
        yield made
        for process in made.processes:
            await process.kill()


class Requests(list[str]):
    """The bot's requests about emojis, but for the one that lists them."""

    def __init__(self, night: Night) -> None:
        night.server.on_request.append(self._hear)

    def _hear(self, method: str, path: str, *_: Any) -> None:
        if "/emojis" in path and method != "GET":
            self.append(method)


async def uploaded(night: Night, count: int = FACES) -> None:
    """Wait until Discord has so many emojis, and the bot has noted them."""
    await until(lambda: len(night.server.world.emojis) >= count and noted(night, count))


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(WAITS_MAX):
        if is_so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came")


def noted(night: Night, count: int) -> bool:
    with sqlite3.connect(night.database) as db:
        found = db.execute("SELECT value FROM memos WHERE key = 'faces'").fetchone()
    db.close()
    return found is not None and len(json.loads(found[0])["emojis"]) >= count


async def dealt(night: Night) -> None:
    await night.open(buy_in=500)
    await night.sit("Ann", "Ben")
    await night.deal("Ann", DECK)


async def test_a_first_start_uploads_every_face_once_and_a_second_none(night: Night) -> None:
    requests = Requests(night)
    async with a_bot(night):
        await uploaded(night)
    assert requests == ["POST"] * FACES
    names = {emoji["name"] for emoji in night.server.world.emojis.values()}
    assert names == {face.name for face in faces_wanted(in_two_colours=False)}

    async with a_bot(night):
        await dealt(night)
        assert "<:wild_K_diamonds:" in night.board_text
    assert requests == ["POST"] * FACES


@pytest.mark.usefixtures("undrawn")
async def test_the_table_is_played_while_faces_are_uploaded(night: Night) -> None:
    async with a_bot(night):
        await dealt(night)
        assert len(night.server.world.emojis) < FACES
        assert night.turn
        await uploaded(night)
        await night.act("Check")

        assert len(EMOJI.findall(night.board_text)) == 2
        assert "K\u2666" in night.board_text, "words name the card as well"
        await night[night.turn].press("My cards", message=night.board)
        mine = night["Ann"].ephemerals or night["Ben"].ephemerals
        assert len(EMOJI.findall(mine[-1].text)) == 3
        shown = {int(number) for _, number in EMOJI.findall(night.board_text)}
        assert shown <= set(night.server.world.emojis)


async def test_what_kill_9_cut_short_is_taken_up_again(night: Night) -> None:
    requests = Requests(night)
    process = Process(night)
    await process.start()
    await uploaded(night, 10)
    await process.kill()
    there = len(night.server.world.emojis)
    assert there < FACES

    await process.start()
    await uploaded(night)
    assert await process.stop() == 0

    assert len(night.server.world.emojis) == FACES
    assert requests.count("POST") <= FACES + 1, "one may have been uploaded and not noted"
    assert requests.count("DELETE") == requests.count("POST") - FACES


@pytest.mark.usefixtures("undrawn")
async def test_where_no_emoji_is_taken_cards_are_text_until_the_next_start(
    night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    night.server.faults = stops = Stops()
    with caplog.at_level(logging.WARNING, "bot"):
        async with a_bot(night):
            await until(lambda: stops.asked > 0)
            await dealt(night)
            assert not EMOJI.search(night.board_text)
            assert "**K\u2666\ufe0e***" in night.board_text
    assert stops.asked == 1, "it does not insist"
    assert f"{FACES} card faces stay text until the next start" in caplog.text

    night.server.faults = Faults()
    async with a_bot(night):
        await uploaded(night)


@pytest.mark.usefixtures("undrawn")
async def test_a_card_whose_picture_is_missing_is_text_beside_those_that_have_one(
    night: Night,
) -> None:
    night.server.faults = Stops(after=52)  # every card, none as a wild one
    async with a_bot(night):
        await uploaded(night, 52)
        await dealt(night)

        assert "<:9_hearts:" in night.board_text
        assert "**K\u2666\ufe0e***" in night.board_text


@pytest.mark.usefixtures("undrawn")
async def test_an_emoji_that_somebody_deleted_or_replaced_is_uploaded_again(night: Night) -> None:
    async with a_bot(night):
        await uploaded(night)
    world = night.server.world
    gone, other = (named(night, name) for name in ("A_spades", "7_clubs"))
    del world.emojis[gone]
    strange = world.snowflake()
    world.emojis[strange] = world.emojis.pop(other) | {"id": str(strange)}
    world.emoji_pictures[strange] = world.emoji_pictures.pop(other)
    requests = Requests(night)
    async with a_bot(night):
        await until(lambda: len(world.emojis) == FACES and strange not in world.emojis)

    assert sorted(requests) == ["DELETE", "POST", "POST"]
    assert len(world.emojis) == FACES


@pytest.mark.usefixtures("undrawn")
async def test_a_new_drawing_replaces_the_old_one(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_bot(night):
        await uploaded(night)
    before = set(night.server.world.emojis)
    requests = Requests(night)
    monkeypatch.setattr("bot.ui.uploads._drawing", lambda: "another")
    async with a_bot(night):
        await until(lambda: len(night.server.world.emojis.keys() - before) == FACES)

    assert requests == ["DELETE", "POST"] * FACES
    assert len(night.server.world.emojis) == FACES


@pytest.mark.usefixtures("undrawn")
async def test_what_was_noted_for_another_application_is_not_shown(night: Night) -> None:
    async with a_bot(night):
        await uploaded(night)
    with sqlite3.connect(night.database) as db:
        db.execute(
            "UPDATE memos SET value = json_set(value, '$.application', 1) WHERE key = 'faces'"
        )
    db.close()
    night.server.faults = Stops()
    async with a_bot(night):
        await dealt(night)

        assert not EMOJI.search(night.board_text)


def named(night: Night, name: str) -> int:
    return next(n for n, emoji in night.server.world.emojis.items() if emoji["name"] == name)


@pytest.mark.usefixtures("undrawn")
async def test_a_server_that_wants_two_colours_has_them_uploaded_and_others_do_not_see_them(
    night: Night,
) -> None:
    async with a_bot(night) as bot:
        await uploaded(night)
        await dealt(night)
        four = night.board_text
        await night.admin.slash("house cards", colours="two")
        await uploaded(night, BOTH)
        await night.act("Check")
        assert "<:wild_K_diamonds:" in four
        assert "<:wild_K_diamonds_:" in night.board_text
        assert "two colours" in night.admin.ephemerals[-1].text
        elsewhere = night.server.world.add_guild("Elsewhere").id
        assert bot.uploads.faces(elsewhere).four_colours  # type: ignore[arg-type]

    async with a_bot(night):
        await night.settled()
        await night.act("Check")
        assert "<:wild_K_diamonds_:" in night.board_text, "the choice outlives a restart"
        await night.admin.slash("house cards", colours="four")
        await night.act("Check")
        assert "<:wild_K_diamonds:" in night.board_text
    assert len(night.server.world.emojis) == BOTH, "a choice that is taken back deletes nothing"


@pytest.mark.usefixtures("undrawn")
async def test_a_choice_while_faces_are_uploaded_uploads_none_twice(night: Night) -> None:
    requests = Requests(night)
    async with a_bot(night):
        await until(lambda: len(requests) > 5)
        for colours in ("two", "four", "two"):
            await night.admin.slash("house cards", colours=colours)
        await uploaded(night, BOTH)

    assert requests == ["POST"] * BOTH


@pytest.mark.usefixtures("undrawn")
async def test_letters_and_windows_have_pictures_too(night: Night) -> None:
    async with a_bot(night):
        await uploaded(night)
        await night.seated("drawdeucey", "Ann", "Ben")
        await night.deal()
        await night.act("Call 10", "Check")
        drawer = night[night.turn]
        await drawer.press("Change cards", message=night.board)

        assert drawer.form is not None
        for text in (drawer.form.text, drawer.dms[-1].text):
            assert len(EMOJI.findall(text)) == 5


@pytest.mark.usefixtures("undrawn")
async def test_two_colours_are_not_seen_before_they_are_complete(night: Night) -> None:
    async with a_bot(night):
        await uploaded(night)
        await dealt(night)
        night.server.faults = Stops(after=30)
        await night.admin.slash("house cards", colours="two")
        await uploaded(night, BOTH - 1)
        await night.act("Check")

        assert "<:wild_K_diamonds:" in night.board_text
