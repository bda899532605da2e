"""Draw-Deucey Single Draw, and Black Mariah's spade, over the wire."""

from __future__ import annotations

from pathlib import Path

from bot.practice.forms import Form
from tests.e2e.kit import NAMES, Night, a_bot, a_server, deck_for, hidden, plain

# Dealt left of Ann, who deals the first hand: Ben (small blind), Cleo (big blind), Ann.
LOWS = deck_for("2s 3d 4h Qd Kh", "As Ad 9c 9d 4s", "Jd Tc 8d 6c 2h") + " 6h Js"
HIGH_ONLY = deck_for("Qc 7d 6h 4s 2c", "As 5d 4h 3s 2d")


def result(night: Night) -> str:
    return plain(night.newest.text)


def stacks(night: Night) -> dict[str, int]:
    return {chair.name: chair.stack for chair in night.table.chairs.values()}


async def change(night: Night, name: str, *cards: str) -> None:
    await night[name].press("Change cards", message=night.board)
    await night[name].submit(discard=list(cards))
    await night.settled()


async def test_a_draw_of_two_and_of_none_and_the_halves_go_different_ways(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    assert night.turn == "Ann", "left of the big blind"
    await night.act("Call 20", "Call 10", "Check")
    assert night.turn == "Ben"
    await change(night, "Ben", "Qd", "Kh")
    assert "drew 2" in night.board_text
    assert "6♥︎ and J♠︎" in night["Ben"].dms[-1].text
    await night.act("Stand pat", "Stand pat")
    await night.go_on()

    told = result(night)
    assert "High half 30: Cleo" in told
    assert "Low half 30: Ben" in told or "Low half 30: Ann" in told
    assert sum(stacks(night).values()) == 1_500


async def test_the_window_shows_a_hand_to_its_owner_alone(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    await night.act("Call 20", "Call 10", "Check")
    await night["Cleo"].press("Change cards", message=night.board)
    assert night["Cleo"].form is None
    await night["Ben"].press("Change cards", message=night.board)

    assert night["Ben"].form is not None
    assert "Q♦︎" in night["Ben"].form.text
    await night["Ben"].submit(discard=["Qd", "Kh"])
    await night.settled()
    secrets = hidden(["Qd", "Kh"])
    for name in ("Ann", "Cleo", "Dov"):
        assert not [s for s in secrets if night[name].ever_saw(s)]


async def test_a_third_card_is_impossible_and_a_forged_one_is_refused(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    await night.act("Call 20", "Call 10", "Check")
    for forged in (["2s", "3d", "4h"], ["2s", "2s"], ["5c"], ["nonsense"]):
        await night["Ben"].press("Change cards", message=night.board)
        form = night["Ben"].form
        assert form is not None
        await forge(night, form, forged)
        assert night.turn == "Ben", f"{forged} was taken"
    await change(night, "Ben", "Kh")

    assert "drew 1" in night.board_text


async def forge(night: Night, form: Form, cards: list[str]) -> None:
    """Submit the window with cards that the app would not let one tick."""
    boxes = next(field for field in form.fields if field.custom_id == "discard")
    boxes.part["options"] = [{"value": card, "label": card} for card in cards]
    boxes.part["max_values"] = 9
    await night["Ben"].submit({"discard": [*cards]}, form=form)
    await night.settled()


async def test_example_s12_nobody_has_a_low_and_high_takes_all(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben")
    # Heads-up: Ann deals and posts the small blind; Ben, dealt first, the big one.
    await night.deal("Ann", HIGH_ONLY)
    assert night.turn == "Ann", "the dealer acts first before the draw"
    await night.act("Call 10", "Check")
    assert night.turn == "Ben", "and last after it"
    await night.act("Stand pat", "Stand pat")
    assert night.turn == "Ben"
    await night.go_on()

    assert "### Ann wins 40" in result(night)
    assert "No low" in result(night)
    assert stacks(night) == {"Ann": 520, "Ben": 480}


async def test_a_side_pot_s_halves_are_judged_among_its_own_players(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben")
    await night.sit("Cleo", chips=20)
    # Ann deals: Ben, Cleo, Ann. Cleo, all-in with the big blind, has the best of both.
    deck = deck_for("Jd Tc 8d 6c 2h", "As Ad Ac 4s 4d", "Ks Kd 9c 5d 3h")
    await night.deal("Ann", deck)
    await night.act("Raise to 40", "Call 30")
    assert "main 60 · side 40, without Cleo" in night.board_text
    await night.go_on()

    told = result(night)
    # Main pot of 60: aces full for high; Ben's is the only low in either pot.
    assert "Main pot" in told
    assert stacks(night) == {"Ann": 480, "Ben": 510, "Cleo": 30}


async def test_the_big_blind_may_raise_when_only_called(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    await night.act("Call 20", "Call 10")

    assert night.turn == "Cleo"
    assert [b.label for b in night.board.buttons[:2]] == ["Check", "Raise to 40"]


async def test_field_k2_eight_players_draw_two_each_and_no_card_comes_twice(night: Night) -> None:
    await night.seated("drawdeucey", *NAMES)
    await night.deal("Ann")
    await night.go_on(until="The draw")
    live = night.table.live
    assert live is not None
    for _ in range(8):
        name = night.turn
        seat = live.people.index(night[name].user.id)
        own = [d.card for d in live.hand._dealer.holdings[seat]][:2]
        await change(night, name, *(str(card) for card in own))
        now = [d.card for d in live.hand._dealer.holdings[seat]]
        assert not set(own) & set(now), "a discard came back"

    assert len(live.hand.decks) == 2, "one reshuffle"
    held = [d.card for holding in live.hand._dealer.holdings for d in holding]
    assert len(held) == len(set(held)) == 40
    await night.go_on()
    assert sum(stacks(night).values()) == 4_000


async def test_the_clock_stands_pat(night: Night) -> None:
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    await night.act("Call 20", "Call 10", "Check")
    await night.pass_time(61)

    assert night.turn == "Cleo"
    assert "Ben's time is up" in night.board_text


async def test_a_restart_in_the_draw_goes_on_from_the_same_question(tmp_path: Path) -> None:
    async with a_server() as server:
        night = Night(server, tmp_path / "axeman.db")
        async with a_bot(night):
            await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
            await night.deal("Ann", LOWS)
            await night.act("Call 20", "Call 10", "Check")
            await change(night, "Ben", "Qd", "Kh")
            letters, board = len(night["Ben"].dms), night.board
        async with a_bot(night):
            await night.settled()
            assert night.turn == "Cleo"
            assert len(night["Ben"].dms) == letters, "nothing is told twice"
            await night["Cleo"].press("Stand pat", message=board)
            await night.settled()
            assert night.turn == "Ann"
            await night.go_on()
            assert sum(stacks(night).values()) == 1_500
        assert night.sums_to_zero()


async def test_black_mariah_gives_half_to_the_highest_spade_in_the_hole(night: Night) -> None:
    deck = deck_for("As 2d 4c 9h 8h 3d 6c", "Tc Td Th 3c 5h 2h Qh", "8c 7d 2c 3h Jc Kh 5d")
    await night.seated("blackmariah", "Ann", "Ben", "Cleo")
    await night.deal("Ann", deck)
    await night.go_on()

    assert "Ben" in result(night).split("\n")[0]
    assert "Cleo" in result(night).split("\n")[0]
    assert "spade" in result(night).lower()
