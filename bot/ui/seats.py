"""The seats of a street's message: a plate for each, and the cards that everybody can see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.asks import SeventhAsk
from bot.ui.streets import backs, bought, folded_before, payments
from bot.ui.words import NBSP, draw_backs, draw_cards, listing, reading, side_by_side, signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.pots import Pot
    from bot.rules.view import SeatView, View
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces
    from bot.ui.names import Names

__all__ = ["drawn", "plate", "posted", "pots_line", "seats", "stays_out"]


def seats(scene: Scene, view: View, names: Names, faces: Faces) -> Iterable[str]:
    """Live seats in two lines each, then everybody's card, then who is not in it any more.

    Where there are no cards to see, the plate is the whole seat.
    """
    for seat in view.seats:
        if seat.folded:
            continue
        said = plate(scene, view, seat, names)
        cards = draw_cards(seat.up, scene.variant.wilds, faces)
        hidden = draw_backs(backs(view, seat.seat), faces)
        shown = side_by_side(filter(None, [cards, hidden, reading(seat, view)]))
        yield from (f"-# {said}", shown) if shown else (said,)
    if view.community:
        shared = draw_cards(view.community, scene.variant.wilds, faces)
        yield f"Everybody's card: {shared}"
    yield from _out_of_it(view, names)


def _out_of_it(view: View, names: Names) -> Iterable[str]:
    """Who has folded; apart from these, who did so before a wipe-out."""
    out = stays_out(view)
    groups = {
        "Folded": [seat for seat in view.seats if seat.folded and seat not in out],
        "Out until the pot is won": out,
    }
    for words, seats_out in groups.items():
        if seats_out:
            yield f"-# {words}: {', '.join(_folded(seat, names) for seat in seats_out)}"


def stays_out(view: View) -> Sequence[SeatView]:
    """Who had folded before this deal began."""
    first = next(n for n, street in enumerate(view.streets) if street.deal == view.deal)
    folded = folded_before(view, first)
    return [seat for seat in view.seats if seat.seat in folded]


def _folded(seat: SeatView, names: Names) -> str:
    mark = " (dealer)" if seat.dealer else ""
    return f"{names.shorts[seat.seat]} {seat.stack:,}{mark}"


# A plate.


def plate(scene: Scene, view: View, seat: SeatView, names: Names) -> str:
    """A seat's name, chips, and what it did; only what is true."""
    is_actor = view.waiting is not None and view.waiting.seat == seat.seat
    blind = posted(seat)
    bet = f"**bet{NBSP}{seat.bet:,}**" if seat.bet else ""
    parts = [
        f"{'▸ ' if is_actor else ''}**{names.plates[seat.seat]}**",
        "all-in" if seat.all_in else f"{seat.stack:,}",
        ", ".join(filter(None, [bet, blind])) if bet else "",
        _paid(view, seat),
        _chosen(view, seat),
        drawn(seat),
        "" if bet else blind,
        "dealer" if seat.dealer else "",
        _absent(scene, seat),
    ]
    return " · ".join(filter(None, parts))


def drawn(seat: SeatView) -> str:
    """Such as "drew 2", "stood pat"; "" before the draw."""
    if seat.drew is None:
        return ""
    return f"drew{NBSP}{seat.drew}" if seat.drew else "stood pat"


def posted(seat: SeatView) -> str:
    """Which blind a seat has posted, until it has drawn."""
    return f"{seat.blind} blind" if seat.blind and seat.drew is None else ""


def _paid(view: View, seat: SeatView) -> str:
    paid = [e for e in payments(view.streets[-1]) if e.seat == seat.seat and e.amount]
    if not paid:
        return ""
    amount = sum(event.amount or 0 for event in paid)
    cards = listing([signs(event.cards) for event in paid])
    return f"paid{NBSP}{amount:,} for{NBSP}{cards}"


def _chosen(view: View, seat: SeatView) -> str:
    """How the seat has its card, where each chooses; a card that is down shows, once all are."""
    for event in bought(view.streets[-1]):
        if event.seat == seat.seat:
            return f"bought{NBSP}{signs(event.cards)} for{NBSP}{event.amount:,}"
    choosing = isinstance(view.waiting, SeventhAsk)
    return "face down" if choosing and backs(view, seat.seat) else ""


def _absent(scene: Scene, seat: SeatView) -> str:
    if seat.left:
        return "left"
    assert scene.hand is not None, "a plate is drawn in a hand"
    chair = scene.chair_of(scene.hand.people[seat.seat])
    return "away" if chair and chair.sitting_out and chair.strikes else ""


# Pots.


def pots_line(view: View, names: Names) -> str:
    """Main and side pots, "" while there is one: "main 465 · side 270, without Cleo"."""
    pots = _contested(view)
    if len(pots) < 2:
        return ""
    parts = [f"main {pots[0][0]:,}"]
    out: tuple[str, ...] = ()
    for amount, without in pots[1:]:
        missing = tuple(names.shorts[seat.seat] for seat in without)
        new = [name for name in missing if name not in out]
        also = "also " if out and set(out) <= set(missing) else ""
        parts.append(f"side {amount:,}, {also}without {listing(new if also else missing)}")
        out = missing
    return " · ".join(parts)


def _contested(view: View) -> list[tuple[int, list[SeatView]]]:
    """The pots as all-ins part them, each with the live seats that cannot win it.

    A bet that others may yet match is no side pot: only seats without chips make one.
    """
    all_in = [seat for seat in view.seats if seat.all_in]
    amounts: dict[frozenset[int], int] = {}
    for pot in view.pots:
        without = _without(pot, all_in)
        amounts[without] = amounts.get(without, 0) + pot.amount
    return [
        (amount, [seat for seat in all_in if seat.seat in without])
        for without, amount in sorted(amounts.items(), key=lambda pot: len(pot[0]))
    ]


def _without(pot: Pot, all_in: Iterable[SeatView]) -> frozenset[int]:
    return frozenset(seat.seat for seat in all_in if seat.seat not in pot.eligible)
