"""Pot shares: the kinds of hand that a pot is divided between, and who wins each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.events import PotAwarded, ShareResult
from bot.rules.house import ODD_CHIP, OddChip
from bot.rules.pots import divide

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.rules.chips import Chips, SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.pots import Pot

__all__ = ["High", "Judged", "Share", "award_all", "odd_chip_order"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a holding is worth for one share."""

    score: int
    """Higher wins; equal shares."""
    phrase: str
    """In words: "five aces"."""


class Share(ABC):
    """One share of every pot. Cards speak: the share goes to the best, whatever is said (G17)."""

    half: str
    """Its name in the record: "high"."""

    @abstractmethod
    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """What the seat has for this share; None if it does not qualify."""


@dataclass(frozen=True, slots=True)
class High(Share):
    """The best five-card hand, by the game's own ranking. Source: OPR-668 art. 4."""

    half: str = "high"

    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """Every hand qualifies for high."""
        value = dealer.variant.ranking(dealer.house).explain(dealer.holding(seat))
        return Judged(score=value.rank, phrase=value.phrase)


def award_all(dealer: Dealer) -> None:
    """Share out every pot and clear the middle. Source: rulings G12 to G15, G28."""
    judged = {
        share: {seat: share.judge(dealer, seat) for seat in dealer.live}
        for share in (dealer.variant.shares if len(dealer.live) > 1 else ())
    }
    for pot in dealer.pots():
        shares = tuple(_share_out(dealer, pot, judged))
        for share in shares:
            for seat, chips in share.winners:
                dealer.award(seat, chips)
        eligible = tuple(sorted(pot.eligible))
        dealer.tell(PotAwarded(amount=pot.amount, eligible=eligible, shares=shares))
    dealer.clear()


def odd_chip_order(dealer: Dealer, winners: Iterable[SeatNo]) -> list[SeatNo]:
    """Tied winners in the order in which odd chips go out. Source: ruling G13."""
    clockwise = sorted(winners)
    if dealer.house[ODD_CHIP] == OddChip.CLOCKWISE:
        return clockwise
    return sorted(
        clockwise, key=lambda seat: max(d.card for d in dealer.holdings[seat]), reverse=True
    )


def _share_out(
    dealer: Dealer, pot: Pot, judged: Mapping[Share, Mapping[SeatNo, Judged | None]]
) -> Iterable[ShareResult]:
    if len(pot.eligible) == 1:
        (winner,) = pot.eligible
        yield ShareResult(
            half="uncontested", amount=pot.amount, winners=((winner, pot.amount),), why=""
        )
        return
    # The odd chip between two halves goes to the first one named (ruling G14).
    for share, amount in divide(pot.amount, dealer.variant.shares).items():
        yield _won(dealer, share, amount, pot.eligible, judged[share])


def _won(
    dealer: Dealer,
    share: Share,
    amount: Chips,
    eligible: Iterable[SeatNo],
    judged: Mapping[SeatNo, Judged | None],
) -> ShareResult:
    hands = {seat: hand for seat in eligible if (hand := judged[seat]) is not None}
    best = max(hand.score for hand in hands.values())
    winners = [seat for seat, hand in hands.items() if hand.score == best]
    shared = divide(amount, odd_chip_order(dealer, winners))
    return ShareResult(
        half=share.half,
        amount=amount,
        winners=tuple(shared.items()),
        why=_why(hands, winners),
    )


def _why(hands: Mapping[SeatNo, Judged], winners: Sequence[SeatNo]) -> str:
    beaten = [hand for seat, hand in hands.items() if seat not in winners]
    phrase = hands[winners[0]].phrase
    if not beaten:
        return phrase
    return f"{phrase} over {max(beaten, key=lambda hand: hand.score).phrase}"
