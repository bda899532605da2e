"""The pace of requests, on virtual time, against the limits as the practice server counts them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.practice.rate_limits import Bucket, Limit
from bot.table.ids import ChannelId
from bot.torture.loop import VirtualLoop, run
from bot.ui.pace import WINDOWS_MAX, Kind, Pace

POKER, OTHER = ChannelId(1), ChannelId(2)


def on_time(test: Callable[[VirtualLoop], Awaitable[None]]) -> None:
    async def main(loop: VirtualLoop) -> None:
        await test(loop)

    run(main)


async def ask(pace: Pace, kind: Kind, channel: ChannelId = POKER, *, lasts_s: float = 0) -> float:
    """Ask once; when the request left."""
    async with pace.room(kind, channel):
        left = asyncio.get_running_loop().time()
        await asyncio.sleep(lasts_s)
        return left


@pytest.mark.parametrize("kind", [Kind.POST, Kind.EDIT])
def test_the_sixth_in_a_channel_leaves_five_seconds_after_the_first_was_answered(
    kind: Kind,
) -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace(50)
        left = await asyncio.gather(*(ask(pace, kind, lasts_s=0.4) for _ in range(6)))
        assert left[:5] == [0] * 5
        assert 5.4 <= left[5] < 5.5

    on_time(main)


def test_channels_and_kinds_do_not_wait_for_each_other() -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace(50)
        await asyncio.gather(*(ask(pace, Kind.POST) for _ in range(5)))
        others = [ask(pace, Kind.POST, OTHER), ask(pace, Kind.EDIT), ask(pace, Kind.OTHER)]
        assert await asyncio.gather(*others) == [0, 0, 0]

    on_time(main)


def test_letters_of_a_flood_leave_room_for_turns() -> None:
    async def main(loop: VirtualLoop) -> None:
        pace = Pace(45)
        flood = [
            asyncio.ensure_future(ask(pace, Kind.LETTER, ChannelId(n))) for n in range(100, 300)
        ]
        await asyncio.sleep(0.5)
        turns = await asyncio.gather(*(ask(pace, Kind.POST, ChannelId(n)) for n in range(15)))
        assert set(turns) == {0.5}
        assert max(await asyncio.gather(*flood)) < 8

    on_time(main)


@pytest.mark.parametrize("seed", range(5))
def test_no_bucket_of_discord_s_is_ever_empty_however_long_requests_take(seed: int) -> None:
    rng = Random(seed)
    everything, channels = Bucket(Limit(50, 1.0)), [Bucket(Limit(5, 5.0)) for _ in range(4)]

    async def request(pace: Pace, number: int) -> None:
        await asyncio.sleep(rng.uniform(0, 20))
        async with pace.room(Kind.POST, ChannelId(number)):
            await asyncio.sleep(rng.uniform(0, 2))
            now = asyncio.get_running_loop().time()
            assert everything.take(now)
            assert channels[number].take(now)
            await asyncio.sleep(rng.uniform(0, 2))

    async def main(_: VirtualLoop) -> None:
        pace = Pace(50)
        await asyncio.gather(*(request(pace, n % 4) for n in range(100)))

    on_time(main)


def test_who_gives_up_waiting_takes_nobody_s_room() -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace(50)
        await asyncio.gather(*(ask(pace, Kind.POST) for _ in range(5)))
        impatient = asyncio.ensure_future(ask(pace, Kind.POST))
        await asyncio.sleep(1)
        impatient.cancel()
        await asyncio.sleep(5)
        left = await asyncio.gather(*(ask(pace, Kind.POST) for _ in range(5)))
        assert left == [6] * 5

    on_time(main)


def test_a_request_that_fails_gives_its_room_back() -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace(50)
        for _attempt in range(5):
            with pytest.raises(OSError, match="gone"):
                async with pace.room(Kind.POST, POKER):
                    raise OSError("gone")
        assert await ask(pace, Kind.POST) < 5.1

    on_time(main)


def test_without_a_limit_nothing_waits() -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace()
        left = await asyncio.gather(*(ask(pace, Kind.POST) for _ in range(500)))
        assert set(left) == {0}

    on_time(main)


def test_quiet_channels_are_forgotten() -> None:
    async def main(_: VirtualLoop) -> None:
        pace = Pace(1_000_000)
        for number in range(3 * WINDOWS_MAX):
            await ask(pace, Kind.POST, ChannelId(number))
            await asyncio.sleep(0.1)
        assert len(pace._channels) <= WINDOWS_MAX

    on_time(main)
