"""Widow Jack: Stud-Jack in which the queen of spades, dealt face up, wipes out the deal.

Source: Stud-Jack rules, "Widow Jack". Rulings W1 to W11 settle the rest: nothing else changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import Card
from bot.rules.house import BIG_BET, ODD_CHIP, SMALL_BET
from bot.rules.steps import Ante, Bet, Deal, LowestBringsIn, Reveal, SeventhCard, WipeOut
from bot.rules.steps.wipe_out import REANTE, WIPE_ON_BOUGHT_SEVENTH
from bot.rules.variant import Announcement, Street, Variant, between
from bot.rules.variants.stud_jack import (
    ANNOUNCEMENTS,
    JACK_OPTIONS,
    RULEBOOK,
    SHARES,
    SHOWING,
    STUD_OPTIONS,
    ranking,
)

if TYPE_CHECKING:
    from bot.rules.house import HouseRules

WIDOW: Final = Card.parse("Qs")


def wipe_out(house: HouseRules, _players: int) -> str:
    """What the queen does, and who is dealt again. Source: rulings W1 to W6."""
    ante = "who has chips antes again" if house[REANTE] else "no new ante"
    return (
        f"**{WIDOW.sign} dealt face up wipes out the deal.** The pot stays. Who has not folded "
        f"is dealt again from a fresh deck, all-in or not; {ante}."
    )


def _bought(house: HouseRules, _players: int) -> str:
    if house[WIPE_ON_BOUGHT_SEVENTH]:
        return "In the hole she is an ordinary ten; bought face up she wipes out too."
    return "In the hole, or bought face up on seventh street, she is an ordinary card."


FACE_UP: Final = Deal(up=1, exposed=WipeOut(WIDOW))

VARIANT = Variant(
    key="widow-jack",
    command="widowjack",
    title="Widow Jack",
    short_title="Widow Jack",
    source="Stud-Jack rules, Widow Jack",
    accent=0x7B4FB0,
    seats=between(2, 7),
    ranking=ranking,
    shares=SHARES,
    options=(*STUD_OPTIONS, *JACK_OPTIONS, WIPE_ON_BOUGHT_SEVENTH, REANTE, ODD_CHIP),
    announcements=(
        Announcement(says=wipe_out, about=(REANTE,)),
        Announcement(says=_bought, about=(WIPE_ON_BOUGHT_SEVENTH,)),
        *ANNOUNCEMENTS,
    ),
    rulebook=(
        "The queen wipes out the deal at once: whoever comes later on that street gets no card, "
        "and there is no betting. Prices stay in the pot; third street comes again, with its "
        "bring-in and its raises (W2, W3, W7).",
        "Who has folded stays out until the pot is won. Who is all-in stays in for the same pots "
        "(W4, W6).",
        *RULEBOOK,
    ),
    streets=(
        Street(
            "third",
            "Third street",
            Ante(again=REANTE),
            Deal(down=2, up=1, exposed=WipeOut(WIDOW)),
            Bet(SMALL_BET, LowestBringsIn()),
        ),
        Street("fourth", "Fourth street", FACE_UP, Bet(SMALL_BET, SHOWING)),
        Street("fifth", "Fifth street", FACE_UP, Bet(BIG_BET, SHOWING)),
        Street("sixth", "Sixth street", FACE_UP, Bet(BIG_BET, SHOWING)),
        Street(
            "seventh",
            "Seventh street",
            SeventhCard(exposed=WipeOut(WIDOW, when=WIPE_ON_BOUGHT_SEVENTH)),
            Bet(BIG_BET, SHOWING),
            Reveal(),
        ),
    ),
)
