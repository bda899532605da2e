from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.kit import Night, a_night


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Night]:
    async with a_night(tmp_path) as made:
        yield made
