"""The rules of form that Discord enforces on messages, forms and choices.

Discord's machine-readable description leaves many of these out; they are collected from its
documentation and from what it is known to answer. Everything wrong with a body is told at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.practice import components
from bot.practice.component_rules import ComponentRules
from bot.practice.entities import COMPONENTS_V2, Message
from bot.practice.errors import BodyFaults, DiscordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.practice.messages import Draft

CONTENT_MAX = 2000
NONCE_MAX = 25
EMBEDS_MAX = 10
EMBED_CHARACTERS_MAX = 6000
ATTACHMENTS_MAX = 10
DESCRIPTION_MAX = 1024
FILE_BYTES_MAX = 10 * 1024 * 1024
MENTIONS_MAX = 100
ROWS_MAX = 5
COMPONENTS_MAX = 40
V2_CHARACTERS_MAX = 4000
MODAL_TITLE_MAX = 45
CUSTOM_ID_MAX = 100
CHOICES_MAX = 25
V2_FORBIDS = ("content", "embeds", "poll", "sticker_ids")


def check_message(draft: Draft, message: Message) -> None:
    """Refuse a body that may not be put onto `message` (a blank one if it is to be new).

    Raises: BadBodyError with every fault; DiscordError 50006 if nothing would be left to see.
    """
    faults = BodyFaults()
    body = draft.body
    is_v2 = bool((message.flags | draft.flags) & COMPONENTS_V2)
    if not isinstance(body.get("content") or "", str):
        faults.add("content", "BASE_TYPE_STRING", "Not a text.")
    faults.too_long("content", body.get("content"), CONTENT_MAX)
    faults.too_long("nonce", body.get("nonce"), NONCE_MAX)
    _check_embeds(faults, body.get("embeds") or [])
    _check_mentions(faults, body.get("allowed_mentions") or {})
    _check_files(faults, draft, message)
    if is_v2:
        _check_v2_alone(faults, body, message)
    _check_tree(faults, draft, message, is_v2=is_v2)
    faults.settle()
    if _is_empty(draft, message):
        raise DiscordError.of(50006)


def _is_empty(draft: Draft, message: Message) -> bool:
    def left(key: str, now: object) -> object:
        return draft.body.get(key) if key in draft.body else now

    return not (
        left("content", message.content)
        or left("embeds", message.embeds)
        or left("components", message.components)
        or draft.body.get("poll")
        or draft.body.get("sticker_ids")
        or draft.files
        or draft.kept(message)
    )


def _check_v2_alone(faults: BodyFaults, body: Mapping[str, Any], message: Message) -> None:
    # A message that is turned into one of components must lose its words in the same edit.
    before = {"content": message.content, "embeds": message.embeds}
    for key in V2_FORBIDS:
        if {**before, **body}.get(key):
            faults.add(
                key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "A message made of components has no such field.",
            )  # fmt: skip


def _check_tree(faults: BodyFaults, draft: Draft, message: Message, *, is_v2: bool) -> None:
    parts = draft.body.get("components") or []
    rules = ComponentRules(faults, files=draft.filenames(message))
    if is_v2:
        rules.check_v2(parts)
        everything = list(components.walk(parts)) if rules.is_sound else []
        if len(everything) > COMPONENTS_MAX:
            faults.add("components", "BASE_TYPE_MAX_LENGTH",
                       f"{len(everything)} components where {COMPONENTS_MAX} fit.")  # fmt: skip
        letters = sum(len(part.get("content") or "") for part in everything)
        if letters > V2_CHARACTERS_MAX:
            faults.add("components", "COMPONENT_MAX_TOTAL_TEXT",
                       f"{letters} characters where {V2_CHARACTERS_MAX} fit.")  # fmt: skip
        return
    if len(parts) > ROWS_MAX:
        faults.add("components", "BASE_TYPE_MAX_LENGTH", f"No more than {ROWS_MAX} rows.")
    rules.check_legacy(parts)


def _check_files(faults: BodyFaults, draft: Draft, message: Message) -> None:
    listed = draft.body.get("attachments") or []
    if len(draft.kept(message)) + len(draft.files) > ATTACHMENTS_MAX:
        faults.add("attachments", "BASE_TYPE_MAX_LENGTH", f"No more than {ATTACHMENTS_MAX} files.")
    known = {str(number) for number in draft.files} | {str(one.id) for one in message.attachments}
    for place, entry in enumerate(listed):
        if str(entry.get("id")) not in known:
            faults.add(f"attachments.{place}.id", "ATTACHMENT_NOT_FOUND", "No such file was sent.")
        faults.too_long(
            f"attachments.{place}.description", entry.get("description"), DESCRIPTION_MAX
        )
    if any(len(file.content) > FILE_BYTES_MAX for file in draft.files.values()):
        raise DiscordError.of(40005)


def _check_mentions(faults: BodyFaults, allowed: Mapping[str, Any]) -> None:
    for key in ("users", "roles"):
        if len(allowed.get(key) or ()) > MENTIONS_MAX:
            faults.add(f"allowed_mentions.{key}", "BASE_TYPE_MAX_LENGTH",
                       f"No more than {MENTIONS_MAX}.")  # fmt: skip
        if allowed.get(key) and key in (allowed.get("parse") or ()):
            faults.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                       f"Either all {key} or some.")  # fmt: skip


def _check_embeds(faults: BodyFaults, embeds: list[dict[str, Any]]) -> None:
    if len(embeds) > EMBEDS_MAX:
        faults.add("embeds", "BASE_TYPE_MAX_LENGTH", f"No more than {EMBEDS_MAX}.")
    for place, embed in enumerate(embeds):
        path = f"embeds.{place}"
        faults.too_long(f"{path}.title", embed.get("title"), 256)
        faults.too_long(f"{path}.description", embed.get("description"), 4096)
        faults.too_long(f"{path}.footer.text", (embed.get("footer") or {}).get("text"), 2048)
        faults.too_long(f"{path}.author.name", (embed.get("author") or {}).get("name"), 256)
        rows = embed.get("fields") or []
        if len(rows) > 25:
            faults.add(f"{path}.fields", "BASE_TYPE_MAX_LENGTH", "No more than 25.")
        for number, row in enumerate(rows):
            for key, limit in (("name", 256), ("value", 1024)):
                faults.required(f"{path}.fields.{number}.{key}", row.get(key))
                faults.too_long(f"{path}.fields.{number}.{key}", row.get(key), limit)
    letters = sum(len(text) for embed in embeds for text in components.embed_texts(embed))
    if letters > EMBED_CHARACTERS_MAX:
        faults.add("embeds", "MAX_EMBED_SIZE_EXCEEDED",
                   f"{letters} characters where {EMBED_CHARACTERS_MAX} fit.")  # fmt: skip


def check_modal(data: dict[str, Any]) -> dict[str, Any]:
    """A form's JSON, as it was. Raises: BadBodyError."""
    faults = BodyFaults()
    faults.required("data.title", data.get("title"))
    faults.too_long("data.title", data.get("title"), MODAL_TITLE_MAX)
    faults.required("data.custom_id", data.get("custom_id"))
    faults.too_long("data.custom_id", data.get("custom_id"), CUSTOM_ID_MAX)
    parts = data.get("components") or []
    if not 1 <= len(parts) <= ROWS_MAX:
        faults.add("data.components", "BASE_TYPE_BAD_LENGTH", f"From 1 to {ROWS_MAX} parts.")
    ComponentRules(faults, files=set(), root="data.components").check_modal(parts)
    faults.settle()
    return data


def check_choices(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The suggestions of an autocomplete answer. Raises: BadBodyError."""
    faults = BodyFaults()
    choices: list[dict[str, Any]] = data.get("choices") or []
    if len(choices) > CHOICES_MAX:
        faults.add("data.choices", "BASE_TYPE_MAX_LENGTH", f"No more than {CHOICES_MAX}.")
    for place, choice in enumerate(choices):
        faults.required(f"data.choices.{place}.name", choice.get("name"))
        faults.too_long(f"data.choices.{place}.name", choice.get("name"), 100)
        faults.too_long(f"data.choices.{place}.value", choice.get("value"), 100)
        if choice.get("value") is None:
            faults.add(f"data.choices.{place}.value", "BASE_TYPE_REQUIRED", "This must be given.")
    faults.settle()
    return choices
