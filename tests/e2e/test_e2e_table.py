"""What happens around hands: seats, time, leaving, stale buttons, house rules, closing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.practice.people import NotAllowedError
from tests.e2e.kit import Night, a_bot, a_server, deck_for, plain
from tests.e2e.test_e2e_hands import PLAIN, TABLE

AXE = "deuces-and-jacks"


async def seated(night: Night, *names: str, **options: Any) -> None:
    await night.open(**{**TABLE, **options})
    await night.sit(*(names or ("Ann", "Ben", "Cleo")))


def whispered(night: Night, name: str) -> str:
    return plain(night[name].ephemerals[-1].text)


# Hole cards that cannot be sent.


async def test_a_closed_dm_never_stops_a_hand(night: Night) -> None:
    await seated(night)
    night["Cleo"].close_dms()
    await night.deal("Ann", PLAIN)

    assert "**Cleo**, your DMs are closed: press My cards." in night.board_text
    assert not night["Cleo"].dms
    await night["Cleo"].press("My cards")
    assert "10♣︎" in whispered(night, "Cleo")
    assert "I cannot send you a DM" in whispered(night, "Cleo")
    await night.act("Check", "Check", "Check")
    assert "Fourth street" in night.board_text


async def test_a_closed_dm_is_tried_once_and_said_once(night: Night) -> None:
    await seated(night)
    night["Cleo"].close_dms()
    await night.deal("Ann", PLAIN)
    await night.check_down()

    refused = [refusal for refusal in night.server.refusals if "50007" in str(refusal)]
    assert len(refused) == 1


# Time.


async def test_a_timeout_checks_and_the_table_says_so(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night.pass_time(61)

    assert night.turn == "Cleo"
    assert "Ben's time is up: check." in night.board_text


async def test_a_timeout_folds_to_a_bet(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20")
    await night.pass_time(61)

    assert "Cleo's time is up: fold." in night.board_text
    assert "Folded: Cleo" in night.board_text


async def test_two_timeouts_in_a_row_sit_a_player_out(night: Night) -> None:
    await seated(night, "Ann", "Ben")
    await night.deal("Ann", deck_for("Ac 8d As 9c 5c 4h 3s", "Tc Kc Th Qh 6s 4d 8c"))
    for _ in range(2):
        assert night.turn == "Ben"
        await night.pass_time(61)
        await night.act("Check")
    for _ in range(3):
        await night.pass_time(0)
        if night.table.hand is not None:
            await night.act("Check")

    night["Ann"].sees("Waiting for a second player with chips")
    await night["Ben"].slash("table back")
    await night.pass_time(9)
    night["Ann"].sees("### Hand 2")


# Leaving.


async def test_leaving_in_turn_folds_at_once(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    answer = await night["Ben"].slash("table leave")
    await night.settled()

    assert answer.ephemeral
    assert night.turn == "Cleo"
    assert "Folded: Ben" in night.board_text
    await night.check_down()
    assert await night.bank("Ben") == 4_990


async def test_leaving_out_of_turn_folds_at_once(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    button = night["Ben"].button("Check").custom_id
    await night["Ann"].slash("table leave")
    await night.settled()

    assert night.turn == "Ben"
    assert "Folded: Ann" in night.board_text
    assert night["Ben"].button("Check").custom_id == button, "the question has not changed"
    await night.check_down()
    assert await night.bank("Ann") == 4_990


async def test_when_all_others_leave_the_last_one_wins(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night["Ben"].slash("table leave")
    await night["Ann"].slash("table leave")
    await night.settled()

    night["Dov"].sees("### Cleo wins 30")
    assert [await night.bank(name) for name in ("Ann", "Ben")] == [4_990, 4_990]


async def test_sitting_out_and_back(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night["Ben"].slash("table sit-out")
    await night.check_down()
    await night.deal("Ann")
    assert "Ben" not in night.board_text
    await night.check_down()
    await night["Ben"].slash("table back")
    await night.deal("Ann")

    assert "Ben" in night.board_text


# Chips.


async def test_a_top_up_in_a_hand_comes_after_it(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night["Cleo"].slash("table top-up", chips=300)
    assert "300" in whispered(night, "Cleo")
    assert await night.bank("Cleo") == 4_500
    await night.act("Bet 20", "Fold", "Fold")

    assert await night.bank("Cleo") == 4_200
    assert {c.name: c.stack for c in night.table.chairs.values()}["Cleo"] == 790


async def test_going_broke_and_a_rebuy(night: Night) -> None:
    deck = deck_for(
        "Ac 8d As 9c 5c 4h 3s",
        "Tc Kc Th Qh 6s 4d 8c",
        "Qs 8h 9h Td 5d 6c 3c",
    )
    await seated(night, ante=40, buy_in=40, buy_in_min=40)
    await night["Ann"].press("Deal")
    night.chance.decks.clear()
    await night.settled()
    del deck
    result = plain(night.newest.text)
    assert "wins" in result, "everybody was all-in from the ante"
    broke = [chair.name for chair in night.table.chairs.values() if not chair.stack]
    assert len(broke) == 2
    assert "Waiting for a second player with chips" in result
    await night[broke[0]].slash("table top-up", chips=100)
    await night.pass_time(9)

    night["Ann"].sees("### Hand 2")
    assert broke[1] not in night.newest.text


@pytest.mark.parametrize("chips", ["-5", "0", "lol", "1e3", "1_0", "999999999"])
async def test_a_bad_buy_in_is_refused_with_the_bounds(night: Night, chips: str) -> None:
    await night.open()
    await night["Ben"].press("Sit down")
    await night["Ben"].submit(amount=chips)

    assert "Bring 400 to 2,000 to this table." in whispered(night, "Ben")
    assert await night.bank("Ben") == 5_000
    night["Ann"].sees("0 of 8 seats taken")


async def test_a_buy_in_above_the_balance_says_what_there_is(night: Night) -> None:
    await night.open(buy_in_max=9_000)
    await night["Ben"].press("Sit down")
    await night["Ben"].submit(amount="6000")

    assert "You have 5,000 chips and asked for 6,000." in whispered(night, "Ben")
    await night["Ben"].press("Take 5,000")
    await night.settled()
    night["Ann"].sees("1 of 8 seats taken")
    assert await night.bank("Ben") == 0


async def test_a_second_seat_is_refused(night: Night) -> None:
    await seated(night, "Ben")
    await night["Ben"].press("Sit down")
    await night["Ben"].slash("table join")

    assert "Ben" in night["Ann"].sees("1 of 8 seats taken").text
    assert await night.bank("Ben") == 4_500


async def test_too_few_players_are_not_dealt(night: Night) -> None:
    await seated(night, "Ann")
    assert night["Ann"].button("Deal").disabled
    await night["Ann"].slash("table start")

    assert "player" in whispered(night, "Ann")
    night["Ann"].sees("1 of 8 seats taken")


# Presses that do not count.


async def test_a_press_out_of_turn_names_who_is_to_act(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    before = night.board_text
    await night["Cleo"].press("Check", message=night.board)

    assert "It is Ben's turn." in whispered(night, "Cleo")
    assert night.board_text == before


async def test_a_press_on_an_old_button_does_nothing(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    old = night["Ben"].button("Bet 20").custom_id
    await night.act("Check")
    await night["Ben"].press(custom_id=old, message=night.board)
    assert "That button is from earlier." in whispered(night, "Ben")
    await night.act("Check", "Check")
    await night["Ben"].press(custom_id=old, message=night.board)

    assert "The hand is on fourth street" in whispered(night, "Ben")
    assert "Fourth street · pot 30" in night.board_text


async def test_a_stranger_s_press_does_nothing(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    before = night.board_text
    await night["Dov"].press("Bet 20", message=night.board)

    assert "You are not at this table." in whispered(night, "Dov")
    assert night.board_text == before


async def test_a_press_twice_at_once_acts_once(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    board, ben = night.board, night["Ben"]
    bet = ben.button("Bet 20").custom_id
    await asyncio.gather(
        ben.press(custom_id=bet, message=board), ben.press(custom_id=bet, message=board)
    )
    await night.settled()

    assert night.turn == "Cleo"
    assert "pot 50" in night.board_text
    assert night.table.live is not None
    assert len(night.table.live.hand.answers) == 1


@pytest.mark.parametrize(
    "forged",
    [
        "ax1:1:1:1:raise:99999",
        "ax1:1:1:1:bet:21",
        "ax1:1:1:3:check",
        "ax1:1:9:1:check",
        "ax1:1:1:1:call",
    ],
)
async def test_a_forged_button_changes_nothing(night: Night, forged: str) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    before = night.board_text
    await night["Ben"].press(custom_id=forged, message=night.board)

    assert night["Ben"].ephemerals
    assert night.board_text == before


@pytest.mark.parametrize("forged", ["ax1:ZZ:sit", "ax9:1:sit", "poker", "ax1:1:nonsense", "ax1::"])
async def test_a_button_of_no_table_is_answered_politely(night: Night, forged: str) -> None:
    await seated(night)
    await night["Ben"].press(custom_id=forged, message=night["Ben"].messages()[-1])

    assert "**" in night["Ben"].ephemerals[-1].text


async def test_a_button_of_another_server_s_table_is_refused(night: Night) -> None:
    await seated(night)
    other = night.server.world.add_guild("Elsewhere")
    channel = other.add_channel("cards")
    thief = night.server.person("Thief", guild=other)
    thief.go(channel)
    await night.server.connected()
    await thief.slash("axe open")
    await thief.press(custom_id="ax1:1:sit:500", message=thief.messages()[-1])

    assert "closed" in thief.ephemerals[-1].text
    night["Ann"].sees("3 of 8 seats taken")


# House rules.


async def test_a_house_rule_changed_in_mid_hand_counts_from_the_next(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night.admin.slash("house set", game=AXE, option="pay_seven", value="30")
    answer = plain(night.admin.ephemerals[-1].text)
    assert "Was" in answer
    assert "30" in answer
    night["Ann"].sees("wild card 10, seven 50")
    await night.act("Bet 20", "Fold", "Fold")
    await night.deal()

    assert "**New:** **Dealt face up, you pay:** wild card 10, seven 30." in plain(
        night["Ann"].sees("### Hand 2").text
    )


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("sevens_tie", "coin_toss", "split, kickers, ordinary"),
        ("ante", "-5", "0 to 10,000"),
        ("ante", "1e30", "0 to 10,000"),
        ("small_bet", "99999999999", "1 to 500,000"),
        ("big_bet", "5", "cannot be below small_bet"),
        ("wild", "jokers", "sevens_tie"),
        ("pay_wild", "antes:many", "antes:N"),
    ],
)
async def test_a_bad_house_rule_is_refused_with_what_is_allowed(
    night: Night, option: str, value: str, words: str
) -> None:
    await night.admin.slash("house set", game=AXE, option=option, value=value)
    assert words in plain(night.admin.ephemerals[-1].text)
    await night.admin.slash("house show", game=AXE)

    assert "Nothing is different here" in night.admin.ephemerals[-1].text


async def test_house_rules_are_reset(night: Night) -> None:
    await night.admin.slash("house set", game=AXE, option="ante", value="25")
    await night.admin.slash("house reset", game=AXE, option="ante")
    await night.admin.slash("house show", game=AXE)

    assert "Nothing is different here" in night.admin.ephemerals[-1].text


async def test_only_admins_change_house_rules(night: Night) -> None:
    rule: dict[str, Any] = {"game": AXE, "option": "ante", "value": "1"}
    with pytest.raises(NotAllowedError):
        await night["Ann"].slash("house set", **rule)
    await night["Ann"].slash("house set", forge=True, **rule)

    assert "may manage this server" in night["Ann"].ephemerals[-1].text
    await night.open()
    night["Ann"].sees("Ante 10")


async def test_options_and_values_complete_themselves(night: Night) -> None:
    options = await night.admin.autocomplete("house set", "option", "seven", game=AXE)
    values = await night.admin.autocomplete("house set", "value", "", game=AXE, option="sevens_tie")

    assert {choice["value"] for choice in options} == {"pay_seven", "sevens_tie"}
    assert [choice["value"] for choice in values] == ["split", "kickers", "ordinary"]


async def test_who_may_open_tables_is_decided_by_the_admins(night: Night) -> None:
    role = night.guild.grant(night["Dov"].user, "SEND_MESSAGES")
    await night.admin.slash("house openers", role=role)
    await night["Ann"].slash("axe open")
    assert "Tables are opened by members with" in night["Ann"].ephemerals[-1].text
    await night["Dov"].slash("axe open")

    night["Ann"].sees("Dov has opened a table")


async def test_where_tables_may_be_opened_is_decided_by_the_admins(night: Night) -> None:
    side = night.guild.add_channel("side")
    await night.admin.slash("house channel", channel=side)
    await night["Ann"].slash("axe open")
    assert f"<#{side.id}>" in night["Ann"].ephemerals[-1].text
    night["Ann"].go(side)
    await night["Ann"].slash("axe open")

    night["Ann"].sees("Ann has opened a table")


# Opening and closing.


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rules": "odd_chip=mine"}, "clockwise, high_card_suit"),
        ({"rules": "colour=red"}, "There is no option"),
        ({"rules": "just play"}, "key=value"),
        ({"small_bet": 40, "big_bet": 20}, "cannot be below"),
        ({"ante": 0}, "number of chips, not antes"),
        ({"rules": "pause_seconds=9999"}, "0 to 600"),
        ({"buy_in_min": 3_000}, "buy_in_min"),
    ],
)
async def test_a_table_with_bad_options_is_not_opened(
    night: Night, options: dict[str, Any], words: str
) -> None:
    await night["Ann"].slash("axe open", **options)

    assert words in plain(night["Ann"].ephemerals[-1].text)
    assert not night.channel_texts()


async def test_a_second_table_in_the_channel_is_refused(night: Night) -> None:
    await night.open()
    await night["Ben"].slash("axe open")

    assert "open" in night["Ben"].ephemerals[-1].text
    assert len(night.channel_texts()) == 1


async def test_two_channels_have_two_tables(night: Night) -> None:
    await night.open()
    side = night.guild.add_channel("side")
    night["Ben"].go(side)
    await night["Ben"].slash("axe open")

    night["Ben"].sees("Ben has opened a table")


async def test_a_missing_permission_is_named(night: Night) -> None:
    night.channel.deny(night.server.world.bot, "SEND_MESSAGES")
    await night["Ann"].slash("axe open")

    assert "Send Messages" in night["Ann"].ephemerals[-1].text
    night.channel.allow(night.server.world.bot, "SEND_MESSAGES")
    await night["Ann"].slash("axe open")
    night["Ann"].sees("Ann has opened a table")


async def test_the_host_closes_in_mid_hand_and_everybody_is_refunded(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20", "Call 20")
    assert night.nobody_saw_a_hole_card()
    await night["Ann"].press("More", message=night.board)
    await night["Ann"].press("Close table")
    await night["Ann"].press("Close table")
    await night.settled()

    assert [await night.bank(name) for name in ("Ann", "Ben", "Cleo")] == [5_000] * 3
    night["Dov"].sees("closed")
    await night["Ben"].slash("table status")
    assert "There is no table in this channel." in night["Ben"].ephemerals[-1].text


async def test_an_admin_closes_and_others_cannot(night: Night) -> None:
    await seated(night)
    await night["Ben"].slash("table close")
    assert "Ann" in night["Ben"].ephemerals[-1].text
    await night.admin.slash("table close")
    await night.settled()

    assert await night.bank("Ben") == 5_000
    assert night.bot is not None
    assert not night.bot.crier._lines, "a closed table is forgotten"
    assert not night.bot.floor._runners


# The bank.


async def test_a_newcomer_has_5000_and_the_daily_chips_come_once(night: Night) -> None:
    await night["Dov"].slash("chips balance")
    assert "5,000 chips" in plain(night["Dov"].ephemerals[-1].text)
    await night["Dov"].slash("chips daily")
    await night["Dov"].slash("chips daily")

    assert "already" in night["Dov"].ephemerals[-1].text
    assert await night.bank("Dov") == 5_500


async def test_the_leaderboard_sums_to_zero(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night.act("Bet 20", "Fold", "Fold")
    await night["Dov"].slash("chips leaderboard")

    told = plain(night["Dov"].ephemerals[-1].text)
    assert "**Ben** +20" in told
    assert "**Cleo** \u221210" in told


async def test_the_rules_of_the_game_are_read_by_command(night: Night) -> None:
    await night.admin.slash("house set", game=AXE, option="ante", value="25")
    await night["Dov"].slash("axe rules")

    told = plain("\n".join(message.text for message in night["Dov"].ephemerals))
    assert "Third street" in told
    assert "25" in told


async def test_status_tells_the_table_in_words(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    await night["Dov"].slash("table status")

    assert "ace of spades" in night["Dov"].ephemerals[-1].text


# Messages that are gone.


async def test_field_l3_a_deleted_table_message_is_posted_again(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    night.server.world.delete(night.board)
    await night.pass_time(61)

    assert night.turn == "Cleo"
    await night.act("Check")
    assert night.turn == "Ann"


async def test_the_client_remembers_no_view_and_no_window(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    for _ in range(9):
        await night.act("Check")
        await night["Ben"].press("My cards", message=night.board)
        await night["Ben"].press("More", message=night.board)
    assert night.bot is not None
    kept = night.bot._connection._view_store

    assert not kept._views
    assert not kept._synced_message_views
    assert not kept._modals


async def test_a_hand_lost_in_a_restart_is_told_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await seated(night)
            await night.deal("Ann", PLAIN)
            await night.act("Bet 20")
        monkeypatch.setattr("bot.table.journal.RULES_NUMBER", 2)
        async with a_bot(night):
            await night.settled()
            told = night["Ben"].sees("Hand 1 does not count").text
            await night["Ben"].press("Deal now")
            await night.settled()
            night["Ben"].sees("### Hand 2")

    assert "The rules have changed since it began." in told
    assert "Ben 500" in plain(told)


async def test_ruling_g18_folding_while_checking_is_free_asks_first(night: Night) -> None:
    await seated(night)
    await night.deal("Ann", PLAIN)
    assert "Fold" not in [button.label for button in night.board.buttons]
    await night["Cleo"].press("More", message=night.board)
    assert "Checking is free." not in whispered(night, "Cleo")
    await night["Ben"].press("More", message=night.board)
    assert "Checking is free." in whispered(night, "Ben")
    await night["Ben"].press("Fold anyway")
    await night.settled()

    assert "Folded: Ben" in night.board_text
    assert night.turn == "Cleo"


async def test_deal_that_comes_late_a_second_time_deals_nothing(night: Night) -> None:
    await night.seated("axe", "Ann", "Ben")
    lobby = night.newest
    (first,) = [b.custom_id for b in lobby.buttons if b.label == "Deal"]
    await night.deal()
    await night.go_on()
    assert first is not None
    await night["Ann"].press(custom_id=first, message=night.newest)
    await night.settled()
    assert (night.table.hands, night.table.hand) == (1, None)

    await night.deal()
    assert night.table.hands == 2
