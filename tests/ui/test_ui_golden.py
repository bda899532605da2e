"""Every screen against its golden component tree, and the transcript of a screen reader."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.chips import Chips, SeatNo
from bot.rules.record import completed
from bot.table import notices
from bot.table.ids import PersonId, Place
from bot.table.ports import Standing
from bot.table.scene import Phase
from bot.ui import board, chips, house, private, windows
from bot.ui.notices import draw_notice, missing_permissions, refused, still_seated, unknown_button
from tests.ui.goldens import check_json, check_text
from tests.ui.kit import (
    ANN,
    AXE,
    BEN,
    CLEO,
    EIGHT,
    EIGHT_DECK,
    FOURTH,
    STRANGER,
    THIRD,
    URL,
    chair,
    fifth,
    folded,
    parts,
    payload,
    play,
    scene_of,
    showdown,
    third,
)
from tests.ui.transcript import transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import LayoutView

WHERE = private.Whereabouts(server="Friday night", channel="poker", url=URL)
NEWS = "Two such pairs: **the three best other cards decide**, a wild card as an ace."

STANDINGS: list[Standing] = [
    Standing(person=PersonId(n), name=name, net=net, hands=hands)
    for n, (name, net, hands) in enumerate(
        [("Finn", 2_140, 388), ("Ann", 1_450, 612), ("Esi", -240, 301), ("Ben", -3_350, 1)]
        + [(f"Nobody {n}", 0, 10) for n in range(8)]
    )
]

SCREENS: dict[str, Callable[[], LayoutView]] = {
    "lobby": lambda: board.lobby(scene_of(None)),
    "lobby_alone": lambda: board.lobby(scene_of(None, chairs=[chair(1, "Ann", 1_040)])),
    "lobby_closed": lambda: board.lobby_closed(scene_of(third())),
    "card_full": lambda: board.rule_card(
        scene_of(fifth(), number=1, hand_options={"is_first": True})
    ),
    "card_news": lambda: board.rule_card(
        scene_of(showdown(sevens_tie="kickers"), hand_options={"news": frozenset({NEWS})})
    ),
    "card_small": lambda: board.rule_card(scene_of(fifth())),
    "third": lambda: board.street(scene_of(third(), number=3), frozenset({CLEO})),
    "fifth": lambda: board.street(scene_of(fifth())),
    "third_closed": lambda: board.closed_street(scene_of(fifth()), 0),
    "fourth_closed": lambda: board.closed_street(scene_of(fifth()), 1),
    "fourth_open": lambda: board.street(
        scene_of(play(EIGHT, EIGHT_DECK, THIRD, FOURTH.partition(", esi")[0]))
    ),
    "result": lambda: board.result(scene_of(showdown())),
    "result_kickers": lambda: board.result(scene_of(showdown(sevens_tie="kickers"))),
    "result_fold": lambda: board.result(scene_of(folded(), number=3)),
    "result_illustrated": lambda: board.illustrated_result(scene_of(showdown())).view,
    "result_shown": lambda: board.result(
        scene_of(folded(), number=3, hand_options={"showed": True})
    ),
    "result_waiting": lambda: board.result(
        scene_of(folded(), chairs=[chair(1, "Ann", 480)], next_deal=None, next_dealer=None)
    ),
    "void": lambda: board.void(
        scene_of(
            fifth(),
            chairs=[chair(n, name, chips) for n, (name, chips) in enumerate(EIGHT.items(), 1)],
            hand_options={"void": "The cards could not be read again."},
            phase=Phase.BETWEEN,
        )
    ),
    "table_closed": lambda: board.table_closed(
        scene_of(None, phase=Phase.CLOSED, closed_because="Ann has closed it.")
    ),
    "dm": lambda: private.dm(scene_of(third(), number=3), SeatNo(1), WHERE),
    "my_cards": lambda: private.my_cards(scene_of(fifth()), ANN),
    "my_cards_wild": lambda: private.my_cards(scene_of(fifth()), PersonId(ANN + 5)),
    "my_cards_folded": lambda: private.my_cards(scene_of(fifth()), PersonId(ANN + 3)),
    "my_cards_stranger": lambda: private.my_cards(scene_of(fifth()), STRANGER),
    "in_words": lambda: private.in_words(scene_of(fifth())),
    "in_words_lobby": lambda: private.in_words(scene_of(None)),
    "more_host": lambda: private.more(scene_of(fifth()), ANN),
    "more_player": lambda: private.more(scene_of(fifth()), BEN),
    "more_admin": lambda: private.more(scene_of(fifth()), STRANGER, is_admin=True),
    "chips_balance": lambda: chips.balance("Ann", Chips(1_410), Chips(1_040)),
    "chips_daily": lambda: chips.daily(
        Chips(1_410), Chips(1_610), next_at=1_767_300_000, was_given=True
    ),
    "chips_leaderboard": lambda: chips.leaderboard(STANDINGS),
    "chips_forget_me": chips.what_forgetting_means,
    "chips_forgotten": lambda: chips.forgotten(Chips(1_410)),
    "chips_still_seated": lambda: still_seated(7),
    "house_show": lambda: house.show(AXE, rules(pay_seven=30, small_bet=25)),
    "house_changed": lambda: house.changed(
        AXE, rules().option("sevens_tie"), rules(), rules(sevens_tie="kickers")
    ),
}

NOTICES: dict[str, notices.Notice] = {
    "n_turn": notices.NotYourTurn("Ben", "Cleo"),
    "n_old": notices.OldButton("Sixth street", "Finn"),
    "n_old_over": notices.OldButton(None, None),
    "n_refused": notices.HandRefuses("There is a bet: 80 to call."),
    "n_not_seated": notices.NotSeated(3),
    "n_here_already": notices.AlreadyAtTable(Place(2), Chips(760)),
    "n_full": notices.TableFull(),
    "n_seats": notices.TooManySeats(5),
    "n_buy_in": notices.WrongBuyIn("2000", Chips(1_240), Chips(200), Chips(2_000)),
    "n_buy_in_word": notices.WrongBuyIn("all", Chips(5_000), Chips(200), Chips(2_000)),
    "n_buy_in_poor": notices.WrongBuyIn("200", Chips(20), Chips(200), Chips(2_000)),
    "n_top_up": notices.WrongTopUp("900", Chips(5_000), Chips(500)),
    "n_sat_down": notices.SatDown(Place(3), Chips(1_000), hand_live=True),
    "n_topped_up": notices.ToppedUp(Chips(200), Chips(960)),
    "n_top_up_later": notices.TopUpLater(Chips(200)),
    "n_left": notices.LeftTable(Chips(960)),
    "n_leaving": notices.Leaving(all_in=False),
    "n_leaving_all_in": notices.Leaving(all_in=True),
    "n_sitting_out": notices.SittingOut(after_hand=True),
    "n_back": notices.BackIn(needs_chips=False),
    "n_back_poor": notices.BackIn(needs_chips=True),
    "n_nobody": notices.NobodyToDeal(1, 2),
    "n_not_to_show": notices.NotToShow(None),
    "n_not_to_show_hers": notices.NotToShow("Ben"),
    "n_not_host": notices.NotHost("Ann"),
    "n_confirm_close": notices.ConfirmClose(hand_live=True),
    "n_closed": notices.Closed(),
    "n_not_saved": notices.NotSaved(),
    "n_busy": notices.Busy(),
    "n_fault": notices.OurFault("8F3K21"),
}


def rules(**chosen: object) -> Any:
    return scene_of(None).house.of(AXE.options, chosen)


@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_it_was_read(name: str) -> None:
    check_json(name, payload(SCREENS[name]()))


@pytest.mark.parametrize("name", NOTICES)
def test_notice_is_as_it_was_read(name: str) -> None:
    check_json(name, payload(draw_notice(NOTICES[name], scene_of(fifth()), URL)))


@pytest.mark.parametrize("name", NOTICES)
def test_notice_needs_neither_scene_nor_address(name: str) -> None:
    assert payload(draw_notice(NOTICES[name], None, None))


def test_every_notice_of_the_table_has_words() -> None:
    assert {type(notice) for notice in NOTICES.values()} == set(notices.Notice.__args__)


def test_notices_without_a_table() -> None:
    views = [unknown_button(), missing_permissions(["Send Messages", "View Channel"])]
    check_json("n_commands", [payload(view) for view in [*views, refused("No. Not that.")]])


def test_windows_are_as_they_were_read() -> None:
    scene = scene_of(None)
    seat, add = windows.take_a_seat(scene, Chips(2_450)), windows.top_up(scene, Chips(2_450))
    check_json("windows", [seat.to_dict(), add.to_dict()])


def test_seat_window_suggests_what_there_is() -> None:
    window = windows.take_a_seat(scene_of(None), Chips(700)).to_dict()

    assert window["components"][1]["component"]["value"] == "700"


def test_rulebook_is_as_it_was_read() -> None:
    scene = scene_of(None)
    pages = private.rulebook(AXE, scene.house, scene.settings)
    check_json("rulebook", [payload(page) for page in pages])


def test_history_is_as_it_was_read() -> None:
    pages = private.history(json.loads(json.dumps(completed(showdown()))))
    check_json("history", [payload(page) for page in pages])


# Section 6 of the specification: read aloud from top to bottom, it is the hand as a dealer
# would tell it.


def test_screen_reader_hears_the_hand_in_order() -> None:
    check_text("fifth_transcript", transcript(board.street(scene_of(fifth()))))


def test_question_is_the_last_text_before_the_buttons() -> None:
    kinds = [part["type"] for part in parts(board.street(scene_of(fifth())))]
    last = len(kinds) - 1 - kinds[::-1].index(10)

    assert set(kinds[last + 1 :]) == {1, 2}
    assert "80 to call" in transcript(board.street(scene_of(fifth()))).splitlines()[-2]
