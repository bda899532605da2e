"""The seventh card of Stud-Jack's kind of game: down as usual, or up for a price.

Source: Stud-Jack (the seventh card); rulings J1 to J4, J9, J15, J16.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.rules.actions import FaceDown, FaceUp
from bot.rules.asks import SeventhAsk, ask
from bot.rules.chips import Chips
from bot.rules.events import TookDown
from bot.rules.house import BIG_BET, CHIPS_MAX, SMALL_BET, BadOption, Option, whole
from bot.rules.variant import Step

if TYPE_CHECKING:
    from bot.rules.asks import Script
    from bot.rules.chips import SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.house import HouseRules, Written
    from bot.rules.steps.deal import Exposed

__all__ = ["PRICE", "SeventhCard", "SeventhPrice"]


@dataclass(frozen=True, slots=True)
class SeventhPrice:
    """What a face-up seventh card costs: one bet of a size, or a fixed number of chips."""

    bet: Option[Chips] | None = None
    fixed: Chips = field(default=Chips(0))

    def chips(self, house: HouseRules) -> Chips:
        """The price in chips."""
        return self.fixed if self.bet is None else house[self.bet]


_SIZES: Final = {
    option.key: (SeventhPrice(option), words)
    for option, words in ((BIG_BET, "one big bet"), (SMALL_BET, "one small bet"))
}
_BOUNDS: Final = f"big_bet, small_bet, or fixed:N with N from 1 to {CHIPS_MAX:,}"


def _parse(written: object) -> SeventhPrice:
    if isinstance(written, str):
        if written in _SIZES:
            return _SIZES[written][0]
        if written.startswith("fixed:"):
            try:
                return SeventhPrice(
                    fixed=Chips(whole(written.removeprefix("fixed:"), 1, CHIPS_MAX))
                )
            except BadOption:
                pass  # what it can be is said below
    raise BadOption(f"price can be {_BOUNDS}.")


def _write(price: object) -> Written:
    assert isinstance(price, SeventhPrice)
    return f"fixed:{price.fixed}" if price.bet is None else price.bet.key


def _spell(price: object) -> str:
    assert isinstance(price, SeventhPrice)
    return f"{price.fixed:,} chips" if price.bet is None else _SIZES[price.bet.key][1]


PRICE: Final[Option[SeventhPrice]] = Option(
    key="price",
    label="Seventh card face up",
    why="What a player pays into the pot to have the seventh card dealt face up.",
    source="ruling J1 (the dealer announces it before the deal)",
    default=_SIZES[BIG_BET.key][0],
    parse=_parse,
    write=_write,
    spell=_spell,
    bounds=_BOUNDS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeventhCard(Step):
    """Each seat in turn takes its seventh card, and chooses right before it how.

    Full price or nothing: a seat with fewer chips is not asked, and gets the card face down.
    """

    exposed: Exposed | None = None
    """What a card bought face up does."""

    def play(self, dealer: Dealer) -> Script[None]:
        """Clockwise from the dealer's left, so that later seats have seen the earlier ones."""
        for seat in dealer.seats:
            choice = yield from self._choice(dealer, seat)
            if seat not in dealer.live:
                continue
            if not isinstance(choice, FaceUp):
                if choice is not None:
                    dealer.tell(TookDown(seat=seat))
                dealer.deal_down(seat)
                continue
            card = dealer.buy(seat, dealer.house[PRICE].chips(dealer.house))
            if self.exposed is not None:
                self.exposed.exposed(dealer, seat, card)

    def text(self, house: HouseRules) -> str:
        """The sentence of the rulebook."""
        price = house[PRICE].chips(house)
        return (
            f"One card face down, or face up for {price:,}: each player chooses in turn, right "
            "before the card."
        )

    def _choice(self, dealer: Dealer, seat: SeatNo) -> Script[FaceUp | FaceDown | None]:
        """How the seat wants its card; None if it cannot pay or is out."""
        price = dealer.house[PRICE].chips(dealer.house)
        while seat in dealer.live and dealer.stacks[seat] >= price:
            answer = yield from ask(SeventhAsk(seat=seat, price=price))
            if answer is not None:
                return answer
        return None
