"""Slash commands, thin: each reads what was typed, and passes it on."""
