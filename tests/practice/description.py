"""Discord's own description of its API, as a judge of every request.

The description is the OpenAPI file that Discord publishes; the environment variable
`DISCORD_OPENAPI` names a copy of it. Its objects are open, so a misspelt field would pass: here
they are closed. What our client library is known to send otherwise, and Discord is known to
accept, is listed in `DEVIATIONS`, each with its reason; nothing else is forgiven.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "DISCORD_OPENAPI"
UNSET = f"{VARIABLE} names no file: requests are not checked against Discord's description"
ERRORS_SHOWN = 5

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Deviation:
    """Something at `where` (`*` is any key or index, `**` any number) that Discord accepts.

    `fix` says how to write it as the description wants: as "text", or "drop" it.
    """

    where: str
    fix: str
    reason: str
    requests: str = r".*"


INTEGER_IDS = "the library writes ids as JSON integers where the description has strings"
EDITS = r"PATCH .*/messages/.*|POST /interactions/.*"
KEPT_FILES = "of a file that an edit keeps, the library sends all it knows; Discord reads the id"
DEVIATIONS = (
    *(
        Deviation(where=f"**.attachments.*.{key}", fix="drop", requests=EDITS, reason=KEPT_FILES)
        for key in ("proxy_url", "size", "url", "spoiler", "content_type", "width", "height")
    ),
    Deviation(where="recipient_id", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.attachments.*.id", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.allowed_mentions.users.*", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.allowed_mentions.roles.*", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.message_reference.message_id", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.message_reference.channel_id", fix="text", reason=INTEGER_IDS),
    Deviation(where="**.message_reference.guild_id", fix="text", reason=INTEGER_IDS),
    Deviation(where="messages.*", fix="text", reason=INTEGER_IDS, requests=".*/bulk-delete"),
    Deviation(where="**.emoji.id", fix="text", reason=INTEGER_IDS),
    Deviation(
        where="*.nsfw",
        fix="drop",
        requests=r"PUT .*/commands",
        reason="documented for commands, but missing from the description",
    ),
    Deviation(
        where="nsfw",
        fix="drop",
        requests=r"(POST|PATCH) .*/commands.*",
        reason="documented for commands, but missing from the description",
    ),
    Deviation(
        where="**.tts",
        fix="drop",
        requests=EDITS,
        reason="the library sends it with every edit and update; Discord ignores it there",
    ),
    Deviation(
        where="**.embeds.*.flags",
        fix="drop",
        reason="the library sends it with every embed; Discord ignores it",
    ),
)


def is_given() -> bool:
    """Whether there is a description to check against."""
    return bool(os.environ.get(VARIABLE))


needed = pytest.mark.skipif(not is_given(), reason=UNSET)


class Description:
    """The request bodies of every operation, ready to check."""

    def __init__(self, text: str) -> None:
        spec = json.loads(text)
        self._components = {"schemas": _closed(spec["components"]["schemas"])}
        self._paths: dict[str, Json] = spec["paths"]
        # Literal paths first: @me and @original also fit their neighbours' templates.
        self._templates = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))), template)
            for template in sorted(self._paths, key=lambda path: path.count("{"))
        ]
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def check(self, method: str, path: str, body: object) -> None:
        """Raise AssertionError, with the place and the reason, if Discord has no such request."""
        operation, template = self._operation(method, path)
        request = f"{method} {path}"
        schema = _body_schema(operation)
        if schema is None:
            assert body is None, f"{request}: {template} takes no body, not {body!r}"
            return
        if body is None:
            is_needed = operation["requestBody"].get("required", False)
            assert not is_needed, f"{request}: {template} needs a body"
            return
        body = _normalised(request, body)
        schema = self._branch(schema, body)
        validator = self._validator(f"{method} {template} {_kind(body)}", schema)
        faults = [fault for error in validator.iter_errors(body) for fault in _explained(error)]
        assert not faults, f"{request}:\n  " + "\n  ".join(faults[:ERRORS_SHOWN])

    def _operation(self, method: str, path: str) -> tuple[Json, str]:
        for pattern, template in self._templates:
            if pattern.fullmatch(path):
                operation = self._paths[template].get(method.lower())
                if operation is not None:
                    return operation, template
        raise AssertionError(f"{method} {path}: Discord has no such route")

    def _branch(self, schema: Json, body: object) -> Json:
        """Of a union that a `type` decides, the branch that is meant: its errors can be read."""
        if not isinstance(body, dict) or "anyOf" not in schema:
            return schema
        for branch in schema["anyOf"]:
            name = branch.get("$ref", "").rpartition("/")[2]
            kind = self._components["schemas"].get(name, {}).get("properties", {}).get("type", {})
            if body.get("type") in kind.get("enum", ()):
                return dict(branch)
        return schema

    def _validator(self, key: str, schema: Json) -> jsonschema_rs.Draft202012Validator:
        if key not in self._validators:
            whole = {**schema, "components": self._components}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[key]


@cache
def description() -> Description:
    """The description that the environment names; the test is skipped if it names none."""
    if not is_given():
        pytest.skip(UNSET)
    return Description(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))


def check(method: str, path: str, body: object) -> None:
    """Check one request; `body` is its JSON, of a form the `payload_json`, or None."""
    description().check(method, path, body)


def hook(method: str, path: str, query: Mapping[str, str], body: object) -> None:
    """For `PracticeServer.on_request`: check every request, where a description is given."""
    if is_given():
        check(method, path, body)


def _kind(body: object) -> object:
    return body.get("type") if isinstance(body, dict) else None


def _closed(schema: Any) -> Any:
    """The same schemas with every object closed against fields that it does not name."""
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    is_object = schema.get("type") == "object" and isinstance(schema.get("properties"), dict)
    if is_object and "additionalProperties" not in schema:
        closed["additionalProperties"] = False
    return closed


def _body_schema(operation: Json) -> Json | None:
    content = operation.get("requestBody", {}).get("content", {})
    # A form's JSON part has the schema of the plain JSON body.
    chosen = content.get("application/json") or content.get("multipart/form-data")
    return None if chosen is None else _closed(chosen["schema"])


def _normalised(request: str, body: object) -> object:
    fixed = json.loads(json.dumps(body))
    for deviation in DEVIATIONS:
        if re.fullmatch(deviation.requests, request):
            for parent, key in list(_places(fixed, deviation.where.split("."))):
                if deviation.fix == "drop":
                    del parent[key]
                elif isinstance(parent[key], int):
                    parent[key] = str(parent[key])
    return fixed


def _places(value: Any, where: list[str]) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) that a pattern leads to."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    first, *rest = where
    if first == "**":
        yield from _places(value, rest)
        for key in keys:
            if isinstance(value[key], (dict, list)):
                yield from _places(value[key], where)
        return
    for key in keys:
        if first in {"*", key}:
            if not rest:
                yield value, key
            elif isinstance(value[key], (dict, list)):
                yield from _places(value[key], rest)


def _explained(error: jsonschema_rs.ValidationError, depth: int = 0) -> list[str]:
    """The error, or what is wrong in the branch of a union that came nearest."""
    place = ".".join(str(part) for part in error.instance_path) or "the body"
    branches = getattr(error.kind, "context", None)
    if not branches or depth > 8:
        return [f"{place}: {error.message[:300]}"]
    nearest = min(branches, key=_distance)
    return [line for inner in nearest for line in _explained(inner, depth + 1)]


def _distance(errors: list[jsonschema_rs.ValidationError]) -> tuple[bool, int]:
    """How far a branch is off: one whose `type` fits is the one that was meant."""
    wrong_type = any(list(error.instance_path)[-1:] == ["type"] for error in errors)
    wrong_shape = any("is not of type" in error.message for error in errors)
    return wrong_type or wrong_shape, len(errors)
