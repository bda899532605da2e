"""The rules of a game as this server plays it, in pages: all of it comes from the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.parts import GREY, paged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord import ui

    from bot.rules.house import HouseRules
    from bot.rules.variant import Variant

__all__ = ["rulebook"]


def rulebook(
    variant: Variant, house: HouseRules, settings: HouseRules | None = None
) -> list[ui.LayoutView]:
    """All rules of a game under these house rules; `settings` are the table's, if it is one."""
    players = f"{variant.seats.least} to {variant.seats.most}"
    blocks = [
        f"-# {variant.source} · {players} players · as this server plays it",
        *_streets(variant, house),
        *_announced(variant, house),
        *variant.rulebook,
        *_options("House rules", house),
    ]
    if settings is not None:
        blocks += _options("This table", settings)
    return paged(GREY, blocks, variant.title)


def _streets(variant: Variant, house: HouseRules) -> Iterable[str]:
    if variant.wilds_in_words:
        yield f"**Wild:** {variant.wilds_in_words}."
    for street in variant.streets:
        steps = " ".join(step.text(house) for step in street.steps)
        yield f"**{street.title}.** {steps}"


def _announced(variant: Variant, house: HouseRules) -> Iterable[str]:
    said = (a.says(house, variant.seats.most) for a in variant.announcements)
    lines = [words for words in said if words]
    if lines:
        yield "**Said before every deal**\n" + "\n".join(lines)


def _options(title: str, house: HouseRules) -> Iterable[str]:
    """Every option with its value, why it is open and where the ruling comes from."""
    for place, option in enumerate(house.options):
        heading = f"**{title}**\n" if not place else ""
        value = option.spell(house[option])
        yield f"{heading}**{option.label}:** {value}\n-# {option.why} ({option.source})"
