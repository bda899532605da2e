"""Black Mariah: ruling W13."""

from __future__ import annotations

import pytest

from bot.rules.asks import Shuffle
from bot.rules.events import PotAwarded, Shown
from tests.rules.table_talk import MARIAH, hand_of

FREE = {"third_street": "high_card_may_check"}


def test_ruling_w13_the_highest_spade_in_the_hole_has_half_the_pot() -> None:
    house = {**FREE, "ante": 51}
    cards = {"A": "Ac Ad 2h 3h 9d 8s 9h", "B": "Ks 4c As 3c Jd 8h Th"}
    talk = hand_of(MARIAH, "A 51, B 51", house, **cards)

    # The ace of spades lies face up: it counts for the poker hand alone.
    assert talk.halves == [("high", 51, {"A": 51}), ("spade", 51, {"B": 51})]
    assert [share.why for share in talk.events(PotAwarded)[0].shares] == [
        "two pair aces and nines over ace high",
        "king of spades",
    ]
    assert [r.spelt for r in talk.events(Shown)[0].readings] == [
        "high: two pair aces and nines",
        "no spade in the hole",
    ]


@pytest.mark.parametrize(
    ("a", "b", "winner"), [("Js 4d", "9s", "A"), ("2s 4d", "9s", "B"), ("2s Js", "9s", "A")]
)
def test_ruling_w13_spades_in_the_hole_compare_by_rank(a: str, b: str, winner: str) -> None:
    cards = {"A": f"{a} 5h 6h 9d 8d 9h", "B": f"Kc 4c Ah 3c Jd 8h {b}"}
    talk = hand_of(MARIAH, "A 10, B 10", FREE, **cards)

    assert talk.halves[1] == ("spade", 10, {winner: 10})


def test_ruling_w13_without_a_spade_in_any_hole_high_takes_all() -> None:
    cards = {"A": "Ac Ad 2h 3h 9d 8s 9h", "B": "Kc 4c As 3c Jd 8h Th"}
    talk = hand_of(MARIAH, "A 10, B 10", FREE, **cards)

    assert talk.halves == [("high", 10, {"A": 10}), ("spade", 10, {"A": 10})]
    assert talk.events(PotAwarded)[0].shares[1].why == (
        "nobody has a spade in the hole: the high hand takes this half"
    )


def test_ruling_w13_the_queen_face_up_wipes_out_and_in_the_hole_is_a_spade() -> None:
    talk = hand_of(MARIAH, "A 10, B 10", FREE, A=". . Qs")
    assert isinstance(talk.hand.waiting, Shuffle)

    talk.deal(A="Qs 4d 5h 6h 9d 8d 9h", B="Kc 4c Ah 3c Jd 8h Js")

    assert talk.halves[1] == ("spade", 10, {"A": 10})
