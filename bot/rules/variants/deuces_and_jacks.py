"""Deuces & Jacks & the Man with the Axe: stud with nine wild cards and a trap for the rich.

Twos, jacks and the king of diamonds are wild. A wild card or a seven dealt face up costs its
owner chips, and a pair of real sevens beats everything, five aces included.

Source: OPR-668. Rulings X1 to X19 settle what it leaves open.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.rules.cards import Rank, parse_cards
from bot.rules.chips import Chips
from bot.rules.house import (
    ANTE,
    BIG_BET,
    ODD_CHIP,
    RAISE_CAP,
    SMALL_BET,
    OddChip,
    choice_option,
    price_option,
)
from bot.rules.ranking import HighRanking, NaturalPairTie
from bot.rules.shares import High
from bot.rules.steps import Ante, Bet, Deal, ExposedPayments, HighestShowing, Reveal
from bot.rules.variant import Announcement, Street, Variant, between

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.house import HouseRules

WILDS = frozenset(parse_cards("2c 2d 2h 2s Jc Jd Jh Js Kd"))

PAY_WILD = price_option(
    "pay_wild",
    antes=1,
    label="Wild card face up",
    why="What a player pays into the pot for each wild card dealt to them face up.",
    source="OPR-668 art. 3.1; ruling X12",
)
PAY_SEVEN = price_option(
    "pay_seven",
    antes=5,
    label="Seven face up",
    why="What a player pays into the pot for each seven dealt to them face up.",
    source="OPR-668 art. 3.2; ruling X12",
)
SEVENS_TIE = choice_option(
    "sevens_tie",
    (
        (NaturalPairTie.SPLIT, "split", "They share the pot"),
        (NaturalPairTie.KICKERS, "kickers", "The three best other cards decide"),
        (NaturalPairTie.ORDINARY, "ordinary", "The best ordinary hand decides"),
    ),
    label="Two natural pairs of sevens",
    why="The source leaves this tie open and has the dealer announce it before the deal.",
    source="OPR-668 art. 4.3; ruling X5",
)


def price(house: HouseRules, card: Card) -> Chips:
    """What a card dealt face up costs. Source: OPR-668 art. 3; ruling X12."""
    if card in WILDS:
        return house[PAY_WILD].chips(house[ANTE])
    if card.rank is Rank.SEVEN:
        return house[PAY_SEVEN].chips(house[ANTE])
    return Chips(0)


def ranking(house: HouseRules) -> HighRanking:
    """Nine wild cards, and the natural pair of sevens on top. Source: OPR-668 art. 1.2 to 1.5."""
    return _ranking(house[SEVENS_TIE])


@cache  # a ranking is costly to make, and asked for at every view
def _ranking(tie: NaturalPairTie) -> HighRanking:
    return HighRanking(wilds=WILDS, natural_pair=Rank.SEVEN, natural_pair_tie=tie)


def _costs(house: HouseRules, _players: int) -> str:
    wild, seven = (house[option].chips(house[ANTE]) for option in (PAY_WILD, PAY_SEVEN))
    if not wild and not seven:
        return "**Cards dealt face up cost nothing.**"
    return f"**Dealt face up, you pay:** wild card {wild:,}, seven {seven:,}."


def _tie(house: HouseRules, _players: int) -> str:
    match house[SEVENS_TIE]:
        case NaturalPairTie.SPLIT:
            return "Two such pairs **split**."
        case NaturalPairTie.KICKERS:
            return "Two such pairs: **the three best other cards decide**, a wild card as an ace."
        case NaturalPairTie.ORDINARY:
            return "Two such pairs: **the best ordinary hand decides**."


def _odd_chip(house: HouseRules, _players: int) -> str:
    if house[ODD_CHIP] == OddChip.CLOCKWISE:
        return "Odd chip: first winner left of the dealer."
    return "Odd chip: the winner with the highest card, by suit."


def _short_deck(_house: HouseRules, players: int) -> str | None:
    if players < 8:
        return None
    return "If the deck runs short, one seventh card face up is shared by all."


PAYMENTS = ExposedPayments(price)
SHOWING = HighestShowing()
FACE_UP = Deal(up=1, exposed=PAYMENTS)

VARIANT = Variant(
    key="deuces-and-jacks",
    command="axe",
    title="Deuces & Jacks & the Man with the Axe",
    short_title="Deuces & Jacks",
    source="OPR-668",
    accent=0xC4472F,
    seats=between(2, 8),
    wilds=WILDS,
    wilds_in_words="twos, jacks and the king of diamonds",
    ranking=ranking,
    shares=(High(),),
    options=(ANTE, SMALL_BET, BIG_BET, RAISE_CAP, PAY_WILD, PAY_SEVEN, SEVENS_TIE, ODD_CHIP),
    announcements=(
        Announcement(says=lambda *_: "**Wild:** twos, jacks and K♦\ufe0e, the man with the axe."),
        Announcement(says=_costs, about=(ANTE, PAY_WILD, PAY_SEVEN)),
        Announcement(
            says=lambda *_: "**Natural pair of sevens beats everything;** five of a kind is next."
        ),
        Announcement(says=_tie, about=(SEVENS_TIE,)),
        Announcement(
            says=lambda *_: "Payments go to the pot of those who still have chips.", fine=True
        ),
        Announcement(says=lambda *_: "Highest hand showing opens, wilds counted.", fine=True),
        Announcement(says=_odd_chip, about=(ODD_CHIP,), fine=True),
        Announcement(says=_short_deck, fine=True),
    ),
    rulebook=(
        "A pair of sevens made of two real sevens beats every other hand, whatever else is held; "
        "a seven with a wild card is an ordinary pair (OPR-668 art. 1.4; X1 to X4).",
        "A payment is made the moment the card falls. It is no part of a bet: nobody calls it. "
        "Who cannot pay in full gives what is there and stays in (X9, X10).",
        "Suits never break a tie between hands; equal hands share (OPR-668 art. 4.2).",
    ),
    streets=(
        Street(
            "third",
            "Third street",
            Ante(),
            Deal(down=2, up=1, exposed=PAYMENTS),
            Bet(SMALL_BET, SHOWING),
        ),
        Street("fourth", "Fourth street", FACE_UP, Bet(SMALL_BET, SHOWING)),
        Street("fifth", "Fifth street", FACE_UP, Bet(BIG_BET, SHOWING)),
        Street("sixth", "Sixth street", FACE_UP, Bet(BIG_BET, SHOWING)),
        Street("seventh", "Seventh street", Deal(down=1), Bet(BIG_BET, SHOWING), Reveal()),
    ),
)
