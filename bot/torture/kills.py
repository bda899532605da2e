"""Nights on which the bot is killed again and again, each time at another place, and goes on.

The practice server and the people are in this process; the bot is a child (`mortal`), started
once for each pair of a site and an occurrence. After each death its books are read, and after
each start the table must go on where it was.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from bot.practice import PracticeServer
from bot.rules.asks import Ask
from bot.rules.steps import ChangeCards, SeventhCard
from bot.rules.steps.wipe_out import REANTE
from bot.rules.variants import variants
from bot.torture.aftermath import Aftermath, Books, Lost, read_books
from bot.torture.company import SHUFFLE, TURN_S, Company
from bot.torture.life import TOKEN, Cradle, Life
from bot.torture.mortal import SITES, Pair, Site
from bot.torture.told import boards_in, is_sealed_by, missing, twice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from types import UnionType

    from bot.practice.server import Hook
    from bot.rules.variant import Variant
    from bot.table.table import LiveHand

T = TypeVar("T")

__all__ = ["Death", "Night", "Report", "chosen", "nights", "run"]

PLAYERS: Final = (2, 7)
"""How few and how many players, besides the visitor."""
PLAYERS_WIPED_OUT: Final = (4, 6)
"""The same where the deal is wiped out now and then, which takes some cards."""
NAMES: Final = ("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana")
PAIRS_A_NIGHT: Final = 14
STEPS_MAX: Final = 400
STEPS_AN_OCCURRENCE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """One life of the bot: where it was to end, and what was going on."""

    number: int
    game: str
    players: int
    pair: Pair
    hand: int
    """The hand that was live, or 0."""
    answers: int
    """How many answers its journal holds."""
    life_s: float

    def __str__(self) -> str:
        where = f"hand {self.hand}, {self.answers} answers" if self.hand else "between hands"
        return (
            f"{self.number:>5}  {self.game:<17}{self.players:>2}  {self.pair!s:<24}"
            f"{where:<24}{self.life_s:>6.1f} s"
        )


@dataclass(slots=True)
class Report:
    """What came of it; printed, it is a table."""

    seed: int
    deaths: list[Death] = field(default_factory=list)
    hands: int = 0
    confirmed: int = 0
    reshuffles: int = 0

    def __str__(self) -> str:
        lines = [f"seed {self.seed}", *map(str, self.deaths)]
        distinct = len({death.pair for death in self.deaths})
        return "\n".join(
            [
                *lines,
                f"{len(self.deaths)} deaths at {distinct} distinct pairs, {self.hands} hands, "
                f"{self.reshuffles} reshuffles, {self.confirmed} confirmed answers: nothing lost",
            ]
        )


def run(
    *, seed: int, pairs: int, progress: Callable[[Death], None] = lambda _death: None
) -> Report:
    """Die at this many distinct pairs. Raises: Lost, with the seed and the pair."""
    report = Report(seed)
    asyncio.run(nights(report, chosen(seed, pairs), progress))
    return report


async def nights(
    report: Report,
    pairs: Sequence[Pair],
    progress: Callable[[Death], None],
    hooks: Sequence[Hook] = (),
) -> None:
    """Die at these pairs, some on each night; the hooks see every request. Raises: Lost."""
    waiting, games = list(pairs), _games()
    for number in range(len(pairs) + len(games)):
        if not waiting:
            return
        game = games[number % len(games)]
        tonight = [pair for pair in waiting if _may_happen(pair.site, game)][:PAIRS_A_NIGHT]
        waiting = [pair for pair in waiting if pair not in tonight]
        with tempfile.TemporaryDirectory(prefix="axeman-kills-") as folder:
            chance = Random(f"{report.seed} {number}")
            night = Night(Path(folder), game, chance, report, hooks)
            await night.play(tonight, progress)
    raise AssertionError("every pair has its night")


def chosen(seed: int, pairs: int) -> list[Pair]:
    """Distinct pairs, every site among them if there are enough; most are reached early."""
    every = (Pair(site, n) for site in SITES for n in range(1, pairs + 1))
    cheapest = sorted(every, key=lambda pair: ((pair.occurrence - 1) * _cost(pair.site), str(pair)))
    drawn = Random(seed).sample(cheapest[: pairs * 3 // 2], pairs * 3 // 2)
    firsts = list({pair.site: pair for pair in reversed(drawn)}.values())
    others = [pair for pair in drawn if pair not in firsts]
    found = [*firsts, *others][:pairs]
    Random(seed).shuffle(found)
    return found


def _cost(site: Site) -> int:
    """How long it takes to pass a site once more, roughly: a press is 1, a hand 4."""
    match site.what:
        case "save_seal":
            return 12
        case "begin_hand" | "open_seal" | "settle":
            return 4
        case _:
            return 1


def _may_happen(site: Site, game: Variant) -> bool:
    return site.what != SHUFFLE or _is_wiped_out(game)


def _games() -> tuple[Variant, ...]:
    """One without choices but bets, one that shuffles in the middle of a hand, one with a draw."""
    every = tuple(variants().values())
    return (
        next(g for g in every if not _has(g, SeventhCard | ChangeCards) and not _is_wiped_out(g)),
        next(g for g in every if _has(g, SeventhCard) and _is_wiped_out(g)),
        next(g for g in every if _has(g, ChangeCards)),
    )


def _has(game: Variant, kind: type | UnionType) -> bool:
    return any(isinstance(step, kind) for street in game.streets for step in street.steps)


def _is_wiped_out(game: Variant) -> bool:
    """Whether a card may end a deal, and not only when eight draw two each is there a shuffle."""
    return REANTE in game.options


class Night:
    """One game at one table, through many deaths of the bot."""

    def __init__(
        self,
        folder: Path,
        game: Variant,
        chance: Random,
        report: Report,
        hooks: Sequence[Hook] = (),
    ) -> None:
        self._game, self._report = game, report
        self._server = server = PracticeServer(token=TOKEN, bot_name="Axeman")
        server.on_request.extend(hooks)
        guild = server.world.add_guild("Friday night")
        self._channel = guild.add_channel("poker")
        players = chance.randint(*(PLAYERS_WIPED_OUT if _is_wiped_out(game) else PLAYERS))
        people = [server.person(name, guild=guild) for name in NAMES[: players + 1]]
        for person in people:
            person.go(self._channel)
        self._company = Company(people, self._channel, game, chance)
        self._cradle = Cradle(server, folder / "axeman.db", folder / "bot.log", asyncio.Event())
        server.world.listeners.append(lambda _change: self._cradle.stirred.set())
        self._aftermath = Aftermath()
        self._told: set[int] = set()
        """The hands that are over and of which everything has been told."""
        self._life: Life | None = None
        self._began = 0.0

    async def play(
        self, pairs: Sequence[Pair], progress: Callable[[Death], None] = lambda _death: None
    ) -> None:
        """Live and die at each pair, then live on. Raises: Lost."""
        await self._server.start()
        try:
            for pair in pairs:
                progress(await self._guarded(self._live(pair), pair))
            await self._guarded(self._live_on(), None)
        finally:
            if self._life is not None:
                await self._life.end()
            await self._server.stop()

    # Lives.

    async def _live(self, pair: Pair) -> Death:
        life = await self._start(pair)
        for _ in range(STEPS_MAX + STEPS_AN_OCCURRENCE * pair.occurrence):
            if life.is_over:
                break
            await self._company.step(pair.site.what)
        else:
            raise Lost("the pair was never reached")
        life.must_be_killed()
        live = self._look().live
        death = Death(
            number=len(self._report.deaths) + 1,
            game=self._game.key,
            players=len(self._company),
            pair=pair,
            hand=live.saved.number if live else 0,
            answers=len(live.saved.answers) if live else 0,
            life_s=time.time() - self._began,
        )
        self._report.deaths.append(death)
        return death

    async def _live_on(self) -> None:
        """A life to its natural end: at least one more hand is played out, and all is told."""
        life = await self._start(None)
        ended = self._ended()
        for _ in range(STEPS_MAX):
            if self._ended() > ended:
                break
            await self._company.step("")
        else:
            raise Lost("no hand comes to its end any more")
        await life.stop()
        books = self._look()
        await self._all_told(books)
        self._report.hands += len(books.hands)
        self._report.confirmed += len(self._company.confirmed)
        seals = sum(len(hand.saved.seals) for hand in books.hands.values())
        self._report.reshuffles += seals - len(books.hands)

    async def _start(self, pair: Pair | None) -> Life:
        """Another life, which must go on where the last one ended. Raises: Lost."""
        self._began = time.time()
        self._life = life = await Life.begin(self._cradle, pair)
        self._company.meet(life)
        await self._taken_up(self._aftermath.before)
        return life

    def _look(self) -> Books:
        """The books that the bot has left, which must be right. Raises: Lost."""
        books = read_books(self._cradle.database)
        self._aftermath.look(books, self._company.confirmed)
        self._company.are_seated(books.seated)
        if doubled := twice(self._server.world):
            raise Lost(f"told twice: {', '.join(doubled)}")
        seals = (seal for hand in books.hands.values() for seal in hand.saved.seals)
        if not all(is_sealed_by(self._channel, seal) for seal in seals):
            raise Lost("a deck was ordered by a message that does not stand")
        return books

    async def _guarded(self, living: Awaitable[T], pair: Pair | None) -> T:
        """What it gives; what it raises says which seed and which deaths led there."""
        try:
            return await living
        except (Lost, TimeoutError) as lost:
            log = self._cradle.log
            earlier = ", ".join(str(death.pair) for death in self._report.deaths[-3:])
            raise Lost(
                f"seed {self._report.seed}, {self._game.key} with {len(self._company)}, "
                f"pair {pair or 'none'} (before it: {earlier or 'none'}): {lost}\n"
                f"{self._company.screen()}\n{log.read_text()[-3_000:] if log.exists() else ''}"
            ) from lost

    def _ended(self) -> int:
        """How many results stand in the channel."""
        return sum(" wins " in message.text[:200] for message in self._channel.messages.values())

    # After a start.

    async def _taken_up(self, before: Books) -> None:
        """See that the table has gone on where it was, and that all is told. Raises: Lost."""
        live = before.live.played() if before.live else None
        if live is not None and _is_steady(live, before):
            await self._same_question(live)
            await self._same_cards(live)
        await self._all_told(before)

    async def _same_question(self, live: LiveHand) -> None:
        """The question that was open is asked anew, no other is, and with a fair turn of time."""
        ask = live.hand.waiting
        assert isinstance(ask, Ask), "somebody is asked"
        here = (live.number, live.hand.question, live.people[ask.seat])

        def is_asked() -> bool:
            boards = list(boards_in(self._channel))
            asked = [(board.hand, board.question, board.person) for board in boards]
            until = boards[0].deadline if boards else None
            return asked == [here] and until is not None and until >= int(self._began) + TURN_S

        await self._must(is_asked, f"hand {here[0]} asks question {here[1]} for {TURN_S} s")

    async def _same_cards(self, live: LiveHand) -> None:
        """Whoever is in has the cards that were dealt. Raises: Lost."""
        seats = [seat for seat in live.hand.view(None).seats if not seat.folded]
        answers = await self._company.look([live.people[seat.seat] for seat in seats])
        for seat, answer in zip(seats, answers, strict=bool(answers)):
            mine = live.hand.view(seat.seat).seats[seat.seat]
            held = [card.sign for card in (*mine.down, *mine.up) if card is not None]
            if answer.kind is not None and any(sign not in answer.text for sign in held):
                raise Lost(f"{mine.name} held {held}, and is shown {answer.text!r}")

    async def _all_told(self, books: Books) -> None:
        """Everything that was to be told of these hands stands, or comes. Raises: Lost."""
        for number, hand in books.hands.items():
            if number not in self._told:
                live = hand.played()
                await self._must(
                    lambda live=live: not self._missing(live),  # type: ignore[misc]
                    f"all is told of hand {number}: {self._missing(live)}",
                )
                if live.hand.over and not self._missing(live):
                    self._told.add(number)
        await self._must(lambda: len(list(boards_in(self._channel))) <= 1, "one board asks")

    def _missing(self, live: LiveHand) -> list[str]:
        return missing(self._server.world, live)

    async def _must(self, is_so: Callable[[], object], what: str) -> None:
        """Wait until it is so, unless the bot dies over it. Raises: Lost."""
        assert self._life is not None, "the bot has been started"
        if not await self._life.until(is_so) and not self._life.is_over:
            raise Lost(f"it never came that {what}")


def _is_steady(live: LiveHand, books: Books) -> bool:
    """Whether the next start changes nothing: a seat is asked, and nobody was getting up."""
    views = live.hand.view(None).seats
    going = (v.seat for v in views if live.people[v.seat] in books.leaving)
    return isinstance(live.hand.waiting, Ask) and all(live.hand.has_left(seat) for seat in going)
