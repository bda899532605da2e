"""A table's story as a list of messages: what has to stand in the channel and in DMs.

The lobby, and for each hand its rule card, its streets, its result and a DM for each player.
Each is a *part* with a name that is unique in its hand. A part that is final never changes
again; one that is not is drawn again whenever the table changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.events import DealtDown
from bot.table.scene import Phase
from bot.ui import board, private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from discord.ui import LayoutView

    from bot.rules.chips import SeatNo
    from bot.table.ids import PersonId
    from bot.table.scene import HandScene, Scene
    from bot.ui.private import Whereabouts

__all__ = ["Part", "story"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One message of the story."""

    hand: int
    """The hand's number at its table; 0 for what belongs to no hand."""
    name: str
    draw: Callable[[], LayoutView]
    """Draws it as it is now, anew each time."""
    is_final: bool = True
    mention: PersonId | None = None
    """Who is called when it is first posted."""
    is_silent: bool = False
    """Whether it is posted without a notification."""
    to: PersonId | None = None
    """The player whose DM it is; None for the channel."""

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from all other parts of the table's story."""
        return self.hand, self.name


def story(
    scene: Scene, dms_closed: AbstractSet[PersonId], whereabouts: Whereabouts
) -> Iterator[Part]:
    """The parts of a table's story that can still matter, in the order they are told."""
    if scene.phase is Phase.LOBBY:
        yield Part(hand=0, name="lobby", draw=lambda: board.lobby(scene), is_final=False)
    else:
        yield Part(hand=0, name="lobby", draw=lambda: board.lobby_closed(scene))
    if scene.hand is not None:
        yield from _hand(scene, scene.hand, frozenset(dms_closed))
        yield from _letters(scene, scene.hand, dms_closed, whereabouts)
    if scene.lost is not None:
        yield Part(hand=scene.lost.number, name="void", draw=lambda: board.void(scene))
    if scene.phase is Phase.CLOSED:
        yield Part(hand=0, name="closed", draw=lambda: board.table_closed(scene))


def _hand(scene: Scene, hand: HandScene, dms_closed: frozenset[PersonId]) -> Iterator[Part]:
    view, number = hand.view(None), hand.number
    yield Part(hand=number, name="card", draw=lambda: board.rule_card(scene), is_silent=True)
    ended = view.over or hand.void is not None
    closed = len(view.streets) if ended else len(view.streets) - 1
    for index in range(closed):
        if not board.has_message(view, index):
            continue
        yield Part(
            hand=number,
            name=f"street:{index}",
            draw=lambda index=index: board.closed_street(scene, index),  # type: ignore[misc]
        )
    if not ended:
        yield Part(
            hand=number,
            name=f"street:{closed}",
            draw=lambda: board.street(scene, dms_closed=dms_closed),
            is_final=False,
            mention=hand.people[view.waiting.seat] if view.waiting else None,
        )
    elif hand.void is not None:
        yield Part(hand=number, name="void", draw=lambda: board.void(scene))
    else:
        yield Part(hand=number, name="result", draw=lambda: board.result(scene))


def _letters(
    scene: Scene, hand: HandScene, dms_closed: AbstractSet[PersonId], whereabouts: Whereabouts
) -> Iterator[Part]:
    """A DM for each player still in: at a deal, and again whenever a card comes face down.

    Its name counts the cards that came so, in all deals of the hand: a new one is a new name.
    """
    view = hand.view(None)
    if view.over or hand.void is not None:
        return
    for seat in view.seats:
        person = hand.people[seat.seat]
        if seat.folded or seat.left or person in dms_closed:
            continue
        yield Part(
            hand=hand.number,
            name=f"dm:{seat.seat}:{_private_cards(hand, seat.seat)}",
            draw=lambda no=seat.seat: private.dm(scene, no, whereabouts),  # type: ignore[misc]
            to=person,
        )


def _private_cards(hand: HandScene, seat: SeatNo) -> int:
    """How many cards a seat was dealt in this hand that nobody else sees."""
    events = (event for street in hand.view(seat).streets for event in street.events)
    return sum(isinstance(event, DealtDown) for event in events)
