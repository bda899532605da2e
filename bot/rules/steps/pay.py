"""Chips that are due without a choice: antes, and payments for cards dealt face up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.house import ANTE
from bot.rules.variant import Routine

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option

__all__ = ["Ante", "ExposedPayments"]


@dataclass(frozen=True, slots=True)
class Ante(Routine):
    """Everybody antes; a short ante is all-in for what it is.

    Source: OPR-668 art. 2.1; rulings G1, W5, W6.
    """

    again: Option[bool] | None = None
    """The house option by which those still in ante for every deal, not for the first alone."""

    def do(self, dealer: Dealer) -> None:
        """Take the antes, clockwise from the dealer's left."""
        amount = dealer.house[ANTE]
        due = dealer.deal == 1 or (self.again is not None and dealer.house[self.again])
        if amount and due:
            for seat in dealer.with_chips:
                dealer.ante(seat, amount)
            dealer.close_round()

    def text(self, house: HouseRules) -> str:
        """Such as "Everybody antes 10"."""
        return f"Everybody antes {house[ANTE]:,}." if house[ANTE] else "There is no ante."


@dataclass(frozen=True, slots=True)
class ExposedPayments:
    """What a seat pays, the moment it falls, for a card dealt face up to it.

    Source: OPR-668 art. 3; rulings X9 to X13.
    """

    price: Callable[[HouseRules, Card], Chips]
    """What a card costs under these house rules; 0 for most."""

    def exposed(self, dealer: Dealer, seat: SeatNo, card: Card) -> None:
        """Take the payment."""
        if amount := self.price(dealer.house, card):
            dealer.pay(seat, amount, card)
