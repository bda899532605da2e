"""Tables for drawing: real hands, dealt from named cards and played by named answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    Leave,
    Raise,
)
from bot.rules.asks import Ask, Shuffle
from bot.rules.cards import parse_cards
from bot.rules.chips import Chips
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import HouseRules
from bot.rules.variants import variants
from bot.table.ids import ChannelId, HandId, PersonId, Place, ServerId, TableId
from bot.table.scene import Chair, HandScene, Phase, Scene, Sealed
from bot.table.settings import TABLE_OPTIONS
from bot.ui.emojis import Faces, faces_wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discord.ui import LayoutView

    from bot.rules.cards import Card
    from bot.rules.variant import Variant

GAMES = variants()
AXE, STUD_JACK = GAMES["deuces-and-jacks"], GAMES["stud-jack"]
WIDOW_JACK, DRAW_DEUCEY = GAMES["widow-jack"], GAMES["draw-deucey"]
BLACK_MARIAH = GAMES["black-mariah"]
TABLE = TableId(int("T7K2", 36))
ANN = PersonId(1_000_001)
BEN = PersonId(1_000_002)
CLEO = PersonId(1_000_003)
STRANGER = PersonId(9_999_999)
URL = "https://discord.com/channels/11/22/33"

PICTURES = Faces(
    {
        face.name: f"<:{face.name}:{1_400_000_000_000_000_000 + n}>"
        for n, face in enumerate(faces_wanted(in_two_colours=True))
    }
)
"""Every face, with ids as long as Discord's."""

EIGHT = {
    "Ann": 1_040,
    "Ben": 760,
    "Cleo": 115,
    "Dov": 980,
    "Esi": 655,
    "Finn": 1_210,
    "Gus": 430,
    "Hana": 870,
}
"""The players of the specification's example, the dealer last."""

EIGHT_DECK = (
    "7h 3s 7c 4c 6s Qh 9s 5d   4d 6d Kh 8c 10h Js Ks 8s   9h Kd 7s 10s As Qd 3c Kc "  # third
    "9c 5s 2h 8d Qc 3d 6h   "  # fourth, Dov is out
    "7d 10d Jc 5h 2s 3h 6c   "  # fifth
    "Jh 9d 4s Ac   "  # sixth: Ann, Cleo, Finn, Gus
    "5c 10c 8h Ad"  # seventh
)

THIRD = "ben bet 20, cleo call, dov fold, esi call, finn call, gus call, hana call, ann call"
FOURTH = (
    "finn bet 20, gus call, hana call, ann call, ben raise 40, cleo call, esi call, "
    "finn call, gus call, hana call, ann call"
)
FIFTH = "finn bet 40, gus raise 80, hana fold"
FIFTH_END = "ann call, ben fold, esi fold, finn call"
SIXTH = "finn bet 40, gus call, ann call"
SEVENTH = "finn bet 40, gus fold, ann call"


def play(
    stacks: Mapping[str, int],
    deck: str,
    *streets: str,
    house: Mapping[str, object] | None = None,
    game: Variant = AXE,
) -> Hand:
    """A hand dealt from these cards (any others after them), with these answers.

    The cards of later shuffles follow after a bar.
    """
    seats = tuple(SeatStart(name=name, stack=Chips(chips)) for name, chips in stacks.items())
    hand = Hand(game, HouseRules.of(game.options, house or {}), seats)
    decks = [parse_cards(cards) for cards in deck.split("|")]
    _shuffle(hand, decks)
    for step in steps(streets):
        act(hand, step)
        _shuffle(hand, decks)
    return hand


def _shuffle(hand: Hand, decks: list[tuple[Card, ...]]) -> None:
    while isinstance(hand.waiting, Shuffle):
        named, cards = decks.pop(0) if decks else (), hand.waiting.cards
        first = tuple(card for card in named if card in cards)
        hand.shuffle((*first, *(card for card in cards if card not in named)))


def steps(streets: Iterable[str]) -> Iterator[str]:
    """The answers one by one."""
    return (step.strip() for street in streets for step in street.split(",") if step.strip())


def act(hand: Hand, step: str) -> None:
    """One answer: "ann raise 40", "ann draw Qd Kh"; the right player has to be asked.

    "clock" in a player's place answers for whoever is asked.
    """
    who, do, *more = step.split()
    if do == "leave":
        seat = next(n for n, s in enumerate(hand.seats) if s.name.lower().startswith(who))
        hand.act(hand.view(None).seats[seat].seat, Leave())
        return
    asked = hand.waiting
    assert isinstance(asked, Ask), f"nobody is asked, but {step}"
    name = hand.seats[asked.seat].name
    assert who in ("x", "clock") or name.lower().startswith(who), f"{name} is asked, not {who}"
    hand.act(asked.seat, answer(do, *more), by="clock" if who == "clock" else None)


def answer(do: str, *more: str) -> Action:
    """An answer by its word."""
    simple: dict[str, Action] = {
        "fold": Fold(),
        "check": Check(),
        "call": Call(),
        "bring": BringIn(),
        "up": FaceUp(),
        "down": FaceDown(),
    }
    if do in simple:
        return simple[do]
    if do == "draw":
        return Draw(parse_cards(more))
    return (Bet if do == "bet" else Raise)(Chips(int(more[0])))


def people_of(hand: Hand) -> tuple[PersonId, ...]:
    """Seat 0 is Ann's, and so on."""
    return tuple(PersonId(1_000_001 + n) for n in range(len(hand.seats)))


def chair(place: int, name: str, stack: int, **more: Any) -> Chair:
    """A chair; the person is counted from Ann, in place 1."""
    kept: dict[str, Any] = {
        "sitting_out": False,
        "leaving": False,
        "adding": Chips(0),
        "strikes": 0,
    }
    return Chair(
        place=Place(place),
        person=PersonId(1_000_000 + place),
        name=name,
        stack=Chips(stack),
        **(kept | more),
    )


def scene_of(
    hand: Hand | None,
    *,
    number: int = 12,
    chairs: Sequence[Chair] | None = None,
    hand_options: Mapping[str, Any] | None = None,
    **options: Any,
) -> Scene:
    """A table showing this hand; without a hand, Ann, Ben, Cleo and Otto in a lobby."""
    if chairs is None and hand is not None:
        places = enumerate(zip(hand.seats, hand.stacks, strict=True), 1)
        chairs = [chair(place, seat.name, stack) for place, (seat, stack) in places]
    elif chairs is None:
        people = (("Ann", 1_040), ("Ben", 760), ("Cleo", 500), ("Otto", 1_000))
        chairs = [chair(place, name, stack) for place, (name, stack) in enumerate(people, 1)]
    phase = Phase.LOBBY if hand is None else Phase.BETWEEN if hand.over else Phase.HAND
    live = hand is not None and not hand.over
    game = hand.variant if hand is not None else AXE
    made: dict[str, Any] = {
        "table": TABLE,
        "server": ServerId(11),
        "channel": ChannelId(22),
        "variant": game,
        "host": ANN,
        "host_name": "Ann",
        "chairs": tuple(chairs),
        "house": HouseRules.of(game.options, {}),
        "settings": HouseRules.of(TABLE_OPTIONS, {}),
        "phase": phase,
        "hand": _hand_scene(hand, number, hand_options or {}) if hand else None,
        "deadline": 1_767_225_660 if live else None,
        "next_deal": 1_767_225_620 if hand is not None and hand.over else None,
        "next_dealer": "Ann" if hand is not None and hand.over else None,
    }
    return Scene(**(made | options))


def seals(deals: int) -> tuple[Sealed, ...]:
    """Commitments for so many deals."""
    told = [f"{deal:064x}" for deal in range(deals + 1)]
    return tuple(
        Sealed(deal=deal, commitment=told[deal], previous=told[deal - 1], post_by=1_767_225_720)
        for deal in range(1, deals + 1)
    )


def _hand_scene(hand: Hand, number: int, options: Mapping[str, Any]) -> HandScene:
    made: dict[str, Any] = {
        "hand": HandId(77),
        "number": number,
        "people": people_of(hand),
        "house": hand.house,
        "news": frozenset(),
        "is_first": False,
        "seals": seals(max(1, len(hand.decks))),
        "awaits_seal": False,
        "view": hand.view,
    }
    return HandScene(**(made | dict(options)))


def fifth() -> Hand:
    """The example of the specification: fifth street, eight players, Ann to act."""
    return play(EIGHT, EIGHT_DECK, THIRD, FOURTH, FIFTH)


def showdown(**house: object) -> Hand:
    """The same hand at its end: a main pot that is split, and a side pot."""
    return play(EIGHT, EIGHT_DECK, THIRD, FOURTH, FIFTH, FIFTH_END, SIXTH, SEVENTH, house=house)


THREE = {"Ann": 500, "Ben": 500, "Cleo": 500}
THREE_DECK = "7h 5c 3d  4d 8c 9s  9h Kd 4c"


def third() -> Hand:
    """Three players, nobody has acted."""
    return play(THREE, THREE_DECK)


def folded() -> Hand:
    """Ben bets, the others fold."""
    return play(THREE, THREE_DECK, "ben bet 20, cleo fold, ann fold")


# Reading what was drawn.


def payload(view: LayoutView) -> list[dict[str, Any]]:
    """The components as they are sent."""
    tree: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return tree


def parts(view: LayoutView) -> Iterator[dict[str, Any]]:
    """Every component, from top to bottom."""
    waiting: list[Any] = list(payload(view))
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting[:0] = part.get("components", [])


def words(view: LayoutView) -> str:
    """All text, a line for each text component."""
    return "\n".join(part["content"] for part in parts(view) if part["type"] == 10)


def labels(view: LayoutView) -> list[str]:
    """The labels of the buttons, in order."""
    return [part["label"] for part in parts(view) if part["type"] == 2]


def ids(view: LayoutView) -> list[str]:
    """The custom ids of the buttons, in order."""
    return [part["custom_id"] for part in parts(view) if "custom_id" in part]
