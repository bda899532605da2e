"""Two nights over the wire, alike but for two cards that change places."""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui
from discord.abc import Messageable

from bot.rules.cards import DECK, parse_cards
from tests.e2e.kit import TOKEN, Night, a_night, a_server, deck_for
from tests.secrecy.kit import Leak
from tests.secrecy.logs import everything_logged, names_in
from tests.secrecy.wire import App, same

WATCHERS = ("Ann", "Cleo", "Dov", "Rob")
"""Two players, a guest in the channel and an admin; Ben alone sees the cards that are swapped."""
LOOKS = ("My cards", "Rules", "More")

Evening = Callable[[Night, str, str], Awaitable[None]]
"""A night with a card that only Ben sees, and one that nobody sees."""


async def dealt(night: Night, mine: str, nobodys: str) -> None:
    """No more than the deal."""
    await night.deal("Ann", with_the_last(nobodys, f"{mine} Tc Qs"))


async def seven_cards(night: Night, mine: str, nobodys: str) -> None:
    """Ben folds on fifth street; Ann and Cleo show their hands."""
    deck = deck_for(
        f"{mine} 8d As 9c 5c",
        "Tc Kc Th Qh 6s 4d 8c",
        "Qs 8h 9h Td 5d 6c 3c",
    )
    await night.deal("Ann", with_the_last(nobodys, deck))
    await everybody_looks(night)
    await night.act("Bet 20", "Call 20", "Call 20")
    await everybody_looks(night)
    await night.act("Check", "Check", "Check")
    await everybody_looks(night)
    await night.act("Check", "Bet 40", "Call 40", "Fold")
    await night.go_on()
    await everybody_looks(night)


async def a_draw(night: Night, mine: str, nobodys: str) -> None:
    """Ben throws the card away, and everybody sees how many he changes."""
    deck = deck_for(f"{mine} 3d 4h Qd Kh", "As Ad 9c 9d 4s", "Jd Tc 8d 6c 2h")
    await night.deal("Ann", with_the_last(nobodys, deck))
    await everybody_looks(night)
    await night.act("Call 20", "Call 10", "Check")
    await everybody_looks(night)
    await night["Ben"].press("Change cards", message=night.board)
    await night["Ben"].submit(discard=[mine, "Qd"])
    await night.settled()
    await everybody_looks(night)
    await night.act("Stand pat", "Stand pat")
    await night.go_on()
    await everybody_looks(night)


CARDS = ("2s", "Jh")


def with_the_last(card: str, deck: str) -> str:
    """The deck with one card at its end."""
    first = deck.split()
    rest = [other for other in map(str, DECK) if other not in (*first, card)]
    return " ".join([*first, *rest, card])


def labels(night: Night) -> list[str | None]:
    return [button.label for button in night.board.buttons]


GAME_OF: dict[Evening, str] = {dealt: "axe", seven_cards: "axe", a_draw: "drawdeucey"}


async def everybody_looks(night: Night) -> None:
    """Press everything, in turn or not, and forge a press for what is not offered yet."""
    board = night.board if night.is_asking else None
    for name in (*WATCHERS, "Ben"):
        person = night.admin if name == "Rob" else night[name]
        for label in LOOKS if board else ():
            await person.press(label, message=board)
        await person.slash("table status")
        await person.slash("peek")
        if board and night.turn != name:
            await person.press(labels(night)[0] or "", message=board)
        if board:
            forged = board.buttons[-1].custom_id
            assert forged is not None
            await person.press(custom_id=forged.replace("more", "history"), message=board)
            await person.press(custom_id=forged.replace("more", "words"), message=board)
    await night.settled()


async def night_of(path: Path, evening: Evening, mine: str, nobodys: str) -> dict[str, App]:
    async with a_night(path) as night:
        await night.seated(GAME_OF[evening], "Ann", "Ben", "Cleo")
        await night.settled()
        apps = {person.name: App(person) for person in night.everybody}
        await evening(night, mine, nobodys)
    return apps


@pytest.mark.parametrize("evening", [seven_cards, a_draw])
async def test_two_nights_are_the_same_for_all_but_the_owner_and_in_the_log(
    tmp_path_factory: pytest.TempPathFactory, evening: Evening
) -> None:
    paths = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    with everything_logged() as log:
        one = await night_of(paths[0], evening, *CARDS)
    with everything_logged() as other_log:
        other = await night_of(paths[1], evening, *reversed(CARDS))

    for name in WATCHERS:
        assert len(one[name].received["channel"]) > 10
        assert len(one[name].received["whispers"]) > 10
        same(one[name], other[name])
    with pytest.raises(Leak):
        same(one["Ben"], other["Ben"])  # he was sent the card
    assert ours(log) == ours(other_log)
    assert not names_in([*log, *other_log], parse_cards(CARDS))


def ours(log: list[str]) -> list[str]:
    """What the bot says; of the network's mishaps the libraries tell as they come."""
    assert any("open tables taken up" in line for line in log)
    return [re.sub(r"/\S+\.db", "the database", line) for line in log if " bot." in line]


async def test_a_picture_whose_bytes_depend_on_a_hidden_card_is_caught(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, drawn = Messageable.send, [CARDS[0]]

    async def with_picture(self: Messageable, view: ui.LayoutView, **options: Any) -> object:
        view.add_item(ui.File("attachment://table.png"))
        picture = discord.File(io.BytesIO(drawn[0].encode()), "table.png")
        return await send(self, view=view, file=picture, **options)

    monkeypatch.setattr(Messageable, "send", with_picture)
    one = await night_of(tmp_path_factory.mktemp("one"), dealt, *CARDS)
    same_again = await night_of(tmp_path_factory.mktemp("again"), dealt, *reversed(CARDS))
    same(one["Ann"], same_again["Ann"])
    drawn[:] = CARDS[1:]
    other = await night_of(tmp_path_factory.mktemp("other"), dealt, *reversed(CARDS))

    with pytest.raises(Leak):
        same(one["Ann"], other["Ann"])


async def test_a_process_that_logs_everything_logs_no_card_and_no_token(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        with log.open("w") as stderr:
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                env=os.environ
                | {
                    "DISCORD_TOKEN": TOKEN,
                    "AXEMAN_DATABASE": str(night.database),
                    "AXEMAN_API_URL": server.api_url,
                    "AXEMAN_GATEWAY_URL": server.gateway_url,
                    "AXEMAN_LOG_LEVEL": "DEBUG",
                },
                stderr=stderr,
            )
        try:
            await server.connected()
            await night.seated("axe", "Ann", "Ben")
            await night["Ann"].press("Deal")
            await night["Ben"].until(lambda: night["Ben"].dms, "his cards")
            await night["Ben"].press("My cards")
        finally:
            bot.terminate()
            await asyncio.wait_for(bot.wait(), 10)

    logged = log.read_text()
    sent = re.findall(r"\S+\ufe0e", night["Ben"].dms[-1].text)
    assert "DEBUG" in logged
    assert sent
    assert not [sign for sign in sent if sign.strip("*") in logged]
    assert TOKEN not in logged
