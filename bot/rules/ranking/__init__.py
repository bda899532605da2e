"""How holdings compare: a fast number for deciding, a full value for showing."""

from bot.rules.ranking.blackjack import BlackjackTotal, total_of
from bot.rules.ranking.high import HighRanking
from bot.rules.ranking.low import LowValue, low_of, why_no_low
from bot.rules.ranking.values import Category, HandValue, NaturalPairTie

__all__ = [
    "BlackjackTotal",
    "Category",
    "HandValue",
    "HighRanking",
    "LowValue",
    "NaturalPairTie",
    "low_of",
    "total_of",
    "why_no_low",
]
