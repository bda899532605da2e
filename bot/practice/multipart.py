"""Bodies of requests: JSON, or JSON with files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from aiohttp import BodyPartReader

from bot.practice.entities import Upload
from bot.practice.errors import DiscordError

if TYPE_CHECKING:
    from aiohttp import web

FILES_MAX = 10
REQUEST_BYTES_MAX = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What came with a request: its JSON, None if there was none, and files by number."""

    json: Any = None
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def object(self) -> dict[str, Any]:
        """The JSON, which must be an object. Raises: DiscordError 50109."""
        if not isinstance(self.json, dict):
            raise DiscordError.of(50109)
        return self.json


async def read_body(request: web.Request) -> Body:
    """Read all of a request. Raises: DiscordError for what is neither JSON nor a form of ours."""
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    text = await request.read()
    return Body(json=_parse(text) if text else None)


async def _read_form(request: web.Request) -> Body:
    payload: Any = {}
    files: dict[int, tuple[str, bytes, str]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise DiscordError.of(50109)
        name = part.name or ""
        content = bytes(await part.read(decode=True))
        number = re.fullmatch(r"files\[(\d{1,2})\]", name)
        if name == "payload_json":
            payload = _parse(content)
        elif number and part.filename and len(files) < FILES_MAX:
            files[int(number[1])] = (part.filename, content, _content_type(part.filename))
    return Body(json=payload, files=_described(payload, files))


def _described(payload: Any, files: dict[int, tuple[str, bytes, str]]) -> dict[int, Upload]:  # noqa: ANN401 - any JSON
    """Give each file the name and alternative text that the JSON has for it."""
    message = payload.get("data", payload) if isinstance(payload, dict) else {}
    listed = {str(entry.get("id")): entry for entry in message.get("attachments") or ()}
    return {
        number: Upload(
            filename=listed.get(str(number), {}).get("filename") or filename,
            content=content,
            content_type=kind,
            description=listed.get(str(number), {}).get("description"),
        )
        for number, (filename, content, kind) in files.items()
    }


def _parse(text: bytes) -> Any:  # noqa: ANN401 - any JSON
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as fault:
        raise DiscordError.of(50109) from fault


def _content_type(filename: str) -> str:
    kinds = {"png": "image/png", "json": "application/json", "txt": "text/plain; charset=utf-8"}
    return kinds.get(filename.rpartition(".")[2].lower(), "application/octet-stream")
