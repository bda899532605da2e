"""The crier: tells the channel and the players what a table shows, in order, once.

The store knows which parts of a table's story have been posted. To tell a change is to post the
parts that are missing and to draw the live one again, so a restart, a lost request and a deleted
message all end in the same place. The press that caused a change is answered with the very
message it was pressed on, which costs no request of the bot's budget.

Each table has a line of its own, so a slow channel delays nobody else. Drawing happens at once,
in the table's task, from the table as it is; sending happens later, in the line.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import discord

from bot.table.commands import Redraw, SealPosted, Sight, Vanish
from bot.table.ids import ChannelId, MessageId, PersonId
from bot.table.notices import OurFault
from bot.table.ports import Post, StoreFailed
from bot.table.runner import fault_number
from bot.table.scene import Phase
from bot.ui import board, private
from bot.ui.answers import NO_PINGS, REQUEST_S, TROUBLE, Reply
from bot.ui.ids import base36
from bot.ui.notices import dms_closed, draw_notice, missing_permissions
from bot.ui.pace import Kind, Pace
from bot.ui.parts import below
from bot.ui.pictures import draw, paint
from bot.ui.private import Whereabouts
from bot.ui.story import Part, story

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from discord.ui import LayoutView

    from bot.table.clock import Clock
    from bot.table.commands import Answer, Command
    from bot.table.floor import Floor
    from bot.table.ids import TableId
    from bot.table.notices import Notice
    from bot.table.ports import Posts
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces
    from bot.ui.pictures import Drawing, Painter
    from bot.ui.uploads import Uploads

__all__ = ["DiscordCrier"]

log = logging.getLogger(__name__)

AGAIN_S: Final = 2.0
"""How long after a failed request the table is told again."""
OLD_S: Final = 3_600
"""Edits of messages older than an hour are throttled: such a message is posted afresh."""
DMS_CLOSED: Final = frozenset({50007, 50278, 40003, 10013})
"""Error codes that say a person cannot be written to."""
MESSAGE_GONE: Final = 10008
CHANNEL_GONE: Final = frozenset({10003, 10004})
"""Error codes that say that the channel, or the whole server, is not there any more."""
FORBIDDEN: Final = 403
MUTED_AGAIN_S: Final = 15.0
"""The same where the bot lacks a permission, or a thread is locked: somebody has to mend that."""
ENDINGS: Final = ("result", "void")
"""The parts that are told last of a hand."""
PASSES_S: Final = 1.0
"""A question that will be answered so soon is not told. A scene's times are whole seconds."""
LINE_MAX: Final = 64
"""Pictures of one table that may wait; beyond that the oldest is dropped for a newer one."""


@dataclass(slots=True, kw_only=True)
class Picture:
    """A table drawn at one moment, and who is waiting to be answered with it."""

    drawn: list[tuple[Part, LayoutView]]
    answer: Reply | None
    notice: LayoutView | None
    is_last: bool
    """Whether the table is closed: nothing will be told of it after this."""


@dataclass(slots=True)
class Line:
    """What waits to be told about one table, and what has been told."""

    table: TableId
    channel: ChannelId
    waiting: deque[Picture] = field(default_factory=deque)
    posted: dict[tuple[int, str], Post] = field(default_factory=dict)
    done: set[tuple[int, str]] = field(default_factory=set)
    """Final parts that stand as they should: never drawn again."""
    writing: set[tuple[int, str]] = field(default_factory=set)
    """DMs that are on their way, or wait for room."""
    read: set[int] = field(default_factory=set)
    """The hands whose posts have been read from the store."""
    task: asyncio.Task[None] | None = None
    again: asyncio.TimerHandle | None = None
    """When the table is asked to be told again, after a request that failed."""
    held: Reply | None = None
    """Who pressed before somebody's turn who is away: answered when that turn is over, too."""
    in_doubt: bool = True
    """Whether the channel may lack something, or have a post that nobody noted: after a restart,
    or a request that failed."""
    lobby_stands: asyncio.Event | None = None
    """While the lobby is on its way as the answer to a command: what waits for it."""


class DiscordCrier:
    """Fills the table's `Crier` port over Discord."""

    def __init__(
        self,
        client: discord.Client,
        posts: Posts,
        clock: Clock,
        pace: Pace,
        uploads: Uploads,
    ) -> None:
        self._client = client
        self._uploads = uploads
        self._posts = posts
        self._clock = clock
        self._pace = pace
        self._lines: dict[TableId, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._dms_closed: set[PersonId] = set()
        self.floor: Floor | None = None
        """Set once, when the bot is put together: where a table is asked to be told again."""
        self.painter: Painter = paint

    # The port. Called in a table's task: nothing here waits, and nothing raises.

    def show(
        self, scene: Scene, answer: Answer | None = None, notice: Notice | None = None
    ) -> None:
        """Draw the table now, and tell it when its turn comes."""
        line = self._line(scene)
        assert answer is None or isinstance(answer, Reply), "people come through the router"
        if self._passes(scene) and notice is None and None in (answer, line.held):
            line.held = line.held or answer
            return
        answer, line.held = answer or line.held, None
        try:
            drawn = [
                (part, part.draw())
                for part in self._story(scene)
                if part.key not in line.done or part.seal is not None or part.is_changed
            ]
            words = draw_notice(notice, scene, self._url(scene)) if notice else None
        except Exception:
            log.exception("table %s could not be drawn", scene.table)
            drawn, words = [], None
        if len(line.waiting) >= LINE_MAX:
            line.waiting.popleft()  # whoever waits for it has been acknowledged by then
        is_last = scene.phase is Phase.CLOSED
        line.waiting.append(Picture(drawn=drawn, answer=answer, notice=words, is_last=is_last))
        if line.task is None:
            line.task = self._spawn(self._tell_all(line))

    def _passes(self, scene: Scene) -> bool:
        """Whether somebody is asked who is away and answered for at once, or whose time is up.

        Nobody need see it: the table has something newer to show within a second.
        """
        return scene.deadline is not None and scene.deadline < self._clock.now() + PASSES_S

    def tell(self, answer: Answer, notice: Notice, scene: Scene | None = None) -> None:
        """Answer one person."""
        url = self._url(scene) if scene else None
        self._whisper(answer, lambda: [draw_notice(notice, scene, url)])

    def look(self, scene: Scene, answer: Answer, sight: Sight, record: str | None = None) -> None:
        """Show one person what they asked to see."""
        self._whisper(
            answer,
            lambda: self._drawn(scene, answer, sight, record),
            attached=record if sight is Sight.PROOF else None,
        )

    def _drawn(
        self, scene: Scene, answer: Answer, sight: Sight, record: str | None
    ) -> Sequence[LayoutView]:
        pages = private.look(
            scene,
            answer.person,
            sight,
            is_admin=answer.is_admin,
            record=record,
            faces=self.faces(scene),
        )
        if sight is Sight.CARDS and self.has_closed_dms(answer.person):
            below(pages[0], dms_closed())
        return pages

    def _whisper(
        self,
        answer: Answer,
        draw: Callable[[], Sequence[LayoutView]],
        *,
        attached: str | None = None,
    ) -> None:
        """Draw something for one person and send it; a drawing that fails says so, no more."""
        assert isinstance(answer, Reply), "people come through the router"
        try:
            pages = draw()
        except Exception:
            number = fault_number(self._clock.now())
            log.exception("fault %s: what %s asked for could not be drawn", number, answer.person)
            pages = [draw_notice(OurFault(number), None, None)]
        file = None
        if attached is not None:
            file = discord.File(io.BytesIO(attached.encode()), private.PROOF_FILE)
        self._spawn(_whisper(answer, *pages, file=file))

    def has_told(self, table: TableId) -> bool:
        """Whether the channel has been told all there is of a table."""
        line = self._lines.get(table)
        return line is None or not line.in_doubt

    # For the client and the cogs.

    def faces(self, scene: Scene) -> Faces:
        """How a table's cards are drawn."""
        return self._uploads.faces(scene.server)

    async def post_lobby(self, scene: Scene, reply: Reply) -> None:
        """Answer the command that opened a table with its lobby, and keep where it stands."""
        line = self._line(scene)
        line.read.add(0)
        line.in_doubt = False
        line.lobby_stands = asyncio.Event()
        try:
            where = await reply.post(board.lobby(scene))
            if where is not None:
                await self._keep(line, (0, "lobby"), *where)
        finally:
            line.lobby_stands.set()
        if where is None:
            self._redraw(line)

    async def open_dm(self, person: PersonId) -> None:
        """Open the DM channel with somebody who sits down, once, and try closed DMs again."""
        self._dms_closed.discard(person)
        try:
            await self._dm_channel(person)
        except (*TROUBLE, StoreFailed) as fault:
            log.info("no DM channel with %s yet: %s", person, fault)

    async def write_to(self, person: PersonId, view: LayoutView) -> bool:
        """Send somebody a DM of no table; whether it could be sent."""
        view.stop()
        self._dms_closed.discard(person)
        try:
            channel = await self._dm_channel(person)
            async with self._pace.room(Kind.LETTER, channel), asyncio.timeout(REQUEST_S):
                await self._client.get_partial_messageable(channel).send(
                    view=view, allowed_mentions=NO_PINGS
                )
        except discord.HTTPException as fault:
            if fault.code in DMS_CLOSED:
                self._dms_closed.add(person)
            return False
        except (*TROUBLE, StoreFailed) as fault:
            log.info("no DM to %s: %s", person, fault)
            return False
        return True

    def has_closed_dms(self, person: PersonId) -> bool:
        """Whether the last DM to somebody was refused."""
        return person in self._dms_closed

    async def drain(self, timeout_s: float) -> None:
        """Wait until what is being told has been told."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self._tasks:
                    await asyncio.wait(self._tasks)

    async def close(self, timeout_s: float) -> None:
        """Let what is being told be told, and give up what takes longer.

        The next start tells it: by then nobody could be reached by this client any more.
        """
        await self.drain(timeout_s)
        for task in tuple(self._tasks):
            task.cancel()

    # The line of one table.

    async def _tell_all(self, line: Line) -> None:
        """Tell what waits, oldest first, until nothing does."""
        try:
            if line.lobby_stands is not None:
                await line.lobby_stands.wait()
            while line.waiting:
                picture = line.waiting.popleft()
                if picture.answer is None and line.waiting:
                    continue  # a newer picture tells all that this one would
                await self._tell(line, picture)
                if picture.is_last:
                    self._lines.pop(line.table, None)
        finally:
            line.task = None

    async def _tell(self, line: Line, picture: Picture) -> None:
        try:
            for hand in {part.hand for part, _ in picture.drawn} - line.read:
                await self._read(line, hand)
            answered = await self._answer(line, picture)
            for part, view in picture.drawn:
                if part.to is None and part.key not in line.done and part.key != answered:
                    await self._put(line, part, view)
            self._report_seal(line, picture)
            line.in_doubt = False
            self._hand_out(line, picture)
        except discord.HTTPException as fault:
            if fault.code in CHANNEL_GONE:
                self._tell_table(line, Vanish())
            elif fault.status == FORBIDDEN:
                self._again(line, fault, MUTED_AGAIN_S)
                if picture.answer is not None and picture.answer.missing:
                    await picture.answer.add(missing_permissions(picture.answer.missing))
            else:
                self._again(line, fault)
        except (*TROUBLE, StoreFailed) as fault:
            self._again(line, fault)

    def _report_seal(self, line: Line, picture: Picture) -> None:
        """Tell the table which message a deal waits for, as soon as it stands."""
        for part, _ in picture.drawn:
            post = line.posted.get(part.key)
            if part.seal is not None and post is not None:
                self._tell_table(
                    line, SealPosted(hand=part.hand, deal=part.seal, message=post.message)
                )

    async def _answer(self, line: Line, picture: Picture) -> tuple[int, str] | None:
        """Answer whoever caused this; the part that the answer has drawn again, if one."""
        reply = picture.answer
        if reply is None:
            return None
        pressed = reply.message
        for part, view in picture.drawn:
            post = line.posted.get(part.key)
            if pressed is not None and post and pressed == (post.channel, post.message):
                if await reply.update(view):
                    self._tick(line, part)
                    return part.key
                return None
        if picture.notice is not None:
            await reply.whisper(picture.notice)
        else:
            await reply.acknowledge()
        return None

    async def _put(self, line: Line, part: Part, view: LayoutView) -> None:
        """Post a part of the story, or bring the post up to date."""
        post = line.posted.get(part.key)
        view.stop()
        if post is not None and not self._is_stale(part, post):
            try:
                await self._edit(post, view)
            except discord.NotFound as gone:
                if gone.code != MESSAGE_GONE:
                    raise
                if part.is_final:
                    self._tick(line, part)  # somebody deleted what is over: it stays deleted
                    return
            else:
                self._tick(line, part)
                return
        if post is None and part.post_by is not None and part.post_by < self._clock.now():
            return
        drawing = await self._post(line, part, view, post)
        if line.in_doubt and part.post_by is None:
            # By its nonce Discord may have found the message that was sent then, and left it as
            # it was: another question, another clock.
            await self._edit(line.posted[part.key], view, drawing)

    async def _edit(self, post: Post, view: LayoutView, drawing: Drawing | None = None) -> None:
        async with self._pace.room(Kind.EDIT, post.channel), asyncio.timeout(REQUEST_S):
            await self._message(post).edit(
                view=drawing.view if drawing else view,
                attachments=[drawing.file] if drawing else discord.utils.MISSING,
                allowed_mentions=NO_PINGS,
            )

    async def _post(
        self, line: Line, part: Part, view: LayoutView, old: Post | None
    ) -> Drawing | None:
        """Post a part, with its picture if it has one that can be painted; that picture."""
        mentions = NO_PINGS
        if part.mention is not None and old is None:
            mentions = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(part.mention)]
            )
        channel = self._client.get_partial_messageable(line.channel)

        async def send(drawing: Drawing | None) -> MessageId:
            async with self._pace.room(Kind.POST, line.channel), asyncio.timeout(REQUEST_S):
                sent = await channel.send(
                    view=drawing.view if drawing else view,
                    files=[drawing.file] if drawing else discord.utils.MISSING,
                    allowed_mentions=mentions,
                    silent=part.is_silent,
                    nonce=_nonce(line.table, part, old),
                )
            return MessageId(sent.id)

        drawing = await draw(part.illustrated, self.painter) if part.illustrated else None
        try:
            message = await send(drawing)
        except discord.Forbidden as refusal:
            if drawing is None:
                raise
            log.info("table %s is told without pictures: %s", line.table, refusal)
            drawing = None
            message = await send(None)
        await self._keep(line, part.key, line.channel, message)
        self._tick(line, part)
        if old is not None:
            await self._remove(old)
        return drawing

    def _hand_out(self, line: Line, picture: Picture) -> None:
        """Have the DMs written that are due, and not being written."""
        letters = [
            (part, view)
            for part, view in picture.drawn
            if part.to is not None and part.key not in line.done | line.writing
        ]
        if letters:
            line.writing.update(part.key for part, _ in letters)
            self._spawn(self._write(line, letters))

    async def _write(self, line: Line, letters: Sequence[tuple[Part, LayoutView]]) -> None:
        """Send DMs, all at once. Whoever waits for a turn does not wait for them."""
        closed_before = len(self._dms_closed)
        await asyncio.gather(*(self._send_letter(line, part, view) for part, view in letters))
        if len(self._dms_closed) > closed_before:
            self._redraw(line)  # the street says whose DMs are closed

    async def _send_letter(self, line: Line, part: Part, view: LayoutView) -> None:
        assert part.to is not None, "a letter goes to somebody"
        view.stop()
        try:
            if part.key not in line.posted:
                await self._send_dm(line, part, part.to, view)
        except discord.HTTPException as fault:
            if fault.code not in DMS_CLOSED | CHANNEL_GONE:
                self._again(line, fault, MUTED_AGAIN_S if fault.status == FORBIDDEN else AGAIN_S)
                return
            self._dms_closed.add(part.to)
        except (*TROUBLE, StoreFailed) as fault:
            self._again(line, fault)
            return
        finally:
            line.writing.discard(part.key)
        self._tick(line, part)

    async def _send_dm(self, line: Line, part: Part, person: PersonId, view: LayoutView) -> None:
        channel = await self._dm_channel(person)
        async with self._pace.room(Kind.LETTER, channel), asyncio.timeout(REQUEST_S):
            sent = await self._client.get_partial_messageable(channel).send(
                view=view, allowed_mentions=NO_PINGS, nonce=_nonce(line.table, part, None)
            )
        await self._keep(line, part.key, channel, MessageId(sent.id))

    # What has been told.

    def _line(self, scene: Scene) -> Line:
        return self._lines.setdefault(scene.table, Line(scene.table, scene.channel))

    async def _read(self, line: Line, hand: int) -> None:
        """After a restart: what had been posted.

        All of it is brought up to date once, but what came before the end of a hand that was told.
        """
        posts = await self._posts.posts(line.table, hand)
        is_told = any(post.slot in ENDINGS for post in posts)
        for post in posts:
            line.posted[hand, post.slot] = post
            if is_told or not post.slot.startswith(("street", "lobby")):
                line.done.add((hand, post.slot))
        line.read.add(hand)

    async def _keep(
        self, line: Line, key: tuple[int, str], channel: ChannelId, message: MessageId
    ) -> None:
        hand, slot = key
        post = Post(slot=slot, channel=channel, message=message, posted_at=int(self._clock.now()))
        line.posted[key] = post
        await self._posts.save_post(line.table, hand, post)

    def _tick(self, line: Line, part: Part) -> None:
        if part.is_final:
            line.done.add(part.key)
        self._forget_earlier(line, part.hand)

    def _forget_earlier(self, line: Line, hand: int) -> None:
        """Keep no more than this hand and the one before in memory."""
        old = {key for key in line.posted if 0 < key[0] < hand - 1}
        for key in old:
            del line.posted[key]
        line.done -= {key for key in line.done if 0 < key[0] < hand - 1}

    def _is_stale(self, part: Part, post: Post) -> bool:
        return not part.is_final and self._clock.now() - post.posted_at > OLD_S

    async def _remove(self, post: Post) -> None:
        try:
            async with self._pace.room(Kind.OTHER), asyncio.timeout(REQUEST_S):
                await self._message(post).delete()
        except TROUBLE as fault:
            log.info("an old message stays: %s", fault)

    # Small things.

    def _message(self, post: Post) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(post.channel)
        return channel.get_partial_message(post.message)

    async def _dm_channel(self, person: PersonId) -> ChannelId:
        kept = await self._posts.dm_channel(person)
        if kept is None:
            async with self._pace.room(Kind.OTHER), asyncio.timeout(REQUEST_S):
                kept = ChannelId((await self._client.create_dm(discord.Object(person))).id)
            await self._posts.save_dm_channel(person, kept)
        return kept

    def _story(self, scene: Scene) -> Iterator[Part]:
        return story(scene, self._dms_closed, self._whereabouts(scene), self.faces(scene))

    def _whereabouts(self, scene: Scene) -> Whereabouts:
        guild = self._client.get_guild(scene.server)
        channel = guild.get_channel_or_thread(scene.channel) if guild else None
        return Whereabouts(
            server=guild.name if guild else "this server",
            channel=channel.name if channel else "table",
            url=self._url(scene),
        )

    def _url(self, scene: Scene) -> str:
        """The address of the table's newest message, or of its channel."""
        line = self._lines.get(scene.table)
        number = scene.hand.number if scene.hand else 0
        streets = [
            post.message
            for (hand, slot), post in (line.posted if line else {}).items()
            if hand == number and slot.startswith(("street", "lobby"))
        ]
        place = f"https://discord.com/channels/{scene.server}/{scene.channel}"
        return f"{place}/{max(streets)}" if streets else place

    def _again(self, line: Line, fault: Exception, after_s: float = AGAIN_S) -> None:
        log.warning("table %s will be told again: %s", line.table, fault or type(fault).__name__)
        line.in_doubt = True
        if line.again is not None:
            line.again.cancel()
        line.again = asyncio.get_running_loop().call_later(after_s, self._redraw, line)

    def _redraw(self, line: Line) -> None:
        self._tell_table(line, Redraw())

    def _tell_table(self, line: Line, command: Command) -> None:
        runner = self.floor.at(line.table) if self.floor else None
        if runner is not None:
            runner.post(command)

    def _spawn(self, telling: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("telling failed", exc_info=task.exception())


async def _whisper(reply: Reply, *pages: LayoutView, file: discord.File | None) -> None:
    await reply.whisper(*pages, file=file)


def _nonce(table: TableId, part: Part, old: Post | None) -> str:
    """The same for the same post, so that an unknown outcome can be tried again.

    A message posted afresh has another one: it carries the end of the old message's id.
    """
    again = base36(old.message)[-5:] if old else ""
    return f"{base36(table)}.{base36(part.hand)}.{part.name.replace(':', '')}.{again}"[:25]
