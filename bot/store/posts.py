"""Which message stands for which part of a table's story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.reader import Access
from bot.table.ids import ChannelId, MessageId, PersonId, TableId
from bot.table.ports import Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

__all__ = ["StoredPosts"]


class StoredPosts(Access):
    """The port `Posts`."""

    async def posts(self, table: TableId, hand: int) -> Sequence[Post]:
        """The posts of one hand of a table, by slot; hand 0 is the lobby."""
        return await self._read(lambda db: _posts(db, table, hand))

    async def save_post(self, table: TableId, hand: int, post: Post) -> None:
        """Keep a post; a later one for the same slot replaces it."""
        await self._write(lambda db: _save_post(db, table, hand, post))

    async def dm_channel(self, person: PersonId) -> ChannelId | None:
        """The DM channel opened with this person earlier."""
        return await self._read(lambda db: _dm_channel(db, person))

    async def save_dm_channel(self, person: PersonId, channel: ChannelId) -> None:
        """Keep the DM channel, opened once per person."""
        await self._write(
            lambda db: db.execute(
                """
                INSERT INTO dm_channels (person, channel) VALUES (?, ?)
                ON CONFLICT (person) DO UPDATE SET channel = excluded.channel
                """,
                (person, channel),
            )
        )


def _posts(db: sqlite3.Connection, table: TableId, hand: int) -> tuple[Post, ...]:
    rows = db.execute(
        """
        SELECT slot, channel, message, posted_at FROM posts
        WHERE table_id = ? AND hand = ? ORDER BY slot
        """,
        (table, hand),
    ).fetchall()
    return tuple(
        Post(slot=slot, channel=ChannelId(channel), message=MessageId(message), posted_at=posted_at)
        for slot, channel, message, posted_at in rows
    )


def _save_post(db: sqlite3.Connection, table: TableId, hand: int, post: Post) -> None:
    db.execute(
        """
        INSERT INTO posts (table_id, hand, slot, channel, message, posted_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, hand, slot) DO UPDATE
        SET channel = excluded.channel, message = excluded.message, posted_at = excluded.posted_at
        """,
        (table, hand, post.slot, post.channel, post.message, post.posted_at),
    )


def _dm_channel(db: sqlite3.Connection, person: PersonId) -> ChannelId | None:
    row = db.execute("SELECT channel FROM dm_channels WHERE person = ?", (person,)).fetchone()
    return None if row is None else ChannelId(row[0])
