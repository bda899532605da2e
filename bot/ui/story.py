"""A table's story as a list of messages: what has to stand in the channel and in DMs.

The lobby, and for each hand its rule card, its streets, its result and a DM for each player.
Each is a *part* with a name that is unique in its hand. A part that is final never changes
again; one that is not is drawn again whenever the table changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.table.scene import Phase
from bot.ui import board, private
from bot.ui.emojis import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from discord.ui import LayoutView

    from bot.rules.view import View
    from bot.table.ids import PersonId
    from bot.table.scene import HandScene, Scene
    from bot.ui.emojis import Faces
    from bot.ui.pictures import Illustrated
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
    post_by: int | None = None
    """When it is too late to post it for the first time. Unix seconds."""
    seal: int | None = None
    """The deal that waits until this message stands."""
    illustrated: Callable[[], Illustrated] | None = None
    """Draws it with a picture instead, where a picture can be painted and sent."""
    is_changed: bool = False
    """Whether a press changes it though it is final: it is drawn for the answer to the press."""

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from all other parts of the table's story."""
        return self.hand, self.name


def story(
    scene: Scene,
    dms_closed: AbstractSet[PersonId],
    whereabouts: Whereabouts,
    faces: Faces = PLAIN,
) -> Iterator[Part]:
    """The parts of a table's story that can still matter, in the order they are told."""
    if scene.phase is Phase.LOBBY:
        yield Part(hand=0, name="lobby", draw=lambda: board.lobby(scene), is_final=False)
    else:
        yield Part(hand=0, name="lobby", draw=lambda: board.lobby_closed(scene))
    if scene.before is not None:
        # The next hand may have been dealt while Discord was slow, or the bot away.
        earlier = replace(
            scene, hand=scene.before, before=None, lost=None, phase=Phase.BETWEEN, next_deal=None
        )
        yield from _hand(earlier, scene.before, frozenset(), faces)
    if scene.hand is not None:
        yield from _hand(scene, scene.hand, frozenset(dms_closed), faces)
        yield from _letters(scene, scene.hand, dms_closed, whereabouts, faces)
    if scene.lost is not None:
        yield Part(hand=scene.lost.number, name="void", draw=lambda: board.void(scene))
    if scene.phase is Phase.CLOSED:
        yield Part(hand=0, name="closed", draw=lambda: board.table_closed(scene))


def _hand(
    scene: Scene, hand: HandScene, dms_closed: frozenset[PersonId], faces: Faces
) -> Iterator[Part]:
    view, number = hand.view(None), hand.number
    yield _seal(scene, hand, 1, faces)
    deal = 1
    for index in range(len(view.streets)):
        if not _is_over(view, index, hand):
            if not hand.awaits_seal:  # else it stands as it was
                yield _open_street(scene, hand, view, dms_closed, faces)
        elif board.has_message(view, index):
            yield Part(
                hand=number,
                name=f"street:{index}",
                draw=lambda index=index: board.closed_street(scene, index),  # type: ignore[misc]
            )
        for _ in range(board.shuffles(view, index)):
            deal += 1
            yield _seal(scene, hand, deal, faces)
    if hand.void is not None:
        yield Part(hand=number, name="void", draw=lambda: board.void(scene))
    elif view.over:
        yield Part(
            hand=number,
            name="result",
            draw=lambda: board.result(scene),
            illustrated=(lambda: board.illustrated_result(scene, faces))
            if board.has_shown(view)
            else None,
            is_changed=hand.showed,
        )


def _open_street(
    scene: Scene, hand: HandScene, view: View, dms_closed: frozenset[PersonId], faces: Faces
) -> Part:
    return Part(
        hand=hand.number,
        name=f"street:{len(view.streets) - 1}",
        draw=lambda: board.street(scene, dms_closed, faces),
        is_final=False,
        mention=hand.people[view.waiting.seat] if view.waiting else None,
    )


def _is_over(view: View, index: int, hand: HandScene) -> bool:
    """Whether a street is closed. One in whose midst the deck runs out is not."""
    if index < len(view.streets) - 1 or view.over or hand.void is not None:
        return True
    return hand.awaits_seal and board.wipe_out(view, index) is not None


def _seal(scene: Scene, hand: HandScene, deal: int, faces: Faces) -> Part:
    """The message that tells of a sealed deck: the rule card, or what announces a later deal."""
    seal = hand.seals[deal - 1]
    return Part(
        hand=hand.number,
        name="card" if deal == 1 else f"seal:{deal}",
        draw=lambda: (
            board.rule_card(scene) if deal == 1 else board.sealed_again(scene, deal, faces)
        ),
        is_silent=True,
        post_by=seal.post_by,
        seal=deal if hand.awaits_seal and deal == len(hand.seals) else None,
    )


def _letters(
    scene: Scene,
    hand: HandScene,
    dms_closed: AbstractSet[PersonId],
    whereabouts: Whereabouts,
    faces: Faces,
) -> Iterator[Part]:
    """A DM for each player still in: at a deal, and again whenever a card comes face down.

    Its name counts the cards that came so, in all deals of the hand: a new one is a new name.
    """
    view = hand.view(None)
    if view.over or hand.void is not None or not view.streets:
        return
    for seat in view.seats:
        person = hand.people[seat.seat]
        if seat.folded or seat.left or person in dms_closed:
            continue
        yield Part(
            hand=hand.number,
            name=f"dm:{seat.seat}:{seat.dealt_down}",
            draw=lambda no=seat.seat: private.dm(scene, no, whereabouts, faces),  # type: ignore[misc]
            to=person,
        )
