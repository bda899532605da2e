"""The commands of `python -m bot`, one module each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from bot.rules.variants import variants

if TYPE_CHECKING:
    import argparse

    from bot.rules.variant import Variant

__all__ = ["LINE_MAX", "Refusal", "Subparsers", "one_line", "variant_called"]

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name


LINE_MAX: Final = 1_000
"""Characters of a refusal: what is refused may be megabytes long."""


class Refusal(Exception):
    """A command cannot go on; the sentence is for standard error, the code for the shell."""

    def __init__(self, sentence: str, *, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def one_line(text: str) -> str:
    """The text with every run of blanks and line ends as one blank, cut where a line ends."""
    line = " ".join(text.split())
    return line if len(line) <= LINE_MAX else line[: LINE_MAX - 1] + "\u2026"


def variant_called(key: str) -> Variant:
    """The game with this key. Raises: Refusal, with the keys there are."""
    known = variants()
    if key not in known:
        raise Refusal(f'There is no game "{key}". There are: {", ".join(known)}.')
    return known[key]
