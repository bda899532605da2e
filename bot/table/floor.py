"""The floor: every open table, found by its id or its channel."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Final

from bot.rules.house import HouseRules
from bot.rules.variants import variants
from bot.table.commands import Vanish
from bot.table.journal import OtherRules, replayed
from bot.table.ports import ChannelTaken, NewTable
from bot.table.runner import Runner
from bot.table.scene import Void
from bot.table.settings import BUY_IN_MAX, HINTS
from bot.table.table import Table, settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.variant import Variant
    from bot.table.ids import ChannelId, PersonId, ServerId, TableId
    from bot.table.keeper import Doors
    from bot.table.ports import SavedHand
    from bot.table.scene import Scene
    from bot.table.table import LiveHand

__all__ = ["Floor"]

log = logging.getLogger(__name__)

LEAVE_S: Final = 30.0
"""How long the tables of a server may take to close."""


class Floor:
    """All open tables, each run by a task of its own."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._runners: dict[TableId, Runner] = {}
        self._tasks: dict[TableId, asyncio.Task[None]] = {}

    def at(self, table: TableId) -> Runner | None:
        """The runner of a table, if it is open."""
        return self._runners.get(table)

    def in_channel(self, channel: ChannelId) -> Runner | None:
        """The table of a channel or thread, if one is open there."""
        found = (r for r in self._runners.values() if r.table.channel == channel)
        return next(found, None)

    @property
    def tables(self) -> list[Table]:
        """Every open table."""
        return [runner.table for runner in self._runners.values() if not runner.table.closed]

    async def open(  # noqa: PLR0913 - a table is opened with this much
        self,
        *,
        server: ServerId,
        channel: ChannelId,
        variant: Variant,
        host: PersonId,
        host_name: str,
        overrides: Mapping[str, object],
        settings: Mapping[str, object],
        key: str,
    ) -> Scene:
        """Open a table; its lobby, to be shown.

        Raises: ChannelTaken, also to a command that is delivered again; BadOption for a value out
        of bounds; StoreFailed.
        """
        rules = await self._doors.book.house(server, variant.key)
        house = HouseRules.of(variant.options, {**rules, **overrides})
        resolved = settings_of(settings)
        new = NewTable(
            server=server,
            channel=channel,
            variant=variant.key,
            host=host,
            overrides=json.dumps(dict(overrides)),
            settings=json.dumps(resolved.written()),
        )
        table = Table(
            table=await self._opened(new, key),
            server=server,
            channel=channel,
            variant=variant,
            host=host,
            host_name=host_name,
            overrides=overrides,
            settings=resolved,
            house=house,
        )
        self._start(table, is_new=True)
        return table.scene()

    async def _opened(self, new: NewTable, key: str) -> TableId:
        """The id of a table that is yet to be put on the floor. Raises: ChannelTaken, StoreFailed.

        A table whose commit was thought to have failed, though it did not, is taken up by the next
        command that wants the channel.
        """
        try:
            table = await self._doors.tables.open_table(new, key=key)
        except ChannelTaken:
            if self.in_channel(new.channel) is None:
                await self.revive()
            raise
        if table in self._runners:
            raise ChannelTaken("This command has been delivered before.")
        return table

    async def revive(self) -> int:
        """Take up every open table that is not on the floor, where the store has it; how many."""
        before = len(self._runners)
        for saved in await self._doors.tables.load_tables():
            variant = variants().get(saved.variant)
            if variant is None:
                log.error("table %s plays %s, which is gone", saved.table, saved.variant)
                continue
            rules = await self._doors.book.house(saved.server, saved.variant)
            hints = await self._doors.book.setting(saved.server, HINTS)
            if saved.table in self._runners:
                continue
            table = Table.from_saved(saved, variant, rules)
            if saved.before is not None:
                table.before = _to_be_told(saved.before)
            table.hints = hints is not False
            if saved.hand is not None:
                await self._revive(table, saved.hand)
            self._start(table, is_new=False)
        return len(self._runners) - before

    async def leave(self, server: ServerId) -> None:
        """Close every table of a server that the bot is no longer on."""
        here = [t for t, runner in self._runners.items() if runner.table.server == server]
        tasks = [self._tasks[table] for table in here]
        for table in here:
            self._runners[table].post(Vanish())
        if tasks:
            await asyncio.wait(tasks, timeout=LEAVE_S)

    async def close(self) -> None:
        """Stop every table; the hands stay in the store as they are."""
        for runner in self._runners.values():
            runner.stop()
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=3)
        for task in self._tasks.values():
            task.cancel()

    def _start(self, table: Table, *, is_new: bool) -> None:
        runner = Runner(table, self._doors)
        self._runners[table.table] = runner
        task = asyncio.get_running_loop().create_task(
            runner.run(is_new=is_new), name=f"table {table.table}"
        )
        self._tasks[table.table] = task
        task.add_done_callback(lambda _done: self._ended(table.table))

    def _ended(self, table: TableId) -> None:
        self._runners.pop(table, None)
        task = self._tasks.pop(table, None)
        if task is not None and not task.cancelled() and task.exception() is not None:
            log.error("table %s: its task died", table, exc_info=task.exception())

    async def _revive(self, table: Table, journal: SavedHand) -> None:
        """Put the newest hand back on its table; if it cannot be replayed it is void."""
        table.keep_button = journal.void is not None
        if journal.has_ended:
            table.live = _to_be_told(journal)
            return
        try:
            table.live = replayed(journal)
        except Exception as fault:
            log.exception("table %s: hand %s cannot be replayed", table.table, journal.hand)
            reason = "It could not be taken up after a restart."
            if isinstance(fault, OtherRules):  # any other fault may speak of hidden cards
                reason = f"{reason} The rules have changed since it began."
            stack_max = table.settings[BUY_IN_MAX]
            await self._doors.tables.void(
                journal.hand, reason=reason, record=None, stack_max=stack_max
            )
            table.lost = Void(journal.number, reason)
            table.keep_button = True


def _to_be_told(journal: SavedHand) -> LiveHand | None:
    """A hand that has ended: the bot may have stopped before all of it was told.

    None if it does not replay, as under earlier rules: then it stands as it is.
    """
    try:
        return replayed(journal)
    except Exception as fault:  # noqa: BLE001 - nothing depends on it
        log.info("hand %s is not told again: %s", journal.hand, type(fault).__name__)
        return None
