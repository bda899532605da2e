"""Dealing cards, and what happens when one falls face up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bot.rules.variant import Routine

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules

__all__ = ["Deal", "Exposed"]


class Exposed(Protocol):
    """What a game does the moment a card is dealt face up to a seat."""

    def exposed(self, dealer: Dealer, seat: SeatNo, card: Card) -> None:
        """Act on the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Routine):
    """Deal every live seat some cards down, then some up, one at a time clockwise.

    Where fewer cards are left than seats are due one, a single community card is turned instead.

    Source: OPR-668 art. 2.1; rulings G3, S1, S3 (nobody pays for a community card).
    """

    down: int = 0
    up: int = 0
    exposed: Exposed | None = None

    def do(self, dealer: Dealer) -> None:
        """Deal round by round, down-cards first."""
        for up in (False,) * self.down + (True,) * self.up:
            if len(dealer.stub) < len(dealer.live):
                dealer.deal_community()
                continue
            for seat in dealer.live:
                self._deal(dealer, seat, up=up)

    def text(self, house: HouseRules) -> str:  # noqa: ARG002 - no option changes a deal
        """Such as "Two cards face down and one face up"."""
        parts = [
            f"{_NUMBER[count]} {'card' if count == 1 else 'cards'} face {face}"
            for count, face in ((self.down, "down"), (self.up, "up"))
            if count
        ]
        return " and ".join(parts).capitalize() + "."

    def _deal(self, dealer: Dealer, seat: SeatNo, *, up: bool) -> None:
        if not up:
            dealer.deal_down(seat)
            return
        card = dealer.deal_up(seat)
        if self.exposed is not None:
            self.exposed.exposed(dealer, seat, card)


_NUMBER = ("no", "one", "two", "three", "four", "five")
