"""The channel's messages: the streets of a hand here, the others by their own files.

Every function draws one whole message from a scene, afresh. Only what the channel may see goes
in: the view of nobody's seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.asks import BetAsk
from bot.rules.events import Anted
from bot.table.scene import Phase
from bot.ui import telling
from bot.ui.ids import Press
from bot.ui.lobby import lobby, lobby_closed, rule_card, table_closed
from bot.ui.names import names_of, plain_text
from bot.ui.parts import (
    ADD,
    GO_ON,
    GREY,
    NOTICE,
    OUT,
    Buttons,
    button,
    divider,
    message,
    row,
    text,
)
from bot.ui.results import next_hand, result
from bot.ui.words import NBSP, capital, draw_cards, listing, reading, signs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord import ui

    from bot.rules.asks import Ask, Legal
    from bot.rules.pots import Pot
    from bot.rules.view import SeatView, StreetView, View
    from bot.table.ids import PersonId
    from bot.table.scene import HandScene, Scene
    from bot.ui.names import Names

__all__ = [
    "closed_street",
    "lobby",
    "lobby_closed",
    "plate",
    "pots_line",
    "question",
    "result",
    "rule_card",
    "street",
    "table_closed",
    "void",
]


# A street.


def street(scene: Scene, dms_closed: frozenset[PersonId] = frozenset()) -> ui.LayoutView:
    """The street being played."""
    view = _hand(scene).view(None)
    names = names_of([seat.name for seat in view.seats])
    return message(
        scene.variant.accent,
        text(
            f"### {view.streets[-1].title} · pot {view.pot:,}",
            f"-# {_where(scene, view, names)}",
        ),
        divider(),
        text(*_seats(scene, view, names)),
        divider(),
        *_story(scene, view, names, dms_closed),
        *_turn(scene, view),
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
            f"### {told.title} · pot {pot}",
            f"-# Hand {hand.number:,}. {telling.cards_closed(view, index, names)}".rstrip(),
            telling.acts(view, index, names, closed=True),
        ),
    )


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


def _where(scene: Scene, view: View, names: Names) -> str:
    parts = [f"{scene.variant.short_title}, hand {_hand(scene).number:,}", pots_line(view, names)]
    if antes := [e.amount or 0 for e in view.streets[-1].events if isinstance(e, Anted)]:
        parts.append(f"ante {max(antes):,}")
    return " · ".join(filter(None, parts))


def _seats(scene: Scene, view: View, names: Names) -> Iterable[str]:
    """Live seats in two lines each, then everybody's card, then who has folded."""
    for seat in view.seats:
        if seat.folded:
            continue
        yield f"-# {plate(scene, view, seat, names)}"
        cards = draw_cards(seat.up, scene.variant.wilds)
        yield f"{cards} {reading(seat, view)}".strip()
    if view.community:
        yield f"Everybody's card: {draw_cards(view.community, scene.variant.wilds)}"
    folded = [_folded(seat, names) for seat in view.seats if seat.folded]
    if folded:
        yield f"-# Folded: {', '.join(folded)}"


def plate(scene: Scene, view: View, seat: SeatView, names: Names) -> str:
    """A seat's name, chips, and what it did on this street; only what is true."""
    is_actor = view.waiting is not None and view.waiting.seat == seat.seat
    parts = [
        f"{'▸ ' if is_actor else ''}**{names.plates[seat.seat]}**",
        "all-in" if seat.all_in else f"{seat.stack:,}",
        f"**bet{NBSP}{seat.bet:,}**" if seat.bet else "",
        _paid(view.streets[-1], seat),
        "dealer" if seat.dealer else "",
        _absent(scene, seat),
    ]
    return " · ".join(filter(None, parts))


def _paid(told: StreetView, seat: SeatView) -> str:
    paid = [e for e in telling.payments(told) if e.seat == seat.seat and e.amount]
    if not paid:
        return ""
    amount = sum(event.amount or 0 for event in paid)
    cards = listing([signs(event.cards) for event in paid])
    return f"paid{NBSP}{amount:,} for{NBSP}{cards}"


def _absent(scene: Scene, seat: SeatView) -> str:
    if seat.left:
        return "left"
    chair = scene.chair_of(_hand(scene).people[seat.seat])
    return "away" if chair and chair.sitting_out and chair.strikes else ""


def _folded(seat: SeatView, names: Names) -> str:
    mark = " (dealer)" if seat.dealer else ""
    return f"{names.shorts[seat.seat]} {seat.stack:,}{mark}"


def _story(
    scene: Scene, view: View, names: Names, dms_closed: frozenset[PersonId]
) -> Iterable[ui.TextDisplay[ui.LayoutView]]:
    index = len(view.streets) - 1
    live = [seat.seat for seat in view.seats if not seat.folded]
    cards = telling.cards_live(view, index, names.shorts, live)
    if any(event.audience is not None for event in view.streets[-1].events):
        raise AssertionError("the channel was told a secret")
    deaf = [names.shorts[seat] for seat in live if _hand(scene).people[seat] in dms_closed]
    if deaf and telling.has_letters(view, index):
        whose = "your DMs are closed: press My cards."
        cards += f" {listing([f'**{name}**' for name in deaf])}, {whose}"
    story = telling.acts(view, index, names.shorts, closed=False)
    if cards or story:
        yield text(f"-# {cards}" if cards else None, story)


def question(ask: Ask[object]) -> str:
    """What is asked, as it follows the name: "80 to call", "check or bet 20"."""
    legal = {answer.do: answer for answer in ask.legal}
    if call := legal.get("call"):
        if isinstance(ask, BetAsk) and ask.owed > ask.to_call:
            return f"{ask.owed:,} to call, you have {ask.to_call:,}"
        return f"{call.amount:,} to call"
    words = [capital(_label(answer)) for answer in ask.legal if answer.do != "fold"]
    return " or ".join(word[:1].lower() + word[1:] for word in words)


def _turn(scene: Scene, view: View) -> Iterable[ui.Item[ui.LayoutView]]:
    """The question and its buttons."""
    ask, hand = view.waiting, _hand(scene)
    if ask is None:
        return
    person = hand.people[ask.seat]
    clock = f" · <t:{scene.deadline}:R>" if scene.deadline is not None else ""
    yield text(f"### <@{person}>, {question(ask)}{clock}")
    stack = view.seats[ask.seat].stack
    yield row(*(_answer(scene, view, answer, stack) for answer in _offered(ask)))


def _offered(ask: Ask[object]) -> list[Legal]:
    """The answers that get a button; folding is not offered while checking is free."""
    free = any(answer.do == "check" for answer in ask.legal)
    return [answer for answer in ask.legal if not (free and answer.do == "fold")]


def _answer(scene: Scene, view: View, answer: Legal, stack: int) -> ui.Button[ui.LayoutView]:
    style = {"bet": ADD, "raise": ADD, "fold": OUT}.get(answer.do, GO_ON)
    all_in = ", all-in" if answer.do == "call" and answer.amount == stack else ""
    amount = answer.amount if answer.least is None else answer.least
    press = Press(
        table=scene.table,
        hand=_hand(scene).number,
        question=view.question,
        act=answer.do,
        amount=amount if answer.least == answer.most else None,
    )
    return button(f"{_label(answer)}{all_in}", press, style)


def _label(answer: Legal) -> str:
    """Says what will happen, with the number."""
    match answer.do:
        case "call":
            return f"Call {answer.amount:,}"
        case "bet":
            return f"Bet {answer.least:,}" if answer.least == answer.most else "Bet …"
        case "raise":
            return f"Raise to {answer.least:,}" if answer.least == answer.most else "Raise …"
        case word:
            return capital(word)


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
    make = Buttons.of(scene)
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
