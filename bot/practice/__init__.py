"""The practice room: a Discord-compatible server on loopback.

It stands in for Discord, so it knows nothing of the bot that connects to it and imports nothing
of it. `PracticeServer` is the whole of it; a `Person` is a human who uses the official app.
"""

from bot.practice.faults import (
    Faults,
    Fine,
    Refused,
    ReplyLost,
    RequestLost,
    Slow,
    Trouble,
)
from bot.practice.forms import Form
from bot.practice.people import Answer, NotAllowedError, Person
from bot.practice.permissions import Permission
from bot.practice.server import PracticeServer
from bot.practice.world import Channel, Guild, Message, Upload, User, World

__all__ = [
    "Answer",
    "Channel",
    "Faults",
    "Fine",
    "Form",
    "Guild",
    "Message",
    "NotAllowedError",
    "Permission",
    "Person",
    "PracticeServer",
    "Refused",
    "ReplyLost",
    "RequestLost",
    "Slow",
    "Trouble",
    "Upload",
    "User",
    "World",
]
