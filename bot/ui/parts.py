"""The parts that messages are built of: one container, texts, lines, rows of buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.ui.ids import Press

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.table.ids import TableId
    from bot.table.scene import Scene

__all__ = [
    "ADD",
    "FAULT",
    "GO_ON",
    "GREY",
    "NOTICE",
    "OTHER",
    "OUT",
    "RESULT",
    "WIPED_OUT",
    "Buttons",
    "attached",
    "below",
    "box",
    "boxes",
    "button",
    "divider",
    "link",
    "message",
    "paged",
    "picture",
    "row",
    "text",
]

GREY: Final = 0x4E5058
"""A closed street, a rule card, a menu."""
RESULT: Final = 0xE0A82E
NOTICE: Final = 0xE8B339
FAULT: Final = 0xD83C3E
WIPED_OUT: Final = 0x0C0C0E

GO_ON: Final = discord.ButtonStyle.success
"""Go on as cheaply as possible; always the first button."""
ADD: Final = discord.ButtonStyle.primary
"""Put more in; always the second."""
OUT: Final = discord.ButtonStyle.danger
OTHER: Final = discord.ButtonStyle.secondary

PAGE_MAX: Final = 3_500
"""Characters on a page of a long text; Discord's limit is 4,000."""

Part = ui.Item[ui.LayoutView]
Key = ui.Button[ui.LayoutView]


def message(accent: int, *parts: Part | None) -> ui.LayoutView:
    """A fresh message of these parts in one container; None is left out."""
    return boxes(box(accent, *parts))


def boxes(*containers: ui.Container[ui.LayoutView] | None) -> ui.LayoutView:
    """A fresh message of several containers; None is left out."""
    view = ui.LayoutView(timeout=None)
    for container in containers:
        if container is not None:
            view.add_item(container)
    return view


def below(view: ui.LayoutView, part: Part) -> None:
    """Put one more part at the end of a message's last container."""
    container = view.children[-1]
    assert isinstance(container, ui.Container), "a message is made of containers"
    container.add_item(part)


def box(accent: int, *parts: Part | None) -> ui.Container[ui.LayoutView]:
    """A container of these parts; None is left out."""
    return ui.Container(*(part for part in parts if part), accent_colour=accent)


def text(*lines: str | None) -> ui.TextDisplay[ui.LayoutView]:
    """A text of these lines; None and empty ones are left out."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def divider() -> ui.Separator[ui.LayoutView]:
    """A thin line."""
    return ui.Separator()


def attached(name: str) -> ui.File[ui.LayoutView]:
    """A file that is sent with the message."""
    return ui.File(f"attachment://{name}")


def picture(name: str, description: str) -> ui.MediaGallery[ui.LayoutView]:
    """A picture that is sent with the message, and what it shows in words."""
    item = discord.MediaGalleryItem(f"attachment://{name}", description=description)
    return ui.MediaGallery(item)


def row(*buttons: Key | None) -> ui.ActionRow[ui.LayoutView]:
    """A row of at most three buttons, so that it stays a row on a phone."""
    kept = [button for button in buttons if button]
    assert 1 <= len(kept) <= 3, "a row has one to three buttons"
    return ui.ActionRow(*kept)


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = OTHER,
    *,
    disabled: bool = False,
) -> Key:
    """A button that sends this press."""
    return ui.Button(label=label, custom_id=str(press), style=style, disabled=disabled)


def link(label: str, url: str) -> Key:
    """A button that opens an address."""
    return ui.Button(label=label, url=url)


@dataclass(frozen=True, slots=True)
class Buttons:
    """Makes the buttons of a table that answer no question."""

    table: TableId
    hand: int | None = None

    @classmethod
    def of(cls, scene: Scene, *, hand: bool = False) -> Buttons:
        """For a scene's table, or for the hand that it shows."""
        return cls(scene.table, scene.hand.number if hand and scene.hand else None)

    def __call__(
        self,
        label: str,
        act: str,
        style: discord.ButtonStyle = OTHER,
        amount: int | None = None,
        *,
        disabled: bool = False,
    ) -> Key:
        """A button for an act."""
        press = Press(table=self.table, hand=self.hand, act=act, amount=amount)
        return button(label, press, style, disabled=disabled)


def paged(accent: int, blocks: Iterable[str], heading: str) -> list[ui.LayoutView]:
    """Long text as messages: blocks stay whole, and each page has the heading."""
    pages: list[list[str]] = [[]]
    size = len(heading)
    for block in blocks:
        if pages[-1] and size + len(block) + 1 > PAGE_MAX:
            pages.append([])
            size = len(heading) + len(" (10/10)")
        pages[-1].append(block[: PAGE_MAX - len(heading) - 10])
        size += len(block) + 1
    several = len(pages) > 1
    return [
        message(accent, text(f"### {heading}" + (f" ({n}/{len(pages)})" if several else ""), *page))
        for n, page in enumerate(pages, 1)
    ]
