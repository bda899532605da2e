"""Stud-Jack and Widow Jack, over the wire, as the people at the table see them."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.kit import Night, a_bot, a_server, deck_for, plain

# Dealt left of Ann, who deals the first hand: Ben, Cleo, Ann. Worked examples J1 and J3.
J1 = deck_for("As Kd 4c 9h 8s 3d 6c", "Tc 9d 9s 9c 5h 2d Qh", "8c 8d 8h 5s Jc Kh 5d")
J3 = deck_for("As Ad 4c 9h 8s Ac 6c", "Tc Td 9s 3c 5h 2d Qh", "8c 7d 2h 3s Jc Kh 5d")
BUST = deck_for("Ts 6d 4c 9h 8s 3d 9c", "Tc 5d 9s 9d 5h 2d Qh", "8c 7d 8h 5s Jc Kh Qd")


def result(night: Night) -> str:
    return plain(night.newest.text)


def stacks(night: Night) -> dict[str, int]:
    return {chair.name: chair.stack for chair in night.table.chairs.values()}


async def test_example_j3_the_halves_go_different_ways(night: Night) -> None:
    await night.seated("studjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", J3)
    assert night.turn == "Ann", "the deuce brings it in"
    await night.act("Bring in 10", "Complete to 20", "Call 20", "Call 10")
    await night.go_on(until="Seventh card")
    await night.act("Face down", "Face up, pay 40", "Face down")
    assert "bought Q♥︎ for 40" in night.board_text
    await night.go_on()

    told = result(night)
    assert "Poker half 65: Ben" in told
    assert "three aces" in told
    assert "Blackjack half 65: " in told
    assert "Cleo and Ann split" in told
    # Antes 30, bets 60, the price 40.
    assert stacks(night) == {"Ann": 502, "Ben": 535, "Cleo": 463}


async def test_example_j1_one_hand_scoops(night: Night) -> None:
    await night.seated("studjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", J1)
    await night.go_on(until="Seventh card")
    await night.act("Face down", "Face up, pay 40", "Face down")
    await night.go_on()

    assert "### Ann wins 100" in result(night)
    assert "both halves" in result(night)
    assert stacks(night) == {"Ann": 580, "Ben": 480, "Cleo": 440}


async def test_a_side_pot_s_halves_are_judged_among_its_own_players(night: Night) -> None:
    await night.seated("studjack", "Ben", "Cleo")
    await night.sit("Ann", chips=40)
    await night.deal(
        "Ben", deck_for("Tc 9d 9s 9c 5h 2d Qh", "8c 8d 8h 5s Jc Kh 5d", "As Kd 4c 9h 8s 3d 6c")
    )
    # Ben deals now: Cleo, Ann, Ben. Ann, with a full house and 21, has 40 chips.
    await night.act("Bring in 10", "Complete to 20", "Call 20", "Call 10")
    await night.act("Bet 20", "Call 10, all-in", "Call 20")
    await night.go_on(until="Seventh card")
    assert "all-in" in night.board_text
    await night.act("Face down", "Face down")
    await night.go_on()

    told = result(night)
    assert "Main pot" in told
    assert "Side pot" in told
    # The side pot of 20: three nines for poker, 17 for blackjack, as Cleo's 29 is bust.
    assert stacks(night) == {"Ann": 120, "Ben": 460, "Cleo": 460}


async def test_who_cannot_pay_the_price_is_not_asked(night: Night) -> None:
    await night.seated("studjack", "Ann", "Ben", "Cleo", price="fixed:485")
    await night.deal("Ann", J3)
    await night.act("Bring in 10", "Complete to 20", "Call 20", "Call 10")
    await night.go_on(until="Seventh street")

    assert "cannot pay the price" in "\n".join(plain(text) for text in night.channel_texts())
    forged = f"ax1:1:1:{night.table.live.hand.question}:faceup:485"  # type: ignore[union-attr]
    before = night.board_text
    await night[night.turn].press(custom_id=forged, message=night.board)
    assert night.board_text == before


async def test_everybody_bust_gives_the_poker_hand_both_halves(night: Night) -> None:
    await night.seated("studjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", BUST)
    await night.go_on()

    assert "### Cleo wins 60" in result(night)
    assert "bust" in result(night).lower()


async def test_the_clock_brings_in_and_takes_the_card_face_down(night: Night) -> None:
    await night.seated("studjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", J3)
    await night.pass_time(61)
    assert "Ann's time is up: bring" in night.board_text
    await night.go_on(until="Seventh card")
    asked = night.turn
    await night.pass_time(61)

    assert night.turn != asked
    assert f"{asked}'s time is up" in night.board_text
    assert "face down" in night.board_text


async def test_a_restart_in_the_purchase_round_goes_on_from_the_same_choice(
    tmp_path: Path,
) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await night.seated("studjack", "Ann", "Ben", "Cleo")
            await night.deal("Ann", J3)
            await night.go_on(until="Seventh card")
            await night.act("Face down")
            board, asked = night.board, night.turn
        async with a_bot(night):
            await night.settled()
            assert night.turn == asked == "Cleo"
            await night["Cleo"].press("Face up, pay 40", message=board)
            await night.settled()
            assert "bought Q♥︎ for 40" in night.board_text
            await night.go_on()
            assert sum(stacks(night).values()) == 1_500
        assert night.sums_to_zero()


# Widow Jack.


async def test_example_w1_the_queen_of_spades_face_up_wipes_the_deal_out(night: Night) -> None:
    wiped = deck_for("As Kd 4c", "Tc 9d Qs", "8c 8d 8h")
    await night.seated("widowjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", wiped, J3)

    told = plain(night.channel_texts()[-2])
    assert "Wiped out" in told
    assert "The pot of 30 stays." in told
    assert "Third street, deal 2 · pot 30" in night.board_text
    assert len(night["Ben"].dms) >= 1
    assert "A♠︎ A♦︎" in night["Ben"].dms[-1].text
    await night.go_on(until="Seventh card")
    await night.act("Face down", "Face up, pay 40", "Face down")
    await night.go_on()
    # 30 of the first deal, three bring-ins of the second, the price: 100 for two halves.
    assert "Poker half 50: Ben" in result(night)
    assert "Blackjack half 50: Cleo and Ann split" in result(night)
    assert sum(stacks(night).values()) == 1_500


async def test_two_wipe_outs_in_a_row_and_one_by_a_bought_card(night: Night) -> None:
    first = deck_for("As Kd 4c", "Tc 9d Qs", "8c 8d 8h")
    second = deck_for("Ah Kc Qs", "Th 9c 2s", "8s 7d 3h")
    bought = deck_for("As Ad 4c 9h 8s Ac Qs", "Tc Td 9s 3c 5h 2d Qh", "8c 7d 2h 3s Jc Kh 5d")
    await night.seated("widowjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", first, second, bought, J3)
    assert "deal 3" in night.board_text
    await night.go_on(until="Seventh card")
    await night.act("Face up, pay 40")

    assert "Wiped out" in night.channel_texts()[-2]
    assert "deal 4" in night.board_text
    # Antes of 30, three calls of the bring-in, and the price, which stays in the pot.
    assert "pot 100" in night.board_text
    await night.go_on()
    assert sum(stacks(night).values()) == 1_500


async def test_a_folded_player_stays_out_of_the_next_deal(night: Night) -> None:
    wiped = deck_for("As Kd 4c 9h", "Tc 9d 9s Qs", "8c 8d 8h")
    await night.seated("widowjack", "Ann", "Ben", "Cleo")
    await night.deal("Ann", wiped, deck_for("Th 9c 2s", "8s 7d 3h"))
    await night.act("Bring in 10", "Call 10", "Fold")

    assert "deal 2" in night.board_text
    assert "Out until the pot is won: Ann 490" in night.board_text
    assert night.turn != "Ann"
