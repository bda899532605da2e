"""A short look at the database, for whoever runs a server: is it whole, and do chips add up?

`bot.store.audit` proves far more, and takes far longer.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bot.store.audit import UNBALANCED
from bot.store.errors import DatabaseUnusable
from bot.store.opening import looked_at
from bot.table.ports import Examined

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["examined"]

log = logging.getLogger(__name__)

DAMAGED: Final = "Some of it is damaged, or cannot be read."
LOST: Final = "The chips of a server do not sum to 0."


def examined(path: Path) -> Examined:
    """How a file is. What is wrong is logged whole, and told without names of files or servers."""
    try:
        with looked_at(path) as db:
            (size,) = db.execute(
                "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            ).fetchone()
            wrong = db.execute(UNBALANCED.rows).fetchone()
    except DatabaseUnusable as trouble:
        log.error("%s", trouble)  # noqa: TRY400 - a sentence for the operator, not a bug
        return Examined(flaw=DAMAGED, bytes=0)
    if wrong is not None:
        log.error("%s", UNBALANCED.sentence.format(*wrong))
    return Examined(flaw=LOST if wrong is not None else "", bytes=size)
