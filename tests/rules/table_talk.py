"""Hands in table talk: seats, cards and actions as players would say them.

`hand("A 500, B 40", A=". . 7c", B=". . 9h")` seats A and B, A at the dealer's left, and stacks the
deck so that they are dealt these cards. A dot is any card that is neither wild nor a seven, and
so is every card that is not named; a dash at the end says that the seat has folded by then.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

from bot.rules.actions import Check, Illegal
from bot.rules.asks import Ask
from bot.rules.cards import DECK, Card, Rank, parse_cards
from bot.rules.chips import Chips, SeatNo
from bot.rules.events import DealtCommunity, Paid, PotAwarded, Returned, Shown, ToAct
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.record import action_of
from bot.rules.variants import variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.rules.actions import Action
    from bot.rules.events import Event
    from bot.rules.view import View

E = TypeVar("E", bound="Event")
AXE = "deuces-and-jacks"
STUD, WIDOW, DEUCEY, MARIAH = "stud-jack", "widow-jack", "draw-deucey", "black-mariah"
FREE: Mapping[str, object] = {"ante": 0, "pay_wild": 0, "pay_seven": 0}
"""House rules without forced money."""


def hand(stacks: str, house: Mapping[str, object] | None = None, /, **cards: str) -> Talk:
    """A hand of the game with the axe, shuffled as told; a seat is a word and its chips."""
    return hand_of(AXE, stacks, house, **cards)


def hand_of(
    game: str,
    stacks: str,
    house: Mapping[str, object] | None = None,
    /,
    board: str = "",
    **cards: str,
) -> Talk:
    """A hand of any game; after the cards named for the seats come those of the board."""
    seats = [part.split() for part in stacks.split(",")]
    starts = tuple(SeatStart(name=name, stack=Chips(int(chips))) for name, chips in seats)
    variant = variants()[game]
    talk = Talk(Hand(variant, HouseRules.of(variant.options, house or {}), starts))
    talk.hand.shuffle(stacked([cards.get(start.name, "").split() for start in starts], board))
    return talk


def stacked(holdings: list[list[str]], board: str = "") -> tuple[Card, ...]:
    """A deck that deals these holdings, one card at a time clockwise, then the board."""
    named = {Card.parse(word) for words in holdings for word in words if word not in ".-"}
    named |= set(parse_cards(board))
    spare = deque(card for card in _plain_first() if card not in named)
    longest = max(map(len, holdings))
    rows = [
        words[:-1] if words[-1:] == ["-"] else [*words, *"." * 7][:longest] for words in holdings
    ]
    dealt = [
        spare.popleft() if words[n] == "." else Card.parse(words[n])
        for n in range(longest)
        for words in rows
        if n < len(words)
    ]
    return (*dealt, *parse_cards(board), *spare)


def action(words: list[str]) -> Action:
    """The action in "raise 40", "call" or "draw Qd Kh"."""
    if words[0] == "draw":
        return action_of({"do": "draw", "discard": words[1:]})
    return action_of({"do": words[0]} | ({"to": int(words[1])} if len(words) > 1 else {}))


class Talk:
    """A hand, and short words for what happens in it."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.names = [seat.name for seat in hand.seats]

    def play(self, actions: str) -> Talk:
        """Such as "A bet 20, B call, C leave"."""
        for part in actions.split(","):
            name, *words = part.split()
            self.hand.act(self.seat(name), action(words))
        return self

    def deal(self, **cards: str) -> Talk:
        """Shuffle the deck of the next deal, after a wipe-out; folded seats get no cards."""
        live = [name for name in self.names if not self.view().seats[self.seat(name)].folded]
        self.hand.shuffle(stacked([cards.get(name, "").split() for name in live]))
        return self

    def refusal(self, words: str) -> str:
        """Why an action is refused; it has changed nothing."""
        name, *said = words.split()
        before = (self.hand.stacks, self.hand.events, tuple(self.hand.answers), self.legal)
        try:
            self.hand.act(self.seat(name), action(said))
        except Illegal as refused:
            after = (self.hand.stacks, self.hand.events, tuple(self.hand.answers), self.legal)
            assert before == after
            return str(refused)
        raise AssertionError(f"{words} was allowed")

    def cheaply(self, until: str | None = None) -> Talk:
        """Everybody does what costs least without folding, until a street or the hand's end."""
        while isinstance(self.hand.waiting, Ask) and self.hand.street != until:
            self.hand.act(self.ask.seat, action([self.ask.legal[0].do]))
        return self

    def check_street(self) -> Talk:
        """Everybody checks until the street is over."""
        street = self.hand.street
        while not self.hand.over and self.hand.street == street:
            self.hand.act(self.ask.seat, Check())
        return self

    def check_down(self) -> Talk:
        """Everybody checks until the hand is over."""
        while not self.hand.over:
            self.hand.act(self.ask.seat, Check())
        return self

    def seat(self, name: str) -> SeatNo:
        return SeatNo(self.names.index(name))

    @property
    def ask(self) -> Ask[object]:
        assert isinstance(self.hand.waiting, Ask), "nobody is asked"
        return self.hand.waiting

    @property
    def turn(self) -> str | None:
        """Who is asked; None when the hand is over."""
        return None if self.hand.over else self.names[self.ask.seat]

    @property
    def legal(self) -> str:
        """Such as "call 20, raise 40, fold"."""
        if self.hand.over:
            return ""
        return ", ".join(
            " ".join(
                str(part)
                for part in (a.do, a.amount or a.least or a.price or a.cards_max)
                if part is not None
            )
            for a in self.ask.legal
        )

    @property
    def stacks(self) -> dict[str, int]:
        return dict(zip(self.names, self.hand.stacks, strict=True))

    @property
    def pots(self) -> list[tuple[int, str]]:
        """Amount and eligible seats of the pots as they stand."""
        return [(p.amount, self._seats(p.eligible)) for p in self.view().pots]

    @property
    def awards(self) -> list[tuple[int, str, dict[str, int]]]:
        """Amount, eligible seats and winners of the pots that were shared out."""
        return [
            (
                e.amount or 0,
                self._seats(e.eligible),
                {self.names[n]: chips for share in e.shares for n, chips in share.winners},
            )
            for e in self.events(PotAwarded)
        ]

    @property
    def halves(self) -> list[tuple[str, int, dict[str, int]]]:
        """Every share of every pot: its half, amount and winners."""
        return [
            (
                share.half,
                share.amount,
                {self.names[seat]: chips for seat, chips in share.winners if chips},
            )
            for award in self.events(PotAwarded)
            for share in award.shares
        ]

    @property
    def payments(self) -> list[tuple[str, str, int]]:
        """Who paid for which card, and how much."""
        return [
            (self.names[e.seat], str(e.cards[0]), e.amount or 0)
            for e in self.events(Paid)
            if e.seat is not None
        ]

    @property
    def returned(self) -> list[tuple[str, int]]:
        return [
            (self.names[e.seat], e.amount or 0) for e in self.events(Returned) if e.seat is not None
        ]

    @property
    def opener(self) -> str:
        """Who has the highest hand showing on this street."""
        return self.names[self.events(ToAct)[-1].because_of]

    @property
    def shown(self) -> str:
        return self._seats(e.seat for e in self.events(Shown) if e.seat is not None)

    @property
    def community(self) -> list[str]:
        return [str(card) for e in self.events(DealtCommunity) for card in e.cards]

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.hand.events if isinstance(event, kind)]

    def view(self, name: str | None = None) -> View:
        return self.hand.view(None if name is None else self.seat(name))

    def _seats(self, seats: Iterable[SeatNo]) -> str:
        return "".join(self.names[seat] for seat in sorted(seats))


def _plain_first() -> list[Card]:
    """The deck, cards that cost nothing first, the low ones before the high."""
    wilds = variants()[AXE].wilds
    return sorted(DECK, key=lambda card: (card in wilds or card.rank is Rank.SEVEN, card.index))
