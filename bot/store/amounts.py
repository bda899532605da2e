"""How many chips may be moved at once, checked at the door of the store."""

from __future__ import annotations

from bot.rules.chips import Chips
from bot.store.errors import BadAmount

__all__ = ["CHIPS_MAX", "moved", "setting_chips"]

CHIPS_MAX = 1_000_000_000
"""The most that one command moves, and the most a setting gives.

Sums stay far inside the 64 bits of SQLite's whole numbers, whatever is added up.
"""


def moved(amount: object) -> Chips:
    """The amount, if it is one that a command may move.

    Annotations do not stop a float, a bool or a number of thirty digits at run time; this does.
    Raises: BadAmount.
    """
    if type(amount) is not int or not 1 <= amount <= CHIPS_MAX:
        raise BadAmount(
            f"Chips move in whole numbers from 1 to {CHIPS_MAX:,}, and {amount!r} is none."
        )
    return Chips(amount)


def setting_chips(key: str, amount: object) -> Chips:
    """The chips that a server setting gives, 0 for none. Raises: BadAmount."""
    if type(amount) is not int or not 0 <= amount <= CHIPS_MAX:
        raise BadAmount(f"{key} is a whole number from 0 to {CHIPS_MAX:,}, and {amount!r} is none.")
    return Chips(amount)
