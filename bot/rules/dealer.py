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
    BlindPosted,
    DealtCommunity,
    DealtDown,
    DealtUp,
    Discarded,
    Drew,
    Folded,
    Paid,
    Reshuffled,
    Returned,
    StreetOpened,
    WipedOut,
)
from bot.rules.pots import DeadMoney, Pot, build, uncalled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.asks import Script
    from bot.rules.cards import Card
    from bot.rules.events import Event
    from bot.rules.house import HouseRules
    from bot.rules.shares import Reading
    from bot.rules.variant import Street, Variant

__all__ = ["Dealer", "Dealt", "Drawn", "Posts", "Redeal", "Uncontested"]


class Uncontested(Exception):
    """All but one have folded: the hand is over at once. Source: ruling G28."""


class Redeal(Exception):
    """A card has wiped out the deal: everything comes again but the pot. Source: ruling W2."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in a holding, and whether everybody sees it."""

    card: Card
    up: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a seat threw away in a draw, and what it got instead."""

    discarded: tuple[Card, ...]
    received: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Posts:
    """Who posts the blinds."""

    small: SeatNo
    big: SeatNo

    @classmethod
    def usual(cls, seats: int) -> Posts:
        """The first seat small and the second big; of two, the dealer small. Source: D11."""
        small = seats - 1 if seats == 2 else 0
        return cls(small=SeatNo(small), big=SeatNo((small + 1) % seats))


class Dealer:
    """The felt. Mutable, private, and owned by one hand; steps act on it, views read it.

    Seats are numbered clockwise from the dealer's left, so the last seat is the dealer.
    """

    def __init__(
        self,
        variant: Variant,
        house: HouseRules,
        stacks: Sequence[Chips],
        posts: Posts | None = None,
    ) -> None:
        self.variant = variant
        self.house = house
        self.posts = posts or Posts.usual(len(stacks))
        self.seats: tuple[SeatNo, ...] = tuple(SeatNo(n) for n in range(len(stacks)))
        self.stacks = list(stacks)
        self.stakes = [Chips(0)] * len(stacks)
        """Antes and bets of the whole hand, by seat."""
        self.bets = [Chips(0)] * len(stacks)
        """Bets of this round, by seat; part of the stakes."""
        self.dead: list[DeadMoney] = []
        self.holdings: list[list[Dealt]] = [[] for _ in stacks]
        """Cards by seat, in the order dealt."""
        self.dealt_down = [0] * len(stacks)
        """How many cards came to a seat face down, in all deals of the hand."""
        self.blinds: dict[SeatNo, str] = {}
        """Which blind a seat posted, if it did."""
        self.community: list[Card] = []
        self.draws: dict[SeatNo, Drawn] = {}
        """By seat, once it has drawn."""
        self.folded: set[SeatNo] = set()
        self.left: set[SeatNo] = set()
        self.stub: deque[Card] = deque()
        self.deal = 0
        """How many times a whole deck was shuffled."""
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

    def down(self, seat: SeatNo) -> tuple[Card, ...]:
        """The seat's face-down cards, in the order dealt."""
        return tuple(dealt.card for dealt in self.holdings[seat] if not dealt.up)

    def readings(self, seat: SeatNo) -> tuple[Reading, ...]:
        """What the seat's cards are worth for each share, if pots are split; else nothing."""
        shares = self.variant.shares
        return tuple(share.read(self, seat) for share in shares) if len(shares) > 1 else ()

    # What can be done.

    def shuffle(self) -> Script[None]:
        """Shuffle a whole deck and put it on the table. Source: ruling G4 (no burns)."""
        order = yield from shuffled(DECK)
        self.stub = deque(order)
        self.deal += 1

    def open_street(self, street: Street) -> None:
        """Begin a street: the bets of the last one are in the pot."""
        self.street = street
        self.tell(
            StreetOpened(street=street.key, title=street.title, amount=self.pot, deal=self.deal)
        )

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

    def post(self, seat: SeatNo, amount: Chips, which: str) -> None:
        """Take a blind, or what the seat has; it is part of its bet. Source: ruling D11."""
        added = self.bet(seat, min(amount, self.stacks[seat]))
        self.blinds[seat] = which
        self.tell(BlindPosted(seat=seat, amount=added, which=which, all_in=not self.stacks[seat]))

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
        alone = self.with_chips == (seat,)
        paid = Chips(0) if alone else min(amount, self.stacks[seat])
        if paid:
            self._give_away(seat, paid, frozenset(self.with_chips))
        all_in = bool(paid) and not self.stacks[seat]
        self.tell(Paid(seat=seat, cards=(card,), amount=paid, all_in=all_in))

    def buy(self, seat: SeatNo, price: Chips) -> Card:
        """Sell the seat its next card face up; the price is dead money.

        It goes to the pot of those who still have chips, or if that is the buyer alone, to the
        last contested pot the buyer is in: it was the buyer's own choice, and is never free.

        Source: Stud-Jack (the price of a face-up seventh card); rulings J2, J9, J15.
        """
        assert price <= self.stacks[seat], "who cannot pay in full is not asked"
        open_to = frozenset(self.with_chips)
        if open_to == {seat}:
            pots = [pot.eligible for pot in self.pots() if seat in pot.eligible]
            open_to = next((seats for seats in reversed(pots) if len(seats) > 1), open_to)
        self._give_away(seat, price, open_to)
        card = self._give(seat, up=True)
        all_in = not self.stacks[seat]
        self.tell(Paid(seat=seat, cards=(card,), amount=price, kind="price", all_in=all_in))
        return card

    def draw(self, seat: SeatNo, discard: tuple[Card, ...]) -> Script[None]:
        """Change these cards for as many from the deck; none of them can come back.

        Source: Draw-Deucey, betting and draw structure; rulings D2 to D4.
        """
        held = self.holdings[seat]
        self.tell(Drew(seat=seat, count=len(discard)))
        if discard:
            self.holdings[seat] = [dealt for dealt in held if dealt.card not in discard]
            self.tell(Discarded(seat=seat, cards=discard, audience=seat))
        if len(self.stub) < len(discard):
            yield from self._reshuffle(seat, discard)
        received = tuple([self._give(seat, up=False) for _ in discard])
        self.draws[seat] = Drawn(discard, received)

    def wipe_out(self, seat: SeatNo, card: Card) -> None:
        """End the deal because of a card. Raises: Redeal. Source: rulings W1 to W3."""
        assert not any(self.bets), "a card falls before the betting of its street"
        self.tell(WipedOut(seat=seat, cards=(card,), amount=self.pot))
        raise Redeal

    def gather(self) -> None:
        """Take all cards back for another deal; pots, and who is in them, stay.

        Source: rulings W3, W4, W6, W7.
        """
        self.holdings = [[] for _ in self.seats]
        self.community = []
        self.draws = {}
        self.stub = deque()

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

    def _reshuffle(self, seat: SeatNo, discard: tuple[Card, ...]) -> Script[None]:
        """Shuffle what is left with all that was thrown away, but for the seat's own discards.

        Every card that no live seat holds is in the stub, a discard, or a folded hand.

        Source: ruling D3.
        """
        held = {dealt.card for live in self.live for dealt in self.holdings[live]}
        free = tuple(card for card in DECK if card not in held and card not in discard)
        self.tell(Reshuffled(seat=seat))
        for folded in self.folded:
            self.holdings[folded] = []
        order = yield from shuffled(free)
        self.stub = deque(order)

    def _give_away(self, seat: SeatNo, amount: Chips, eligible: frozenset[SeatNo]) -> None:
        self.stacks[seat] = Chips(self.stacks[seat] - amount)
        self.dead.append(DeadMoney(amount=amount, eligible=eligible))

    def _give(self, seat: SeatNo, *, up: bool) -> Card:
        card = self.stub.popleft()
        self.holdings[seat].append(Dealt(card, up))
        if up:
            self.tell(DealtUp(seat=seat, cards=(card,)))
        else:
            self.dealt_down[seat] += 1
            self.tell(DealtDown(seat=seat, cards=(card,), audience=seat))
        return card

    def _stake(self, seat: SeatNo, amount: Chips) -> None:
        self.stacks[seat] = Chips(self.stacks[seat] - amount)
        self.stakes[seat] = Chips(self.stakes[seat] + amount)


def enumerate_seats(amounts: Sequence[Chips]) -> list[tuple[SeatNo, Chips]]:
    """Amounts by seat, as pairs."""
    return [(SeatNo(n), amount) for n, amount in enumerate(amounts)]
