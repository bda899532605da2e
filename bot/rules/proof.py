"""What a player can be given to check a sealed deck with, and how to check it.

A proof holds, for each deal of a hand, every leaf, who was dealt which card and how (as everybody
saw it), and the openings of the cards that its owner was shown. Cards he was not shown stay closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bot.rules.cards import Card
from bot.rules.events import (
    DealtCommunity,
    DealtDown,
    DealtUp,
    Reshuffled,
    Shown,
    WipedOut,
)
from bot.rules.seal import SALT_BYTES, commitment_of, dealing_order, leaf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.rules.chips import SeatNo
    from bot.rules.hand import Hand
    from bot.rules.seal import SealedDeck

__all__ = ["BadProof", "Checked", "check_proof", "proof_of"]

FORMAT: Final = "axeman-proof"
VERSION: Final = 1
COMMUNITY: Final = "everybody"
CARDS_MAX: Final = 52
DEALS_MAX: Final = 1_000


class BadProof(ValueError):
    """The proof does not hold, or is no proof; the sentence says where."""


@dataclass(slots=True, kw_only=True)
class _Dealt:
    """A card that left the deck."""

    seat: SeatNo | None
    card: Card
    up: bool
    is_shown: bool
    """Whether the owner of the proof has seen it."""


@dataclass(slots=True)
class _Deal:
    dealt: list[_Dealt] = field(default_factory=list)


# Making one.


def proof_of(
    hand: Hand, decks: Sequence[tuple[SealedDeck, int]], viewer: SeatNo | None
) -> dict[str, Any]:
    """The proof for a seat, or for an onlooker, as JSON.

    `decks` are the sealed decks with the messages that told of them, by deal.
    """
    names = [seat.name for seat in hand.seats]
    deals = zip(decks, _deals(hand, viewer), strict=False)
    return {
        "format": FORMAT,
        "version": VERSION,
        "hand": decks[0][0].hand if decks else "",
        "deals": [_written(deck, message, deal, names) for (deck, message), deal in deals],
    }


def _written(
    deck: SealedDeck, message: int, deal: _Deal, names: Sequence[str]
) -> Mapping[str, object]:
    order = dealing_order(message, len(deck.cards))
    return {
        "deal": deck.deal,
        "message": str(message),
        "leaves": [one.hex() for one in deck.leaves],
        "dealt": [
            {
                "to": COMMUNITY if dealt.seat is None else names[dealt.seat],
                "face": "up" if dealt.up else "down",
            }
            for dealt in deal.dealt
        ],
        "open": [
            {
                "position": position,
                "card": str(dealt.card),
                "salt": deck.salts[order[position]].hex(),
            }
            for position, dealt in enumerate(deal.dealt)
            if dealt.is_shown
        ],
    }


def _deals(hand: Hand, viewer: SeatNo | None) -> list[_Deal]:
    """Every card that was dealt, by deal, in the order they left the deck."""
    deals = [_Deal()]
    for event in hand.events:
        match event:
            case DealtUp() | DealtDown() | DealtCommunity():
                up = not isinstance(event, DealtDown)
                shown = up or (viewer is not None and event.audience == viewer)
                deals[-1].dealt.append(
                    _Dealt(seat=event.seat, card=event.cards[0], up=up, is_shown=shown)
                )
            case WipedOut() | Reshuffled():
                deals.append(_Deal())
            case Shown(seat=seat, cards=cards):
                _show(deals, seat, cards)
            case _:
                pass
    return deals


def _show(deals: Sequence[_Deal], seat: SeatNo | None, cards: Sequence[Card]) -> None:
    """At the showdown everybody sees a seat's cards: each where it was last dealt to that seat."""
    left = set(cards)
    for deal in reversed(deals):
        for dealt in reversed(deal.dealt):
            if dealt.seat == seat and dealt.card in left:
                left.discard(dealt.card)
                dealt.is_shown = True


# Checking one.


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a proof has shown of one deal."""

    hand: str
    deal: int
    leaves: int
    dealt: tuple[tuple[str, str], ...]
    """To whom and how each card was dealt, in dealing order."""
    opened: Mapping[int, str]
    """By dealing position, from 0: the cards that were opened and are as they were sealed."""


def check_proof(written: object, *, commitment: str, message: int) -> Checked:
    """Check one deal: the one that this commitment and this message stand for.

    Both have to come from the channel, not from the proof. Raises: BadProof.
    """
    source = _object(written, "The proof")
    if (source.get("format"), source.get("version")) != (FORMAT, VERSION):
        raise BadProof(f'This is no proof: it has to say "format": "{FORMAT}", version {VERSION}.')
    hand = _text(source.get("hand"), "hand")
    for deal in _list(source.get("deals"), "deals", DEALS_MAX):
        leaves = _leaves(_object(deal, "A deal"))
        if commitment_of(leaves) == commitment.strip().lower():
            return _checked(hand, _object(deal, "A deal"), leaves, message)
    raise BadProof("No deal in this file gives the commitment that you typed.")


def _checked(
    hand: str, deal: Mapping[str, object], leaves: Sequence[bytes], message: int
) -> Checked:
    if _text(deal.get("message"), "message") != str(message):
        raise BadProof(f"The file speaks of message {deal.get('message')}, and you of {message}.")
    number = _whole(deal.get("deal"), "deal", DEALS_MAX)
    dealt = tuple(_recipient(row) for row in _list(deal.get("dealt"), "dealt", len(leaves)))
    order = dealing_order(message, len(leaves))
    opened: dict[int, str] = {}
    for position, card, salt in _openings(deal, len(dealt)):
        at = order[position]
        if position in opened or card in opened.values():
            raise BadProof(f"{card} or its position {position + 1} is opened twice.")
        if leaf(hand, number, at, card, salt) != leaves[at]:
            raise BadProof(f"Card {position + 1} of the deal is not {card}, as it was sealed.")
        opened[position] = card
    return Checked(hand=hand, deal=number, leaves=len(leaves), dealt=dealt, opened=opened)


def _openings(deal: Mapping[str, object], dealt: int) -> Iterator[tuple[int, str, bytes]]:
    for row in _list(deal.get("open"), "open", dealt):
        opening = _object(row, "An opening")
        position = _whole(opening.get("position"), "position", dealt - 1)
        try:
            card = Card.parse(_text(opening.get("card"), "card"))
        except ValueError as wrong:
            raise BadProof(str(wrong)) from None
        yield position, str(card), _bytes(opening.get("salt"), "salt", SALT_BYTES)


def _recipient(row: object) -> tuple[str, str]:
    line = _object(row, "A dealt card")
    return _text(line.get("to"), "to"), _text(line.get("face"), "face")


def _leaves(deal: Mapping[str, object]) -> list[bytes]:
    return [_bytes(one, "leaf", 32) for one in _list(deal.get("leaves"), "leaves", CARDS_MAX)]


def _object(written: object, what: str) -> Mapping[str, object]:
    if not isinstance(written, dict):
        raise BadProof(f"{what} is not an object.")
    return written


def _list(written: object, what: str, most: int) -> Sequence[object]:
    if not isinstance(written, list) or len(written) > most:
        raise BadProof(f'"{what}" is not a list of at most {most}.')
    return written


def _text(written: object, what: str) -> str:
    if not isinstance(written, str):
        raise BadProof(f'"{what}" is not a text.')
    return written


def _whole(written: object, what: str, most: int) -> int:
    if type(written) is not int or not 0 <= written <= most:
        raise BadProof(f'"{what}" is not a whole number from 0 to {most}.')
    return written


def _bytes(written: object, what: str, size: int) -> bytes:
    try:
        found = bytes.fromhex(_text(written, what))
    except ValueError as wrong:
        raise BadProof(f'"{what}" is not {2 * size} hexadecimal digits.') from wrong
    if len(found) != size:
        raise BadProof(f'"{what}" is not {2 * size} hexadecimal digits.')
    return found
