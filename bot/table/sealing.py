"""Shuffles at a table: a deck is sealed, told of, and only then put in order."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.table import commands
from bot.table.journal import NATURE, apply_line
from bot.table.ports import SavedAnswer, SavedSeal
from bot.table.table import SEAL_S

if TYPE_CHECKING:
    from bot.rules.asks import Shuffle
    from bot.rules.cards import Card
    from bot.table.ids import MessageId
    from bot.table.keeper import Keeper
    from bot.table.table import LiveHand

__all__ = ["SAVE_AGAIN_S", "Sealing"]

SAVE_AGAIN_S: Final = 5.0
"""How long after a refusal of the store the same is tried again."""


class Sealing:
    """The sealed decks of one table."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._table = keeper.table
        self._doors = keeper.doors

    def seal(self, cards: tuple[Card, ...], number: int, deal: int) -> SavedSeal:
        """These cards, sealed for a deal of a hand; nothing is saved yet."""
        deck = self._doors.chance.seal(cards, hand=f"{self._table.table}.{number}", deal=deal)
        made_at = round(self._keeper.now)
        return SavedSeal(deck=deck, previous=self._table.commitment, made_at=made_at)

    async def seal_again(self, live: LiveHand, asked: Shuffle) -> None:
        """Seal and save the deck of a later deal."""
        new = self.seal(asked.cards, live.number, len(live.seals) + 1)
        seal = await self._doors.tables.save_seal(live.hand_id, new)
        live.seals.append(seal)
        self._table.commitment = seal.deck.commitment

    def wait(self, live: LiveHand) -> None:
        """Set the alarm for a seal: to save its message if that is known, else to give it up."""
        seal, now = live.seals[-1], self._keeper.now
        hand, deal = live.number, seal.deck.deal
        if seal.message is not None:
            again = commands.SealPosted(hand=hand, deal=deal, message=seal.message)
            self._keeper.ring_at(now + SAVE_AGAIN_S, again)
            return
        # After a restart its message may stand already, and only has to be looked up.
        late = max(seal.made_at + SEAL_S, now + SAVE_AGAIN_S)
        self._keeper.ring_at(late, commands.SealLate(hand=hand, deal=deal))

    async def open(self, live: LiveHand, message: MessageId) -> bool:
        """Put the cards in order and on the table; False if the journal has an order already."""
        live.seals[-1] = seal = replace(live.seals[-1], message=message)
        order = self._doors.chance.dealt(seal.deck, message)
        written = json.dumps([str(card) for card in order])
        line = SavedAnswer(question=live.hand.question, seat=NATURE, answer=written)
        if not await self._doors.tables.open_seal(live.hand_id, seal, line):
            return False
        apply_line(live, line)
        return True
