from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "axeman.db"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path) as opened:
        yield opened


@pytest.fixture
def ordinary_path() -> Iterator[Path]:
    """A path in a directory of a user whom file modes bind, whoever runs the tests."""
    directory = Path(tempfile.mkdtemp())
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.chown(directory, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield directory / "axeman.db"
    finally:
        if is_root:
            os.seteuid(0)
        directory.chmod(0o700)
        shutil.rmtree(directory)
