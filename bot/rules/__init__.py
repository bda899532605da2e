"""The rules of the games: pure, standard library only; no clock, no chance, no I/O."""

from typing import Final

RULES_NUMBER: Final = 1
"""Goes up when the same answers no longer give the same hand."""
