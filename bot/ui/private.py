"""What only one player sees: the DM, My cards, the table in words, More, the rules, a record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, assert_never

from bot.table.commands import Sight
from bot.table.scene import Phase
from bot.ui import halves
from bot.ui.emojis import PLAIN
from bot.ui.hints import hints
from bot.ui.ids import Press
from bot.ui.names import names_of, plain_text
from bot.ui.parts import (
    GO_ON,
    GREY,
    NOTICE,
    OUT,
    Buttons,
    attached,
    button,
    divider,
    link,
    message,
    paged,
    row,
    text,
)
from bot.ui.rulebook import rulebook
from bot.ui.seats import drawn, posted, pots_line, stays_out
from bot.ui.streets import backs, titled
from bot.ui.words import (
    EN_SPACE,
    NBSP,
    capital,
    counted,
    draw_cards,
    five_cards,
    listing,
    number,
    reading,
    signs,
    wilds_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discord import ui

    from bot.rules.chips import SeatNo
    from bot.rules.view import SeatView, View
    from bot.table.ids import PersonId
    from bot.table.scene import Scene
    from bot.ui.emojis import Faces
    from bot.ui.names import Names

__all__ = [
    "Whereabouts",
    "dm",
    "heads",
    "history",
    "in_words",
    "look",
    "more",
    "my_cards",
    "rulebook",
    "worth",
]

PROOF_FILE: Final = "proof.json"
EVENTS_MAX: Final = 1_000
"""More events of a record than any hand has."""
PRIVATE_EVENTS: Final = frozenset({"dealt_down", "discarded"})
"""Never told from a record, whoever it says may hear them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """Where a table is, for a message that is read elsewhere. Names are as Discord gave them."""

    server: str
    channel: str
    url: str
    """Of the table's message."""


def look(
    scene: Scene,
    person: PersonId,
    sight: Sight,
    *,
    is_admin: bool,
    record: str | None,
    faces: Faces = PLAIN,
) -> list[ui.LayoutView]:
    """What somebody asked to see, as one message or several."""
    match sight:
        case Sight.CARDS:
            return [my_cards(scene, person, faces)]
        case Sight.WORDS | Sight.STATUS:
            return [in_words(scene)]
        case Sight.RULES:
            house = scene.hand.house if scene.hand else scene.house
            return rulebook(scene.variant, house, scene.settings)
        case Sight.MORE:
            return [more(scene, person, is_admin=is_admin)]
        case Sight.HISTORY:
            return history(json.loads(record)) if record else [_no_record()]
        case Sight.PROOF:
            return [proof(json.loads(record)) if record else _no_proof()]
        case _:
            assert_never(sight)


# Cards.


def dm(scene: Scene, seat: SeatNo, whereabouts: Whereabouts, faces: Faces = PLAIN) -> ui.LayoutView:
    """A player's cards as they come by DM; nothing can be done from there."""
    assert scene.hand is not None, "cards are of a hand"
    view = scene.hand.view(seat)
    mine = view.seats[seat]
    street = titled(view.streets[-1]).lower()
    place = f"#{plain_text(whereabouts.channel)} in {plain_text(whereabouts.server)}"
    return message(
        scene.variant.accent,
        text(
            heads(scene, mine, faces),
            _holds(view, mine),
            " ".join([worth(view), *_hints(scene, view)[:1]]),
            f"-# {scene.variant.short_title}, hand {scene.hand.number:,}, {street} · {place}",
        ),
        row(link("Go to the table", whereabouts.url)),
    )


def _holds(view: View, mine: SeatView) -> str:
    """The cards in text, always; what was drawn comes first."""
    down = [card for card in mine.down if card]
    if view.drawn:
        drew = listing([card.sign for card in view.drawn])
        return f"You drew **{drew}**. You hold {signs(down)}."
    if not mine.up:
        return f"You hold **{signs(down)}**."
    return f"**{signs(down)}** face down, {signs(mine.up)} face up."


def my_cards(scene: Scene, person: PersonId, faces: Faces = PLAIN) -> ui.LayoutView:
    """A player's own cards and the best they make."""
    seat = scene.seat_of(person)
    if scene.hand is None or seat is None or scene.hand.void is not None:
        words = "You have no cards here. Sit down between hands: /table join."
        return message(NOTICE, text(words))
    view = scene.hand.view(seat)
    mine = view.seats[seat]
    if mine.folded:
        return message(NOTICE, text("You folded this hand."))
    return message(
        scene.variant.accent,
        text(
            heads(scene, mine, faces),
            _lie(mine),
            f"-# You threw away {signs(view.discards)}" if view.discards else None,
            f"-# Everybody's card: {signs(view.community)}" if view.community else None,
            _halves(view) or _best(view),
            " ".join(_hints(scene, view)),
            "-# This hand is over." if view.over else None,
        ),
        divider(),
        row(Buttons.of(scene, hand=True)("In words", "words")),
    )


def _hints(scene: Scene, view: View) -> list[str]:
    """What the holding is up against, where the server allows hints."""
    shorts = names_of([seat.name for seat in view.seats]).shorts
    return hints(view, shorts) if scene.hints else []


def _lie(mine: SeatView) -> str | None:
    """Which cards lie face down, and which face up; all down is not worth a word."""
    down = signs(card for card in mine.down if card)
    if not down:
        return None
    return f"-# Face down {down} · face up {signs(mine.up)}" if mine.up else f"-# You hold {down}"


def heads(scene: Scene, mine: SeatView, faces: Faces) -> str | None:
    """The cards, large: down-cards, a gap, up-cards."""
    wilds = scene.variant.wilds
    down = draw_cards((card for card in mine.down if card), wilds, faces)
    heads = EN_SPACE.join(filter(None, [down, draw_cards(mine.up, wilds, faces)]))
    return f"# {heads}" if heads else None


def worth(view: View) -> str:
    """What the viewer's cards make, for each half if pots are split."""
    return _halves(view) or f"{_so_far(view)}."


def _halves(view: View) -> str:
    """A reading for each half; "" if pots are not split."""
    mine = view.seats[view.viewer or 0]
    return halves.lines(view.readings, may_change=mine.drew is None)


def _best(view: View) -> str:
    """Such as "**Five queens**: Q♥ Q♦ Q♣, with J♠ and 2♠ wild as queens."."""
    value = view.reading
    if value is None:
        return "Your cards come in a moment."
    return f"**{capital(value.phrase)}**: {five_cards(value, view)}."


def _so_far(view: View) -> str:
    """The reading of a DM, with what the wild cards stand for."""
    value = view.reading
    if value is None:
        return "No cards yet"
    wild = f": {five_cards(value, view)}" if value.wilds else ""
    ended = "" if len(view.seats[view.viewer or 0].down) + _ups(view) > 6 else " so far"
    return f"{capital(value.phrase)}{ended}{wild}"


def _ups(view: View) -> int:
    return len(view.seats[view.viewer or 0].up) + len(view.community)


# The table.


def in_words(scene: Scene) -> ui.LayoutView:
    """What everybody can see, with cards in full words."""
    hand = scene.hand
    if hand is None or hand.void is not None or hand.view(None).over:
        return message(GREY, text("### The table in words", *_waiting(scene)))
    view = hand.view(None)
    if not view.streets:
        dealt = f"-# Hand {hand.number:,}: the deck is sealed, and the cards are about to be dealt."
        return message(GREY, text("### The table in words", dealt))
    names = names_of([seat.name for seat in view.seats])
    pots = pots_line(view, names).replace(" · ", ", ")
    where = f"{titled(view.streets[-1])}, pot {view.pot:,}" + (f": {pots}" if pots else "")
    out = stays_out(view)
    folded = [_folded(seat, names) for seat in view.seats if seat.folded and seat not in out]
    waiting = [_folded(seat, names) for seat in out]
    shared = f"Everybody's card: {wilds_in(view.community, scene.variant)}."
    return message(
        GREY,
        text(
            "### The table in words",
            f"-# {where}",
            *_seats(view, names),
            shared if view.community else None,
            f"Folded: {', '.join(folded)}." if folded else None,
            f"Out until the pot is won: {', '.join(waiting)}." if waiting else None,
        ),
    )


def _seats(view: View, names: Names) -> Iterable[str]:
    chips = " chips"
    for seat in view.seats:
        if seat.folded:
            continue
        to_act = view.waiting is not None and view.waiting.seat == seat.seat
        parts = [
            f"**{names.plates[seat.seat]}**",
            "all-in" if seat.all_in else f"{seat.stack:,}{chips}",
            f"bet {seat.bet:,}" if seat.bet else "",
            posted(seat),
            drawn(seat).replace(NBSP, " "),
            "dealer" if seat.dealer else "",
            "to act" if to_act else "",
        ]
        chips = ""  # said once
        shown = "; ".join(filter(None, _shows(view, seat)))
        yield f"{', '.join(filter(None, parts))}{': ' if shown else ''}{shown}."


def _shows(view: View, seat: SeatView) -> Iterable[str]:
    """A seat's cards in words, and what several of them make."""
    hidden = backs(view, seat.seat)
    down = f"{number(hidden)} face down" if hidden else ""
    yield ", ".join(filter(None, [wilds_in(seat.up, view.variant), down]))
    if len(seat.up) + len(view.community) > 1:
        yield reading(seat, view)


def _folded(seat: SeatView, names: Names) -> str:
    return names.shorts[seat.seat] + (" (dealer)" if seat.dealer else "")


def _waiting(scene: Scene) -> Iterable[str]:
    yield "-# No hand is being played."
    names = names_of([chair.name for chair in scene.chairs]).plates
    for chair, name in zip(scene.chairs, names, strict=True):
        out = ", sitting out" if chair.sitting_out else ""
        yield f"Seat {chair.place}: **{name}**, {chair.stack:,} chips{out}."
    yield f"{capital(counted(scene.free, 'seat'))} free."


# More.


def more(scene: Scene, person: PersonId, *, is_admin: bool = False) -> ui.LayoutView:
    """What is done rarely: sit out, leave, add chips, close the table."""
    make = Buttons.of(scene)
    chair = scene.chair_of(person)
    may_close = person == scene.host or is_admin
    if chair is None:
        mine = row(make("Sit down", "sit", GO_ON)) if scene.free else None
    elif chair.sitting_out:
        mine = row(make("Deal me in", "back"), make("Add chips", "topup"), make("Leave", "leave"))
    else:
        live = scene.seat_of(person) is not None and scene.phase is Phase.HAND
        out = "Sit out after this hand" if live else "Sit out"
        mine = row(make(out, "sitout"), make("Add chips", "topup"), make("Leave", "leave"))
    return message(
        GREY,
        text("### More", "-# Only you see this."),
        *_free_fold(scene, person),
        mine,
        text("-# Host" if person == scene.host else "-# Admin") if may_close else None,
        row(make("Close table", "close", OUT)) if may_close else None,
    )


def _free_fold(scene: Scene, person: PersonId) -> tuple[ui.Item[ui.LayoutView], ...]:
    """Folding while checking is free: no button of the table's own, for it is seldom meant.

    Source: ruling G18 (legal, and the screen asks first).
    """
    hand = scene.hand
    view = hand.view(None) if hand and scene.phase is Phase.HAND else None
    if hand is None or view is None or view.waiting is None:
        return ()
    free = {legal.do for legal in view.waiting.legal} >= {"check", "fold"}
    if not free or view.waiting.seat != scene.seat_of(person):
        return ()
    press = Press(table=scene.table, hand=hand.number, question=view.question, act="fold")
    return (
        text("**Checking is free.** Do you want to throw your hand in all the same?"),
        row(button("Fold anyway", press, OUT)),
    )


# A record.


def history(record: Mapping[str, object]) -> list[ui.LayoutView]:
    """The public story of a finished hand, from its record."""
    result = record.get("result")
    events = result.get("events", []) if isinstance(result, dict) else []
    blocks = list(_retold(events if isinstance(events, list) else []))
    return paged(GREY, blocks or ["Nothing happened in it."], "This hand")


def _retold(events: Sequence[object]) -> Iterable[str]:
    """The sentences everybody heard, a paragraph a street."""
    sentences: list[str] = []
    for event in events[:EVENTS_MAX]:
        if not isinstance(event, dict) or event.get("audience", "") is not None:
            continue
        if event.get("event") in PRIVATE_EVENTS:
            continue
        said = plain_text(str(event.get("text", "")))
        if event.get("event") == "street_opened":
            if sentences:
                yield " ".join(sentences)
            sentences = [f"**{said}**"]
        else:
            sentences.append(said)
    if sentences:
        yield " ".join(sentences)


def _no_record() -> ui.LayoutView:
    return message(NOTICE, text("**That hand is not on record yet.** Try again in a moment."))


# A proof.


def proof(written: Mapping[str, object]) -> ui.LayoutView:
    """What goes with the file of a proof, which is attached as `PROOF_FILE`."""
    hand = str(written["hand"]).partition(".")[2]
    return message(
        GREY,
        text(
            f"### Proof of hand {hand}",
            "The deck was sealed before anybody could know its order. Check it with Axeman's own "
            "program, or write one: the recipe is public.",
            f"`python -m bot verify {PROOF_FILE} --commitment C --message ID`",
            "-# Type both from the message that announced the deal. The cards you were shown are "
            "open in the file: do not pass it on while the hand is being played.",
        ),
        attached(PROOF_FILE),
    )


def _no_proof() -> ui.LayoutView:
    return message(NOTICE, text("**No card was dealt in that hand,** or its proof is not here."))
