"""Draw-Deucey: worked examples S3, S4, S12, D9, D14 to D19, rulings D1 to D17, field P5, K2."""

from __future__ import annotations

import pytest

from bot.rules.asks import DrawAsk, Shuffle
from bot.rules.cards import DECK, parse_cards
from bot.rules.events import BlindPosted, Discarded, Drew, PotAwarded, Raised, Reshuffled
from tests.rules.table_talk import DEUCEY, Talk, hand_of

THREE = "A 500, B 500, C 500"
D9 = {"A": "2s 3d 4h Qd Kh", "B": "As Ad 5c 5d 9h", "C": "Ts Th 8c 8d 7h"}


def at_draw(stacks: str = THREE, board: str = "6c Js", **cards: str) -> Talk:
    return hand_of(DEUCEY, stacks, board=board, **(cards or D9)).cheaply(until="draw")


# The blinds.


def test_ruling_d11_the_first_two_seats_post_and_the_next_acts() -> None:
    talk = hand_of(DEUCEY, THREE)

    assert [(e.seat, e.amount, e.which) for e in talk.events(BlindPosted)] == [
        (0, 10, "small"),
        (1, 20, "big"),
    ]
    assert (talk.turn, talk.legal) == ("C", "call 20, raise 40, fold")


def test_field_o2_the_big_blind_has_its_option() -> None:
    talk = hand_of(DEUCEY, THREE).play("C fold, A call")

    assert (talk.turn, talk.legal) == ("B", "check, raise 40, fold")
    assert talk.play("B raise 40").turn == "A"


def test_field_o2_a_big_blind_that_checks_ends_the_round() -> None:
    assert hand_of(DEUCEY, THREE).play("C call, A call, B check").hand.street == "draw"


def test_ruling_g7_the_big_blind_counts_as_the_bet() -> None:
    talk = hand_of(DEUCEY, THREE).play("C raise 40, A raise 60, B raise 80")

    assert talk.legal == "call 40, fold"


def test_example_d19_heads_up_the_dealer_has_the_small_blind() -> None:
    house = {"small_blind": 5, "big_blind": 10}
    talk = hand_of(DEUCEY, "A 500, B 500", house)

    assert [(e.seat, e.amount) for e in talk.events(BlindPosted)] == [(1, 5), (0, 10)]
    assert (talk.turn, talk.legal) == ("B", "call 5, raise 20, fold")
    talk.play("B call, A check")
    assert talk.turn == "A"
    talk.play("A draw, B draw")
    assert (talk.turn, talk.legal) == ("A", "check, bet 20, fold")


def test_field_p5_a_short_big_blind_is_called_in_full_and_asked_nothing() -> None:
    talk = hand_of(DEUCEY, "A 1, B 500", {"small_blind": 1, "big_blind": 2})

    assert (talk.turn, talk.legal) == ("B", "call 1, fold")
    talk.play("B call")
    assert talk.returned == [("B", 1)]
    assert talk.turn == "A"  # to draw: an all-in player changes cards too
    assert talk.play("A draw, B draw").hand.over


def test_ruling_d11_a_short_blind_is_all_in_and_the_others_owe_the_full_amount() -> None:
    talk = hand_of(DEUCEY, "A 500, B 5, C 500")

    assert talk.events(BlindPosted)[1].all_in
    assert talk.legal == "call 20, raise 40, fold"
    talk.play("C call, A call")
    assert talk.pots == [(15, "ABC"), (30, "AC")]


def test_ruling_d11_a_short_small_blind_that_is_all_in_is_not_asked() -> None:
    talk = hand_of(DEUCEY, "A 5, B 500, C 500").play("C call")

    assert (talk.turn, talk.legal) == ("B", "check, raise 40, fold")


def test_field_p4_a_raise_that_all_fold_to_goes_back_with_the_blinds_won() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500").play("B raise 40, A fold")

    assert talk.stacks == {"A": 480, "B": 520}


def test_an_ante_comes_before_the_blinds_and_is_not_part_of_the_bet() -> None:
    talk = hand_of(DEUCEY, "A 500, B 500, C 10", {"ante": 10})

    assert talk.view().pot == 60
    assert talk.turn == "A"
    assert talk.legal == "call 10, raise 40, fold"


def test_a_small_bet_above_the_big_blind_completes_it() -> None:
    talk = hand_of(DEUCEY, THREE, {"small_bet": 30}).play("C raise 30")

    assert talk.events(Raised)[0].completes
    assert talk.legal == "call 20, raise 60, fold"


def test_a_big_blind_that_is_all_in_from_the_ante_posts_nothing() -> None:
    talk = hand_of(DEUCEY, "A 500, B 10, C 500", {"ante": 10})

    assert [e.seat for e in talk.events(BlindPosted)] == [0]
    assert (talk.turn, talk.legal) == ("C", "call 20, raise 40, fold")


def test_the_blinds_are_part_of_the_pot_of_their_street() -> None:
    talk = hand_of(DEUCEY, THREE)

    assert (talk.view().streets[0].pot, talk.view().streets[0].pot_after) == (0, 30)
    assert talk.play("C call").view().streets[0].pot_after == talk.view().pot == 50


# The draw.


def test_example_d9_two_cards_are_changed_for_a_low() -> None:
    talk = at_draw()

    talk.play("A draw Qd Kh")

    assert [(r.half, r.phrase) for r in talk.view("A").readings] == [
        ("high", "jack high"),
        ("low", "jack-six-four-three-two"),
    ]
    assert talk.view("A").discards == parse_cards("Qd Kh")
    assert talk.view("A").drawn == parse_cards("6c Js")
    assert talk.view("A").seats[0].down == parse_cards("2s 3d 4h 6c Js")


def test_before_the_draw_the_reading_says_why_there_is_no_low() -> None:
    assert at_draw().view("A").readings[1].phrase == "no low: the queen and the king are too high"
    assert at_draw().view("B").readings[1].phrase == "no low: the ace is too high"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("A draw Qd Kh 4h", "You can change at most 2 cards."),
        ("A draw Qd Qd", "You hold the queen of diamonds only once."),
        ("A draw As", "You do not hold the ace of spades."),
        ("A check", "Change up to 2 cards, or stand pat."),
        ("B draw", "It is A's turn."),
    ],
)
def test_example_d14_a_draw_that_cannot_be_is_refused(words: str, sentence: str) -> None:
    assert at_draw().refusal(words) == sentence


def test_example_d15_a_pat_hand_is_unchanged() -> None:
    talk = at_draw().play("A draw")

    assert talk.view("A").seats[0].down == parse_cards(D9["A"])
    assert talk.view().seats[0].drew == 0
    assert talk.events(Drew)[0].text(lambda seat: "ABC"[seat]) == "A stands pat."


def test_ruling_d2_the_count_is_public_and_the_cards_are_not() -> None:
    talk = at_draw().play("A draw Qd Kh")

    assert talk.view().seats[0].drew == 2
    assert talk.view().seats[1].drew is None
    assert talk.events(Discarded)[0].audience == talk.seat("A")
    for other in (None, "B"):
        view = talk.view(other)
        assert (view.discards, view.drawn) == ((), ())
        told = {card for street in view.streets for e in street.events for card in e.cards}
        assert not told & set(parse_cards("Qd Kh 6c Js"))


def test_the_question_shows_its_cards_to_the_drawing_seat_alone() -> None:
    talk = at_draw()

    (own, other, channel) = (talk.view(who).waiting for who in ("A", "B", None))
    assert isinstance(own, DrawAsk)
    assert own.cards == parse_cards(D9["A"])
    assert isinstance(other, DrawAsk)
    assert isinstance(channel, DrawAsk)
    assert (other.cards, channel.cards) == ((), ())
    assert "Qd" not in repr(own)


def test_ruling_d4_an_all_in_player_changes_cards() -> None:
    talk = hand_of(DEUCEY, "A 500, B 20, C 500", board="6c Js", **D9).play("C call, A call")

    talk.play("A draw")
    assert talk.turn == "B"
    assert talk.play("B draw 9h").view().seats[1].drew == 1


def test_ruling_d17_all_in_before_the_draw_there_is_a_draw() -> None:
    talk = hand_of(DEUCEY, "A 20, B 20", board="6c Js", **{k: D9[k] for k in "AB"}).play("B call")

    talk.play("A draw Qd Kh, B draw")

    assert talk.halves == [("high", 20, {"B": 20}), ("low", 20, {"A": 20})]


def test_ruling_g25_a_seat_that_left_all_in_stands_pat() -> None:
    talk = hand_of(DEUCEY, "A 500, B 20, C 500", **D9).play("C call, A call, B leave")

    talk.play("A draw")

    assert talk.turn == "C"
    assert talk.view().seats[1].drew == 0


def test_a_leave_during_the_draw_keeps_the_question() -> None:
    talk = at_draw()
    question = talk.hand.question

    talk.play("B leave")

    assert (talk.turn, talk.hand.question) == ("A", question)
    assert talk.play("A draw").turn == "C"


def test_example_d18_seven_players_are_never_short() -> None:
    talk = hand_of(DEUCEY, ", ".join(f"{name} 500" for name in "ABCDEFG"))
    _draw_two_each(talk)

    assert talk.events(Reshuffled) == []


def _draw_two_each(talk: Talk) -> None:
    talk.cheaply(until="draw")
    while isinstance(talk.hand.waiting, DrawAsk):
        cards = talk.hand.waiting.cards[:2]
        talk.play(f"{talk.turn} draw {' '.join(map(str, cards))}")


def eight() -> Talk:
    talk = hand_of(DEUCEY, ", ".join(f"{name} 500" for name in "ABCDEFGH"))
    _draw_two_each(talk)
    return talk


def test_field_k2_eight_drawers_of_two_get_the_discards_of_others() -> None:
    talk = eight()

    # 40 cards dealt, 12 for six drawers: the seventh finds an empty deck.
    assert isinstance(talk.hand.waiting, Shuffle)
    thrown = {e.seat: set(e.cards) for e in talk.events(Discarded)}
    assert set(talk.hand.waiting.cards) == set.union(*(thrown[seat] for seat in range(6)))  # type: ignore[index]
    talk.hand.shuffle(talk.hand.waiting.cards)
    assert not set(talk.view("G").drawn) & thrown[talk.seat("G")]
    cards = talk.view("H").seats[7].down[:2]
    talk.play(f"H draw {' '.join(map(str, cards))}")
    assert talk.hand.street == "after the draw"
    assert [len(deck) for deck in talk.hand.decks] == [52, 12]
    assert talk.hand.deal == 1
    held = [c for name in "ABCDEFGH" for c in talk.view(name).seats[talk.seat(name)].down]
    assert len(set(held)) == 40


def test_ruling_d3_folded_hands_are_shuffled_in_too() -> None:
    talk = hand_of(DEUCEY, ", ".join(f"{name} 500" for name in "ABCDEFGH"))
    talk.cheaply(until="draw")
    for name in "ABCDEF":
        cards = talk.view(name).seats[talk.seat(name)].down[:2]
        talk.play(f"{name} draw {' '.join(map(str, cards))}")
    folded = set(talk.view("H").seats[7].down)
    talk.play("H leave")
    cards = talk.view("G").seats[6].down[:2]

    talk.play(f"G draw {' '.join(map(str, cards))}")

    assert isinstance(talk.hand.waiting, Shuffle)
    asked = set(talk.hand.waiting.cards)
    assert folded <= asked
    assert talk.view("H").seats[7].down == ()
    assert not set(cards) & asked
    assert len(asked) == 12 + 5
    assert len(DECK) - len(asked) == 6 * 5 + 3 + 2


def test_ruling_d16_a_draw_is_final() -> None:
    talk = at_draw().play("A draw Qd")

    assert talk.refusal("A draw Kh") == "It is B's turn."


# The two halves.


def test_example_s12_without_a_low_the_high_hand_takes_all() -> None:
    house = {"ante": 20, "small_blind": 20, "big_blind": 20}
    cards = {"A": "Qc 7d 6h 4s 2c", "B": "As 5d 4h 3s 2d"}
    talk = hand_of(DEUCEY, "A 500, B 500", house, **cards)
    talk.play("B check, A check")
    talk.play("A draw, B draw").check_down()

    assert talk.halves == [("high", 40, {"B": 40}), ("low", 40, {"B": 40})]
    assert talk.events(PotAwarded)[0].shares[1].why == (
        "nobody has a low: the high hand takes this half"
    )


@pytest.mark.parametrize(("wheel", "winner"), [("straight", "A"), ("ace_high", "B")])
def test_ruling_d6_the_wheel_for_high(wheel: str, winner: str) -> None:
    cards = {"A": "As 5d 4h 3s 2d", "B": "Kc Kd 6h 4s 2c"}
    talk = hand_of(DEUCEY, "A 20, B 20", {"wheel_for_high": wheel}, **cards)
    talk.play("B call, A draw, B draw")

    assert talk.halves == [("high", 20, {winner: 20}), ("low", 20, {winner: 20})]


@pytest.mark.parametrize(
    ("wheel", "phrase"), [("straight", "five-high straight flush"), ("ace_high", "ace-high flush")]
)
def test_ruling_d6_a_suited_wheel(wheel: str, phrase: str) -> None:
    talk = hand_of(DEUCEY, THREE, {"wheel_for_high": wheel}, A="As 5s 4s 3s 2s")

    assert talk.view("A").readings[0].phrase == phrase


def test_example_s3_the_odd_chip_goes_to_the_high_hand() -> None:
    house = {"ante": 33, "small_blind": 1, "big_blind": 1, "small_bet": 20}
    cards = {"A": "Kc Kd 6h 4s 2c", "B": "8s 5d 4h 3s 2d"}
    talk = hand_of(DEUCEY, THREE, house, **cards).play("C fold, A check, B check")
    talk.play("A draw, B draw").check_down()

    assert talk.halves == [("high", 51, {"A": 51}), ("low", 50, {"B": 50})]


def test_example_s4_a_shared_low_is_divided_after_the_halves() -> None:
    house = {"ante": 25, "small_blind": 1, "big_blind": 1, "small_bet": 20}
    cards = {"A": "Kc Kd 6h 4s 2c", "B": "8s 5d 4h 3s 2d", "C": "8h 5s 4d 3c 2h"}
    talk = hand_of(DEUCEY, f"{THREE}, D 500", house, **cards)
    talk.play("C call, D fold, A check, B check, A draw, B draw, C draw").check_down()

    assert talk.halves == [("high", 52, {"A": 52}), ("low", 51, {"B": 26, "C": 25})]


def test_ruling_d9_a_side_pot_has_its_own_low_or_none() -> None:
    cards = {"A": "8s 5d 4h 3s 2d", "B": "Kc Kd 6h 4s 2c", "C": "Qc Qd 6s 4d 2h"}
    talk = hand_of(DEUCEY, "A 20, B 500, C 500", **cards)
    talk.play("C raise 40, A call, B call, A draw, B draw, C draw").check_down()

    assert talk.halves == [
        ("high", 30, {"B": 30}),
        ("low", 30, {"A": 30}),
        ("high", 20, {"B": 20}),
        ("low", 20, {"B": 20}),
    ]


def test_after_the_draw_the_first_left_of_the_dealer_opens_with_big_bets() -> None:
    talk = at_draw().play("A draw, B draw, C draw")

    assert (talk.turn, talk.legal) == ("A", "check, bet 40, fold")
    assert talk.events(Drew)[-1].count == 0
