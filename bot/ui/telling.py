"""What happened on a street, in sentences: the cards' line and the players' story.

Runs of the same act are one sentence, and one bet or raise with its calls is one, so a round
never needs more than a few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.events import (
    Anted,
    Called,
    Checked,
    DealtCommunity,
    DealtUp,
    Event,
    Folded,
    HandEnded,
    Left,
    Opened,
    Paid,
    PotAwarded,
    Raised,
    Returned,
    Shown,
    ToAct,
)
from bot.rules.steps import Deal
from bot.ui.words import listing, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.chips import SeatNo
    from bot.rules.view import StreetView, View

__all__ = ["acts", "cards_closed", "cards_live", "has_letters", "payments"]

NAMED_MAX: Final = 3
"""So many players are named in one sentence; more are counted."""
CLOCK: Final = "clock"
"""Who answers for a player whose time is up."""
EVERYBODY_MIN: Final = 3
"""From so many on, all who remained are "everybody"."""

_NOBODY_BETS: Final = "Nobody can bet any more: the cards are dealt out."
_QUIET = (Anted, DealtUp, DealtCommunity, Paid, Shown, PotAwarded, HandEnded)
"""Told elsewhere: in the cards' line, on the plates, in the result."""
_ALL_CALL: Final = "Everybody calls"


# The players.


def acts(view: View, index: int, names: Sequence[str], *, closed: bool) -> str:
    """The story of a street's betting, "" if there is none to tell."""
    street = view.streets[index]
    told = [event for event in street.events if not isinstance(event, _QUIET)]
    firsts = [event for event in told if isinstance(event, ToAct)]
    done = [event for event in told if not isinstance(event, ToAct)]
    if closed:
        done = [event for event in done if not _is_in_result(view, index, event)]
    if done:
        return " ".join(_sentences(done, names, closed=closed))
    if firsts and not closed:
        return firsts[-1].text(lambda seat: names[seat])
    return _NOBODY_BETS if closed and _runs_out(view, index) else ""


def _is_in_result(view: View, index: int, event: Event) -> bool:
    return view.over and index == len(view.streets) - 1 and isinstance(event, Returned)


def _runs_out(view: View, index: int) -> bool:
    """Whether this is the first street on which nobody could bet."""
    return not _has_betting(view.streets[index]) and (
        index == 0 or _has_betting(view.streets[index - 1])
    )


def _has_betting(street: StreetView) -> bool:
    return any(isinstance(event, ToAct) for event in street.events)


def _sentences(events: Sequence[Event], names: Sequence[str], *, closed: bool) -> Iterable[str]:
    clauses = _clauses(events, names)
    place = 0
    while place < len(clauses):
        clause = clauses[place].told(is_end=closed and place == len(clauses) - 1)
        if place + 1 < len(clauses) and clauses[place].is_raise and clauses[place + 1].is_call:
            place += 1
            calls = clauses[place].told(is_end=closed and place == len(clauses) - 1)
            clause += f"; {'everybody calls' if calls == _ALL_CALL else calls}"
        yield f"{clause}."
        place += 1


@dataclass(slots=True)
class _Clause:
    """A run of one act, or (without a verb) one act as a whole clause."""

    who: list[str]
    verb: str = ""
    is_raise: bool = False

    @property
    def is_call(self) -> bool:
        return self.verb == "call"

    def told(self, *, is_end: bool) -> str:
        """The clause without its full stop; `is_end` if nothing follows on its street."""
        who, verb = self.who, self.verb
        if not verb:
            return who[0]
        if len(who) == 1:
            return f"{who[0]} {verb}s"
        if is_end and len(who) >= EVERYBODY_MIN and verb != "fold":
            return f"Everybody {verb}s"
        if len(who) > NAMED_MAX:
            return f"{who[0]} and {len(who) - 1} others {verb}"
        return f"{listing(who)} {verb}"


def _clauses(events: Sequence[Event], names: Sequence[str]) -> list[_Clause]:
    """The acts in order, runs of the same act as one."""
    clauses: list[_Clause] = []
    before: Event | None = None
    for event in events:
        verb = _verb(event)
        if isinstance(before, Left) and verb == "fold" and before.seat == event.seat:
            clauses[-1].who[0] += " and folds"
        elif verb and clauses and clauses[-1].verb == verb:
            clauses[-1].who.append(_who(event, names))
        elif verb:
            clauses.append(_Clause([_who(event, names)], verb))
        else:
            is_raise = isinstance(event, Opened | Raised)
            clauses.append(_Clause([_clause(event, names)], is_raise=is_raise))
        before = event
    return clauses


def _verb(event: Event) -> str:
    """The plural verb of an act that comes in runs; "" for any other."""
    if event.by is not None:
        return ""
    match event:
        case Called(all_in=False):
            return "call"
        case Checked():
            return "check"
        case Folded():
            return "fold"
        case _:
            return ""


def _clause(event: Event, names: Sequence[str]) -> str:
    """One act as a clause without its full stop."""
    if event.by == CLOCK:
        done = event.text(lambda seat: names[seat]).removeprefix(f"{_who(event, names)} ")
        return f"{_who(event, names)}'s time is up: {done.removesuffix('s.')}"
    match event:
        case Opened(to=to, all_in=all_in):
            return f"{_who(event, names)} opens for {to:,}{_all_in(all_in)}"
        case Raised(to=to, all_in=all_in):
            return f"{_who(event, names)} raises to {to:,}{_all_in(all_in)}"
        case Called(amount=amount, all_in=all_in):
            return f"{_who(event, names)} calls {amount:,}{_all_in(all_in)}"
        case _:
            return event.text(lambda seat: names[seat]).removesuffix(".")


def _all_in(yes: bool) -> str:  # noqa: FBT001 - read at the call as "and is all-in if so"
    return " and is **all-in**" if yes else ""


def _who(event: Event, names: Sequence[str]) -> str:
    assert event.seat is not None, "an act is somebody's"
    return names[event.seat]


# The cards.


def cards_live(view: View, index: int, names: Sequence[str], plates: Iterable[SeatNo]) -> str:
    """The cards' line of the open street.

    What a seat in `plates` paid stands on its plate. Where cards came face down, the single
    card face up is in the seats and is not named again.
    """
    street = view.streets[index]
    down = _dealt_down(view, street)
    parts = [f"{down}, by DM." if down else _dealt_up(street, names), _community(street)]
    shown = set(plates)
    parts += [
        _paid(view, index, paid, names)
        for paid in payments(street)
        if not paid.amount or paid.seat not in shown
    ]
    return " ".join(filter(None, parts))


def cards_closed(view: View, index: int, names: Sequence[str]) -> str:
    """The cards' line of a closed street, each payment behind its card."""
    street = view.streets[index]
    paid = {event.cards[0]: event for event in payments(street)}
    dealt: list[str] = []
    for event in street.events:
        if isinstance(event, DealtUp):
            card = event.cards[0]
            price = _price(view, paid[card]) if card in paid else ""
            dealt.append(f"{_who(event, names)} {card.sign}{price}")
    down = _dealt_down(view, street)
    return " ".join(
        filter(
            None,
            [
                f"{down}." if down else "",
                f"Dealt: {', '.join(dealt)}." if dealt else "",
                _community(street),
            ],
        )
    )


def payments(street: StreetView) -> tuple[Paid, ...]:
    """What was paid for cards on a street, nothing included."""
    return tuple(event for event in street.events if isinstance(event, Paid))


def has_letters(view: View, index: int) -> bool:
    """Whether cards came face down on a street, each by DM."""
    return bool(_dealt_down(view, view.streets[index]))


def _was_all_in(view: View, index: int, paid: Paid) -> bool:
    """Whether the payer had no chips left when the card fell."""
    all_in = False
    for event in (event for street in view.streets[: index + 1] for event in street.events):
        if event is paid:
            break
        if event.seat == paid.seat:
            all_in = getattr(event, "all_in", False) or all_in
            all_in = all_in and not isinstance(event, Returned)
    return all_in


def _price(view: View, paid: Paid) -> str:
    wild = "wild, " if paid.cards[0] in view.variant.wilds else ""
    return f" ({wild}pays {paid.amount:,})" if paid.amount else f" ({wild}pays nothing)"


def _paid(view: View, index: int, paid: Paid, names: Sequence[str]) -> str:
    who, card = _who(paid, names), paid.cards[0].sign
    if paid.amount:
        return f"{who} paid {paid.amount:,} for {card}."
    if _was_all_in(view, index, paid):
        return f"{who} is all-in and pays nothing for {card}."
    return f"{who} pays nothing for {card}: everybody else is all-in."


def _dealt_up(street: StreetView, names: Sequence[str]) -> str:
    up = [event for event in street.events if isinstance(event, DealtUp)]
    dealt = (f"{_who(event, names)} {signed}" for event in up for signed in [event.cards[0].sign])
    return f"Dealt: {', '.join(dealt)}." if up else ""


def _dealt_down(view: View, street: StreetView) -> str:
    """Such as "Two cards face down each", by the game's script; "" if there were none."""
    steps = next(s.steps for s in view.variant.streets if s.key == street.key)
    down = sum(step.down for step in steps if isinstance(step, Deal))
    down -= sum(isinstance(event, DealtCommunity) for event in street.events)
    if down <= 0:
        return ""
    return f"{number(down).capitalize()} {'card' if down == 1 else 'cards'} face down each"


def _community(street: StreetView) -> str:
    turned = [event.cards[0].sign for event in street.events if isinstance(event, DealtCommunity)]
    return f"The deck runs short: {listing(turned)} is everybody's card." if turned else ""
