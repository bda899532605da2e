"""Component trees: how to walk them and what a client reads in them.

Types: 1 row, 2 button, 3 menu, 4 text input, 5-8 menus of users, roles and channels, 9 section,
10 text, 11 thumbnail, 12 gallery, 13 file, 14 separator, 17 container, 18 label, 19 upload,
21 radio group, 22 checkbox group, 23 checkbox.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

ROW, BUTTON, MENU, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = frozenset({3, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6  # the two styles of button that send nothing to the bot
IDS_MAX = 1000  # a tree this big was refused long before


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button as a person sees it. Style 1 is blurple, 2 grey, 3 green, 4 red, 5 a link."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    emoji: str = ""

    @property
    def is_pressable(self) -> bool:
        """Whether a press would reach the bot."""
        return not self.disabled and self.style not in {LINK, PREMIUM}


def walk(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component of a tree in reading order; a section's texts come before its accessory."""
    for part in parts:
        yield part
        yield from walk(part.get("components") or ())
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk((part[key],))


def buttons(parts: Iterable[dict[str, Any]]) -> list[Button]:
    """The buttons of a tree in reading order."""
    return [
        Button(
            label=part.get("label") or "",
            custom_id=part.get("custom_id"),
            style=part.get("style", 2),
            disabled=bool(part.get("disabled")),
            emoji=(part.get("emoji") or {}).get("name") or "",
        )
        for part in walk(parts)
        if part["type"] == BUTTON
    ]


def number(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give each component without an `id` the next free one; the trees are changed in place."""
    everyone = list(walk(parts))
    taken = {part["id"] for part in everyone if part.get("id")}
    free = iter([number for number in range(1, IDS_MAX) if number not in taken])
    for part in everyone:
        if not part.get("id"):
            part["id"] = next(free)
    return parts


def media(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every object with a `url` to a picture or file in a tree."""
    for part in walk(parts):
        if part["type"] == GALLERY:
            yield from (item["media"] for item in part.get("items") or ())
        elif part["type"] == THUMBNAIL and part.get("media"):
            yield part["media"]
        elif part["type"] == FILE and part.get("file"):
            yield part["file"]


def strings(value: object) -> list[str]:
    """Every string inside a JSON value, at any depth."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for inner in value.values() for text in strings(inner)]
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in strings(inner)]
    return []


def embed_texts(embed: dict[str, Any]) -> list[str]:
    """What an embed says, in reading order."""
    author, footer = embed.get("author") or {}, embed.get("footer") or {}
    texts = [author.get("name"), embed.get("title"), embed.get("description")]
    for row in embed.get("fields") or ():
        texts += [row.get("name"), row.get("value")]
    return [text for text in (*texts, footer.get("text")) if text]
