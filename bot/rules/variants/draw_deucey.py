"""Draw-Deucey Single Draw: five cards, one draw of two at most, and a low that has to qualify.

The best poker hand has one half of the pot; the best deuce-to-seven low of jack or lower the
other.

Source: Draw-Deucey Single Draw. Rulings D1 to D18 settle what it leaves open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.rules.chips import Chips
from bot.rules.house import (
    ANTE,
    BIG_BET,
    ODD_CHIP,
    RAISE_CAP,
    SMALL_BET,
    OddChip,
    choice_option,
)
from bot.rules.ranking import HighRanking
from bot.rules.shares import High, LowHalf
from bot.rules.steps import (
    AfterBlinds,
    Ante,
    Bet,
    Blinds,
    ChangeCards,
    Deal,
    LeftOfDealer,
    Reveal,
)
from bot.rules.steps.blinds import BIG_BLIND, SMALL_BLIND
from bot.rules.variant import Announcement, Street, Variant, between

if TYPE_CHECKING:
    from bot.rules.house import HouseRules, Option

CARDS_CHANGED_MAX: Final = 2

WHEEL_FOR_HIGH: Final[Option[bool]] = choice_option(
    "wheel_for_high",
    (
        (True, "straight", "A straight, as anywhere else"),
        (False, "ace_high", "Ace high, and no straight"),
    ),
    label="A-2-3-4-5 for high",
    why="It is never a low; the source can be read as denying it the straight as well.",
    source="Draw-Deucey, strategy tips; ruling D6",
)


def _limit(house: HouseRules) -> str:
    return f"fixed limit {house[SMALL_BET]:,}, after the draw {house[BIG_BET]:,}"


NO_ANTE: Final = replace(ANTE, default=Chips(0), source="rulings D13 and G1")
BLIND_SIZED_BET: Final = replace(
    SMALL_BET,
    why="The size of a bet and of a raise before the draw; usually the big blind.",
    source="rulings D14 and G27",
    default=lambda house: house[BIG_BLIND],
    stakes=_limit,
)
_RANKINGS: Final = {wheel: HighRanking(wheel=wheel) for wheel in (True, False)}


def ranking(house: HouseRules) -> HighRanking:
    """No wild cards."""
    return _RANKINGS[house[WHEEL_FOR_HIGH]]


def _wheel(house: HouseRules, _players: int) -> str:
    if house[WHEEL_FOR_HIGH]:
        return "**A-2-3-4-5** is a straight, never a low."
    return "**A-2-3-4-5** is ace high, neither a straight nor a low."


def _odd_chip(house: HouseRules, _players: int) -> str:
    if house[ODD_CHIP] == OddChip.CLOCKWISE:
        return "Odd chip: high half, then first winner left of the dealer."
    return "Odd chip: high half, then the winner with the highest card, by suit."


def _short_deck(_house: HouseRules, players: int) -> str | None:
    if players < 8:
        return None
    return "If the deck runs short, it is shuffled with what others threw away."


VARIANT = Variant(
    key="draw-deucey",
    command="drawdeucey",
    title="Draw-Deucey Single Draw",
    short_title="Draw-Deucey",
    source="Draw-Deucey Single Draw",
    accent=0x3579C8,
    seats=between(2, 8),
    ranking=ranking,
    shares=(High(), LowHalf()),
    options=(
        NO_ANTE,
        SMALL_BLIND,
        BIG_BLIND,
        BLIND_SIZED_BET,
        BIG_BET,
        RAISE_CAP,
        WHEEL_FOR_HIGH,
        ODD_CHIP,
    ),
    announcements=(
        Announcement(says=lambda *_: f"**Change up to {CARDS_CHANGED_MAX} cards,** once."),
        Announcement(says=lambda *_: "**Half the pot:** best poker hand."),
        Announcement(
            says=lambda *_: (
                "**Half the pot:** best low. Five different ranks, jack or lower, no "
                "straight, no flush; 7-5-4-3-2 is best."
            )
        ),
        Announcement(says=lambda *_: "**No low:** high takes all."),
        Announcement(says=_wheel, about=(WHEEL_FOR_HIGH,)),
        Announcement(says=lambda *_: "Left of the dealer changes first.", fine=True),
        Announcement(says=_odd_chip, about=(ODD_CHIP,), fine=True),
        Announcement(says=_short_deck, fine=True),
    ),
    rulebook=(
        "Lows compare from the top card down, and the lower one wins; suits make no difference. "
        "Aces are high, so there is no ace in a low (D5 to D8).",
        "How many cards you change is public; which ones is not, and they do not come back. Who "
        "is all-in changes cards like everybody (D2 to D4, D16).",
        "Cards speak: nobody declares. Every pot is split on its own, among its own players "
        "(D9, G17).",
    ),
    streets=(
        Street(
            "before the draw",
            "Before the draw",
            Ante(),
            Blinds(),
            Deal(down=5),
            Bet(SMALL_BET, AfterBlinds()),
        ),
        Street("draw", "The draw", ChangeCards(most=CARDS_CHANGED_MAX)),
        Street("after the draw", "After the draw", Bet(BIG_BET, LeftOfDealer()), Reveal()),
    ),
)
