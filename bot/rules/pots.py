"""Pots: who has put in what, which part of it each seat can win, and how it is shared.

Chips reach the middle in two ways. A **stake** (ante, blind, bet) is matched by others: each
seat can win from every other seat only as much as it staked itself, so stakes form layers.
**Dead money** (a payment for an exposed card) is matched by nobody; it goes to the pot that is
open when it is paid and brings along the list of seats that may win it. Layering a payment like
a stake would hand it back to its payer as an unmatched layer; ruling X9 warns of that.

Both come together in `build`: pots with equal eligibility are one pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bot.rules.chips import Chips

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from bot.rules.chips import SeatNo

__all__ = ["DeadMoney", "Pot", "build", "divide", "uncalled"]


W = TypeVar("W")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadMoney:
    """Chips in the middle that are no part of a bet."""

    amount: Chips
    eligible: frozenset[SeatNo]
    """Who may win them: the live seats that had chips just before the payment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """An amount and the live seats that may win it."""

    amount: Chips
    eligible: frozenset[SeatNo]


def build(
    stakes: Mapping[SeatNo, Chips], dead: Sequence[DeadMoney], live: AbstractSet[SeatNo]
) -> tuple[Pot, ...]:
    """The pots, main pot first; their amounts sum to all stakes and dead money.

    A layer that no live seat reached, and dead money that no live seat may win, joins the last
    pot that is contested: chips never vanish (field report P1).

    Source: rulings G1, G12, X9.
    """
    assert live, "a pot needs somebody to win it"
    amounts: dict[frozenset[SeatNo], int] = {}
    unclaimed = 0
    for low, high in _levels(stakes, live):
        amount = sum(max(0, min(stake, high) - low) for stake in stakes.values())
        eligible = frozenset(seat for seat in live if stakes.get(seat, 0) >= high)
        amounts[eligible] = amounts.get(eligible, 0) + amount
    reached = max((stakes.get(seat, 0) for seat in live), default=0)
    unclaimed += sum(max(0, stake - reached) for stake in stakes.values())
    for money in dead:
        eligible = money.eligible & live
        if eligible:
            amounts[eligible] = amounts.get(eligible, 0) + money.amount
        else:
            unclaimed += money.amount
    pots = sorted(amounts.items(), key=lambda pot: (-len(pot[0]), sorted(pot[0])))
    found = [Pot(amount=Chips(amount), eligible=eligible) for eligible, amount in pots if amount]
    if unclaimed:
        last = found.pop() if found else Pot(amount=Chips(0), eligible=frozenset(live))
        found.append(Pot(amount=Chips(last.amount + unclaimed), eligible=last.eligible))
    assert sum(pot.amount for pot in found) == sum(stakes.values()) + sum(m.amount for m in dead)
    return tuple(found)


def _levels(stakes: Mapping[SeatNo, Chips], live: AbstractSet[SeatNo]) -> list[tuple[int, int]]:
    """The layers (from, to] in which the set of live seats is the same."""
    heights = sorted({stakes.get(seat, 0) for seat in live} - {0})
    return list(zip([0, *heights], heights, strict=False))


def uncalled(
    stakes: Mapping[SeatNo, Chips], live: AbstractSet[SeatNo]
) -> tuple[SeatNo, Chips] | None:
    """The seat whose stake nobody matched, and by how much; None if all is matched.

    A folded seat's stake counts as matching. Source: ruling G10.
    """
    ranked = sorted(stakes, key=lambda seat: stakes[seat], reverse=True)
    if not ranked or ranked[0] not in live:
        return None
    top = ranked[0]
    second = stakes[ranked[1]] if len(ranked) > 1 else 0
    return (top, Chips(stakes[top] - second)) if stakes[top] > second else None


def divide(amount: Chips, winners: Sequence[W]) -> dict[W, Chips]:
    """Share an amount; what does not divide goes out one chip at a time, in the order given.

    The shares sum to the amount exactly.

    Source: OPR-668 art. 4.2 (equal hands share equally); ruling G13.
    """
    assert winners, "somebody wins every pot"
    share, odd = divmod(amount, len(winners))
    return {seat: Chips(share + (place < odd)) for place, seat in enumerate(winners)}
