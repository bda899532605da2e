"""The sealed deck: what it fixes, what it hides, and that its order is fair."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from bot.rules.cards import DECK
from bot.rules.seal import SealedDeck, commitment_of, dealing_order, leaf

SALTS = tuple(bytes([n]) * 32 for n in range(52))
SEALED = SealedDeck(hand="36.12", deal=1, cards=DECK, salts=SALTS)


def test_recipe_gives_what_it_gave_before() -> None:
    assert leaf("36.12", 1, 0, "2c", bytes(32)).hex() == (
        hashlib.sha256(b"axeman-leaf-1|36.12|1|0|2c|" + bytes(32)).hexdigest()
    )
    assert SEALED.commitment == ("a79e6d3fc658a986bf941d1af6dfa3f4b88182847edab355f7e0c21fb04806f0")
    assert dealing_order(1_577_167_355_295_825_925, 12) == (6, 7, 0, 9, 10, 11, 5, 1, 8, 3, 4, 2)


@pytest.mark.parametrize("cards", [1, 2, 12, 51, 52])
def test_every_card_is_dealt_once(cards: int) -> None:
    for message in range(200):
        assert sorted(dealing_order(message, cards)) == list(range(cards))


def test_order_depends_on_the_message_alone() -> None:
    orders = {SEALED.order(message) for message in range(1_000)}

    assert len(orders) == 1_000
    assert SEALED.order(7) == SEALED.order(7)


@pytest.mark.parametrize(
    "other",
    [
        replace(SEALED, hand="36.13"),
        replace(SEALED, deal=2),
        replace(SEALED, cards=(*DECK[1:], DECK[0])),
        replace(SEALED, salts=(*SALTS[1:], SALTS[0])),
        replace(SEALED, cards=DECK[:51], salts=SALTS[:51]),
    ],
)
def test_nothing_of_a_sealed_deck_can_be_changed_unseen(other: SealedDeck) -> None:
    assert other.commitment != SEALED.commitment


def test_order_of_the_leaves_is_sealed() -> None:
    leaves = SEALED.leaves

    assert commitment_of((leaves[1], leaves[0], *leaves[2:])) != SEALED.commitment


def test_no_card_can_be_read_off_a_sealed_deck() -> None:
    assert "2c" not in repr(SEALED)
    assert "2c" not in f"{[SEALED]}"


def test_dealing_order_is_fair() -> None:
    """Chi-square over 52 x 52 places, 51 x 51 degrees of freedom, 20,000 messages.

    The statistic is near 2,601 with a deviation of about 72; beyond six of them a fair order falls
    less than once in a hundred million runs, and these messages are always the same.
    """
    messages = 20_000
    seen = Counter(
        (place, sealed)
        for message in range(messages)
        for place, sealed in enumerate(dealing_order(1_577_167_355_295_825_925 + message, 52))
    )
    expected = messages / 52

    statistic = sum(
        (seen[place, sealed] - expected) ** 2 / expected
        for place in range(52)
        for sealed in range(52)
    )

    assert abs(statistic - 51 * 51) < 6 * (2 * 51 * 51) ** 0.5
