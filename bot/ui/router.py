"""The router: a press or a window's answer becomes a command in its table's mailbox.

Everything that comes in here is untrusted: the custom id may be forged, old, or of another
server. The router reads it, finds the table and posts; the table decides.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, cast

import discord

from bot.rules import actions
from bot.rules.cards import parse_cards
from bot.rules.chips import Chips
from bot.table import commands, notices
from bot.table.commands import Sight
from bot.ui import windows
from bot.ui.answers import Reply
from bot.ui.ids import Press
from bot.ui.notices import unknown_button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.actions import Action
    from bot.table.commands import Command
    from bot.table.floor import Floor
    from bot.table.ports import Ledger
    from bot.table.runner import Runner
    from bot.ui.crier import DiscordCrier
    from bot.ui.door import Door

__all__ = ["Router"]

log = logging.getLogger(__name__)

CHANGE: Final = "change"
"""The act that opens the window for a discard, and of the window itself."""
PARTS_MAX: Final = 40
"""Parts of a window that are read, and choices of one field: more than any of ours has."""
WRITTEN_MAX: Final = 100
"""Characters of a field that are read: more than any of ours takes."""


class Router:
    """Finds the table of a press, and what it asks of it."""

    def __init__(self, floor: Floor, crier: DiscordCrier, ledger: Ledger, door: Door) -> None:
        self._floor = floor
        self._door = door
        self._crier = crier
        self._ledger = ledger

    async def take(self, interaction: discord.Interaction) -> None:
        """Answer a pressed component or a submitted window; commands are not for us."""
        reply = Reply(interaction)
        if not await self._door.lets_pass(reply):
            return
        press = Press.parse(str(_payload(interaction).get("custom_id", "")))
        if press is None:
            await reply.whisper(unknown_button())
            return
        runner = self._floor.at(press.table)
        if runner is None or runner.table.server != interaction.guild_id:
            self._crier.tell(reply, notices.Closed())
            return
        submitted = (
            _fields(_payload(interaction))
            if interaction.type is discord.InteractionType.modal_submit
            else None
        )
        if submitted is None and press.amount is None and press.act in ("sit", "topup"):
            await self._open_window(runner, press, reply)
            return
        if submitted is None and press.act == CHANGE:
            scene = runner.table.scene()
            window = windows.change_cards(scene, reply.person, press, self._crier.faces(scene))
            if window is not None:
                await reply.open(window)
                return
        command = _command(press, runner, reply, submitted)
        if command is None:
            await reply.whisper(unknown_button())
            return
        reply.wait()
        runner.post(command)
        if isinstance(command, commands.SitDown):
            await self._crier.open_dm(reply.person)

    async def _open_window(self, runner: Runner, press: Press, reply: Reply) -> None:
        """A window asks how many chips to bring, or to add."""
        scene = runner.table.scene()
        chair = scene.chair_of(reply.person)
        if press.act == "sit" and chair is not None:
            self._crier.tell(reply, notices.AlreadyAtTable(chair.place, chair.stack), scene)
        elif press.act == "topup" and chair is None:
            self._crier.tell(reply, notices.NotSeated(scene.free), scene)
        else:
            balance = await self._ledger.balance(scene.server, reply.person)
            window = windows.take_a_seat if press.act == "sit" else windows.top_up
            await reply.open(window(scene, balance))


def _command(  # noqa: C901, PLR0911 - one line a command
    press: Press, runner: Runner, reply: Reply, fields: Mapping[str, str] | None
) -> Command | None:
    """What a press asks of its table; None if it asks nothing we know."""
    action = _draw(press, runner, fields) if press.act == CHANGE else _action(press)
    if action is not None and press.hand is not None and press.question is not None:
        return commands.Act(answer=reply, hand=press.hand, question=press.question, action=action)
    written = (fields or {}).get(windows.AMOUNT, str(press.amount or ""))
    match press.act:
        case "sit":
            return commands.SitDown(answer=reply, chips=written)
        case "topup":
            return commands.TopUp(answer=reply, chips=written)
        case "leave":
            return commands.GetUp(answer=reply)
        case "sitout":
            return commands.SitOut(answer=reply)
        case "back":
            return commands.Back(answer=reply)
        case "deal":
            return commands.Deal(answer=reply, after=press.hand or 0)
        case "show":
            return commands.Show(answer=reply, hand=press.hand or 0)
        case "close" | "closesure":
            return commands.Close(answer=reply, sure=press.act == "closesure")
        case "cards" | "words" | "rules" | "more" | "history":
            return commands.Look(answer=reply, sight=Sight(press.act), hand=press.hand)
        case _:
            return None


def _draw(press: Press, runner: Runner, fields: Mapping[str, str] | None) -> Action | None:
    """The cards that a filled-in window throws away; None if it says nothing we understand.

    A press that has opened no window came too late or from somebody else: the table refuses it
    and says why. It must not stand pat for a question that is yet to be asked, though.
    """
    if fields is None:
        hand = runner.table.hand
        is_future = hand is not None and (press.question or 0) > hand.hand.question
        return None if is_future else actions.Draw()
    try:
        return actions.Draw(parse_cards(fields[windows.DISCARD].replace(",", " ")))
    except (KeyError, ValueError):
        return None


def _action(press: Press) -> Action | None:  # noqa: PLR0911 - one line an answer
    """The answer to a hand's question that a button carries."""
    match press.act, press.amount:
        case "fold", _:
            return actions.Fold()
        case "bringin", _:
            return actions.BringIn()
        case "facedown", _:
            return actions.FaceDown()
        case "faceup", _:
            return actions.FaceUp()
        case "standpat", _:
            return actions.Draw()
        case "check", _:
            return actions.Check()
        case "call", _:
            return actions.Call()
        case "bet", int(amount):
            return actions.Bet(Chips(amount))
        case "raise", int(amount):
            return actions.Raise(Chips(amount))
        case _:
            return None


def _fields(payload: Mapping[str, object]) -> dict[str, str]:
    """What was written into a window, by custom id; several choices are joined by commas.

    Read no further than a window of ours goes: forged ones may be deep, wide or long.
    """
    found: dict[str, str] = {}
    waiting: list[object] = [payload.get("components")]
    for _ in range(PARTS_MAX):
        match waiting.pop() if waiting else None:
            case list(parts):
                waiting.extend(parts[:PARTS_MAX])
            case {"custom_id": str(name), "value": str(value)}:
                found[name] = value[:WRITTEN_MAX]
            case {"custom_id": str(name), "values": list(values)}:
                found[name] = ",".join(str(value)[:WRITTEN_MAX] for value in values[:PARTS_MAX])
            case {"component": part}:
                waiting.append(part)
            case {"components": parts}:
                waiting.append(parts)
            case _:
                pass
    return found


def _payload(interaction: discord.Interaction) -> Mapping[str, object]:
    return cast("Mapping[str, object]", interaction.data or {})
