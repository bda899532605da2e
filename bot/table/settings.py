"""Settings of a table: its clock and its buy-in. Not part of a hand, and not in its record."""

from __future__ import annotations

from typing import Final

from bot.rules.chips import Chips
from bot.rules.house import HouseRules, Option, chips_option, seconds_option

__all__ = [
    "BUY_IN",
    "BUY_IN_MAX",
    "BUY_IN_MIN",
    "HINTS",
    "PAUSE_SECONDS",
    "TABLE_OPTIONS",
    "TURN_SECONDS",
]


HINTS: Final = "hints"
"""The server setting that is False where players get no hints; they do unless it is set."""


def _min_above_max(settings: HouseRules) -> str | None:
    least, most = settings[BUY_IN_MIN], settings[BUY_IN_MAX]
    return (
        f"buy_in_min ({least:,}) cannot be above buy_in_max ({most:,})." if least > most else None
    )


_SOURCE: Final = "rulings B8, G6 and G11"

TURN_SECONDS: Final = seconds_option(
    "turn_seconds",
    default=60,
    least=10,
    most=86_400,
    label="Seconds a turn",
    why="How long a player may think before the clock checks or folds.",
    source=_SOURCE,
)
PAUSE_SECONDS: Final = seconds_option(
    "pause_seconds",
    default=8,
    least=0,
    most=600,
    label="Pause between hands",
    why="How long a result stands before the next deal.",
    source=_SOURCE,
)
BUY_IN: Final = chips_option(
    "buy_in",
    default=Chips(1_000),
    label="Usual buy-in",
    why="What the form for a seat suggests to bring.",
    source=_SOURCE,
)
BUY_IN_MIN: Final = chips_option(
    "buy_in_min",
    default=Chips(400),
    label="Smallest buy-in",
    why="The least to bring to a seat.",
    source=_SOURCE,
)
BUY_IN_MAX: Final = chips_option(
    "buy_in_max",
    default=Chips(2_000),
    label="Largest buy-in",
    why="The most to bring; a top-up never goes above it.",
    source=_SOURCE,
    conflict=_min_above_max,
)
TABLE_OPTIONS: Final[tuple[Option[object], ...]] = (
    TURN_SECONDS,
    BUY_IN,
    BUY_IN_MIN,
    BUY_IN_MAX,
    PAUSE_SECONDS,
)
