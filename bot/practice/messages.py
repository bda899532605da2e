"""Bodies of messages: what the bot sends, put onto a message."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bot.practice import components
from bot.practice.entities import COMPONENTS_V2, Attachment, Message, mentions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.practice.entities import Upload

NO_FILES: Mapping[int, Upload] = MappingProxyType({})
SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
SETTABLE = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A body with its files by number. An edit changes only the keys that are in it."""

    body: Mapping[str, Any]
    files: Mapping[int, Upload] = field(default_factory=lambda: NO_FILES)
    is_edit: bool = False

    @property
    def flags(self) -> int:
        """The flags that it sets."""
        return self.body.get("flags") or 0

    def filenames(self, message: Message) -> set[str]:
        """The names that `attachment://` may use once this is applied to `message`."""
        kept = {attachment.file.filename for attachment in self.kept(message)}
        return kept | {file.filename for file in self.files.values()}

    def kept(self, message: Message) -> list[Attachment]:
        """The files of `message` that an edit leaves on it: all, unless it lists them."""
        listed = self.body.get("attachments")
        if listed is None:
            return list(message.attachments) if "attachments" not in self.body else []
        ids = {str(entry.get("id")) for entry in listed}
        return [attachment for attachment in message.attachments if str(attachment.id) in ids]


def apply(draft: Draft, message: Message) -> None:
    """Put a checked body onto a message, in place."""
    body = draft.body
    message.flags |= draft.flags & SETTABLE
    message.attachments = draft.kept(message) + _new_files(draft, message)
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = copy.deepcopy(body["embeds"] or [])
        _point_at_files(_pictures(message.embeds), message)
    if "components" in body:
        message.components = components.number(_tidy(copy.deepcopy(body["components"] or [])))
        _point_at_files(components.media(message.components), message)
    message.mentioned = frozenset(mentions(message.text))
    if not draft.is_edit:
        message.pings = _pinged(body.get("allowed_mentions"), message.mentioned)


def _new_files(draft: Draft, message: Message) -> list[Attachment]:
    world = message.channel.world
    return [
        world.keep_file(file, channel=message.channel) for _, file in sorted(draft.files.items())
    ]


def _tidy(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Drop what is null and write ids as strings, as Discord gives components back."""
    for part in components.walk(parts):
        for key in [key for key, value in part.items() if value is None]:
            del part[key]
        emoji = part.get("emoji")
        if emoji and emoji.get("id") is not None:
            emoji["id"] = str(emoji["id"])
    return parts


def _pictures(embeds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [embed[key] for embed in embeds for key in ("image", "thumbnail") if embed.get(key)]


def _point_at_files(places: Any, message: Message) -> None:  # noqa: ANN401 - any iterable of JSON
    """Turn `attachment://name` into the file's address."""
    files = {attachment.file.filename: attachment for attachment in message.attachments}
    for place in places:
        name = place.get("url", "").removeprefix("attachment://")
        if place.get("url", "").startswith("attachment://") and name in files:
            attachment = files[name]
            place |= {
                "url": attachment.url,
                "proxy_url": attachment.url,
                "attachment_id": str(attachment.id),
                "content_type": attachment.file.content_type,
            }


def _pinged(allowed: dict[str, Any] | None, named: frozenset[int]) -> frozenset[int]:
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return named
    return named & {int(number) for number in allowed.get("users") or ()}
