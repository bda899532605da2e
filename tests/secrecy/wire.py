"""What reaches a person's app over the wire, in a form that two nights can be compared in."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from bot.practice.entities import DIRECT, Message
from bot.practice.interactions import Interaction
from bot.practice.people import Person
from bot.practice.world import Change
from tests.secrecy.kit import Leak

IDS = re.compile(r"\d{15,}")
PORTS = re.compile(r"127\.0\.0\.1:\d+")


@dataclass
class App:
    """Everything that one person's app is sent from now on, in order, by where it is shown.

    Ids are numbered in the order in which they came, for they carry the time; nothing else is
    changed. Between two places there is no order: the network keeps none.
    """

    person: Person
    received: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _ids: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        self.person.on_change.append(self._hear)

    def _hear(self, change: Change) -> None:
        told: dict[str, Any] = {"kind": change.kind.name}
        if change.message is not None:
            told["message"] = snapshot(change.message)
        if isinstance(change.detail, Interaction):
            answer = change.detail
            told |= {"answer": answer.answer, "form": answer.modal, "choices": answer.choices}
        place = _place(change)
        known = self._ids[place]
        written = PORTS.sub("server", json.dumps(told))
        numbered = IDS.sub(lambda id_: known.setdefault(id_[0], f"id-{len(known)}"), written)
        self.received[place].append(numbered)


def _place(change: Change) -> str:
    message = change.message
    if message is None:
        return "answers"
    if message.only_for is not None:
        return "whispers"
    return "dms" if message.channel.kind == DIRECT else "channel"


def snapshot(message: Message) -> dict[str, Any]:
    """A message with its files, byte for byte."""
    return {
        "id": message.id,
        "where": "dm" if message.channel.kind == DIRECT else message.channel.id,
        "only_for": message.only_for.name if message.only_for else None,
        "content": message.content,
        "components": message.components,
        "embeds": message.embeds,
        "files": [
            (file.file.filename, file.file.description, file.file.content.hex())
            for file in message.attachments
        ],
        "flags": message.flags,
        "nonce": message.nonce,
        "pings": sorted(message.pings),
        "deleted": message.deleted,
    }


def same(one: App, other: App) -> None:
    """Raises: Leak at the first thing that is not the same."""
    assert one.received.keys() == other.received.keys()
    for place, sent in one.received.items():
        for before, after in zip_longest(sent, other.received[place]):
            if before != after:
                raise Leak(place, f"{one.person.name} was sent\n{before}\n{after}")
