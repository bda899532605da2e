"""Hands of the games with halves, as in the pictures of the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.asks import DrawAsk
from tests.ui.kit import BLACK_MARIAH, DRAW_DEUCEY, STUD_JACK, WIDOW_JACK, play

if TYPE_CHECKING:
    from bot.rules.hand import Hand

THREE = {"Ann": 510, "Ben": 510, "Cleo": 510}
FOUR = {"Ann": 200, "Ben": 200, "Cleo": 200, "Dov": 200}
FIVES = dict.fromkeys(("Ann", "Ben", "Cleo", "Dov"), 500)

STUD_DECK = "As 10c 8c Ad 10d 7d 4c 9s 2h  9h 3c 3s  8s 5h Jc  Ac 2d Kh  6c Qh 5d"
QUEEN_BOUGHT = STUD_DECK.replace("Qh", "Qs")
BUST_DECK = "10s 10c 8c Kd 6d 7d 4c 9s 2h  9h 3c 3s  8s 5h Jc  Ac 2d Kh  6c 9d 9c"
"""Everybody is bust with a third card face down; Ben's pair of nines is the best hand."""
SCOOP_DECK = "As 10c 8c Kd 9d 8d 4c 9s 8h  9h 9c 5s  8s 5h Jc  3d 2d Kh  6c Qh 5d"
"""Cleo has a full house and 21."""
OPENED = "cleo bring, ann raise 20, ben call, cleo call"
CALLED = "x bring, x call, x call"
CHECKED = "x check, " * 3
TO_SEVENTH = (OPENED, CHECKED, CHECKED, "ann bet 40, ben call, cleo call")
CHOSEN = "ann down, ben up, cleo down"

WIDOW_DECK = "3h 8c 3c 8s 4d 10c 4c Jd 9c 2d 7s Jh  9d 6h Qs"
AGAIN = "3h 8c 8s 4d 10c 4c  5c 2d 10h"
WIDOW_OPENED = "ben bring, cleo fold, dov raise 20, ann call, ben call"

DRAW_DECK = (
    "2s 9c Jd 8h 3d 9d 10c 8d 4h 5c 6h 7c Qd As 3h 2c Kh Ks Jh 10h  "  # dealt
    "6c Js 5d 2h 2d"  # drawn: two for Ann, one for Ben, two for Dov
)
BEFORE = "cleo raise 40, dov call"
BEFORE_ENDED = f"{BEFORE}, ann call, ben call"
DRAWN = "ann draw Qd Kh, ben draw As, cleo draw, dov draw 2c 10h"


def stud(*more: str, deck: str = STUD_DECK, **house: object) -> Hand:
    """Three players up to the seventh card, then these answers."""
    return play(THREE, deck, *TO_SEVENTH, *more, house=house, game=STUD_JACK)


def cheap(deck: str, *more: str, **house: object) -> Hand:
    """Three players who only call and check up to the seventh card, then these answers."""
    early = (CALLED, CHECKED, CHECKED, CHECKED)
    return play(THREE, deck, *early, *more, house=house, game=STUD_JACK)


def widow(*more: str, deck: str = f"{WIDOW_DECK} | {AGAIN}", **house: object) -> Hand:
    """Four players; on fourth street Dov is dealt the queen of spades."""
    return play(FOUR, deck, *more, house=house, game=WIDOW_JACK)


def bought() -> Hand:
    """The queen of spades is bought by Ben."""
    deck = f"{QUEEN_BOUGHT} | As 10c 8c Ad 10d 7d 4c 9s 2h"
    return play(THREE, deck, *TO_SEVENTH, "ann down, ben up", game=WIDOW_JACK)


def draw(*more: str, deck: str = DRAW_DECK, **house: object) -> Hand:
    """Four players with five cards each."""
    return play(FIVES, deck, *more, house=house, game=DRAW_DEUCEY)


def run_out() -> Hand:
    """Eight players who all draw two: the deck runs out, and is shuffled again."""
    eight = dict.fromkeys(("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana"), 500)
    draws: list[str] = []
    hand = play(eight, "", "x call, " * 7, "x check", game=DRAW_DEUCEY)
    while isinstance(hand.waiting, DrawAsk):
        draws.append("x draw " + " ".join(str(card) for card in hand.waiting.cards[:2]))
        hand = play(eight, "", "x call, " * 7, "x check", *draws, game=DRAW_DEUCEY)
    return hand


def mariah() -> Hand:
    """A showdown: three aces and the ace of spades for Ann."""
    return play(THREE, STUD_DECK, OPENED, *[CHECKED] * 4, game=BLACK_MARIAH)
