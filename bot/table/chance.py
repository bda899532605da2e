"""Chance, in the one place that has any: the operating system's generator shuffles."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.cards import Card

__all__ = ["Chance", "OsChance", "SeededChance"]


class Chance(Protocol):
    """Answers nature's questions."""

    def order_of(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in a random order, every order equally likely."""


class OsChance:
    """The operating system's generator: for every hand that people play."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def order_of(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards, shuffled."""
        return tuple(self._random.sample(cards, len(cards)))


class SeededChance:
    """The same orders for the same seed: for simulations and tests, never for people."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - repeatable on purpose

    def order_of(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards, shuffled."""
        return tuple(self._random.sample(cards, len(cards)))
