"""Golden files: what a message looked like when somebody last read it against the specification.

Run the tests with UPDATE_GOLDEN=1 to write them anew, then read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "golden"


def check_json(name: str, tree: Any) -> None:
    """The tree is the one in the file."""
    _check(FOLDER / f"{name}.json", json.dumps(tree, ensure_ascii=False, indent=1) + "\n")


def check_text(name: str, text: str) -> None:
    """The text is the one in the file."""
    _check(FOLDER / f"{name}.txt", text + "\n")


def _check(file: Path, got: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(got, encoding="utf-8")
    assert file.exists(), f"{file.name} is missing: run with UPDATE_GOLDEN=1"
    assert got == file.read_text(encoding="utf-8")
