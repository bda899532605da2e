"""Blinds: two seats bet before the cards are dealt.

Source: Draw-Deucey ("a small blind and big blind posted before the deal"); rulings A5, D11, D14.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.chips import Chips
from bot.rules.house import CHIPS_MAX, chips_option
from bot.rules.steps.bet import Opening
from bot.rules.variant import Routine

if TYPE_CHECKING:
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Option

__all__ = ["BIG_BLIND", "SMALL_BLIND", "AfterBlinds", "Blinds"]


def _big_below_small(house: HouseRules) -> str | None:
    big, small = house[BIG_BLIND], house[SMALL_BLIND]
    return f"big_blind ({big:,}) cannot be below small_blind ({small:,})." if big < small else None


SMALL_BLIND: Final = chips_option(
    "small_blind",
    label="Small blind",
    why="What the first player left of the dealer bets before the cards are dealt.",
    source="rulings D11 and G27",
    default=Chips(10),
    most=CHIPS_MAX // 2,
)
BIG_BLIND: Final[Option[Chips]] = chips_option(
    "big_blind",
    label="Big blind",
    why="What the next player bets before the cards are dealt; it has to be called.",
    source="rulings D11 and G27",
    default=lambda house: max(Chips(20), house[SMALL_BLIND]),
    most=CHIPS_MAX // 2,  # so that the usual small bet, the same, and big bet can be written
    stakes=lambda house: f"blinds {house[SMALL_BLIND]:,}/{house[BIG_BLIND]:,}",
    conflict=_big_below_small,
)


@dataclass(frozen=True, slots=True)
class Blinds(Routine):
    """The blinds are posted; a short one is all-in for what it is."""

    def do(self, dealer: Dealer) -> None:
        """Take the blinds, the small one first. A seat all-in from an ante posts nothing."""
        posts = dealer.posts
        blinds = ((posts.small, SMALL_BLIND, "small"), (posts.big, BIG_BLIND, "big"))
        for seat, blind, which in blinds:
            if dealer.stacks[seat]:
                dealer.post(seat, dealer.house[blind], which)

    def text(self, house: HouseRules) -> str:
        """The sentence of the rulebook."""
        return (
            f"The first player left of the dealer posts {house[SMALL_BLIND]:,}, the next "
            f"{house[BIG_BLIND]:,}; of two players, the dealer posts the small blind."
        )


@dataclass(frozen=True, slots=True)
class AfterBlinds:
    """The first seat left of the big blind acts first; the big blind has to be matched in full.

    The big blind has an option: nobody has raised, and it may.
    """

    def begin(self, dealer: Dealer) -> Opening:
        """The next live seat after the big blind."""
        seats = (*dealer.clockwise_from(dealer.posts.big)[1:], dealer.posts.big)
        first = next(seat for seat in seats if seat in dealer.live)
        return Opening(
            seat=first, why="is the first left of the big blind", level=dealer.house[BIG_BLIND]
        )

    def text(self, house: HouseRules) -> str:
        """For the rulebook."""
        return (
            f"the first player left of the big blind acts first and has {house[BIG_BLIND]:,} to "
            "call; the big blind may raise"
        )
