"""A round of fixed-limit betting.

Three numbers tell where a round stands. The *level* is the largest bet in front of anybody: what
must be matched. The *full level* is the level up to the last bet or raise that counted. They
differ only after an all-in for less than half a bet, which must be matched but opens nothing:
whoever has acted since the last full bet may then call or fold, nothing else. *Bets* counts the
bet and the raises that counted; the cap limits it.

Source: OPR-668 art. 2.1 (a round after each stage); rulings A1, G7, G8, G21, G22.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, assert_never

from bot.rules import actions, events
from bot.rules.asks import BetAsk, ask
from bot.rules.chips import Chips, SeatNo
from bot.rules.house import RAISE_CAP
from bot.rules.variant import Step

if TYPE_CHECKING:
    from bot.rules.asks import Script
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option

__all__ = ["Bet", "HighestShowing", "Opens"]


class Opens(Protocol):
    """Who begins a round."""

    def first(self, dealer: Dealer) -> tuple[SeatNo, str]:
        """The seat, and why, as what follows its name: "has the highest hand showing"."""

    def text(self) -> str:
        """For the rulebook: "the highest hand showing"."""


@dataclass(frozen=True, slots=True)
class HighestShowing:
    """The highest hand showing opens; of equals, the one dealt first.

    Source: OPR-668 art. 2.2; rulings S2, S4, S5, X15, X16.
    """

    def first(self, dealer: Dealer) -> tuple[SeatNo, str]:
        """The live seat whose up-cards rank highest, wild cards counted."""
        rank = dealer.variant.ranking(dealer.house).rank
        best = max(dealer.live, key=lambda seat: (rank(dealer.showing(seat)), -seat))
        return best, "has the highest hand showing"

    def text(self) -> str:
        """For the rulebook."""
        return "the highest hand showing"


@dataclass(frozen=True, slots=True)
class Bet(Step):
    """One round of betting at one size of bet."""

    size: Option[Chips]
    opens: Opens

    def play(self, dealer: Dealer) -> Script[None]:
        """Ask clockwise until everybody has matched, folded or is all-in."""
        betting = _Round(dealer, dealer.house[self.size])
        best, why = self.opens.first(dealer)
        turn = betting.next_from(best)
        if turn is not None:
            dealer.tell(events.ToAct(seat=turn, because_of=best, why=why))
        while turn is not None:
            action = yield from ask(betting.question(turn))
            if action is not None:
                betting.take(turn, action)
            turn = betting.next_from(turn)
        dealer.close_round()

    def text(self, house: HouseRules) -> str:
        """Such as "A round of betting, bets of 20; the highest hand showing opens"."""
        return f"A round of betting, bets of {house[self.size]:,}: {self.opens.text()} opens."


@dataclass(slots=True)
class _Round:
    """The state of a betting round; owned by the step that plays it."""

    dealer: Dealer
    size: Chips
    full_level: Chips = field(default=Chips(0))
    bets: int = 0
    capped: bool = False
    acted: dict[SeatNo, int] = field(default_factory=dict)
    """By seat, how many bets had counted when it last acted."""

    @property
    def level(self) -> Chips:
        return max(self.dealer.bets)

    def next_from(self, first: SeatNo) -> SeatNo | None:
        """The first seat, clockwise from this one, that has something to decide."""
        return next(filter(self._has_to_act, self.dealer.clockwise_from(first)), None)

    def question(self, seat: SeatNo) -> BetAsk:
        owed = Chips(self.level - self.dealer.bets[seat])
        reach = Chips(self.dealer.bets[seat] + self.dealer.stacks[seat])
        to = min(Chips(self.full_level + self.size), reach) if self._may_raise(seat) else None
        return BetAsk(
            seat=seat,
            to_call=min(owed, self.dealer.stacks[seat]),
            owed=owed,
            least=to,
            most=to,
            opening=not self.level,
        )

    def take(
        self,
        seat: SeatNo,
        action: actions.Fold | actions.Check | actions.Call | actions.Bet | actions.Raise,
    ) -> None:
        """Do what was answered."""
        match action:
            case actions.Fold():
                self.dealer.fold(seat)
            case actions.Check():
                self.dealer.tell(events.Checked(seat=seat))
            case actions.Call():
                self._call(seat)
            case actions.Bet(to=to) | actions.Raise(to=to):
                self._raise(seat, to)
            case _:
                assert_never(action)
        self.acted[seat] = self.bets

    def _has_to_act(self, seat: SeatNo) -> bool:
        dealer = self.dealer
        if seat not in dealer.with_chips:
            return False
        if dealer.bets[seat] < self.level:
            return True
        return seat not in self.acted and dealer.with_chips != (seat,)

    def _may_raise(self, seat: SeatNo) -> bool:
        """Whether the seat may put in more than a call, and somebody could answer it."""
        dealer = self.dealer
        can_pay = dealer.bets[seat] + dealer.stacks[seat] > self.level
        somebody_answers = dealer.with_chips != (seat,)
        reopened = seat not in self.acted or self.acted[seat] < self.bets
        return can_pay and somebody_answers and reopened and not self.capped

    def _call(self, seat: SeatNo) -> None:
        dealer = self.dealer
        reach = Chips(dealer.bets[seat] + dealer.stacks[seat])
        added = dealer.bet(seat, min(self.level, reach))
        dealer.tell(events.Called(seat=seat, amount=added, all_in=not dealer.stacks[seat]))

    def _raise(self, seat: SeatNo, to: Chips) -> None:
        dealer = self.dealer
        kind = events.Raised if self.level else events.Opened
        added = dealer.bet(seat, to)
        dealer.tell(kind(seat=seat, amount=added, to=to, all_in=not dealer.stacks[seat]))
        if 2 * (to - self.full_level) >= self.size:
            self.full_level = to
            self.bets += 1
        cap = dealer.house[RAISE_CAP]
        if cap is not None and self.bets > cap and len(dealer.live) > 2:
            self.capped = True
