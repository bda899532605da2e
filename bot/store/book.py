"""What a server's admins decided, and what the bot notes down for itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.store.amounts import setting_chips
from bot.store.reader import Access
from bot.table.ids import ServerId

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

__all__ = ["StoredBook"]

CHIP_SETTINGS = frozenset({"starting_chips", "daily_chips"})
"""The settings that the ledger itself reads, and therefore checks."""


class StoredBook(Access):
    """The port `Book`. Values are kept as JSON; what they mean is not the store's business."""

    async def house(self, server: ServerId, variant: str) -> Mapping[str, object]:
        """The catalogue keys that differ from the default here, with their values, by key."""
        return await self._read(lambda db: _house(db, server, variant))

    async def set_house(
        self, server: ServerId, variant: str, key: str, value: str | int | None
    ) -> None:
        """Set a house rule, or reset it with None."""
        text = None if value is None else json.dumps(value)
        await self._write(lambda db: _set_house(db, server, variant, key, text))

    async def setting(self, server: ServerId, key: str) -> object | None:
        """A server setting, JSON-like, or None if it was never set."""
        return await self._read(lambda db: _setting(db, server, key))

    async def set_setting(self, server: ServerId, key: str, value: object | None) -> None:
        """Set a server setting, or reset it with None.

        Raises: BadAmount if `starting_chips` or `daily_chips` is no number of chips.
        """
        if value is not None and key in CHIP_SETTINGS:
            setting_chips(key, value)
        text = None if value is None else json.dumps(value)
        await self._write(lambda db: _set_setting(db, server, key, text))

    async def everywhere(self, key: str) -> Mapping[ServerId, object]:
        """A server setting on every server that has set it."""
        return await self._read(lambda db: _everywhere(db, key))

    async def memo(self, key: str) -> str | None:
        """A note of the bot to itself, such as the hash of the commands last synced."""
        return await self._read(lambda db: _memo(db, key))

    async def set_memo(self, key: str, value: str) -> None:
        """Keep such a note."""
        await self._write(
            lambda db: db.execute(
                """
                INSERT INTO memos (key, value) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """,
                (key, value),
            )
        )


def _house(db: sqlite3.Connection, server: ServerId, variant: str) -> dict[str, object]:
    rows = db.execute(
        "SELECT key, value FROM house_rules WHERE server = ? AND variant = ? ORDER BY key",
        (server, variant),
    ).fetchall()
    return {key: json.loads(value) for key, value in rows}


def _set_house(
    db: sqlite3.Connection, server: ServerId, variant: str, key: str, text: str | None
) -> None:
    if text is None:
        db.execute(
            "DELETE FROM house_rules WHERE server = ? AND variant = ? AND key = ?",
            (server, variant, key),
        )
        return
    db.execute(
        """
        INSERT INTO house_rules (server, variant, key, value) VALUES (?, ?, ?, ?)
        ON CONFLICT (server, variant, key) DO UPDATE SET value = excluded.value
        """,
        (server, variant, key, text),
    )


def _setting(db: sqlite3.Connection, server: ServerId, key: str) -> object | None:
    row = db.execute(
        "SELECT value FROM settings WHERE server = ? AND key = ?", (server, key)
    ).fetchone()
    value: object | None = None if row is None else json.loads(row[0])
    return value


def _everywhere(db: sqlite3.Connection, key: str) -> dict[ServerId, object]:
    rows = db.execute(
        "SELECT server, value FROM settings WHERE key = ? ORDER BY server", (key,)
    ).fetchall()
    return {ServerId(server): json.loads(value) for server, value in rows}


def _set_setting(db: sqlite3.Connection, server: ServerId, key: str, text: str | None) -> None:
    if text is None:
        db.execute("DELETE FROM settings WHERE server = ? AND key = ?", (server, key))
        return
    db.execute(
        """
        INSERT INTO settings (server, key, value) VALUES (?, ?, ?)
        ON CONFLICT (server, key) DO UPDATE SET value = excluded.value
        """,
        (server, key, text),
    )


def _memo(db: sqlite3.Connection, key: str) -> str | None:
    row = db.execute("SELECT value FROM memos WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])
