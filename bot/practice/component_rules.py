"""Which components may stand where, and what each must and may not have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.practice.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    LINK,
    MENU,
    PREMIUM,
    RADIO_GROUP,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from bot.practice.errors import BodyFaults

V2_TOP = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER}
IN_CONTAINER = V2_TOP - {CONTAINER}
MODAL_TOP = {ROW, TEXT_DISPLAY, LABEL}
IN_LABEL = SELECTS | {TEXT_INPUT, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
TEXT_MAX = 4000
Part = dict[str, Any]


class ComponentRules:
    """Checks one tree and notes what is wrong; `is_sound` tells whether it may be walked."""

    def __init__(
        self, faults: BodyFaults, *, files: Collection[str], root: str = "components"
    ) -> None:
        self.is_sound = True
        self._faults = faults
        self._files = files
        self._root = root
        self._custom_ids: list[str] = []
        self._ids: list[int] = []
        self._is_modal = False
        self._checks: dict[int, Callable[[str, Part], None]] = {
            ROW: self._row,
            BUTTON: self._button,
            TEXT_INPUT: self._text_input,
            SECTION: self._section,
            TEXT_DISPLAY: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            LABEL: self._label,
            UPLOAD: self._upload,
            RADIO_GROUP: self._radio_group,
            CHECKBOX_GROUP: self._checkbox_group,
            CHECKBOX: self._named,
            **dict.fromkeys(SELECTS, self._select),
        }

    def check_legacy(self, parts: list[Part]) -> None:
        """A message with content: rows and nothing else."""
        self._parts(self._root, parts, {ROW})
        self._settle_ids()

    def check_v2(self, parts: list[Part]) -> None:
        """A message made of components."""
        self._parts(self._root, parts, V2_TOP)
        self._settle_ids()

    def check_modal(self, parts: list[Part]) -> None:
        """A form."""
        self._is_modal = True
        self._parts(self._root, parts, MODAL_TOP)
        self._settle_ids()

    def _settle_ids(self) -> None:
        duplicated = "COMPONENT_CUSTOM_ID_DUPLICATED"
        self._faults.repeated(self._root, self._custom_ids, code=duplicated)
        self._faults.repeated(self._root, self._ids, code="COMPONENT_ID_DUPLICATED")

    def _parts(self, path: str, parts: object, allowed: Collection[int]) -> None:
        if not isinstance(parts, list):
            self._unsound(path, "A list belongs here.")
            return
        for place, part in enumerate(parts):
            self._part(f"{path}.{place}", part, allowed)

    def _part(self, path: str, part: object, allowed: Collection[int]) -> None:
        if not isinstance(part, dict) or part.get("type") not in allowed:
            kind = part.get("type") if isinstance(part, dict) else None
            self._unsound(f"{path}.type", f"{kind} cannot stand here; {sorted(allowed)} can.")
            return
        if part.get("id"):
            self._ids.append(part["id"])
        self._checks[part["type"]](path, part)

    def _unsound(self, path: str, sentence: str) -> None:
        self.is_sound = False
        self._faults.add(path, "UNION_TYPE_CHOICES", sentence)

    # Things that are pressed and filled in

    def _named(self, path: str, part: Part) -> None:
        self._faults.required(f"{path}.custom_id", part.get("custom_id"))
        self._faults.too_long(f"{path}.custom_id", part.get("custom_id"), 100)
        if isinstance(part.get("custom_id"), str):
            self._custom_ids.append(part["custom_id"])

    def _row(self, path: str, part: Part) -> None:
        inner = part.get("components")
        inside = f"{path}.components"
        if self._is_modal:
            self._parts(inside, inner, {TEXT_INPUT})
            self._length(inside, inner, 1, 1)
            return
        self._parts(inside, inner, {BUTTON} | SELECTS)
        self._length(inside, inner, 1, 5)
        if (
            self.is_sound
            and len(inner or ()) > 1
            and any(p["type"] in SELECTS for p in inner or ())
        ):
            self._faults.add(
                inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills its row alone."
            )

    def _button(self, path: str, part: Part) -> None:
        style = part.get("style")
        self._faults.too_long(f"{path}.label", part.get("label"), 80)
        self._faults.out_of_range(f"{path}.style", style, 1, 6)
        if style is None:
            self._faults.add(f"{path}.style", "BASE_TYPE_REQUIRED", "This must be given.")
        self._emoji(path, part)
        if style == PREMIUM:
            return
        if not part.get("label") and not part.get("emoji"):
            self._faults.add(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "Nothing to show on it."
            )
        if style != LINK:
            self._named(path, part)
        if style == LINK or part.get("url"):
            if style != LINK or part.get("custom_id"):
                self._faults.add(
                    f"{path}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "Links have a url, other buttons a custom_id.",
                )  # fmt: skip
            self._faults.required(f"{path}.url", part.get("url"))
            self._faults.too_long(f"{path}.url", part.get("url"), 512)

    def _emoji(self, path: str, part: Part) -> None:
        emoji = part.get("emoji")
        if emoji and emoji.get("id") is not None and not re.fullmatch(r"\d+", str(emoji["id"])):
            self._faults.add(f"{path}.emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI", "Not an id.")

    def _select(self, path: str, part: Part) -> None:
        self._named(path, part)
        self._faults.too_long(f"{path}.placeholder", part.get("placeholder"), 150)
        self._faults.out_of_range(f"{path}.min_values", part.get("min_values"), 0, 25)
        self._faults.out_of_range(f"{path}.max_values", part.get("max_values"), 1, 25)
        if part["type"] == MENU:
            self._options(path, part, 1, 25)

    def _options(self, path: str, part: Part, fewest: int, most: int) -> None:
        options = part.get("options")
        self._length(f"{path}.options", options, fewest, most)
        if not isinstance(options, list):
            return
        for place, option in enumerate(options):
            for key in ("label", "value"):
                self._faults.required(f"{path}.options.{place}.{key}", option.get(key))
            for key in ("label", "value", "description"):
                self._faults.too_long(f"{path}.options.{place}.{key}", option.get(key), 100)
        values = [option.get("value") for option in options]
        self._faults.repeated(
            f"{path}.options", values, code="SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        )
        self._counts(path, part, options)

    def _counts(self, path: str, part: Part, options: list[Part]) -> None:
        highest = self._number(part.get("max_values"), len(options) if self._is_group(part) else 1)
        lowest = self._number(part.get("min_values"), 1)
        if part.get("max_values") is not None and highest > len(options):
            self._faults.add(
                f"{path}.max_values", "COMPONENT_MAX_VALUES", f"Only {len(options)} to choose from."
            )
        if part.get("min_values") is not None and lowest > min(highest, len(options)):
            self._faults.add(
                f"{path}.min_values", "COMPONENT_MIN_VALUES", "More than can be chosen."
            )
        if sum(bool(option.get("default")) for option in options) > highest:
            self._faults.add(
                f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                f"More than {highest} are chosen beforehand.",
            )  # fmt: skip

    @staticmethod
    def _is_group(part: Part) -> bool:
        return bool(part["type"] == CHECKBOX_GROUP)

    @staticmethod
    def _number(value: object, otherwise: int) -> int:
        return value if isinstance(value, int) else otherwise

    def _length(self, path: str, parts: object, fewest: int, most: int) -> None:
        count = len(parts) if isinstance(parts, list) else 0
        if not fewest <= count <= most:
            self._faults.add(
                path, "BASE_TYPE_BAD_LENGTH", f"{count} here; from {fewest} to {most} belong."
            )

    # Things that are only looked at

    def _text(self, path: str, part: Part) -> None:
        self._faults.required(f"{path}.content", part.get("content"))
        self._faults.too_long(f"{path}.content", part.get("content"), TEXT_MAX)

    def _section(self, path: str, part: Part) -> None:
        self._parts(f"{path}.components", part.get("components"), {TEXT_DISPLAY})
        self._length(f"{path}.components", part.get("components"), 1, 3)
        self._part(f"{path}.accessory", part.get("accessory"), {BUTTON, THUMBNAIL})

    def _thumbnail(self, path: str, part: Part) -> None:
        self._faults.too_long(f"{path}.description", part.get("description"), 1024)
        self._media(f"{path}.media", part.get("media"))

    def _gallery(self, path: str, part: Part) -> None:
        items = part.get("items")
        self._length(f"{path}.items", items, 1, 10)
        for place, item in enumerate(items or ()):
            inside = f"{path}.items.{place}"
            self._faults.too_long(f"{inside}.description", item.get("description"), 1024)
            self._media(f"{inside}.media", item.get("media"))

    def _file(self, path: str, part: Part) -> None:
        self._media(f"{path}.file", part.get("file"))
        url = (part.get("file") or {}).get("url")
        if isinstance(url, str) and not url.startswith("attachment://"):
            self._faults.add(
                f"{path}.file.url", "URL_TYPE_INVALID_SCHEME", "Only a file sent along."
            )

    def _media(self, path: str, media: object) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        self._faults.required(f"{path}.url", url)
        if not isinstance(media, dict):
            self.is_sound = False
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            if name not in self._files:
                self._faults.add(
                    f"{path}.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"No file called {name} was sent.",
                )  # fmt: skip

    def _separator(self, path: str, part: Part) -> None:
        self._faults.out_of_range(f"{path}.spacing", part.get("spacing"), 1, 2)

    def _container(self, path: str, part: Part) -> None:
        self._faults.out_of_range(f"{path}.accent_color", part.get("accent_color"), 0, 0xFFFFFF)
        self._parts(f"{path}.components", part.get("components"), IN_CONTAINER)
        self._length(f"{path}.components", part.get("components"), 1, 40)

    # Forms

    def _label(self, path: str, part: Part) -> None:
        self._faults.required(f"{path}.label", part.get("label"))
        self._faults.too_long(f"{path}.label", part.get("label"), 45)
        self._faults.too_long(f"{path}.description", part.get("description"), 100)
        inner = part.get("component")
        if isinstance(inner, dict) and inner.get("type") == TEXT_INPUT and inner.get("label"):
            self._faults.add(
                f"{path}.component.label",
                "COMPONENT_LABEL_DUPLICATED",
                "The label around it has it.",
            )
        self._part(f"{path}.component", inner, IN_LABEL)

    def _text_input(self, path: str, part: Part) -> None:
        self._named(path, part)
        self._faults.out_of_range(f"{path}.style", part.get("style"), 1, 2)
        self._faults.out_of_range(f"{path}.min_length", part.get("min_length"), 0, TEXT_MAX)
        self._faults.out_of_range(f"{path}.max_length", part.get("max_length"), 1, TEXT_MAX)
        self._faults.too_long(f"{path}.placeholder", part.get("placeholder"), 100)
        self._faults.too_long(
            f"{path}.value", part.get("value"), part.get("max_length") or TEXT_MAX
        )
        if not path.endswith(".component"):
            self._faults.required(f"{path}.label", part.get("label"))
            self._faults.too_long(f"{path}.label", part.get("label"), 45)

    def _upload(self, path: str, part: Part) -> None:
        self._named(path, part)
        self._faults.out_of_range(f"{path}.min_values", part.get("min_values"), 0, 10)
        self._faults.out_of_range(f"{path}.max_values", part.get("max_values"), 1, 10)

    def _radio_group(self, path: str, part: Part) -> None:
        self._named(path, part)
        self._options(path, part, 2, 10)

    def _checkbox_group(self, path: str, part: Part) -> None:
        self._named(path, part)
        self._faults.out_of_range(f"{path}.min_values", part.get("min_values"), 0, 10)
        self._faults.out_of_range(f"{path}.max_values", part.get("max_values"), 1, 10)
        self._options(path, part, 1, 10)
        if part.get("min_values") == 0 and part.get("required") is not False:
            self._faults.add(
                f"{path}.required", "COMPONENT_REQUIRED_WITHOUT_MIN_VALUES",
                "Where none may be chosen, required must be false.",
            )  # fmt: skip
