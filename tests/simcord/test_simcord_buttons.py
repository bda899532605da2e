"""Every button and window: answered once, by the message itself or for one person's eyes only."""

from __future__ import annotations

import pytest
import simcord

from bot.rules.variants import variants
from tests.simcord.kit import Night, buttons, text_of

ACTS_MAX = 120
"""More than the acts of any hand of three who go on as cheaply as they can."""
PRIVATE = ("My cards", "Rules", "More")


@pytest.mark.parametrize("label", PRIVATE)
async def test_a_private_button_shows_something_to_one_person(night: Night, label: str) -> None:
    await night.deal()
    before = [text_of(message) for message in night.public()]
    result = await night.press("Cleo", label, night.board)

    assert night.told("Cleo", result)
    assert [text_of(message) for message in night.public()] == before


async def test_my_cards_are_the_cards_of_peek_and_of_nobody_else(night: Night) -> None:
    await night.deal()
    shown = {
        name: night.told(name, await night.press(name, "My cards", night.board))
        for name in ("Ann", "Ben", "Cleo")
    }
    peeked = {name: night.told(name, await night.slash(name, "peek")) for name in shown}

    assert shown == peeked
    assert len(set(shown.values())) == 3


async def test_an_act_is_answered_with_the_table_s_own_message_for_all(night: Night) -> None:
    await night.deal()
    board, turn = night.board, night.turn
    result = await night.press(turn, "Check", board)

    assert result.response is not None
    assert result.response.id == board.id
    assert not result.followups
    assert night.turn != turn


async def test_an_act_out_of_turn_is_refused_in_private(night: Night) -> None:
    await night.deal()
    turn = night.turn
    other = next(name for name in ("Ann", "Ben", "Cleo") if name != turn)
    refused = await night.press(other, "Check", night.board)

    assert f"It is {turn}'s turn." in night.told(other, refused)
    assert night.turn == turn


async def test_a_window_is_for_who_opened_it(night: Night) -> None:
    await night.open()
    shown = await night.press("Ben", "Sit down")
    assert shown.modal is not None
    with pytest.raises(simcord.SetupError, match="Only the modal opener"):
        await night["Cleo"].submit_modal(shown, {"amount": "500"})
    seated = await night.submit("Ben", shown, amount="500")

    assert seated.response is not None
    assert seated.response.id == night.public()[0].id
    assert "1 of 8 seats taken" in text_of(night.public()[0])


async def test_a_bad_amount_is_refused_in_private_and_put_right_there(night: Night) -> None:
    await night.open()
    shown = await night.press("Ben", "Sit down")
    refused = await night.submit("Ben", shown, amount="lots")
    assert "is not an amount" in night.told("Ben", refused)
    await night.press("Ben", "Take 2,000")

    assert "1 of 8 seats taken" in text_of(night.public()[0])


async def test_closing_asks_once_and_only_whom_it_may(night: Night) -> None:
    await night.deal()
    more = await night.press("Ben", "More", night.board)
    assert more.response is not None
    assert "Close table" not in [button.label for button in buttons(more.response)]
    await night.press("Ann", "More", night.board)
    asked = await night.press("Ann", "Close table")
    assert "does not count" in night.told("Ann", asked)
    assert night.turn
    assert asked.response is not None
    await night.press("Ann", "Close table", asked.response.message)

    assert "closed" in text_of(night.public()[-1])


@pytest.mark.parametrize("game", sorted(game.command for game in variants().values()))
async def test_every_button_of_a_whole_hand_is_answered_once(night: Night, game: str) -> None:
    await night.deal(game)
    for number in range(ACTS_MAX):
        if not night.is_asking:
            break
        board = night.board
        for button in buttons(board):
            assert night.told("Dov", await night.press("Dov", button.label or "", board))
        assert text_of(night.board) == text_of(board)
        await night.go_on(choice=int(number % 3 == 2))
    else:
        pytest.fail("the hand never ends")

    assert "wins" in text_of(night.public()[-1])
