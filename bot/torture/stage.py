"""The stage: servers, channels, people and the games they play, all from the seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from bot.rules.cards import DECK
from bot.rules.house import BadOption, HouseRules
from bot.rules.ranking.high import CARDS_MAX
from bot.rules.variants import variants
from bot.torture.players import Player, Temper
from bot.torture.script import TABLES

if TYPE_CHECKING:
    from bot.practice import Channel, Guild, PracticeServer
    from bot.rules.house import Option
    from bot.rules.variant import Variant

__all__ = ["Place", "Stage", "learn_rankings", "some_rules"]

SERVERS: Final = 3
PEOPLE: Final = 6
"""Who is on one server only."""
GUESTS: Final = 3
"""Who is on every server, and may sit at tables of all of them."""
NAMES: Final = (
    *("Ann", "Ben", "Cleo", "Dov", "Esi", "Finn", "Gus", "Hana", "Ines", "Jon", "Kai", "Lea"),
    *("Mo", "Nia", "Olaf", "Pia", "Quin", "Rob", "Sam", "Tess", "Uma", "Vic", "Wen", "Xan"),
)
PLAYERS_USUAL: Final = (2, 2, 3, 3, 4, 5)
NUMBERS: Final = (0, 1, 2, 3, 5, 10, 25, 40)
"""What is written for an option that takes a number; bounds may refuse it."""


@dataclass(slots=True)
class Place:
    """A channel with the game that is played in it. `channel` is replaced when it is deleted."""

    number: int
    guild: Guild
    channel: Channel
    game: Variant
    options: dict[str, object]
    """What its table is opened with."""
    wanted: int
    """How many players make up a game here."""
    names: int = 0
    """How many channels were made here."""

    def renew(self) -> None:
        """A new channel after the old one was deleted."""
        self.names += 1
        self.channel = self.guild.add_channel(f"{self.channel.name}-{self.names}"[:90])


@dataclass(slots=True)
class Stage:
    """All of it. Owned by the night."""

    server: PracticeServer
    seed: int
    places: list[Place] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    admins: dict[int, Player] = field(default_factory=dict)
    """By server."""

    def __post_init__(self) -> None:
        chance = Random(f"stage {self.seed}")
        guilds = [self.server.world.add_guild(f"Server {n + 1}") for n in range(SERVERS)]
        self._invite(guilds, chance)
        games = [*variants().values()] * 2
        chance.shuffle(games)
        for number in range(TABLES):
            guild = guilds[number % SERVERS]
            channel = guild.add_channel(f"table-{number}")
            if number == TABLES - 1:
                channel = channel.add_thread("a-table-in-a-thread")
            game = games[number]
            self.places.append(
                Place(
                    number=number,
                    guild=guild,
                    channel=channel,
                    game=game,
                    options=_options(game, chance),
                    wanted=max(game.seats.least, chance.choice(PLAYERS_USUAL)),
                )
            )

    def _invite(self, guilds: list[Guild], chance: Random) -> None:
        names, tempers = iter(NAMES), list(Temper)
        for guild in guilds:
            for number in range(PEOPLE):
                person = self.server.person(next(names), guild=guild, manage_guild=number == 0)
                player = Player(person, tempers[chance.randrange(len(tempers))])
                self.players.append(player)
                if number == 0:
                    self.admins[guild.id] = player
        for number in range(GUESTS):
            person = self.server.person(next(names), guild=guilds[0])
            for guild in guilds[1:]:
                self.server.world.add_member(guild, person.user)
            self.players.append(Player(person, tempers[number % len(tempers)]))

    def members(self, place: Place) -> list[Player]:
        """Who may play at a place."""
        return [one for one in self.players if one.person.user.id in place.guild.members]

    def player(self, number: int) -> Player:
        """Who has this id."""
        return next(one for one in self.players if one.person.user.id == number)


def _options(game: Variant, chance: Random) -> dict[str, object]:
    """What a table is opened with: its clock, small buy-ins, and house rules of its own."""
    rules = some_rules(game.options, chance)
    rules["buy_in_min"] = chance.choice((10, 40, 200))
    return {
        "turn_seconds": chance.choice((15, 30, 60, 300)),
        "buy_in": chance.choice((300, 500, 1000)),
        "rules": ", ".join(
            f"{key}={value}"
            for key, value in (rules | {"pause_seconds": chance.choice((0, 8, 20))}).items()
        ),
    }


def learn_rankings() -> None:
    """Fill the tables of every ranking that house rules can ask for.

    They are large and made when first needed: the memory could not be compared before that.
    """
    for game in variants().values():
        written = [(o.key, choice.written) for o in game.options for choice in o.choices]
        for chosen in ({}, *({key: value} for key, value in written)):
            ranking = game.ranking(HouseRules.of(game.options, chosen))
            for size in range(1, CARDS_MAX + 1):
                ranking.rank(DECK[:size])


def some_rules(options: tuple[Option[object], ...], chance: Random) -> dict[str, object]:
    """Some house rules that agree with one another."""
    rules: dict[str, object] = {}
    for option in chance.sample(options, min(3, len(options))):
        written = chance.choice([choice.written for choice in option.choices] or NUMBERS)
        try:
            HouseRules.of(options, {**rules, option.key: written})
        except BadOption:
            continue
        if "," not in str(written):
            rules[option.key] = written
    return rules
