"""What the players did on a street, in sentences.

Runs of the same act are one sentence, and one bet or raise with its calls is one, so a round
never needs more than a few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.asks import BetAsk
from bot.rules.events import (
    Anted,
    BlindPosted,
    BroughtIn,
    Called,
    Checked,
    DealtCommunity,
    DealtUp,
    Drew,
    Event,
    Folded,
    HandEnded,
    Left,
    Opened,
    Paid,
    PotAwarded,
    Raised,
    Reshuffled,
    Returned,
    Shown,
    ToAct,
    TookDown,
    WipedOut,
)
from bot.ui.choices import CLOCK, NAMED_MAX, chosen, goes_round
from bot.ui.streets import bet_size, wipe_out
from bot.ui.words import listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.view import StreetView, View

__all__ = ["acts"]

EVERYBODY_MIN: Final = 3
"""From so many on, all who remained are "everybody"."""

_NOBODY_BETS: Final = "Nobody can bet any more: the cards are dealt out."
_QUIET = (
    Anted,
    BlindPosted,
    DealtUp,
    DealtCommunity,
    Paid,
    TookDown,
    Drew,
    Reshuffled,
    WipedOut,
    Shown,
    PotAwarded,
    HandEnded,
)
"""Told elsewhere: in the cards' line, on the plates, among the choices, in the result."""
_ALL_CALL: Final = "Everybody calls"


def acts(view: View, index: int, names: Sequence[str], *, closed: bool) -> str:
    """The story of a street: what was chosen, then the betting; "" if there is none to tell."""
    street = view.streets[index]
    told = [event for event in street.events if not isinstance(event, _QUIET)]
    firsts = [event for event in told if isinstance(event, ToAct)]
    done = [event for event in told if not isinstance(event, ToAct)]
    if closed:
        done = [event for event in done if not _is_in_result(view, index, event)]
    story = list(chosen(street, names))
    if done:
        story += _sentences(done, names, closed=closed)
    elif firsts and not closed:
        story += [_blinds(street, names), _first(view, firsts[-1], names)]
    elif closed and _runs_out(view, index):
        story.append(_NOBODY_BETS)
    if not story and not closed:
        story.append(goes_round(view))
    if closed and wipe_out(view, index) is not None:
        story.append("The deal is wiped out.")
    return " ".join(filter(None, story))


def _first(view: View, event: ToAct, names: Sequence[str]) -> str:
    """Why somebody begins; if it is not a free choice, what has to be done."""
    said = event.text(lambda seat: names[seat])
    if not isinstance(view.waiting, BetAsk) or view.waiting.bring_in is None:
        return said
    if event.seat == event.because_of:
        return f"{said.removesuffix('.').removesuffix(' showing')} and brings it in."
    return said.replace(" acts first.", " brings it in.")


def _blinds(street: StreetView, names: Sequence[str]) -> str:
    """Such as "Ann posts the small blind, 10; Ben the big blind, 20."."""
    blinds = [event for event in street.events if isinstance(event, BlindPosted)]
    said = [f"the {e.which} blind, {e.amount:,}{_all_in(e.all_in)}" for e in blinds]
    told = [
        f"{_who(event, names)} posts {words}" for event, words in zip(blinds, said, strict=True)
    ]
    return f"{'; '.join(told)}." if told else ""


def _is_in_result(view: View, index: int, event: Event) -> bool:
    return view.over and index == len(view.streets) - 1 and isinstance(event, Returned)


def _runs_out(view: View, index: int) -> bool:
    """Whether this is the first street of a deal on which nobody could bet."""
    street = view.streets[index]
    if _had_betting(street) or bet_size(view, street) is None or wipe_out(view, index):
        return False
    earlier = [
        s for s in view.streets[:index] if s.deal == street.deal and bet_size(view, s) is not None
    ]
    return not earlier or _had_betting(earlier[-1])


def _had_betting(street: StreetView) -> bool:
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
            is_raise = isinstance(event, BroughtIn | Opened | Raised)
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
        return f"{_who(event, names)}'s time is up: {_by_clock(event, names)}"
    match event:
        case BroughtIn(amount=amount, all_in=all_in):
            return f"{_who(event, names)} brings in {amount:,}{_all_in(all_in)}"
        case Opened(to=to, all_in=all_in):
            return f"{_who(event, names)} opens for {to:,}{_all_in(all_in)}"
        case Raised(to=to, all_in=all_in, completes=completes):
            verb = "completes" if completes else "raises"
            return f"{_who(event, names)} {verb} to {to:,}{_all_in(all_in)}"
        case Called(amount=amount, all_in=all_in):
            return f"{_who(event, names)} calls {amount:,}{_all_in(all_in)}"
        case _:
            return event.text(lambda seat: names[seat]).removesuffix(".")


def _by_clock(event: Event, names: Sequence[str]) -> str:
    """What the clock answered: "check", "bring in 10"."""
    if isinstance(event, BroughtIn):
        return f"bring in {event.amount:,}{_all_in(event.all_in)}"
    done = event.text(lambda seat: names[seat]).removeprefix(f"{_who(event, names)} ")
    return done.removesuffix("s.")


def _all_in(yes: bool) -> str:  # noqa: FBT001 - read at the call as "and is all-in if so"
    return " and is **all-in**" if yes else ""


def _who(event: Event, names: Sequence[str]) -> str:
    assert event.seat is not None, "an act is somebody's"
    return names[event.seat]
