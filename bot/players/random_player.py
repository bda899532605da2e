"""A player who does anything that is allowed: for simulations and tests, never at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.asks import DrawAsk
from bot.rules.record import action_of

if TYPE_CHECKING:
    from random import Random

    from bot.rules.actions import Action
    from bot.rules.asks import Ask, Legal
    from bot.rules.view import View

__all__ = ["RandomPlayer"]

_WEIGHTS: Final = {"fold": 2, "check": 8, "call": 8, "bet": 4, "raise": 4}
"""How often each word is chosen, so that some hands end early and some come to a showdown."""
_USUAL_WEIGHT: Final = 4
_FREE_FOLD_WEIGHT: Final = 0.3
"""Folding although checking is free is legal (ruling G18), and has to be tried now and then."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses among the legal answers; the same choices for the same generator."""

    chance: Random
    """Seeded and owned by whoever made it."""

    def answer(self, view: View, ask: Ask[object]) -> Action:
        """Some legal answer, whatever the cards."""
        assert view.viewer == ask.seat, "a player looks at his own view"
        legal = ask.legal
        free = any(option.do == "check" for option in legal)
        weights = [_weight(option, free=free) for option in legal]
        (chosen,) = self.chance.choices(legal, weights)
        if isinstance(ask, DrawAsk):
            # The larger of two, so that with eight players the deck runs short now and then.
            count = max(self.chance.randint(0, ask.most) for _ in range(2))
            cards = self.chance.sample(ask.cards, count)
            return action_of({"do": chosen.do, "discard": [str(card) for card in cards]})
        if chosen.least is None or chosen.most is None:
            return action_of({"do": chosen.do})
        return action_of({"do": chosen.do, "to": self._amount(chosen.least, chosen.most)})

    def _amount(self, least: int, most: int) -> int:
        return self.chance.choice((least, most, self.chance.randint(least, most)))


def _weight(option: Legal, *, free: bool) -> float:
    if option.do == "fold" and free:
        return _FREE_FOLD_WEIGHT
    return _WEIGHTS.get(option.do, _USUAL_WEIGHT)
