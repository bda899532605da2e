"""A table's task: one mailbox, read by nobody else, so a table needs no locks.

Nothing here waits for Discord, and no fault costs more than the hand in play.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, assert_never

from bot.table import commands, notices
from bot.table.commands import Sight
from bot.table.dealing import Dealing
from bot.table.keeper import Doors, Keeper
from bot.table.ports import StoreFailed
from bot.table.proofs import find_proof
from bot.table.sealing import SAVE_AGAIN_S
from bot.table.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.table.commands import Answer, Command
    from bot.table.seating import Outcome
    from bot.table.table import Table

__all__ = ["Doors", "Runner", "fault_number"]

log = logging.getLogger(__name__)

IDLE_S: Final = 12 * 3600
"""How long a table is kept for nobody. Source: a table that blocks its channel for months."""
MAILBOX_MAX: Final = 256
"""Presses that may wait at one table."""


class Runner:
    """Runs one table until it is closed."""

    def __init__(self, table: Table, doors: Doors) -> None:
        self.table = table
        self._doors = doors
        self._mailbox: asyncio.Queue[Command | None] = asyncio.Queue(MAILBOX_MAX)
        self._keeper = Keeper(table, doors, self.post)
        self._seating = Seating(self._keeper)
        self._dealing = Dealing(self._keeper, self._seating)
        self._in_doubt = False
        """Whether the store may have kept something that it said it had not."""

    def post(self, command: Command) -> None:
        """Put a command into the mailbox; never waits."""
        try:
            self._mailbox.put_nowait(command)
        except asyncio.QueueFull:
            if (answer := _answer_of(command)) is not None:
                self._doors.crier.tell(answer, notices.Busy())
            else:
                self._keeper.ring_at(self._keeper.now + 1, command)

    def stop(self) -> None:
        """Let the task end after what already waits in the mailbox."""
        self._keeper.silence()
        self._keeper.watch_no_more()
        if not self._mailbox.full():
            self._mailbox.put_nowait(None)

    async def run(self, *, is_new: bool) -> None:
        """Take commands, one after another, until the table is closed or the bot stops."""
        self.table.last_heard = self._keeper.now
        self._watch()
        if not is_new:
            await self._guarded(self._dealing.resume(), None)
        while not self.table.closed:
            command = await self._mailbox.get()
            if command is None:
                return
            if _answer_of(command) is not None:
                self.table.last_heard = self._keeper.now
            await self._guarded(self._take_surely(command), command)
        while not self._mailbox.empty():
            left = self._mailbox.get_nowait()
            if left is not None and (answer := _answer_of(left)) is not None:
                self._doors.crier.tell(answer, notices.Closed())

    async def _guarded(self, work: Awaitable[None], command: Command | None) -> None:
        """Do it; a fault of ours is logged, told, and costs the live hand at most."""
        answer = None if command is None else _answer_of(command)
        try:
            await work
        except StoreFailed as refusal:
            log.warning("table %s: %s", self.table.table, refusal)  # the store has told why
            self._in_doubt = True
            if answer is not None:
                self._doors.crier.tell(answer, notices.NotSaved())
            self._dealing.arm()
            if isinstance(command, commands.Vanish | commands.Idle):
                self._keeper.watch_until(self._keeper.now + SAVE_AGAIN_S, command)
        except Exception:
            number = fault_number(self._keeper.now)
            log.exception("table %s: fault %s", self.table.table, number)
            await self._dealing.void(f"Something broke on our side ({number}).")
            if answer is not None:
                self._doors.crier.tell(answer, notices.OurFault(number))

    async def _take_surely(self, command: Command) -> None:
        """Take a command, after whatever a failed commit did leave in the store."""
        if self._in_doubt:
            is_open = await self._dealing.catch_up()
            self._in_doubt = False
            if not is_open:
                self._shut(_answer_of(command))
                return
        await self._take(command)

    async def _take(self, command: Command) -> None:  # noqa: C901, PLR0912 - one line a command
        match command:
            case commands.Act():
                await self._dealing.act(command)
            case commands.TimeUp():
                await self._dealing.time_up(command)
            case commands.Deal():
                await self._dealing.deal(command)
            case commands.SealPosted():
                await self._dealing.seal_posted(command)
            case commands.SealLate():
                await self._dealing.seal_late(command)
            case commands.GoOn():
                await self._dealing.go_on(command)
            case commands.SitDown():
                self._say(command.answer, await self._seating.sit_down(command))
            case commands.GetUp():
                await self._get_up(command.answer)
            case commands.SitOut():
                self._say(command.answer, await self._seating.sit_out(command.answer))
            case commands.Back():
                self._say(command.answer, await self._seating.back(command.answer))
            case commands.TopUp():
                self._say(command.answer, await self._seating.top_up(command))
            case commands.Show():
                self._dealing.show_cards(command)
            case commands.Look():
                await self._look(command)
            case commands.Redraw():
                self._keeper.show(None)
            case commands.Close():
                await self._close(command)
            case commands.Vanish():
                await self._end("its channel is gone")
            case commands.Idle():
                await self._rest()
            case _:
                assert_never(command)

    def _say(self, answer: Answer, outcome: Outcome) -> None:
        """Answer, and tell everybody if the table has changed."""
        if not outcome.changed:
            self._keeper.tell(answer, outcome.notice)
            return
        self._dealing.players_changed()
        self._keeper.show(answer, outcome.notice)

    async def _get_up(self, answer: Answer) -> None:
        live, chair = self.table.hand, self.table.chair_of(answer.person)
        if chair is not None and live is not None and answer.person in live.people:
            if chair.leaving:
                self._keeper.tell(answer, notices.NotSeated(self.table.scene().free))
            else:
                await self._dealing.leave(live, answer)
        else:
            self._say(answer, await self._seating.get_up(answer))

    async def _look(self, command: commands.Look) -> None:
        table, store, answer = self.table, self._doors.tables, command.answer
        record = None
        match command.sight:
            case Sight.HISTORY if command.hand is not None:
                kept = await store.kept_hand(table.table, command.hand)
                record = kept.record if kept is not None else None
            case Sight.PROOF:
                record = await find_proof(table, store, answer.person, command.hand)
            case _:
                pass
        self._doors.crier.look(table.scene(), answer, command.sight, record)

    async def _close(self, command: commands.Close) -> None:
        """Close the table; a hand in play counts for nothing, to the chip."""
        table, answer = self.table, command.answer
        if answer.person != table.host and not answer.is_admin:
            self._keeper.tell(answer, notices.NotHost(table.host_name))
            return
        if not command.sure:
            self._keeper.tell(answer, notices.ConfirmClose(table.hand is not None))
            return
        table.closed_because = f"{answer.name} has closed it."
        await self._doors.tables.close_table(table.table, key=answer.key)
        self._shut(answer)

    async def _end(self, why: str) -> None:
        """Close the table by itself; every chip goes home."""
        self.table.closed_because = f"It was closed, for {why}."
        await self._doors.tables.close_table(self.table.table, key="by itself")
        self._shut(None)

    async def _rest(self) -> None:
        """Close a table where nobody has done anything for long; else look again later."""
        if self._keeper.now >= self._idle_at:
            await self._end(f"nobody has played here for {IDLE_S // 3600} hours")
        else:
            self._watch()

    def _watch(self) -> None:
        self._keeper.watch_until(self._idle_at, commands.Idle())

    @property
    def _idle_at(self) -> float:
        """When the table has been left alone for too long; slow games have a turn for each."""
        turns = self.table.turn_seconds * self.table.variant.seats.most
        return self.table.last_heard + max(IDLE_S, turns)

    def _shut(self, answer: Answer | None) -> None:
        """The table is closed in the store: nothing happens at it any more."""
        table = self.table
        self._keeper.silence()
        self._keeper.watch_no_more()
        if table.hand is not None:
            table.hand.void = f"The table is over. {table.closed_because}".rstrip()
        table.closed = True
        table.deadline = table.next_deal = None
        self._keeper.show(answer, notices.Closed() if answer else None)


def fault_number(now: float) -> str:
    """A short number for a fault at this moment, to be told by a player and found in the log."""
    return f"{int(now * 1000):X}"[-6:]


def _answer_of(command: Command) -> Answer | None:
    return getattr(command, "answer", None)
