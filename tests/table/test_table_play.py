"""What a table does, on the real store and a clock that is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.rules.actions import Bet, Call, Check, Fold
from bot.rules.chips import Chips
from bot.rules.variants import variants
from bot.table import commands, notices
from bot.table.commands import Sight
from bot.table.ids import ChannelId, TableId
from bot.table.ports import ChannelTaken, NewTable, StoreFailed
from bot.table.scene import Phase
from tests.table.kit import PEOPLE, SERVER, Room, a_room


async def seated(room: Room, *names: str, **settings: int) -> None:
    await room.open(**settings)
    await room.sit(*(names or ("Ann", "Ben", "Cleo")))


async def balances(room: Room, *names: str) -> list[int]:
    return [await room.store.balance(SERVER, PEOPLE[name]) for name in names]


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "axeman.db") as made:
        yield made
        sums = await made.store.sums()
        assert not any(sums.values()), "the books do not balance"


async def test_a_seat_costs_the_usual_buy_in(room: Room) -> None:
    await seated(room, "Ann")

    assert await balances(room, "Ann") == [4_000]
    assert room.table.chair_of(PEOPLE["Ann"]).stack == 1_000


@pytest.mark.parametrize("chips", [-5, 0, 399, 2_001, 10**30, "NaN", "1_0", "1e3", "lol"])
async def test_a_buy_in_out_of_bounds_is_refused_with_the_bounds(room: Room, chips: object) -> None:
    await room.open()
    await room.post(commands.SitDown(answer=room.pressed("Ann"), chips=chips))  # type: ignore[arg-type]

    assert room.last_notice("Ann") == notices.WrongBuyIn(
        str(chips), Chips(5_000), Chips(400), Chips(2_000)
    )
    assert await balances(room, "Ann") == [5_000]


async def test_a_buy_in_above_the_balance_is_refused(room: Room) -> None:
    await room.open(buy_in_max=9_000)
    await room.sit("Ann", chips=5_001)

    assert isinstance(room.last_notice("Ann"), notices.WrongBuyIn)
    assert await balances(room, "Ann") == [5_000]


async def test_a_second_seat_is_refused(room: Room) -> None:
    await seated(room, "Ann", "Ann")

    assert isinstance(room.last_notice("Ann"), notices.AlreadyAtTable)
    assert await balances(room, "Ann") == [4_000]


async def test_one_player_is_too_few_to_deal(room: Room) -> None:
    await seated(room, "Ann")
    await room.deal()

    assert room.last_notice("Ann") == notices.NobodyToDeal(1, 2)
    assert room.table.phase is Phase.LOBBY


async def test_a_stranger_cannot_deal(room: Room) -> None:
    await seated(room)
    await room.deal("Hana")

    assert isinstance(room.last_notice("Hana"), notices.NotSeated)
    assert room.table.hand is None


async def test_the_next_hand_comes_by_itself_after_the_pause(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.play_out()
    room.clock.move(7)
    await room.settle()
    assert room.table.hand is None
    room.clock.move(2)
    await room.settle()

    assert room.table.hand is not None
    assert room.table.hands == 2


async def test_the_button_moves_one_seat_clockwise_after_each_hand(room: Room) -> None:
    await seated(room)
    dealers = []
    for _ in range(4):
        await room.deal()
        dealers.append(room.hand.seats[-1].name)
        await room.play_out()

    assert dealers == ["Ann", "Ben", "Cleo", "Ann"]


async def test_field_o4_the_button_skips_a_seat_that_sits_out(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.play_out()
    await room.post(commands.SitOut(answer=room.pressed("Ben")))
    await room.deal()

    assert [seat.name for seat in room.hand.seats] == ["Ann", "Cleo"]


async def test_chips_move_once_when_the_hand_is_over(room: Room) -> None:
    await seated(room)
    await room.deal()
    before = await room.store.at_tables(SERVER, PEOPLE["Ann"])
    await room.play_out()

    stacks = [chair.stack for chair in room.table.chairs.values()]
    kept = [await room.store.at_tables(SERVER, PEOPLE[n]) for n in ("Ann", "Ben", "Cleo")]
    assert before == 1_000
    assert stacks == kept
    assert sum(stacks) == 3_000


async def test_a_press_out_of_turn_names_who_is_to_act(room: Room) -> None:
    await seated(room)
    await room.deal()
    other = next(name for name in ("Ann", "Ben") if name != room.turn)
    asked = room.turn
    await room.act(other, Check())

    refusal = room.last_notice(other)
    assert isinstance(refusal, notices.NotYourTurn)
    assert refusal.actor == asked


async def test_an_old_button_does_nothing(room: Room) -> None:
    await seated(room)
    await room.deal()
    actor = room.turn
    await room.act_by_default()
    question = room.hand.question
    await room.act(actor, Fold(), question=question - 1)

    assert isinstance(room.last_notice(actor), notices.OldButton)
    assert room.hand.question == question


async def test_the_same_press_twice_acts_once_and_is_answered_twice(room: Room) -> None:
    await seated(room)
    await room.deal()
    actor, question, shown = room.turn, room.hand.question, len(room.crier.scenes)
    await room.act(actor, Check(), question=question)
    await room.act(actor, Check(), question=question)

    assert room.hand.question == question + 1
    assert len(room.crier.scenes) == shown + 2


async def test_an_illegal_bet_is_refused_with_what_is_legal(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.act(room.turn, Bet(Chips(21)))

    assert room.last_notice(room.turn) == notices.HandRefuses("You can bet 20.")


async def test_a_stranger_cannot_act(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.act("Hana", Check())

    assert isinstance(room.last_notice("Hana"), notices.NotSeated)


async def test_field_t1_the_clock_checks_when_checking_is_free(room: Room) -> None:
    await seated(room)
    await room.deal()
    room.clock.move(61)
    await room.settle()

    assert room.hand.answers[0][1] == Check()


async def test_the_clock_folds_to_a_bet(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.act(room.turn, Bet(Chips(20)))
    room.clock.move(61)
    await room.settle()

    assert room.hand.answers[1][1] == Fold()


async def test_two_timeouts_in_a_row_are_sitting_out(room: Room) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    first = room.turn
    for _ in range(3):
        if room.turn == first:
            room.clock.move(61)
            await room.settle()
        else:
            await room.act(room.turn, Check())

    assert room.table.chair_of(PEOPLE[first]).sitting_out


async def test_field_t12_acting_in_time_forgives_a_timeout(room: Room) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    first = room.turn
    room.clock.move(61)
    await room.settle()
    while room.turn != first:
        await room.act(room.turn, Check())
    await room.act(first, Check())

    assert room.table.chair_of(PEOPLE[first]).strikes == 0


async def test_nobody_waits_for_an_absent_player(room: Room) -> None:
    await seated(room, "Ann", "Ben", turn_seconds=30)
    await room.deal()
    first = room.turn
    while room.table.hand is not None and not room.table.chair_of(PEOPLE[first]).sitting_out:
        if room.turn == first:
            room.clock.move(31)
            await room.settle()
        else:
            await room.act(room.turn, Check())
    while room.table.hand is not None:
        if room.turn == first:
            room.clock.move(0)
            await room.settle()
        else:
            await room.act(room.turn, Check())

    assert room.table.next_deal is None, "one player is not enough"


async def test_leaving_between_hands_cashes_out(room: Room) -> None:
    await seated(room)
    await room.post(commands.GetUp(answer=room.pressed("Ben")))

    assert room.last_notice("Ben") == notices.LeftTable(Chips(1_000))
    assert await balances(room, "Ben") == [5_000]


@pytest.mark.parametrize("in_turn", [True, False])
async def test_leaving_in_a_hand_folds_at_once_and_cashes_out_after_it(
    room: Room, *, in_turn: bool
) -> None:
    await seated(room)
    await room.deal()
    leaver = next(n for n in ("Ann", "Ben", "Cleo") if (n == room.turn) == in_turn)
    await room.post(commands.GetUp(answer=room.pressed(leaver)))
    assert room.last_notice(leaver) == notices.Leaving(all_in=False)
    paid = 1_000 - room.hand.stacks[[s.name for s in room.hand.seats].index(leaver)]
    await room.play_out()

    assert room.table.chair_of(PEOPLE[leaver]) is None
    assert await balances(room, leaver) == [5_000 - paid]


async def test_the_last_one_left_wins_at_once(room: Room) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    await room.post(commands.GetUp(answer=room.pressed("Ben")))

    assert room.table.hand is None
    assert room.table.chair_of(PEOPLE["Ann"]).stack > 1_000 - 60


async def test_the_host_s_chair_passes_the_table_on(room: Room) -> None:
    await seated(room)
    await room.post(commands.GetUp(answer=room.pressed("Ann")))

    assert room.table.host == PEOPLE["Ben"]


async def test_a_top_up_between_hands_is_added_at_once(room: Room) -> None:
    await seated(room)
    await room.post(commands.TopUp(answer=room.pressed("Ben"), chips="300"))

    assert room.last_notice("Ben") == notices.ToppedUp(Chips(300), Chips(1_300))
    assert await balances(room, "Ben") == [3_700]


async def test_a_top_up_in_a_hand_waits_for_its_end(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.post(commands.TopUp(answer=room.pressed("Ben"), chips=300))
    in_hand = room.hand.stacks
    assert room.last_notice("Ben") == notices.TopUpLater(Chips(300))
    await room.play_out()

    assert max(in_hand) <= 1_000
    assert await balances(room, "Ben") == [3_700]
    assert sum(chair.stack for chair in room.table.chairs.values()) == 3_300


async def test_a_top_up_promised_in_a_hand_is_cut_to_the_largest_buy_in(room: Room) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    bettor = room.turn
    await room.post(commands.TopUp(answer=room.pressed(bettor), chips=1_010))
    await room.act(bettor, Bet(Chips(20)))
    await room.act(room.turn, Fold())

    assert room.table.chair_of(PEOPLE[bettor]).stack == 2_000
    assert await balances(room, bettor) == [3_010]


async def test_a_top_up_promised_in_a_hand_has_to_be_in_the_bank(room: Room) -> None:
    await seated(room, buy_in_max=9_000)
    await room.deal()
    await room.post(commands.TopUp(answer=room.pressed("Ben"), chips=4_001))

    refusal = room.last_notice("Ben")
    assert isinstance(refusal, notices.WrongTopUp)
    assert refusal.balance == 4_000


@pytest.mark.parametrize("chips", ["1001", "0", "-1", "many", 10**30])
async def test_a_top_up_never_goes_above_the_largest_buy_in(room: Room, chips: object) -> None:
    await seated(room)
    await room.post(commands.TopUp(answer=room.pressed("Ben"), chips=chips))  # type: ignore[arg-type]

    refusal = room.last_notice("Ben")
    assert isinstance(refusal, notices.WrongTopUp)
    assert refusal.room == 1_000
    assert await balances(room, "Ben") == [4_000]


async def test_field_t10_a_broke_player_is_skipped_until_a_rebuy(room: Room) -> None:
    await seated(room, ante=400, small_bet=400, buy_in=400, buy_in_min=400)
    await room.deal()
    await room.play_out()
    broke = [chair.name for chair in room.table.chairs.values() if not chair.stack]
    assert broke, "antes of a whole stack break somebody"
    for name in broke:
        await room.post(commands.TopUp(answer=room.pressed(name), chips=400))
    await room.deal()

    assert len(room.table.live.people) == 3


async def test_the_host_closes_in_mid_hand_and_everybody_is_refunded(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.act(room.turn, Bet(Chips(20)))
    await room.post(commands.Close(answer=room.pressed("Ann"), sure=True))

    assert await balances(room, "Ann", "Ben", "Cleo") == [5_000] * 3
    assert room.crier.scenes[-1].phase is Phase.CLOSED
    hand = room.crier.scenes[-1].hand
    assert hand is not None
    assert hand.void == "The table is over. Ann has closed it."


async def test_closing_asks_once(room: Room) -> None:
    await seated(room)
    await room.post(commands.Close(answer=room.pressed("Ann"), sure=False))

    assert room.last_notice("Ann") == notices.ConfirmClose(hand_live=False)
    assert not room.table.closed


async def test_only_the_host_or_an_admin_closes(room: Room) -> None:
    await seated(room)
    await room.post(commands.Close(answer=room.pressed("Ben"), sure=True))
    assert room.last_notice("Ben") == notices.NotHost("Ann")
    await room.post(commands.Close(answer=room.pressed("Hana", admin=True), sure=True))

    assert room.table.closed


async def test_a_house_rule_changed_in_mid_hand_counts_from_the_next(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.store.set_house(SERVER, "deuces-and-jacks", "pay_seven", 30)
    assert room.hand.house.written()["pay_seven"] == "antes:5"
    await room.play_out()
    await room.deal()

    assert room.hand.house.written()["pay_seven"] == 30
    assert any("seven 30" in text for text in room.table.live.news)


async def test_what_the_opener_chose_stands_above_the_server_s_rules(room: Room) -> None:
    await room.store.set_house(SERVER, "deuces-and-jacks", "ante", 50)
    await seated(room, ante=5)
    await room.deal()

    assert room.hand.house.written()["ante"] == 5


async def test_my_cards_goes_through_the_table(room: Room) -> None:
    await seated(room)
    await room.post(commands.Look(answer=room.pressed("Ben"), sight=Sight.CARDS))

    assert room.crier.looks[-1] == ("Ben", Sight.CARDS, None)


async def test_a_finished_hand_can_be_read_again(room: Room) -> None:
    await seated(room)
    await room.deal()
    await room.play_out()
    await room.post(commands.Look(answer=room.pressed("Ben"), sight=Sight.HISTORY, hand=1))

    assert '"axeman-hand"' in (room.crier.looks[-1][2] or "")


async def test_when_the_store_refuses_an_answer_nothing_has_changed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(room)
    await room.deal()
    question, actor = room.hand.question, room.turn

    async def refuses(*_: object) -> bool:
        raise StoreFailed("disk full")

    monkeypatch.setattr(room.store, "append", refuses)
    await room.act(actor, Check())
    assert room.last_notice(actor) == notices.NotSaved()
    assert room.hand.question == question
    monkeypatch.undo()
    await room.act(actor, Check())

    assert room.hand.question == question + 1


async def test_when_the_store_refuses_the_settlement_it_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    await room.act(room.turn, Bet(Chips(20)))

    async def refuses(*_: object) -> None:
        raise StoreFailed("disk full")

    monkeypatch.setattr(room.store, "settle", refuses)
    await room.act(room.turn, Fold())
    assert room.table.hand is not None
    monkeypatch.undo()
    room.clock.move(6)
    await room.settle()

    assert room.table.hand is None
    assert sum(chair.stack for chair in room.table.chairs.values()) == 2_000


async def test_a_fault_in_the_rules_voids_that_hand_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(room)
    await room.deal()

    def breaks(*_: object) -> None:
        raise AssertionError("chips were lost or made")

    actor = room.turn
    monkeypatch.setattr(room.hand, "act", breaks)
    await room.act(actor, Check())
    assert isinstance(room.last_notice(actor), notices.OurFault)
    assert room.table.hand is None
    assert [chair.stack for chair in room.table.chairs.values()] == [1_000] * 3
    monkeypatch.undo()
    await room.deal()

    assert room.hand.seats[-1].name == "Ann", "the button has not moved"


async def test_revival_goes_on_from_the_same_question_with_the_same_cards(tmp_path: Path) -> None:
    async with a_room(tmp_path / "axeman.db") as room:
        await seated(room)
        await room.deal()
        await room.act_by_default()
        await room.act_by_default()
        before = room.hand.view(None), room.hand.question
        own = [room.hand.view(seat) for seat in range(3)]
    async with a_room(tmp_path / "axeman.db", seed=2) as room:
        assert (room.hand.view(None), room.hand.question) == before
        assert [room.hand.view(seat) for seat in range(3)] == own
        assert room.table.deadline >= room.clock.now() + room.table.turn_seconds
        await room.play_out()
        assert sum(chair.stack for chair in room.table.chairs.values()) == 3_000
        assert not any((await room.store.sums()).values())


async def test_revival_finishes_a_hand_that_was_over_but_not_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "axeman.db") as room:
        await seated(room, "Ann", "Ben")
        await room.deal()
        await room.act(room.turn, Bet(Chips(20)))

        async def dies(*_: object) -> None:
            raise StoreFailed("gone")

        monkeypatch.setattr(room.store, "settle", dies)
        await room.act(room.turn, Fold())
    async with a_room(tmp_path / "axeman.db") as room:
        assert room.table.hand is None
        assert sum(chair.stack for chair in room.table.chairs.values()) == 2_000
        assert {chair.stack for chair in room.table.chairs.values()} != {1_000}


async def test_revival_voids_a_hand_of_other_rules_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "axeman.db") as room:
        await seated(room)
        await room.deal()
        await room.act(room.turn, Bet(Chips(20)))
    monkeypatch.setattr("bot.table.journal.RULES_NUMBER", 2)
    async with a_room(tmp_path / "axeman.db") as room:
        assert room.table.hand is None
        assert [chair.stack for chair in room.table.chairs.values()] == [1_000] * 3
        void = room.crier.scenes[-1].void
        assert void is not None
        assert void.number == 1
        await room.deal()
        assert room.hand.seats[-1].name == "Ann", "the button has not moved"
        assert room.crier.scenes[-1].void is None


async def test_revival_takes_up_a_leave_that_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "axeman.db") as room:
        await seated(room)
        await room.deal()

        async def dies(*_: object) -> bool:
            raise StoreFailed("gone")

        monkeypatch.setattr(room.store, "append", dies)
        await room.post(commands.GetUp(answer=room.pressed("Cleo")))
    async with a_room(tmp_path / "axeman.db") as room:
        await room.play_out()
        assert room.table.chair_of(PEOPLE["Cleo"]) is None


async def opens(room: Room, channel: int, key: str) -> TableId:
    scene = await room.floor.open(
        server=SERVER,
        channel=ChannelId(channel),
        variant=variants()["deuces-and-jacks"],
        host=PEOPLE["Ann"],
        host_name="Ann",
        overrides={},
        settings={},
        key=key,
    )
    return scene.table


async def test_two_tables_of_a_channel_are_refused_and_two_channels_are_not(room: Room) -> None:
    await opens(room, 7, "a")
    await opens(room, 8, "b")
    with pytest.raises(ChannelTaken):
        await opens(room, 7, "c")


async def test_field_i7_opening_delivered_twice_at_once_opens_one_table(room: Room) -> None:
    outcomes = await asyncio.gather(
        *(opens(room, 7, "same") for _ in range(3)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [int, ChannelTaken, ChannelTaken]
    assert len(await room.store.load_tables()) == len(room.floor._runners) == 1


async def test_table_whose_commit_was_thought_to_have_failed_is_taken_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table = room.store.open_table

    async def lands_all_the_same(new: NewTable, *, key: str) -> TableId:
        await open_table(new, key=key)
        raise StoreFailed("gone")

    with monkeypatch.context() as trouble:
        trouble.setattr(room.store, "open_table", lands_all_the_same)
        with pytest.raises(StoreFailed):
            await opens(room, 7, "a")
    assert room.floor.in_channel(ChannelId(7)) is None

    with pytest.raises(ChannelTaken):
        await opens(room, 7, "b")
    room.runner = room.floor.in_channel(ChannelId(7))
    await room.sit("Ann", "Ben")
    await room.deal()

    assert room.table.hands == 1
    assert len(await room.store.load_tables()) == 1


async def test_calls_and_raises_reach_the_ledger_as_one_net(room: Room) -> None:
    await seated(room, "Ann", "Ben")
    await room.deal()
    await room.act(room.turn, Bet(Chips(20)))
    await room.act(room.turn, Call())
    while room.table.hand is not None:
        await room.act_by_default()

    nets = sorted(standing.net for standing in await room.store.standings(SERVER))
    assert nets[0] == -nets[1]
