"""What the games with halves say: questions, choices, wipe-outs, draws, results."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.actions import Draw
from bot.rules.cards import parse_cards
from bot.rules.chips import SeatNo
from bot.rules.hand import Hand
from bot.ui import board, private
from bot.ui.ids import Press
from bot.ui.router import _draw
from bot.ui.story import story
from tests.ui.games import (
    BEFORE_ENDED,
    BUST_DECK,
    CHECKED,
    CHOSEN,
    DRAWN,
    SCOOP_DECK,
    STUD_DECK,
    THREE,
    WIDOW_OPENED,
    bought,
    cheap,
    draw,
    mariah,
    run_out,
    stud,
    widow,
)
from tests.ui.kit import (
    DRAW_DEUCEY,
    GAMES,
    STUD_JACK,
    act,
    ids,
    labels,
    play,
    scene_of,
    words,
)
from tests.ui.random_hands import WHERE, moments

ALL_DOWN = "x down, x down, x down"


def live(hand: Hand) -> str:
    return words(board.street(scene_of(hand)))


def closed(hand: Hand, index: int = -1) -> str:
    place = index % len(hand.view(None).streets)
    return words(board.closed_street(scene_of(hand), place)).splitlines()[-1]


def told(hand: Hand) -> str:
    return words(board.result(scene_of(hand, house=hand.house)))


# Questions.


def test_first_raise_over_a_bring_in_completes() -> None:
    hand = play(THREE, STUD_DECK, "cleo bring", game=STUD_JACK)
    assert labels(board.street(scene_of(hand)))[:3] == ["Call 10", "Complete to 20", "Fold"]

    act(hand, "ann raise 20")
    assert labels(board.street(scene_of(hand)))[:3] == ["Call 20", "Raise to 40", "Fold"]


def test_a_bring_in_for_less_is_all_in() -> None:
    hand = play(THREE | {"Cleo": 14}, STUD_DECK, game=STUD_JACK)

    assert labels(board.street(scene_of(hand)))[0] == "Bring in 4, all-in"


def test_presses_name_their_act_and_price() -> None:
    assert ids(board.street(scene_of(stud(), number=8)))[:2] == [
        "ax1:T7K2:8:15:facedown",
        "ax1:T7K2:8:15:faceup:40",
    ]
    question = draw(BEFORE_ENDED).question
    assert ids(board.street(scene_of(draw(BEFORE_ENDED), number=5)))[:2] == [
        f"ax1:T7K2:5:{question}:standpat",
        f"ax1:T7K2:5:{question}:change",
    ]


def test_big_blind_may_raise_or_check() -> None:
    hand = draw("cleo call, dov call, ann call")

    assert labels(board.street(scene_of(hand)))[:2] == ["Check", "Raise to 40"]
    assert "check or raise to 40" in live(hand)


# A forged or late discard.


def drawn(custom: str, fields: dict[str, str] | None, hand: Hand) -> Any:
    class Live:
        pass

    runner: Any = Live()
    runner.table = Live()
    runner.table.hand = Live()
    runner.table.hand.hand = hand
    press = Press.parse(custom)
    assert press is not None
    return _draw(press, runner, fields)


def test_window_sends_what_was_ticked_and_the_rules_judge_it() -> None:
    hand = draw(BEFORE_ENDED)
    custom = f"ax1:T7K2:5:{hand.question}:change"

    assert drawn(custom, {"discard": "Qd,Kh"}, hand) == Draw(parse_cards("Qd Kh"))
    assert drawn(custom, {"discard": ""}, hand) == Draw()
    forged = drawn(custom, {"discard": "2s,3d,4h"}, hand)
    assert forged == Draw(parse_cards("2s 3d 4h"))


@pytest.mark.parametrize("fields", [{"discard": "xx"}, {"discard": "2s,<@1>"}, {}])
def test_nonsense_throws_nothing_away(fields: dict[str, str]) -> None:
    hand = draw(BEFORE_ENDED)

    assert drawn(f"ax1:T7K2:5:{hand.question}:change", fields, hand) is None


def test_press_for_a_question_to_come_does_not_stand_pat() -> None:
    hand = draw(BEFORE_ENDED)

    assert drawn(f"ax1:T7K2:5:{hand.question + 1}:change", None, hand) is None


# The seventh card.


def test_choices_are_told_together() -> None:
    assert closed(stud(CHOSEN, CHECKED)) == (
        "Ann and Cleo take the seventh card face down. "
        "Ben pays 40 and is dealt Q\u2665\ufe0e face up. Everybody checks."
    )


def test_clock_takes_the_card_face_down() -> None:
    hand = stud()
    assert hand.waiting is not None
    act(hand, "clock down")

    assert "Ann's time is up: seventh card face down." in live(hand)


def test_who_cannot_pay_is_named_and_has_a_card_face_down() -> None:
    hand = play(
        THREE | {"Ann": 30},
        STUD_DECK,
        "cleo bring, ann raise 20, ben call, cleo call",
        "x check, " * 4,
        "ben bet 40, cleo call, ben up",
        game=STUD_JACK,
    )

    assert "-# Ann cannot pay the price: the card comes face down." in live(hand)
    assert "**Ann** \u00b7 all-in \u00b7 face down" in live(hand)


def test_closed_dms_are_told_to_who_has_a_new_card_alone() -> None:
    hand = stud(CHOSEN)
    text = words(board.street(scene_of(hand), frozenset(scene_of(hand).hand.people)))  # type: ignore[union-attr]

    assert "**Ann** and **Cleo**, your DMs are closed: press My cards." in text


# A wipe-out.


def test_all_are_dealt_again_if_nobody_folded() -> None:
    assert "Everybody is dealt again from a fresh deck." in announced(bought())


def test_new_ante_is_told() -> None:
    hand = widow(WIDOW_OPENED, reante="players_still_in")

    assert "ante 10" in live(hand)
    assert "ante" not in live(widow(WIDOW_OPENED))


def test_who_folds_after_a_wipe_out_is_told_apart() -> None:
    text = live(widow(WIDOW_OPENED, "ben bring, dov fold"))

    assert "-# Folded: Dov 170 (dealer)\n-# Out until the pot is won: Cleo 190" in text


def test_queen_on_the_first_street_leaves_no_message_behind() -> None:
    hand = widow(deck="3h 8c 3c 8s 4d 10c 4c Jd 9c Qs | 3h 8c 3c 8s 4d 10c 4c Jd Qs | 3h 8c")
    view = hand.view(None)

    assert [board.has_message(view, n) for n in range(3)] == [False, False, True]
    assert announced(hand, 2).count("Wiped out") == 1
    assert "third street, deal 2" in announced(hand, 3)
    assert "### Third street, deal 3" in live(hand)


def announced(hand: Hand, deal: int = 2) -> str:
    return words(board.sealed_again(scene_of(hand), deal))


# Parts of the story.


def parts_of(hand: Hand) -> list[tuple[int, str]]:
    return [part.key for part in story(scene_of(hand), frozenset(), WHERE)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_part_names_are_unique_and_final_parts_stay(game: str, seed: int) -> None:
    final: dict[tuple[int, str], str] = {}
    for hand in moments(seed, ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus"), GAMES[game]):
        scene = scene_of(hand)
        parts = list(story(scene, frozenset(), WHERE))
        assert len({part.key for part in parts}) == len(parts)
        for part in parts:
            if part.is_final and part.to is None:
                drawn_now = words(part.draw())
                assert final.setdefault(part.key, drawn_now) == drawn_now


def test_new_private_cards_are_a_new_dm() -> None:
    before, one, all_drew = (
        draw(BEFORE_ENDED),
        draw(BEFORE_ENDED, "ann draw Qd Kh"),
        draw(BEFORE_ENDED, DRAWN),
    )
    new = set(parts_of(one)) - set(parts_of(before))
    assert {name for _, name in new} == {"dm:0:7"}

    assert (12, "dm:2:5") in parts_of(all_drew), "who stands pat has no second DM"
    assert (12, "dm:0:7") in parts_of(all_drew)


def test_bought_card_is_no_dm_and_a_wipe_out_is_one() -> None:
    names = {name for _, name in parts_of(stud(CHOSEN))}
    assert {"dm:0:3", "dm:1:2", "dm:2:3"} <= names

    assert {"dm:0:5", "dm:1:4", "dm:2:4"} <= {name for _, name in parts_of(bought())}


# The draw.


def test_draws_are_one_sentence() -> None:
    assert closed(draw(BEFORE_ENDED, DRAWN), 1) == ("Ann and Dov draw 2, Ben 1; Cleo stands pat.")


def test_clock_stands_pat() -> None:
    hand = draw(BEFORE_ENDED)
    act(hand, "clock draw")

    assert "Ann's time is up: stand pat." in live(hand)


def test_reshuffle_is_told() -> None:
    assert "The deck runs short: " in closed(run_out(), 1)


def test_all_in_before_the_draw_is_no_run_out() -> None:
    hand = play({"Ann": 20, "Ben": 20}, "", "x call", "x draw", game=DRAW_DEUCEY)

    assert "stands pat" in live(hand)
    act(hand, "x draw")
    assert closed(hand, 1) == "Ann and Ben stand pat."
    assert closed(hand) == "Nobody can bet any more: the cards are dealt out."


# Results.


def test_all_bust() -> None:
    text = told(cheap(BUST_DECK, ALL_DOWN, CHECKED))

    assert "**Pot 60: Ben,** pair of nines over Ann's ace high." in text
    assert (
        "**All bust: by the rule announced for this hand the poker hand takes the whole pot.**"
    ) in text
    assert "Blackjack bust 25: 10\u2663\ufe0e 6\u2666\ufe0e 9\u2666\ufe0e as 10 + 6 + 9" in text


def test_lowest_bust_wins_if_that_was_announced() -> None:
    text = told(cheap(BUST_DECK, ALL_DOWN, CHECKED, all_bust="lowest_total_over_21"))

    assert "half 30: Cleo,** bust with 24: everybody is bust, and by the rule announced " in text
    assert "for this hand the lowest total wins." in text


def test_scoop_is_one_sentence() -> None:
    text = told(cheap(SCOOP_DECK, CHOSEN, CHECKED))

    assert "**Pot 100: Cleo wins both halves,** full house eights over fives and blackjack 21." in (
        text
    )


def test_tied_totals_share_and_bought_cards_do_not_count() -> None:
    text = told(stud(CHOSEN, CHECKED))

    assert "**Poker half 125: Ann,** three aces." in text
    assert "**Blackjack half 125: Ben and Cleo split,** 20 each, and ties share." in text
    assert "Ben 63 with the odd chip (first left of the dealer), Cleo 62." in text
    assert "as 10 + 10; Q\u2665\ufe0e was bought and does not count" in text
    assert "as 11 + 1 + 6" in text


def test_halves_of_a_side_pot_are_judged_among_its_own() -> None:
    hand = play(
        THREE | {"Ann": 30},
        STUD_DECK,
        "cleo bring, ann raise 20, ben call, cleo call",
        "x check, " * 4,
        "ben bet 40, cleo call, ben up, cleo down, ben check, cleo check",
        game=STUD_JACK,
    )
    text = told(hand)

    assert "**Main pot, poker half 45: Ann,** three aces." in text
    assert "**Side pot, poker half 60: Ben,** pair of tens." in text
    assert "Ann, all-in, had no share in it." in text


def test_odd_chip_between_halves_is_told() -> None:
    hand = play(
        {"Ann": 15, "Ben": 15, "Cleo": 15},
        STUD_DECK,
        "cleo bring, ann call, ben call",
        game=STUD_JACK,
        house={"ante": 10},
    )
    text = told(hand)

    assert "**Poker half 23: Ann,** three aces. The odd chip is in the poker half" in text


def test_nobody_has_a_low() -> None:
    hand = play(
        {"Ann": 500, "Ben": 500},
        "As Qc 5d 7d 4h 6h 3s 4s 2d 2c",
        "x call, x check, x draw, x draw, x check, x check",
        game=DRAW_DEUCEY,
    )
    text = told(hand)

    assert "**Pot 40: Ann,** five-high straight over Ben's queen high." in text
    assert "**No low: the high hand takes the whole pot.**" in text


def test_spade_in_the_hole() -> None:
    assert "Ann wins both halves,** three aces and the ace of spades." in told(mariah())
    assert "No spade in the hole" in told(mariah())


# For one player.


def test_bust_is_said_plainly_to_its_owner_alone() -> None:
    hand = cheap(BUST_DECK, ALL_DOWN)
    scene = scene_of(hand)
    assert scene.hand is not None

    assert "**Blackjack:** bust with 26." in words(private.my_cards(scene, scene.hand.people[0]))
    assert "bust" not in live(hand)


def test_low_is_named_or_why_there_is_none() -> None:
    hand = draw(BEFORE_ENDED)
    scene = scene_of(hand)
    assert "**No low yet:** the queen and the king are too high." in words(
        private.dm(scene, SeatNo(0), WHERE)
    )

    act(hand, "ann draw Qd Kh")
    assert "**Low:** jack-six-four-three-two, it counts." in words(
        private.dm(scene_of(hand), SeatNo(0), WHERE)
    )
