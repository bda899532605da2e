"""The showdown: every live hand is turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.events import Shown
from bot.rules.variant import Routine

if TYPE_CHECKING:
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules

__all__ = ["Reveal"]


@dataclass(frozen=True, slots=True)
class Reveal(Routine):
    """All live hands are shown at once; folded hands never are. Source: rulings G15, G16."""

    def do(self, dealer: Dealer) -> None:
        """Show the hands, clockwise from the dealer's left."""
        ranking = dealer.variant.ranking(dealer.house)
        for seat in dealer.live:
            cards = dealer.holding(seat)
            value, readings = ranking.explain(cards), dealer.readings(seat)
            dealer.tell(Shown(seat=seat, cards=cards, value=value, readings=readings))

    def text(self, house: HouseRules) -> str:  # noqa: ARG002 - always so
        """The sentence of the rulebook."""
        return "Everybody still in shows, and the best five of all cards play."
