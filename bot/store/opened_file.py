"""The file that was opened: whether it still stands under its name, and its trouble in words."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from bot.store.errors import DatabaseUnusable, is_machine_trouble
from bot.store.opening import in_words
from bot.table.ports import StoreFailed

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OpenedFile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """Which file it is, whatever its name leads to later."""

    path: Path
    device: int
    inode: int

    @classmethod
    def at(cls, path: Path) -> Self:
        """The file that has this name now. Raises: OSError."""
        found = path.stat()
        return cls(path=path, device=found.st_dev, inode=found.st_ino)

    def check_there(self) -> None:
        """Refuse to go on in a file that nobody would find at the next start.

        Raises: DatabaseUnusable.
        """
        try:
            found = OpenedFile.at(self.path)
        except OSError as trouble:
            raise DatabaseUnusable(
                f"The database {self.path} is gone ({trouble.strerror}): it was moved or deleted "
                "under the running bot. Put it back, or stop the bot and restore a backup."
            ) from trouble
        if found != self:
            raise DatabaseUnusable(
                f"Under the name {self.path} stands another file than the one that was opened. "
                "Put that one back, or start the bot again to go on with this one."
            )

    def trouble(self, error: BaseException) -> str | None:
        """What to do about an error, for whoever runs the bot; None if the fault is ours."""
        if isinstance(error, DatabaseUnusable):
            return str(error)
        if isinstance(error, sqlite3.Error) and is_machine_trouble(error):
            return in_words(self.path, error)
        return None

    def refusal(self, error: Exception) -> StoreFailed:
        """The refusal to raise for this error."""
        return StoreFailed(f"{self.trouble(error) or error} Nothing was changed; try again.")
