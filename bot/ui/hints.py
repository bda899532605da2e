"""What a holding is up against: what beats it on the table, and exact counts of unseen cards.

All of it follows from one player's own view. It says what is so, never what to do, and never how
likely another's hidden cards are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import DECK, Rank, Suit
from bot.rules.ranking import Category, NaturalPairTie, low_of, total_of
from bot.rules.shares import BlackjackHalf, LowHalf, SpadeHalf
from bot.rules.steps import ChangeCards, Deal, SeventhCard
from bot.ui.words import an, listing, number, one_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card
    from bot.rules.view import SeatView, View

__all__ = ["hints"]

NAMED_MAX: Final = 3
"""So many hands that beat one's own are named; more are counted."""
SAFE_RANKS_MAX: Final = 2
"""Up to so many ranks are named as the only ones that do not bust."""


def hints(view: View, names: Sequence[str]) -> list[str]:
    """Sentences for the view's own seat, the most telling first; none once the hand is over."""
    if view.viewer is None or view.over or view.reading is None:
        return []
    mine = view.seats[view.viewer]
    found = (
        *_natural_pair(view, mine, names),
        *_blackjack(view, mine),
        *_low(view, mine),
        *_spade(view, mine),
        *_on_the_table(view, mine, names),
    )
    return list(found)


def _natural_pair(view: View, mine: SeatView, names: Sequence[str]) -> Iterator[str]:
    """How far a pair that beats everything is, or what may match it."""
    rank = view.variant.ranking(view.house).natural_pair
    if rank is None:
        return
    held = _of_rank((*_down(mine), *mine.up, *view.community), rank)
    unseen = _unseen(view, mine)
    left = _of_rank(unseen, rank)
    if held >= 2:
        yield _matched(view, mine, rank, names)
    elif held == 1 and left and _to_come(view, mine):
        are = "is" if left == 1 else "are"
        yield (
            f"One more {rank.word} makes the best hand there is: {left} {are} among the "
            f"{len(unseen)} cards you cannot see."
        )


def _matched(view: View, mine: SeatView, rank: Rank, names: Sequence[str]) -> str:
    """What another pair of the same rank would do, if one can still be."""
    left = _of_rank(_unseen(view, mine), rank)
    shown = {names[s.seat]: _of_rank((*s.up, *view.community), rank) for s in _others(view, mine)}
    if all(count + left < 2 for count in shown.values()):
        return "Nothing beats it, and nobody can match it."
    who = {count: [name for name in shown if shown[name] == count] for count in (1, 2)}
    told = [
        f"{listing(found)} {'shows' if len(found) == 1 else 'show'} {number(count)}"
        for count, found in who.items()
        if found
    ]
    shows = f": {listing(told)}" if told else ""
    if view.variant.ranking(view.house).natural_pair_tie is NaturalPairTie.SPLIT:
        return (
            f"Nothing beats it. It is split if somebody else has two natural {rank.plural}{shows}."
        )
    return f"Only two other natural {rank.plural} can beat it{shows}."


def _blackjack(view: View, mine: SeatView) -> Iterator[str]:
    """What a third card in the hole does to the total, while it is yet to be chosen."""
    scored = any(isinstance(share, BlackjackHalf) for share in view.variant.shares)
    if not scored or not _has_step(view, SeventhCard) or not _to_come(view, mine):
        return
    unseen, down = _unseen(view, mine), _down(mine)
    safe = [card for card in unseen if not total_of((*down, card)).bust]
    ranks = sorted({card.rank for card in safe})
    if len(safe) == len(unseen):
        yield "A third card face down cannot bust you."
    elif not safe:
        yield "A third card face down busts you, whatever it is."
    elif len(ranks) <= SAFE_RANKS_MAX:
        kinds = one_of([an(rank.word) for rank in ranks])
        counts = listing([_counted(_of_rank(safe, rank), rank) for rank in ranks])
        yield (
            f"A third card face down busts you unless it is {kinds}: {counts} among the "
            f"{len(unseen)} cards you cannot see."
        )
    else:
        busts = len(unseen) - len(safe)
        yield (
            f"A third card face down busts you with {busts} of the {len(unseen)} cards you "
            "cannot see."
        )


def _low(view: View, mine: SeatView) -> Iterator[str]:
    """How many cards would make a low, before the draw."""
    scored = any(isinstance(share, LowHalf) for share in view.variant.shares)
    most = max((step.most for step in _all(view) if isinstance(step, ChangeCards)), default=0)
    if not scored or mine.drew is not None:
        return
    down, unseen = _down(mine), _unseen(view, mine)
    kept = _for_a_low(down)
    out = [card for card in down if card not in kept]
    if not 1 <= len(out) <= most:
        return
    without = listing([card.sign for card in out])
    if len(out) == 1:
        count = sum(low_of((*kept, card)) is not None for card in unseen)
        yield (
            f"Without {without} a low is one card away: {count} of the {len(unseen)} cards you "
            "cannot see make it."
        )
    else:
        ranks = {card.rank for card in kept}
        count = sum(c.rank <= Rank.JACK and c.rank not in ranks for c in unseen)
        yield (
            f"Without {without} a low takes {number(len(out))} more ranks, jack or lower: "
            f"{count} such cards are among the {len(unseen)} you cannot see."
        )


def _for_a_low(cards: Sequence[Card]) -> list[Card]:
    """The cards that a low can be built on: each rank once, jack or lower."""
    kept: dict[Rank, Card] = {}
    for card in cards:
        if card.rank <= Rank.JACK:
            kept.setdefault(card.rank, card)
    return list(kept.values())


def _spade(view: View, mine: SeatView) -> Iterator[str]:
    """Which spades in another's hole would beat one's own."""
    scored = any(isinstance(share, SpadeHalf) for share in view.variant.shares)
    held = [card for card in _down(mine) if card.suit is Suit.SPADES]
    if not scored or not held:
        return
    higher = [c for c in _unseen(view, mine) if c.suit is Suit.SPADES and c > max(held)]
    if not higher:
        yield "No spade can beat yours."
    elif len(higher) <= NAMED_MAX:
        ranks = one_of([card.rank.word for card in reversed(higher)])
        yield f"Only the {ranks} of spades in another hole beats your spade."
    else:
        yield f"{len(higher)} spades that you cannot see are higher than yours."


def _on_the_table(view: View, mine: SeatView, names: Sequence[str]) -> Iterator[str]:
    """Whose cards face up beat all of one's own, once they can be more than a single card."""
    assert view.reading is not None, "asked of somebody with cards"
    shown = [(seat, s) for seat in _others(view, mine) if (s := seat.showing) is not None]
    if not any(len(seat.up) + len(view.community) > 1 for seat, _ in shown):
        return
    best = view.reading
    better = sorted((p for p in shown if p[1].rank > best.rank), key=lambda p: -p[1].rank)
    if better:
        named = [f"{names[seat.seat]}'s {value.phrase}" for seat, value in better[:NAMED_MAX]]
        more = len(better) - len(named)
        told = listing([*named, *([f"{number(more)} more"] if more else [])])
        yield f"On the table {told} {'beats' if len(better) == 1 else 'beat'} your {best.phrase}."
    elif best.category is not Category.NATURAL_SEVENS:
        yield f"No hand showing beats your {best.phrase}."


# What can be seen.


def _down(mine: SeatView) -> tuple[Card, ...]:
    return tuple(card for card in mine.down if card)


def _others(view: View, mine: SeatView) -> list[SeatView]:
    return [seat for seat in view.seats if seat.seat != mine.seat and not seat.folded]


def _unseen(view: View, mine: SeatView) -> list[Card]:
    """The cards of this deal that the player has not seen; folded cards face up are seen."""
    seen = {*_down(mine), *view.community, *view.discards}
    seen.update(card for seat in view.seats for card in seat.up)
    return [card for card in DECK if card not in seen]


def _of_rank(cards: Sequence[Card], rank: Rank) -> int:
    return sum(card.rank is rank for card in cards)


def _counted(count: int, rank: Rank) -> str:
    return f"{count} {rank.word if count == 1 else rank.plural}"


# What the script says.


def _all(view: View) -> Iterator[object]:
    return (step for street in view.variant.streets for step in street.steps)


def _has_step(view: View, kind: type) -> bool:
    return any(isinstance(step, kind) for step in _all(view))


def _to_come(view: View, mine: SeatView) -> int:
    """How many cards the script has yet to deal to the player."""
    dealt = sum(step.down + step.up for step in _all(view) if isinstance(step, Deal))
    chosen = sum(isinstance(step, SeventhCard) for step in _all(view))
    return dealt + chosen - len(mine.down) - len(mine.up) - len(view.community)
