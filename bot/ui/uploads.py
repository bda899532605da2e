"""Brings the faces of cards to Discord, once, in the background.

A face is there if Discord has an emoji of its name, with the id and the drawing that the store
remembers. The others are drawn and uploaded one at a time, so what was cut short is taken up by
the next start. Until then, and where Discord refuses, a card is text.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import pkgutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.table.ports import StoreFailed
from bot.ui.answers import TROUBLE
from bot.ui.emojis import Faces, faces_wanted
from bot.ui.pace import Kind

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    import discord

    from bot.table.ids import ServerId
    from bot.table.ports import Book
    from bot.ui.emojis import Face
    from bot.ui.pace import Pace

__all__ = ["CARD_COLOURS", "TWO", "Uploads"]

log = logging.getLogger(__name__)

CARD_COLOURS: Final = "card_colours"
"""Server setting: in how many colours cards are drawn; none is four."""
TWO: Final = "two"
MEMO: Final = "faces"
REQUEST_S: Final = 900.0
"""How long one request may take: Discord makes who uploads many emojis wait for minutes."""


class Upload(NamedTuple):
    """An emoji that was uploaded, and which drawing is on it."""

    emoji: int
    drawing: str


class Uploads:
    """Knows which faces Discord has, and uploads those that are missing."""

    def __init__(self, client: discord.Client, book: Book, pace: Pace, *, is_on: bool) -> None:
        self.is_on = is_on
        """Whether there are pictures at all: without, nothing is read, drawn or uploaded."""
        self._client = client
        self._book = book
        self._pace = pace
        self._drawing = _drawing()
        self._done: dict[str, Upload] = {}
        """By the face's name."""
        self._emojis: Mapping[str, str] = {}
        """What stands for each of these in a text; a drawing may keep it, so it never changes."""
        self._two: set[ServerId] = set()
        """The servers that want two colours."""
        self._has_two = False
        """Whether they can have them."""
        self._task: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Read what was uploaded earlier, and what each server has chosen. Raises: StoreFailed."""
        if not self.is_on:
            return
        chosen = await self._book.everywhere(CARD_COLOURS)
        self._two = {server for server, colours in chosen.items() if colours == TWO}
        note = json.loads(await self._book.memo(MEMO) or "{}")
        if note.get("application") == self._client.application_id:
            self._take({name: Upload(*done) for name, done in note["emojis"].items()})

    def faces(self, server: ServerId) -> Faces:
        """How cards are drawn on a server, as of now.

        A server sees no two colours before they are complete: a table in both would mislead.
        """
        return Faces(self._emojis, four_colours=server not in self._two or not self._has_two)

    @property
    def missing(self) -> list[Face]:
        """The faces that are yet to be uploaded, in that order."""
        wanted = faces_wanted(in_two_colours=bool(self._two))
        return [face for face in wanted if not self._is_there(face)]

    def choose(self, server: ServerId, *, four_colours: bool) -> None:
        """Draw a server's cards so from now on; keeping the choice is the caller's."""
        (self._two.discard if four_colours else self._two.add)(server)

    def start(self) -> None:
        """Upload what is missing; if that is under way, it goes on to what is missing now."""
        if self.is_on and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._upload_all())
            self._task.add_done_callback(_ended)

    async def close(self) -> None:
        """Stop for good; the bot's next start goes on."""
        self.is_on = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _upload_all(self) -> None:
        try:
            there = await self._compare()
            if count := len(self.missing):
                log.info("%s card faces are drawn and uploaded", count)
            while missing := self.missing:  # one less each time
                await self._upload(missing[0], there.pop(missing[0].name, None))
                if len(missing) == 1:
                    log.info("all card faces are uploaded")
        except (*TROUBLE, StoreFailed, ImportError) as fault:
            count = len(self.missing)
            log.warning("%s card faces stay text until the next start: %s", count, fault)

    async def _compare(self) -> dict[str, discord.Emoji]:
        """What Discord has, by name; what it has lost is forgotten."""
        async with self._room():
            there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        known = self._done.items()
        stands = {n: done for n, done in known if n in there and there[n].id == done.emoji}
        self._take(stands)
        return there

    async def _upload(self, face: Face, old: discord.Emoji | None) -> None:
        """Draw a face and upload it, in place of an emoji that has its name."""
        picture = await asyncio.to_thread(face.drawn)
        if old is not None:
            async with self._room():
                await old.delete()
            self._take({name: done for name, done in self._done.items() if name != face.name})
        async with self._room():
            made = await self._client.create_application_emoji(name=face.name, image=picture)
        done = {**self._done, face.name: Upload(made.id, self._drawing)}
        note = {"application": self._client.application_id, "emojis": done}
        await self._book.set_memo(MEMO, json.dumps(note))
        self._take(done)

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[None]:
        """For one request, behind those that the tables wait for."""
        async with self._pace.room(Kind.OTHER), asyncio.timeout(REQUEST_S):
            yield

    def _take(self, done: dict[str, Upload]) -> None:
        self._done = done
        self._has_two = all(face.name in done for face in faces_wanted(in_two_colours=True))
        self._emojis = {name: f"<:{name}:{upload.emoji}>" for name, upload in done.items()}

    def _is_there(self, face: Face) -> bool:
        done = self._done.get(face.name)
        return done is not None and done.drawing == self._drawing


def _drawing() -> str:
    """What tells a drawing of the cards from another: the hash of the code that draws them.

    So a start that has nothing to upload need not draw to know it.
    """
    code = pkgutil.get_data("bot.ui", "faces.py")
    assert code is not None, "our own code can be read"
    return hashlib.sha256(code).hexdigest()[:16]


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("uploading card faces failed", exc_info=task.exception())
