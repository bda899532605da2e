"""The journal of a hand: what a line says, and a hand brought back from its lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from bot.rules import RULES_NUMBER
from bot.rules.cards import parse_cards
from bot.rules.chips import SeatNo
from bot.rules.hand import Hand
from bot.rules.record import action_of, parse_record
from bot.table.table import LiveHand

if TYPE_CHECKING:
    from bot.table.ports import SavedAnswer, SavedHand

__all__ = ["NATURE", "OtherRules", "apply_line", "replayed"]

NATURE: Final = SeatNo(-1)
"""Whose line in the journal a shuffle is."""


class OtherRules(Exception):
    """A hand that was begun under rules which have changed since."""


def apply_line(live: LiveHand, line: SavedAnswer) -> None:
    """Act on a line of the journal. Raises: Illegal if it is not legal now."""
    written = json.loads(line.answer)
    if line.seat == NATURE:
        live.hand.shuffle(parse_cards(written))
    else:
        live.hand.act(line.seat, action_of(written), by=written.get("by"))


def replayed(journal: SavedHand) -> LiveHand:
    """The hand in a journal, played up to its last line.

    Raises: OtherRules; Illegal, BadRecord or another fault of the rules if it does not replay.
    """
    written = json.loads(journal.record)
    if written["rules"] != RULES_NUMBER:
        raise OtherRules
    record = parse_record(written)
    hand = Hand(record.variant, record.house, record.seats)
    live = LiveHand(
        hand_id=journal.hand,
        number=journal.number,
        hand=hand,
        people=journal.people,
        seals=list(journal.seals),
        settled=journal.has_ended,
        void=journal.void,
    )
    for line in journal.answers:
        apply_line(live, line)
    return live
