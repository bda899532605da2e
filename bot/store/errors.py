"""The store's own refusals, beside those that `bot.table.ports` names."""

from __future__ import annotations

import sqlite3

from bot.table.ports import PokerError

__all__ = ["BadAmount", "DatabaseUnusable", "NotSo", "is_machine_trouble"]


class DatabaseUnusable(PokerError):
    """The file cannot serve as our database; the sentence says why and what to do about it."""


class BadAmount(PokerError):
    """An amount that is no number of chips, or none that we move; nothing was changed."""


class NotSo(PokerError):
    """Something that the audit has found not to be as it must; the sentence names it."""


_MACHINE_TROUBLE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without the details that extended codes add; 0 if it has none."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF


def is_machine_trouble(error: BaseException) -> bool:
    """Whether the disk or another program is to blame, not the statement that was run."""
    return isinstance(error, sqlite3.Error) and primary_code(error) in _MACHINE_TROUBLE
