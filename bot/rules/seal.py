"""A sealed deck: what shows afterwards that the cards were fixed before their order could be known.

Before a deal the cards are shuffled into *sealed positions*, and each is given a *salt*, fresh
random bytes. A *leaf* is the hash of one position, its card and its salt; the *commitment* is the
hash of all leaves, and is posted in the channel. The number that Discord then gives that message
keys a shuffle anyone can repeat, which turns sealed positions into *dealing positions*: nobody
knows it beforehand, whoever runs the bot included. Opening a card is showing its salt.

The recipe, for whoever writes another verifier. SHA-256 throughout; `|` is that character; numbers
are decimal, cards as "Ts", hashes and salts raw bytes:

* leaf = H("axeman-leaf-1|" hand "|" deal "|" position "|" card "|" salt), positions from 0;
* commitment = H("axeman-deck-1|" leaf leaf ...), in the order of the positions;
* block k = H("axeman-deal-1|" message "|" k), k from 0: eight unsigned 32-bit numbers, the high
  byte first. A number below n is the next of them modulo n, where those not below the greatest
  multiple of n that 32 bits hold are left out. With the positions 0 to n-1 in a row, for i from
  n-1 down to 1, a number j below i+1 is drawn, and the places i and j change what they hold. The
  row then names the sealed position of each card dealt.

Source: ruling G4 leaves the shuffle to the dealer; this is how the dealer is held to it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card

__all__ = ["SALT_BYTES", "SealedDeck", "commitment_of", "dealing_order", "leaf"]

SALT_BYTES: Final = 32
_NUMBERS: Final = 2**32


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SealedDeck:
    """Cards in their sealed positions, a salt for each. A secret: only `commitment` is told.

    It has no readable form, so that no log line can show it.
    """

    hand: str
    """The table's number and the hand's number there, as "36.12"."""
    deal: int
    """Which shuffle of the hand, from 1."""
    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]
    commitment: str = field(init=False, compare=False)
    """What is posted: 64 hexadecimal digits. It is hashed once, for it is told again and again."""

    def __post_init__(self) -> None:
        assert len(self.cards) == len(self.salts), "a salt for each card"
        assert all(len(salt) == SALT_BYTES for salt in self.salts), "a salt is of one length"
        object.__setattr__(self, "commitment", commitment_of(self.leaves))

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """By sealed position. They may be told: without its salt a leaf says nothing."""
        return tuple(
            leaf(self.hand, self.deal, position, str(card), salt)
            for position, (card, salt) in enumerate(zip(self.cards, self.salts, strict=True))
        )

    def order(self, message: int) -> tuple[Card, ...]:
        """The cards as they are dealt, once the message with the commitment has its number."""
        return tuple(self.cards[at] for at in dealing_order(message, len(self.cards)))


def leaf(hand: str, deal: int, position: int, card: str, salt: bytes) -> bytes:
    """The hash that binds a card to its sealed position."""
    return hashlib.sha256(
        f"axeman-leaf-1|{hand}|{deal}|{position}|{card}|".encode() + salt
    ).digest()


def commitment_of(leaves: Sequence[bytes]) -> str:
    """The hash of all leaves, by sealed position: 64 hexadecimal digits."""
    return hashlib.sha256(b"axeman-deck-1|" + b"".join(leaves)).hexdigest()


def dealing_order(message: int, cards: int) -> tuple[int, ...]:
    """By dealing position, the sealed position that is dealt; every order is equally likely."""
    numbers = _numbers(message)
    row = list(range(cards))
    for i in range(cards - 1, 0, -1):
        j = _below(i + 1, numbers)
        row[i], row[j] = row[j], row[i]
    return tuple(row)


def _below(bound: int, numbers: Iterator[int]) -> int:
    """The next number below a bound, none likelier than another."""
    fair = _NUMBERS - _NUMBERS % bound
    return next(number for number in numbers if number < fair) % bound


def _numbers(message: int) -> Iterator[int]:
    """Numbers of 32 bits, as many as are asked for."""
    block = 0
    while True:
        digest = hashlib.sha256(f"axeman-deal-1|{message}|{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1
