"""Hints, over the wire: what a player is told beside the worth of the cards, and who decides."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.kit import Night, a_bot, a_server, deck_for

SEVEN = deck_for("Ac 8d As 9c", "7c Kc Th Qh", "Qs 8h 9h Td")
"""Cleo has one seven."""
HINT = "One more seven makes the best hand there is"


async def cleos_cards(night: Night) -> str:
    await night["Cleo"].press("My cards", message=night.board)
    await night.settled()
    return night["Cleo"].ephemerals[-1].text


async def test_hints_come_by_dm_and_in_my_cards(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann", SEVEN)

    assert HINT in night["Cleo"].dms[-1].text
    assert HINT in await cleos_cards(night)


async def test_an_admin_turns_hints_off_from_the_next_hand_on(tmp_path: Path) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await night.seated("axe", "Ann", "Ben", "Cleo")
            await night.deal("Ann", SEVEN)
            await night.admin.slash("house hints", on=False)
            assert "what their cards are worth" in night.admin.ephemerals[-1].text
            assert HINT in await cleos_cards(night), "the hand was dealt with hints"
            await night.act("Bet 20", "Fold", "Fold")
            await night.deal("Ann", deck_for("Qs 8h 9h Td", "7c Kc Th Qh", "Ac 8d As 9c"))
            assert HINT not in night["Ann"].dms[-1].text
            assert "Pair" in night["Cleo"].dms[-1].text or "high" in night["Cleo"].dms[-1].text
        async with a_bot(night):
            await night.settled()
            assert HINT not in await cleos_cards(night)
            await night.admin.slash("house hints", on=True)
            assert "what beats their cards" in night.admin.ephemerals[-1].text
