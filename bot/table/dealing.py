"""Hands at a table: dealing one, taking its answers, settling it, and what comes between.

An answer is checked by the rules, saved in the journal, acted on, settled when the hand is over,
and only then told to anybody.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.rules.actions import Action, Illegal, Leave
from bot.rules.asks import Ask, Shuffle
from bot.rules.chips import SeatNo
from bot.rules.record import action_of, completed, start_of, written_action
from bot.table import commands, notices
from bot.table.ports import Departure, NewHand, SavedAnswer, Settlement, StoreFailed
from bot.table.settings import PAUSE_SECONDS
from bot.table.table import LiveHand, house_rules, seat_of

if TYPE_CHECKING:
    from bot.rules.hand import Hand
    from bot.table.commands import Answer
    from bot.table.keeper import Keeper
    from bot.table.notices import Notice
    from bot.table.scene import Chair
    from bot.table.seating import Seating

__all__ = ["NATURE", "Dealing", "apply_answer"]

log = logging.getLogger(__name__)

SETTLE_AGAIN_S: Final = 5.0
NATURE: Final = SeatNo(-1)
"""Whose line in the journal a shuffle is."""


class Dealing:
    """Plays the hands of one table."""

    def __init__(self, keeper: Keeper, seating: Seating) -> None:
        self._keeper = keeper
        self._seating = seating
        self._table = keeper.table
        self._doors = keeper.doors

    # Answers.

    async def act(self, command: commands.Act) -> None:
        """Take a player's answer to the open question."""
        live, answer = self._table.hand, command.answer
        if live is None or command.hand != live.number:
            self._keeper.tell(answer, self._old_button())
            return
        if answer.person not in live.people:
            self._keeper.tell(answer, notices.NotSeated(self._table.scene().free))
            return
        seat = seat_of(live, answer.person)
        if command.question != live.hand.question:
            if (seat, command.action) in live.hand.answers[-1:]:
                self._keeper.show(answer)  # the same press twice gets the same answer
            else:
                self._keeper.tell(answer, self._old_button())
            return
        try:
            live.hand.check(seat, command.action)
        except Illegal as refused:
            self._keeper.tell(answer, _refusal(live.hand, seat, refused))
            return
        await self._answer(live, seat, command.action)
        await self._seating.forgive(answer.person)
        await self._go_on(answer)

    async def time_up(self, command: commands.TimeUp) -> None:
        """Answer for a player whose time is up, if the question is still open."""
        live = self._table.hand
        if live is None or (command.hand, command.question) != (live.number, live.hand.question):
            return
        ask = live.hand.waiting
        assert isinstance(ask, Ask), "the clock runs for a seat"
        default = ask.default
        assert isinstance(default, Action), "what the clock answers is an action"
        await self._answer(live, ask.seat, default, by="clock")
        await self._seating.strike(live.people[ask.seat])
        await self._go_on(None)

    async def leave(self, live: LiveHand, answer: Answer) -> None:
        """A player in the hand gets up: folded at once, unless all-in. Source: ruling G25."""
        seat = seat_of(live, answer.person)
        await self._seating.note_leaving(answer.person)
        await self._answer(live, seat, Leave())
        all_in = live.hand.view(None).seats[seat].all_in
        await self._go_on(answer, notices.Leaving(all_in))

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
        live = self._table.hand
        assert live is not None, "a hand goes on while it is live"
        while isinstance(live.hand.waiting, Shuffle):
            await self._shuffle(live, live.hand.waiting)
        if live.hand.over:
            await self.settle(answer, notice)
            return
        self.arm()
        self._keeper.show(answer, notice)

    async def _shuffle(self, live: LiveHand, asked: Shuffle) -> None:
        order = self._doors.chance.order_of(asked.cards)
        line = SavedAnswer(
            question=live.hand.question,
            seat=NATURE,
            answer=json.dumps([str(card) for card in order]),
        )
        await self._doors.tables.append(live.hand_id, line)
        live.hand.shuffle(order)

    def arm(self) -> None:
        """Set the clock for the open question; an absent player is answered for at once."""
        live = self._table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return
        absent = self._seating.is_absent(live.people[live.hand.waiting.seat])
        self._table.deadline = self._keeper.now + (0 if absent else self._table.turn_seconds)
        self._keeper.ring_at(
            self._table.deadline,
            commands.TimeUp(hand=live.number, question=live.hand.question),
        )

    # The beginning and the end of a hand.

    async def deal(self, command: commands.Deal) -> None:
        """Deal the next hand, if there are players for it."""
        table, answer = self._table, command.answer
        if table.hand is not None or command.after != table.hands:
            if answer is not None:
                self._keeper.show(answer)
            return
        if answer is not None and table.chair_of(answer.person) is None:
            self._keeper.tell(answer, notices.NotSeated(table.scene().free))
            return
        server = await self._doors.book.house(table.server, table.variant.key)
        table.house = house_rules(table.variant, server, table.overrides)
        dealer, least = table.next_dealer(), table.variant.seats.least
        if dealer is None or len(table.ready) < least:
            if answer is not None:
                self._keeper.tell(answer, notices.NobodyToDeal(len(table.ready), least))
            self.wait_for_deal()
            return
        await self._begin(dealer)
        await self._go_on(answer)

    async def _begin(self, dealer: Chair) -> None:
        """Save the hand's row before anybody hears of it, then put the deck on the table."""
        table = self._table
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
        said = table.announcements(len(order))
        table.hands += 1
        table.button, table.next_deal, table.lost = dealer.place, None, None
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

    async def settle(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """Settle a finished hand, once, and go on to the pause."""
        live = self._table.hand
        if live is None or not live.hand.over:
            return
        try:
            await self._doors.tables.settle(self._settlement(live))
        except StoreFailed:
            self._keeper.ring_at(
                self._keeper.now + SETTLE_AGAIN_S, commands.Settle(hand=live.number)
            )
            raise
        live.settled = True
        self._table.keep_button = False
        self._seat_stacks(live)
        await self._seating.add_chips()
        self.wait_for_deal()
        self._keeper.show(answer, notice)

    def _settlement(self, live: LiveHand) -> Settlement:
        seats = zip(live.people, live.hand.seats, live.hand.stacks, strict=True)
        leaving = (chair for chair in self._table.chairs.values() if chair.leaving)
        return Settlement(
            hand=live.hand_id,
            nets={person: after - seat.stack for person, seat, after in seats},
            record=json.dumps(completed(live.hand)),
            departures=tuple(Departure(person=chair.person) for chair in leaving),
        )

    def _seat_stacks(self, live: LiveHand) -> None:
        """Put the stacks on the chairs, and free the chairs of those who left."""
        for person, stack in zip(live.people, live.hand.stacks, strict=True):
            chair = self._table.chair_of(person)
            assert chair is not None, "a player dealt in has a chair until the hand is over"
            self._table.put(replace(chair, stack=stack))
        for chair in [chair for chair in self._table.chairs.values() if chair.leaving]:
            self._seating.free(chair)

    async def void(self, reason: str) -> None:
        """A broken hand counts for nothing: every stack is as it was before it."""
        live = self._table.hand
        if live is None:
            return
        try:
            record = json.dumps(completed(live.hand, void=reason))
            await self._doors.tables.void(live.hand_id, reason=reason, record=record)
            live.void = reason
            await self._let_go(live)
        except StoreFailed:
            log.exception("table %s: the void hand could not be saved", self._table.table)
        live.void = reason
        self._table.keep_button = True
        self._table.deadline = self._table.next_deal = None
        self._keeper.silence()  # no deal by itself: what broke once may break again
        self._keeper.show(None)

    async def _let_go(self, live: LiveHand) -> None:
        """After a void hand: cash out who left during it, and add what was asked for."""
        for chair in [chair for chair in self._table.chairs.values() if chair.leaving]:
            key = f"void:{live.hand_id}:{chair.person}"
            await self._doors.tables.stand_up(self._table.table, chair.person, key=key)
            self._seating.free(chair)
        await self._seating.add_chips()

    # Between hands.

    def wait_for_deal(self) -> None:
        """Set the alarm for the next deal, if there are players for it."""
        table = self._table
        table.deadline = None
        enough = len(table.ready) >= table.variant.seats.least
        if table.hands and enough:
            table.next_deal = self._keeper.now + table.settings[PAUSE_SECONDS]
            self._keeper.ring_at(table.next_deal, commands.Deal(answer=None, after=table.hands))
        else:
            table.next_deal = None
            self._keeper.silence()

    def players_changed(self) -> None:
        """Between hands: deal by itself if there are players now, wait if there are not."""
        table = self._table
        enough = len(table.ready) >= table.variant.seats.least
        if table.hand is None and enough != (table.next_deal is not None):
            self.wait_for_deal()

    async def resume(self) -> None:
        """Take up the table where the store has it: go on with a hand, or wait for the next."""
        live = self._table.hand
        if live is None:
            self.wait_for_deal()
            self._keeper.show(None)
            return
        for chair in list(self._table.chairs.values()):
            await self._leave_again(live, chair)
        await self._go_on(None)

    async def _leave_again(self, live: LiveHand, chair: Chair) -> None:
        """Finish a leave that was cut off between its chair and its line in the journal."""
        if chair.leaving and chair.person in live.people and not live.hand.over:
            seat = seat_of(live, chair.person)
            if not live.hand.has_left(seat):
                await self._answer(live, seat, Leave())

    def _old_button(self) -> notices.OldButton:
        live = self._table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return notices.OldButton(None, None)
        actor = live.hand.seats[live.hand.waiting.seat].name
        return notices.OldButton(live.hand.view(None).streets[-1].title, actor)


def apply_answer(live: LiveHand, line: SavedAnswer) -> None:
    """Act on a line of the journal. Raises: Illegal if it is not legal now."""
    written = json.loads(line.answer)
    live.hand.act(line.seat, action_of(written), by=written.get("by"))


def _refusal(hand: Hand, seat: SeatNo, refused: Illegal) -> Notice:
    """What to say to a seat whose answer the rules refuse."""
    ask = hand.waiting
    if not isinstance(ask, Ask) or ask.seat == seat:
        return notices.HandRefuses(str(refused))
    return notices.NotYourTurn(hand.seats[ask.seat].name, _acts_before(hand, seat))


def _acts_before(hand: Hand, seat: SeatNo) -> str | None:
    """Who, of those still in with chips, acts just before this seat; None if it is out."""
    seats = hand.view(None).seats
    waiting = [s.seat for s in seats if not s.folded and not s.all_in]
    if seat not in waiting:
        return None
    return hand.seats[waiting[waiting.index(seat) - 1]].name
