"""The audit finds nothing in a sound database, and names whatever somebody changed in one."""

# ruff: noqa: S608 - whoever tampers here is us

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.rules.actions import Fold
from bot.store.audit import audit
from bot.store.errors import NotSo
from bot.table import commands
from tests.table.kit import PEOPLE, a_room

ANN, BEN = PEOPLE["Ann"], PEOPLE["Ben"]
SETTLED, VOID, LATER, LIVE = 1, 2, 3, 4
"""The hands of the night, in the order they were dealt."""


pytestmark = pytest.mark.xdist_group("the audit")
"""What is made once for all tests here is made in one process."""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database after a closed table with a settled and a void hand, and beside an open one."""
    path = tmp_path_factory.mktemp("night") / "axeman.db"
    asyncio.run(play(path))
    return path


async def play(path: Path) -> None:
    async with a_room(path) as room:
        await room.open()
        await room.sit("Ann", "Ben", "Cleo")
        await room.deal()
        await room.post(commands.GetUp(answer=room.pressed("Cleo")))
        await room.play_out()
        await room.deal()
        await room.act_by_default()
        await room.post(commands.Close(answer=room.pressed("Ann"), sure=True))
        await room.open()
        await room.sit("Ann", "Ben", "Dov")
        await room.deal()
        while room.table.hand is not None:
            await room.act(room.turn, Fold())
        await room.deal()
        await room.act_by_default()


@pytest.fixture
def path(night: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(night, tmp_path / "axeman.db"))


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for (trigger,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            changed = db.execute(statement)
            assert changed.rowcount != 0, statement
        db.commit()


def rewrite(
    path: Path, column: str, hand: int, change: Callable[[dict[str, object]], None]
) -> None:
    with closing(sqlite3.connect(path)) as db:
        (text,) = db.execute(f"SELECT {column} FROM hands WHERE hand = {hand}").fetchone()
        written = json.loads(text)
        change(written)
        db.execute(f"UPDATE hands SET {column} = ? WHERE hand = ?", (json.dumps(written), hand))
        db.commit()


def named(path: Path) -> str:
    with pytest.raises(NotSo) as found:
        audit(path)
    return str(found.value)


def test_sound_books_are_counted(path: Path) -> None:
    found = audit(path)

    assert (found.servers, found.settled, found.void, found.live, found.earlier) == (1, 2, 1, 1, 0)
    assert found.accounts == 1 + 4 + 3 + 3
    assert found.postings > found.entries > found.accounts


def test_looking_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    audit(path)

    assert path.read_bytes() == before


async def test_it_looks_at_one_moment_beside_a_running_bot(tmp_path: Path) -> None:
    path = tmp_path / "axeman.db"
    async with a_room(path) as room:
        await room.open()
        await room.sit("Ann", "Ben", "Cleo")

        async def look() -> int:
            return (await asyncio.to_thread(audit, path)).settled

        settled: list[int] = []
        for _ in range(4):
            looking = asyncio.create_task(look())
            await room.deal()
            await room.play_out()
            settled.append(await looking)

    assert settled == sorted(settled)


BALANCE_OF_ANN = f"(SELECT account FROM accounts WHERE kind = 'person' AND person = {ANN})"
WELCOME_OF_ANN = f"(SELECT entry FROM entries WHERE key = 'welcome:1:{ANN}')"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            f"UPDATE postings SET amount = amount + 3"
            f" WHERE account = {BALANCE_OF_ANN} AND entry = {WELCOME_OF_ANN}",
            rf"Entry \d+ \(welcome:1:{ANN}\): its postings sum to 3, not 0\.",
        ),
        (
            f"DELETE FROM postings WHERE account = {BALANCE_OF_ANN} AND entry = {WELCOME_OF_ANN}",
            rf"Entry \d+ \(welcome:1:{ANN}\): its postings sum to -5,000, not 0\.",
        ),
        (
            f"UPDATE postings SET amount = amount / 10 WHERE entry = {WELCOME_OF_ANN}",
            rf"takes the balance of person {ANN} on server 1 down to -500\.",
        ),
        (
            f"INSERT INTO postings VALUES ({BALANCE_OF_ANN}, 999, 7)",
            rf"Account \d+, the balance of person {ANN} on server 1: its postings sum to "
            r"\d,\d\d\d, and the entries give it \d,\d\d\d\.",
        ),
        (
            f"UPDATE accounts SET server = 2 WHERE account = {BALANCE_OF_ANN}",
            r"Server 1: bank, people and seats sum to -\d,\d\d\d, not 0\.",
        ),
        (
            f"DELETE FROM accounts WHERE account = {BALANCE_OF_ANN}",
            r"moves chips of account \d+, which there is not\.",
        ),
        (
            "UPDATE tables SET closed_at = 1 WHERE table_id = 2",
            rf"Table 2 is closed, and the seat of person {ANN} still holds \d+\.",
        ),
        (
            f"DELETE FROM seats WHERE person = {BEN}",
            rf"Table 2: the seat of person {BEN} holds \d,\d\d\d, and nobody has that chair\.",
        ),
        (
            f"UPDATE seals SET message = message + 1 WHERE hand = {SETTLED}",
            r"Hand 1 of table 1 .*: its cards were not dealt as they were sealed\.",
        ),
        (
            f"UPDATE seals SET salts = zeroblob(1664) WHERE hand = {LIVE}",
            r"Hand 2 of table 2 .*: a commitment is not that of its sealed deck\.",
        ),
        (
            f"UPDATE seals SET previous = NULL WHERE hand = {LIVE}",
            r"Hand 2 of table 2 .*, deal 1: it does not name the commitment before it\.",
        ),
        (
            f"UPDATE hand_results SET net = net + 1 WHERE hand = {SETTLED} AND person = {ANN}",
            r"Hand 1 of table 1 \(number 1 of all\): its nets sum to 1, not 0\.",
        ),
        (
            f"UPDATE hand_results SET net = -net WHERE hand = {LATER}",
            r"Hand 1 of table 2 \(number 3 of all\): entry \d+ moves other chips than its nets\.",
        ),
        (
            f"DELETE FROM hand_results WHERE hand = {SETTLED} AND person = {ANN}",
            r"Hand 1 of table 1 .* counts others than those dealt in\.",
        ),
        (
            f"DELETE FROM hand_results WHERE hand = {LATER}",
            r"Hand 1 of table 2 .* counts others than those dealt in\.",
        ),
        (
            f"UPDATE hand_results SET server = 2 WHERE hand = {SETTLED}",
            r"Hand 1 of table 1 .* is counted by the leaderboard of server 2",
        ),
        (
            f"UPDATE entries SET key = 'other' WHERE key = 'hand:{SETTLED}'",
            r"Hand 1 of table 1 .* is settled, and no entry has moved its chips\.",
        ),
        (
            f"UPDATE entries SET key = 'hand:{VOID}' WHERE key = 'hand:{SETTLED}'",
            r"Hand 2 of table 1 .* is void, and entry \d+ moves its chips\.",
        ),
        (
            f"UPDATE entries SET key = 'hand:99' WHERE key = 'hand:{SETTLED}'",
            r"Entry \d+ \(hand:99\) moves the chips of a hand that there is not\.",
        ),
        (
            f"INSERT INTO hand_results VALUES ({VOID}, 1, {ANN}, 0)",
            r"Hand 2 of table 1 .* is void, and the leaderboard counts it\.",
        ),
        (
            f"INSERT INTO hand_results VALUES (99, 1, {ANN}, 5)",
            r"Server 1: its leaderboard sums to 5, not 0\.",
        ),
        (
            f"INSERT INTO hand_results VALUES (99, 1, {ANN}, 0)",
            r"A row of hand_results speaks of one of hands that there is not\.",
        ),
        (
            f"UPDATE hands SET people = '[1, 2' WHERE hand = {SETTLED}",
            r"Hand 1 of table 1: its people are not a list\.",
        ),
        (
            f"UPDATE hands SET completed = 'lost' WHERE hand = {SETTLED}",
            r"Hand 1 of table 1 .*: its record does not replay",
        ),
        (
            f'UPDATE answers SET answer = \'{{"do": "raise", "to": 20}}\' WHERE hand = {LIVE}'
            " AND seat >= 0",
            r"Hand 2 of table 2 .*: its record does not replay",
        ),
        (
            f"UPDATE answers SET seat = 2 WHERE hand = {LIVE} AND seat >= 0",
            r"Hand 2 of table 2 .*: its record does not replay",
        ),
    ],
)
def test_whatever_was_changed_is_named(path: Path, statement: str, said: str) -> None:
    tamper(path, statement)

    with pytest.raises(NotSo, match=said):
        audit(path)


def test_nets_that_were_not_won_are_named(path: Path) -> None:
    """Books that balance in every other way: 10 chips more went from one seat to another."""
    entry = f"(SELECT entry FROM entries WHERE key = 'hand:{LATER}')"
    tamper(
        path,
        f"UPDATE postings SET amount = amount + 10 * sign(amount) WHERE entry = {entry}"
        f" AND abs(amount) = (SELECT max(abs(amount)) FROM postings WHERE entry = {entry})",
        f"UPDATE postings SET amount = amount - 10 WHERE entry = {entry} AND amount < 0"
        " AND account = (SELECT min(account) FROM postings AS p"
        f" WHERE p.entry = {entry} AND amount < 0)",
        "UPDATE hand_results SET net = (SELECT amount FROM postings JOIN accounts USING (account)"
        f" WHERE entry = {entry} AND accounts.person = hand_results.person) WHERE hand = {LATER}"
        f" AND person IN (SELECT person FROM postings JOIN accounts USING (account)"
        f" WHERE entry = {entry})",
    )

    assert "Hand 1 of table 2 (number 3 of all): its record ends with" in named(path)


def test_record_whose_result_was_changed_is_named(path: Path) -> None:
    def change(written: dict[str, object]) -> None:
        written["result"]["pots"][0]["amount"] += 1  # type: ignore[index]

    rewrite(path, "completed", SETTLED, change)

    assert "its record does not replay to its result (result.pots[0].amount" in named(path)


def test_record_with_another_card_is_named(path: Path) -> None:
    def change(written: dict[str, object]) -> None:
        deck = written["decks"][0]  # type: ignore[index]
        deck[0], deck[1] = deck[1], deck[0]

    rewrite(path, "completed", SETTLED, change)

    assert "its record does not replay to its result" in named(path)


def test_record_without_its_deck_is_not_dealt_another(path: Path) -> None:
    rewrite(path, "completed", SETTLED, lambda written: written.update(decks=[]))

    assert "the order of 52 cards is not in it" in named(path)


def test_record_that_stops_short_is_named(path: Path) -> None:
    rewrite(path, "completed", LATER, lambda written: written.update(answers=[], result=None))

    assert "its record stops before the hand is over" in named(path)


@pytest.mark.parametrize(("column", "hand"), [("completed", SETTLED), ("record", LIVE)])
def test_stacks_that_were_not_on_the_table_are_named(path: Path, column: str, hand: int) -> None:
    def change(written: dict[str, object]) -> None:
        written["seats"][0]["stack"] += 500  # type: ignore[index]
        written.pop("result", None)

    rewrite(path, column, hand, change)

    assert re.search(r"begins it with 1,[45]\d0, and has (1,0|9)\d0 at the table\.", named(path))


def test_hand_of_earlier_rules_is_compared_and_not_replayed(path: Path) -> None:
    for column, hand in [("completed", SETTLED), ("record", LIVE)]:
        rewrite(path, column, hand, lambda written: written.update(rules=0, house={"gone": 1}))

    found = audit(path)

    assert (found.settled, found.live, found.earlier) == (2, 1, 2)


def test_chair_at_a_closed_table_is_named(path: Path) -> None:
    tamper(
        path,
        f"INSERT INTO seats SELECT 1, 1, person, account, 'x', 0, 0, 0, 0 FROM accounts"
        f" WHERE table_id = 1 AND person = {ANN}",
    )

    assert named(path) == f"Table 1 is closed, and person {ANN} still has a chair there."
