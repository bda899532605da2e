"""Custom ids: what a button says to us when it is pressed, and how to read what comes back.

The form is `ax1:<table>[:<hand>[:<question>]]:<act>[:<amount>]`, the table in base 36. `ax1` is
the version of the scheme. What comes back may be old or forged: `Press.parse` never raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.table.ids import TableId

__all__ = ["Press", "base36"]

SCHEME: Final = "ax1"
ID_MAX: Final = 100
"""Discord's limit for the length of a custom id."""
TABLE_MAX: Final = 2**63 - 1

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER: Final = r"0|[1-9][0-9]{0,14}"
_FORM: Final = re.compile(
    rf"{SCHEME}:(?P<table>0|[1-9A-Z][0-9A-Z]{{0,12}})"
    rf"(?::(?P<hand>{_NUMBER})(?::(?P<question>{_NUMBER}))?)?"
    rf":(?P<act>[a-z]{{1,16}})(?::(?P<amount>{_NUMBER}))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What a button asks for. It repeats the label's number: a stale one can be told."""

    table: TableId
    act: str
    hand: int | None = None
    question: int | None = None
    """Of the hand; an act without one asks nothing of the hand."""
    amount: int | None = None

    @classmethod
    def parse(cls, text: str) -> Press | None:
        """The press that a custom id stands for; None if it is not one of ours."""
        found = _FORM.fullmatch(text) if len(text) <= ID_MAX else None
        if found is None:
            return None
        table = int(found["table"], 36)
        if table > TABLE_MAX:
            return None
        return cls(
            table=TableId(table),
            act=found["act"],
            hand=_whole(found["hand"]),
            question=_whole(found["question"]),
            amount=_whole(found["amount"]),
        )

    def __str__(self) -> str:
        numbers = [n for n in (self.hand, self.question) if n is not None]
        parts = [SCHEME, base36(self.table), *map(str, numbers), self.act]
        if self.amount is not None:
            parts.append(str(self.amount))
        return ":".join(parts)


def base36(number: int) -> str:
    """A whole number, 0 or more, in digits and capital letters."""
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits


def _whole(digits: str | None) -> int | None:
    return None if digits is None else int(digits)
