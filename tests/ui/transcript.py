"""What a screen reader says of a message, from top to bottom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.ui.kit import ANN, EIGHT, parts

if TYPE_CHECKING:
    from discord.ui import LayoutView


def transcript(view: LayoutView) -> str:
    """What is read aloud: headings named, markup gone, then the buttons."""
    lines: list[str] = []
    buttons: list[str] = []
    for part in parts(view):
        if part["type"] == 10:
            lines += [_read_aloud(line) for line in part["content"].splitlines()]
        elif part["type"] == 2:
            buttons.append(part["label"])
    return "\n".join([*lines, f"Buttons: {', '.join(buttons)}."])


def _read_aloud(line: str) -> str:
    heading = "heading: " if line.startswith("#") else ""
    line = re.sub(r"^(#+|-#) ", "", line)
    line = re.sub(r"<:(\w+):\d+>", lambda m: m[1].strip("_").replace("_", " ") + ", ", line)
    line = re.sub(r"\*\*(.+?)(\*?)\*\*", lambda m: ("wild " if m[2] else "") + m[1], line)
    line = re.sub(r"<@(\d+)>", lambda m: sorted(EIGHT)[int(m[1]) - ANN], line)
    line = re.sub(r"<t:\d+:R>", "in 45 seconds", line)
    for sign, suit in zip("♣♦♥♠", ("clubs", "diamonds", "hearts", "spades"), strict=True):
        line = line.replace(f"{sign}\ufe0e", f" {suit}")
    line = line.replace("▸ ", "").replace("\u25ae", "face down").replace("\u00a0", " ")
    line = re.sub(r",\s+", ", ", line.replace(" · ", ", "))
    return heading + line.strip(", ")
