"""A leak planted on purpose is caught, on every surface that a player or the channel looks at.

Each plant lets a drawing depend on the first player's first card; nothing else can be patched in
a product that has no such leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import discord
import pytest
from discord import ui

from bot.rules.cards import Card
from bot.rules.chips import SeatNo
from bot.rules.dealer import Dealer
from bot.rules.events import DealtDown, Event, Shown
from bot.rules.hand import Hand
from bot.rules.record import HandRecord
from bot.table.scene import Scene
from bot.ui import board
from bot.ui.pictures import Illustrated, Lying, Mark, Row, Sketch
from bot.ui.story import Part, story
from tests.secrecy.hands import Viewer, played, random_record, swap
from tests.secrecy.kit import Leak, compare, watched
from tests.ui.kit import AXE, DRAW_DEUCEY, scene_of

OWNER, NEIGHBOUR = SeatNo(0), SeatNo(1)
Drawn = ui.LayoutView | ui.Modal
Spoil = Callable[[Drawn, Card], None]


def first_card(record: HandRecord) -> Card:
    """The first card of the first player, face down in either game."""
    return record.decks[0][0]


def pair(record: HandRecord) -> dict[Card, Card]:
    """That card, and one at the bottom of the deck of another rank, suit and parity."""
    one = first_card(record)
    others = (c for c in reversed(record.decks[0]) if c.rank != one.rank and c.suit != one.suit)
    return swap(one, next(card for card in others if (card.index - one.index) % 2))


def look_for_leaks(record: HandRecord, viewer: Viewer) -> None:
    """Raises: Leak."""
    same = compare(record, viewer, watched(record, viewer), 1, pair(record))
    assert same.moments, "nothing was compared"


def hidden_card(scene: Scene) -> Card:
    """The first player's first card, as no drawing for anybody else may know it."""
    assert scene.hand is not None
    card = scene.hand.view(OWNER).seats[OWNER].down[0]
    assert card is not None
    return card


# What a careless drawing might do with a card.


def says(view: Drawn, card: Card) -> None:
    view.add_item(ui.TextDisplay(f"-# {card.sign}"))


def counts_in_a_custom_id(view: Drawn, card: Card) -> None:
    button = next(b for b in view.walk_children() if isinstance(b, ui.Button) and b.custom_id)
    button.custom_id = f"{button.custom_id}:{card.index}"


def labels_a_button(view: Drawn, card: Card) -> None:
    button = next(b for b in view.walk_children() if isinstance(b, ui.Button))
    button.label = f"{button.label}{'' if card.index % 2 else ' '}"


def withdraws_a_button(view: Drawn, card: Card) -> None:
    row = next(part for part in view.walk_children() if isinstance(part, ui.ActionRow))
    if card.index % 2:
        row.remove_item(row.children[-1])


def describes_a_picture(view: Drawn, card: Card) -> None:
    picture = discord.MediaGalleryItem("attachment://table.png", description=card.words)
    view.add_item(ui.MediaGallery(picture))


def names_a_picture(view: Drawn, card: Card) -> None:
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{card}.png")))


PLANTS: Sequence[tuple[str, Spoil, Viewer, str]] = [
    ("bot.ui.board.street", says, None, "post"),
    ("bot.ui.board.street", counts_in_a_custom_id, None, "post"),
    ("bot.ui.board.street", labels_a_button, None, "post"),
    ("bot.ui.board.street", withdraws_a_button, None, "post"),
    ("bot.ui.board.street", describes_a_picture, None, "post"),
    ("bot.ui.board.street", names_a_picture, NEIGHBOUR, "post"),
    ("bot.ui.board.rule_card", says, None, "post"),
    ("bot.ui.private.dm", says, NEIGHBOUR, "post"),
    ("bot.ui.private.my_cards", says, NEIGHBOUR, "look"),
    ("bot.ui.private.in_words", says, None, "look"),
    ("bot.ui.private.more", withdraws_a_button, NEIGHBOUR, "look"),
    ("bot.ui.windows.take_a_seat", says, None, "window"),
    ("bot.ui.windows.change_cards", says, NEIGHBOUR, "window"),
    ("bot.ui.notices.draw_notice", says, NEIGHBOUR, "notice"),
]


@pytest.mark.parametrize(("drawing", "spoil", "viewer", "surface"), PLANTS)
def test_a_drawing_that_depends_on_a_hidden_card_is_caught(
    drawing: str, spoil: Spoil, viewer: Viewer, surface: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record(2, DRAW_DEUCEY if "change" in drawing else AXE)
    look_for_leaks(record, viewer)  # so far there is none
    module, _, name = drawing.rpartition(".")
    draw = getattr(import_module(module), name)

    def leaky(*args: Any, **options: Any) -> Drawn | None:
        view: Drawn | None = draw(*args, **options)
        if view is not None:
            spoil(view, hidden_card(next(arg for arg in args if isinstance(arg, Scene))))
        return view

    monkeypatch.setattr(drawing, leaky)
    with pytest.raises(Leak) as caught:
        look_for_leaks(record, viewer)

    assert caught.value.surface == surface


def test_an_order_of_posts_that_depends_on_a_hidden_card_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = random_record(2, AXE)

    def leaky(scene: Scene, *rest: Any) -> Iterator[Part]:
        parts = list(story(scene, *rest))
        yield from parts if hidden_card(scene).index % 2 else reversed(parts)

    monkeypatch.setattr("bot.ui.story.story", leaky)
    with pytest.raises(Leak) as caught:
        look_for_leaks(record, None)

    assert caught.value.surface == "post"


# What a careless picture might show.


def lifts_a_card(row: Row, card: Card) -> Row:
    """One card lies as if it had won."""
    first, *others = row.down
    mark = Mark.WON if card.index % 2 else Mark.IDLE
    return replace(row, down=(replace(first, mark=mark), *others))


def adds_a_folded_hand(row: Row, card: Card) -> Row:
    return replace(row, up=(*row.up, Lying(card, is_wild=False, mark=Mark.IDLE)))


def words_it_otherwise(row: Row, card: Card) -> Row:
    return replace(row, reading=f"{row.reading}{'' if card.index % 2 else ' '}\u00b7")


@pytest.mark.parametrize("spoilt", [lifts_a_card, adds_a_folded_hand, words_it_otherwise])
def test_a_picture_that_depends_on_a_hidden_card_is_caught(
    spoilt: Callable[[Row, Card], Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = next(r for r in (random_record(n, AXE) for n in range(200)) if is_told_by_others(r))
    look_for_leaks(record, None)  # so far there is none
    sound = board.illustrated_result

    def leaky(scene: Scene, *rest: Any) -> Illustrated:
        drawn = sound(scene, *rest)
        rows = (spoilt(drawn.sketch.rows[0], hidden_card(scene)), *drawn.sketch.rows[1:])
        return replace(drawn, sketch=Sketch(rows))

    monkeypatch.setattr("bot.ui.board.illustrated_result", leaky)
    with pytest.raises(Leak) as caught:
        look_for_leaks(record, None)

    assert caught.value.surface == "picture"


def test_cards_that_are_told_before_their_winner_shows_them_are_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = next(r for r in (random_record(n, AXE) for n in range(400)) if is_won_uncalled(r))
    look_for_leaks(record, None)  # so far there is none

    def rash(hand: Hand, *, hand_options: dict[str, Any]) -> Scene:
        return scene_of(hand, hand_options={**hand_options, "showed": hand.over})

    monkeypatch.setattr("tests.secrecy.kit.scene_of", rash)
    with pytest.raises(Leak) as caught:
        look_for_leaks(record, None)

    assert caught.value.surface == "post"


def is_won_uncalled(record: HandRecord) -> bool:
    """Whether everybody folds but the first player."""
    *_, hand = played(record)
    return [seat.seat for seat in hand.view(None).seats if not seat.folded] == [OWNER]


def is_told_by_others(record: HandRecord) -> bool:
    """Whether two others show their hands, and the first player has folded."""
    *_, hand = played(record)
    shown = {event.seat for event in hand.events if isinstance(event, Shown)}
    return len(shown) > 1 and OWNER not in shown


# What careless rules might do.


def test_an_event_with_the_wrong_audience_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_record(2, AXE)
    tell = Dealer.tell

    def careless(dealer: Dealer, event: Event) -> None:
        tell(dealer, replace(event, audience=None) if isinstance(event, DealtDown) else event)

    monkeypatch.setattr(Dealer, "tell", careless)
    with pytest.raises(Leak):
        look_for_leaks(record, NEIGHBOUR)


def test_an_opener_chosen_by_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealer, "showing", Dealer.holding)
    caught = 0
    for record in (random_record(seed, AXE) for seed in range(2, 8)):
        try:
            look_for_leaks(record, None)
        except Leak:
            caught += 1

    assert caught
