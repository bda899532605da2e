"""The bring-in: the lowest up-card has to open the betting of third street.

Source: Stud-Jack ("antes, the bring-in and the betting limits are the same as in seven-card
stud"); rulings A1, S6, G22.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.rules.chips import Chips
from bot.rules.house import SMALL_BET, chips_option, choice_option
from bot.rules.steps.bet import HighestShowing, Opening

if TYPE_CHECKING:
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option

__all__ = ["BRING_IN", "SMALL_BET_AND_BRING_IN", "THIRD_STREET", "LowestBringsIn"]


def _above_small_bet(house: HouseRules) -> str | None:
    bring_in, small = house[BRING_IN], house[SMALL_BET]
    if bring_in <= small:
        return None
    return f"bring_in ({bring_in:,}) cannot be above small_bet ({small:,})."


def _in_stakes(house: HouseRules) -> str:
    assert SMALL_BET.stakes is not None
    limit = SMALL_BET.stakes(house)
    return f"bring-in {house[BRING_IN]:,} \u00b7 {limit}" if house[THIRD_STREET] else limit


BRING_IN: Final = chips_option(
    "bring_in",
    label="Bring-in",
    why="What the lowest card showing has to put in to open third street.",
    source="rulings G27 and S6",
    default=lambda house: Chips(max(1, house[SMALL_BET] // 2)),
    conflict=_above_small_bet,
)
THIRD_STREET: Final[Option[bool]] = choice_option(
    "third_street",
    (
        (True, "bring_in", "The lowest card brings it in"),
        (False, "high_card_may_check", "The highest card opens, and may check"),
    ),
    label="Third street",
    why="Tables at home often let the highest card begin, and force nobody to bet.",
    source="rulings A1 and S6",
)
SMALL_BET_AND_BRING_IN: Final = replace(SMALL_BET, stakes=_in_stakes)
"""The small bet of a game with a bring-in: it names both in the line of stakes."""


@dataclass(frozen=True, slots=True)
class LowestBringsIn:
    """The lowest up-card brings it in, clubs below diamonds, hearts and spades; aces are high.

    If its owner is all-in from the ante, the next seat clockwise with chips takes over.
    """

    def begin(self, dealer: Dealer) -> Opening:
        """The lowest card still in; or by house rule the highest hand, with nothing forced."""
        if not dealer.house[THIRD_STREET]:
            return HighestShowing().begin(dealer)
        lowest = min(dealer.live, key=lambda seat: dealer.showing(seat)[0])
        return Opening(
            seat=lowest, why="has the lowest card showing", bring_in=dealer.house[BRING_IN]
        )

    def text(self, house: HouseRules) -> str:
        """For the rulebook."""
        if not house[THIRD_STREET]:
            return HighestShowing().text(house)
        return f"the lowest card showing brings it in for {house[BRING_IN]:,}, or completes"
