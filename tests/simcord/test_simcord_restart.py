"""The bot is stopped and another begins on the same database, while Discord stays as it was."""

from __future__ import annotations

import pytest

from bot.rules.variants import variants
from tests.simcord.kit import Night, buttons, text_of

ACTS_MAX = 120
"""More than the acts of any hand of three who go on as cheaply as they can."""


@pytest.mark.parametrize("label", ["Check", "My cards", "Rules", "More"])
async def test_a_street_s_button_works_as_before(night: Night, label: str) -> None:
    await night.deal()
    board, turn = night.board, night.turn
    await night.restart()
    result = await night.press(turn, label, board)

    assert result.response is not None
    if label == "Check":
        assert result.response.id == board.id
        assert night.turn != turn
    else:
        assert night.told(turn, result)


async def test_the_rule_card_s_button_works_as_before(night: Night) -> None:
    await night.deal()
    card = night.with_button("Dov", "All rules")
    await night.restart()

    assert "Third street" in night.told("Dov", await night.press("Dov", "All rules", card))


@pytest.mark.parametrize("label", ["Sit down", "Deal", "Leave"])
async def test_a_lobby_s_button_works_as_before(night: Night, label: str) -> None:
    await night.open()
    await night.sit("Ann", "Ben")
    lobby = night.public()[0]
    await night.restart()
    if label == "Sit down":
        await night.submit("Cleo", await night.press("Cleo", label, lobby), amount="500")
        assert "3 of 8 seats taken" in text_of(night.public()[0])
    elif label == "Leave":
        await night.press("Ben", label, lobby)
        assert "1 of 8 seats taken" in text_of(night.public()[0])
    else:
        await night.press("Ann", label, lobby)
        assert night.is_asking


async def test_a_result_s_button_works_as_before(night: Night) -> None:
    await night.deal()
    await to_the_end(night)
    await night.restart()
    await night.press("Ben", "Deal now")

    assert "### Hand 2" in "\n".join(text_of(message) for message in night.public())
    assert night.is_asking


async def test_a_button_that_one_person_was_shown_works_as_before(night: Night) -> None:
    await night.deal()
    await night.press("Ann", "More", night.board)
    await night.restart()
    asked = await night.press("Ann", "Close table")
    assert asked.response is not None
    await night.restart()
    await night.press("Ann", "Close table", asked.response)

    assert "closed" in text_of(night.public()[-1])


async def test_a_window_that_was_open_can_still_be_sent(night: Night) -> None:
    await night.open()
    shown = await night.press("Ben", "Sit down")
    await night.restart()
    await night.submit("Ben", shown, amount="500")

    assert "1 of 8 seats taken" in text_of(night.public()[0])


async def test_cards_are_changed_in_a_window_that_was_open(night: Night) -> None:
    await night.deal("drawdeucey")
    while "Change cards" not in [button.label for button in buttons(night.board)]:
        await night.go_on()
    before, turn = night.told(night.turn, await night.slash(night.turn, "peek")), night.turn
    shown = await night.press(turn, "Change cards", night.board)
    await night.restart()
    await night.change_a_card(shown)

    assert night.told(turn, await night.slash(turn, "peek")) != before


@pytest.mark.parametrize("game", sorted(game.command for game in variants().values()))
async def test_a_hand_goes_on_to_its_end_though_the_bot_restarts_at_every_act(
    night: Night, game: str
) -> None:
    await night.deal(game)
    peeked = [night.told(name, await night.slash(name, "peek")) for name in ("Ann", "Ben")]
    await night.restart()
    assert [night.told(name, await night.slash(name, "peek")) for name in ("Ann", "Ben")] == peeked
    await to_the_end(night, restarting=True)

    assert "wins" in text_of(night.public()[-1])
    results = [message for message in night.public() if "wins" in text_of(message)]
    assert len(results) == 1


async def test_nobody_is_told_anything_twice(night: Night) -> None:
    await night.deal()
    await night.go_on()
    posted = [message.id for message in night.public()]
    letters = [message.id for message in night["Ann"].user.dm_channel.history()]
    await night.restart()

    assert [message.id for message in night.public()] == posted
    assert [message.id for message in night["Ann"].user.dm_channel.history()] == letters


async def test_the_commands_are_sent_once(night: Night) -> None:
    await night.restart()
    sent = [request for request in night.env.http_requests if request.method == "PUT"]

    assert [request.path.endswith("/commands") for request in sent] == [True]


async def to_the_end(night: Night, *, restarting: bool = False) -> None:
    """Go on as cheaply as possible until the hand is over."""
    for _ in range(ACTS_MAX):
        if not night.is_asking:
            return
        await night.go_on()
        if restarting:
            await night.restart()
    raise AssertionError("the hand never ends")
