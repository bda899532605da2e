"""Axeman, a Discord bot that deals home-game poker with play chips."""

__version__ = "0.1.0"
