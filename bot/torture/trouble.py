"""Everything that goes wrong with Discord on a night, when a step says so."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from bot.practice import Faults, Fine, Refused, ReplyLost, RequestLost, Slow
from bot.torture.script import Do

if TYPE_CHECKING:
    from bot.practice import Channel, PracticeServer
    from bot.practice import Trouble as OneTrouble
    from bot.practice.interactions import Interaction
    from bot.torture.loop import VirtualClock
    from bot.torture.stage import Place, Stage
    from bot.torture.tally import Tally

__all__ = ["Trouble", "Weather"]

PERMISSIONS: Final = ("SEND_MESSAGES", "VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS")
REFUSALS: Final = (500, 502, 503, 504)
SLOW_S: Final = (0.1, 1.0, 2.4, 2.6, 4.0, 9.0)
"""Around the limits: an interaction has to be answered in 3 s, a request of ours in 2.5 s."""
LATE_S: Final = (0.3, 1.0, 2.0, 2.9, 3.1, 20.0)
BADNESS: Final = (0.03, 0.1, 0.3, 0.7)
"""How likely each request or interaction fares badly."""
LASTS_S: Final = (2.0, 5.0, 15.0, 40.0)
NEWEST: Final = 6
"""Among so many messages of a channel one is chosen to be deleted."""


class Weather(Faults):
    """Requests and interactions fare badly for a while, each by chance."""

    def __init__(self, clock: VirtualClock, tally: Tally) -> None:
        self._clock = clock
        self._tally = tally
        self._chance = Random(0)
        self._until = 0.0
        self._badness = 0.0

    def turn_bad(self, chance: Random) -> None:
        """Begin anew, decided by this chance alone."""
        self._chance = Random(chance.random())
        self._badness = chance.choice(BADNESS)
        self._until = self._clock.now() + chance.choice(LASTS_S)

    def clear_up(self) -> None:
        """Nothing goes wrong any more."""
        self._until = 0.0

    def _strikes(self) -> bool:
        return self._clock.now() < self._until and self._chance.random() < self._badness

    def request(self, method: str, path: str) -> OneTrouble:  # noqa: ARG002 - all fare alike
        """What becomes of a request of the bot's."""
        if not self._strikes():
            return Fine()
        troubles: dict[str, OneTrouble] = {
            "request slow": Slow(self._chance.choice(SLOW_S)),
            "answered 5xx": Refused(self._chance.choice(REFUSALS)),
            "request lost": RequestLost(),
            "reply lost": ReplyLost(),
        }
        what = self._chance.choice([*troubles])
        self._tally.trouble[what] += 1
        return troubles[what]

    def delivery(self, interaction: Interaction) -> tuple[float, ...]:  # noqa: ARG002 - see above
        """When the bot hears of an interaction."""
        if not self._strikes():
            return (0.0,)
        late = self._chance.choice(LATE_S)
        times = {"heard twice": (0.0, late), "heard late": (late,), "heard never": ()}
        what = self._chance.choice([*times])
        self._tally.trouble[f"interaction {what}"] += 1
        return times[what]


class Trouble:
    """What goes wrong, and its end."""

    def __init__(self, clock: VirtualClock, tally: Tally) -> None:
        self.weather = Weather(clock, tally)
        self._tally = tally
        self._denied: list[tuple[Channel, str]] = []

    async def do(
        self, what: Do, server: PracticeServer, stage: Stage, place: Place, chance: Random
    ) -> None:
        """Let one thing go wrong."""
        match what:
            case Do.WEATHER:
                self.weather.turn_bad(chance)
            case Do.DROP:
                await self._drop(server, chance)
            case Do.DELETE_MESSAGE:
                self._delete_message(place, chance)
            case Do.DELETE_CHANNEL:
                if not place.channel.is_deleted:
                    place.channel.delete()
                    self._tally.trouble["channel deleted"] += 1
            case Do.DMS:
                user = chance.choice(stage.players).person.user
                user.is_dm_open = not user.is_dm_open
                self._tally.trouble[f"DMs {'opened' if user.is_dm_open else 'closed'}"] += 1
            case Do.PERMISSION:
                self._permission(server, place, chance)
            case _:
                raise AssertionError(f"{what} is no trouble")

    def end(self, server: PracticeServer, stage: Stage) -> None:
        """All of it is over."""
        self.weather.clear_up()
        for channel, name in self._denied:
            if not channel.is_deleted:
                channel.allow(server.world.bot, name)
                self._tally.trouble["permission given back"] += 1
        self._denied.clear()
        for player in stage.players:
            player.person.open_dms()

    async def _drop(self, server: PracticeServer, chance: Random) -> None:
        code, can_resume = chance.choice((None, 4000, 1001)), chance.random() < 0.6
        await server.drop_gateway(code=code, can_resume=can_resume)
        self._tally.trouble[f"gateway dropped, {'resumed' if can_resume else 'lost'}"] += 1

    def _delete_message(self, place: Place, chance: Random) -> None:
        """One of the newest messages, which may be the one that asks somebody."""
        newest = [*place.channel.messages.values()][-NEWEST:]
        if newest:
            chance.choice(newest).delete()
            self._tally.trouble["message deleted"] += 1

    def _permission(self, server: PracticeServer, place: Place, chance: Random) -> None:
        if place.channel.is_deleted:
            return
        name = chance.choice(PERMISSIONS)
        place.channel.deny(server.world.bot, name)
        self._denied.append((place.channel, name))
        self._tally.trouble[f"no permission to {name.lower().replace('_', ' ')}"] += 1
