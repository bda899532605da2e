"""Making sure, before a chip moves, that the file is ours, whole, writable and not in use.

Whoever starts the bot reads these sentences on a bad day, so each says what is wrong and the way
out. A bank is never made afresh because the old one could not be read.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from bot.store.errors import DatabaseUnusable, primary_code
from bot.store.schema import check_version

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = [
    "check_file",
    "check_ours",
    "check_whole",
    "explained",
    "in_words",
    "located",
    "locked",
    "looked_at",
    "make_private",
]

APPLICATION_ID = 1098409293
"""What marks a file as ours; the first migration writes it."""

_MAGIC = b"SQLite format 3\0"
_PAGE_BYTES_MIN = 512

SQLITE_OLDEST = (3, 38, 0)
"""STRICT tables and unixepoch() need it."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file beside the database, which keeps a second bot away from it.

    The system drops the lock when the process ends, however it ends. The file stays: deleting
    it would let two processes lock two files of one name.
    """
    lock_path = path.with_name(path.name + ".lock")
    descriptor = _open_lock(lock_path, path)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            raise DatabaseUnusable(
                f"The database {path} is in use by another process"
                f"{f' (number {holder})' if holder else ''}. "
                "Stop that one first, or give this one its own AXEMAN_DATABASE."
            ) from None
        with suppress(OSError):  # A full disk has no room for the number; the lock holds without.
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(descriptor)


def _open_lock(lock_path: Path, path: Path) -> int:
    if not path.parent.is_dir():
        raise DatabaseUnusable(
            f"The directory {path.parent} of the database does not exist. "
            "Create it, or set AXEMAN_DATABASE to another path."
        )
    if path.is_dir():
        raise DatabaseUnusable(
            f"{path} is a directory, not a database. "
            f"Set AXEMAN_DATABASE to a file, such as {path / 'axeman.db'}."
        )
    try:
        return os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseUnusable(
            f"The directory {path.parent} cannot be written to ({error.strerror}), "
            "and the database needs files beside it. "
            "Give the bot's user the right to write there."
        ) from error


def located(path: Path) -> Path:
    """Where the file really is, so that two links to one database have one lock."""
    return path.resolve()


def check_file(path: Path) -> bool:
    """Refuse a file that cannot be written; create it if there is none. Whether it is new.

    This runs before SQLite opens the file: closing a file drops every lock that the process has
    on it, those of SQLite too.
    """
    if sqlite3.sqlite_version_info < SQLITE_OLDEST:
        raise DatabaseUnusable(
            f"SQLite {sqlite3.sqlite_version} is too old; "
            f"Python needs SQLite {'.'.join(map(str, SQLITE_OLDEST))} or newer."
        )
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseUnusable(
            f"The database {path} cannot be written to ({error.strerror}). "
            "Give the file to the bot's user and make it writable."
        ) from error
    try:
        file = os.fstat(descriptor)
        beginning = os.pread(descriptor, len(_MAGIC), 0)
    finally:
        os.close(descriptor)
    if not stat.S_ISREG(file.st_mode):
        raise DatabaseUnusable(f"{path} is not a file. Set AXEMAN_DATABASE to a file.")
    if file.st_size == 0:
        _check_is_new(path)
        return True
    if file.st_size < _PAGE_BYTES_MIN or beginning != _MAGIC:
        # SQLite itself would take a stump of a few bytes for an empty database, and start anew.
        raise DatabaseUnusable(_no_database(path))
    return False


def _companions(path: Path) -> list[Path]:
    beside = [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]
    return [part for part in beside if part.exists()]


def make_private(path: Path) -> None:
    """Let nobody but its owner read the database, nor the files that SQLite keeps beside it.

    SQLite gives those the mode of the database itself, so this matters for older files only.
    """
    for part in (path, *_companions(path)):
        _make_one_private(part)


def _make_one_private(path: Path) -> None:
    if stat.S_IMODE(path.stat().st_mode) == 0o600:
        return
    try:
        path.chmod(0o600)
    except OSError as error:
        raise DatabaseUnusable(
            f"{path} can be read by others and belongs to somebody else ({error.strerror}). "
            "Give the file to the bot's user."
        ) from error


def _check_is_new(path: Path) -> None:
    """An empty file is a new database, unless a journal shows that it was one already."""
    if any(part.stat().st_size for part in _companions(path)):
        raise DatabaseUnusable(
            f"The database {path} is empty, but its -wal file is not: it has been cut off or moved "
            "away. Put the file back, or restore both from a backup."
        )


@contextmanager
def looked_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write, to a database of this version that is whole; for reports.

    It needs no lock, so the bot may run beside it. Raises: DatabaseUnusable.
    """
    path = located(path)
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}. Name another with --database.")
    with explained(path):
        uri = f"{path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            check_ours(db, path)
            check_version(db, path)
            check_whole(db, path)
            yield db


def check_whole(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a file whose pages do not hang together."""
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise DatabaseUnusable(_damaged(path, verdict))


def check_ours(db: sqlite3.Connection, path: Path) -> None:
    """Refuse another program's database; an empty one may become ours."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (things,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application != 0 or things != 0):
        raise DatabaseUnusable(
            f"{path} is the database of another program. Set AXEMAN_DATABASE to another path."
        )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors while the file is opened into sentences for whoever runs the bot."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseUnusable(in_words(path, error)) from error


def in_words(path: Path, error: sqlite3.Error) -> str:
    """What is wrong, and what to do about it, for whoever runs the bot."""
    match primary_code(error):
        case sqlite3.SQLITE_NOTADB:
            return _no_database(path)
        case sqlite3.SQLITE_CORRUPT:
            return _damaged(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"The database {path} is locked by another program. Close it there."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return (
                f"The database {path} cannot be written to ({error}). "
                "Give the file and its directory to the bot's user."
            )
        case sqlite3.SQLITE_FULL:
            return f"The disk of the database {path} is full. Make room on it."
        case _:
            return f"The database {path} cannot be used ({error}). Look at the disk it is on."


def _no_database(path: Path) -> str:
    return (
        f"{path} is not a database, or its beginning is damaged. "
        "Set AXEMAN_DATABASE to another path, or restore the file from a backup."
    )


def _damaged(path: Path, verdict: str) -> str:
    return (
        f"The database {path} is damaged ({verdict}). "
        "Nothing was changed in it; restore it from a backup."
    )
