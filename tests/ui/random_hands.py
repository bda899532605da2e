"""Random hands, and everything that is drawn at each of their moments."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bot.rules.actions import (
    Bet,
    BringIn,
    Call,
    Check,
    Draw,
    FaceDown,
    FaceUp,
    Fold,
    Illegal,
    Leave,
    Raise,
)
from bot.rules.asks import Ask, DrawAsk, Shuffle
from bot.rules.chips import Chips
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.table.chance import SeededChance
from bot.ui import board, private
from bot.ui.emojis import PLAIN
from tests.ui.kit import AXE, URL, people_of, scene_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord.ui import LayoutView

    from bot.rules.actions import Action
    from bot.rules.variant import Variant
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces

WHERE = private.Whereabouts(server="s" * 100, channel="c" * 100, url=URL)
FOLDS = 0.12
"""How often somebody folds who has something to call."""


def moments(
    seed: int, names: Sequence[str], game: Variant = AXE, **house: object
) -> Iterator[Hand]:
    """A hand at every question, and at its end."""
    chance, rng = SeededChance(seed), random.Random(seed)
    most = rng.choice([300, 2_000, 9_999_999])
    players = names[: game.seats.most]
    seats = tuple(SeatStart(name=name, stack=Chips(rng.randint(5, most))) for name in players)
    hand = Hand(game, HouseRules.of(game.options, house), seats)
    while True:
        while isinstance(hand.waiting, Shuffle):
            hand.shuffle(chance.order_of(hand.waiting.cards))
        yield hand
        asked = hand.waiting
        if not isinstance(asked, Ask):
            return
        if rng.random() < 0.02:
            leave(hand, rng)
            continue
        action = choose(asked, rng)
        is_late = action == asked.default and rng.random() < 0.3
        hand.act(asked.seat, action, by="clock" if is_late else None)


def choose(asked: Ask[object], rng: random.Random) -> Action:
    """Any legal answer; folds are seldom."""
    if isinstance(asked, DrawAsk):
        return Draw(tuple(rng.sample(asked.cards, rng.randint(0, asked.most))))
    fold = rng.random() < FOLDS
    legal = [item for item in asked.legal if (item.do == "fold") == fold] or asked.legal
    chosen = rng.choice(legal)
    if chosen.do in ("bet", "raise"):
        return (Bet if chosen.do == "bet" else Raise)(Chips(chosen.least or 0))
    bare = {kind.do: kind() for kind in (BringIn, Call, Check, FaceDown, FaceUp, Fold)}
    return bare[chosen.do]


def leave(hand: Hand, rng: random.Random) -> None:
    """Somebody gets up in mid-hand."""
    try:
        hand.act(rng.choice(hand.view(None).seats).seat, Leave())
    except Illegal:
        return


def public(scene: Scene, faces: Faces = PLAIN) -> Iterator[LayoutView]:
    """Everything the channel sees of a hand."""
    assert scene.hand is not None
    view = scene.hand.view(None)
    for index in range(len(view.streets)):
        if board.has_message(view, index):
            yield board.closed_street(scene, index)
    deaf = frozenset(scene.hand.people)
    yield board.result(scene) if view.over else board.street(scene, deaf, faces)
    for deal in range(2, len(scene.hand.seals) + 1):
        yield board.sealed_again(scene, deal, faces)
    yield private.in_words(scene)


def everything(hand: Hand, faces: Faces = PLAIN) -> Iterator[LayoutView]:
    """All screens of a hand at this moment."""
    options: dict[str, Any] = {"is_first": True, "news": frozenset()}
    scene = scene_of(hand, number=10_482, hand_options=options)
    yield from public(scene, faces)
    yield board.rule_card(scene)
    yield board.lobby(scene)
    for seat, person in enumerate(people_of(hand)):
        yield private.my_cards(scene, person, faces)
        yield private.dm(scene, hand.view(None).seats[seat].seat, WHERE, faces)
