"""The bank's messages: a balance, the daily chips, the leaderboard, being forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.ui.names import names_of, plate_name
from bot.ui.parts import NOTICE, RESULT, message, text
from bot.ui.words import counted, net

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord import ui

    from bot.rules.chips import Chips
    from bot.table.ports import Standing

__all__ = ["balance", "daily", "forgotten", "leaderboard", "what_forgetting_means"]

LINES_MAX: Final = 10


def balance(name: str, bank: Chips, tables: Chips) -> ui.LayoutView:
    """What somebody has, and how much of it lies on tables."""
    there = f"{tables:,} of them at tables · " if tables else ""
    return message(
        RESULT,
        text(
            f"### {plate_name(name)} · {bank + tables:,} chips",
            f"-# {there}play chips of this server",
            "-# Once a day: /chips daily.",
        ),
    )


def daily(before: Chips, after: Chips, *, next_at: int, was_given: bool) -> ui.LayoutView:
    """The daily chips, or when they come again; `next_at` is in Unix seconds."""
    if not was_given:
        return message(
            RESULT,
            text(
                f"**You had today's chips already.** You have {after:,}.",
                f"-# The next ones: <t:{next_at}:R>.",
            ),
        )
    return message(
        RESULT,
        text(
            f"### {net(after - before)} chips",
            f"You have {after:,} now.",
            f"-# The next ones: <t:{next_at}:R>.",
        ),
    )


def leaderboard(standings: Sequence[Standing]) -> ui.LayoutView:
    """Who won most from the others; all lines together are 0."""
    if not standings:
        return message(RESULT, text("### Leaderboard", "Nobody has played a hand here yet."))
    return message(
        RESULT,
        text("### Leaderboard", "-# Net chips won from other players; all together 0"),
        text(*_lines(standings)),
    )


def what_forgetting_means() -> ui.LayoutView:
    """What is lost by being forgotten, and how to ask for it."""
    return message(
        NOTICE,
        text(
            "### Shall I forget you on this server?",
            "Your name goes from the leaderboard and from every hand I keep, and all your chips "
            "go back to the bank. **This cannot be undone:** if you play again, you begin with 0.",
            "Your Discord number and what it won and lost stay, so that everybody's chips add up. "
            "Messages that stand on Discord stay there.",
            "-# To do it: /chips forget-me sure:True.",
        ),
    )


def forgotten(given_back: Chips) -> ui.LayoutView:
    """It is done."""
    return message(
        RESULT,
        text(
            f"**You are forgotten on this server.** {given_back:,} chips went back to the bank.",
            "-# If you play again I shall know your name again, and you begin with 0.",
        ),
    )


def _lines(standings: Sequence[Standing]) -> Iterable[str]:
    """The first ten, everybody after them in one line so that all still sum to 0."""
    shown, rest = standings[:LINES_MAX], standings[LINES_MAX:]
    names = names_of([standing.name for standing in shown]).plates
    for place, (standing, name) in enumerate(zip(shown, names, strict=True), 1):
        yield f"`{place}` **{name}** {net(standing.net)} · {_hands(standing.hands)}"
    if rest:
        total = net(sum(standing.net for standing in rest))
        hands = _hands(sum(standing.hands for standing in rest))
        yield f"-# {counted(len(rest), 'more player').capitalize()} {total} · {hands}"


def _hands(amount: int) -> str:
    return f"{amount:,} hand{'' if amount == 1 else 's'}"
