"""The steps a game is made of."""

from bot.rules.steps.bet import Bet, HighestShowing
from bot.rules.steps.deal import Deal, Exposed
from bot.rules.steps.pay import Ante, ExposedPayments
from bot.rules.steps.reveal import Reveal

__all__ = ["Ante", "Bet", "Deal", "Exposed", "ExposedPayments", "HighestShowing", "Reveal"]
