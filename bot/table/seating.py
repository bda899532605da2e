"""Chairs: sitting down, getting up, chips brought and added, sitting out."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.rules.chips import Chips
from bot.rules.house import BadOption, whole
from bot.table import notices
from bot.table.ports import AlreadySeated, StoreFailed, TooFewChips
from bot.table.scene import Chair
from bot.table.settings import BUY_IN, BUY_IN_MAX, BUY_IN_MIN
from bot.table.table import seat_of

if TYPE_CHECKING:
    from bot.table import commands
    from bot.table.commands import Answer
    from bot.table.ids import PersonId, Place
    from bot.table.keeper import Keeper
    from bot.table.notices import Notice

__all__ = ["Outcome", "Seating"]

log = logging.getLogger(__name__)

STRIKES_MAX: Final = 2
"""Turns in a row that the clock answers before a player sits out. Source: ruling G6."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What to say to whoever asked."""

    notice: Notice
    changed: bool = False
    """Whether the table has changed, so that everybody has to be told."""


class Seating:
    """What happens to the chairs of one table. Each method is one command's work."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._table = keeper.table
        self._doors = keeper.doors

    async def sit_down(self, command: commands.SitDown) -> Outcome:
        """Take the lowest free chair with the chips that were asked for."""
        table, answer = self._table, command.answer
        seated = table.chair_of(answer.person)
        if seated is not None:
            return Outcome(notices.AlreadyAtTable(seated.place, seated.stack))
        place = table.free_place()
        if place is None:
            return Outcome(notices.TableFull())
        limit = self._doors.seat_limit
        if limit.is_reached(answer.person):
            return Outcome(notices.TooManySeats(limit.most))
        with limit.taking(answer.person):
            return await self._take_chair(command, place)

    async def _take_chair(self, command: commands.SitDown, place: Place) -> Outcome:
        table, answer = self._table, command.answer
        least, most = table.settings[BUY_IN_MIN], table.settings[BUY_IN_MAX]
        usual = max(least, min(table.settings[BUY_IN], most))
        wanted = usual if command.chips is None else command.chips
        try:
            chair = _new_chair(place, answer, Chips(whole(wanted, least, most)))
            await self._doors.tables.sit_down(table.table, chair, key=answer.key)
        except (BadOption, TooFewChips):
            balance = await self._doors.ledger.balance(table.server, answer.person)
            return Outcome(notices.WrongBuyIn(str(wanted), balance, least, most))
        except AlreadySeated:
            return Outcome(notices.TableFull())
        await self.reload()  # a command that was delivered before has moved nothing
        seated = table.chair_of(answer.person)
        if seated is None:
            return self._not_seated()
        hand_live = table.hand is not None
        return Outcome(notices.SatDown(seated.place, seated.stack, hand_live), changed=True)

    async def get_up(self, answer: Answer) -> Outcome:
        """Cash the seat out. For somebody who is not in a hand."""
        chair = self._table.chair_of(answer.person)
        if chair is None:
            return self._not_seated()
        chips = await self._doors.tables.stand_up(self._table.table, chair.person, key=answer.key)
        await self.reload()
        return Outcome(notices.LeftTable(chips), changed=True)

    async def sit_out(self, answer: Answer) -> Outcome:
        """Keep the chair, but be dealt no more hands."""
        chair = self._table.chair_of(answer.person)
        if chair is None:
            return self._not_seated()
        await self._keep(replace(chair, sitting_out=True))
        after_hand = self._table.is_in_hand(answer.person)
        return Outcome(notices.SittingOut(after_hand), changed=True)

    async def back(self, answer: Answer) -> Outcome:
        """Be dealt in again."""
        chair = self._table.chair_of(answer.person)
        if chair is None:
            return self._not_seated()
        await self._keep(replace(chair, sitting_out=False, strikes=0))
        needs_chips = not chair.stack and not self._table.is_in_hand(answer.person)
        return Outcome(notices.BackIn(needs_chips), changed=True)

    async def top_up(self, command: commands.TopUp) -> Outcome:
        """Add chips, in a hand when it is over. Source: ruling G11."""
        table, answer = self._table, command.answer
        chair = table.chair_of(answer.person)
        if chair is None:
            return self._not_seated()
        room = Chips(max(0, table.settings[BUY_IN_MAX] - self._stack_now(chair) - chair.adding))
        try:
            chips = Chips(whole(command.chips, 1, room))
            if table.is_in_hand(answer.person):
                return await self._add_later(chair, chips)
            await self._doors.tables.top_up(table.table, chair.person, chips, key=answer.key)
        except (BadOption, TooFewChips):
            balance = await self._doors.ledger.balance(table.server, answer.person)
            return Outcome(notices.WrongTopUp(str(command.chips), balance, room))
        await self.reload()
        return Outcome(notices.ToppedUp(chips, self._chair(answer.person).stack), changed=True)

    # For the hand that is played on these chairs.

    async def note_leaving(self, person: PersonId) -> None:
        """Remember that a player in the hand has got up: the settlement cashes the seat out."""
        await self._keep(replace(self._chair(person), leaving=True, adding=Chips(0)))

    async def reload(self) -> bool:
        """Take the chairs as the store has them; whether the table is still open there.

        So it is after a hand, and whenever the outcome of a command is in doubt.
        """
        table = self._table
        saved = await self._doors.tables.load_table(table.table)
        if saved is None:
            return False
        chairs = {chair.place: chair for chair in saved.seats}
        for gone in [chair for place, chair in table.chairs.items() if place not in chairs]:
            await self._free(gone)
        table.chairs = chairs
        return True

    async def strike(self, person: PersonId) -> None:
        """Count a turn that the clock answered; two in a row are sitting out."""
        chair = self._chair(person)
        strikes = chair.strikes + 1
        out = chair.sitting_out or strikes >= STRIKES_MAX
        await self._count(replace(chair, strikes=strikes, sitting_out=out))

    async def forgive(self, person: PersonId) -> None:
        """Somebody who acts is not absent."""
        chair = self._chair(person)
        if chair.strikes:
            await self._count(replace(chair, strikes=0))

    async def _count(self, chair: Chair) -> None:
        """Keep what the clock counts. The hand goes on though the store may refuse it."""
        self._table.put(chair)
        try:
            await self._doors.tables.save_seat(self._table.table, chair)
        except StoreFailed as refusal:
            log.warning("table %s: a missed turn is not saved: %s", self._table.table, refusal)

    def is_absent(self, person: PersonId) -> bool:
        """Whether the clock has put this player out: nobody waits for them."""
        chair = self._chair(person)
        return chair.sitting_out and chair.strikes >= STRIKES_MAX

    async def _free(self, chair: Chair) -> None:
        """The chair is free; if the host got up, the next player is host."""
        table = self._table
        del table.chairs[chair.place]
        if chair.person == table.host and table.chairs:
            heir = table.chairs[min(table.chairs)]
            table.host, table.host_name = heir.person, heir.name
            await self._doors.tables.save_host(table.table, heir.person)

    async def _add_later(self, chair: Chair, chips: Chips) -> Outcome:
        """Note chips to be added when the hand is over. Raises: TooFewChips."""
        adding = Chips(chair.adding + chips)
        balance = await self._doors.ledger.balance(self._table.server, chair.person)
        if balance < adding:
            raise TooFewChips(balance)
        await self._keep(replace(chair, adding=adding))
        return Outcome(notices.TopUpLater(adding))

    def _stack_now(self, chair: Chair) -> Chips:
        """The stack of a chair, during a hand with what it holds now."""
        live = self._table.hand
        if live is None or chair.person not in live.people:
            return chair.stack
        return live.hand.stacks[seat_of(live, chair.person)]

    def _chair(self, person: PersonId) -> Chair:
        chair = self._table.chair_of(person)
        assert chair is not None, "a player dealt in has a chair until the hand is over"
        return chair

    async def _keep(self, chair: Chair) -> None:
        await self._doors.tables.save_seat(self._table.table, chair)
        self._table.put(chair)

    def _not_seated(self) -> Outcome:
        return Outcome(notices.NotSeated(self._table.scene().free))


def _new_chair(place: Place, answer: Answer, chips: Chips) -> Chair:
    return Chair(
        place=place,
        person=answer.person,
        name=answer.name,
        stack=chips,
        sitting_out=False,
        leaving=False,
        adding=Chips(0),
        strikes=0,
    )
