"""Forged presses, windows and commands over the wire, and at a table without Discord.

One table in the middle of a draw stands still while everything is thrown at it. A few hundred
inputs in the normal run, and as many more as `AXEMAN_HOSTILE_INPUTS` is above it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.practice.answers import Answer
from bot.practice.entities import Message
from bot.practice.interactions import Callback, Sent
from bot.practice.people import Person
from bot.rules.cards import Card
from bot.rules.chips import SeatNo
from bot.table.ids import PersonId, TableId
from bot.table.table import LiveHand
from tests.e2e.kit import Night, a_night
from tests.hostile.kit import (
    ErrorLog,
    books,
    check_refused,
    everything,
    forge_command,
    forge_press,
    forge_window,
    quiet,
    tables,
)
from tests.hostile.nasty import INPUTS, spoilt, texts, values

EXAMPLES = max(10, INPUTS // 1_000)
"""Of each kind in a run; what travels is slower to try."""
GAME = "drawdeucey"


class Stage:
    """A night with a draw going on: Ann and Ben play, Cleo sits at no table, Zoe is elsewhere."""

    def __init__(self, loop: asyncio.AbstractEventLoop, path: Path) -> None:
        self.run = loop.run_until_complete
        self.errors = ErrorLog()
        self._opened: AbstractAsyncContextManager[Night] = a_night(path)
        self.night = self.run(self._opened.__aenter__())
        self.run(self._set_up())

    async def _set_up(self) -> None:
        night = self.night
        await night.seated(GAME, "Ann", "Ben", "Dov")
        await night.deal("Ann")
        await night.act("Call 20", "Call 10", "Check")
        other = night.server.world.add_guild("Elsewhere")
        self.zoe = night.server.person("Zoe", guild=other, manage_guild=True)
        self.zoe.go(other.add_channel("cards"))
        await night.server.connected()
        for person in (*night.everybody, self.zoe):
            await person.slash("chips balance")
        self.turn = night.turn
        await self.zoe.slash("axe open")
        await quiet(night)

    @property
    def asked(self) -> Person:
        return self.night[self.turn]

    @property
    def waiting(self) -> Person:
        """A player whose turn it is not, and who is not the host."""
        names = [name for name in ("Ben", "Dov") if name != self.turn]
        return self.night[names[0]]

    def person(self, who: str) -> Person:
        """Somebody by what they are here."""
        people = {"asked": self.asked, "waiting": self.waiting}
        people |= {"stranger": self.night["Cleo"], "elsewhere": self.zoe}
        return people[who]

    @property
    def live(self) -> LiveHand:
        assert self.night.bot is not None
        runner = self.night.bot.floor.at(TableId(1))
        assert runner is not None
        assert runner.table.hand is not None
        return runner.table.hand

    @property
    def question(self) -> int:
        return self.live.hand.question

    def held(self, person: Person) -> list[str]:
        seat = SeatNo(self.live.people.index(PersonId(person.user.id)))
        return [str(card) for card in self.live.hand.view(seat).seats[seat].down]

    def would_be_taken(self, act: str, fields: dict[str, object]) -> bool:
        """Whether what was made up happens to be what the person may do."""
        field = fields.get("discard" if act == "change" else "amount", "?")
        written = ",".join(field) if isinstance(field, list) else str(field)
        if act == "change":
            cards = written.replace(",", " ").split()
            return len(cards) == len(set(cards)) <= 2 and set(cards) <= set(self.held(self.asked))
        return written.replace(",", "").replace(" ", "").isdecimal()

    def send(self, forged: Coroutine[Any, Any, Answer]) -> Answer:
        """Send something forged, and wait until all is quiet."""
        answer = self.run(forged)
        self.run(quiet(self.night))
        return answer

    def seen_by(self, person: Person) -> Message:
        """A message of the bot that this person can press on."""
        return next(message for message in person.messages() if not message.ephemeral)

    def close(self) -> None:
        self.run(self._opened.__aexit__(None, None, None))


pytestmark = pytest.mark.xdist_group("hostile wire")
"""What is made once for all tests here is made in one process."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with asyncio.Runner() as runner:
        made = Stage(runner.get_loop(), tmp_path_factory.mktemp("stage"))
        logging.getLogger().addHandler(made.errors)
        try:
            yield made
            assert not made.errors.lines
        finally:
            logging.getLogger().removeHandler(made.errors)
            made.close()


def over_the_wire(share: int = 1) -> settings:
    return settings(
        max_examples=EXAMPLES * share,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def sendable(value: object) -> Any:
    """As JSON can carry it: no lone surrogate, no number beyond 64 bits."""
    match value:
        case str():
            return value.encode("utf-8", "ignore").decode()
        case int() if not isinstance(value, bool):
            return max(-(2**53), min(2**53, value))
        case list():
            return [sendable(one) for one in value]
        case dict():
            return {sendable(key): sendable(one) for key, one in value.items()}
        case _:
            return value


HAND_ACTS = ("fold", "check", "call", "bet", "raise", "bringin", "facedown", "faceup", "standpat",
             "change", "closesure", "history", "nothing")  # fmt: skip
NUMBER = st.sampled_from(["0", "1", "2", "3", "5", "7", "20", "40", "500", "9" * 15, "-1", "01"])
FORGED_IDS = st.one_of(
    st.builds("ax1:{}:{}:{}:{}{}".format, st.sampled_from("123Z"), NUMBER, NUMBER,
              st.sampled_from(HAND_ACTS), st.just("") | NUMBER.map(":{}".format)),
    st.builds("ax1:{}:{}:{}".format, NUMBER, st.sampled_from(HAND_ACTS), NUMBER),
    spoilt("ax1:1:1:5:change", "ax1:1:close", "ax1:1:1:history"),
    texts,
).map(lambda text: sendable(text)[:100] or "-")  # fmt: skip


@over_the_wire(2)
@given(FORGED_IDS, st.sampled_from(["stranger", "waiting", "elsewhere"]))
def test_a_forged_press_gets_one_sentence_and_changes_nothing(
    stage: Stage, forged: str, who: str
) -> None:
    if who == "elsewhere" and forged.startswith("ax1:2:"):
        return  # her own table
    person = stage.person(who)
    before = everything(stage.night)

    answer = stage.send(forge_press(person, forged, stage.seen_by(person)))

    # The last answer of all, pressed once more, is acknowledged without a word.
    if answer.kind is Callback.DEFERRED_UPDATE and not answer.followups:
        assert (who, forged.rsplit(":", maxsplit=1)[-1]) == ("waiting", "check")
    else:
        check_refused(answer)
    assert everything(stage.night) == before


DISCARDS = st.lists(st.sampled_from(["As", "Kd", "2c", "7h", "10s", "??"]) | texts, max_size=5)
FIELDS = st.dictionaries(
    st.sampled_from(["amount", "discard"]) | texts, texts | DISCARDS, max_size=3
)


@over_the_wire()
@given(st.sampled_from(["sit", "topup", "change"]), FIELDS)
def test_a_forged_window_gets_one_sentence_and_changes_nothing(
    stage: Stage, act: str, fields: dict[str, object]
) -> None:
    fields = sendable(fields)
    if stage.would_be_taken(act, fields):
        return
    person = stage.night["Cleo"] if act == "sit" else stage.asked
    forged = f"ax1:1:1:{stage.question}:change" if act == "change" else f"ax1:1:{act}"
    before = everything(stage.night)

    answer = stage.send(forge_window(person, forged, fields, stage.seen_by(person)))

    check_refused(answer)
    assert everything(stage.night) == before


@pytest.mark.parametrize(
    "cards",
    ["{other}", "{own},{own}", "{a},{b},{c}", "{own},{other}", "{own} {own}", "??", "{own};{b}"],
)
@pytest.mark.parametrize("who", ["asked", "waiting", "stranger", "elsewhere"])
def test_nobody_throws_away_what_they_do_not_hold(stage: Stage, cards: str, who: str) -> None:
    own, other = stage.held(stage.asked), stage.held(stage.waiting)
    written = cards.format(own=own[0], a=own[0], b=own[1], c=own[2], other=other[0])
    forged = f"ax1:1:1:{stage.question}:change"
    before = everything(stage.night)

    person = stage.person(who)
    answer = stage.send(
        forge_window(person, forged, {"discard": written.split(",")}, stage.seen_by(person))
    )

    told = check_refused(answer)
    assert everything(stage.night) == before
    for card in (*own, *other):
        assert Card.parse(card).sign not in told or (who == "asked" and card in written)


# Commands.


OPTIONS = st.dictionaries(
    st.sampled_from(
        ["rules", "ante", "small_bet", "raise_cap", "turn_seconds", "buy_in", "chips", "game",
         "option", "value", "role", "channel", "colours", "bring_in", "odd_chip"]
    ),
    values | st.sampled_from(["stud-jack", "ante", "5", "antes:2", "ante=5", "1000", 5, -5]),
    max_size=4,
)  # fmt: skip
OPENS = ("axe open", "studjack open", "drawdeucey open", "blackmariah open")
HOUSE = (
    *("house set", "house reset", "house show", "house hints"),
    *("house openers", "house channel", "house cards"),
)


@over_the_wire()
@given(st.sampled_from([*OPENS, *HOUSE, "table top-up", "table close"]), OPTIONS)
def test_a_forged_command_gets_one_sentence_and_changes_nothing(
    stage: Stage, command: str, options: dict[str, Any]
) -> None:
    before = everything(stage.night)

    answer = stage.send(forge_command(stage.night["Cleo"], command, typed(options)))

    check_refused(answer)
    assert everything(stage.night) == before


@over_the_wire()
@given(st.sampled_from([*HOUSE, *OPENS, "table top-up"]), OPTIONS)
def test_an_admin_s_nonsense_moves_no_chip_and_breaks_nothing(
    stage: Stage, command: str, options: dict[str, Any]
) -> None:
    before, chips = tables(stage.night), books(stage.night)["postings"]

    answer = stage.send(forge_command(stage.night.admin, command, typed(options)))

    if not answer.text.startswith("### House rules"):
        check_refused(answer)
    assert (tables(stage.night), books(stage.night)["postings"]) == (before, chips)


@over_the_wire()
@given(
    st.sampled_from([("house set", "option"), ("house set", "value"), ("house reset", "option")]),
    st.sampled_from(["stud-jack", "draw-deucey"]) | values,
    st.sampled_from(["ante", "odd_chip"]) | values,
    values,
)
def test_whatever_is_typed_into_a_completion_is_completed_or_not(
    stage: Stage, place: tuple[str, str], game: object, option: object, typed_in: object
) -> None:
    command, name = place
    options = typed({"game": game, "option": option, name: typed_in})

    answer = stage.send(forge_command(stage.night.admin, command, options, kind=Sent.AUTOCOMPLETE))

    assert len(answer.choices) <= 25


def typed(options: dict[str, Any]) -> dict[str, Any]:
    """Options as JSON; what refers to something is at least a number, as Discord sees to it."""
    made: dict[str, Any] = sendable(options)
    return made | {key: str(len(str(made[key]))) for key in ("role", "channel") if key in made}
