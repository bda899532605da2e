"""At a table of the bot's own: no log line, no notice and no delay depends on an unseen card."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

from bot.rules.actions import Action, Draw, Leave, Raise
from bot.rules.asks import Ask
from bot.rules.cards import Card
from bot.rules.chips import Chips
from bot.rules.hand import Hand
from bot.rules.seal import SealedDeck
from bot.store import Store
from bot.table import commands, dealing, notices
from bot.table.chance import SeededChance
from bot.table.commands import Answer, Sight
from bot.table.dealing import Dealing
from bot.table.ids import ChannelId
from bot.table.notices import Notice
from bot.table.ports import SavedAnswer, StoreFailed
from bot.table.scene import Scene
from bot.table.table import Table
from bot.ui import private
from tests.secrecy.hands import unseen
from tests.secrecy.kit import Leak, tree
from tests.secrecy.logs import everything_logged, names_in
from tests.table.kit import NAME_OF, NAMES, PEOPLE, SERVER, Room
from tests.ui.kit import GAMES
from tests.ui.random_hands import choose

CLOCK = "the clock"
STEPS_MAX = 400
Move = tuple[str, Action]
"""Who does what; the clock does what it does."""


class Dealt(SeededChance):
    """Deals these decks, then seeded ones, and keeps what was dealt."""

    def __init__(self, seed: int, decks: tuple[tuple[Card, ...], ...]) -> None:
        super().__init__(seed)
        self.decks = list(decks)
        self.orders: list[tuple[Card, ...]] = []

    def dealt(self, sealed: SealedDeck, message: int) -> tuple[Card, ...]:
        self.orders.append(self.decks.pop(0) if self.decks else super().dealt(sealed, message))
        return self.orders[-1]


@dataclass
class Evening:
    """One hand at a table, and all that came out of it, but for what is drawn from its views."""

    scenes: list[Scene] = field(default_factory=list)
    notices: list[tuple[str, Notice]] = field(default_factory=list)
    looks: list[tuple[str, Sight, list[str]]] = field(default_factory=list)
    """With the pages that are drawn of a record, if one was handed out."""
    alarms: list[float] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    decks: tuple[tuple[Card, ...], ...] = ()
    hand: Hand | None = None


async def evening(
    path: Path, game: str, seed: int, moves: list[Move] | None = None, *decks: tuple[Card, ...]
) -> Evening:
    """Play a hand to its end, with these moves or random ones.

    Before each move everybody asks to see what there is and tries what is not allowed; one
    answer meets a store that refuses.
    """
    told, rng, chance = Evening(), Random(seed), Dealt(seed, decks)
    with everything_logged() as log:
        async with await Store.open(path, synchronous="OFF") as store:
            room = Room(store, chance)
            await seated(room, game, NAMES[: 2 + seed % (GAMES[game].seats.most - 1)])
            await room.deal()
            told.hand = room.hand
            for step in range(STEPS_MAX):
                await everybody_tries(room, told)
                if room.table.hand is None:
                    break
                move = moves[step] if moves else random_move(room, rng)
                told.moves.append(move)
                if step == seed % 5:
                    await refused(room, move)
                await do(room, move)
            told.scenes = [replace(scene, hand=None) for scene in room.crier.scenes]
            told.notices = room.crier.notices
            told.decks = tuple(chance.orders)
            await room.floor.close()
    told.log = [line.replace(str(path), "the database") for line in log]
    return told


async def seated(room: Room, game: str, names: tuple[str, ...]) -> None:
    opened = await room.floor.open(
        server=SERVER,
        channel=ChannelId(7),
        variant=GAMES[game],
        host=PEOPLE["Ann"],
        host_name="Ann",
        overrides={},
        settings={},
        key="open",
    )
    room.runner = room.floor.at(opened.table)
    await room.sit(*names)


async def everybody_tries(room: Room, told: Evening) -> None:
    live = room.table.live
    assert live is not None
    for chair in tuple(room.table.chairs.values()):
        name = NAME_OF[chair.person]
        await room.act(name, Raise(Chips(10**9)))
        await room.act(name, Raise(Chips(10**9)), question=live.hand.question - 1)
        for sight in Sight:
            look = commands.Look(answer=room.pressed(name), sight=sight, hand=live.number)
            await room.post(look)
    told.looks = [
        (who, sight, pages_of(record) if sight is Sight.HISTORY else [])
        for who, sight, record in room.crier.looks
    ]
    told.alarms += [ring.when - room.clock.time for ring in room.clock.rings if not ring.off]


def pages_of(record: str | None) -> list[str]:
    return [tree(page) for page in private.history(json.loads(record))] if record else []


def random_move(room: Room, rng: Random) -> Move:
    asked = room.hand.waiting
    assert isinstance(asked, Ask)
    roll = rng.random()
    if roll < 0.05:
        return rng.choice([NAME_OF[p] for p in room.table.hand.people]), Leave()
    action = choose(asked, rng)
    return (CLOCK if roll < 0.15 else room.turn), action


async def do(room: Room, move: Move) -> None:
    name, action = move
    if name == CLOCK:
        room.clock.move(room.table.turn_seconds + 1)
        await room.settle()
    elif isinstance(action, Leave):
        await room.post(commands.GetUp(answer=room.pressed(name)))
    else:
        await room.act(name, action)


async def refused(room: Room, move: Move) -> None:
    """The same move, while the store refuses: nothing changes."""

    async def refuse(hand: object, line: SavedAnswer) -> bool:
        raise StoreFailed("the store refused")

    append = room.store.append
    room.store.append = refuse  # type: ignore[method-assign]
    await do(room, move)
    room.store.append = append  # type: ignore[method-assign]


async def compared(tmp_path: Path, game: str, seed: int) -> Evening:
    """A hand twice, two cards that the channel never sees in each other's place.

    Raises: Leak if anything is not the same.
    """
    one = await evening(tmp_path / f"{game}-{seed}-one.db", game, seed)
    assert one.hand is not None
    assert one.hand.over
    names = two_unseen(one.hand, seed)
    decks = [tuple(names.get(card, card) for card in deck) for deck in one.decks]
    moves = [(who, renamed(action, names)) for who, action in one.moves]
    other = await evening(tmp_path / f"{game}-{seed}-other.db", game, seed, moves, *decks)
    same(one, other)
    return one


def two_unseen(hand: Hand, seed: int) -> dict[Card, Card]:
    """Two cards of the last deal; swapped in earlier deals as well, if neither was seen there."""
    seen_nowhere = [unseen(hand, None, deal + 1) for deal in range(hand.deal)]
    cards = [card for card in seen_nowhere[0] if all(card in deal for deal in seen_nowhere)]
    one, other = Random(seed).sample(cards, 2)
    return {one: other, other: one}


def renamed(action: Action, names: dict[Card, Card]) -> Action:
    if isinstance(action, Draw):
        return Draw(tuple(names.get(card, card) for card in action.discard))
    return action


def same(one: Evening, other: Evening) -> None:
    for surface in ("notices", "scenes", "alarms", "looks", "log"):
        for pair in zip_longest(getattr(one, surface), getattr(other, surface)):
            if pair[0] != pair[1]:
                raise Leak(surface, f"{pair[0]}\n{pair[1]}")


@pytest.mark.parametrize("game", GAMES)
async def test_no_notice_delay_or_log_line_depends_on_an_unseen_card(
    tmp_path: Path, game: str
) -> None:
    evenings = [await compared(tmp_path, game, seed) for seed in range(6)]

    assert sum(len(evening.notices) for evening in evenings) > 100
    assert sum(len(evening.alarms) for evening in evenings) > 20
    assert any("the store refused" in line for evening in evenings for line in evening.log)
    for told in evenings:
        assert told.hand is not None
        assert not names_in(told.log, unseen(told.hand, None, 1))


# Leaks planted on purpose.


def fingerprint(hand: Hand) -> int:
    """A number that is another when two cards of the deck change places."""
    return sum(place * card.index for place, card in enumerate(hand.decks[0])) % 997


async def test_a_log_line_with_a_card_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Dealing._go_on

    async def chatty(self: Dealing, answer: Answer | None, notice: Notice | None = None) -> None:
        assert self._table.hand is not None
        logging.getLogger("bot.table").debug("the deck is %s", self._table.hand.hand.decks)
        await go_on(self, answer, notice)

    monkeypatch.setattr(Dealing, "_go_on", chatty)
    with pytest.raises(Leak, match="log: "):
        await compared(tmp_path, "stud-jack", 1)


async def test_a_notice_with_a_card_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(hand: Hand, *_: object) -> Notice:
        return notices.HandRefuses(f"Not now, {fingerprint(hand)}.")

    monkeypatch.setattr(dealing, "_refusal", careless)
    with pytest.raises(Leak, match="notices: "):
        await compared(tmp_path, "stud-jack", 1)


async def test_a_clock_that_looks_at_the_cards_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hurried(table: Table) -> int:
        return 30 + (fingerprint(table.hand.hand) if table.hand is not None else 0)

    monkeypatch.setattr(Table, "turn_seconds", property(hurried))
    with pytest.raises(Leak, match="scenes: "):
        await compared(tmp_path, "stud-jack", 1)
