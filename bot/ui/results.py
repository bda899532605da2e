"""How a hand ended: who won how much, which pots, and with which cards."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot.rules.events import Anted, Returned, Shown
from bot.ui import halves
from bot.ui.emojis import PLAIN
from bot.ui.names import names_of, plate_name
from bot.ui.parts import ADD, RESULT, Buttons, divider, message, picture, row, text
from bot.ui.pictures import Illustrated, describe, sketch
from bot.ui.pots import Showdown
from bot.ui.shown import Cards, shown_hands
from bot.ui.streets import titled
from bot.ui.words import draw_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord import ui

    from bot.rules.chips import SeatNo
    from bot.rules.view import SeatView, View
    from bot.table.scene import HandScene, Scene
    from bot.ui.emojis import Faces

__all__ = ["has_shown", "illustrated_result", "next_hand", "result"]

CHARACTERS_MAX: Final = 3_700
"""Of heading, pots and hands; Discord's limit for the whole message is 4,000."""
POTS_TOLD: Final = 3
"""So many pots are told in full where there is not room for all."""

_Form = tuple[Cards, int | None, bool]
"""Whose cards are told, how many pots in full, and whether the odd chip's reason comes once."""
_FORMS: Final[tuple[_Form, ...]] = (
    (Cards.DRAWN, None, False),
    (Cards.OF_ALL, None, False),
    (Cards.OF_WINNERS, None, False),
    (Cards.OF_WINNERS, None, True),
    (Cards.OF_WINNERS, POTS_TOLD, True),
    (Cards.OF_NOBODY, POTS_TOLD, True),
    (Cards.OF_NOBODY, 1, True),
)
"""What is left out first comes first."""


def result(scene: Scene, hands: ui.Item[ui.LayoutView] | None = None) -> ui.LayoutView:
    """The hand's result: after a showdown, or when everybody else folded.

    Without a picture of the `hands` that were shown, each is told with all its cards.
    """
    assert scene.hand is not None, "a result is a hand's"
    view = scene.hand.view(None)
    names = names_of([seat.name for seat in view.seats]).shorts
    showdown = Showdown(view, names)
    heading = f"### {_heading(showdown, names)}"
    about = f"{scene.variant.short_title}, hand {scene.hand.number:,}"
    if not showdown.hands:
        return _uncontested(scene, heading, about, names)
    make = Buttons.of(scene, hand=True)
    forms = _FORMS[1:] if hands else _FORMS
    return message(
        RESULT,
        text(heading, f"-# {about} · pot {showdown.total:,}"),
        hands,
        *_body(view, names, showdown, forms, CHARACTERS_MAX - len(heading + about)),
        text(next_hand(scene)),
        row(
            make("Deal now", "deal", ADD),
            make("Sit out", "sitout"),
            make("This hand", "history"),
        ),
    )


def has_shown(view: View) -> bool:
    """Whether hands were shown, so that there is something to paint."""
    return any(isinstance(event, Shown) for event in view.outcome)


def illustrated_result(scene: Scene, faces: Faces = PLAIN) -> Illustrated:
    """The result of a showdown with a picture of its hands, in the colours of its faces."""
    assert scene.hand is not None, "a result is a hand's"
    view = scene.hand.view(None)
    names = names_of([seat.name for seat in view.seats]).bare
    sketched = sketch(view, names, four_colours=faces.four_colours)
    file = f"hand-{scene.hand.number}.png"
    shown = result(scene, picture(file, describe(sketched)))
    return Illustrated(view=shown, sketch=sketched, file=file)


def _uncontested(scene: Scene, heading: str, about: str, names: Sequence[str]) -> ui.LayoutView:
    """Everybody else folded: nobody sees a card, unless the winner shows them."""
    assert scene.hand is not None, "a result is a hand's"
    view = scene.hand.view(None)
    street = titled(view.streets[-1]).lower()
    winner = next(seat for seat in view.seats if not seat.folded)
    may_show = bool(winner.down) and not scene.hand.showed
    shown = _shows(scene.hand, winner, names) if scene.hand.showed else "No cards are shown."
    back = _goes_back(_uncalled(view), "The last bet")
    make = Buttons.of(scene, hand=True)
    again = make("This hand", "history")
    return message(
        RESULT,
        text(
            heading,
            f"-# {about} · {street}, everybody else folded",
            " ".join(filter(None, [back, shown])),
        ),
        text(next_hand(scene)),
        row(
            make("Deal now", "deal", ADD),
            make("Show cards", "show") if may_show else None,
            make("Sit out", "sitout"),
            None if may_show else again,
        ),
        row(again) if may_show else None,
    )


def _shows(hand: HandScene, winner: SeatView, names: Sequence[str]) -> str:
    """The winner's cards, from the winner's own view: asked for by nobody else."""
    view = hand.view(winner.seat)
    cards = draw_cards((card for card in view.seats[winner.seat].down if card), view.variant.wilds)
    if view.reading is None:
        return f"{names[winner.seat]} shows {cards}."
    worth = [view.reading.phrase, *map(halves.aloud, view.readings[1:])]
    return f"{names[winner.seat]} shows {cards}: {', '.join(worth)}."


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


def _heading(showdown: Showdown, names: Sequence[str]) -> str:
    """Such as "Ann wins 833, Cleo 232": chips taken from pots, most first."""
    won: dict[SeatNo, int] = {}
    for pot in showdown.awarded:
        for share in pot.shares:
            for seat, chips in share.winners:
                won[seat] = won.get(seat, 0) + chips
    if not won:
        return "Nobody had bet"  # without an ante the pot can be empty
    ranked = sorted(won.items(), key=lambda pair: (-pair[1], pair[0]))
    (first, most), *rest = ranked
    others = [f"{names[seat]} {chips:,}" for seat, chips in rest if chips]
    return ", ".join([f"{names[first]} wins {most:,}", *others])


def _uncalled(view: View) -> Returned | None:
    """The bet of the last street that nobody called; an ante that comes back is none."""
    for before, event in pairwise(view.streets[-1].events):
        if isinstance(event, Returned) and not isinstance(before, Anted):
            return event
    return None


def _goes_back(returned: Returned | None, whose: str) -> str:
    if returned is None:
        return ""
    return f"{whose} of {returned.amount:,} was not called and goes back."


def _body(
    view: View, names: Sequence[str], showdown: Showdown, forms: Iterable[_Form], room: int
) -> tuple[ui.Item[ui.LayoutView], ...]:
    """Pots and hands in the first form that there is room for, else in the last one."""
    returned = _uncalled(view)
    whose = "" if returned is None or returned.seat is None else f"{names[returned.seat]}'s"
    pots: list[str] = []
    hands: list[str] = []
    for cards, most, is_brief in forms:
        hands = list(shown_hands(view, names, showdown.winners, cards))
        pots = [*showdown.pots(most, is_brief=is_brief), _goes_back(returned, f"{whose} last bet")]
        if _size(pots, hands) <= room:
            break
    above = (text(*pots), divider()) if any(pots) else ()
    return *above, text(*hands)


def _size(*texts: Iterable[str]) -> int:
    return sum(len(line) + 1 for lines in texts for line in lines)
