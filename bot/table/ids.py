"""Names for the numbers that come from outside: servers, channels, people, tables, hands."""

from typing import NewType

__all__ = ["ChannelId", "HandId", "MessageId", "PersonId", "Place", "ServerId", "TableId"]

ServerId = NewType("ServerId", int)
"""A Discord server (guild)."""

ChannelId = NewType("ChannelId", int)
"""A channel, a thread or a DM channel."""

MessageId = NewType("MessageId", int)
"""A message in a channel."""

PersonId = NewType("PersonId", int)
"""A Discord user, the same on every server; balances are per (server, person)."""

TableId = NewType("TableId", int)
"""A table, counted by the store from 1 and never used twice."""

HandId = NewType("HandId", int)
"""A hand, counted by the store over all tables from 1 and never used twice."""

Place = NewType("Place", int)
"""A chair at the table, from 1, clockwise. Unlike a SeatNo it stays the same from hand to hand."""
