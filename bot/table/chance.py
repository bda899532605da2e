"""Chance, in the one place that has any: the operating system's generator shuffles and salts."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Protocol

from bot.rules.seal import SALT_BYTES, SealedDeck

if TYPE_CHECKING:
    from bot.rules.cards import Card

__all__ = ["Chance", "OsChance", "SeededChance"]


class Chance(Protocol):
    """Answers nature's questions, in two steps: nobody knows the order after the first."""

    def seal(self, cards: tuple[Card, ...], *, hand: str, deal: int) -> SealedDeck:
        """The cards in random sealed positions, every order equally likely, with fresh salts."""

    def dealt(self, sealed: SealedDeck, message: int) -> tuple[Card, ...]:
        """The cards in the order they are dealt, keyed by the message that told the commitment."""


class _RandomChance:
    """Shuffles and salts with one generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def order_of(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards, shuffled: for hands that are played without a channel."""
        return tuple(self._random.sample(cards, len(cards)))

    def seal(self, cards: tuple[Card, ...], *, hand: str, deal: int) -> SealedDeck:
        """The cards, shuffled and salted."""
        salts = tuple(self._random.getrandbits(8 * SALT_BYTES) for _ in cards)
        return SealedDeck(
            hand=hand,
            deal=deal,
            cards=self.order_of(cards),
            salts=tuple(salt.to_bytes(SALT_BYTES, "big") for salt in salts),
        )

    def dealt(self, sealed: SealedDeck, message: int) -> tuple[Card, ...]:
        """What the seal's own recipe gives."""
        return sealed.order(message)


class OsChance(_RandomChance):
    """The operating system's generator: for every hand that people play."""

    def __init__(self) -> None:
        super().__init__(SystemRandom())


class SeededChance(_RandomChance):
    """The same orders for the same seed: for simulations and tests, never for people."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))  # noqa: S311 - repeatable on purpose
