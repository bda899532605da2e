"""Axeman, a Discord bot that deals home-game poker with play chips."""
