"""The numbered SQL files that bring a database up to the shape this code expects."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.store.errors import DatabaseUnusable

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

__all__ = ["check_version", "migrate", "newest_version"]

_NAME = re.compile(r"(\d{4})_\w+\.sql")


def _migrations() -> tuple[str, ...]:
    """The text of every migration, the first one first."""
    found = {
        int(match[1]): file.read_text("utf-8")
        for file in files("bot.store").joinpath("migrations").iterdir()
        if (match := _NAME.fullmatch(file.name))
    }
    assert sorted(found) == list(range(1, len(found) + 1)), "migrations are numbered from 1 on"
    return tuple(found[number] for number in sorted(found))


def newest_version() -> int:
    """The version of a database that has had every migration."""
    return len(_migrations())


def check_version(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that has had other migrations than these. Raises: DatabaseUnusable."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != newest_version():
        raise DatabaseUnusable(
            f"The database {path} is of version {version}, and this program reads version "
            f"{newest_version()}. Use the program that runs the bot."
        )


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Apply what is missing, each file in a transaction of its own together with its number.

    Raises: DatabaseUnusable if a newer version of this program has written the file.
    """
    migrations = _migrations()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise DatabaseUnusable(
            f"The database {path} is of version {version}, and this program knows versions up to "
            f"{len(migrations)}. Run the newer program, or restore an older backup."
        )
    for number, script in enumerate(migrations[version:], start=version + 1):
        try:
            db.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except BaseException:
            if db.in_transaction:
                db.rollback()
            raise
