"""Windows: forms that open over the table and come back filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ui

from bot.table.settings import BUY_IN, BUY_IN_MAX, BUY_IN_MIN
from bot.ui.ids import Press

if TYPE_CHECKING:
    from bot.rules.chips import Chips
    from bot.table.scene import Scene

__all__ = ["AMOUNT", "take_a_seat", "top_up"]

AMOUNT: Final = "amount"
"""The custom id of the field for an amount."""
WRITTEN_MAX: Final = 9


def take_a_seat(scene: Scene, balance: Chips) -> ui.Modal:
    """How many chips to bring; filled with the usual buy-in, or what there is of it."""
    least, most = scene.settings[BUY_IN_MIN], scene.settings[BUY_IN_MAX]
    usual = max(least, min(scene.settings[BUY_IN], balance))
    return _window(
        Press(table=scene.table, act="sit"),
        "Take a seat",
        f"{scene.variant.short_title}. You have {balance:,} chips; "
        f"this table takes {least:,} to {most:,}.",
        _field("Chips to bring", "More can be added between hands.", usual),
    )


def top_up(scene: Scene, balance: Chips) -> ui.Modal:
    """How many chips to add to a stack."""
    most = scene.settings[BUY_IN_MAX]
    return _window(
        Press(table=scene.table, act="topup"),
        "Add chips",
        f"You have {balance:,} chips; a stack at this table can be filled up to {most:,}.",
        _field("Chips to add", "During a hand they are added when it is over.", None),
    )


def _field(label: str, description: str, value: int | None) -> ui.Label[ui.LayoutView]:
    # Blanks and commas are allowed in what is written, so the field is not kept to digits.
    default = None if value is None else str(value)
    field: ui.TextInput[ui.LayoutView] = ui.TextInput(
        custom_id=AMOUNT, default=default, max_length=WRITTEN_MAX
    )
    return ui.Label(text=label, description=description, component=field)


def _window(press: Press, title: str, words: str, field: ui.Label[ui.LayoutView]) -> ui.Modal:
    window = ui.Modal(title=title, custom_id=str(press), timeout=None)
    window.add_item(ui.TextDisplay(words))
    window.add_item(field)
    return window
