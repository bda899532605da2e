"""Whole hands of random players, looked over after every answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from bot.players.invariants import Watch
from bot.players.random_player import RandomPlayer
from bot.rules.actions import Leave
from bot.rules.asks import Ask, Shuffle
from bot.rules.chips import Chips, SeatNo
from bot.rules.hand import Hand, SeatStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.house import HouseRules
    from bot.rules.variant import Variant

__all__ = ["RandomHands"]

_LEAVE_CHANCE: Final = 0.015
"""How likely somebody gets up before an answer, in turn or not."""
_EVERY_CUT_EVERY: Final = 20
"""One hand in so many is replayed from each of its answers."""
_ANSWERS_MAX: Final = 5_000
"""More answers than a hand can have: a hand that gets there never ends."""
_STACK_RANGES: Final = ((1, 15), (1, 60), (10, 300), (200, 2000))
"""Stacks from one chip up: many all-ins, and hands that are played out."""


class RandomHands:
    """Plays hands one after another; the same ones for the same seed."""

    def __init__(
        self, variant: Variant, house: HouseRules, *, seed: int, seats: int | None = None
    ) -> None:
        self._variant = variant
        self._house = house
        self._seats = seats
        self._chance = Random(seed)
        self._player = RandomPlayer(self._chance)

    def play(self, hands: int) -> Iterator[Hand]:
        """So many hands, each when it is over. Raises: AssertionError if an invariant breaks."""
        for number in range(hands):
            yield self._play_one(every_cut=number % _EVERY_CUT_EVERY == 0)

    def _play_one(self, *, every_cut: bool) -> Hand:
        hand = Hand(self._variant, self._house, self._starts())
        self._shuffle(hand)
        watch = Watch(hand, every_cut=every_cut)
        watch.look()
        while isinstance(ask := hand.waiting, Ask):
            assert len(hand.answers) < _ANSWERS_MAX, "this hand never ends"
            if not self._somebody_leaves(hand):
                hand.act(ask.seat, self._player.answer(hand.view(ask.seat), ask))
            self._shuffle(hand)
            watch.look()
        return hand

    def _starts(self) -> tuple[SeatStart, ...]:
        bounds = self._variant.seats
        count = self._seats or self._chance.randint(bounds.least, bounds.most)
        least, most = self._chance.choice(_STACK_RANGES)
        return tuple(
            SeatStart(name="ABCDEFGHIJ"[n], stack=Chips(self._chance.randint(least, most)))
            for n in range(count)
        )

    def _shuffle(self, hand: Hand) -> None:
        while isinstance(hand.waiting, Shuffle):
            cards = hand.waiting.cards
            hand.shuffle(tuple(self._chance.sample(cards, len(cards))))

    def _somebody_leaves(self, hand: Hand) -> bool:
        if self._chance.random() >= _LEAVE_CHANCE:
            return False
        seated = [n for n in range(len(hand.seats)) if not hand.has_left(SeatNo(n))]
        hand.act(SeatNo(self._chance.choice(seated)), Leave())
        return True
