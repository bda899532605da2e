"""A sealed deck over the wire: told in the channel, proven by `/hand proof` and `verify`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.practice.entities import Message
from bot.practice.people import Person
from tests.e2e.kit import Night, a_night


@pytest.fixture
async def night(tmp_path: Path):  # type: ignore[no-untyped-def]
    async with a_night(tmp_path) as made:
        yield made


def rule_card(night: Night, number: int) -> Message:
    return next(m for m in night.messages() if m.text.startswith(f"### Hand {number} ·"))


def commitment(card: Message) -> str:
    found = re.search(r"Sealed deck `([0-9a-f]{64})`", card.text)
    assert found is not None
    return found[1]


async def proof(person: Person, **options: Any) -> Any:
    await person.slash("hand proof", **options)
    await person.until(lambda: person.ephemerals[-1].attachments, "a file")
    (file,) = person.ephemerals[-1].attachments
    assert file.file.filename == "proof.json"
    return json.loads(file.file.content)


def verify(tmp_path: Path, written: object, commitment: str, message: int) -> int:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(written))
    return main(["verify", str(path), "--commitment", commitment, "--message", str(message)])


async def test_player_checks_a_finished_hand_with_what_stands_in_the_channel(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    card = rule_card(night, 1)
    await night.go_on()
    written = await proof(night["Ann"], number=1)

    assert verify(tmp_path, written, commitment(card), card.id) == 0
    said = capsys.readouterr().out
    assert "down to Ann" in said
    for sign in written["deals"][0]["open"]:
        assert sign["card"] in said
    assert verify(tmp_path, written, commitment(card), card.id + 1) == 1
    opening = written["deals"][0]["open"][0]
    opening["card"] = "2c" if opening["card"] != "2c" else "2d"
    assert verify(tmp_path, written, commitment(card), card.id) == 1


async def test_in_mid_hand_only_what_one_was_shown_is_open(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal()
    live = night.table.hand
    assert live is not None

    for name in ("Ann", "Ben", "Dov"):
        (deal,) = (await proof(night[name]))["deals"]
        opened = {opening["position"] for opening in deal["open"]}
        visible = {
            position
            for position, dealt in enumerate(deal["dealt"])
            if dealt["face"] == "up" or dealt["to"] == name
        }
        assert opened == visible
    assert night.nobody_saw_a_hole_card()


async def test_each_hand_names_the_seal_before_it(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben")
    await night.deal()
    await night.go_on()
    await night.deal()

    assert "the first at this table" in rule_card(night, 1).text
    assert f"after `{commitment(rule_card(night, 1))}`" in rule_card(night, 2).text


async def test_wipe_out_is_sealed_anew_and_proven(night: Night, tmp_path: Path) -> None:
    await night.seated("widowjack", "Ann", "Ben", "Cleo")
    wiped: list[Message] = []
    while not wiped and night.table.hands < 40:
        await night.deal()
        await night.go_on()
        wiped = [m for m in night.messages() if "Wiped out" in m.text]
    number = night.table.hands
    card, again = rule_card(night, number), wiped[0]
    written = await proof(night["Ben"])

    assert commitment(again) != commitment(card)
    assert f"after `{commitment(card)}`" in again.text
    assert verify(tmp_path, written, commitment(card), card.id) == 0
    assert verify(tmp_path, written, commitment(again), again.id) == 0
    assert verify(tmp_path, written, commitment(again), card.id) == 1


async def test_hand_that_was_never_dealt_has_no_proof(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben")
    await night["Ann"].slash("hand proof", number=7)
    await night.settled()

    assert "No card was dealt" in night["Ann"].ephemerals[-1].text
