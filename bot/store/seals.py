"""Sealed decks: written before the message that tells of them, and opened by it, once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.cards import parse_cards
from bot.rules.seal import SALT_BYTES, SealedDeck
from bot.table.ids import MessageId
from bot.table.ports import SavedSeal

if TYPE_CHECKING:
    import sqlite3

    from bot.table.ids import HandId, TableId

__all__ = ["keep_seal", "last_commitment", "note_message", "seals_of"]


def keep_seal(db: sqlite3.Connection, hand: HandId, seal: SavedSeal) -> SavedSeal:
    """Write a sealed deck; the one that stands, if its deal has one already."""
    deck = seal.deck
    db.execute(
        """
        INSERT INTO seals (hand, deal, cards, salts, commitment, previous, made_at)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hand, deal) DO NOTHING
        """,
        (
            hand,
            deck.deal,
            json.dumps([str(card) for card in deck.cards]),
            b"".join(deck.salts),
            deck.commitment,
            seal.previous,
            seal.made_at,
        ),
    )
    return next(kept for kept in seals_of(db, hand) if kept.deck.deal == deck.deal)


def note_message(db: sqlite3.Connection, hand: HandId, seal: SavedSeal) -> None:
    """Write down which message told of a seal."""
    assert seal.message is not None, "a seal is opened by a message"
    db.execute(
        "UPDATE seals SET message = ? WHERE hand = ? AND deal = ?",
        (seal.message, hand, seal.deck.deal),
    )


def seals_of(db: sqlite3.Connection, hand: HandId) -> tuple[SavedSeal, ...]:
    """The sealed decks of a hand, by deal."""
    rows = db.execute(
        """
        SELECT table_id || '.' || number, deal, cards, salts, previous, made_at, message
        FROM seals JOIN hands USING (hand) WHERE hand = ? ORDER BY deal
        """,
        (hand,),
    ).fetchall()
    return tuple(
        SavedSeal(
            deck=SealedDeck(
                hand=name, deal=deal, cards=parse_cards(json.loads(cards)), salts=_salts(salts)
            ),
            previous=previous,
            made_at=made_at,
            message=None if message is None else MessageId(message),
        )
        for name, deal, cards, salts, previous, made_at, message in rows
    )


def last_commitment(db: sqlite3.Connection, table: TableId) -> str | None:
    """The newest commitment of a table, that of a void hand too."""
    row = db.execute(
        """
        SELECT commitment FROM seals JOIN hands USING (hand)
        WHERE table_id = ? ORDER BY hand DESC, deal DESC LIMIT 1
        """,
        (table,),
    ).fetchone()
    return None if row is None else str(row[0])


def _salts(joined: bytes) -> tuple[bytes, ...]:
    return tuple(joined[at : at + SALT_BYTES] for at in range(0, len(joined), SALT_BYTES))
