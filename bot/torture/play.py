"""What people do on a night: what a table waits for, and what nobody waits for."""

from __future__ import annotations

import asyncio
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from bot.rules.asks import Ask
from bot.rules.variants import variants
from bot.table.ids import PersonId
from bot.torture.players import ABSURD, ANSWERS, Temper
from bot.torture.stage import some_rules
from bot.ui.ids import Press

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from random import Random

    from bot.practice import Message
    from bot.table.scene import Chair
    from bot.table.table import Table
    from bot.torture.loop import VirtualLoop
    from bot.torture.players import Player
    from bot.torture.stage import Place, Stage

__all__ = ["Play", "board_of"]

SEEN_MAX: Final = 12
"""How far up a person scrolls for something to press."""
THINKING_S: Final = (0.0, 0.0, 0.1, 0.2, 0.5, 2.0)
NO_BOARD_S: Final = 8.0
"""How long somebody waits who is asked, but sees no buttons."""
BROUGHT: Final = (40, 200, 500, 1500)
"""How many chips somebody brings or adds."""
NO_OPTIONS: Final = MappingProxyType[str, Any]({})


class Play:
    """Makes people act. `table_at` tells what the channel of a place has, as anybody can see."""

    def __init__(
        self, stage: Stage, loop: VirtualLoop, table_at: Callable[[Place], Table | None]
    ) -> None:
        self._stage = stage
        self._loop = loop
        self._table_at = table_at
        self._asides: tuple[
            tuple[float, Callable[[Place, Table | None, Player, Random], Awaitable[None]]], ...
        ] = (
            (4, self._look),
            (3, self._press_whisper),
            (3, self._press_old),
            (3, self._forge),
            (3, self._press_for_another),
            (4, self._command_at_table),
            (2, self._chips),
            (1, self._house),
            (2, self._command_elsewhere),
            (2, self._sit_oddly),
            (0.2, self._close),
        )

    # What the table waits for.

    async def turn(self, place: Place, chance: Random) -> None:
        """Do the next thing that a table needs: open it, sit, deal, answer."""
        if place.channel.is_deleted:
            place.renew()
        table = self._table_at(place)
        if table is None:
            await self._open(place, chance)
        elif table.hand is not None:
            await self._answer(place, table, chance)
        elif len(table.ready) < place.wanted:
            await self._fill_chairs(place, table, chance)
        else:
            await self._deal(place, table, chance)
        await self._loop.rest()
        await asyncio.sleep(chance.choice(THINKING_S))

    async def _open(self, place: Place, chance: Random) -> None:
        player = chance.choice(self._stage.members(place))
        options = place.options
        if chance.random() < 0.05:
            options = {**options, "rules": f"{chance.choice(('ante', 'x', ''))}=9999999"}
        await self.command(place, player, f"{place.game.command} open", options)

    async def _answer(self, place: Place, table: Table, chance: Random) -> None:
        live = table.hand
        if live is None or not isinstance(live.hand.waiting, Ask):
            return
        asked = live.people[live.hand.waiting.seat]
        player = self._stage.player(asked)
        board = board_of(place, asked)
        if board is None:
            await asyncio.sleep(NO_BOARD_S)
            return
        left = (table.deadline or 0.0) - self._stage.server.world.clock()
        await player.answer(board, left, chance)
        await self._loop.rest()
        await player.fill_in(chance)

    async def _fill_chairs(self, place: Place, table: Table, chance: Random) -> None:
        """Whoever sits there idly comes back, and somebody sits down."""
        for chair in [chair for chair in table.chairs.values() if not chair.is_ready]:
            if chance.random() < 0.8:
                await self._come_back(place, chair, chance)
        newcomers = [p for p in self._stage.members(place) if not _has_chair(table, p)]
        if not newcomers:
            return
        player = chance.choice(newcomers)
        lobby = _newest_with(place, "sit")
        if lobby is not None and chance.random() < 0.6:
            player.person.go(place.channel)
            await player.press(*lobby)
            await self._loop.rest()
            await player.fill_in(chance)
        else:
            chips = {} if chance.random() < 0.3 else {"chips": chance.choice(BROUGHT)}
            await self.command(place, player, "table join", chips)
        await self._loop.rest()
        if chance.random() < 0.3:
            await self.command(place, player, "chips daily")

    async def _come_back(self, place: Place, chair: Chair, chance: Random) -> None:
        player = self._stage.player(chair.person)
        if chance.random() < 0.15:
            await self.command(place, player, "table leave")
        elif chair.sitting_out:
            await self.command(place, player, "table back")
        if not chair.stack:
            await self.command(place, player, "table top-up", {"chips": chance.choice(BROUGHT)})
            await self._loop.rest()
            await self.command(place, player, "chips daily")

    async def _deal(self, place: Place, table: Table, chance: Random) -> None:
        seated = [self._stage.player(chair.person) for chair in table.ready]
        player, button = chance.choice(seated), _newest_with(place, "deal")
        if button is not None:
            await player.press(*button)
            if player.temper is Temper.DOUBLE:
                await player.press(*button)
        else:
            await self.command(place, player, "table start")

    # What nobody waits for.

    async def aside(self, place: Place, chance: Random) -> None:
        """Somebody does something else."""
        if place.channel.is_deleted:
            return
        table = self._table_at(place)
        player = chance.choice(self._stage.members(place))
        (act,) = chance.choices(
            [act for _, act in self._asides], [weight for weight, _ in self._asides]
        )
        await act(place, table, player, chance)
        await self._loop.rest()
        await player.fill_in(chance)

    async def _look(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        """Any button of any message that is not an answer: My cards, Rules, More, Leave."""
        found = [
            (message, button.custom_id)
            for message in _newest(place)
            for button in message.buttons
            if button.is_pressable and button.custom_id and not _is_answer(button.custom_id)
        ]
        if found:
            await player.press(*chance.choice(found))

    async def _press_whisper(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        """A button that only this person sees, such as Fold in the menu behind More."""
        mine = [m for m in place.channel.messages.values() if m.only_for is player.person.user]
        buttons = [(m, b.custom_id) for m in mine[-3:] for b in m.buttons if b.custom_id]
        if buttons:
            await player.press(*chance.choice(buttons))

    async def _press_old(
        self, _place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        await player.press_old(chance)

    async def _forge(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        for message in _newest(place)[:1]:
            await player.forge(message, chance)

    async def _press_for_another(
        self, place: Place, table: Table | None, player: Player, chance: Random
    ) -> None:
        """An answer to a question that somebody else was asked."""
        live = table.hand if table is not None else None
        if live is None or not isinstance(live.hand.waiting, Ask):
            return
        asked = live.people[live.hand.waiting.seat]
        board = board_of(place, asked)
        if board is not None and player.person.user.id != asked:
            await player.answer(board, 0.0, chance)

    async def _command_at_table(
        self, place: Place, table: Table | None, player: Player, chance: Random
    ) -> None:
        if table is not None and table.chairs and chance.random() < 0.7:
            player = self._stage.player(chance.choice([*table.chairs.values()]).person)
        words = ("leave", "sit-out", "back", "top-up", "start", "status", "join", "peek", "rules")
        word = chance.choices(words, (1, 2, 4, 4, 3, 2, 2, 3, 1))[0]
        if word == "peek":
            await self.command(place, player, "peek")
        elif word == "rules":
            await self.command(place, player, f"{place.game.command} rules")
        elif word in {"join", "top-up"}:
            await self.command(place, player, f"table {word}", {"chips": chance.randint(1, 3000)})
        else:
            await self.command(place, player, f"table {word}")

    async def _chips(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        word = chance.choice(("balance", "daily", "daily", "leaderboard"))
        await self.command(place, player, f"chips {word}")

    async def _house(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        """A house rule is changed, by an admin or by somebody who must not."""
        is_forged = chance.random() < 0.3
        if not is_forged:
            player = self._stage.admins[place.guild.id]
        game = chance.choice([*variants().values()])
        rules = some_rules(game.options, chance) or {"ante": chance.choice(ABSURD) or "x"}
        key, value = chance.choice([*rules.items()])
        options = {"game": game.key, "option": key}
        if chance.random() < 0.5:
            await self.command(place, player, "house reset", options, forge=is_forged)
        else:
            options |= {"value": str(value)}
            await self.command(place, player, "house set", options, forge=is_forged)

    async def _command_elsewhere(
        self, place: Place, _table: Table | None, player: Player, chance: Random
    ) -> None:
        """A command in the direct messages, or in the channel of another table."""
        word = chance.choice(("table leave", "table status", "table close", "peek", "table join"))
        if chance.random() < 0.5:
            player.person.go_to_dm()
            await player.tries(player.person.slash(word, forge=True, wait=False))
        else:
            other = chance.choice([p for p in self._stage.places if p.guild is place.guild])
            if not other.channel.is_deleted:
                await self.command(other, player, word)

    async def _sit_oddly(
        self, place: Place, table: Table | None, player: Player, chance: Random
    ) -> None:
        """The window for a seat is opened in mid-hand, left open, and sent much later."""
        lobby = _newest_with(place, "sit") or _newest_with(place, "topup")
        if lobby is None and table is not None:
            await self.command(place, player, "table join", {"chips": chance.randint(1, 900)})
        elif lobby is not None:
            await player.press(*lobby)
            await self._loop.rest()
            await asyncio.sleep(chance.choice((0.0, 3.0, 30.0)))

    async def _close(
        self, place: Place, table: Table | None, _player: Player, chance: Random
    ) -> None:
        """The host closes the table, perhaps in mid-hand; or somebody else tries to."""
        if table is None:
            return
        host = self._stage.player(PersonId(table.host))
        other = chance.choice(self._stage.members(place))
        await self.command(place, host if chance.random() < 0.5 else other, "table close")

    async def command(
        self,
        place: Place,
        player: Player,
        words: str,
        options: Mapping[str, Any] = NO_OPTIONS,
        *,
        forge: bool = False,
    ) -> None:
        """A slash command in the channel of a place."""

        async def give() -> None:
            player.person.go(place.channel)
            await player.person.slash(words, forge=forge, wait=False, **options)

        await player.tries(give())


def board_of(place: Place, asked: PersonId) -> Message | None:
    """The message in the channel that asks this person, if it stands."""
    head = f"### <@{asked}>, "
    for message in _newest(place):
        if head in message.text:
            return message
    return None


def _newest(place: Place) -> list[Message]:
    """The newest messages that everybody sees, newest first."""
    found = []
    for message in reversed(place.channel.messages.values()):
        if not message.ephemeral:
            found.append(message)
            if len(found) == SEEN_MAX:
                break
    return found


def _newest_with(place: Place, act: str) -> tuple[Message, str] | None:
    """The newest button for an act that answers no question."""
    for message in _newest(place):
        for button in message.buttons:
            press = Press.parse(button.custom_id or "")
            if press is not None and press.act == act and button.is_pressable:
                return message, str(press)
    return None


def _is_answer(custom_id: str) -> bool:
    press = Press.parse(custom_id)
    return press is not None and press.act in ANSWERS


def _has_chair(table: Table, player: Player) -> bool:
    return table.chair_of(PersonId(player.person.user.id)) is not None
