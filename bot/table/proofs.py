"""What somebody gets to check a hand's sealed deck with, from the live hand or from the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.rules.actions import Illegal
from bot.rules.chips import SeatNo
from bot.rules.proof import proof_of
from bot.rules.record import BadRecord, IllegalAnswer, parse_record, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.hand import Hand
    from bot.table.ids import PersonId
    from bot.table.ports import SavedSeal, TableStore
    from bot.table.table import Table

__all__ = ["find_proof"]


async def find_proof(
    table: Table, store: TableStore, person: PersonId, number: int | None
) -> str | None:
    """The proof of a hand, by default of the newest, as JSON; None if none was dealt.

    It opens the cards that the person was shown, and for an onlooker those that everybody saw.
    """
    live, number = table.live, number or table.hands
    if live is not None and live.number == number:
        return _written(live.hand, live.seals, live.people, person)
    kept = await store.kept_hand(table.table, number)
    if kept is None:
        return None
    orders = [seal.deck.order(seal.message) for seal in kept.seals if seal.message is not None]

    def order_of(_: tuple[Card, ...]) -> tuple[Card, ...]:
        if not orders:
            raise Illegal("no deck was dealt")
        return orders.pop(0)

    try:
        hand = replay(parse_record(json.loads(kept.record)), order_of)
    except (BadRecord, IllegalAnswer, Illegal):  # such as: of earlier rules
        return None
    return _written(hand, kept.seals, kept.people, person)


def _written(
    hand: Hand, seals: Sequence[SavedSeal], people: Sequence[PersonId], person: PersonId
) -> str | None:
    opened = [(seal.deck, int(seal.message)) for seal in seals if seal.message is not None]
    if not opened or not hand.decks:
        return None
    seat = SeatNo(people.index(person)) if person in people else None
    return json.dumps(proof_of(hand, opened, seat), indent=1)
