"""Virtual time: hours pass at once, in order, and the same way every time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.torture.loop import EPOCH, Stuck, VirtualClock, VirtualLoop, run


def test_a_day_passes_when_everybody_sleeps() -> None:
    times: list[float] = []

    async def main(loop: VirtualLoop) -> None:
        await asyncio.sleep(86_400)
        times.append(loop.time())

    run(main)

    assert times == [pytest.approx(86_400)]


def test_timers_come_in_the_order_of_their_time() -> None:
    heard: list[str] = []

    async def main(_: VirtualLoop) -> None:
        async def say(word: str, after_s: float) -> None:
            await asyncio.sleep(after_s)
            heard.append(word)

        await asyncio.gather(say("late", 3.0), say("early", 1.0), say("between", 2.0))

    run(main)

    assert heard == ["early", "between", "late"]


def test_a_timeout_is_virtual_too() -> None:
    async def main(loop: VirtualLoop) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2.5):
                await loop.create_future()
        assert loop.time() == pytest.approx(2.5)

    run(main)


def test_what_a_thread_would_do_takes_no_time() -> None:
    async def main(loop: VirtualLoop) -> None:
        async with asyncio.timeout(1):
            assert await asyncio.to_thread(sum, [1, 2]) == 3
            with pytest.raises(ZeroDivisionError):
                await asyncio.to_thread(divmod, 1, 0)
        assert loop.time() == 0

    run(main)


def test_rest_waits_for_all_that_is_under_way_and_no_timer() -> None:
    heard: list[str] = []

    async def main(loop: VirtualLoop) -> None:
        async def work() -> None:
            for _ in range(50):
                await asyncio.sleep(0)
            heard.append("done")

        loop.call_later(0.001, heard.append, "later")
        task = loop.create_task(work())
        await loop.rest()
        assert heard == ["done"]
        assert loop.time() == 0
        await task

    run(main)


def test_what_is_written_to_a_unix_socket_is_read_before_time_passes(tmp_path: Path) -> None:
    async def main(loop: VirtualLoop) -> None:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readline())
            await writer.drain()
            writer.close()

        async with await asyncio.start_unix_server(echo, tmp_path / "s"):
            reader, writer = await asyncio.open_unix_connection(tmp_path / "s")
            writer.write(b"hello\n")
            assert await reader.readline() == b"hello\n"
            writer.close()
        assert loop.time() == 0

    run(main)


def test_waiting_for_nothing_is_told_and_does_not_hang() -> None:
    async def main(loop: VirtualLoop) -> None:
        await loop.create_future()

    with pytest.raises(Stuck):
        run(main)


def test_the_clock_knows_which_alarms_will_ring() -> None:
    rung: list[float] = []

    async def main(loop: VirtualLoop) -> None:
        clock = VirtualClock(loop)
        first = clock.call_at(EPOCH + 5, lambda: rung.append(clock.now()))
        clock.call_at(EPOCH + 9, lambda: rung.append(clock.now()))
        assert clock.is_set(EPOCH + 5)
        first.cancel()
        assert not clock.is_set(EPOCH + 5)
        await asyncio.sleep(10)
        assert not clock.is_any_set

    run(main)

    assert rung == [pytest.approx(EPOCH + 9)]
