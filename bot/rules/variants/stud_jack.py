"""Stud-Jack: seven-card stud for one half of the pot, blackjack in the hole for the other.

The seventh card comes face down, as a hit that one has to take, unless its owner pays to have it
face up; then it counts for the poker hand alone.

Source: Stud-Jack rules. Rulings J1 to J16 settle what they leave open, S6 the bring-in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.house import ANTE, BIG_BET, ODD_CHIP, RAISE_CAP, SMALL_BET, OddChip
from bot.rules.ranking import HighRanking
from bot.rules.shares import ALL_BUST, TWO_CARD_21, BlackjackHalf, High
from bot.rules.steps import Ante, Bet, Deal, HighestShowing, LowestBringsIn, Reveal, SeventhCard
from bot.rules.steps.bring_in import BRING_IN, SMALL_BET_AND_BRING_IN, THIRD_STREET
from bot.rules.steps.buy import PRICE
from bot.rules.variant import Announcement, Street, Variant, between

if TYPE_CHECKING:
    from bot.rules.house import HouseRules

STUD_OPTIONS: Final = (ANTE, SMALL_BET_AND_BRING_IN, BIG_BET, BRING_IN, RAISE_CAP, THIRD_STREET)
"""The stakes of seven-card stud."""
JACK_OPTIONS: Final = (PRICE, TWO_CARD_21, ALL_BUST)
"""What the dealer of Stud-Jack has to announce."""
SHARES: Final = (High("poker"), BlackjackHalf())

_RANKING: Final = HighRanking()


def ranking(_house: HouseRules) -> HighRanking:
    """No wild cards."""
    return _RANKING


def _price(house: HouseRules, _players: int) -> str:
    price = house[PRICE].chips(house)
    return (
        f"**Seventh card face up: {price:,},** paid to the pot; it counts for poker only. "
        "You choose in turn."
    )


def _ties(house: HouseRules, _players: int) -> str:
    if house[TWO_CARD_21]:
        return "**Ties share,** but a 21 in two cards beats one in three."
    return "**Ties share.** A 21 is a 21, in two cards or three."


def _all_bust(house: HouseRules, _players: int) -> str:
    if house[ALL_BUST]:
        return "**All bust:** the lowest total over 21 takes the blackjack half."
    return "**All bust:** best poker hand takes both halves."


def opens(house: HouseRules, _players: int) -> str:
    """Who begins third street."""
    if house[THIRD_STREET]:
        return "Lowest up-card brings it in."
    return "Highest up-card opens, and may check."


def odd_chip(house: HouseRules, _players: int) -> str:
    """Where a chip goes that does not divide. Source: rulings G13, G14."""
    if house[ODD_CHIP] == OddChip.CLOCKWISE:
        return "Odd chip: poker half, then first winner left of the dealer."
    return "Odd chip: poker half, then the winner with the highest card, by suit."


ANNOUNCEMENTS: Final = (
    Announcement(says=lambda *_: "**Half the pot:** best poker hand."),
    Announcement(
        says=lambda *_: "**Half the pot:** best blackjack of the face-down cards, 21 at most."
    ),
    Announcement(says=_price, about=(BIG_BET, PRICE)),
    Announcement(says=_ties, about=(TWO_CARD_21,)),
    Announcement(says=_all_bust, about=(ALL_BUST,)),
    Announcement(says=opens, about=(THIRD_STREET,), fine=True),
    Announcement(says=lambda *_: "Choosing starts left of the dealer.", fine=True),
    Announcement(says=odd_chip, about=(ODD_CHIP,), fine=True),
)
RULEBOOK: Final = (
    "Aces count 1 or 11, as suits the holder; kings, queens and jacks count 10. Cards dealt face "
    "up on fourth to sixth street never count for blackjack (J5, J6, J14).",
    "Who has not the full price takes the seventh card face down. The price is no part of a bet; "
    "it goes to the pot of those who still have chips (J2, J4, J9).",
    "Every pot is halved on its own, among its own players. A bust hand stays in for the poker "
    "half, and one player may win both (J10, J11).",
)

SHOWING: Final = HighestShowing()

VARIANT = Variant(
    key="stud-jack",
    command="studjack",
    title="Stud-Jack",
    short_title="Stud-Jack",
    source="Stud-Jack rules (Ken McKenzie, Dave Kinney)",
    accent=0x2E9E6B,
    seats=between(2, 7),
    ranking=ranking,
    shares=SHARES,
    options=(*STUD_OPTIONS, *JACK_OPTIONS, ODD_CHIP),
    announcements=ANNOUNCEMENTS,
    rulebook=RULEBOOK,
    streets=(
        Street(
            "third", "Third street", Ante(), Deal(down=2, up=1), Bet(SMALL_BET, LowestBringsIn())
        ),
        Street("fourth", "Fourth street", Deal(up=1), Bet(SMALL_BET, SHOWING)),
        Street("fifth", "Fifth street", Deal(up=1), Bet(BIG_BET, SHOWING)),
        Street("sixth", "Sixth street", Deal(up=1), Bet(BIG_BET, SHOWING)),
        Street("seventh", "Seventh street", SeventhCard(), Bet(BIG_BET, SHOWING), Reveal()),
    ),
)
