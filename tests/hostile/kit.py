"""Forged interactions, and what they must not have touched."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from dataclasses import asdict
from typing import Any

from bot.practice import slash
from bot.practice.answers import Answer
from bot.practice.entities import Channel, Message
from bot.practice.interactions import Callback, Sent
from bot.practice.people import Person
from tests.e2e.kit import Night

NOTES = {"posts", "dm_channels", "memos"}
"""Tables of the database that say what was told, not who owns what."""


async def quiet(night: Night) -> None:
    """Wait until the bot has said all it has to say, whatever number of tables there is."""
    assert night.bot is not None
    for _ in range(3):
        await asyncio.sleep(0.005)
        await night.bot.crier.drain(5)


async def forge(
    person: Person,
    kind: Sent,
    details: dict[str, Any],
    *,
    message: Message | None = None,
    channel: Channel | None = None,
    wait: bool = True,
) -> Answer:
    """Send an interaction as a modified client would, past all that the app checks."""
    return await person._send(
        kind, details, message=message, channel=channel, wait=wait, timeout_s=3.0
    )


async def forge_press(person: Person, custom_id: str, message: Message) -> Answer:
    details = {"component_type": 2, "custom_id": custom_id, "id": 1}
    return await forge(person, Sent.COMPONENT, details, message=message)


async def forge_window(
    person: Person, custom_id: str, fields: dict[str, object], message: Message | None
) -> Answer:
    """Submit a window that may never have been opened."""
    parts = [
        {"type": 18, "id": 2 * n, "component": {"type": 4, "id": 2 * n + 1, "custom_id": name}
         | ({"values": value} if isinstance(value, list) else {"value": value})}
        for n, (name, value) in enumerate(fields.items(), 1)
    ]  # fmt: skip
    details = {"custom_id": custom_id, "components": parts}
    return await forge(person, Sent.MODAL_SUBMIT, details, message=message)


async def forge_command(
    person: Person, command: str, options: dict[str, Any], *, kind: Sent = Sent.COMMAND
) -> Answer:
    """Use a command with any values; the last option is the one being typed, if that matters."""
    found = slash.find(person._world, person.channel, command)
    filled = [
        {"name": option["name"], "type": option["type"], "value": options[option["name"]]}
        for option in found.options
        if option["name"] in options
    ]
    if kind is Sent.AUTOCOMPLETE and filled:
        filled[-1]["focused"] = True
    details = slash.details(found, slash.Filled(options=filled), person.channel)
    return await forge(person, kind, details, wait=kind is Sent.COMMAND)


def books(night: Night) -> dict[str, list[Any]]:
    """All that the database holds about chips, seats, hands and rules."""
    with closing(sqlite3.connect(night.database)) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {
            name: db.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608 - its own names
            for name in sorted(names)
            if name not in NOTES and not name.startswith("sqlite_")
        }


def tables(night: Night) -> list[Any]:
    """Every open table to the last detail, its live hand by what was answered and dealt."""
    assert night.bot is not None
    return [
        (
            table.table,
            table.host,
            table.button,
            table.hands,
            table.deadline,
            table.next_deal,
            dict(table.house.written()),
            dict(table.settings.written()),
            {place: asdict(chair) for place, chair in sorted(table.chairs.items())},
            table.live and (table.live.number, table.live.hand.answers, table.live.hand.stacks,
                            table.live.hand.question, table.live.settled, table.live.void),
        )
        for table in night.bot.floor.tables
    ]  # fmt: skip


def everything(night: Night) -> tuple[Any, Any]:
    """What no refused press may change."""
    return tables(night), books(night)


def check_refused(answer: Answer) -> str:
    """That somebody got one short answer, for their eyes only; what it says.

    A busy machine may have acknowledged the press first: what is said then follows.
    """
    is_late = answer.kind is Callback.DEFERRED_UPDATE
    messages = [*([] if is_late else [answer.message]), *answer.followups]
    assert not answer.interaction.errors, answer.interaction.errors
    assert len(messages) == 1, f"told {len(messages)} times: {answer.text}"
    (message,) = messages
    assert message is not None, "no answer"
    assert message.ephemeral, f"everybody was told: {message.text}"
    told = message.text
    assert 0 < len(told) <= 1_600, told
    assert "broke on my side" not in told, told
    assert "Traceback" not in told
    return told


class ErrorLog(logging.Handler):
    """Keeps what is logged at ERROR: a user's mistake is none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
