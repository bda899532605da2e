"""Whether anybody was sent a card that lies face down before somebody else."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.practice.components import strings
from bot.practice.world import Change, Kind
from bot.rules.cards import Card
from bot.rules.chips import SeatNo
from bot.table.ids import PersonId, TableId
from bot.ui.ids import Press

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.invariants import Felt
    from bot.practice import Message
    from bot.practice.interactions import Interaction
    from bot.table.table import LiveHand

__all__ = ["Sent", "Watched", "sent_of"]

NO_SECRETS: Final = frozenset({"rules", "card", "open", "set", "show", "reset"})
"""What quotes the rules, and names cards that nobody holds."""
RULED: Final = Card.parse("Kd")
"""The rules name it before every deal: it is wild."""
NOBODYS: Final = re.compile(r"wild as [^ ,.]+|Only [^.]* in another hole [^.]*\.")
"""What a wild card stands for, and what a hint counts, is nobody's card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Something that reached people's apps."""

    texts: Sequence[str]
    table: int | None
    """The table that it is about; None if that is not known."""
    hand: int | None
    """The hand that it is about; None if it is about what is being played."""
    part: str
    """Which part of the table's story it is, or which button asked for it."""
    viewer: int | None
    """The one who got it; None for everybody in the channel."""
    channel: int


@dataclass(slots=True)
class Watched:
    """A hand that is followed from outside: where its cards are, and who may know them."""

    table: TableId
    live: LiveHand
    felt: Felt
    told: int = 0
    """How many events have been looked at."""
    unseen: dict[SeatNo | None, list[tuple[str, str, str]]] = field(default_factory=dict)
    """By viewer, the texts that must not reach them; made afresh whenever something happens."""

    def catch_up(self) -> None:
        """Follow the hand to where it is now."""
        events = len(self.live.hand.events)
        if events != self.told:
            self.told = events
            self.unseen.clear()
            if not self.live.awaits_seal:  # after a wipe-out the next deck has no order yet
                self.felt.catch_up()

    def leaked(self, sent: Sent) -> list[str]:
        """What of this hand somebody was sent and must not know."""
        people = self.live.people
        seat = None
        if sent.viewer in people:
            seat = SeatNo(people.index(PersonId(sent.viewer)))
        if seat not in self.unseen:
            hidden = self.felt.hidden_from(seat) - {RULED}
            known = self._heard_by(seat)
            self.unseen[seat] = [(c.sign, c.words, str(c)) for c in sorted(hidden - known)]
        if not self.unseen[seat]:
            return []
        whole = NOBODYS.sub("", "\n".join(sent.texts))
        return [
            sign
            for sign, words, value in self.unseen[seat]
            if sign in whole or words in whole or value in sent.texts
        ]

    def _heard_by(self, seat: SeatNo | None) -> set[Card]:
        """Every card told to this seat, or to everybody: after a reshuffle it may come again."""
        events = self.live.hand.events
        return {card for e in events if e.audience in (None, seat) for card in e.cards}


def sent_of(change: Change) -> Sent | None:
    """What a change in the world brought to people's apps, if anything of the bot's."""
    if change.kind in {Kind.MESSAGE_POSTED, Kind.MESSAGE_EDITED} and change.message is not None:
        return _of_message(change.message, change.strings)
    if change.kind is Kind.INTERACTION_ANSWERED:
        interaction: Interaction = change.detail  # type: ignore[assignment]  # of this kind it is one
        if interaction.modal is not None:
            return _of_answer(interaction, strings(interaction.modal), interaction.user.id)
    return None


def _of_message(message: Message, texts: Sequence[str]) -> Sent:
    viewer = message.only_for or message.channel.recipient
    number = viewer.id if viewer is not None else None
    if message.nonce is not None:
        table, hand, part, *_ = f"{message.nonce}...".split(".")
        return Sent(
            texts=texts, table=int(table, 36), hand=int(hand or "0", 36), part=part,
            viewer=number, channel=message.channel.id,
        )  # fmt: skip
    if message.interaction is not None:
        return _of_answer(message.interaction, texts, number)
    return Sent(
        texts=texts, table=None, hand=None, part="", viewer=number,
        channel=message.channel.id,
    )  # fmt: skip


def _of_answer(interaction: Interaction, texts: Sequence[str], viewer: int | None) -> Sent:
    details = interaction.details
    press = Press.parse(str(details.get("custom_id", "")))
    part = press.act if press is not None else _last_word(details)
    return Sent(
        texts=texts,
        table=press.table if press is not None else None,
        hand=press.hand if press is not None and press.act == "history" else None,
        part=part,
        viewer=viewer,
        channel=interaction.channel.id,
    )


def _last_word(details: dict[str, object]) -> str:
    """Of a slash command: "rules" of "/axe rules"."""
    options = details.get("options")
    if isinstance(options, list) and options and options[0].get("type") == 1:
        return str(options[0]["name"])
    return str(details.get("name", ""))
