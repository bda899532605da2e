"""The wipe-out: one card, dealt face up, ends the deal, and all is dealt again for the same pot.

Source: Stud-Jack, "Widow Jack"; rulings W1 to W9.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.house import choice_option

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.house import Option

__all__ = ["REANTE", "WIPE_ON_BOUGHT_SEVENTH", "WipeOut"]

REANTE: Final[Option[bool]] = choice_option(
    "reante",
    (
        (False, "none", "Nobody antes again"),
        (True, "players_still_in", "Everybody still in antes again"),
    ),
    label="Ante after a wipe-out",
    why="Whether the next deal for the same pot costs another ante.",
    source="ruling W5",
)
WIPE_ON_BOUGHT_SEVENTH: Final[Option[bool]] = choice_option(
    "wipe_on_bought_seventh",
    (
        (True, "yes", "It wipes out the deal as well"),
        (False, "no", "It is an ordinary card"),
    ),
    label="A bought queen of spades",
    why="Whether the wipe-out also comes with a seventh card that was bought face up.",
    source="ruling W1",
)


@dataclass(frozen=True, slots=True)
class WipeOut:
    """What the card does, the moment it is dealt face up to a seat. It does nothing face down."""

    card: Card
    when: Option[bool] | None = None
    """The house option that decides whether it does; None if it always does."""

    def exposed(self, dealer: Dealer, seat: SeatNo, card: Card) -> None:
        """End the deal. Raises: Redeal, if this is the card."""
        if card is self.card and (self.when is None or dealer.house[self.when]):
            dealer.wipe_out(seat, card)
