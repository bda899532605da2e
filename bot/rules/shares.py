"""Pot shares: the kinds of hand that a pot is divided between, and who wins each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from bot.rules.cards import Suit
from bot.rules.chips import Chips
from bot.rules.events import PotAwarded, ShareResult
from bot.rules.house import ODD_CHIP, OddChip, choice_option
from bot.rules.pots import divide
from bot.rules.ranking import LowValue, low_of, total_of, why_no_low

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.rules.chips import SeatNo
    from bot.rules.dealer import Dealer
    from bot.rules.house import Option
    from bot.rules.pots import Pot

__all__ = [
    "ALL_BUST",
    "TWO_CARD_21",
    "BlackjackHalf",
    "High",
    "Judged",
    "LowHalf",
    "Reading",
    "Share",
    "SpadeHalf",
    "award_all",
    "odd_chip_order",
]

TWO_CARD_21: Final[Option[bool]] = choice_option(
    "two_card_21",
    (
        (False, "equal", "A 21 is a 21, in two cards or three"),
        (True, "beats_three_card", "A 21 in two cards beats one in three"),
    ),
    label="Two-card 21",
    why="The source leaves open whether a 21 in two cards is worth more than one in three.",
    source="ruling J7 (the dealer announces it before the deal)",
)
ALL_BUST: Final[Option[bool]] = choice_option(
    "all_bust",
    (
        (False, "poker_takes_all", "The best poker hand takes both halves"),
        (True, "lowest_total_over_21", "The lowest total over 21 takes the blackjack half"),
    ),
    label="Everybody bust",
    why="The source leaves open who gets the blackjack half when every total is over 21.",
    source="ruling J8 (the dealer announces it before the deal)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a holding is worth for one share."""

    score: int
    """Higher wins; equal shares."""
    phrase: str
    """In words: "five aces"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a holding is worth for one share, in words for its owner."""

    half: str
    """The share: "high", "low", "poker", "blackjack", "spade"."""
    phrase: str
    """Such as "pair of nines", "20", or "no low: the queen is too high"."""
    qualifies: bool = True
    """Whether it can win the share as it is."""

    @property
    def spelt(self) -> str:
        """With the name of its share, once: "low: nine-seven-five-four-two"."""
        if self.phrase.startswith("no "):
            return self.phrase
        return f"{self.half}{' ' if ':' in self.phrase else ': '}{self.phrase}"


class Share(ABC):
    """One share of every pot. Cards speak: the share goes to the best, whatever is said (G17)."""

    half: str
    """Its name in the record: "high"."""
    nobody: ClassVar[str] = ""
    """Why it may go to the winners of the first share: "nobody has a low"; empty if it cannot."""

    @abstractmethod
    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """What the seat has for this share; None if it does not qualify."""

    @abstractmethod
    def read(self, dealer: Dealer, seat: SeatNo) -> Reading:
        """The same in words for the seat's owner, or why there is nothing."""

    @abstractmethod
    def text(self) -> str:
        """For the rulebook: "best poker hand"."""


@dataclass(frozen=True, slots=True)
class High(Share):
    """The best five-card hand, by the game's own ranking. Source: OPR-668 art. 4."""

    half: str = "high"

    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged:
        """Every hand qualifies for high."""
        value = dealer.variant.ranking(dealer.house).explain(dealer.holding(seat))
        return Judged(score=value.rank, phrase=value.phrase)

    def read(self, dealer: Dealer, seat: SeatNo) -> Reading:
        """Such as "full house nines over fours"."""
        return Reading(half=self.half, phrase=self.judge(dealer, seat).phrase)

    def text(self) -> str:
        """For the rulebook."""
        return "the best poker hand"


@dataclass(frozen=True, slots=True)
class LowHalf(Share):
    """The best low of jack or lower, as in deuce-to-seven.

    Source: Draw-Deucey, low hand qualifier; rulings D5 to D9.
    """

    half: str = "low"
    nobody: ClassVar[str] = "nobody has a low"

    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """None without a low."""
        value = low_of(dealer.holding(seat))
        return Judged(score=value.rank, phrase=value.phrase) if value else None

    def read(self, dealer: Dealer, seat: SeatNo) -> Reading:
        """Such as "jack-six-four-three-two", or "no low: the queen is too high"."""
        cards = dealer.holding(seat)
        value = low_of(cards)
        if isinstance(value, LowValue):
            return Reading(half=self.half, phrase=value.phrase)
        return Reading(half=self.half, phrase=f"no low: {why_no_low(cards)}", qualifies=False)

    def text(self) -> str:
        """For the rulebook."""
        return "the best low: five ranks, jack or lower, no straight and no flush"


@dataclass(frozen=True, slots=True)
class BlackjackHalf(Share):
    """The best total of the face-down cards, 21 at most.

    Source: Stud-Jack, art. 1.2(b) and what follows; rulings J5 to J8, J10, J11.
    """

    half: str = "blackjack"
    nobody: ClassVar[str] = "everybody is bust"

    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """None for a bust hand, unless the lowest of them wins by house rule.

        A bust hand scores below every other, so it can only win where all are bust.
        """
        total = total_of(dealer.down(seat))
        if total.bust:
            if not dealer.house[ALL_BUST]:
                return None
            return Judged(score=-total.total, phrase=f"bust {total.total}")
        first = dealer.house[TWO_CARD_21] and total.total == 21 and total.cards == 2
        phrase = f"{total.total} in two cards" if first else str(total.total)
        return Judged(score=2 * total.total + first, phrase=phrase)

    def read(self, dealer: Dealer, seat: SeatNo) -> Reading:
        """Such as "20", "bust: 25", or "18: one ace as 11, one as 1, and 6"."""
        total = total_of(dealer.down(seat))
        return Reading(half=self.half, phrase=total.phrase, qualifies=not total.bust)

    def text(self) -> str:
        """For the rulebook."""
        return "the best blackjack total of the face-down cards, 21 at most"


@dataclass(frozen=True, slots=True)
class SpadeHalf(Share):
    """The highest spade among the face-down cards, the ace above all. Source: ruling W13."""

    half: str = "spade"
    nobody: ClassVar[str] = "nobody has a spade in the hole"

    def judge(self, dealer: Dealer, seat: SeatNo) -> Judged | None:
        """None without a spade in the hole."""
        spades = [card for card in dealer.down(seat) if card.suit is Suit.SPADES]
        if not spades:
            return None
        best = max(spades)
        return Judged(score=best.rank, phrase=best.words)

    def read(self, dealer: Dealer, seat: SeatNo) -> Reading:
        """Such as "king of spades"."""
        judged = self.judge(dealer, seat)
        if judged is None:
            return Reading(half=self.half, phrase="no spade in the hole", qualifies=False)
        return Reading(half=self.half, phrase=judged.phrase)

    def text(self) -> str:
        """For the rulebook."""
        return "the highest spade among the face-down cards"


def award_all(dealer: Dealer) -> None:
    """Share out every pot and clear the middle. Source: rulings G12 to G15, G28."""
    judged = {
        share: {seat: share.judge(dealer, seat) for seat in dealer.live}
        for share in (dealer.variant.shares if len(dealer.live) > 1 else ())
    }
    for pot in dealer.pots():
        shares = _share_out(dealer, pot, judged)
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
) -> tuple[ShareResult, ...]:
    """Who wins what of one pot, among its own players (rulings D9, J11)."""
    if len(pot.eligible) == 1:
        (winner,) = pot.eligible
        return (
            ShareResult(
                half="uncontested", amount=pot.amount, winners=((winner, pot.amount),), why=""
            ),
        )
    first, *_ = dealer.variant.shares
    results: list[ShareResult] = []
    # The odd chip between two halves goes to the first one named (ruling G14).
    for share, amount in divide(pot.amount, dealer.variant.shares).items():
        hands = {seat: hand for seat in pot.eligible if (hand := judged[share][seat]) is not None}
        if hands:
            results.append(_won(dealer, share, amount, hands))
        else:
            results.append(_fallen(share, amount, first, results[0]))
    return tuple(results)


def _won(
    dealer: Dealer, share: Share, amount: Chips, hands: Mapping[SeatNo, Judged]
) -> ShareResult:
    best = max(hand.score for hand in hands.values())
    winners = [seat for seat, hand in hands.items() if hand.score == best]
    shared = divide(amount, odd_chip_order(dealer, winners))
    return ShareResult(
        half=share.half,
        amount=amount,
        winners=tuple(shared.items()),
        why=_why(hands, winners),
    )


def _fallen(share: Share, amount: Chips, first: Share, won: ShareResult) -> ShareResult:
    """A share that nobody qualifies for: the winners of the first have this amount as well.

    They share both as one: odd chips go on where the first share left off, so that nobody gets
    two more than another. Source: Draw-Deucey ("goes entirely to the best high hand"); rulings
    D9, J8, W13.
    """
    order = [seat for seat, _ in won.winners]
    both = divide(Chips(won.amount + amount), order)
    winners = tuple((seat, Chips(both[seat] - chips)) for seat, chips in won.winners)
    why = f"{share.nobody}: the {first.half} hand takes this half"
    return ShareResult(half=share.half, amount=amount, winners=winners, why=why, unqualified=True)


def _why(hands: Mapping[SeatNo, Judged], winners: Sequence[SeatNo]) -> str:
    beaten = [hand for seat, hand in hands.items() if seat not in winners]
    phrase = hands[winners[0]].phrase
    if not beaten:
        return phrase
    return f"{phrase} over {max(beaten, key=lambda hand: hand.score).phrase}"
