"""The screens of the games with halves against their golden trees, and read aloud."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.rules.chips import SeatNo
from bot.rules.record import completed
from bot.ui import board, private, windows
from bot.ui.ids import Press
from tests.ui.games import (
    BEFORE,
    BEFORE_ENDED,
    CHECKED,
    CHOSEN,
    DRAWN,
    OPENED,
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
from tests.ui.goldens import check_json, check_text
from tests.ui.kit import (
    ANN,
    BEN,
    CLEO,
    GAMES,
    STUD_JACK,
    TABLE,
    URL,
    payload,
    play,
    scene_of,
)
from tests.ui.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import LayoutView

    from bot.rules.hand import Hand
    from bot.table.scene import Scene

WHERE = private.Whereabouts(server="Friday night", channel="poker", url=URL)


def scene(hand: Hand, number: int = 8) -> Scene:
    return scene_of(hand, number=number, house=hand.house)


def first(game: str) -> Scene:
    """The first hand of a game."""
    hand = play(dict.fromkeys(("Ann", "Ben", "Cleo", "Dov"), 500), "", game=GAMES[game])
    return scene_of(hand, number=1, hand_options={"is_first": True})


SCREENS: dict[str, Callable[[], LayoutView]] = {
    "sj_bring_in": lambda: board.street(scene(play(THREE, STUD_DECK, game=STUD_JACK))),
    "sj_complete": lambda: board.street(
        scene(play(THREE, STUD_DECK, "cleo bring, ann call", game=STUD_JACK))
    ),
    "sj_third_closed": lambda: board.closed_street(
        scene(play(THREE, STUD_DECK, OPENED, game=STUD_JACK)), 0
    ),
    "sj_choice_first": lambda: board.street(scene(stud())),
    "sj_choice": lambda: board.street(scene(stud("ann down"))),
    "sj_seventh": lambda: board.street(scene(stud(CHOSEN)), frozenset({CLEO})),
    "sj_seventh_closed": lambda: board.closed_street(scene(stud(CHOSEN, CHECKED)), 4),
    "sj_result": lambda: board.result(scene(stud(CHOSEN, CHECKED))),
    "sj_result_illustrated": lambda: board.illustrated_result(scene(stud(CHOSEN, CHECKED))).view,
    "sj_result_scoop": lambda: board.result(scene(cheap(SCOOP_DECK, CHOSEN, CHECKED))),
    "sj_my_cards": lambda: private.my_cards(scene(stud(CHOSEN)), ANN),
    "sj_my_cards_bought": lambda: private.my_cards(scene(stud(CHOSEN)), BEN),
    "sj_dm_seventh": lambda: private.dm(scene(stud(CHOSEN)), SeatNo(2), WHERE),
    "sj_in_words": lambda: private.in_words(scene(stud(CHOSEN))),
    "wj_wiped": lambda: board.sealed_again(scene(widow(WIDOW_OPENED), 9), 2),
    "wj_dealt_again": lambda: board.street(scene(widow(WIDOW_OPENED), 9)),
    "wj_again_closed": lambda: board.closed_street(
        scene(widow(WIDOW_OPENED, "ben bring, dov fold, ann fold"), 9), 2
    ),
    "wj_bought_closed": lambda: board.closed_street(scene(bought(), 9), 4),
    "wj_bought": lambda: board.sealed_again(scene(bought(), 9), 2),
    "wj_in_words": lambda: private.in_words(scene(widow(WIDOW_OPENED), 9)),
    "wj_result": lambda: board.result(
        scene(widow(WIDOW_OPENED, "ben raise 20, dov fold, ann fold"), 9)
    ),
    "dd_first": lambda: board.street(scene(draw(), 5)),
    "dd_before": lambda: board.street(scene(draw(BEFORE), 5)),
    "dd_before_closed": lambda: board.closed_street(scene(draw(BEFORE_ENDED), 5), 0),
    "dd_draw": lambda: board.street(scene(draw(BEFORE_ENDED), 5)),
    "dd_draw_closed": lambda: board.closed_street(scene(draw(BEFORE_ENDED, DRAWN), 5), 1),
    "dd_run_out": lambda: board.sealed_again(scene(run_out(), 5), 2),
    "dd_after": lambda: board.street(
        scene(draw(BEFORE_ENDED, DRAWN, "ann check, ben bet 40, cleo raise 80"), 5)
    ),
    "dd_result": lambda: board.result(
        scene(draw(BEFORE_ENDED, DRAWN, "ann check, ben check, cleo check, dov check"), 5)
    ),
    "dd_dm_deal": lambda: private.dm(scene(draw(), 5), SeatNo(0), WHERE),
    "dd_dm": lambda: private.dm(scene(draw(BEFORE_ENDED, DRAWN), 5), SeatNo(0), WHERE),
    "dd_my_cards": lambda: private.my_cards(scene(draw(BEFORE_ENDED, DRAWN), 5), ANN),
    "dd_in_words": lambda: private.in_words(scene(draw(BEFORE_ENDED, DRAWN), 5)),
    "bm_result": lambda: board.result(scene(mariah(), 3)),
    "bm_my_cards": lambda: private.my_cards(scene(mariah(), 3), CLEO),
}
for _game in ("stud-jack", "widow-jack", "draw-deucey", "black-mariah"):
    SCREENS[f"card_{_game}"] = lambda game=_game: board.rule_card(first(game))  # type: ignore[misc]

ALOUD = ("sj_bring_in", "sj_choice", "sj_seventh", "wj_wiped", "dd_before", "dd_draw", "dd_after")


@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_it_was_read(name: str) -> None:
    check_json(name, payload(SCREENS[name]()))


@pytest.mark.parametrize("name", ALOUD)
def test_screen_reader_hears_the_hand_in_order(name: str) -> None:
    check_text(f"{name}_transcript", transcript(SCREENS[name]()))


def test_window_is_as_it_was_read() -> None:
    hand = draw(BEFORE_ENDED)
    press = Press(table=TABLE, hand=5, question=hand.question, act="change")

    window = windows.change_cards(scene(hand, 5), ANN, press)

    assert window is not None
    check_json("dd_window", window.to_dict())


@pytest.mark.parametrize("game", ["stud-jack", "widow-jack", "draw-deucey", "black-mariah"])
def test_rulebook_is_as_it_was_read(game: str) -> None:
    shown = first(game)
    pages = private.rulebook(GAMES[game], shown.house, shown.settings)
    check_json(f"rulebook_{game}", [payload(page) for page in pages])


def test_history_tells_choices_and_halves() -> None:
    pages = private.history(json.loads(json.dumps(completed(stud(CHOSEN, CHECKED)))))
    check_json("sj_history", [payload(page) for page in pages])
