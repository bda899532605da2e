"""The rules load nothing impure, give the same hand in every run, and know no game by name."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.rules.variants import variants

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden"

IMPORT_EVERYTHING = """
import sys, json
before = set(sys.modules)
import importlib, pkgutil
before |= set(sys.modules)
import bot.rules
for module in pkgutil.walk_packages(bot.rules.__path__, "bot.rules."):
    importlib.import_module(module.name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def _run(*args: str, seed: str = "0") -> str:
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_rules_load_nothing_that_waits_draws_or_guesses() -> None:
    loaded = set(json.loads(_run("-c", IMPORT_EVERYTHING)))

    assert "bot.rules.hand" in loaded
    assert "bot.rules.variants.deuces_and_jacks" in loaded
    impure = {"discord", "aiosqlite", "asyncio", "random", "logging", "sqlite3", "time", "socket"}
    assert not loaded & impure
    assert not {name for name in loaded if name.startswith("bot.")} - {
        name for name in loaded if name.startswith("bot.rules")
    }


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_a_hand_is_the_same_under_every_hash_seed(path: Path) -> None:
    told = {_run("-m", "bot", "replay", str(path), "--json", seed=seed) for seed in "012"}

    assert len(told) == 1


def test_no_game_is_named_outside_its_own_file() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {text!r}"
        for path in sorted((ROOT / "bot").rglob("*.py"))
        if "variants" not in path.parts
        for text in _words_of_code(path)
        if _names_a_game(text)
    ]

    assert named == []


def _names_a_game(text: str) -> bool:
    words = set(re.split(r"[^a-z]+", text.lower()))
    return any(
        game.key in text
        or game.title.lower() in text.lower()
        or game.short_title.lower() in text.lower()
        or words & (set(game.key.split("-")) - COMMON)
        for game in variants().values()
    )


COMMON = {"and", "the", "with", "of", "draw", "stud", "single", "jack", "black"}
"""Words of games' names that are words of the trade as well."""


def _words_of_code(path: Path) -> Iterator[str]:
    """Names and strings, without what is written for readers of the code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explaining = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in explaining:
                yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_a_game_named_in_code_would_be_found() -> None:
    assert _names_a_game("deuces-and-jacks")
    assert _names_a_game("is_deuces")
    assert not _names_a_game("two pair, and the draw")
