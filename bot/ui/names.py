"""Names of people as a table may show them: cleaned, cut, told apart and escaped.

A display name is a stranger's text. Nothing it holds may open a mention, a link, bold type or
a new line, or turn the direction of what stands around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Names", "names_of", "plain_text", "plate_name"]

PLATE_MAX: Final = 20
SHORT_MAX: Final = 12
LETTERS_MIN: Final = 3
"""A word with fewer letters is no short name."""
READ_MAX: Final = 4_000
"""Characters of a text that are looked at; Discord lets nobody write more at once."""
MARKS_MAX: Final = 2
"""Accents on one letter; more of them climb over the lines above."""

_NOBODY: Final = "Player"
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of control, bidi and unassigned characters."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _RELEASE = "\u2068", "\u2069"

_MARKUP: Final = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|^[-+#]|^\d+\.")
_AT: Final = re.compile(r"@")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of a table, by seat, ready to be put into a message."""

    plates: tuple[str, ...]
    """For seat plates: up to 20 letters."""
    shorts: tuple[str, ...]
    """For stories and headings: one word, where that tells all players apart."""
    bare: tuple[str, ...]
    """Short names for a picture and its description, where nothing is markup: not escaped."""


def names_of(names: Sequence[str]) -> Names:
    """Plate names and short names of these players, by seat.

    A hand tells twins apart as "Ann" and "Ann#2"; here they are "Ann" and "Ann 2" again.
    """
    return _names_of(tuple(names))


@lru_cache(maxsize=1024)  # the names of a table are asked for at every drawing
def _names_of(names: tuple[str, ...]) -> Names:
    plates = _told_apart([_cut(_clean(_untwinned(name, names)), PLATE_MAX) for name in names])
    shorts = [_short(_clean(_untwinned(name, names))) for name in names]
    times = Counter(short.casefold() for short in shorts if short)
    chosen = [
        short if short and times[short.casefold()] == 1 else plate
        for short, plate in zip(shorts, plates, strict=True)
    ]
    return Names(
        plates=tuple(map(_escape, plates)),
        shorts=tuple(map(_escape, chosen)),
        bare=tuple(chosen),
    )


def plate_name(name: str) -> str:
    """The plate name of one person alone, escaped."""
    return _escape(_cut(_clean(name), PLATE_MAX))


def plain_text(text: str, most: int = 300) -> str:
    """Any text of strangers on one line, cut and escaped."""
    return _escape(_cut(_clean(text), most))


def _untwinned(name: str, names: Sequence[str]) -> str:
    first, mark, number = name.rpartition("#")
    return first if mark and number.isdecimal() and first in names else name


def _clean(name: str) -> str:
    """Without what cannot be seen, and with single blanks."""
    kept: list[str] = []
    marks = 0
    for letter in name[:READ_MAX]:
        category = unicodedata.category(letter)
        if letter in _BLANK_LETTERS or letter.isspace():
            kept.append(" ")
            marks = 0
        elif category not in _UNSEEN:  # what is dropped ends no row of marks
            marks = marks + 1 if category in ("Mn", "Me") else 0
            if marks <= MARKS_MAX:
                kept.append(letter)
    return " ".join("".join(kept).split()) or _NOBODY


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "\u2026"


def _short(name: str) -> str:
    """The first word with three letters, cut to twelve at an edge; "" if there is none."""
    for word in name.split():
        if sum(letter.isalpha() for letter in word) >= LETTERS_MIN:
            return _cut_at_edge(re.sub(r"^[\W_]+|[\W_]+$", "", word))
    return ""


def _cut_at_edge(word: str) -> str:
    if len(word) <= SHORT_MAX:
        return word
    edges = [m.start() for m in re.finditer(r"[\W_]", word[: SHORT_MAX + 1])]
    return word[: edges[-1]] if edges and edges[-1] >= LETTERS_MIN else word[:SHORT_MAX]


def _told_apart(names: Sequence[str]) -> list[str]:
    """Equal names get " 2", " 3" in the order of the seats."""
    taken: set[str] = set()
    unique: list[str] = []
    for name in names:
        candidates = (name if n == 1 else f"{name} {n}" for n in count(1))
        free = next(name for name in candidates if name.casefold() not in taken)
        taken.add(free.casefold())
        unique.append(free)
    return unique


def _escape(text: str) -> str:
    """As Discord shows it: no markup, no mention, and no turning of what stands around it."""
    safe = _AT.sub("@\u200b", _MARKUP.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text))
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return f"{_ISOLATE}{safe}{_RELEASE}"
    return safe
