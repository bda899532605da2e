"""Cards that a record does not show its reader, written "??".

An exported hand leaves out what its reader never saw: cards that stayed face down until they were
folded or thrown away, and those that were not dealt. Replaying needs some card in each such place,
so one is *guessed*: any that is not named elsewhere in the deck. What happens must never hang on a
guess. It cannot, unless the card is turned face up, and that is refused; except that another
shuffle in the same deal may name a card which the guess had given to somebody. Then the two cards
change places in the guess, and the replay starts again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.asks import Shuffle
from bot.rules.cards import DECK
from bot.rules.events import Discarded, Reshuffled, WipedOut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.cards import Card
    from bot.rules.chips import SeatNo
    from bot.rules.hand import Hand

__all__ = ["UNSEEN", "BadGuess", "Dealing", "Unseen"]

UNSEEN: Final = "??"


class BadGuess(Exception):
    """A guess that cannot stand; the sentence says why, `better` is another if there is one."""

    def __init__(
        self, sentence: str, *, deck: int = 0, better: tuple[Card, ...] | None = None
    ) -> None:
        super().__init__(sentence)
        self.deck = deck
        self.better = better


@dataclass(frozen=True, slots=True)
class Unseen:
    """Which cards of a replayed hand are guesses, event by event."""

    by_event: tuple[frozenset[Card], ...]
    thrown: dict[SeatNo, frozenset[Card]]
    """By seat, the guesses among what it threw away in a draw."""

    @classmethod
    def of(cls, hand: Hand) -> Unseen:
        """Follow the events from shuffle to shuffle."""
        if not any(hand.unseen):
            return cls((), {})
        shuffles = iter(zip(hand.decks, hand.unseen, strict=True))
        _, now = next(shuffles)
        by_event: list[frozenset[Card]] = []
        thrown: dict[SeatNo, frozenset[Card]] = {}
        for event in hand.events:
            by_event.append(now)
            if isinstance(event, Discarded) and event.seat is not None:
                thrown[event.seat] = now & frozenset(event.cards)
            elif isinstance(event, WipedOut | Reshuffled):
                deck, unseen = next(shuffles, ((), frozenset()))
                kept = now if isinstance(event, Reshuffled) else frozenset()
                now = kept - frozenset(deck) | unseen
        return cls(tuple(by_event), thrown)

    def at(self, index: int) -> frozenset[Card]:
        """The guesses on the table when an event happened."""
        return self.by_event[index] if self.by_event else frozenset()

    def hide(self, index: int, sentence: str, cards: Sequence[Card]) -> str:
        """An event's sentence, without the names of guesses."""
        for card in cards:
            if card in self.at(index):
                sentence = sentence.replace(card.sign, UNSEEN)
        return sentence


class Dealing:
    """Answers for nature while a record is replayed."""

    def __init__(
        self,
        decks: Sequence[tuple[Card, ...]],
        unseen: Sequence[frozenset[int]],
        order_of: Callable[[tuple[Card, ...]], tuple[Card, ...]],
    ) -> None:
        self._decks = decks
        self._places = unseen
        self._order_of = order_of
        self._guesses: frozenset[Card] = frozenset()
        """On the table now."""
        self._whole = 0
        """The number of the deck that this deal began with."""
        self._looked_at = 0

    def go_on(self, hand: Hand) -> None:
        """Shuffle if nature is asked, until it is not. Raises: BadGuess."""
        self._look(hand)
        while isinstance(hand.waiting, Shuffle):
            self._shuffle(hand, hand.waiting.cards)
            self._look(hand)

    def guessed(self, hand: Hand, seat: SeatNo, count: int) -> tuple[Card, ...]:
        """So many guesses out of a seat's cards, for a draw that does not tell which.

        Raises: BadGuess if the seat has not so many.
        """
        if not count:
            return ()
        held = hand.view(seat).seats[seat].down
        found = [card for card in held if card is not None and card in self._guesses]
        if len(found) < count:
            raise BadGuess(f"{hand.seats[seat].name} has not {count} cards that are not shown.")
        return tuple(found[:count])

    def _shuffle(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        number = len(hand.decks)
        guesses: frozenset[Card] = frozenset()
        if number >= len(self._decks):
            order = self._order_of(cards)
        else:
            order, guesses = self._named(number, cards)
        if len(cards) == len(DECK):
            self._whole, self._guesses = number, frozenset()
        self._guesses = self._guesses - frozenset(cards) | guesses
        hand.shuffle(order, unseen=guesses)

    def _named(
        self, number: int, cards: tuple[Card, ...]
    ) -> tuple[tuple[Card, ...], frozenset[Card]]:
        """The cards in the order of a deck: those named there, and guesses in other places."""
        deck = self._decks[number]
        places = self._places[number] if number < len(self._places) else frozenset()
        if not places and not self._guesses:
            return tuple(card for card in deck if card in cards), frozenset()
        written = len(deck) if not places else 1 + max(places)
        named = [card for place, card in enumerate(deck[:written]) if place not in places]
        if len(cards) < len(DECK):
            self._suit_the_deal(named, cards)
        if len(cards) == len(DECK):
            return deck, frozenset(deck[place] for place in places)
        others = iter([card for card in cards if card not in named])
        order: list[Card] = []
        guesses: set[Card] = set()
        for place, card in enumerate(deck[:written]):
            if place in places:
                guess = next(others, None)
                if guess is not None:
                    guesses.add(guess)
                    order.append(guess)
            elif card in cards:
                order.append(card)
        return (*order, *others), frozenset(guesses)

    def _suit_the_deal(self, named: Sequence[Card], cards: tuple[Card, ...]) -> None:
        """Raises: BadGuess if a card named now was given away as a guess before."""
        for card in named:
            if card in cards or card not in self._guesses:
                continue
            free = next((c for c in cards if c in self._guesses and c not in named), None)
            if free is None:
                raise BadGuess(f"{card} is named in a deck, but cannot be there.")
            deck = self._decks[self._whole]
            swap = {card: free, free: card}
            better = tuple(swap.get(c, c) for c in deck)
            raise BadGuess("another guess", deck=self._whole, better=better)

    def _look(self, hand: Hand) -> None:
        """Raises: BadGuess if a guess lies face up."""
        if self._guesses:
            for event in hand.events[self._looked_at :]:
                if event.audience is None and self._guesses.intersection(event.cards):
                    raise BadGuess(
                        "A card that the record does not show is turned up: its rank is needed."
                    )
        self._looked_at = len(hand.events)
