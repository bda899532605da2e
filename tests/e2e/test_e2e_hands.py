"""Hands of the Axe game, over the wire, as the people at the table see them."""

from __future__ import annotations

import pytest

from tests.e2e.kit import Night, deck_for, hidden, plain

# Dealt left of Ann, who deals the first hand: Ben, Cleo, Ann.
PLAIN = deck_for(
    "Ac 8d As 9c 5c 4h 3s",  # Ben: pair of aces
    "Tc Kc Th Qh 6s 4d 8c",  # Cleo: pair of tens
    "Qs 8h 9h Td 5d 6c 3c",  # Ann: queen high
)
TABLE = {"buy_in_min": 40, "buy_in": 500}


async def test_a_hand_of_three_goes_to_showdown(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    assert night.turn == "Ben"
    night["Cleo"].sees("Ben has the highest hand showing.")
    await night.act("Bet 20", "Call 20", "Call 20")
    night["Ann"].sees("Fourth street · pot 90")
    assert night.nobody_saw_a_hole_card()
    await night.act("Check", "Check", "Check")
    await night.act("Bet 40", "Raise to 80", "Fold", "Call 40")
    assert "Sixth street · pot 250" in night.board_text
    assert night.nobody_saw_a_hole_card()
    await night.act("Check", "Check", "Bet 40", "Call 40")

    for name in ("Ann", "Ben", "Cleo"):
        night[name].sees("### Ben wins 330")
        night[name].sees("pair of aces over Cleo's pair of tens")
    told = plain(night.newest.text).split("Next hand")[0]
    assert "Ann" not in told, "a folded hand is not shown"
    assert [await night.bank(name) for name in ("Ann", "Ben", "Cleo")] == [4_500] * 3
    assert {c.name: c.stack for c in night.table.chairs.values()} == {
        "Ann": 470,
        "Ben": 680,
        "Cleo": 350,
    }


async def test_each_player_gets_the_hole_cards_by_dm_with_their_reading(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)

    assert "**A♣︎ 8♦︎** face down, A♠︎ face up." in night["Ben"].dms[-1].text
    assert "Pair of aces" in night["Ben"].dms[-1].text
    assert "**10♣︎ K♣︎** face down" in night["Cleo"].dms[-1].text
    assert [len(night[name].dms) for name in ("Ann", "Ben", "Cleo", "Dov")] == [1, 1, 1, 0]
    while "Seventh street" not in night.board_text:
        await night.act("Check")

    assert [len(night[name].dms) for name in ("Ann", "Ben", "Cleo")] == [2, 2, 2]
    assert "**A♣︎ 8♦︎ 3♠︎** face down" in night["Ben"].dms[-1].text
    assert night.nobody_saw_a_hole_card()


async def test_eight_players_share_a_community_seventh_card(night: Night) -> None:
    await night.open()
    await night.sit("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")
    await night.deal("Ann")
    night["Ann"].sees("If the deck runs short, one seventh card face up is shared by all.")
    while "Seventh street" not in night.board_text:
        await night.act("Check")
    live = night.table.live
    assert live is not None
    (community,) = live.hand.view(None).community
    assert community.sign in night.board_text
    assert night.nobody_saw_a_hole_card()
    await night.check_down()

    assert sum(chair.stack for chair in night.table.chairs.values()) == 8_000
    night["Hana"].sees("wins")


async def test_a_hand_is_won_by_folds_and_shows_nothing(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20", "Fold", "Fold")

    night["Ann"].sees("### Ben wins 30")
    night["Ann"].sees("The last bet of 20 was not called and goes back. No cards are shown.")
    assert night.nobody_saw_a_hole_card()
    assert {c.name: c.stack for c in night.table.chairs.values()}["Ben"] == 520


async def test_example_p2_a_short_payer_is_all_in_for_the_main_pot(night: Night) -> None:
    deck = deck_for(
        "Ac 8d As 9c 5c 4h 3s",  # Ben
        "7d Tc 7c Qh 6s 4d Kc",  # Cleo: natural sevens, with 40 chips
        "Qs 8h 9h Td 5d 6c 3c",  # Ann
    )
    await night.open(**TABLE)
    await night.sit("Ann", "Ben")
    await night.sit("Cleo", chips=40)
    await night.deal("Ann", deck)
    night["Ann"].sees("all-in")
    await night.act("Bet 20", "Call 20")
    night["Ann"].sees("main 60 · side 40, without Cleo")
    await night.check_down()

    night["Ben"].sees("### Cleo wins 60, Ben 40")
    night["Ben"].sees("natural pair of sevens")
    stacks = {chair.name: chair.stack for chair in night.table.chairs.values()}
    assert stacks == {"Ann": 470, "Ben": 510, "Cleo": 60}


async def test_example_p1_payments_for_exposed_cards_are_posted(night: Night) -> None:
    deck = deck_for(
        "Ac 8d As 9c 5c 4h 3s",
        "Tc Kc 9d Kd 7c 4d 8c",  # Cleo: the axe on fourth street, a seven on fifth
        "Qs 8h 9h Td 5d 6c 3c",
    )
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", deck)
    await night.act("Check", "Check", "Check")
    assert "Fourth street · pot 40" in night.board_text
    assert "paid 10 for K♦︎" in night.board_text
    await night.act("Check", "Check", "Check")

    assert "Fifth street · pot 90" in night.board_text
    assert "paid 50 for 7♣︎" in night.board_text
    night["Ann"].sees("Cleo K♦︎ (wild, pays 10)")
    await night.check_down()
    stacks = {chair.name: chair.stack for chair in night.table.chairs.values()}
    assert sum(stacks.values()) == 1_500


async def test_the_showdown_says_what_each_wild_stands_for(night: Night) -> None:
    deck = deck_for(
        "As Js Jh 2c Kd 8h 6d",
        "7c 7d 3s 5h 9c Qd 4s",
        "Qs 8d 9h Td 5d 6c 3c",
    )
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", deck)
    await night.check_down()

    result = plain(night.newest.text)
    assert "Cleo wins" in result
    assert "natural pair of sevens over Ben's five aces" in result
    assert "J♠︎" in result
    assert "wild as aces" in result


async def test_a_split_pot_names_both_and_the_odd_chip(night: Night) -> None:
    deck = deck_for(
        "7c Ad 7d As 9c 4s Qh",
        "Tc Kc 9d 8s 5c 4d 3d",
        "7h 8h 7s Kh Ts 5d 3c",
    )
    await night.open(ante=7, **TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", deck)
    await night.check_down()

    # Antes of 21, and a seven face up for each at 35: 91 for two.
    night["Cleo"].sees("### Ben wins 46, Ann 45")
    night["Cleo"].sees("Ben 46 with the odd chip")


async def test_the_next_hand_comes_by_itself_and_the_deal_moves_on(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20", "Fold", "Fold")
    night["Ann"].sees("Ben deals.")
    await night.pass_time(9)

    night["Ann"].sees("### Hand 2 · Deuces & Jacks")
    assert "dealer" in next(
        line for line in night.board_text.split("\n") if line.startswith(("-# **Ben", "-# ▸ **Ben"))
    )


async def test_the_rule_card_is_full_at_first_and_small_after(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    first = night["Ann"].sees("### Hand 1").text
    await night.act("Bet 20", "Fold", "Fold")
    await night.deal()
    second = night["Ann"].sees("### Hand 2").text

    assert "**Natural pair of sevens beats everything;**" in first
    assert "**" not in second
    assert "Two such pairs split." in second


async def test_my_cards_are_seen_by_their_owner_alone(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    await night["Ben"].press("My cards")
    await night["Dov"].press("My cards")
    await night["Cleo"].slash("peek")

    assert "Pair of aces" in night["Ben"].ephemerals[-1].text
    assert "You have no cards here." in night["Dov"].ephemerals[-1].text
    assert "K♣︎" in night["Cleo"].ephemerals[-1].text
    assert night.nobody_saw_a_hole_card()


async def test_this_hand_can_be_read_again_without_the_folded_cards(night: Night) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20", "Fold", "Fold")
    await night["Dov"].press("This hand")

    told = "\n".join(message.text for message in night["Dov"].ephemerals)
    assert "Ben opens for 20" in told
    assert not [secret for secret in hidden(["Ac", "8d", "Tc", "Kc", "Qs", "8h"]) if secret in told]


@pytest.mark.parametrize("button", ["Rules", "More"])
async def test_looking_changes_nothing(night: Night, button: str) -> None:
    await night.open(**TABLE)
    await night.sit("Ann", "Ben", "Cleo")
    await night.deal("Ann", PLAIN)
    before = night.board_text
    await night["Cleo"].press(button, message=night.board)

    assert night["Cleo"].ephemerals
    assert night.board_text == before
