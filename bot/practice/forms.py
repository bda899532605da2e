"""An open form (a modal), as the person who fills it in sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.practice import components
from bot.practice.components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    MENU,
    RADIO_GROUP,
    ROW,
    TEXT_DISPLAY,
    TEXT_INPUT,
    UPLOAD,
)

if TYPE_CHECKING:
    from bot.practice.interactions import Interaction

TEXT_MAX = 4000
Value = str | bool | int | list[str] | None
Part = dict[str, Any]


class FormError(AssertionError):
    """The app would not send this form: something is missing or not among the choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in; `label` is what stands above it."""

    label: str
    part: Part

    @property
    def custom_id(self) -> str:
        """The name that the bot knows it by."""
        return str(self.part["custom_id"])

    @property
    def options(self) -> list[str]:
        """The values to choose from, if it is a choice."""
        return [option["value"] for option in self.part.get("options") or ()]

    @property
    def is_required(self) -> bool:
        """Whether it must be filled in."""
        return self.part["type"] != CHECKBOX and self.part.get("required") is not False

    def default(self) -> Value:
        """What is in it before the person does anything."""
        kind = self.part["type"]
        if kind == TEXT_INPUT:
            return self.part.get("value") or ""
        if kind == CHECKBOX:
            return bool(self.part.get("default"))
        chosen = [o["value"] for o in self.part.get("options") or () if o.get("default")]
        if kind == RADIO_GROUP:
            return chosen[0] if chosen else None
        return chosen

    def filled(self, value: Value) -> Part:
        """The JSON of the field with this in it. Raises: FormError if the app would refuse."""
        kind = self.part["type"]
        found = {"type": kind, "id": self.part["id"], "custom_id": self.custom_id}
        if kind == TEXT_INPUT:
            return {**found, "value": self._text("" if value is None else str(value))}
        if kind == CHECKBOX:
            return {**found, "value": bool(value)}
        if kind == RADIO_GROUP:
            chosen = self._chosen([] if value is None else [str(value)], most=1)
            return {**found, "value": chosen[0] if chosen else None}
        values = value if isinstance(value, list) else [] if value is None else [str(value)]
        return {**found, "values": self._chosen(values, most=self.part.get("max_values"))}

    def _text(self, text: str) -> str:
        if not text and self.is_required:
            raise FormError(f"“{self.label}” must be filled in")
        fewest = self.part.get("min_length") or 0
        most = self.part.get("max_length") or TEXT_MAX
        if text and not fewest <= len(text) <= most:
            raise FormError(f"“{self.label}” takes {fewest} to {most} characters, not {len(text)}")
        return text

    def _chosen(self, values: list[str], *, most: int | None) -> list[str]:
        by_label = {o["label"]: o["value"] for o in self.part.get("options") or ()}
        values = [by_label.get(value, value) for value in values]
        strange = set(values) - set(self.options)
        if strange and self.part["type"] in {MENU, RADIO_GROUP, CHECKBOX_GROUP}:
            raise FormError(f"“{self.label}” has no {sorted(strange)}, only {self.options}")
        if not values:
            if self.is_required:
                raise FormError(f"“{self.label}” must be filled in")
            return values
        fewest = self.part.get("min_values")
        fewest = 1 if fewest is None else fewest
        limit = most or (len(self.options) if self.part["type"] == CHECKBOX_GROUP else 1)
        if not fewest <= len(values) <= limit:
            raise FormError(f"“{self.label}” takes {fewest} to {limit} choices, not {len(values)}")
        return values


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A form that the bot opened for one person, not yet sent."""

    opened_by: Interaction
    modal: Part

    @property
    def title(self) -> str:
        """The heading."""
        return str(self.modal["title"])

    @property
    def custom_id(self) -> str:
        """The name that the bot knows it by."""
        return str(self.modal["custom_id"])

    @property
    def text(self) -> str:
        """All that is written on it: heading, texts, labels and their descriptions."""
        lines = [self.title]
        for part in components.walk(self.modal["components"]):
            if part["type"] == TEXT_DISPLAY:
                lines.append(part["content"])
            lines += [part[key] for key in ("label", "description") if part.get(key)]
            lines += [option["label"] for option in part.get("options") or ()]
        return "\n".join(lines)

    @property
    def fields(self) -> list[Field]:
        """What can be filled in, top to bottom."""
        found = []
        for part in self.modal["components"]:
            if part["type"] == LABEL:
                found.append(Field(label=part["label"], part=part["component"]))
            elif part["type"] == ROW:
                found += [Field(label=p.get("label") or "", part=p) for p in part["components"]]
        return found

    def filled(self, answers: dict[str, Value]) -> Part:
        """The `data` of its submission; `answers` go by custom id or label, the rest stays.

        Raises: FormError for a name that is not on the form, or an answer it does not take.
        """
        named = {field.custom_id for field in self.fields} | {f.label for f in self.fields}
        if set(answers) - named:
            raise FormError(f"no {sorted(set(answers) - named)} on this form, only {sorted(named)}")
        sent = []
        for part in self.modal["components"]:
            shell = {"type": part["type"], "id": part["id"]}
            if part["type"] == LABEL:
                shell["component"] = self._fill(part["component"], part["label"], answers)
            elif part["type"] == ROW:
                shell["components"] = [
                    self._fill(p, p.get("label") or "", answers) for p in part["components"]
                ]
            sent.append(shell)
        return {"custom_id": self.custom_id, "components": sent}

    @staticmethod
    def _fill(part: Part, label: str, answers: dict[str, Value]) -> Part:
        field = Field(label=label, part=part)
        assert part["type"] != UPLOAD or not field.is_required, "uploads are not practised yet"
        if field.custom_id in answers:
            return field.filled(answers[field.custom_id])
        return field.filled(answers.get(label, field.default()))
