"""A round of fixed-limit betting.

Three numbers tell where a round stands. The *level* is the largest bet in front of anybody: what
must be matched. The *full level* is the level up to the last bet or raise that counted. They
differ only after an all-in for less than half a bet, which must be matched but opens nothing:
whoever has acted since the last full bet may then call or fold, nothing else. *Bets* counts the
bet and the raises that counted; the cap limits it.

A round may begin with chips owed. Blinds lie in front of their seats before anybody acts; the
lowest up-card is asked to bring it in. Either has to be matched in full even if its owner could
not pay it all, so it is a *floor* under the level. A full blind counts as the bet; a bring-in does
not, and putting in the rest of a full bet completes it without being a raise.

Source: OPR-668 art. 2.1 (a round after each stage); rulings A1, G7, G8, G21, G22, S6, D11.
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
    from bot.rules.asks import Betting, Script
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option

__all__ = ["Bet", "HighestShowing", "LeftOfDealer", "Opening", "Opens"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a round begins."""

    seat: SeatNo
    """Whose place it is to act first; without chips, the next clockwise does."""
    why: str
    """What follows the seat's name: "has the highest hand showing"."""
    level: Chips = field(default=Chips(0))
    """What everybody has to match from the start: the big blind."""
    bring_in: Chips = field(default=Chips(0))
    """What the first to act has to put in at least; 0 if nothing is forced."""


class Opens(Protocol):
    """Who begins a round, and with what."""

    def begin(self, dealer: Dealer) -> Opening:
        """The opening as things stand; asked again if somebody leaves before a bring-in."""

    def text(self, house: HouseRules) -> str:
        """For the rulebook: "the highest hand showing opens"."""


@dataclass(frozen=True, slots=True)
class HighestShowing:
    """The highest hand showing opens; of equals, the one dealt first.

    Source: OPR-668 art. 2.2; rulings S2, S4, S5, X15, X16.
    """

    def begin(self, dealer: Dealer) -> Opening:
        """The live seat whose up-cards rank highest, wild cards counted."""
        rank = dealer.variant.ranking(dealer.house).rank
        best = max(dealer.live, key=lambda seat: (rank(dealer.showing(seat)), -seat))
        return Opening(seat=best, why="has the highest hand showing")

    def text(self, house: HouseRules) -> str:  # noqa: ARG002 - always so
        """For the rulebook."""
        return "the highest hand showing opens"


@dataclass(frozen=True, slots=True)
class LeftOfDealer:
    """The first seat still in, clockwise from the dealer's left. Source: rulings A5, D11."""

    def begin(self, dealer: Dealer) -> Opening:
        """The first live seat."""
        return Opening(seat=dealer.live[0], why="is the first left of the dealer")

    def text(self, house: HouseRules) -> str:  # noqa: ARG002 - always so
        """For the rulebook."""
        return "the first player left of the dealer opens"


@dataclass(frozen=True, slots=True)
class Bet(Step):
    """One round of betting at one size of bet."""

    size: Option[Chips]
    opens: Opens

    def play(self, dealer: Dealer) -> Script[None]:
        """Ask clockwise until everybody has matched, folded or is all-in."""
        opening = self.opens.begin(dealer)
        betting = _Round.begun(dealer, dealer.house[self.size], opening)
        turn = betting.open_with(opening)
        while turn is not None:
            action = yield from ask(betting.question(turn))
            if action is not None:
                betting.take(turn, action)
                turn = betting.next_from(turn)
            elif betting.bring_in and turn in dealer.folded:
                # Who had to bring it in is gone: the lowest card still in does (G22, S6).
                turn = betting.open_with(self.opens.begin(dealer))
            else:
                turn = betting.next_from(turn)
        dealer.close_round()

    def text(self, house: HouseRules) -> str:
        """Such as "A round of betting, bets of 20: the highest hand showing opens"."""
        return f"A round of betting, bets of {house[self.size]:,}: {self.opens.text(house)}."


@dataclass(slots=True)
class _Round:
    """The state of a betting round; owned by the step that plays it."""

    dealer: Dealer
    size: Chips
    floor: Chips = field(default=Chips(0))
    """What has to be matched, whatever lies in front of anybody: a blind, a bring-in."""
    bring_in: Chips = field(default=Chips(0))
    """What the seat whose turn it is has to bring in; 0 once that is done."""
    full_level: Chips = field(default=Chips(0))
    bets: int = 0
    capped: bool = False
    acted: dict[SeatNo, int] = field(default_factory=dict)
    """By seat, how many bets had counted when it last acted."""

    @classmethod
    def begun(cls, dealer: Dealer, size: Chips, opening: Opening) -> _Round:
        begun = cls(dealer, size, bring_in=opening.bring_in)
        begun._owe(opening.level)
        return begun

    @property
    def level(self) -> Chips:
        return max(self.floor, *self.dealer.bets)

    def open_with(self, opening: Opening) -> SeatNo | None:
        """Whose turn it is first, which is told; None if nobody has anything to decide."""
        turn = self.next_from(opening.seat)
        if turn is not None:
            told = events.ToAct(seat=turn, because_of=opening.seat, why=opening.why)
            self.dealer.tell(told)
        return turn

    def next_from(self, first: SeatNo) -> SeatNo | None:
        """The first seat, clockwise from this one, that has something to decide."""
        return next(filter(self._has_to_act, self.dealer.clockwise_from(first)), None)

    def question(self, seat: SeatNo) -> BetAsk:
        return self._bring_in_question(seat) if self.bring_in else self._usual_question(seat)

    def take(self, seat: SeatNo, action: Betting) -> None:
        """Do what was answered."""
        match action:
            case actions.Fold():
                self.dealer.fold(seat)
            case actions.Check():
                self.dealer.tell(events.Checked(seat=seat))
            case actions.Call():
                self._call(seat)
            case actions.BringIn():
                self._bring_it_in(seat)
            case actions.Bet(to=to) | actions.Raise(to=to):
                self._raise(seat, to)
            case _:
                assert_never(action)
        self.acted[seat] = self.bets
        self.bring_in = Chips(0)

    def _bring_in_question(self, seat: SeatNo) -> BetAsk:
        stack = self.dealer.stacks[seat]
        bring_in, full = min(self.bring_in, stack), min(self.size, stack)
        to = full if full > bring_in else None
        return BetAsk(
            seat=seat, to_call=Chips(0), owed=Chips(0), least=to, most=to, bring_in=bring_in
        )

    def _usual_question(self, seat: SeatNo) -> BetAsk:
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

    def _owe(self, amount: Chips) -> None:
        """Put a floor under the level; a full bet's worth of it counts as the bet (G7)."""
        self.floor = amount
        if amount >= self.size:
            self.full_level = amount
            self.bets = 1

    def _bring_it_in(self, seat: SeatNo) -> None:
        dealer = self.dealer
        added = dealer.bet(seat, min(self.bring_in, dealer.stacks[seat]))
        dealer.tell(events.BroughtIn(seat=seat, amount=added, all_in=not dealer.stacks[seat]))
        self._owe(self.bring_in)

    def _raise(self, seat: SeatNo, to: Chips) -> None:
        dealer = self.dealer
        short = bool(self.bring_in) or self.level > self.full_level
        completes = short and to == self.full_level + self.size
        opens = not self.level and not self.bring_in
        added = dealer.bet(seat, to)
        all_in = not dealer.stacks[seat]
        if opens:
            dealer.tell(events.Opened(seat=seat, amount=added, to=to, all_in=all_in))
        else:
            dealer.tell(
                events.Raised(seat=seat, amount=added, to=to, all_in=all_in, completes=completes)
            )
        if 2 * (to - self.full_level) >= self.size:
            self.full_level = to
            self.bets += 1
        cap = dealer.house[RAISE_CAP]
        if cap is not None and self.bets > cap and len(dealer.live) > 2:
            self.capped = True
