"""Who won which pot, and why: a line for each pot, or for each half of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from bot.rules.chips import Chips
from bot.rules.events import PotAwarded, Shown
from bot.rules.house import ODD_CHIP, OddChip
from bot.rules.ranking import Category, HighRanking, NaturalPairTie
from bot.ui import halves
from bot.ui.words import capital, listing, number, ordinal, with_article

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.rules.chips import SeatNo
    from bot.rules.events import ShareResult
    from bot.rules.ranking import HandValue
    from bot.rules.shares import Reading
    from bot.rules.view import View

__all__ = ["Showdown"]

UNCONTESTED: Final = "uncontested"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Won:
    """Neighbouring pots that one player won alone, or one pot."""

    places: tuple[int, ...]
    """0 for the main pot."""
    pots: tuple[PotAwarded, ...]

    @property
    def amount(self) -> int:
        return sum(pot.amount or 0 for pot in self.pots)

    @property
    def eligible(self) -> tuple[SeatNo, ...]:
        return tuple(sorted({seat for pot in self.pots for seat in pot.eligible}))

    @property
    def shares(self) -> tuple[ShareResult, ...]:
        """Of the first pot. A share that nobody had a hand for is part of the first one."""
        first, *others = self.pots[0].shares
        kept = [share for share in others if not share.unqualified]
        for share in others:
            if share.unqualified:
                more = dict(share.winners)
                winners = tuple((s, Chips(c + more.get(s, 0))) for s, c in first.winners)
                first = replace(first, amount=Chips(first.amount + share.amount), winners=winners)
        return (first, *kept)

    @property
    def unqualified(self) -> tuple[ShareResult, ...]:
        return tuple(share for share in self.pots[0].shares if share.unqualified)


class Showdown:
    """The pots of one result, and the hands that were shown for them."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self._view = view
        self._names = names
        shown = [e for e in view.outcome if isinstance(e, Shown)]
        self.hands: dict[SeatNo, HandValue] = {
            event.seat: event.value for event in shown if event.seat is not None
        }
        """By seat; empty if everybody else folded."""
        self._cards = {event.seat: event.cards for event in shown if event.seat is not None}
        self._ranking = view.variant.ranking(view.house)
        self._readings: dict[SeatNo, dict[str, Reading]] = {
            event.seat: {reading.half: reading for reading in event.readings}
            for event in shown
            if event.seat is not None
        }
        self.awarded = [event for event in view.outcome if isinstance(event, PotAwarded)]
        """Main pot first."""
        self.total = sum(pot.amount or 0 for pot in self.awarded)

    @property
    def winners(self) -> set[SeatNo]:
        """Everybody who won something."""
        return {seat for pot in self.awarded for seat in _winners(pot)}

    def pots(self, most: int | None = None, *, is_brief: bool = False) -> list[str]:
        """The pots told; those after the first `most` have one line together.

        In brief the reason for the odd chip is given once.
        """
        lines = self._lines(most)
        return list(_once(lines, f" ({self._odd_chip()})")) if is_brief else lines

    def _lines(self, most: int | None) -> list[str]:
        groups = self._groups()
        lines = [self._pot(won, groups[:n], alone=len(groups) == 1) for n, won in enumerate(groups)]
        rest = groups[most:] if most else []
        if len(rest) < 2:
            return lines
        amount = sum(won.amount for won in rest)
        return [*lines[:most], f"{capital(number(len(rest)))} more pots, {amount:,}: in This hand."]

    def _groups(self) -> list[_Won]:
        """The pots, neighbours won by the same single player as one."""
        numbered = list(enumerate(self.awarded))
        groups: list[_Won] = []
        for winner, run in groupby(numbered, key=lambda pair: _only_winner(pair[1])):
            pots = list(run)
            parts = [pots] if winner is not None else [[pot] for pot in pots]
            groups += [
                _Won(places=tuple(n for n, _ in part), pots=tuple(pot for _, pot in part))
                for part in parts
            ]
        return groups

    def _pot(self, won: _Won, before: Sequence[_Won], *, alone: bool) -> str:
        label = "Pot" if alone else _label(won.places)
        shares = won.shares
        if len(shares) == 1:
            told = " ".join([self._whole(won, shares[0], label, before), *self._nobody(won)])
        elif _only_winner(won.pots[0]) is not None:
            told = self._scoop(won, shares, label)
        else:
            told = "\n".join(self._halves(won, shares, "" if alone else label))
        return " ".join([told, *self._absent(won, alone=alone)])

    # A pot that goes as one.

    def _whole(self, won: _Won, share: ShareResult, label: str, before: Sequence[_Won]) -> str:
        """Such as "**Main pot 465: Ann and Cleo split.** Both have …"."""
        winners = [seat for seat, _ in share.winners]
        names = listing([self._name(seat) for seat in winners])
        if len(winners) > 1:
            said = any(set(winners) <= _winners(pot) for group in before for pot in group.pots)
            why = "" if said else f"{self._split(winners)} "
            return f"**{label} {won.amount:,}: {names} split.** {why}{self._chips(share)}"
        if all(part.half == UNCONTESTED for pot in won.pots for part in pot.shares):
            return f"**{label} {won.amount:,}: {names},** nobody else was in it."
        said = any(winners[0] in _winners(pot) for group in before for pot in group.pots)
        return f"**{label} {won.amount:,}: {names},** {self._why(winners[0], won, said=said)}."

    def _nobody(self, won: _Won) -> Iterable[str]:
        """That nobody had anything for a half."""
        first = won.pots[0].shares[0].half
        for share in won.unqualified:
            yield f"**{halves.nobody(share.half, first)}.**"

    def _split(self, winners: Sequence[SeatNo]) -> str:
        values = [self.hands[seat] for seat in winners]
        why = f"{_all_of(winners)} have {with_article(values[0])}"
        if len({value.reads_as for value in values}) > 1:
            # They read differently and are equal all the same: a ruling made them so.
            such = "pairs" if values[0].category is Category.NATURAL_SEVENS else "hands"
            why += f", and {halves.ANNOUNCED} two such {such} are equal"
        return f"{why}."

    def _why(self, winner: SeatNo, won: _Won, *, said: bool) -> str:
        """The winning hand against the next best: "three kings over Finn's pair of aces"."""
        best = self.hands[winner]
        next_best = self._next_best([winner], won)
        if next_best is None:
            return best.phrase
        value = self.hands[next_best]
        other = f"over {self._name(next_best)}'s"
        if value.phrase != best.phrase:
            return f"{other} {value.phrase}" if said else f"{best.phrase} {other} {value.phrase}"
        return f"{best.phrase} {other}{self._between(winner, next_best)}"

    def _between(self, winner: SeatNo, beaten: SeatNo) -> str:
        """What decided between two hands of the same name."""
        best, worse = self.hands[winner], self.hands[beaten]
        if best.category is not Category.NATURAL_SEVENS:
            return _decided(best, worse)
        if self._ranking.natural_pair_tie is NaturalPairTie.KICKERS:
            return f"{_decided(best, worse)}, which counts {halves.ANNOUNCED}"
        ordinary = HighRanking(wilds=self._ranking.wilds, wheel=self._ranking.wheel)
        mine, other = (ordinary.explain(self._cards[seat]) for seat in (winner, beaten))
        if mine.phrase == other.phrase:
            return f"{_decided(mine, other)}, which counts {halves.ANNOUNCED}"
        return f", as {mine.phrase} beats {other.phrase} {halves.ANNOUNCED}"

    def _next_best(self, winners: Sequence[SeatNo], won: _Won) -> SeatNo | None:
        beaten = [seat for seat in won.eligible if seat not in winners and seat in self.hands]
        return max(beaten, key=lambda seat: self.hands[seat].rank, default=None)

    # A pot that goes in halves.

    def _scoop(self, won: _Won, shares: Sequence[ShareResult], label: str) -> str:
        """Such as "**Pot 310: Ann wins both halves,** three aces and blackjack 20."."""
        ((winner, _),) = shares[0].winners
        first, *others = (self._readings[winner][share.half] for share in shares)
        told = [
            self._first(winner, first, won),
            *(halves.won_with(r, share) for r, share in zip(others, shares[1:], strict=True)),
        ]
        which = "both" if len(shares) == 2 else f"all {number(len(shares))}"
        name = self._name(winner)
        return f"**{label} {won.amount:,}: {name} wins {which} halves,** {listing(told)}."

    def _halves(self, won: _Won, shares: Sequence[ShareResult], label: str) -> Iterable[str]:
        """A line each: "**Poker half 155: Ann,** three aces."."""
        for place, share in enumerate(shares):
            half = capital(f"{label}, {share.half} half" if label else f"{share.half} half")
            told = self._half(won, share, half, is_first=not place)
            odd = share.amount - min(other.amount for other in shares)
            yield f"{told} The odd chip is in the {share.half} half, named first." if odd else told

    def _half(self, won: _Won, share: ShareResult, label: str, *, is_first: bool) -> str:
        winners = [seat for seat, _ in share.winners]
        names = listing([self._name(seat) for seat in winners])
        reading = self._readings[winners[0]][share.half]
        if len(winners) == 1:
            why = self._first(winners[0], reading, won) if is_first else halves.why(reading, share)
            return f"**{label} {share.amount:,}: {names},** {why}."
        chips = self._chips(share)
        if is_first:
            return f"**{label} {share.amount:,}: {names} split.** {self._split(winners)} {chips}"
        tied = halves.tied(reading, share, (len(self._view.seats[w].down) for w in winners))
        return f"**{label} {share.amount:,}: {names} split,** {tied}. {chips}"

    def _first(self, winner: SeatNo, reading: Reading, won: _Won) -> str:
        """The best poker hand; against the next best only if they have the same name."""
        other = self._next_best([winner], won)
        if other is None or self.hands[other].phrase != reading.phrase:
            return reading.phrase
        return self._why(winner, won, said=False)

    # Chips.

    def _chips(self, share: ShareResult) -> str:
        """Such as "Ann 233 with the odd chip (first left of the dealer), Cleo 232."."""
        least = min(chips for _, chips in share.winners)
        more = [f"{self._name(seat)} {chips:,}" for seat, chips in share.winners if chips > least]
        even = [self._name(seat) for seat, chips in share.winners if chips == least]
        if not more:
            return f"{listing(even)} {least:,} each."
        chip = "the odd chip" if len(more) == 1 else "an odd chip each"
        each = " each" if len(even) > 1 else ""
        return f"{listing(more)} with {chip} ({self._odd_chip()}), {listing(even)} {least:,}{each}."

    def _odd_chip(self) -> str:
        if self._view.house[ODD_CHIP] == OddChip.CLOCKWISE:
            return "first left of the dealer"
        return "highest card, by suit"

    def _absent(self, won: _Won, *, alone: bool) -> Iterable[str]:
        """Who was all-in for less and had no share in a pot."""
        eligible = set(won.pots[0].eligible)
        out = [self._name(seat) for seat in self.hands if seat not in eligible]
        if out and not alone:
            yield f"{listing(out)}, all-in, had no share in it."

    def _name(self, seat: SeatNo) -> str:
        return self._names[seat]


def _once(lines: Iterable[str], words: str) -> Iterator[str]:
    """Lines that say these words a single time."""
    said = False
    for line in lines:
        first, found, rest = line.partition(words)
        yield line if not found else (first if said else first + words) + rest.replace(words, "")
        said = said or bool(found)


def _only_winner(pot: PotAwarded) -> SeatNo | None:
    """Who won the whole of a pot alone."""
    winners = _winners(pot)
    return next(iter(winners)) if len(winners) == 1 else None


def _winners(pot: PotAwarded) -> set[SeatNo]:
    return {seat for share in pot.shares for seat, _ in share.winners}


def _all_of(winners: Sequence[SeatNo]) -> str:
    return "Both" if len(winners) == 2 else f"All {number(len(winners))}"


def _label(places: Sequence[int]) -> str:
    """Such as "Main pot", "Side pot", "Main pot and side pot", "Second side pot"."""
    words = ["main pot" if not n else f"{ordinal(n - 1)}side pot" for n in places]
    return capital(listing(words))


def _decided(best: HandValue, beaten: HandValue) -> str:
    """The first rank in which two hands differ."""
    for better, worse in zip(best.reads_as, beaten.reads_as, strict=False):
        if better is not worse:
            return f", by the {better.word} against the {worse.word}"
    return ""
