"""What has been told of the hands of one table, as it stands in the channel and in DMs.

A message is known by its nonce, which names the part of the story that it is; rule cards and
results are counted by their words too.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.events import DealtDown
from bot.ui.board import has_message
from bot.ui.ids import Press

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.practice import Channel, Message, World
    from bot.practice.components import Button
    from bot.table.ports import SavedSeal
    from bot.table.table import LiveHand

__all__ = ["Board", "board_in", "boards_in", "is_sealed_by", "missing", "twice"]

ASKED: Final = re.compile(r"^### <@(\d+)>.*", re.MULTILINE)
DEADLINE: Final = re.compile(r"<t:(\d+):R>")
CARD: Final = re.compile(r"\A### Hand ([\d,]+) \u00b7")
RESULT: Final = re.compile(r"\A### .+ wins .*\n-# .*hand ([\d,]+)")

Part = tuple[int, str]
"""The hand's number and the part's name, without colons, as in a nonce."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A message that asks somebody."""

    message: Message
    person: int
    hand: int
    question: int
    buttons: tuple[Button, ...]
    """Those that answer."""
    deadline: int | None


def boards_in(channel: Channel) -> Iterable[Board]:
    """Every message that asks somebody, newest first; there should be one at most."""
    for message in reversed(channel.messages.values()):
        asked = ASKED.search(message.text)
        if message.ephemeral or asked is None:
            continue
        answers = tuple(button for button in message.buttons if _question(button) is not None)
        press = Press.parse(str(answers[0].custom_id))
        assert press is not None
        assert press.hand is not None
        assert press.question is not None
        deadline = DEADLINE.search(asked[0])
        yield Board(
            message=message,
            person=int(asked[1]),
            hand=press.hand,
            question=press.question,
            buttons=answers,
            deadline=int(deadline[1]) if deadline else None,
        )


def board_in(channel: Channel) -> Board | None:
    """The newest message that asks somebody."""
    return next(iter(boards_in(channel)), None)


def _question(button: Button) -> int | None:
    press = Press.parse(button.custom_id or "")
    return press.question if press else None


def twice(world: World) -> list[str]:
    """What stands more than once, in words."""
    told = Counter(_parts(world))
    texts: Counter[str] = Counter()
    for channel in world.channels.values():
        for message in channel.messages.values():
            for kind, form in (("rule card", CARD), ("result", RESULT)):
                if not message.ephemeral and (found := form.match(message.text)):
                    texts[f"{kind} of hand {found[1]}"] += 1
    parts = [f"{name} of hand {hand}" for (hand, name), times in told.items() if times > 1]
    return parts + [text for text, times in texts.items() if times > 1]


def missing(world: World, live: LiveHand) -> list[str]:
    """What should have been told of a hand, and is not there."""
    told = set(_parts(world))
    return [name for name in _expected(live) if (live.number, name.replace(":", "")) not in told]


def is_sealed_by(channel: Channel, seal: SavedSeal) -> bool:
    """Whether the message that orders a deck stands, and has its commitment."""
    if seal.message is None:
        return True
    message = channel.messages.get(seal.message)
    return message is not None and seal.deck.commitment in message.text


def _parts(world: World) -> Iterable[Part]:
    for channel in world.channels.values():
        for message in channel.messages.values():
            if message.nonce is not None:
                _, hand, name, _ = str(message.nonce).split(".")
                yield int(hand, 36), name


def _expected(live: LiveHand) -> Iterable[str]:
    """The parts that tell of a hand as it is; DMs only while it is played."""
    view = live.hand.view(None)
    yield "card"
    yield from (f"seal:{deal}" for deal in range(2, len(live.seals) + 1))
    closed = len(view.streets) if view.over else len(view.streets) - 1
    yield from (f"street:{index}" for index in range(closed) if has_message(view, index))
    if view.waiting is not None:
        yield f"street:{closed}"
    if view.over:
        yield "result"
    for seat in view.seats if view.waiting is not None else ():
        if not seat.folded and not seat.left:
            streets = live.hand.view(seat.seat).streets
            events = (event for street in streets for event in street.events)
            yield f"dm:{seat.seat}:{sum(isinstance(event, DealtDown) for event in events)}"
