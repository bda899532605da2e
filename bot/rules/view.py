"""What one seat, or the channel, may see of a hand: built up from nothing.

A view starts empty and receives what its viewer may know. Nothing is made by taking secrets out
of something larger, so forgetting to take one out is not possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.rules.chips import Chips
from bot.rules.events import Returned, Shown, StreetOpened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.asks import Ask
    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.events import Event
    from bot.rules.house import HouseRules
    from bot.rules.pots import Pot
    from bot.rules.ranking import HandValue, HighRanking
    from bot.rules.shares import Reading
    from bot.rules.variant import Variant

__all__ = ["SeatView", "StreetView", "View", "build_view"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat as the viewer sees it."""

    seat: SeatNo
    name: str
    stack: Chips
    bet: Chips
    """In front of the seat this round."""
    down: tuple[Card | None, ...]
    """Face-down cards in the order dealt; None for a card the viewer may not see."""
    up: tuple[Card, ...]
    """Face-up cards in the order dealt; a community card is not among them."""
    showing: HandValue | None
    """What the up-cards and a community card make; None before there is one."""
    blind: str | None
    """Which blind it posted; None if it posted none."""
    dealt_down: int
    """How many cards it was dealt face down, in all deals of the hand."""
    drew: int | None
    """How many cards the seat has changed; None if it has not drawn."""
    folded: bool
    left: bool
    all_in: bool
    dealer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetView:
    """One street: what happened on it, as far as the viewer may know."""

    key: str
    title: str
    deal: int
    """Which deal it belongs to; above 1 after a wipe-out."""
    pot: Chips
    """In the middle when it began."""
    pot_after: Chips
    """In the middle when it ended, or now."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A hand as one seat, or the channel, sees it."""

    viewer: SeatNo | None
    """None is the channel."""
    variant: Variant
    house: HouseRules
    seats: tuple[SeatView, ...]
    """Clockwise from the dealer's left."""
    community: tuple[Card, ...]
    pot: Chips
    pots: tuple[Pot, ...]
    """Main pot first; empty once they are awarded."""
    deal: int
    """Which deal this is: 1, and one more after each wipe-out."""
    streets: tuple[StreetView, ...]
    """The current one last; after a wipe-out those of the earlier deals come first."""
    waiting: Ask[object] | None
    """The open question; None while nobody is asked."""
    question: int
    """Its number; a button carries it."""
    reading: HandValue | None
    """The best high hand that the viewer's own cards make so far."""
    readings: tuple[Reading, ...]
    """Where pots are split, what those cards are worth for each share, in the order of shares."""
    discards: tuple[Card, ...]
    """What the viewer has thrown away in a draw."""
    drawn: tuple[Card, ...]
    """What the viewer received in its place."""
    over: bool

    @property
    def outcome(self) -> tuple[Event, ...]:
        """The events of the last street from the showdown on; empty while the hand goes on."""
        if not self.over:
            return ()
        events = self.streets[-1].events
        return tuple(e for e in events if isinstance(e, Shown) or e.key in _OUTCOME)


_OUTCOME = {"returned", "pot_awarded", "hand_ended"}


def build_view(
    dealer: Dealer,
    names: Sequence[str],
    viewer: SeatNo | None,
    ask: Ask[object] | None,
    question: int,
) -> View:
    """The view of a seat, or of the channel for None."""
    reading = None
    readings: tuple[Reading, ...] = ()
    draw = None if viewer is None else dealer.draws.get(viewer)
    if viewer is not None and dealer.holdings[viewer]:
        reading = _spelt_out(dealer, dealer.holding(viewer))
        readings = dealer.readings(viewer)
    over = bool(dealer.events) and dealer.events[-1].key == "hand_ended"
    return View(
        viewer=viewer,
        variant=dealer.variant,
        house=dealer.house,
        seats=tuple(_seat(dealer, names, seat, viewer) for seat in dealer.seats),
        community=tuple(dealer.community),
        pot=dealer.pot,
        pots=() if over else dealer.pots(),
        deal=dealer.deal,
        streets=tuple(_streets(dealer, viewer)),
        waiting=None if ask is None else ask.seen_by(viewer),
        question=question,
        reading=reading,
        readings=readings,
        discards=draw.discarded if draw else (),
        drawn=draw.received if draw else (),
        over=over,
    )


def _seat(dealer: Dealer, names: Sequence[str], seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    cards = dealer.holdings[seat]
    up = tuple(dealt.card for dealt in cards if dealt.up)
    draw = dealer.draws.get(seat)
    showing = dealer.showing(seat)
    return SeatView(
        seat=seat,
        name=names[seat],
        stack=dealer.stacks[seat],
        bet=dealer.bets[seat],
        down=tuple(d.card if seat == viewer else None for d in cards if not d.up),
        up=up,
        showing=_spelt_out(dealer, showing) if showing else None,
        blind=dealer.blinds.get(seat),
        dealt_down=dealer.dealt_down[seat],
        drew=len(draw.discarded) if draw else None,
        folded=seat in dealer.folded,
        left=seat in dealer.left,
        all_in=seat not in dealer.folded and not dealer.stacks[seat] and bool(dealer.stakes[seat]),
        dealer=seat == dealer.seats[-1],
    )


def _spelt_out(dealer: Dealer, cards: tuple[Card, ...]) -> HandValue:
    return _explained(dealer.variant.ranking(dealer.house), cards)


@lru_cache(maxsize=2048)  # the same up-cards are looked at from every seat, after every answer
def _explained(ranking: HighRanking, cards: tuple[Card, ...]) -> HandValue:
    return ranking.explain(cards)


def _streets(dealer: Dealer, viewer: SeatNo | None) -> list[StreetView]:
    """The streets so far; the pot of each runs up to the next one's beginning."""
    told: list[tuple[StreetOpened, list[Event]]] = []
    for event in dealer.events:
        if isinstance(event, StreetOpened):
            told.append((event, []))
        elif told and event.audience in (None, viewer):
            told[-1][1].append(event)
    pots = [opened.amount or Chips(0) for opened, _ in told]
    ends = [*pots[1:], Chips(pots[-1] + _added(told[-1][1]))] if told else []
    return [
        StreetView(
            key=o.street,
            title=o.title,
            deal=o.deal,
            pot=pot,
            pot_after=end,
            events=tuple(events),
        )
        for (o, events), pot, end in zip(told, pots, ends, strict=True)
    ]


def _added(events: Sequence[Event]) -> int:
    """Chips that went to the middle on a street, less what went back."""
    total = 0
    for event in events:
        if event.key in _TO_THE_POT:
            total += event.amount or 0
        elif isinstance(event, Returned):
            total -= event.amount or 0
    return total


_TO_THE_POT = {"anted", "blind_posted", "brought_in", "paid", "called", "opened", "raised"}
