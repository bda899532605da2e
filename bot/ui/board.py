"""The channel's messages: the streets of a hand here, the others by their own files.

Every function draws one whole message from a scene, afresh. Only what the channel may see goes
in: the view of nobody's seat.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.asks import DrawAsk, SeventhAsk
from bot.rules.events import Anted
from bot.rules.steps import Bet
from bot.table.scene import Phase
from bot.ui import telling
from bot.ui.dealt import cards_closed, cards_live, letters
from bot.ui.emojis import PLAIN
from bot.ui.lobby import lobby, lobby_closed, rule_card, table_closed
from bot.ui.names import names_of, plain_text
from bot.ui.parts import ADD, GREY, NOTICE, Buttons, divider, message, row, text
from bot.ui.questions import turn
from bot.ui.results import has_shown, illustrated_result, next_hand, result
from bot.ui.seals import sealed_again, shuffles
from bot.ui.seats import pots_line, seats
from bot.ui.streets import bet_size, has_message, titled, wipe_out
from bot.ui.words import capital, listing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord import ui

    from bot.rules.view import View
    from bot.table.ids import PersonId
    from bot.table.scene import HandScene, Scene
    from bot.ui.emojis import Faces
    from bot.ui.names import Names

__all__ = [
    "closed_street",
    "has_message",
    "has_shown",
    "illustrated_result",
    "lobby",
    "lobby_closed",
    "result",
    "rule_card",
    "sealed_again",
    "shuffles",
    "street",
    "table_closed",
    "void",
    "wipe_out",
]


# A street.


def street(
    scene: Scene, dms_closed: frozenset[PersonId] = frozenset(), faces: Faces = PLAIN
) -> ui.LayoutView:
    """The street being played."""
    view = _hand(scene).view(None)
    names = names_of([seat.name for seat in view.seats])
    return message(
        scene.variant.accent,
        text(
            f"### {_title(view)} · pot {view.pot:,}",
            f"-# {' · '.join(filter(None, _where(scene, view, names)))}",
        ),
        divider(),
        text(*seats(scene, view, names, faces)),
        divider(),
        *_story(scene, view, names, dms_closed),
        *turn(scene, view),
        _others(scene),
    )


def closed_street(scene: Scene, index: int) -> ui.LayoutView:
    """A street that is over: its cards and its story."""
    hand = _hand(scene)
    view = hand.view(None)
    names = names_of([seat.name for seat in view.seats]).shorts
    told = view.streets[index]
    pot = f"{told.pot:,} → {told.pot_after:,}" if told.pot != told.pot_after else f"{told.pot:,}"
    return message(
        GREY,
        text(
            f"### {titled(told)} · pot {pot}",
            f"-# Hand {hand.number:,}. {cards_closed(view, index, names)}".rstrip(),
            telling.acts(view, index, names, closed=True),
        ),
    )


def _title(view: View) -> str:
    """The street; while its cards are being chosen, the card."""
    street = view.streets[-1]
    if isinstance(view.waiting, SeventhAsk):
        street = replace(street, title=capital(view.waiting.kind))
    return titled(street)


def _where(scene: Scene, view: View, names: Names) -> Iterable[str]:
    """The game, the hand, the pots, and one fact of the street."""
    yield f"{scene.variant.short_title}, hand {_hand(scene).number:,}"
    yield pots_line(view, names)
    if antes := [e.amount or 0 for e in view.streets[-1].events if isinstance(e, Anted)]:
        yield f"ante {max(antes):,}"
    match view.waiting:
        case SeventhAsk(price=price):
            yield f"face up costs {price:,}"
        case DrawAsk(most=most):
            yield f"change up to {most} cards"
        case _:
            yield _limit(view)


def _limit(view: View) -> str:
    """The bets of a game with blinds, which say nothing of them: "limit 20, after the draw 40"."""
    size = bet_size(view, view.streets[-1])
    if size is None or not any(seat.blind for seat in view.seats):
        return ""
    opened = {street.key for street in view.streets}
    later = [
        f"{street.title.lower()} {view.house[step.size]:,}"
        for street in view.variant.streets
        if street.key not in opened
        for step in street.steps
        if isinstance(step, Bet)
    ]
    return ", ".join([f"limit {size:,}", *later])


def _story(
    scene: Scene, view: View, names: Names, dms_closed: frozenset[PersonId]
) -> Iterable[ui.TextDisplay[ui.LayoutView]]:
    index = len(view.streets) - 1
    live = [seat.seat for seat in view.seats if not seat.folded]
    cards = cards_live(view, index, names.shorts, live)
    if any(event.audience is not None for event in view.streets[-1].events):
        raise AssertionError("the channel was told a secret")
    sent = letters(view, index)
    deaf = [
        names.shorts[seat]
        for seat in live
        if _hand(scene).people[seat] in dms_closed and seat in sent
    ]
    if deaf:
        whose = "your DMs are closed: press My cards."
        cards += f" {listing([f'**{name}**' for name in deaf])}, {whose}"
    story = telling.acts(view, index, names.shorts, closed=False)
    if cards or story:
        yield text(f"-# {cards.strip()}" if cards else None, story)


def _others(scene: Scene) -> ui.ActionRow[ui.LayoutView]:
    make = Buttons.of(scene, hand=True)
    return row(make("My cards", "cards"), make("Rules", "rules"), make("More", "more"))


# Endings.


def void(scene: Scene) -> ui.LayoutView:
    """A hand that counts for nothing."""
    void = scene.void
    assert void is not None, "there is a void hand to tell of"
    names = names_of([chair.name for chair in scene.chairs]).shorts
    stacks = [f"{n} {c.stack:,}" for n, c in zip(names, scene.chairs, strict=True)]
    make = Buttons(scene.table, void.number)
    goes_on = scene.phase is Phase.BETWEEN
    return message(
        NOTICE,
        text(
            f"### Hand {void.number:,} does not count",
            f"-# {scene.variant.short_title}",
            plain_text(void.reason),
            "No chip has moved: every stack is as it was before the deal.",
            f"-# Stacks: {', '.join(stacks)}" if stacks and goes_on else None,
        ),
        text(next_hand(scene)) if goes_on else None,
        row(make("Deal now", "deal", ADD), make("Sit out", "sitout")) if goes_on else None,
    )


def _hand(scene: Scene) -> HandScene:
    assert scene.hand is not None, "there is a hand to draw"
    return scene.hand
