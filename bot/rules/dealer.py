"""The felt: every chip and card of one hand, and the few things that can be done to them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.rules.asks import shuffled
from bot.rules.cards import DECK
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import (
    Anted,
    DealtCommunity,
    DealtDown,
    DealtUp,
    Folded,
    Paid,
    Returned,
    StreetOpened,
)
from bot.rules.pots import DeadMoney, Pot, build, uncalled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.asks import Script
    from bot.rules.cards import Card
    from bot.rules.events import Event
    from bot.rules.house import HouseRules
    from bot.rules.variant import Street, Variant

__all__ = ["Dealer", "Dealt", "Uncontested"]


class Uncontested(Exception):
    """All but one have folded: the hand is over at once. Source: ruling G28."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in a holding, and whether everybody sees it."""

    card: Card
    up: bool


class Dealer:
    """The felt. Mutable, private, and owned by one hand; steps act on it, views read it.

    Seats are numbered clockwise from the dealer's left, so the last seat is the dealer.
    """

    def __init__(self, variant: Variant, house: HouseRules, stacks: Sequence[Chips]) -> None:
        self.variant = variant
        self.house = house
        self.seats: tuple[SeatNo, ...] = tuple(SeatNo(n) for n in range(len(stacks)))
        self.stacks = list(stacks)
        self.stakes = [Chips(0)] * len(stacks)
        """Antes and bets of the whole hand, by seat."""
        self.bets = [Chips(0)] * len(stacks)
        """Bets of this round, by seat; part of the stakes."""
        self.dead: list[DeadMoney] = []
        self.holdings: list[list[Dealt]] = [[] for _ in stacks]
        """Cards by seat, in the order dealt."""
        self.community: list[Card] = []
        self.folded: set[SeatNo] = set()
        self.left: set[SeatNo] = set()
        self.stub: deque[Card] = deque()
        self.deal = 0
        """How many times the deck was shuffled."""
        self.street: Street | None = None
        self.events: list[Event] = []
        self.by: str | None = None
        """Who has just answered in a player's place, until the first event that tells it."""

    # Who is in.

    @property
    def live(self) -> tuple[SeatNo, ...]:
        """The seats that can still win, clockwise from the dealer's left."""
        return tuple(seat for seat in self.seats if seat not in self.folded)

    @property
    def with_chips(self) -> tuple[SeatNo, ...]:
        """The live seats that are not all-in."""
        return tuple(seat for seat in self.live if self.stacks[seat])

    def clockwise_from(self, first: SeatNo) -> tuple[SeatNo, ...]:
        """All seats in turn, beginning with this one."""
        return self.seats[first:] + self.seats[:first]

    # What lies on the table.

    @property
    def pot(self) -> Chips:
        """Everything in the middle, bets of this round included."""
        return Chips(sum(self.stakes) + sum(money.amount for money in self.dead))

    def pots(self) -> tuple[Pot, ...]:
        """The pots as they would be contested now, main pot first."""
        return build(dict(enumerate_seats(self.stakes)), self.dead, set(self.live))

    def showing(self, seat: SeatNo) -> tuple[Card, ...]:
        """The seat's up-cards in the order dealt, then a community card. Source: ruling S2."""
        own = (dealt.card for dealt in self.holdings[seat] if dealt.up)
        return (*own, *self.community)

    def holding(self, seat: SeatNo) -> tuple[Card, ...]:
        """All the seat plays with, in the order dealt, a community card last."""
        return (*(dealt.card for dealt in self.holdings[seat]), *self.community)

    # What can be done.

    def shuffle(self) -> Script[None]:
        """Shuffle a whole deck and put it on the table. Source: ruling G4 (no burns)."""
        order = yield from shuffled(DECK)
        self.stub = deque(order)
        self.deal += 1

    def open_street(self, street: Street) -> None:
        """Begin a street: the bets of the last one are in the pot."""
        self.street = street
        self.tell(StreetOpened(street=street.key, title=street.title, amount=self.pot))

    def deal_down(self, seat: SeatNo) -> Card:
        """Give the seat the next card, face down. Source: rulings G3, G30."""
        return self._give(seat, up=False)

    def deal_up(self, seat: SeatNo) -> Card:
        """Give the seat the next card, face up."""
        return self._give(seat, up=True)

    def deal_community(self) -> Card:
        """Turn one card for everybody. Source: ruling S1."""
        card = self.stub.popleft()
        self.community.append(card)
        self.tell(DealtCommunity(cards=(card,)))
        return card

    def ante(self, seat: SeatNo, amount: Chips) -> None:
        """Take an ante, or what the seat has. Source: OPR-668 art. 2.1; ruling G1."""
        paid = min(amount, self.stacks[seat])
        self._stake(seat, paid)
        self.tell(Anted(seat=seat, amount=paid, all_in=not self.stacks[seat]))

    def bet(self, seat: SeatNo, to: Chips) -> Chips:
        """Move the seat's bet of this round up to an amount; how many chips that took."""
        added = Chips(to - self.bets[seat])
        assert 0 < added <= self.stacks[seat], "a bet is made of chips that are there"
        self._stake(seat, added)
        self.bets[seat] = to
        return added

    def pay(self, seat: SeatNo, amount: Chips, card: Card) -> None:
        """Take a payment for a card into the pot of those who still have chips.

        The payer gives what is there and owes nothing more. A payment that nobody could
        contest is not taken.

        Source: OPR-668 art. 3; rulings X9, X10.
        """
        open_to = frozenset(self.with_chips)
        paid = Chips(0) if open_to == {seat} else min(amount, self.stacks[seat])
        if paid:
            self.stacks[seat] = Chips(self.stacks[seat] - paid)
            self.dead.append(DeadMoney(amount=paid, eligible=open_to))
        all_in = bool(paid) and not self.stacks[seat]
        self.tell(Paid(seat=seat, cards=(card,), amount=paid, all_in=all_in))

    def fold(self, seat: SeatNo) -> None:
        """Throw the seat's hand in. Raises: Uncontested if a single seat is left."""
        assert seat not in self.folded, "a hand folds once"
        self.folded.add(seat)
        self.tell(Folded(seat=seat))
        if len(self.live) == 1:
            raise Uncontested

    def close_round(self) -> None:
        """End a betting round: give back what nobody matched. Source: ruling G10."""
        back = uncalled(dict(enumerate_seats(self.stakes)), set(self.live))
        if back is not None:
            seat, amount = back
            self._stake(seat, Chips(-amount))
            self.tell(Returned(seat=seat, amount=amount))
        self.bets = [Chips(0)] * len(self.seats)

    def award(self, seat: SeatNo, amount: Chips) -> None:
        """Push chips from the middle to a seat; `clear` follows when all is awarded."""
        self.stacks[seat] = Chips(self.stacks[seat] + amount)

    def clear(self) -> None:
        """The middle is empty: all pots have been awarded."""
        self.stakes = [Chips(0)] * len(self.seats)
        self.dead = []

    def tell(self, event: Event) -> None:
        """Put an event on the record."""
        if self.by is not None:
            event, self.by = replace(event, by=self.by), None
        self.events.append(event)

    def _give(self, seat: SeatNo, *, up: bool) -> Card:
        card = self.stub.popleft()
        self.holdings[seat].append(Dealt(card, up))
        if up:
            self.tell(DealtUp(seat=seat, cards=(card,)))
        else:
            self.tell(DealtDown(seat=seat, cards=(card,), audience=seat))
        return card

    def _stake(self, seat: SeatNo, amount: Chips) -> None:
        self.stacks[seat] = Chips(self.stacks[seat] - amount)
        self.stakes[seat] = Chips(self.stakes[seat] + amount)


def enumerate_seats(amounts: Sequence[Chips]) -> list[tuple[SeatNo, Chips]]:
    """Amounts by seat, as pairs."""
    return [(SeatNo(n), amount) for n, amount in enumerate(amounts)]
