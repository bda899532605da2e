"""The draw: cards are changed for others.

Source: Draw-Deucey, betting and draw structure; rulings D1 to D4, D16, D17.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.asks import DrawAsk, ask
from bot.rules.variant import Step

if TYPE_CHECKING:
    from bot.rules.asks import Script
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules

__all__ = ["ChangeCards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCards(Step):
    """Each live seat in turn may change some cards, all-in or not."""

    most: int

    def play(self, dealer: Dealer) -> Script[None]:
        """Clockwise from the dealer's left; how many is public, which is not."""
        for seat in dealer.seats:
            while seat in dealer.live:
                cards = dealer.down(seat)
                answer = yield from ask(DrawAsk(seat=seat, most=self.most, cards=cards))
                if answer is not None:
                    yield from dealer.draw(seat, answer.discard)
                    break

    def text(self, house: HouseRules) -> str:  # noqa: ARG002 - no option changes it yet
        """The sentence of the rulebook."""
        return f"Each player in turn changes up to {self.most} cards, the left of the dealer first."
