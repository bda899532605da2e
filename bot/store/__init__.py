"""The store: one SQLite file that keeps the ledger, the journal and the tables."""

from bot.store.errors import BadAmount, DatabaseUnusable
from bot.store.store import Store

__all__ = ["BadAmount", "DatabaseUnusable", "Store"]
