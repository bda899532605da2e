"""What must be so after every step of a night, looked at from outside the bot."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bot.players.invariants import (
    Felt,
    check_amount_to_call,
    check_cards,
    check_chips,
    check_pots,
    check_secrets,
)
from bot.rules.asks import Ask, Shuffle
from bot.rules.chips import SeatNo
from bot.table.ids import TableId
from bot.torture.books import Books
from bot.torture.secrecy import NO_SECRETS, Sent, Watched, sent_of
from bot.ui.ids import Press

if TYPE_CHECKING:
    from pathlib import Path

    from bot.client import Axeman
    from bot.practice import Message
    from bot.practice.world import Change, World
    from bot.table.table import LiveHand, Table
    from bot.torture.loop import VirtualClock
    from bot.torture.tally import Tally

__all__ = ["Broken", "Checks", "Faults"]

TASK_LIFE_S: Final = 120.0
"""How old a task may become that is not there for good."""
LASTING: Final = ("table ", "store writer", "torture")
"""How the names of tasks begin that last."""
LASTING_WORK: Final = frozenset(
    {
        "Client.start",
        "Shard.worker",
        "RequestHandler.start",
        "RequestHandler._handle_request",  # the gateway is one long request
        "Connection.send_all",
        "KeepAlive._beat",
        "DiscordCrier._tell_all",
    }
)
"""What is worked at for as long as a connection stands, a bot runs or a table has something new."""
WATCHED_MAX: Final = 24
"""Hands whose cards are remembered: those being played, and some that were."""
OURS: Final = ("bot.", "discord", "asyncio")
"""Whose errors count; the practice server's are Discord's."""
EXPECTED: Final = ("Attempting a reconnect", "Shard ID")
"""Errors that discord.py logs when its gateway hangs up."""


class Broken(AssertionError):
    """A promise was not kept. `check` names which, in a word or two."""

    def __init__(self, check: str, sentence: str) -> None:
        super().__init__(f"{check}: {sentence}")
        self.check = check


class Faults(logging.Handler):
    """Collects what the bot logs as an error: nothing of ours may break, whatever comes."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        said = record.getMessage()
        is_ours = record.name.startswith(OURS) and not record.name.startswith("bot.practice")
        if is_ours and not any(words in said for words in EXPECTED):
            formatter = logging.Formatter()
            trace = formatter.formatException(record.exc_info) if record.exc_info else ""
            self.found.append(f"{record.name}: {said}\n{trace}")


class Checks:
    """Looks after every step. Owned by the night; `start` and `stop` follow the bot's life."""

    def __init__(self, world: World, clock: VirtualClock, tally: Tally, faults: Faults) -> None:
        self._clock = clock
        self._tally = tally
        self._faults = faults
        self._bot: Axeman | None = None
        self._books: Books | None = None
        self._entry = 0
        self._sent: list[Sent] = []
        self._watched: dict[tuple[TableId, int], Watched] = {}
        self._current: dict[TableId, list[Watched]] = {}
        self._states: dict[TableId, tuple[object, ...]] = {}
        self._seen_tasks: dict[asyncio.Task[object], float] = {}
        self._steps = 0
        world.listeners.append(self._hear)

    def start(self, bot: Axeman, database: Path) -> None:
        """The bot runs."""
        self._bot = bot
        self._books = Books(database)

    def stop(self) -> None:
        """The bot is about to stop."""
        if self._books is not None:
            self._books.close()
        self._bot = self._books = None
        self._seen_tasks.clear()
        # A hand is replayed at the next start: what is followed then is another object.
        self._current.clear()
        self._watched.clear()
        self._states.clear()

    @property
    def tables(self) -> list[Table]:
        """Every open table that the bot runs."""
        if self._bot is None or self._books is None:
            return []
        runners = map(self._bot.floor.at, self._books.open_tables())
        return [runner.table for runner in runners if runner is not None]

    def _hear(self, change: Change) -> None:
        sent = sent_of(change)
        if sent is not None:
            self._sent.append(sent)

    # After a step.

    def look(self) -> None:
        """Raises: Broken."""
        self._steps += 1
        self._look_at_log()
        if self._bot is None or self._books is None:
            return
        self._look_at_entries(self._books)
        self._look_at_tables(self._bot, self._books)
        self._look_at_sent()
        if self._steps % 16 == 0:
            self._look_at_tasks()

    def _count(self, check: str, times: int = 1) -> None:
        self._tally.checks[check] += times

    def _look_at_log(self) -> None:
        if self._faults.found:
            found = self._faults.found.pop()
            raise Broken("fault", f"something of ours broke: {found}")

    # Chips.

    def _look_at_entries(self, books: Books) -> None:
        """Every new entry sums to zero, and leaves no person and no seat below zero."""
        new = books.entries_after(self._entry)
        for entry, total in new:
            if total:
                raise Broken("ledger", f"entry {entry} makes or loses {total} chips")
            if owing := books.owing(entry):
                raise Broken("ledger", f"entry {entry} leaves {owing} below zero")
            self._entry = entry
        self._count("ledger entries", len(new))

    def _look_at_seats(self, table: Table, books: Books) -> None:
        """Between hands the chairs hold what the ledger says they hold."""
        saved = books.stacks(table.table)
        known = {chair.person: chair.stack for chair in table.chairs.values() if chair.stack}
        if saved != known:
            raise Broken("seats", f"table {table.table}: {known} where the ledger has {saved}")
        self._count("stacks against the ledger")

    # Tables.

    def _look_at_tables(self, bot: Axeman, books: Books) -> None:
        for number in books.open_tables():
            runner = bot.floor.at(number)
            if runner is None:
                raise Broken("stuck", f"table {number} is open, but nobody runs it")
            self._look_at_table(runner.table, books)

    def _look_at_table(self, table: Table, books: Books) -> None:
        live = table.live
        state: tuple[object, ...] = (
            table.hands,
            live.hand.question if live else None,
            len(live.hand.events) if live else None,
            live.is_live if live else None,
            tuple(sorted(table.chairs.items())),
        )
        if state != self._states.get(table.table):
            self._states[table.table] = state
            for watched in self._current.get(table.table, ()):
                watched.catch_up()
            if live is not None and not live.awaits_seal:
                self._look_at_hand(table, live)
            if table.hand is None:
                self._look_at_seats(table, books)
        if table.hand is not None:
            self._look_at_wait(table, table.hand)

    def _look_at_hand(self, table: Table, live: LiveHand) -> None:
        watched, hand = self._watch(table, live), live.hand
        channel = hand.view(None)
        try:
            check_chips(hand, channel)
            check_pots(hand, channel)
            check_amount_to_call(hand, channel)
            check_cards(hand, watched.felt)
            check_secrets(hand, channel, watched.felt)
            seat = SeatNo(len(hand.answers) % len(hand.seats))
            check_secrets(hand, hand.view(seat), watched.felt)
        except AssertionError as fault:
            raise Broken("hand", f"table {table.table}, hand {live.number}: {fault}") from fault
        watched.catch_up()
        self._count("hands in play")

    def _watch(self, table: Table, live: LiveHand) -> Watched:
        """Follow a hand; the one before it stays current until the next step."""
        current = self._current.setdefault(table.table, [])
        if not current or current[-1].live is not live:
            watched = Watched(table=table.table, live=live, felt=Felt(live.hand))
            current.append(watched)
            del current[:-2]
            self._watched[table.table, live.number] = watched
            while len(self._watched) > WATCHED_MAX:
                del self._watched[next(iter(self._watched))]
        return current[-1]

    def _look_at_wait(self, table: Table, live: LiveHand) -> None:
        """A live hand waits for somebody who can answer, or for nature, or to be settled."""
        waiting, where = live.hand.waiting, f"table {table.table}, hand {live.number}"
        if isinstance(waiting, Ask):
            person = live.people[waiting.seat]
            if table.chair_of(person) is None or live.hand.has_left(waiting.seat):
                raise Broken("stuck", f"{where} waits for {person}, who is not there")
            if table.deadline is None or not self._clock.is_set(table.deadline):
                raise Broken("stuck", f"{where} waits for {person}, and no clock runs")
        elif not isinstance(waiting, Shuffle) and not self._clock.is_any_set:
            raise Broken("stuck", f"{where} is over, and nothing will settle it")
        self._count("waits")

    # What people were sent.

    def _look_at_sent(self) -> None:
        for sent in self._sent:
            leaks = [watched.leaked(sent) for watched in self._hands_of(sent)]
            if leaks and all(leaks):
                who = "the channel" if sent.viewer is None else f"person {sent.viewer}"
                raise Broken("secret", f"{who} was sent {leaks[0]} ({sent.part})")
        self._count("messages for hole cards", len(self._sent))
        self._sent.clear()
        for current in self._current.values():
            del current[:-1]

    def _hands_of(self, sent: Sent) -> list[Watched]:
        """The hands that something may be about: one of them has to explain every card in it."""
        if sent.part in NO_SECRETS:
            return []
        table = TableId(sent.table) if sent.table else self._table_in(sent.channel)
        if table is None:
            return []
        if sent.hand:
            found = self._watched.get((table, sent.hand))
            return [found] if found is not None else []
        return self._current.get(table, [])

    def _table_in(self, channel: int) -> TableId | None:
        return next((t.table for t in self.tables if t.channel == channel), None)

    # Tasks.

    def _look_at_tasks(self) -> None:
        """No task is left behind: whatever is not there for good ends soon."""
        now, tasks = self._clock.now(), asyncio.all_tasks() - {asyncio.current_task()}
        self._seen_tasks = {task: self._seen_tasks.get(task, now) for task in tasks}
        for task, since in self._seen_tasks.items():
            if now - since > TASK_LIFE_S and not _lasts(task):
                raise Broken("task", f"{task.get_name()} ({_work(task)}) has not ended")
        self._count("tasks", len(tasks))

    # When all is calm.

    def look_at_boards(self, world: World) -> None:
        """Every question stands in its channel, once. Raises: Broken."""
        for table in self.tables:
            channel, live = world.channels.get(table.channel), table.hand
            if channel is None or live is None or not isinstance(live.hand.waiting, Ask):
                continue
            asked = f"### <@{live.people[live.hand.waiting.seat]}>, "
            boards = [m for m in channel.messages.values() if not m.ephemeral and asked in m.text]
            standing = [m for m in boards if _asks(m, live)]
            if len(standing) != 1:
                where = f"table {table.table}, hand {live.number}, question {live.hand.question}"
                raise Broken("board", f"{where} stands {len(standing)} times in its channel")
            self._count("boards")

    # What is counted.

    def count(self) -> None:
        """Note how far the night is."""
        if self._books is not None:
            self._books.count(self._tally)

    def audit(self) -> None:
        """At the end: the whole ledger, from its first entry, and the counts. Raises: Broken."""
        assert self._books is not None, "the bot runs until the end"
        if total := self._books.total():
            raise Broken("ledger", f"all accounts together hold {total} chips, not none")
        self._books.count(self._tally)
        self._books.count_all(self._tally)


def _asks(message: Message, live: LiveHand) -> bool:
    """Whether a message has the buttons of the open question."""
    presses = (Press.parse(button.custom_id or "") for button in message.buttons)
    now = live.number, live.hand.question
    return any(press is not None and (press.hand, press.question) == now for press in presses)


def _lasts(task: asyncio.Task[object]) -> bool:
    return task.get_name().startswith(LASTING) or _work(task) in LASTING_WORK


def _work(task: asyncio.Task[object]) -> str:
    return getattr(task.get_coro(), "__qualname__", "?")
