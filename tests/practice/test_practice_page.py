"""The web page of the practice room: its socket, and what a browser makes of it."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.practice import Person
from tests.practice.browser import CHROMIUM, Browser, browser
from tests.practice.conftest import Room, layout

Json = dict[str, Any]
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJg"
    "gg=="
)


class Page:
    """One tab as the server knows it: a socket, and the frames that came over it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.frames: list[Json] = []
        self._socket = socket
        self._number = 0

    async def until(self, is_it: Callable[[Json], object]) -> Json:
        """The first frame of this kind, of those that came and those that will."""
        found = next((frame for frame in self.frames if is_it(frame)), None)
        while found is None:
            frame = await asyncio.wait_for(self._socket.receive_json(), 5)
            self.frames.append(frame)
            found = frame if is_it(frame) else None
        return found

    async def snapshot(self) -> Json:
        return await self.until(lambda frame: frame["type"] == "snapshot")

    async def message(self, text: str) -> Json:
        """The message with this text in it, once it is here."""

        def has_text(frame: Json) -> bool:
            return frame["type"] == "message" and text in str(frame["message"])

        found: Json = (await self.until(has_text))["message"]
        return found

    async def ask(self, verb: str, **request: object) -> Json:
        """Ask for something, and the answer: done or failed."""
        self._number += 1
        number = self._number
        await self._socket.send_json({"do": verb, "n": number, **request})
        return await self.until(lambda frame: frame.get("n") == number)


class Desk:
    """A room, and tabs to open in it."""

    def __init__(self, room: Room, session: aiohttp.ClientSession) -> None:
        self.room = room
        self.session = session

    async def open(self, person: Person, **headers: str) -> Page:
        url = f"{self.room.server.page_url}app?person={person.user.id}"
        page = Page(await self.session.ws_connect(url, headers=headers))
        await page.snapshot()
        return page

    @property
    def here(self) -> str:
        return str(self.room.channel.id)


@pytest.fixture
async def desk(room: Room) -> AsyncIterator[Desk]:
    async with aiohttp.ClientSession() as session:
        yield Desk(room, session)


def form() -> discord.ui.Modal:
    modal = discord.ui.Modal(title="Raise", custom_id="raise", timeout=None)
    options = [discord.RadioGroupOption(label=f"To {n}", value=n) for n in ("100", "160")]
    pick: Any = discord.ui.RadioGroup(custom_id="pick", required=False, options=options)
    modal.add_item(discord.ui.Label(text="Raise", component=pick))
    amount: Any = discord.ui.TextInput(custom_id="amount", max_length=4)
    modal.add_item(discord.ui.Label(text="Amount", component=amount))
    modal.stop()
    return modal


async def test_a_tab_is_told_everything_at_once(desk: Desk) -> None:
    await desk.room.place().send(view=layout("### Fifth street", call="Call 80"))

    told = await (await desk.open(desk.room.ann)).snapshot()

    assert [person["name"] for person in told["people"]] == ["Ann", "Ben"]
    assert told["servers"][0]["channels"][0]["name"] == "poker"
    assert told["isBotOnline"]
    assert [command["path"] for command in told["commands"]] == ["table open"]
    assert told["messages"][0]["components"][0]["components"][0]["content"] == "### Fifth street"


async def test_a_press_redraws_the_message_for_all(desk: Desk) -> None:
    @desk.room.answer("call")
    async def call(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=layout("Ann calls"))

    sent = await desk.room.place().send(view=layout("Your turn", call="Call 80"))
    ann, ben = await desk.open(desk.room.ann), await desk.open(desk.room.ben)

    assert (await ann.ask("press", message=str(sent.id), button="call"))["type"] == "done"

    assert (await ann.message("Ann calls"))["id"] == str(sent.id)
    assert (await ben.message("Ann calls"))["id"] == str(sent.id)
    late = await ben.ask("press", message=str(sent.id), button="call")
    assert late["why"] == "That button is not there any more."


async def test_a_command_takes_its_options_and_the_answer_is_for_one_tab_only(desk: Desk) -> None:
    given: Json = {}

    @desk.room.answer("/table open")
    async def open_table(interaction: discord.Interaction[Any]) -> None:
        given.update(interaction.extras)
        await interaction.response.send_message("For your eyes", ephemeral=True)

    ann, ben = await desk.open(desk.room.ann), await desk.open(desk.room.ben)
    options = {"ante": 5, "rival": str(desk.room.ben.user.id)}
    await ann.ask("slash", channel=desk.here, command="table open", options=options)
    seen = await ann.message("For your eyes")
    await ben.ask("say", channel=desk.here, text="Hello")
    await ben.message("Hello")

    assert given["ante"] == 5
    assert given["rival"].id == desk.room.ben.user.id
    assert "For your eyes" not in str(ben.frames)
    await ann.ask("dismiss", message=seen["id"])
    assert (await ann.until(lambda frame: frame["type"] == "gone"))["id"] == seen["id"]
    assert "For your eyes" not in str(await (await desk.open(desk.room.ann)).snapshot())


@pytest.mark.parametrize(
    ("options", "why"), [({}, "needs ante"), ({"ante": 500}, "not from 1 to 100")]
)
async def test_what_the_app_would_not_send_is_refused_in_words(
    desk: Desk, options: Json, why: str
) -> None:
    ann = await desk.open(desk.room.ann)

    answer = await ann.ask("slash", channel=desk.here, command="table open", options=options)

    assert why in answer["why"]


async def test_autocomplete_asks_the_bot(desk: Desk) -> None:
    ann = await desk.open(desk.room.ann)

    answer = await ann.ask(
        "autocomplete", channel=desk.here, command="table open", option="rules", typed="w",
        options={"game": "axe"},
    )  # fmt: skip

    assert answer["result"][0] == {"name": "axe w=1", "value": "1"}


async def test_a_form_opens_is_filled_in_and_goes(desk: Desk) -> None:
    said: list[object] = []

    @desk.room.answer("more")
    async def more(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(form())

    @desk.room.answer("raise")
    async def submitted(interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        said.extend(part["component"]["value"] for part in data["components"])
        await interaction.response.send_message("Raised")

    sent = await desk.room.place().send(view=layout("Your turn", more="Raise"))
    ann = await desk.open(desk.room.ann)
    await ann.ask("press", message=str(sent.id), button="more")
    shown = (await ann.until(lambda frame: frame["type"] == "form"))["form"]
    empty = await ann.ask("submit", form=shown["id"], answers={"pick": "100", "amount": ""})
    filled = await ann.ask("submit", form=shown["id"], answers={"pick": "100", "amount": "220"})

    assert shown["title"] == "Raise"
    assert empty["why"] == "“Amount” must be filled in"
    assert filled["type"] == "done"
    assert said == ["100", "220"]
    await ann.until(lambda frame: frame["type"] == "form" and frame["form"] is None)


async def test_a_bot_that_says_nothing_is_told_of(desk: Desk) -> None:
    @desk.room.answer("slow")
    async def slow(interaction: discord.Interaction[Any]) -> None:
        desk.room.clock.ahead_s += 4
        with pytest.raises(discord.NotFound):
            await interaction.response.send_message("Too late")

    sent = await desk.room.place().send(view=layout("Your turn", slow="Wait"))
    ann = await desk.open(desk.room.ann)

    answer = await ann.ask("press", message=str(sent.id), button="slow")

    assert answer["why"].startswith("The application did not respond.")


async def test_the_list_shows_where_something_waits(desk: Desk) -> None:
    ann = await desk.open(desk.room.ann)
    await desk.room.place().send(f"{desk.room.ben.user.mention}, 80 to call")
    called = await ann.until(
        lambda frame: frame["type"] == "room" and frame["people"][1]["isCalled"]
    )
    ben = await desk.open(desk.room.ben)
    waits = (await ben.snapshot())["called"]
    ann.frames.clear()
    await ben.ask("look", channel=desk.here)

    assert not called["people"][0]["isCalled"]
    assert waits == [desk.here]
    await ann.until(lambda frame: frame["type"] == "room" and not frame["people"][1]["isCalled"])


async def test_direct_messages_can_be_closed_and_are_seen_by_one(desk: Desk) -> None:
    ann, ben = await desk.open(desk.room.ann), await desk.open(desk.room.ben)
    user = await desk.room.bot.fetch_user(desk.room.ann.user.id)
    await user.send("Your cards")
    await ann.message("Your cards")
    await ann.ask("dms", isOpen=False)

    with pytest.raises(discord.Forbidden):
        await user.send("More cards")
    await ben.ask("look", channel="direct")
    assert "Your cards" not in str(ben.frames)


async def test_the_page_hears_of_the_bot_going(desk: Desk) -> None:
    ann = await desk.open(desk.room.ann)

    await desk.room.bot.close()

    await ann.until(lambda frame: frame["type"] == "room" and not frame["isBotOnline"])


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "example.org"},
    ],
)
async def test_pages_from_elsewhere_are_refused(desk: Desk, headers: dict[str, str]) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await desk.open(desk.room.ann, **headers)

    assert refusal.value.status == 403


async def test_the_page_itself_may_use_the_socket(desk: Desk) -> None:
    await desk.open(desk.room.ann, Origin=desk.room.server.page_url.rstrip("/"))


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "unheard of"},
        {"do": ["press"]},
        {"do": "look", "channel": {}},
        {"do": "press", "message": "9" * 40, "button": "call"},
        {"do": "slash", "channel": "?", "command": "/", "options": {}},
        {"do": "slash", "channel": "?", "command": "table open", "options": [1]},
        {"do": "slash", "channel": "?", "command": "table open", "options": {"ante": {}}},
        {"do": "say", "channel": "?", "text": "x" * 2001},
        {"do": "submit", "form": "1", "answers": 3},
    ],
)
async def test_nonsense_is_answered_in_words(desk: Desk, request_: Json) -> None:
    ann = await desk.open(desk.room.ann)
    words = {key: desk.here if value == "?" else value for key, value in request_.items()}

    answer = await ann.ask(words.pop("do"), **words)

    assert answer["type"] == "failed"
    assert answer["why"]


async def test_a_huge_request_ends_the_tab(desk: Desk) -> None:
    url = f"{desk.room.server.page_url}app?person={desk.room.ann.user.id}"
    socket = await desk.session.ws_connect(url)

    await socket.send_str("x" * 100_000)

    async with asyncio.timeout(5):
        while not socket.closed:
            await socket.receive()
    assert socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_the_files_of_the_page_name_no_other_place(desk: Desk) -> None:
    for name in ("", "page/app.js", "page/style.css", "page/message.js", "people"):
        async with desk.session.get(desk.room.server.page_url + name) as answer:
            text = await answer.text()
        assert answer.status == 200
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "innerHTML" not in text
        assert "://cdn" not in text


async def test_an_emoji_is_served_as_a_picture(desk: Desk) -> None:
    made = await desk.room.bot.create_application_emoji(name="9_hearts", image=PIXEL)

    async with desk.session.get(f"{desk.room.server.page_url}emojis/{made.id}") as answer:
        assert await answer.read() == PIXEL


# In a browser

chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs /usr/bin/chromium")


@pytest.fixture
async def window(tmp_path: Path) -> AsyncIterator[Browser]:
    async with browser(tmp_path) as found:
        yield found


HOSTILE = "<img src=x onerror=alert(1)> & **Ann**"


@chromium
async def test_a_browser_draws_a_street(desk: Desk, window: Browser) -> None:
    emoji = await desk.room.bot.create_application_emoji(name="9_hearts", image=PIXEL)
    ann = desk.room.ann.user.mention
    text = (
        f"### Fifth street · pot 735\n-# **{discord.utils.escape_markdown(HOSTILE)}** · 920\n"
        f"<:9_hearts:{emoji.id}> pair of nines\n### {ann}, 80 to call · "
        f"<t:{int(time.time()) + 59}:R>"
    )
    await desk.room.place().send(view=layout(text, call="Call 80"))

    for width in (1200, 400):
        await window.open(desk.room.server.page_url + "?as=Ann", width=width)
        await window.until_reads("Call 80")
        await window.until("document.querySelector('.emoji').naturalWidth === 1")

        headings = await window.run("[...document.querySelectorAll('h5')].map((h) => h.innerText)")
        assert headings[0] == "Fifth street · pot 735"
        assert headings[1].startswith("@Ann, 80 to call · in 5")
        subtext = await window.run("document.querySelector('.subtext').innerText")
        assert subtext == f"{HOSTILE} · 920"
        assert await window.run("document.querySelector('.emoji').alt") == "9_hearts"
        is_narrow = "document.documentElement.scrollWidth <= innerWidth"
        assert await window.run(is_narrow), f"it scrolls sideways at {width}"
        assert (await window.picture()).startswith(b"\x89PNG")
    assert window.errors == []


@chromium
async def test_a_browser_plays_by_keyboard(desk: Desk, window: Browser) -> None:
    @desk.room.answer("/table open")
    async def open_table(interaction: discord.Interaction[Any]) -> None:
        text = f"Ante {interaction.extras['ante']}"
        await interaction.response.send_message(view=layout(text, more="Raise"))

    @desk.room.answer("more")
    async def more(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(form())

    @desk.room.answer("raise")
    async def submitted(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Raised, said softly", ephemeral=True)

    await window.open(desk.room.server.page_url + "?as=Ann")
    await window.until_reads("#poker")
    await window.run("document.querySelector('.bar .input').focus()")
    await window.write("/tab")
    await window.until_reads("/table open")
    await window.key("Enter")
    await window.write("5")
    await window.key("Enter")
    await window.until_reads("Ann used /table")
    await window.click("Raise")
    await window.click("Submit")
    await window.until_reads("“Amount” must be filled in.")
    await window.write("220")
    await window.key("Enter")
    await window.until_reads("Raised, said softly")
    await window.until("!document.getElementById('form').open")
    await window.click("Ben")
    await window.until_reads("You are Ben")
    assert not await window.run("document.body.innerText.includes('said softly')")
    await window.click("Ann")
    await window.click("Dismiss message")
    await window.until("!document.body.innerText.includes('said softly')")
    assert window.errors == []
