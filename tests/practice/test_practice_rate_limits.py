"""Discord's limits on requests: what is refused, what the headers say, and that they are true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.practice import Channel, PracticeServer, rate_limits
from bot.practice.rate_limits import Limit
from tests.practice.conftest import TOKEN, Room, code_of, layout

OVERALL_COUNT = 50


@dataclass
class Desk:
    """A server with limits on a clock that stands still, and somebody who asks it."""

    server: PracticeServer
    session: aiohttp.ClientSession
    now: list[float]
    channel: Channel

    async def ask(self, method: str, path: str, **body: object) -> tuple[int, Any, Any]:
        """Status, JSON and headers."""
        url = f"{self.server.api_url}{path}"
        async with self.session.request(method, url, json=body or None) as reply:
            return reply.status, await reply.json(), reply.headers

    async def post(self, channel: Channel | None = None) -> tuple[int, Any, Any]:
        place = channel or self.channel
        return await self.ask("POST", f"/channels/{place.id}/messages", content="a street")

    async def edit(self, message: str) -> tuple[int, Any, Any]:
        path = f"/channels/{self.channel.id}/messages/{message}"
        return await self.ask("PATCH", path, content="the next street")


def codes(server: PracticeServer) -> list[str]:
    """Status and code of each refusal."""
    return [" ".join(refusal.split(": ")[1].split()[:2]) for refusal in server.refusals]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    now = [1_800_000_000.0]
    server = PracticeServer(token=TOKEN, clock=lambda: now[0], rate_limits=True)
    await server.start()
    channel = server.world.add_guild("Friday night").add_channel("poker")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session:
        yield Desk(server, session, now, channel)
    await server.stop()


async def test_a_channel_takes_five_messages_in_five_seconds(desk: Desk) -> None:
    assert [(await desk.post())[0] for _ in range(6)] == [200] * 5 + [429]
    desk.now[0] += 4.9
    assert (await desk.post())[0] == 429
    desk.now[0] += 0.1

    assert (await desk.post())[0] == 200
    assert len(desk.channel.messages) == 6


async def test_channels_do_not_count_together(desk: Desk) -> None:
    assert desk.channel.guild is not None
    other = desk.channel.guild.add_channel("side game")
    for _ in range(5):
        await desk.post()

    assert (await desk.post(other))[0] == 200


async def test_edits_count_apart_from_messages(desk: Desk) -> None:
    (_, message, _), *_ = [await desk.post() for _ in range(5)]

    assert [(await desk.edit(message["id"]))[0] for _ in range(6)] == [200] * 5 + [429]


async def test_the_headers_tell_what_is_left_and_when_it_is_full_again(desk: Desk) -> None:
    _, _, first = await desk.post()
    desk.now[0] += 2
    _, _, second = await desk.post()

    names = ("Limit", "Remaining", "Reset-After", "Reset")
    assert [first[f"X-RateLimit-{name}"] for name in names] == ["5", "4", "5.000", "1800000005.000"]
    assert [second[f"X-RateLimit-{name}"] for name in names[1:3]] == ["3", "3.000"]
    assert first["X-RateLimit-Bucket"] == second["X-RateLimit-Bucket"]


async def test_a_429_says_when_to_come_back_and_that_it_is_no_ban(desk: Desk) -> None:
    for _ in range(5):
        await desk.post()
    desk.now[0] += 1.75
    status, body, headers = await desk.post()

    assert (status, body["retry_after"], body["global"], "code" in body) == (
        429,
        3.25,
        False,
        False,
    )
    assert headers["Retry-After"] == "4"
    assert headers["X-RateLimit-Scope"] == "user"
    assert headers["X-RateLimit-Remaining"] == "0"
    assert headers["Via"]
    assert "X-RateLimit-Global" not in headers
    assert codes(desk.server) == ["429 (0)"]


async def test_all_routes_together_take_fifty_requests_a_second(desk: Desk) -> None:
    statuses = [(await desk.ask("GET", "/users/@me"))[0] for _ in range(OVERALL_COUNT)]
    status, body, headers = await desk.ask("GET", "/gateway/bot")
    assert set(statuses) == {200}
    assert (status, body["global"], body["retry_after"]) == (429, True, 1.0)
    assert headers["X-RateLimit-Global"] == "true"
    assert headers["X-RateLimit-Scope"] == "global"
    desk.now[0] += 1

    assert (await desk.ask("GET", "/gateway/bot"))[0] == 200


async def test_answers_to_interactions_do_not_count(desk: Desk) -> None:
    for _ in range(OVERALL_COUNT):
        await desk.ask("GET", "/users/@me")
    answer = await desk.ask("POST", "/interactions/1/token/callback", type=6)
    webhook = await desk.ask("POST", f"/webhooks/{desk.server.world.bot.id}/token", content="x")

    assert (answer[0], answer[1]["code"]) == (404, 10062)
    assert (webhook[0], webhook[1]["code"]) == (404, 10015)


async def test_old_messages_take_three_edits_in_six_seconds(desk: Desk) -> None:
    _, message, _ = await desk.post()
    desk.now[0] += 3599
    assert [(await desk.edit(message["id"]))[0] for _ in range(4)] == [200] * 4
    desk.now[0] += 6
    answers = [await desk.edit(message["id"]) for _ in range(4)]
    assert [status for status, _, _ in answers] == [200] * 3 + [429]
    assert (answers[3][1]["code"], answers[3][1]["retry_after"]) == (30046, 6.0)
    assert answers[3][2]["X-RateLimit-Remaining"] == "1"
    desk.now[0] += 6

    assert (await desk.edit(message["id"]))[0] == 200


async def test_opening_many_direct_channels_at_once_is_refused(desk: Desk) -> None:
    people = [desk.server.person(f"Player {number}") for number in range(11)]

    async def open_direct(number: int) -> Any:
        who = str(people[number].user.id)
        return await desk.ask("POST", "/users/@me/channels", recipient_id=who)

    for number in range(10):
        assert (await open_direct(number))[0] == 200
    status, body, _ = await open_direct(10)
    assert (status, body["code"]) == (403, 40003)
    assert (await open_direct(0))[0] == 200, "it is open already"
    desk.now[0] += 60

    assert (await open_direct(10))[0] == 200


@pytest.fixture
def limited(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """The room under limits of the same shape that fill up ten times as fast."""
    short = {key: Limit(5, 0.5) for key in rate_limits.BY_CHANNEL}
    monkeypatch.setattr(rate_limits, "BY_CHANNEL", short)
    monkeypatch.setattr(rate_limits, "OLD_EDITS", Limit(3, 0.6))
    room.server._rate_limits = rate_limits.RateLimits(room.server.world)
    return room


async def test_the_library_that_reads_the_headers_is_never_refused(limited: Room) -> None:
    place = limited.place()
    messages = await asyncio.gather(*(place.send(f"street {n}") for n in range(12)))
    await asyncio.gather(*(messages[0].edit(content=f"street {n}") for n in range(12)))

    assert limited.server.refusals == []
    assert len(limited.ann.messages()) == 12


async def test_the_library_waits_out_what_the_headers_do_not_tell(limited: Room) -> None:
    message = await limited.place().send("an hour ago")
    limited.clock.ahead_s += 3600
    await asyncio.gather(*(message.edit(content=f"street {n}") for n in range(5)))

    assert set(codes(limited.server)) == {"429 (30046)"}
    assert limited.ann.messages()[0].text.startswith("street")


async def test_an_update_by_a_press_is_not_an_edit(limited: Room) -> None:
    @limited.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.edit_message(view=layout("again", call="Call"))

    await limited.place().send(view=layout("table", call="Call"))
    for _ in range(8):
        await limited.ann.press("Call")

    assert limited.server.refusals == []


async def test_a_burst_over_all_routes_is_told_to_wait_and_then_passes(limited: Room) -> None:
    people = [limited.server.person(f"Player {n}") for n in range(60)]
    found = await asyncio.gather(*(limited.bot.fetch_user(one.user.id) for one in people))

    assert len(found) == len(people)
    assert set(codes(limited.server)) <= {"429 (0)"}


async def test_a_refused_opening_of_a_direct_channel_is_not_tried_again(limited: Room) -> None:
    people = [limited.server.person(f"Player {n}", guild=limited.guild) for n in range(11)]
    users = [await limited.bot.fetch_user(person.user.id) for person in people]
    for user in users[:10]:
        await user.create_dm()

    assert await code_of(users[10].create_dm()) == 40003
    assert len(limited.server.refusals) == 1
