"""One hand: a script and the answers to it.

*The answers are the hand.* The script is a generator that deals, and yields a question wherever
it needs somebody; this class drives it. Replaying the same answers from the same start brings
back everything else: felt, events, views, result. That is how a hand survives a restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from bot.rules.actions import Illegal, Leave
from bot.rules.asks import Ask, Look, Shuffle
from bot.rules.dealer import Dealer, Redeal, Uncontested
from bot.rules.events import HandEnded, Left
from bot.rules.shares import award_all
from bot.rules.view import build_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.actions import Action
    from bot.rules.asks import Question, Script
    from bot.rules.cards import Card
    from bot.rules.chips import Chips, SeatNo
    from bot.rules.dealer import Posts
    from bot.rules.events import Event
    from bot.rules.house import HouseRules
    from bot.rules.variant import Variant
    from bot.rules.view import View

__all__ = ["Hand", "SeatStart"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStart:
    """A seat as the hand begins."""

    name: str
    stack: Chips


class Hand:
    """A hand in play. It holds every card: hand out views and events, never the hand itself.

    Raises: Illegal when made with too few or too many seats, or a seat without chips.
    """

    def __init__(
        self,
        variant: Variant,
        house: HouseRules,
        seats: tuple[SeatStart, ...],
        *,
        posts: Posts | None = None,
    ) -> None:
        bounds = variant.seats
        if not bounds.least <= len(seats) <= bounds.most:
            raise Illegal(f"{variant.title} takes {bounds.least} to {bounds.most} players.")
        if any(seat.stack <= 0 for seat in seats):
            raise Illegal("Every player dealt in has chips.")
        self.variant = variant
        self.house = house
        self.seats = seats
        self.answers: list[tuple[SeatNo, Action]] = []
        """Every answer and every leave, in order."""
        self.by: dict[int, str] = {}
        """Who answered in a player's place, by index of the answer: "clock"."""
        self.decks: list[tuple[Card, ...]] = []
        """Every shuffle, in order."""
        self.unseen: list[frozenset[Card]] = []
        """By shuffle, cards that stand in for some that a record does not show; usually none."""
        self.question = 0
        """The number of the open question; goes up whenever another question is asked."""
        self._chips = sum(seat.stack for seat in seats)
        self._names = tuple(seat.name for seat in seats)
        self._dealer = Dealer(variant, house, [seat.stack for seat in seats], posts)
        self._views: dict[SeatNo | None, View] = {}
        """What each viewer may see until the next answer; a table is drawn far more often."""
        self._script = _script(self._dealer)
        self._waiting: Question | None = None
        self._go_on(lambda: next(self._script))

    # What is so.

    @property
    def waiting(self) -> Question | None:
        """The open question: to a seat, or to nature for a shuffle; None when the hand is over."""
        return self._waiting

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self._waiting is None

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """By seat; while the hand goes on, without what is in the middle."""
        return tuple(self._dealer.stacks)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order, private events too."""
        return tuple(self._dealer.events)

    @property
    def street(self) -> str | None:
        """The key of the present street."""
        return self._dealer.street.key if self._dealer.street else None

    @property
    def deal(self) -> int:
        """Which deal this is: 1, and one more after each new shuffle of a whole deck."""
        return self._dealer.deal

    @property
    def posts(self) -> Posts:
        """Who posts the blinds, in a game that has any."""
        return self._dealer.posts

    def view(self, viewer: SeatNo | None) -> View:
        """What a seat, or for None the channel, may see."""
        if viewer not in self._views:
            ask = self._waiting if isinstance(self._waiting, Ask) else None
            self._views[viewer] = build_view(self._dealer, self._names, viewer, ask, self.question)
        return self._views[viewer]

    def has_left(self, seat: SeatNo) -> bool:
        """Whether the seat's player has got up."""
        return seat in self._dealer.left

    # What may be done.

    def check(self, seat: SeatNo, action: Action) -> None:
        """Whether this seat may do this now; changes nothing. Raises: Illegal, saying why not."""
        if self.over:
            raise Illegal("This hand is over.")
        if seat not in self._dealer.seats:
            raise Illegal("Nobody was dealt in at that seat.")
        # Before a leave too: a record does not tell on which side of a shuffle an answer came.
        if not isinstance(self._waiting, Ask):
            raise Illegal("The cards are being shuffled.")
        if isinstance(action, Leave):
            if self.has_left(seat):
                raise Illegal("This player has left already.")
            return
        if seat != self._waiting.seat:
            raise Illegal(f"It is {self._names[self._waiting.seat]}'s turn.")
        self._waiting.check(action)

    def act(self, seat: SeatNo, action: Action, *, by: str | None = None) -> tuple[Event, ...]:
        """Do what `check` allowed; what happened, up to the next question.

        `by` says who answered in the player's place; it changes nothing but the telling.
        Raises: Illegal as `check` does; then nothing has changed.
        """
        self.check(seat, action)
        self._views.clear()
        if by is not None:
            self.by[len(self.answers)] = by
        self._dealer.by = by
        self.answers.append((seat, action))
        told = len(self._dealer.events)
        if isinstance(action, Leave):
            self._leave(seat)
        else:
            self._go_on(lambda: self._script.send(action))
        return tuple(self._dealer.events[told:])

    def shuffle(
        self, order: tuple[Card, ...], *, unseen: frozenset[Card] = frozenset()
    ) -> tuple[Event, ...]:
        """Nature's answer to an open shuffle. Raises: Illegal if cards are missing or doubled."""
        assert isinstance(self._waiting, Shuffle), "nature answers when it is asked"
        order = self._waiting.check(order)
        self._views.clear()
        self.decks.append(order)
        self.unseen.append(unseen)
        told = len(self._dealer.events)
        self._go_on(lambda: self._script.send(order))
        return tuple(self._dealer.events[told:])

    def _leave(self, seat: SeatNo) -> None:
        """Fold the seat at once unless it is all-in or out already. Source: ruling G25."""
        dealer = self._dealer
        dealer.left.add(seat)
        dealer.tell(Left(seat=seat))
        if seat in dealer.with_chips:
            try:
                dealer.fold(seat)
            except Uncontested as won:
                self._go_on(lambda won=won: self._script.throw(won))  # type: ignore[misc]
                return
        if isinstance(self._waiting, Ask):
            self._go_on(lambda: self._script.send(Look.AGAIN), answered=False)

    def _go_on(self, resume: Callable[[], Question], *, answered: bool = True) -> None:
        """Run the script to its next question; answer by default for seats that have left.

        The next question has a number of its own, however like an answered one it is: on two
        streets running a seat may be asked the very same. Only if nobody `answered`, because
        another seat was left, can it be the same question still.
        """
        try:
            asked = resume()
            while isinstance(asked, Ask) and asked.seat in self._dealer.left:
                asked = self._script.send(asked.default)
        except StopIteration:
            self._waiting = None
            self.question += 1
            assert sum(self._dealer.stacks) == self._chips, "chips were lost or made"
            return
        match asked:
            case Ask() | Shuffle():
                if answered or asked != self._waiting:
                    self._waiting = asked
                    self.question += 1
            case _:
                assert_never(asked)
        in_play = sum(self._dealer.stacks) + self._dealer.pot
        assert in_play == self._chips, "chips were lost or made"


def _script(dealer: Dealer) -> Script[None]:
    """The whole hand, from the shuffle to the last chip pushed."""
    try:
        while not (yield from _deal(dealer)):
            dealer.gather()
    except Uncontested:
        dealer.close_round()
    award_all(dealer)
    dealer.tell(HandEnded(stacks=tuple(dealer.stacks)))


def _deal(dealer: Dealer) -> Script[bool]:
    """One deal, street by street; whether it came to its end.

    Nothing bounds how often a deal is wiped out: each deal comes to an end more often than not
    within a few, and no chips are needed for the next (ruling W9).
    """
    yield from dealer.shuffle()
    try:
        for street in dealer.variant.streets:
            dealer.open_street(street)
            for step in street.steps:
                yield from step.play(dealer)
    except Redeal:
        return False
    return True
