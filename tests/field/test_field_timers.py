"""Field reports T: turns that time out, and players who leave and come back."""

from __future__ import annotations

import pytest

from bot.rules.actions import Bet, Check, Draw, Fold
from bot.rules.chips import Chips
from bot.rules.variants import variants
from bot.table import commands, notices
from bot.table.scene import Phase
from tests.e2e.kit import Night, deck_for, plain
from tests.rules.table_talk import Talk, hand_of
from tests.table.kit import PEOPLE, Room

LOWS = deck_for("2s 3d 4h Qd Kh", "As Ad 9c 9d 4s", "Jd Tc 8d 6c 2h") + " 6h Js"


async def seated(room: Room, *names: str, **settings: int) -> None:
    await room.open(**settings)
    await room.sit(*(names or ("Ann", "Ben", "Cleo")))


async def pass_time(room: Room, seconds: float) -> None:
    room.clock.move(seconds)
    await room.settle()


async def test_field_t1_the_clock_checks_where_checking_is_free(room: Room) -> None:
    """Elsewhere a player whose time was up folded although there was nothing to call.

    The clock folds only to a bet.
    """
    await seated(room)
    await room.deal()
    await pass_time(room, 61)
    await room.act(room.turn, Bet(Chips(20)))
    await pass_time(room, 61)

    assert [action for _, action in room.hand.answers] == [Check(), Bet(Chips(20)), Fold()]


@pytest.mark.parametrize("seconds", [10, 12, 47, 86_400])
async def test_field_t2_a_timer_of_any_length_fires_once(room: Room, seconds: int) -> None:
    """Elsewhere the timer fired only if its count hit 0 exactly: 47 s and 12 s never ended.

    Here nothing happens half a second before, and exactly one answer is given half a second after.
    """
    await seated(room, turn_seconds=seconds)
    await room.deal()

    await pass_time(room, seconds - 0.5)
    assert not room.hand.answers
    await pass_time(room, 1)
    await pass_time(room, 0)
    assert len(room.hand.answers) == 1


async def test_field_t4_a_timer_that_ends_while_a_form_is_open_acts_once(night: Night) -> None:
    """Elsewhere a timeout while a custom bet was being written gave the form itself as the bet.

    Our bets are fixed, so it is the form for a discard: the clock stands pat, and the form that
    comes late changes no card and is told why.
    """
    await night.seated("drawdeucey", "Ann", "Ben", "Cleo")
    await night.deal("Ann", LOWS)
    await night.act("Call 20", "Call 10", "Check")
    await night["Ben"].press("Change cards", message=night.board)
    await night.pass_time(61)
    await night["Ben"].submit(discard=["Qd", "Kh"])
    await night.settled()

    live = night.table.live
    assert live is not None
    assert [action for _, action in live.hand.answers[3:]] == [Draw()]
    assert "Ben's time is up: stand pat." in night.board_text
    assert "That button is from earlier." in plain(night["Ben"].ephemerals[-1].text)
    assert night.turn == "Cleo"


async def test_field_t6_chatter_and_silence_are_never_a_raise(night: Night) -> None:
    """Elsewhere any word in the chat, or none, after pressing Raise was a raise of the minimum.

    Here chat is not read, "lol" in a form for chips is asked for again, and silence is a check.
    """
    await night.seated("axe", "Ann", "Ben", "Cleo")
    await night.deal("Ann")
    actor = night[night.turn]
    actor.say("lol")
    await actor.press("More", message=night.board)
    await actor.press("Add chips")
    await actor.submit(amount="lol")
    assert "You can add 1 to " in plain(actor.ephemerals[-1].text)
    await night.pass_time(61)

    live = night.table.live
    assert live is not None
    assert [action for _, action in live.hand.answers] == [Check()]


async def test_field_t7_leaving_out_of_turn_folds_at_once(room: Room) -> None:
    """Elsewhere a player who left out of turn did not fold, and the game waited for ever.

    Here the others go on with the same question, and the last one left wins.
    """
    await seated(room)
    await room.deal()
    actor, question = room.turn, room.hand.question
    second, last = (name for name in ("Ann", "Ben", "Cleo") if name != actor)
    await room.post(commands.GetUp(answer=room.pressed(second)))
    assert (room.turn, room.hand.question) == (actor, question)
    assert sum(seat.folded for seat in room.hand.view(None).seats) == 1
    await room.post(commands.GetUp(answer=room.pressed(last)))

    assert room.table.phase is Phase.BETWEEN
    assert [chair.name for chair in room.table.chairs.values()] == [actor]
    assert room.table.chair_of(PEOPLE[actor]).stack > 1_000


STREETS = [(key, street.key) for key, game in variants().items() for street in game.streets]


@pytest.mark.parametrize(("key", "street"), STREETS)
def test_field_t9_anybody_can_leave_at_any_time_of_any_game(key: str, street: str) -> None:
    """Elsewhere the first seat's leave broke the order of turns, or looped.

    Here each of three seats leaves at each of the first turns of every street, with chips behind
    (then it folds at once) and all-in; the hand ends with every chip there, and the leaver is
    asked nothing more.
    """
    for leaver in "ABC":
        for turns in range(3):
            for mine in (500, 20):
                _leave_and_play_on(key, street, leaver, turns, mine)


def _leave_and_play_on(key: str, street: str, leaver: str, turns: int, mine: int) -> None:
    stacks = {name: mine if name == leaver else 500 for name in "ABC"}
    talk = hand_of(key, ", ".join(f"{name} {stack}" for name, stack in stacks.items()))
    talk.cheaply(until=street)
    for _ in range(turns):
        _answer(talk)
    if talk.hand.over:
        return
    has_chips = talk.stacks[leaver] > 0
    talk.play(f"{leaver} leave")
    assert talk.view().seats[talk.seat(leaver)].folded == has_chips
    while not talk.hand.over:
        assert talk.turn != leaver
        _answer(talk)

    assert sum(talk.stacks.values()) == 1_000 + mine


def _answer(talk: Talk) -> None:
    if not talk.hand.over:
        talk.play(f"{talk.turn} {talk.ask.legal[0].do}")


async def test_field_t10_a_broke_player_is_dealt_nothing_until_a_rebuy(room: Room) -> None:
    """Elsewhere a player without chips was dealt in, or given turns that did nothing.

    Everybody is all-in from the ante: one wins all, the others are skipped until they add chips.
    """
    await seated(room, ante=400, small_bet=400, buy_in=400, buy_in_min=400)
    await room.deal()
    first, second = (chair for chair in room.table.chairs.values() if not chair.stack)
    assert room.table.next_deal is None
    await room.deal(first.name)
    assert room.last_notice(first.name) == notices.NobodyToDeal(1, 2)
    await room.post(commands.TopUp(answer=room.pressed(first.name), chips=400))
    await room.deal()

    assert second.person not in room.table.live.people
    assert first.person in room.table.live.people


async def test_field_t12_strikes_span_hands_and_who_is_out_is_left_alone(room: Room) -> None:
    """Elsewhere strikes were forgotten after each hand, and who sat out was warned again and again.

    Ben is late at the end of one hand and at the start of the next: he sits out, is asked no
    more, is told nothing, and the table deals on without him.
    """
    await seated(room)
    await room.deal()
    while room.turn != "Ben" or room.hand.street != "seventh":
        await room.act(room.turn, Check())
    await pass_time(room, 61)
    await room.play_out()
    assert room.table.chair_of(PEOPLE["Ben"]).strikes == 1
    await room.deal()
    while room.turn != "Ben":
        await room.act(room.turn, Check())
    await pass_time(room, 61)
    assert room.table.chair_of(PEOPLE["Ben"]).sitting_out
    while room.table.hand is not None:
        if room.turn == "Ben":
            await pass_time(room, 0)
        else:
            await room.act_by_default()
    told = [who for who, _ in room.crier.notices].count("Ben")
    await pass_time(room, 9)

    assert [seat.name for seat in room.hand.seats] == ["Ann", "Cleo"]
    assert told == 1, "he was told that he has a seat, and nothing since"
