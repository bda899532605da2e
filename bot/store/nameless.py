"""A kept hand without the name of one of its players: the same hand, told of Somebody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from bot.rules import RULES_NUMBER
from bot.rules.record import completed, parse_record, replay, unique_names
from bot.store.evidence import BROKEN, no_chance

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SOMEBODY", "renamed", "renaming"]

SOMEBODY: Final = "Somebody"
"""What a forgotten player is called; a second one in a hand is Somebody#2."""


def renaming(text: str, seat: int) -> tuple[str, str]:
    """What a seat is called in a hand's record, and what it is to be called."""
    names = [str(start["name"]) for start in json.loads(text)["seats"]]
    old = names.pop(seat)
    return old, unique_names([*names, SOMEBODY])[-1]


def renamed(text: str, old: str, new: str) -> str:
    """A hand's record, as begun or completed, with a player called otherwise.

    Where it has a result, that is what a replay tells under the new name, so that no sentence
    keeps the old one. A hand that does not replay to its stacks (it is of earlier rules, or broke)
    keeps those alone. Done twice it is the same.
    """
    return json.dumps(_told_again(_renamed(json.loads(text), old, new)))


def _renamed(written: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """The record with the name changed where it is a name; its result has the stacks alone."""

    def called(name: str) -> str:
        return new if name == old else name

    changed = written | {"seats": [s | {"name": called(s["name"])} for s in written["seats"]]}
    if "answers" in written:
        changed["answers"] = [a | {"seat": called(a["seat"])} for a in written["answers"]]
    if "posts" in written:
        changed["posts"] = {blind: called(name) for blind, name in written["posts"].items()}
    if "void" in written:
        changed["void"] = {"reason": written["void"]["reason"].replace(old, new)}
    if "result" in written:
        changed["result"] = {"stacks": _by_name(written["result"]["stacks"], called)}
    return changed


def _by_name(stacks: dict[str, int], called: Callable[[str], str]) -> dict[str, int]:
    return {called(name): stack for name, stack in stacks.items()}


def _told_again(written: dict[str, Any]) -> dict[str, Any]:
    """With the whole result, if the hand replays to the stacks that it has."""
    if "result" not in written or written["rules"] != RULES_NUMBER:
        return written
    try:
        record = parse_record(written)
        told = completed(replay(record, no_chance), void=record.void)
    except BROKEN:
        return written
    result: Any = told["result"] or {}
    return written | told if result.get("stacks") == written["result"]["stacks"] else written
