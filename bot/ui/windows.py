"""Windows: forms that open over the table and come back filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.rules.asks import DrawAsk
from bot.table.settings import BUY_IN, BUY_IN_MAX, BUY_IN_MIN
from bot.ui.emojis import PLAIN
from bot.ui.ids import Press
from bot.ui.private import heads, worth

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.chips import Chips
    from bot.table.ids import PersonId
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces

__all__ = ["AMOUNT", "DISCARD", "change_cards", "take_a_seat", "top_up"]

AMOUNT: Final = "amount"
"""The custom id of the field for an amount."""
DISCARD: Final = "discard"
"""The custom id of the boxes for cards to throw away."""
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


def change_cards(
    scene: Scene, person: PersonId, press: Press, faces: Faces = PLAIN
) -> ui.Modal | None:
    """Which cards to throw away; None for everybody but the one who is asked just that.

    It shows a hand, so it is made from what the person's own seat may see.
    """
    seat, hand = scene.seat_of(person), scene.hand
    if hand is None or seat is None or press.hand != hand.number:
        return None
    view = hand.view(seat)
    ask = view.waiting
    if not isinstance(ask, DrawAsk) or ask.seat != seat or press.question != view.question:
        return None
    words = "\n".join(filter(None, [heads(scene, view.seats[seat], faces), worth(view)]))
    boxes: ui.CheckboxGroup[ui.LayoutView] = ui.CheckboxGroup(
        custom_id=DISCARD,
        min_values=0,
        max_values=ask.most,
        required=False,  # Discord wants this where no box need be ticked
        options=[_box(card) for card in ask.cards],
    )
    label = ui.Label(
        text="Throw away",
        description="None is allowed: you then stand pat.",
        component=boxes,
    )
    return _window(press, f"Change up to {ask.most} cards", words, label)


def _box(card: Card) -> discord.CheckboxGroupOption:
    return discord.CheckboxGroupOption(label=f"{card.sign}  {card.words}", value=str(card))


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
