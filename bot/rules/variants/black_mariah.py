"""Black Mariah: seven-card stud; the queen of spades face up wipes out the deal.

The high hand has one half of the pot, the highest spade in the hole the other.

Source: the game as many tables play it, under several names; ruling W13 chooses, W1 to W9 as in
Widow Jack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.house import BIG_BET, ODD_CHIP, SMALL_BET, OddChip
from bot.rules.shares import High, SpadeHalf
from bot.rules.steps import Ante, Bet, Deal, LowestBringsIn, Reveal, WipeOut
from bot.rules.steps.bring_in import THIRD_STREET
from bot.rules.steps.wipe_out import REANTE
from bot.rules.variant import Announcement, Street, Variant, between
from bot.rules.variants.stud_jack import SHOWING, STUD_OPTIONS, opens, ranking
from bot.rules.variants.widow_jack import FACE_UP, WIDOW, wipe_out

if TYPE_CHECKING:
    from bot.rules.house import HouseRules


def _odd_chip(house: HouseRules, _players: int) -> str:
    if house[ODD_CHIP] == OddChip.CLOCKWISE:
        return "Odd chip: high half, then first winner left of the dealer."
    return "Odd chip: high half, then the winner with the highest card, by suit."


VARIANT = Variant(
    key="black-mariah",
    command="blackmariah",
    title="Black Mariah",
    short_title="Black Mariah",
    source="Black Mariah as commonly played; ruling W13",
    accent=0x3A3F4B,
    seats=between(2, 7),
    ranking=ranking,
    shares=(High(), SpadeHalf()),
    options=(*STUD_OPTIONS, REANTE, ODD_CHIP),
    announcements=(
        Announcement(says=wipe_out, about=(REANTE,)),
        Announcement(says=lambda *_: "**Half the pot:** best poker hand."),
        Announcement(says=lambda *_: "**Half the pot:** highest spade in the hole, ace above all."),
        Announcement(says=lambda *_: "**No spade in any hole:** high takes all."),
        Announcement(says=opens, about=(THIRD_STREET,), fine=True),
        Announcement(says=_odd_chip, about=(ODD_CHIP,), fine=True),
    ),
    rulebook=(
        "The queen wipes out the deal at once. All pots stay, who has folded stays out, who is "
        "all-in stays in, and third street comes again with its bring-in (W2 to W7).",
        "Dealt face down, the queen of spades is a spade like any other (W13).",
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
        Street("seventh", "Seventh street", Deal(down=1), Bet(BIG_BET, SHOWING), Reveal()),
    ),
)
