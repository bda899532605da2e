"""What `/doctor` finds: is everything in order for a table here, and how is it mended."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.ui.names import plain_text
from bot.ui.notices import OPEN_DMS
from bot.ui.parts import NOTICE, RESULT, divider, message, text
from bot.ui.words import capital, counted, listing, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord import ui

    from bot.table.ids import ChannelId
    from bot.table.ports import Examined

__all__ = [
    "Finding",
    "Grade",
    "commands",
    "database",
    "draw",
    "hello",
    "latency",
    "letters",
    "permissions",
    "pictures",
]

SLOW_S: Final = 1.0
"""From here on an answer may miss Discord's three seconds."""
MEBIBYTE: Final = 1024 * 1024


class Grade(Enum):
    """How bad it is. The sign stands only beside words."""

    BROKEN = "❌"
    POOR = "⚠️"
    FINE = "✅"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    grade: Grade
    what: str
    """What is so; of a problem, the first words are bold."""
    remedy: str = ""
    """Where to click, or what to run; "" if there is nothing to mend."""


def draw(channel: ChannelId, findings: Sequence[Finding], versions: str) -> ui.LayoutView:
    """The report on a channel: the count, the problems with their remedies, then the rest."""
    bad = [f for grade in (Grade.BROKEN, Grade.POOR) for f in findings if f.grade is grade]
    fine = [f for f in findings if f.grade is Grade.FINE]
    rest = f", {number(len(fine))} in order" if fine else ""
    count = capital(f"{counted(len(bad), 'thing')} to mend{rest}.")
    return message(
        NOTICE if bad else RESULT,
        text(
            f"### Doctor · <#{channel}>",
            f"**{count}**" if bad else "**Everything is in order.**",
        ),
        divider(),
        *(text(f"{f.grade.value} {f.what}", f"-# {f.remedy}") for f in bad),
        divider() if bad and fine else None,
        text(*(f"{f.grade.value} {f.what}" for f in fine), f"-# {versions}"),
    )


def hello() -> ui.LayoutView:
    """The DM that shows that DMs arrive."""
    return message(
        RESULT, text("**My direct messages reach you.** You asked the doctor; that is all.")
    )


# What is looked at.


def permissions(
    mine: discord.Permissions, everywhere: discord.Permissions | None, *, in_thread: bool
) -> list[Finding]:
    """What the bot may do in a channel; `everywhere` is what its roles give it in the server."""
    wanted = {
        "View Channel": (mine.view_channel, Grade.BROKEN, "No table can be shown here."),
        "Send Messages": (
            mine.send_messages or in_thread,
            Grade.BROKEN,
            "No hand can be dealt here.",
        ),
        "Send Messages in Threads": (
            mine.send_messages_in_threads,
            Grade.BROKEN if in_thread else Grade.POOR,
            "No hand can be dealt here." if in_thread else "No table can be in a thread here.",
        ),
        "Attach Files": (
            mine.attach_files,
            Grade.POOR,
            "Shown hands are told in words, without their picture.",
        ),
    }
    lacking = [
        Finding(
            grade=grade,
            what=f"**{name} is missing.** {so}",
            remedy=_switch_on(name, everywhere),
        )
        for name, (granted, grade, so) in wanted.items()
        if not granted
    ]
    return lacking or [
        Finding(grade=Grade.FINE, what="See, write and attach files here, in threads too")
    ]


def letters(*, person_reached: bool, closed: Sequence[str]) -> list[Finding]:
    """Whether DMs arrive: at whoever asks, and at those who sit here, by name."""
    found = []
    if not person_reached:
        found.append(
            Finding(
                grade=Grade.POOR,
                what="**I cannot send you a DM.** At a table your cards come with My cards.",
                remedy=OPEN_DMS,
            )
        )
    if closed:
        have = "has" if len(closed) == 1 else "have"
        found.append(
            Finding(
                grade=Grade.POOR,
                what=f"**{listing(closed)} {have} closed DMs.** The cards come with My cards; "
                "nothing stops.",
                remedy=f"Each can open them. {OPEN_DMS}",
            )
        )
    return found or [Finding(grade=Grade.FINE, what="Direct messages: one has just reached you")]


def pictures(missing: int | None) -> Finding:
    """Whether cards are pictures, with so many yet to be uploaded; None if they are to be text."""
    if missing is None:
        return Finding(grade=Grade.FINE, what="Cards are text, as whoever runs me has chosen")
    if not missing:
        return Finding(grade=Grade.FINE, what="Card pictures uploaded")
    are = "picture is" if missing == 1 else "pictures are"
    return Finding(
        grade=Grade.POOR,
        what=f"**{capital(number(missing))} card {are} not uploaded.** Until then they are text.",
        remedy="For whoever runs me: they come after a start, one at a time; the log says what "
        "stops them",
    )


def database(examined: Examined | None, *, is_writable: bool) -> list[Finding]:
    """Whether chips can be kept, and all are there; None if that took too long to tell."""
    found = []
    if not is_writable:
        found.append(
            Finding(
                grade=Grade.BROKEN,
                what="**The database cannot be written to.** No hand can be dealt; no chip is "
                "lost.",
                remedy="For whoever runs me: the log names the cause, most often a full disk",
            )
        )
    if examined is None:
        found.append(
            Finding(
                grade=Grade.POOR,
                what="**The database could not be read through in time.**",
                remedy="For whoever runs me: python -m bot audit reads all of it",
            )
        )
    elif examined.flaw:
        found.append(
            Finding(
                grade=Grade.BROKEN,
                what=f"**The database is not sound.** {plain_text(examined.flaw, 300)}",
                remedy="For whoever runs me: stop me and restore the newest backup that "
                "python -m bot audit finds sound",
            )
        )
    size = f", {examined.bytes / MEBIBYTE:,.1f} MiB" if examined else ""
    return found or [
        Finding(grade=Grade.FINE, what=f"Database sound and writable, chips sum to 0{size}")
    ]


def commands(*, are_sent: bool) -> Finding:
    """Whether Discord has the slash commands as they are now."""
    if are_sent:
        return Finding(grade=Grade.FINE, what="Slash commands up to date")
    return Finding(
        grade=Grade.POOR,
        what="**Discord has older slash commands.** Some may answer that they cannot be read.",
        remedy="For whoever runs me: start me again, which sends them",
    )


def latency(seconds: float) -> Finding:
    """How long Discord takes to answer the bot's heartbeat; not finite before the first."""
    if seconds < SLOW_S:
        return Finding(grade=Grade.FINE, what=f"Discord answers in {round(seconds * 1000)} ms")
    if not math.isfinite(seconds):
        said = "**Discord has not answered a heartbeat yet.**"
    else:
        said = f"**Discord takes {seconds:.1f} s to answer.** Presses may fail."
    return Finding(
        grade=Grade.POOR,
        what=said,
        remedy="Look again in a minute; if it stays, discordstatus.com, then the network I run on",
    )


def _switch_on(name: str, everywhere: discord.Permissions | None) -> str:
    """Where an admin grants a permission: in the channel, if the server grants it already."""
    granted = {
        "View Channel": everywhere is not None and everywhere.view_channel,
        "Send Messages": everywhere is not None and everywhere.send_messages,
        "Send Messages in Threads": everywhere is not None and everywhere.send_messages_in_threads,
        "Attach Files": everywhere is not None and everywhere.attach_files,
    }
    if granted[name]:
        return f"Edit Channel → Permissions → my role → {name} on"
    return f"Server Settings → Roles → my role → {name} on"
