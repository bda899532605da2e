"""Everything that the bot logs, in a form that two runs can be compared in."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from bot.cli.run import LIBRARIES, log_from
from bot.rules.cards import Card
from bot.ui.emojis import Face

CHANCE = re.compile(r"0x[0-9a-f]+|127\.0\.0\.1:\d+|\d{15,}|\b\d+\.\d{2,}\b")
"""Addresses of objects and servers, ids and measured times: another in every run."""


class _Listener(logging.Handler):
    def __init__(self, heard: Callable[[str], None]) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard(self.format(record))


@contextmanager
def everything_logged() -> Iterator[list[str]]:
    """What the bot logs at DEBUG; when the block ends each line once, and sorted.

    Threads may write in another order.
    """
    lines: list[str] = []
    loggers = [logging.getLogger(name) for name in (None, *LIBRARIES)]
    levels = [logger.level for logger in loggers]
    listener = _Listener(lines.append)
    loggers[0].addHandler(listener)
    log_from("DEBUG")
    try:
        yield lines
    finally:
        loggers[0].removeHandler(listener)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        lines[:] = sorted({CHANCE.sub("·", line) for line in lines})


def names_in(lines: Iterable[str], cards: Iterable[Card]) -> list[str]:
    """The cards that the lines name, in any form that the project writes a card in."""
    text = "\n".join(lines)
    found = [form for card in cards for form in _forms(card) if form in text]
    return sorted(found)


def _forms(card: Card) -> tuple[str, ...]:
    signs = card.sign, json.dumps(card.sign)[1:-1]
    return *signs, card.words, f"'{card}'", f'"{card}"', Face(card).name
