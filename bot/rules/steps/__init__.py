"""The steps a game is made of."""

from bot.rules.steps.bet import Bet, HighestShowing, LeftOfDealer
from bot.rules.steps.blinds import AfterBlinds, Blinds
from bot.rules.steps.bring_in import LowestBringsIn
from bot.rules.steps.buy import SeventhCard
from bot.rules.steps.deal import Deal, Exposed
from bot.rules.steps.draw import ChangeCards
from bot.rules.steps.pay import Ante, ExposedPayments
from bot.rules.steps.reveal import Reveal
from bot.rules.steps.wipe_out import WipeOut

__all__ = [
    "AfterBlinds",
    "Ante",
    "Bet",
    "Blinds",
    "ChangeCards",
    "Deal",
    "Exposed",
    "ExposedPayments",
    "HighestShowing",
    "LeftOfDealer",
    "LowestBringsIn",
    "Reveal",
    "SeventhCard",
    "WipeOut",
]
