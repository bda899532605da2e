"""A copy of a database in use: consistent, private, proven, and whole or not there at all."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot.store.audit import audit
from bot.store.errors import DatabaseUnusable
from bot.store.opening import explained, looked_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.store.walk import Audited

__all__ = ["copy"]


def copy(source: Path, target: Path, *, replace: bool) -> Audited:
    """Copy a database, also one that is being written to; what the audit found in the copy.

    The copy is made under another name beside `target` and gets its name when all of it is on the
    disk and proven. With `replace` it takes the place of a file that is there.

    Raises: DatabaseUnusable; NotSo. Then `target` is as it was.
    """
    if target.exists():
        if not replace:
            raise DatabaseUnusable(_there_already(target))
        if source.exists() and target.samefile(source):
            raise DatabaseUnusable(f"{target} is the database itself. Name another file.")
    with _made_beside(target) as made:
        with looked_at(source) as live, explained(target):
            _fill(made, live)
        found = audit(made)
        _put_in_place(made, target, replace=replace)
    return found


@contextmanager
def _made_beside(target: Path) -> Iterator[Path]:
    """An empty file for its owner alone, in the same directory; gone afterwards if still there."""
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as trouble:
        raise DatabaseUnusable(f"{target} cannot be written ({trouble.strerror}).") from trouble
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-journal"):
            with suppress(FileNotFoundError):
                Path(left).unlink()


def _fill(made: Path, live: sqlite3.Connection) -> None:
    """Copy every page as of one moment, into one file that needs no other beside it.

    Raises: sqlite3.Error, DatabaseUnusable.
    """
    with closing(sqlite3.connect(made, isolation_level=None)) as copied:
        live.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = copied.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DatabaseUnusable(f"The copy is damaged ({verdict}). Look at the disk it is on.")


def _put_in_place(made: Path, target: Path, *, replace: bool) -> None:
    """Sync and rename; a file that came into being meanwhile is not replaced."""
    try:
        _sync(made)
        if replace or not _linked(made, target):
            made.replace(target)
        _sync(target.parent)
    except OSError as trouble:
        raise DatabaseUnusable(f"{target} cannot be written ({trouble.strerror}).") from trouble


def _linked(made: Path, target: Path) -> bool:
    """Give the file its name unless another has it; False where files have but one name.

    Raises: DatabaseUnusable if the name is taken.
    """
    try:
        target.hardlink_to(made)
    except OSError:
        if target.exists():
            raise DatabaseUnusable(_there_already(target)) from None
        return False
    return True


def _there_already(target: Path) -> str:
    return f"{target} is there already. Name another file, or add --force."


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
