"""Chips and seats: the two kinds of whole number that must never be mixed up."""

from typing import NewType

__all__ = ["Chips", "SeatNo"]

Chips = NewType("Chips", int)
"""An amount of play chips; whole, and never below zero on the table."""

SeatNo = NewType("SeatNo", int)
"""A seat of one hand, counted clockwise from the dealer's left; 0 is dealt first."""
