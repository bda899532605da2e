"""A table's task: one mailbox, read by nobody else, so a table needs no locks.

Answers are taken here and nowhere else: checked by the rules, saved in the journal, acted on,
settled when the hand is over, and only then told to anybody. Nothing here waits for Discord.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, assert_never

from bot.rules.actions import Illegal, Leave
from bot.rules.asks import Ask, Shuffle
from bot.rules.chips import Chips, SeatNo
from bot.rules.house import BadOption, whole
from bot.rules.record import action_of, completed, start_of, written_action
from bot.table import commands, notices
from bot.table.commands import Sight
from bot.table.ports import (
    AlreadySeated,
    Departure,
    NewHand,
    SavedAnswer,
    Settlement,
    StoreFailed,
    TooFewChips,
)
from bot.table.scene import Chair
from bot.table.settings import BUY_IN, BUY_IN_MAX, BUY_IN_MIN, PAUSE_SECONDS
from bot.table.table import LiveHand, house_rules, saved_seat, seat_of

if TYPE_CHECKING:
    from bot.rules.actions import Action
    from bot.rules.hand import Hand
    from bot.table.chance import Chance
    from bot.table.clock import Alarm, Clock
    from bot.table.commands import Answer, Command, Crier
    from bot.table.notices import Notice
    from bot.table.ports import Book, Ledger, TableStore
    from bot.table.table import Table

__all__ = ["Doors", "Runner"]

log = logging.getLogger(__name__)

MAILBOX_MAX: Final = 256
"""Presses that may wait at one table."""
STRIKES_MAX: Final = 2
"""Turns in a row that the clock answers before a player sits out. Source: ruling G6."""
SETTLE_AGAIN_S: Final = 5.0
NATURE: Final = SeatNo(-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What a table reaches the world through."""

    ledger: Ledger
    tables: TableStore
    book: Book
    crier: Crier
    clock: Clock
    chance: Chance


class Runner:
    """Runs one table until it is closed."""

    def __init__(self, table: Table, doors: Doors) -> None:
        self.table = table
        self._doors = doors
        self._mailbox: asyncio.Queue[Command | None] = asyncio.Queue(MAILBOX_MAX)
        self._alarm: Alarm | None = None

    # The mailbox.

    def post(self, command: Command) -> None:
        """Put a command into the mailbox; never waits."""
        try:
            self._mailbox.put_nowait(command)
        except asyncio.QueueFull:
            if (answer := _answer_of(command)) is not None:
                self._doors.crier.tell(answer, notices.Busy())
            else:
                self._ring_at(self._doors.clock.now() + 1, command)

    def stop(self) -> None:
        """Let the task end after what already waits in the mailbox."""
        if self._alarm is not None:
            self._alarm.cancel()
        if not self._mailbox.full():
            self._mailbox.put_nowait(None)

    async def run(self, *, is_new: bool) -> None:
        """Take commands, one after another, until the table is closed or the bot stops."""
        if not is_new:
            await self._resume()
        while not self.table.closed:
            command = await self._mailbox.get()
            if command is None:
                return
            await self._guarded(command)
        while not self._mailbox.empty():
            left = self._mailbox.get_nowait()
            if left is not None and (answer := _answer_of(left)) is not None:
                self._doors.crier.tell(answer, notices.Closed())

    async def _guarded(self, command: Command) -> None:
        """Take a command; a fault of ours is logged, told, and costs the live hand at most."""
        answer = _answer_of(command)
        try:
            await self._take(command)
        except StoreFailed:
            log.exception("table %s: the store refused", self.table.table)
            if answer is not None:
                self._doors.crier.tell(answer, notices.NotSaved())
            self._arm()
        except Exception:
            number = fault_number(self._doors.clock.now())
            log.exception("table %s: fault %s in %s", self.table.table, number, type(command))
            await self._void(f"Something broke on our side ({number}).")
            if answer is not None:
                self._doors.crier.tell(answer, notices.OurFault(number))

    async def _take(self, command: Command) -> None:  # noqa: C901 - one line a command
        match command:
            case commands.Act():
                await self._act(command)
            case commands.TimeUp():
                await self._time_up(command)
            case commands.Look():
                await self._look(command)
            case commands.SitDown():
                await self._sit_down(command)
            case commands.GetUp():
                await self._get_up(command.answer)
            case commands.SitOut():
                await self._sit_out(command.answer)
            case commands.Back():
                await self._back(command.answer)
            case commands.TopUp():
                await self._top_up(command)
            case commands.Deal():
                await self._deal(command)
            case commands.Settle():
                await self._finish(None)
            case commands.Close():
                await self._close(command)
            case commands.Redraw():
                self._show(None)
            case _:
                assert_never(command)

    # Playing a hand.

    async def _act(self, command: commands.Act) -> None:
        live, answer = self.table.hand, command.answer
        if live is None or command.hand != live.number:
            self._tell(answer, self._old_button())
            return
        if answer.person not in live.people:
            self._tell(answer, notices.NotSeated(self.table.scene().free))
            return
        seat = seat_of(live, answer.person)
        if command.question != live.hand.question:
            if (seat, command.action) in live.hand.answers[-1:]:
                self._show(answer)  # the same press twice gets the same answer
            else:
                self._tell(answer, self._old_button())
            return
        try:
            live.hand.check(seat, command.action)
        except Illegal as refused:
            self._tell(answer, self._refusal(live, seat, refused))
            return
        await self._answer(live, seat, command.action)
        await self._forgive(answer)
        await self._go_on(answer)

    async def _time_up(self, command: commands.TimeUp) -> None:
        live = self.table.hand
        if live is None or (command.hand, command.question) != (live.number, live.hand.question):
            return
        ask = live.hand.waiting
        assert isinstance(ask, Ask), "the clock runs for a seat"
        await self._answer(live, ask.seat, ask.default, by="clock")  # type: ignore[arg-type]  # an Action
        await self._strike(live, ask.seat)
        await self._go_on(None)

    async def _answer(
        self, live: LiveHand, seat: SeatNo, action: Action, *, by: str | None = None
    ) -> None:
        """Save an answer that the rules allow, then act on it.

        If the journal already has another answer to this question (a commit whose outcome was
        unknown did land), that one counts.
        """
        written = written_action(action) | ({"by": by} if by else {})
        line = SavedAnswer(question=live.hand.question, seat=seat, answer=json.dumps(written))
        if not await self._doors.tables.append(live.hand_id, line):
            saved = await self._doors.tables.answers(live.hand_id)
            line = next(
                old for old in saved if (old.question, old.seat) == (line.question, line.seat)
            )
        apply_answer(live, line)

    async def _go_on(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """After an answer: shuffle if nature is asked, settle if the hand is over, tell."""
        live = self.table.hand
        assert live is not None, "a hand goes on while it is live"
        while isinstance(live.hand.waiting, Shuffle):
            await self._shuffle(live)
        if live.hand.over:
            await self._finish(answer, notice)
            return
        self._arm()
        self._show(answer, notice)

    async def _shuffle(self, live: LiveHand) -> None:
        assert isinstance(live.hand.waiting, Shuffle), "nature is asked"
        order = self._doors.chance.order_of(live.hand.waiting.cards)
        line = SavedAnswer(
            question=live.hand.question,
            seat=NATURE,
            answer=json.dumps([str(card) for card in order]),
        )
        await self._doors.tables.append(live.hand_id, line)
        live.hand.shuffle(order)

    async def _finish(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """Settle the hand, once, and go on to the pause."""
        live = self.table.hand
        if live is None or not live.hand.over:
            return
        nets = {
            person: after - seat.stack
            for person, seat, after in zip(
                live.people, live.hand.seats, live.hand.stacks, strict=True
            )
        }
        leaving = tuple(
            Departure(person=chair.person) for chair in self.table.chairs.values() if chair.leaving
        )
        record = json.dumps(completed(live.hand, live.by))
        settlement = Settlement(hand=live.hand_id, nets=nets, record=record, departures=leaving)
        try:
            await self._doors.tables.settle(settlement)
        except StoreFailed:
            self._ring_at(
                self._doors.clock.now() + SETTLE_AGAIN_S, commands.Settle(hand=live.number)
            )
            raise
        live.settled = True
        self.table.keep_button = False
        self._seat_stacks(live)
        await self._add_chips()
        self._wait_for_deal()
        self._show(answer, notice)

    def _seat_stacks(self, live: LiveHand) -> None:
        """Put the stacks on the chairs, and free the chairs of those who left."""
        for person, stack in zip(live.people, live.hand.stacks, strict=True):
            chair = self.table.chair_of(person)
            assert chair is not None, "a player dealt in has a chair until the hand is over"
            self.table.put(replace(chair, stack=stack))
        for chair in [chair for chair in self.table.chairs.values() if chair.leaving]:
            self._free(chair)

    async def _add_chips(self) -> None:
        """Add the chips asked for during the hand, as far as the balance allows."""
        for chair in [chair for chair in self.table.chairs.values() if chair.adding]:
            room = self.table.settings[BUY_IN_MAX] - chair.stack
            adding = Chips(max(0, min(chair.adding, room)))
            hand = self.table.live.hand_id if self.table.live else 0
            try:
                if adding:
                    await self._doors.tables.top_up(
                        self.table.table, chair.person, adding, key=f"after:{hand}:{chair.person}"
                    )
            except TooFewChips:
                adding = Chips(0)
            self.table.put(replace(chair, stack=Chips(chair.stack + adding), adding=Chips(0)))

    def _wait_for_deal(self) -> None:
        """Set the alarm for the next deal, if there are players for it."""
        enough = len(self.table.ready) >= self.table.variant.seats.least
        if self.table.hands and enough:
            self.table.next_deal = self._doors.clock.now() + self.table.settings[PAUSE_SECONDS]
            self._ring_at(self.table.next_deal, commands.Deal(answer=None, after=self.table.hands))
        else:
            self.table.next_deal = None
            self._silence()
        self.table.deadline = None

    async def _deal(self, command: commands.Deal) -> None:
        """Deal the next hand. Its row is saved before anybody hears of it."""
        table, answer = self.table, command.answer
        if table.hand is not None or command.after != table.hands:
            if answer is not None:
                self._show(answer)
            return
        if answer is not None and table.chair_of(answer.person) is None:
            self._tell(answer, notices.NotSeated(table.scene().free))
            return
        server = await self._doors.book.house(table.server, table.variant.key)
        table.house = house_rules(table.variant, server, table.overrides)
        dealer = table.next_dealer()
        if dealer is None or len(table.ready) < table.variant.seats.least:
            if answer is not None:
                least = table.variant.seats.least
                self._tell(answer, notices.NobodyToDeal(len(table.ready), least))
            self._wait_for_deal()
            return
        await self._begin(dealer)
        await self._go_on(answer)

    async def _begin(self, dealer: Chair) -> None:
        table = self.table
        order = table.deal_order(dealer)
        hand = table.new_hand(order)
        assert isinstance(hand.waiting, Shuffle), "a hand begins with a shuffle"
        deck = self._doors.chance.order_of(hand.waiting.cards)
        record = start_of(hand) | {"decks": [[str(card) for card in deck]]}
        people = tuple(chair.person for chair in order)
        hand_id = await self._doors.tables.begin_hand(
            NewHand(
                table=table.table,
                number=table.hands + 1,
                button=dealer.place,
                people=people,
                record=json.dumps(record),
            )
        )
        table.hands += 1
        table.button = dealer.place
        table.next_deal = None
        said = table.announcements(len(order))
        table.live = LiveHand(
            hand_id=hand_id,
            number=table.hands,
            hand=hand,
            people=people,
            news=said - table.announced if table.announced is not None else frozenset(),
            is_first=table.announced is None,
        )
        table.announced = said
        hand.shuffle(deck)

    # Chairs.

    async def _sit_down(self, command: commands.SitDown) -> None:
        table, answer = self.table, command.answer
        seated = table.chair_of(answer.person)
        if seated is not None:
            self._tell(answer, notices.AlreadyAtTable(seated.place, seated.stack))
            return
        place = table.free_place()
        if place is None:
            self._tell(answer, notices.TableFull())
            return
        wanted = table.settings[BUY_IN] if command.chips is None else command.chips
        least, most = table.settings[BUY_IN_MIN], table.settings[BUY_IN_MAX]
        try:
            chips = Chips(whole(wanted, least, most))
            chair = Chair(
                place=place,
                person=answer.person,
                name=answer.name,
                stack=chips,
                sitting_out=False,
                leaving=False,
                adding=Chips(0),
                strikes=0,
            )
            await self._doors.tables.sit_down(table.table, saved_seat(chair), key=answer.key)
        except (BadOption, TooFewChips):
            balance = await self._doors.ledger.balance(table.server, answer.person)
            refusal = notices.WrongBuyIn(str(wanted), balance, least, most)
            self._tell(answer, refusal)
            return
        except AlreadySeated:
            self._tell(answer, notices.TableFull())
            return
        table.put(chair)
        self._players_changed()
        self._show(answer, notices.SatDown(place, chips, table.hand is not None))

    async def _get_up(self, answer: Answer) -> None:
        table = self.table
        chair = table.chair_of(answer.person)
        if chair is None or chair.leaving:
            self._tell(answer, notices.NotSeated(table.scene().free))
            return
        if not table.is_in_hand(answer.person):
            chips = await self._doors.tables.stand_up(table.table, chair.person, key=answer.key)
            self._free(chair)
            self._players_changed()
            self._show(answer, notices.LeftTable(chips))
            return
        live = table.hand
        assert live is not None, "somebody in a hand has one"
        seat = seat_of(live, answer.person)
        leaving = table.put(replace(chair, leaving=True, adding=Chips(0)))
        await self._doors.tables.save_seat(table.table, saved_seat(leaving))
        await self._answer(live, seat, Leave())
        all_in = live.hand.view(None).seats[seat].all_in
        await self._go_on(answer, notices.Leaving(all_in=all_in))

    async def _sit_out(self, answer: Answer) -> None:
        chair = self.table.chair_of(answer.person)
        if chair is None:
            self._tell(answer, notices.NotSeated(self.table.scene().free))
            return
        await self._keep(replace(chair, sitting_out=True))
        self._players_changed()
        self._show(answer, notices.SittingOut(self.table.is_in_hand(answer.person)))

    async def _back(self, answer: Answer) -> None:
        chair = self.table.chair_of(answer.person)
        if chair is None:
            self._tell(answer, notices.NotSeated(self.table.scene().free))
            return
        await self._keep(replace(chair, sitting_out=False, strikes=0))
        self._players_changed()
        needs_chips = not chair.stack and not self.table.is_in_hand(answer.person)
        self._show(answer, notices.BackIn(needs_chips=needs_chips))

    async def _top_up(self, command: commands.TopUp) -> None:
        table, answer = self.table, command.answer
        chair = table.chair_of(answer.person)
        if chair is None:
            self._tell(answer, notices.NotSeated(table.scene().free))
            return
        in_hand = table.is_in_hand(answer.person)
        stack = self._stack_now(chair)
        room = Chips(max(0, table.settings[BUY_IN_MAX] - stack - chair.adding))
        try:
            chips = Chips(whole(command.chips, 1, room))
            if in_hand:
                await self._add_later(answer, chair, chips)
                return
            await self._doors.tables.top_up(table.table, chair.person, chips, key=answer.key)
        except (BadOption, TooFewChips):
            balance = await self._doors.ledger.balance(table.server, answer.person)
            self._tell(answer, notices.WrongTopUp(str(command.chips), balance, room))
            return
        chair = table.put(replace(chair, stack=Chips(chair.stack + chips)))
        self._players_changed()
        self._show(answer, notices.ToppedUp(chips, chair.stack))

    async def _add_later(self, answer: Answer, chair: Chair, chips: Chips) -> None:
        """Note chips to be added when the hand is over. Raises: TooFewChips."""
        adding = Chips(chair.adding + chips)
        balance = await self._doors.ledger.balance(self.table.server, chair.person)
        if balance < adding:
            raise TooFewChips(balance)
        await self._keep(replace(chair, adding=adding))
        self._tell(answer, notices.TopUpLater(adding))

    def _stack_now(self, chair: Chair) -> Chips:
        """The stack of a chair, during a hand with what it holds now."""
        live = self.table.hand
        if live is None or chair.person not in live.people:
            return chair.stack
        return live.hand.stacks[seat_of(live, chair.person)]

    def _players_changed(self) -> None:
        """Between hands: deal by itself if there are players now, wait if there are not."""
        table = self.table
        if table.hand is not None:
            return
        enough = len(table.ready) >= table.variant.seats.least
        if enough != (table.next_deal is not None):
            self._wait_for_deal()

    def _free(self, chair: Chair) -> None:
        """The chair is free; if the host got up, the next player is host."""
        table = self.table
        del table.chairs[chair.place]
        if chair.person == table.host and table.chairs:
            heir = table.chairs[min(table.chairs)]
            table.host, table.host_name = heir.person, heir.name

    async def _keep(self, chair: Chair) -> None:
        await self._doors.tables.save_seat(self.table.table, saved_seat(chair))
        self.table.put(chair)

    async def _forgive(self, answer: Answer) -> None:
        """Somebody who acts is not absent."""
        chair = self.table.chair_of(answer.person)
        if chair is not None and chair.strikes:
            await self._keep(replace(chair, strikes=0))

    async def _strike(self, live: LiveHand, seat: SeatNo) -> None:
        """Count a turn that the clock answered; two in a row are sitting out."""
        chair = self.table.chair_of(live.people[seat])
        assert chair is not None, "a player dealt in has a chair until the hand is over"
        strikes = chair.strikes + 1
        out = chair.sitting_out or strikes >= STRIKES_MAX
        await self._keep(replace(chair, strikes=strikes, sitting_out=out))

    # Looking, closing, failing.

    async def _look(self, command: commands.Look) -> None:
        record = None
        if command.sight is Sight.HISTORY and command.hand is not None:
            record = await self._doors.tables.hand_record(self.table.table, command.hand)
        self._doors.crier.look(self.table.scene(), command.answer, command.sight, record)

    async def _close(self, command: commands.Close) -> None:
        table, answer = self.table, command.answer
        if answer.person != table.host and not answer.is_admin:
            self._tell(answer, notices.NotHost(table.host_name))
            return
        if not command.sure:
            self._tell(answer, notices.ConfirmClose(table.hand is not None))
            return
        await self._doors.tables.close_table(table.table, key=answer.key)
        self._silence()
        if table.hand is not None:
            table.hand.void = f"{answer.name} closed the table."
        table.closed, table.closed_by = True, answer.name
        table.deadline = table.next_deal = None
        self._show(answer, notices.Closed())

    async def _void(self, reason: str) -> None:
        """A broken hand counts for nothing: every stack is as it was before it."""
        live = self.table.hand
        if live is None:
            return
        try:
            record = json.dumps(start_of(live.hand) | {"void": {"reason": reason}})
            await self._doors.tables.void(live.hand_id, reason=reason, record=record)
        except StoreFailed:
            log.exception("table %s: the void hand could not be saved", self.table.table)
        live.void = reason
        self.table.keep_button = True
        self.table.deadline = self.table.next_deal = None
        self._silence()  # no deal by itself: what broke once may break again
        await self._let_go(live)
        self._show(None)

    async def _let_go(self, live: LiveHand) -> None:
        """After a void hand: cash out who left during it, and add what was asked for."""
        try:
            for chair in [chair for chair in self.table.chairs.values() if chair.leaving]:
                key = f"void:{live.hand_id}:{chair.person}"
                await self._doors.tables.stand_up(self.table.table, chair.person, key=key)
                self._free(chair)
            await self._add_chips()
        except StoreFailed:
            log.exception("table %s: after a void hand", self.table.table)

    async def _resume(self) -> None:
        """Take up a table where the store has it: go on with a hand, or wait for the next."""
        live = self.table.hand
        try:
            if live is None:
                self._wait_for_deal()
                self._show(None)
            else:
                await self._leave_again(live)
                await self._go_on(None)
        except StoreFailed:
            log.exception("table %s: the store refused while resuming", self.table.table)

    async def _leave_again(self, live: LiveHand) -> None:
        """Finish a leave that was cut off between its seat and its line in the journal."""
        for chair in self.table.chairs.values():
            if chair.leaving and chair.person in live.people and not live.hand.over:
                seat = seat_of(live, chair.person)
                if not live.hand.has_left(seat):
                    await self._answer(live, seat, Leave())

    # Telling, and time.

    def _show(self, answer: Answer | None, notice: Notice | None = None) -> None:
        self._doors.crier.show(self.table.scene(), answer, notice)

    def _tell(self, answer: Answer, notice: Notice) -> None:
        self._doors.crier.tell(answer, notice, self.table.scene())

    def _old_button(self) -> notices.OldButton:
        live = self.table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return notices.OldButton(None, None)
        actor = live.hand.seats[live.hand.waiting.seat].name
        return notices.OldButton(live.hand.view(None).streets[-1].title, actor)

    def _refusal(self, live: LiveHand, seat: SeatNo, refused: Illegal) -> Notice:
        ask = live.hand.waiting
        if not isinstance(ask, Ask) or ask.seat == seat:
            return notices.HandRefuses(str(refused))
        return notices.NotYourTurn(live.hand.seats[ask.seat].name, _acts_before(live.hand, seat))

    def _arm(self) -> None:
        """Set the clock for the open question; an absent player is answered for at once."""
        live = self.table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return
        chair = self.table.chair_of(live.people[live.hand.waiting.seat])
        assert chair is not None, "a player dealt in has a chair until the hand is over"
        absent = chair.sitting_out and chair.strikes >= STRIKES_MAX
        self.table.deadline = self._doors.clock.now() + (0 if absent else self.table.turn_seconds)
        self._ring_at(
            self.table.deadline,
            commands.TimeUp(hand=live.number, question=live.hand.question),
        )

    def _ring_at(self, when: float, command: Command) -> None:
        """One alarm a table: the newest counts."""
        self._silence()
        self._alarm = self._doors.clock.call_at(when, lambda: self.post(command))

    def _silence(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


def apply_answer(live: LiveHand, line: SavedAnswer) -> None:
    """Act on a line of the journal. Raises: Illegal if it is not legal now."""
    written = json.loads(line.answer)
    if isinstance(by := written.get("by"), str):
        live.by[len(live.hand.answers)] = by
    live.hand.act(line.seat, action_of(written))


def fault_number(now: float) -> str:
    """A short number for a fault at this moment, to be told by a player and found in the log."""
    return f"{int(now * 1000):X}"[-6:]


def _acts_before(hand: Hand, seat: SeatNo) -> str | None:
    """Who, of those still in with chips, acts just before this seat; None if it is out."""
    seats = hand.view(None).seats
    waiting = [s.seat for s in seats if not s.folded and not s.all_in]
    if seat not in waiting:
        return None
    before = waiting[waiting.index(seat) - 1]
    return hand.seats[before].name


def _answer_of(command: Command) -> Answer | None:
    return getattr(command, "answer", None)
