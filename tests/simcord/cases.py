"""Every slash command and what it is given; a command without a line here fails a test."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.client import Axeman
from bot.rules.variants import variants

AXE: Final = "deuces-and-jacks"

COMMANDS: Final[dict[str, dict[str, Any]]] = {
    **{f"{game.command} open": {} for game in variants().values()},
    **{f"{game.command} rules": {} for game in variants().values()},
    "chips balance": {},
    "chips daily": {},
    "chips forget-me": {"sure": True},
    "chips leaderboard": {},
    "doctor": {},
    "hand proof": {},
    "house cards": {"colours": "two"},
    "house channel": {},
    "house hints": {"on": False},
    "house openers": {},
    "house reset": {"game": AXE, "option": "ante"},
    "house set": {"game": AXE, "option": "ante", "value": "20"},
    "house show": {"game": AXE},
    "peek": {},
    "table back": {},
    "table close": {},
    "table join": {},
    "table leave": {},
    "table sit-out": {},
    "table start": {},
    "table status": {},
    "table top-up": {"chips": 100},
}

ADMIN: Final = sorted(c for c in COMMANDS if c.partition(" ")[0] in ("doctor", "house"))


def commands_of(bot: Axeman) -> set[str]:
    """The commands that can be used, subcommands by their whole name."""
    found = bot.tree.walk_commands()
    return {
        command.qualified_name for command in found if isinstance(command, app_commands.Command)
    }
