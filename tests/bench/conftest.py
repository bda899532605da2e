"""Benchmarks are not tests of what the bot does: `make test` collects no file of this name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.report import DOCUMENT, Report


@pytest.fixture(scope="session")
def report(request: pytest.FixtureRequest) -> Iterator[Report]:
    """What is measured; printed at the end, and written down if everything was measured."""
    report = Report()
    yield report
    print(f"\n{report.text}")  # noqa: T201 - what a benchmark is for
    files = {Path(item.path).name for item in request.session.items}
    if files == {file.name for file in Path(__file__).parent.glob("bench_*.py")}:
        DOCUMENT.write_text(report.text)
