"""Before and after the hands: the lobby, the rule card of a deal, a table that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.asks import SeventhAsk
from bot.rules.steps import ChangeCards, SeventhCard
from bot.table.settings import BUY_IN_MAX, BUY_IN_MIN, TURN_SECONDS
from bot.ui.names import names_of, plain_text, plate_name
from bot.ui.parts import ADD, GO_ON, GREY, Buttons, divider, message, row, text
from bot.ui.seals import seal_line
from bot.ui.words import capital, counted, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord import ui

    from bot.rules.variant import Variant
    from bot.table.scene import Chair, HandScene, Scene
    from bot.ui.names import Names

__all__ = ["lobby", "lobby_closed", "rule_card", "table_closed"]

PLAY_CHIPS: Final = "-# Play chips: they cannot be bought, sold or cashed in."


# The lobby.


def lobby(scene: Scene) -> ui.LayoutView:
    """An open table before its first deal."""
    make = Buttons.of(scene)
    least, taken = scene.variant.seats.least, len(scene.chairs)
    free = f"{capital(counted(scene.free, 'seat'))} free." if scene.free else "No seat is free."
    return message(
        scene.variant.accent,
        text(
            f"### {scene.variant.title}",
            f"{_host(scene)} has opened a table: "
            f"**{taken} of {scene.variant.seats.most} seats taken**.",
            _stakes(scene),
        ),
        divider(),
        text(*_chairs(scene), f"-# {free} {capital(number(least))} players are enough to start."),
        divider(),
        text(PLAY_CHIPS),
        row(
            make("Sit down", "sit", GO_ON, disabled=not scene.free),
            make("Deal", "deal", ADD, disabled=scene.ready < least),
            make("Leave", "leave"),
        ),
        row(make("Rules", "rules"), make("More", "more")),
    )


def lobby_closed(scene: Scene) -> ui.LayoutView:
    """The lobby after the first deal: nothing to press."""
    return message(
        GREY,
        text(
            f"### {scene.variant.title}",
            f"{_host(scene)} has opened a table, and the cards are in play.",
            "To join between hands: /table join.",
            _stakes(scene),
            PLAY_CHIPS,
        ),
    )


def _host(scene: Scene) -> str:
    for chair, short in zip(scene.chairs, _chair_names(scene).shorts, strict=True):
        if chair.person == scene.host:
            return short
    return plate_name(scene.host_name)


def _chair_names(scene: Scene) -> Names:
    return names_of([chair.name for chair in scene.chairs])


def _stakes(scene: Scene) -> str:
    least, most = scene.settings[BUY_IN_MIN], scene.settings[BUY_IN_MAX]
    stakes = scene.house.stakes()
    parts = [stakes, f"buy-in {least:,} to {most:,}", f"{scene.settings[TURN_SECONDS]:,} s a turn"]
    return f"-# {capital(' · '.join(filter(None, parts)))}"


def _chairs(scene: Scene) -> Iterable[str]:
    for chair, name in zip(scene.chairs, _chair_names(scene).plates, strict=True):
        parts = [f"`{chair.place}` **{name}**", f"{chair.stack:,}", *_chair_marks(scene, chair)]
        yield " · ".join(parts)


def _chair_marks(scene: Scene, chair: Chair) -> Iterable[str]:
    if chair.person == scene.host:
        yield "host"
    if chair.sitting_out:
        yield "sitting out"


# The rule card.


def rule_card(scene: Scene) -> ui.LayoutView:
    """What the dealer says before the deal: in full when it is new, else small."""
    hand = scene.hand
    assert hand is not None, "a deal is announced for a hand"
    full = hand.is_first or bool(hand.news)
    variant = scene.variant
    title = variant.title if full else variant.short_title
    heading = text(f"### Hand {hand.number:,} · {title}", f"-# {_dealt_by(hand)}")
    clock = f"No answer in {scene.settings[TURN_SECONDS]:,} s: {_defaults(variant)}."
    said = [(a.fine, a.says(hand.house, len(hand.people))) for a in variant.announcements]
    spoken = [_marked(words, hand) for fine, words in said if words and not fine]
    fine = [_marked(words, hand) for fine, words in said if words and fine]
    if full:
        rules = Buttons.of(scene, hand=True)("All rules", "rules")
        small = f"-# {' '.join([*fine, clock])}"
        seal = text(seal_line(hand.seals[0]))
        return message(GREY, heading, divider(), text(*spoken, small), seal, row(rules))
    all_small = " ".join([*spoken, *fine, clock]).replace("**", "")
    return message(GREY, text(heading.content, f"-# {all_small}", seal_line(hand.seals[0])))


def _defaults(variant: Variant) -> str:
    """What the clock answers, for each kind of question that the game asks."""
    steps = [step for street in variant.streets for step in street.steps]
    rare = {SeventhCard: f"{SeventhAsk.kind} face down", ChangeCards: "stand pat"}
    asked = [words for kind, words in rare.items() if any(isinstance(s, kind) for s in steps)]
    return "; ".join(["check, else fold", *asked])


def _dealt_by(hand: HandScene) -> str:
    names = names_of([seat.name for seat in hand.view(None).seats])
    players = f"{len(hand.people)} players, {names.shorts[-1]} deals"
    stakes = hand.house.stakes()
    return f"{players} · {_marked(stakes, hand)}" if stakes else players


def _marked(words: str, hand: HandScene) -> str:
    return f"**New:** {words}" if words in hand.news else words


# The end.


def table_closed(scene: Scene) -> ui.LayoutView:
    """A table that is over for good."""
    why = f"{plain_text(scene.closed_because)} " if scene.closed_because else ""
    return message(
        GREY,
        text(
            "### This table is closed",
            f"-# {scene.variant.short_title}",
            f"{why}Every stack is back in its owner's balance.",
            f"Open another with /{scene.variant.command} open.",
        ),
    )
