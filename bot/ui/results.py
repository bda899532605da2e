"""How a hand ended: who won which pot, why, and with which cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from bot.rules.events import Anted, PotAwarded, Returned, Shown
from bot.rules.house import ODD_CHIP, OddChip
from bot.rules.ranking import Category
from bot.ui.names import names_of, plate_name
from bot.ui.parts import ADD, RESULT, Buttons, divider, message, row, text
from bot.ui.words import capital, five_cards, listing, number, ordinal, with_article

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord import ui

    from bot.rules.chips import SeatNo
    from bot.rules.events import ShareResult
    from bot.rules.ranking import HandValue
    from bot.rules.view import View
    from bot.table.scene import Scene

__all__ = ["next_hand", "result"]

UNCONTESTED: Final = "uncontested"
CHARACTERS_MAX: Final = 3_700
"""Of heading, pots and hands; Discord's limit for the whole message is 4,000."""
POTS_TOLD: Final = 3
"""So many pots are told in full where there is not room for all."""


def result(scene: Scene) -> ui.LayoutView:
    """The hand's result: after a showdown, or when everybody else folded."""
    assert scene.hand is not None, "a result is a hand's"
    view = scene.hand.view(None)
    telling = _Telling(view, names_of([seat.name for seat in view.seats]).shorts)
    heading = f"### {telling.heading()}"
    about = f"{scene.variant.short_title}, hand {scene.hand.number:,}"
    make = Buttons.of(scene)
    history = Buttons.of(scene, hand=True)("This hand", "history")
    ending = (
        text(next_hand(scene)),
        row(make("Deal now", "deal", ADD), make("Sit out", "sitout"), history),
    )
    if not telling.hands:
        street = view.streets[-1].title.lower()
        about += f" · {street}, everybody else folded"
        back = telling.returned("The last bet")
        told = f"{back} No cards are shown." if back else "No cards are shown."
        return message(RESULT, text(heading, f"-# {about}", told), *ending)
    return message(
        RESULT,
        text(heading, f"-# {about} · pot {telling.total:,}"),
        *telling.body(heading + about),
        *ending,
    )


def next_hand(scene: Scene) -> str:
    """When the next hand comes and who deals it, or what it waits for."""
    if scene.next_deal is None:
        if scene.ready < scene.variant.seats.least:
            which = "a second player" if scene.ready == 1 else "players"
            return f"Waiting for {which} with chips: /table join."
        return "The next hand waits for Deal now."
    deals = f": {_dealer(scene)} deals" if scene.next_dealer else ""
    return f"Next hand <t:{scene.next_deal}:R>{deals}."


def _dealer(scene: Scene) -> str:
    assert scene.next_dealer is not None, "asked only if somebody deals"
    names = names_of([chair.name for chair in scene.chairs])
    for chair, short in zip(scene.chairs, names.shorts, strict=True):
        if chair.name == scene.next_dealer:
            return short
    return plate_name(scene.next_dealer)


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


class _Telling:
    """The sentences of one result."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        events = view.outcome
        self.hands = {
            e.seat: e.value for e in events if isinstance(e, Shown) and e.seat is not None
        }
        self.awarded = [event for event in events if isinstance(event, PotAwarded)]
        self.total = sum(pot.amount or 0 for pot in self.awarded)

    def heading(self) -> str:
        """Such as "Ann wins 833, Cleo 232": chips taken from pots, most first."""
        won: dict[SeatNo, int] = {}
        for pot in self.awarded:
            for share in pot.shares:
                for seat, chips in share.winners:
                    won[seat] = won.get(seat, 0) + chips
        ranked = sorted(won.items(), key=lambda pair: (-pair[1], pair[0]))
        (first, most), *rest = ranked
        others = [f"{self.names[seat]} {chips:,}" for seat, chips in rest]
        return ", ".join([f"{self.names[first]} wins {most:,}", *others])

    def returned(self, whose: str = "") -> str:
        """The bet that nobody called, if one went back in the last round."""
        events = self.view.streets[-1].events
        for before, event in pairwise(events):
            if isinstance(event, Returned) and not isinstance(before, Anted):
                bet = whose or f"{self._name(event.seat)}'s last bet"
                return f"{bet} of {event.amount:,} was not called and goes back."
        return ""

    def body(self, above: str) -> tuple[ui.Item[ui.LayoutView], ...]:
        """Pots and hands; what matters least is left out if `above` leaves too little room."""
        pots, hands = [*self._pots(), self.returned()], list(self._shown())
        room = CHARACTERS_MAX - len(above)
        if _size(pots, hands) > room:
            hands = list(self._shown(winners_only=True))
        if _size(pots, hands) > room:
            pots = [*self._pots(most=POTS_TOLD), self.returned()]
        return text(*pots), divider(), text(*hands)

    def _pots(self, most: int | None = None) -> list[str]:
        """A line for each pot; those after the first `most` have one line together."""
        groups = self._groups()
        lines = [self._pot(won, groups[:n], alone=len(groups) == 1) for n, won in enumerate(groups)]
        rest = groups[most:] if most else []
        if len(rest) < 2:
            return lines
        amount = sum(won.amount for won in rest)
        return [*lines[:most], f"{capital(number(len(rest)))} more pots, {amount:,}: in This hand."]

    def _shown(self, *, winners_only: bool = False) -> Iterable[str]:
        """A line for each hand that was shown, clockwise from the dealer's left."""
        winners = {seat for pot in self.awarded for seat in _winners(pot)}
        for seat, value in self.hands.items():
            cards = f": {five_cards(value, self.view)}"
            left_out = winners_only and seat not in winners
            yield f"-# **{self.names[seat]}** {value.phrase}{'' if left_out else cards}"

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
        shares = won.pots[0].shares
        told = [self._share(won, share, label, before) for share in shares]
        return " ".join([*told, *self._absent(won, alone=alone)])

    def _share(self, won: _Won, share: ShareResult, label: str, before: Sequence[_Won]) -> str:
        """One share of a pot: "**Main pot 465: Ann and Cleo split.** Both have …"."""
        amount = won.amount if len(won.pots[0].shares) == 1 else share.amount
        half = f"{label}, {share.half} half" if len(won.pots[0].shares) > 1 else label
        winners = [seat for seat, _ in share.winners]
        names = listing([self._name(seat) for seat in winners])
        if len(winners) > 1:
            said = any(set(winners) <= _winners(pot) for group in before for pot in group.pots)
            why = "" if said else f"{self._split(winners)} "
            return f"**{half} {amount:,}: {names} split.** {why}{self._chips(share)}"
        if all(part.half == UNCONTESTED for pot in won.pots for part in pot.shares):
            return f"**{half} {amount:,}: {names},** nobody else was in it."
        said = any(winners[0] in _winners(pot) for group in before for pot in group.pots)
        return f"**{half} {amount:,}: {names},** {self._why(winners[0], won, said=said)}."

    def _split(self, winners: Sequence[SeatNo]) -> str:
        values = [self.hands[seat] for seat in winners]
        both = "Both" if len(winners) == 2 else f"All {number(len(winners))}"
        why = f"{both} have {with_article(values[0])}"
        if len({value.reads_as for value in values}) > 1:
            # They read differently and are equal all the same: a ruling made them so.
            such = "pairs" if values[0].category is Category.NATURAL_SEVENS else "hands"
            why += f", and by the rule announced for this hand two such {such} are equal"
        return f"{why}."

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
        if self.view.house[ODD_CHIP] == OddChip.CLOCKWISE:
            return "first left of the dealer"
        return "highest card, by suit"

    def _why(self, winner: SeatNo, won: _Won, *, said: bool) -> str:
        """The winning hand against the next best: "three kings over Finn's pair of aces"."""
        best = self.hands[winner]
        beaten = [seat for seat in won.eligible if seat != winner and seat in self.hands]
        if not beaten:
            return best.phrase
        next_best = max(beaten, key=lambda seat: self.hands[seat].rank)
        value = self.hands[next_best]
        other = f"over {self._name(next_best)}'s"
        if value.phrase != best.phrase:
            return f"{other} {value.phrase}" if said else f"{best.phrase} {other} {value.phrase}"
        return f"{best.phrase} {other}{_between(best, value)}"

    def _absent(self, won: _Won, *, alone: bool) -> Iterable[str]:
        """Who was all-in for less and had no share in a pot."""
        eligible = set(won.pots[0].eligible)
        out = [self._name(seat) for seat in self.hands if seat not in eligible]
        if out and not alone:
            yield f"{listing(out)}, all-in, had no share in it."

    def _name(self, seat: SeatNo | None) -> str:
        assert seat is not None, "a winner has a seat"
        return self.names[seat]


def _only_winner(pot: PotAwarded) -> SeatNo | None:
    """Who won a pot that has one share and one winner."""
    if len(pot.shares) == 1 and len(pot.shares[0].winners) == 1:
        return pot.shares[0].winners[0][0]
    return None


def _winners(pot: PotAwarded) -> set[SeatNo]:
    return {seat for share in pot.shares for seat, _ in share.winners}


def _label(places: Sequence[int]) -> str:
    """Such as "Main pot", "Side pot", "Main pot and side pot", "Second side pot"."""
    words = ["main pot" if not n else f"{ordinal(n - 1)}side pot" for n in places]
    return capital(listing(words))


def _size(*texts: Iterable[str]) -> int:
    return sum(len(line) + 1 for lines in texts for line in lines)


def _between(best: HandValue, beaten: HandValue) -> str:
    """What decided between two hands of the same name."""
    if best.category is Category.NATURAL_SEVENS:
        return ", by the rule announced for this hand"
    pairs = zip(best.reads_as, beaten.reads_as, strict=False)
    for better, worse in pairs:
        if better is not worse:
            return f", by the {better.word} against the {worse.word}"
    return ""
