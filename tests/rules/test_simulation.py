"""Thousands of random hands, with every promise checked after every answer."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.players.random_hands import RandomHands
from bot.rules.actions import Draw, FaceUp, Leave
from bot.rules.events import Paid, PotAwarded, Reshuffled, Shown, WipedOut
from bot.rules.house import HouseRules
from bot.rules.variants import variants
from tests.rules.table_talk import AXE, DEUCEY, FREE, MARIAH, STUD, WIDOW

HOUSES: list[dict[str, object]] = [
    {},
    {"raise_cap": "none", "sevens_tie": "kickers", "odd_chip": "high_card_suit"},
    {**FREE, "raise_cap": 4, "sevens_tie": "ordinary"},
    {"ante": 3, "pay_wild": 7, "pay_seven": "antes:9", "small_bet": 5, "big_bet": 11},
]


@pytest.mark.parametrize("seed", range(4))
def test_field_p21_random_hands_keep_every_promise(seed: int) -> None:
    game = variants()[AXE]
    rules = HouseRules.of(game.options, HOUSES[seed])
    seen: Counter[str] = Counter()

    for hand in RandomHands(game, rules, seed=seed).play(1250):
        seen["hands"] += 1
        seen["left"] += any(isinstance(action, Leave) for _, action in hand.answers)
        seen["short payments"] += any(isinstance(e, Paid) and e.all_in for e in hand.events)
        seen["community"] += any(e.key == "dealt_community" for e in hand.events)
        seen["shown"] += any(isinstance(e, Shown) for e in hand.events)
        seen["side pots"] += sum(e.key == "pot_awarded" for e in hand.events) > 1

    assert seen["hands"] == 1250
    # The players get everywhere: none of this is rare enough to be missed.
    for rare in ("left", "community", "shown", "side pots"):
        assert seen[rare] > 10, rare
    assert seen["short payments"] > 10 or HOUSES[seed].get("pay_seven") == 0


HIGH_OPENS = {"third_street": "high_card_may_check"}
SPLIT_GAMES: list[tuple[str, dict[str, object]]] = [
    (STUD, {}),
    (STUD, {"price": "fixed:3", "two_card_21": "beats_three_card", "bring_in": 20}),
    (STUD, {"ante": 0, "all_bust": "lowest_total_over_21", "odd_chip": "high_card_suit"}),
    (STUD, {**HIGH_OPENS, "price": "small_bet", "small_bet": 5, "raise_cap": "none"}),
    (WIDOW, {}),
    (WIDOW, {"reante": "players_still_in", "ante": 3, "small_bet": 7, "price": "fixed:2"}),
    (WIDOW, {**HIGH_OPENS, "wipe_on_bought_seventh": "no", "price": "fixed:1"}),
    (WIDOW, {"ante": 0, "reante": "players_still_in", "raise_cap": 4}),
    (DEUCEY, {}),
    (DEUCEY, {"ante": 3, "small_blind": 5, "big_blind": 5, "odd_chip": "high_card_suit"}),
    (DEUCEY, {"small_bet": 30, "big_blind": 12, "wheel_for_high": "ace_high"}),
    (DEUCEY, {"small_blind": 1, "big_blind": 3, "raise_cap": "none"}),
    (MARIAH, {}),
    (MARIAH, {"reante": "players_still_in", "ante": 3}),
    (MARIAH, {**HIGH_OPENS, "odd_chip": "high_card_suit"}),
    (MARIAH, {"ante": 0, "bring_in": 1, "small_bet": 2, "big_bet": 3}),
]


@pytest.mark.parametrize("number", range(len(SPLIT_GAMES)))
def test_field_p21_random_hands_of_split_games_keep_every_promise(number: int) -> None:
    key, house = SPLIT_GAMES[number]
    game = variants()[key]
    seen: Counter[str] = Counter()

    for hand in RandomHands(game, HouseRules.of(game.options, house), seed=number).play(1250):
        seen["hands"] += 1
        seen["left"] += any(isinstance(action, Leave) for _, action in hand.answers)
        seen["bought"] += any(isinstance(action, FaceUp) for _, action in hand.answers)
        seen["drew"] += any(isinstance(a, Draw) and a.discard for _, a in hand.answers)
        seen["wiped out"] += any(isinstance(e, WipedOut) for e in hand.events)
        for award in hand.events:
            if isinstance(award, PotAwarded) and len(award.shares) > 1:
                seen[_kind(award)] += 1
                _check_low_is_no_scoop(award)

    assert seen["hands"] == 1250
    assert seen["left"] > 10
    assert seen["halved"] > 10
    assert (seen["unqualified"] > 10) == ("all_bust" not in house)
    assert (seen["scooped"] > 10) == (key != DEUCEY)
    assert (seen["bought"] > 10) == (key in {STUD, WIDOW})
    assert (seen["wiped out"] > 10) == (key in {WIDOW, MARIAH})
    assert (seen["drew"] > 10) == (key == DEUCEY)


def _kind(award: PotAwarded) -> str:
    if any(share.unqualified for share in award.shares):
        return "unqualified"
    winners = {seat for share in award.shares for seat, _ in share.winners}
    return "scooped" if len(winners) == 1 else "halved"


def _check_low_is_no_scoop(award: PotAwarded) -> None:
    """Nobody wins both halves alone where a low is paid. Source: ruling D10."""
    first, second = award.shares
    if second.half == "low" and not second.unqualified and len(award.eligible) > 1:
        winners = {seat for share in (first, second) for seat, _ in share.winners}
        assert len(winners) > 1, "a two-way sole scoop"


def test_field_k2_eight_players_run_the_deck_short() -> None:
    game = variants()[DEUCEY]
    rules = HouseRules.of(game.options, {"small_blind": 1, "big_blind": 1, "small_bet": 1})
    short = 0

    # Little to pay before the draw, and leaves are rare: all eight often get to change cards.
    for hand in RandomHands(game, rules, seed=8, seats=8).play(300):
        short += any(isinstance(event, Reshuffled) for event in hand.events)

    assert short > 3


@pytest.mark.parametrize("key", [AXE, WIDOW, DEUCEY])
def test_the_same_seed_plays_the_same_hands(key: str) -> None:
    game = variants()[key]
    rules = HouseRules.of(game.options, {})

    first, second = ([h.answers for h in RandomHands(game, rules, seed=5).play(5)] for _ in "ab")

    assert first == second
