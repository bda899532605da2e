"""How holdings compare: a fast number for deciding, a full value for showing."""

from bot.rules.ranking.high import HighRanking
from bot.rules.ranking.values import Category, HandValue, NaturalPairTie

__all__ = ["Category", "HandValue", "HighRanking", "NaturalPairTie"]
