"""Hands at a table: dealing one, taking its answers, settling it, and what comes between.

An answer is checked by the rules, saved in the journal, acted on, settled when the hand is over,
and only then told to anybody.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Final

from bot.rules.actions import Action, Illegal, Leave
from bot.rules.asks import Ask, Shuffle
from bot.rules.record import completed, start_of, written_action
from bot.table import commands, notices
from bot.table.journal import apply_line
from bot.table.ports import (
    NewHand,
    SavedAnswer,
    Settlement,
    StoreFailed,
)
from bot.table.sealing import SAVE_AGAIN_S, Sealing
from bot.table.settings import BUY_IN_MAX, HINTS, PAUSE_SECONDS
from bot.table.table import LiveHand, house_rules, seat_of

if TYPE_CHECKING:
    from bot.rules.chips import SeatNo
    from bot.rules.hand import Hand
    from bot.table.commands import Answer
    from bot.table.keeper import Keeper
    from bot.table.notices import Notice
    from bot.table.scene import Chair
    from bot.table.seating import Seating

__all__ = ["Dealing"]

log = logging.getLogger(__name__)

UNTOLD_S: Final = 5.0
"""How soon a turn that the channel was not told of is looked at again, even of who is absent."""


class Dealing:
    """Plays the hands of one table."""

    def __init__(self, keeper: Keeper, seating: Seating) -> None:
        self._keeper = keeper
        self._seating = seating
        self._sealing = Sealing(keeper)
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
        if not self._doors.crier.has_told(self._table.table):
            self.arm(least_s=UNTOLD_S)  # nobody loses a turn that the channel was not told of
            self._keeper.show(None)
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
        if live.awaits_seal:  # the hand hears of it when the cards are dealt
            self._keeper.show(answer, notices.Leaving(all_in=False))
            return
        await self._answer(live, seat, Leave())
        all_in = live.hand.view(None).seats[seat].all_in
        await self._go_on(answer, notices.Leaving(all_in))

    async def _answer(
        self, live: LiveHand, seat: SeatNo, action: Action, *, by: str | None = None
    ) -> None:
        """Save an answer that the rules allow, then act on it.

        If the journal has one already (a commit whose outcome was unknown did land), that counts.
        """
        written = written_action(action) | ({"by": by} if by else {})
        line = SavedAnswer(question=live.hand.question, seat=seat, answer=json.dumps(written))
        if await self._doors.tables.append(live.hand_id, line):
            apply_line(live, line)
        else:
            await self._read_on(live)

    async def catch_up(self) -> bool:
        """Take up whatever a failed commit did leave in the store, and what was cut off by it.

        Whether the table is open there.
        """
        if not await self._seating.reload():
            return False
        live = self._table.hand
        if live is None:
            self._keeper.show(None)
            return True
        await self._read_on(live)
        await self._leave_again(live)
        await self._go_on(None)
        return True

    async def _read_on(self, live: LiveHand) -> None:
        """Act on the lines of the journal that the hand has not heard of."""
        lines = await self._doors.tables.answers(live.hand_id)
        for line in lines[len(live.hand.answers) + len(live.hand.decks) :]:
            apply_line(live, line)

    async def go_on(self, command: commands.GoOn) -> None:
        """Try again what the store refused: to seal a deck, to settle, to void."""
        live = self._table.live
        if live is None or live.number != command.hand or live.settled:
            return
        if live.void is not None:
            await self._save_void(live)
            self._keeper.show(None)
        else:
            await self._go_on(None)

    async def _go_on(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """After an answer: seal a deck if nature is asked, settle if the hand is over, tell."""
        live = self._table.hand
        assert live is not None, "a hand goes on while it is live"
        if live.hand.over:
            await self.settle(answer, notice)
            return
        if isinstance(live.hand.waiting, Shuffle) and not live.awaits_seal:
            await self._sealing.seal_again(live, live.hand.waiting)
        self.arm()
        self._keeper.show(answer, notice)

    async def seal_posted(self, command: commands.SealPosted) -> None:
        """The commitment stands in the channel: the order is known, and the cards are dealt."""
        live = self._table.hand
        if live is not None and _is_awaited(live, command):
            if not await self._sealing.open(live, command.message):
                await self._read_on(live)  # an earlier try landed after all
            await self._leave_again(live)
            await self._go_on(None)

    async def seal_late(self, command: commands.SealLate) -> None:
        """No card was dealt of a deck whose commitment may or may not stand: no second try."""
        live = self._table.hand
        if live is not None and _is_awaited(live, command):
            await self.void("The deck's seal could not be posted in time, so it was not dealt.")

    def arm(self, *, least_s: float = 0.0) -> None:
        """Set the one alarm for whatever the table waits for.

        An open question has its clock, and an absent player is answered for at once. What the
        store refused is tried again.
        """
        live = self._table.live
        if live is None or live.settled:
            self.wait_for_deal()
            return
        if live.is_live and live.awaits_seal:
            self._table.deadline = None
            self._sealing.wait(live)
            return
        if live.void is not None or not isinstance(live.hand.waiting, Ask):
            again = commands.GoOn(hand=live.number)
            self._keeper.ring_at(self._keeper.now + SAVE_AGAIN_S, again)
            return
        absent = self._seating.is_absent(live.people[live.hand.waiting.seat])
        turn_s = 0.0 if absent else self._table.turn_seconds
        self._table.deadline = self._keeper.now + max(turn_s, least_s)
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
        if table.live is not None and not table.live.settled:
            await self._save_void(table.live)
        server = await self._doors.book.house(table.server, table.variant.key)
        table.house = house_rules(table.variant, server, table.overrides)
        table.hints = await self._doors.book.setting(table.server, HINTS) is not False
        dealer, least = table.next_dealer(), table.variant.seats.least
        if dealer is None or len(table.ready) < least:
            if answer is not None:
                self._keeper.tell(answer, notices.NobodyToDeal(len(table.ready), least))
            self.wait_for_deal()
            return
        await self._begin(dealer)
        await self._go_on(answer)

    async def _begin(self, dealer: Chair) -> None:
        """Save the hand's row with its sealed deck before anybody hears of it."""
        table = self._table
        order = table.deal_order(dealer)
        hand = table.new_hand(order)
        assert isinstance(hand.waiting, Shuffle), "a hand begins with a shuffle"
        number, people = table.hands + 1, tuple(chair.person for chair in order)
        seal = self._sealing.seal(hand.waiting.cards, number, 1)
        hand_id = await self._doors.tables.begin_hand(
            NewHand(
                table=table.table,
                number=number,
                button=dealer.place,
                people=people,
                record=json.dumps(start_of(hand)),
                seal=seal,
            )
        )
        said = table.announcements(len(order))
        table.hands, table.commitment = number, seal.deck.commitment
        table.button, table.next_deal, table.lost = dealer.place, None, None
        table.before = table.live
        table.live = LiveHand(
            hand_id=hand_id,
            number=number,
            hand=hand,
            people=people,
            seals=[seal],
            news=said - table.announced if table.announced is not None else frozenset(),
            is_first=table.announced is None,
        )
        table.announced = said

    async def settle(self, answer: Answer | None, notice: Notice | None = None) -> None:
        """Settle a finished hand, once, and go on to the pause."""
        live = self._table.hand
        if live is None or not live.hand.over:
            return
        await self._doors.tables.settle(self._settlement(live))
        await self._seating.reload()
        live.settled = True
        self._table.keep_button = False
        self.wait_for_deal()
        self._keeper.show(answer, notice)

    def _settlement(self, live: LiveHand) -> Settlement:
        seats = zip(live.people, live.hand.seats, live.hand.stacks, strict=True)
        return Settlement(
            hand=live.hand_id,
            nets={person: after - seat.stack for person, seat, after in seats},
            record=json.dumps(completed(live.hand)),
            stack_max=self._table.settings[BUY_IN_MAX],
        )

    async def void(self, reason: str) -> None:
        """A broken hand counts for nothing: every stack is as it was before it."""
        live = self._table.hand
        if live is None:
            return
        live.void = reason
        self._table.keep_button = True
        self._table.deadline = self._table.next_deal = None
        self._keeper.silence()  # no deal by itself: what broke once may break again
        try:
            await self._save_void(live)
        except StoreFailed:
            log.exception("table %s: the void hand could not be saved", self._table.table)
            self.arm()
        self._keeper.show(None)

    async def _save_void(self, live: LiveHand) -> None:
        assert live.void is not None, "a void hand has its reason"
        await self._doors.tables.void(
            live.hand_id,
            reason=live.void,
            record=_void_record(live),
            stack_max=self._table.settings[BUY_IN_MAX],
        )
        await self._seating.reload()
        live.settled = True

    # Between hands.

    def show_cards(self, command: commands.Show) -> None:
        """The winner whom nobody called shows the cards, until the next deal."""
        live, answer = self._table.live, command.answer
        is_last = live is not None and live.number == command.hand
        winner = live.uncontested if live is not None and is_last else None
        if live is None or winner is None:
            self._keeper.tell(answer, notices.NotToShow(None))
        elif live.people[winner] != answer.person:
            self._keeper.tell(answer, notices.NotToShow(live.hand.seats[winner].name))
        else:
            live.showed = True
            self._keeper.show(answer)

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
            if self._table.lost is not None:
                await self._seating.reload()  # who got up in the lost hand has left with it
            self.wait_for_deal()
            self._keeper.show(None)
            return
        await self._leave_again(live)
        await self._go_on(None)

    async def _leave_again(self, live: LiveHand) -> None:
        """Let the hand hear of those who left while it could not.

        Their chairs know; a shuffle, or a restart, came before the line in the journal.
        """
        for person in live.people:
            chair, seat = self._table.chair_of(person), seat_of(live, person)
            is_away = chair is not None and chair.leaving and not live.hand.has_left(seat)
            if is_away and isinstance(live.hand.waiting, Ask):
                await self._answer(live, seat, Leave())

    def _old_button(self) -> notices.OldButton:
        live = self._table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return notices.OldButton(None, None)
        actor = live.hand.seats[live.hand.waiting.seat].name
        return notices.OldButton(live.hand.view(None).streets[-1].title, actor)


def _is_awaited(live: LiveHand, command: commands.SealPosted | commands.SealLate) -> bool:
    """Whether a command speaks of the seal that the hand waits for."""
    newest = (live.number, live.seals[-1].deck.deal)
    return live.awaits_seal and (command.hand, command.deal) == newest


def _void_record(live: LiveHand) -> str | None:
    """The record of a void hand; None if it is too broken to be written."""
    try:
        return json.dumps(completed(live.hand, void=live.void))
    except Exception:
        log.exception("hand %s cannot be written down", live.hand_id)
        return None


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
