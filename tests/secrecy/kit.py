"""Secrets by swapping: a hand, and the same hand but for two cards that somebody has not seen.

Whoever watches must not be able to tell the two apart until the rules show one of the cards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from random import Random

from discord import ui

from bot.rules.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Draw,
    FaceDown,
    FaceUp,
    Fold,
    Illegal,
    Raise,
)
from bot.rules.cards import DECK, Card
from bot.rules.chips import Chips, SeatNo
from bot.rules.hand import Hand
from bot.rules.proof import proof_of
from bot.rules.record import HandRecord, completed
from bot.rules.seal import SALT_BYTES, SealedDeck, dealing_order
from bot.table import dealing, notices
from bot.table.commands import Sight
from bot.table.ids import PersonId
from bot.table.notices import Notice
from bot.table.scene import Scene
from bot.ui import notices as spoken
from bot.ui import private, windows
from bot.ui import story as stories
from bot.ui.ids import Press
from bot.ui.painting import paint
from bot.ui.pictures import Sketch
from tests.secrecy.hands import Kind, Viewer, played, relabelled, swap, unseen
from tests.ui.kit import STRANGER, TABLE, URL, people_of, scene_of
from tests.ui.random_hands import WHERE

DRAWINGS = ("draw", "illustrated")
"""Of a part of the story, what makes its message; the rest says where and when it is posted."""
AFRESH_EVERY = 7
"""After so many answers everything is drawn again, as after a restart."""


class Leak(AssertionError):
    """A viewer can tell two cards apart that he has not seen."""

    def __init__(self, surface: str, told: str) -> None:
        super().__init__(f"{surface}: {told}")
        self.surface = surface


# What somebody receives.


@dataclass(frozen=True, slots=True)
class Sent:
    """One thing that reached a viewer, in full."""

    surface: str
    name: str
    content: str


@dataclass(slots=True)
class Onlooker:
    """Watches one hand from a seat or from the channel, and presses everything all the time."""

    viewer: Viewer
    dms_closed: frozenset[PersonId]
    _told: set[tuple[int, str]] = field(default_factory=set)
    """Final parts that were posted: they are not drawn again."""

    def receives(self, hand: Hand) -> list[Sent]:
        """Everything that reaches the viewer at this moment, in order."""
        # A drawing asks for the same view many times over; it cannot change between two answers.
        scene = scene_of(hand, hand_options={"view": cache(hand.view)})
        person = _person(hand, self.viewer)
        if hand.over or len(hand.answers) % AFRESH_EVERY == 0:
            self._told.clear()
        record = json.dumps(completed(hand)) if hand.over else None
        return [
            *self._posts(scene, person),
            *_looks(scene, person, self.viewer, record),
            *_proof(scene, hand, self.viewer),
            *_windows(scene, person, hand.question),
            *_refusals(scene, hand, self.viewer),
            *_view(hand, self.viewer),
        ]

    def _posts(self, scene: Scene, person: PersonId) -> Iterator[Sent]:
        for part in stories.story(scene, self.dms_closed, WHERE):
            if part.key in self._told or part.to not in (None, person):
                continue
            if part.is_final:
                self._told.add(part.key)
            about = {f.name: getattr(part, f.name) for f in fields(part) if f.name not in DRAWINGS}
            yield Sent("post", str(about), tree(part.draw()))
            if part.illustrated is not None:
                drawn = part.illustrated()
                yield Sent("post", drawn.file, tree(drawn.view))
                yield Sent("picture", drawn.file, painted(drawn.sketch).hex())


@lru_cache(maxsize=64)
def painted(sketch: Sketch) -> bytes:
    """The file that everybody receives: a picture is made of its sketch and of nothing else."""
    return paint(sketch)


def _view(hand: Hand, viewer: Viewer) -> Iterator[Sent]:
    """What any drawing is made of; a question does not repeat the cards that it is about."""
    view = hand.view(viewer)
    yield Sent("view", "of the hand", repr(view))
    yield Sent("view", "of the question", repr(getattr(view.waiting, "cards", None)))


def _person(hand: Hand, viewer: Viewer) -> PersonId:
    return STRANGER if viewer is None else people_of(hand)[viewer]


def tree(view: ui.LayoutView) -> str:
    """A message's components as they are sent."""
    return json.dumps(view.to_components())  # type: ignore[no-untyped-call]


def _proof(scene: Scene, hand: Hand, viewer: Viewer) -> Iterator[Sent]:
    """The proof of the sealed decks, but for its leaves: a hash with a fresh salt is noise."""
    decks = [sealed_as(deck, number) for number, deck in enumerate(hand.decks, start=1)]
    written = proof_of(hand, decks, viewer)
    for deal in written["deals"]:
        del deal["leaves"]
    yield Sent("file", private.PROOF_FILE, json.dumps(written))
    yield Sent("look", Sight.PROOF.value, tree(private.proof(written)))


def sealed_as(deck: tuple[Card, ...], number: int) -> tuple[SealedDeck, int]:
    """A sealed deck that its message turns into this order."""
    places = dealing_order(number, len(deck))
    cards = [card for _, card in sorted(zip(places, deck, strict=True))]
    salts = tuple(bytes([place]) * SALT_BYTES for place in range(len(deck)))
    return SealedDeck(hand="1.1", deal=number, cards=tuple(cards), salts=salts), number


def _looks(scene: Scene, person: PersonId, viewer: Viewer, record: str | None) -> Iterator[Sent]:
    for sight in [sight for sight in Sight if sight is not Sight.PROOF]:
        pages = private.look(scene, person, sight, is_admin=viewer is None, record=record)
        yield from (Sent("look", sight.value, tree(page)) for page in pages)


def _windows(scene: Scene, person: PersonId, question: int) -> Iterator[Sent]:
    assert scene.hand is not None
    opened = [
        windows.take_a_seat(scene, Chips(900)),
        windows.top_up(scene, Chips(900)),
        *(
            windows.change_cards(
                scene,
                person,
                Press(table=TABLE, hand=scene.hand.number, question=number, act="change"),
            )
            for number in (question, question - 1)
        ),
    ]
    for window in opened:
        yield Sent("window", "", json.dumps(window.to_dict()) if window else "none")


TRIES: tuple[Action, ...] = (
    Fold(),
    Check(),
    Call(),
    BringIn(),
    FaceUp(),
    FaceDown(),
    Draw(),
    Bet(Chips(1)),
    Raise(Chips(10**6)),
    *(Draw((card,)) for card in DECK),
)
"""What a viewer tries at every moment; most of it is refused."""


def _refusals(scene: Scene, hand: Hand, viewer: Viewer) -> Iterator[Sent]:
    view = hand.view(None)
    actor = view.seats[view.waiting.seat].name if view.waiting else None
    said: list[Notice] = [notices.OldButton(view.streets[-1].title, actor)]
    if viewer is None:
        said.append(notices.NotSeated(scene.free))
    else:
        said += [dealing._refusal(hand, viewer, refused) for refused in _refused(hand, viewer)]
    for notice in said:
        yield Sent("notice", repr(notice), tree(spoken.draw_notice(notice, scene, URL)))


def _refused(hand: Hand, seat: SeatNo) -> Iterable[Illegal]:
    """Each refusal once, in the order of what is tried."""
    said: dict[str, Illegal] = {}
    for action in TRIES:
        try:
            hand.check(seat, action)
        except Illegal as refused:
            said.setdefault(str(refused), refused)
    return said.values()


# Comparing.


@dataclass(slots=True)
class Tally:
    """How many moments were the same."""

    moments: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)
    """Of these, how many with a card of this kind among the renamed ones."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a viewer received at one moment of a hand, and what he has not seen by then."""

    sent: list[Sent]
    unseen: Mapping[int, Mapping[Card, Kind]]
    """By deal."""


def watched(record: HandRecord, viewer: Viewer) -> list[Moment]:
    """A hand from its first question to its end, as one viewer follows it."""
    onlooker = _onlooker(record, viewer)
    deals = range(1, 1 + sum(len(deck) == len(DECK) for deck in record.decks))
    return [
        Moment(onlooker.receives(hand), {deal: unseen(hand, viewer, deal) for deal in deals})
        for hand in played(record)
    ]


def compare(
    record: HandRecord,
    viewer: Viewer,
    known: Sequence[Moment],
    deal: int,
    names: Mapping[Card, Card],
) -> Tally:
    """Replay with other names for unseen cards; how many moments were the same.

    It ends at the first moment at which the rules have shown one of the cards.

    Raises: Leak if the viewer could tell the two hands apart before that.
    """
    onlooker = _onlooker(record, viewer)
    other = played(relabelled(record, deal, names))
    same = Tally()
    for moment in known:
        kinds = [moment.unseen[deal].get(card) for card in names]
        if None in kinds:
            break
        try:
            sent = onlooker.receives(next(other))
        except Illegal as refused:
            raise Leak("course", f"an answer is not legal any more: {refused}") from None
        _same(moment.sent, sent)
        same.moments += 1
        same.kinds.update({kind for kind in kinds if kind is not None})
    return same


def _onlooker(record: HandRecord, viewer: Viewer) -> Onlooker:
    """In some hands the last player's DMs are closed, which the channel is told."""
    hand = next(played(record))
    closed = people_of(hand)[-1:] if len(record.answers) % 3 == 0 else ()
    return Onlooker(viewer, frozenset(closed))


def _same(wanted: Sequence[Sent], got: Sequence[Sent]) -> None:
    """Raises: Leak at the first thing that is not the same to the byte."""
    for one, other in zip(wanted, got, strict=False):
        if one != other:
            raise Leak(one.surface, f"{one.name}\n{one.content}\n{other.name}\n{other.content}")
    if len(wanted) != len(got):
        raise Leak("post", f"{len(wanted)} messages, or {len(got)}")


def some_pair(rng: Random, known: Sequence[Moment]) -> tuple[int, dict[Card, Card]]:
    """Two cards of a deal that a viewer has not seen at some moment, of any kinds."""
    moment = rng.choice([known[-1], known[-1], rng.choice(known)])
    deal = rng.choice(list(moment.unseen))
    by_kind: dict[Kind, list[Card]] = {}
    for card, kind in moment.unseen[deal].items():
        by_kind.setdefault(kind, []).append(card)
    first = rng.choice(by_kind[rng.choice(list(by_kind))])
    by_kind = {kind: [c for c in cards if c != first] for kind, cards in by_kind.items()}
    second = rng.choice(by_kind[rng.choice([kind for kind, cards in by_kind.items() if cards])])
    return deal, swap(first, second)


def all_unseen(rng: Random, known: Sequence[Moment]) -> tuple[int, dict[Card, Card]]:
    """All cards of a deal that a viewer never sees, in another order."""
    deal = rng.choice(list(known[-1].unseen))
    cards = list(known[-1].unseen[deal])
    return deal, dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
