"""A table's state: chairs, button, the live hand. Owned by its runner, the only writer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.rules.chips import SeatNo
from bot.rules.hand import Hand, SeatStart
from bot.rules.house import BadOption, HouseRules
from bot.rules.record import unique_names
from bot.table.ids import Place
from bot.table.scene import Chair, HandScene, Phase, Scene, Sealed, Void
from bot.table.settings import TABLE_OPTIONS, TURN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.variant import Variant
    from bot.table.ids import ChannelId, HandId, PersonId, ServerId, TableId
    from bot.table.ports import SavedSeal, SavedTable

__all__ = ["SEAL_S", "LiveHand", "Table", "house_rules", "seat_of", "settings_of"]

SEAL_S: Final = 120
"""How long a commitment may take to reach the channel. Discord knows a repeated post by its nonce
for some minutes; later two posts of one commitment could stand, and the dealer could choose."""


@dataclass(slots=True)
class LiveHand:
    """A hand at this table: the one being played, or the last one."""

    hand_id: HandId
    number: int
    hand: Hand
    people: tuple[PersonId, ...]
    seals: list[SavedSeal]
    """By deal; the last one waits for its message while the hand waits for a shuffle."""
    news: frozenset[str] = frozenset()
    is_first: bool = False
    settled: bool = False
    """Whether the store knows how it ended."""
    void: str | None = None
    """Why it counts for nothing."""
    showed: bool = False
    """Whether its winner has shown the cards though nobody called. Not saved: it moves no chips,
    and the message that tells of it stands in the channel."""

    @property
    def uncontested(self) -> SeatNo | None:
        """Who won because everybody else folded, and has cards that nobody has seen."""
        if not self.hand.over or self.void is not None:
            return None
        left = [seat for seat in self.hand.view(None).seats if not seat.folded]
        return left[0].seat if len(left) == 1 and left[0].down else None

    @property
    def is_live(self) -> bool:
        """Whether it is still to be played or settled."""
        return not self.settled and self.void is None

    @property
    def awaits_seal(self) -> bool:
        """Whether the deck is sealed, and its order not known yet."""
        return len(self.seals) > len(self.hand.decks)


@dataclass(slots=True)
class Table:
    """Everything a table knows. Chairs are by place, clockwise."""

    table: TableId
    server: ServerId
    channel: ChannelId
    variant: Variant
    host: PersonId
    host_name: str
    overrides: Mapping[str, object]
    settings: HouseRules
    house: HouseRules
    chairs: dict[Place, Chair] = field(default_factory=dict)
    button: Place | None = None
    keep_button: bool = False
    """After a void hand the same player deals again."""
    hands: int = 0
    live: LiveHand | None = None
    before: LiveHand | None = None
    """The hand before that one."""
    lost: Void | None = None
    """The hand that a restart could not take up, until the next is dealt."""
    commitment: str | None = None
    """The newest of the table's sealed decks."""
    announced: frozenset[str] | None = None
    """What was said before the last hand; None before the first."""
    deadline: float | None = None
    next_deal: float | None = None
    closed_because: str = ""
    closed: bool = False
    hints: bool = True
    """Whether the server lets players have hints, as it stood at the last deal."""
    last_heard: float = 0.0
    """When somebody last pressed or typed anything here. Unix seconds."""

    @classmethod
    def from_saved(cls, saved: SavedTable, variant: Variant, house: Mapping[str, object]) -> Table:
        """The table as the store has it, without its live hand."""
        overrides = json.loads(saved.overrides)
        table = cls(
            table=saved.table,
            server=saved.server,
            channel=saved.channel,
            variant=variant,
            host=saved.host,
            host_name="",
            overrides=overrides,
            settings=settings_of(json.loads(saved.settings)),
            house=house_rules(variant, house, overrides),
            button=saved.button,
            hands=saved.hands,
            commitment=saved.commitment,
        )
        for seat in saved.seats:
            table.chairs[seat.place] = seat
        host = table.chair_of(saved.host)
        table.host_name = host.name if host else "The host"
        return table

    # Chairs.

    def chair_of(self, person: PersonId) -> Chair | None:
        """The person's chair, if there is one."""
        return next((chair for chair in self.chairs.values() if chair.person == person), None)

    def put(self, chair: Chair) -> Chair:
        """Set a chair, or change it."""
        self.chairs[chair.place] = chair
        return chair

    def free_place(self) -> Place | None:
        """The lowest free chair."""
        places = (Place(n) for n in range(1, self.variant.seats.most + 1))
        return next((place for place in places if place not in self.chairs), None)

    @property
    def ready(self) -> tuple[Chair, ...]:
        """The chairs that the next hand deals in, by place."""
        return tuple(self.chairs[p] for p in sorted(self.chairs) if self.chairs[p].is_ready)

    def next_dealer(self) -> Chair | None:
        """Who deals next: the button moves one ready chair clockwise after a hand that counted.

        Source: ruling G2.
        """
        ready = self.ready
        if not ready or self.button is None:
            return ready[0] if ready else None
        kept = self.button - 1 if self.keep_button else self.button
        return next((chair for chair in ready if chair.place > kept), ready[0])

    def deal_order(self, dealer: Chair) -> tuple[Chair, ...]:
        """The ready chairs clockwise from the dealer's left; the dealer is last."""
        ready = self.ready
        after = [chair for chair in ready if chair.place > dealer.place]
        return (*after, *(chair for chair in ready if chair.place <= dealer.place))

    # Hands.

    @property
    def hand(self) -> LiveHand | None:
        """The hand being played."""
        return self.live if self.live is not None and self.live.is_live else None

    def is_in_hand(self, person: PersonId) -> bool:
        """Whether the person was dealt into the hand being played."""
        return self.hand is not None and person in self.hand.people

    def new_hand(self, order: tuple[Chair, ...]) -> Hand:
        """A hand for these chairs, under the rules as they stand now."""
        names = unique_names([chair.name for chair in order])
        seats = tuple(
            SeatStart(name=name, stack=chair.stack)
            for name, chair in zip(names, order, strict=True)
        )
        return Hand(self.variant, self.house, seats)

    def announcements(self, players: int) -> frozenset[str]:
        """What is said before a deal to this many players."""
        said = (a.says(self.house, players) for a in self.variant.announcements)
        return frozenset(text for text in said if text) | {self.house.stakes()}

    # Time.

    @property
    def turn_seconds(self) -> int:
        """How long a turn is."""
        return self.settings[TURN_SECONDS]

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.closed:
            return Phase.CLOSED
        if self.hand is not None:
            return Phase.HAND
        return Phase.BETWEEN if self.hands else Phase.LOBBY

    def scene(self) -> Scene:
        """The table as it is now."""
        live = self.live
        dealer = self.next_dealer() if self.hand is None else None
        return Scene(
            table=self.table,
            server=self.server,
            channel=self.channel,
            variant=self.variant,
            host=self.host,
            host_name=self.host_name,
            chairs=tuple(self.chairs[place] for place in sorted(self.chairs)),
            house=self.house,
            settings=self.settings,
            phase=self.phase,
            hand=_hand_scene(live) if live else None,
            before=_hand_scene(self.before) if self.before else None,
            deadline=_second(self.deadline),
            next_deal=_second(self.next_deal),
            next_dealer=dealer.name if dealer else None,
            closed_because=self.closed_because,
            lost=self.lost,
            hints=self.hints,
        )


def house_rules(
    variant: Variant, server: Mapping[str, object], overrides: Mapping[str, object]
) -> HouseRules:
    """The server's rules with the opener's on top.

    A stored value that is no longer allowed falls back to the default.
    """
    chosen = {**server, **overrides}
    known = {option.key: option for option in variant.options}
    kept: dict[str, object] = {}
    for key, value in chosen.items():
        try:
            kept[key] = known[key].write(known[key].parse(value))
        except (KeyError, BadOption):
            continue
    try:
        return HouseRules.of(variant.options, kept)
    except BadOption:
        return HouseRules.of(variant.options, {})


def settings_of(chosen: Mapping[str, object]) -> HouseRules:
    """A table's settings. Raises: BadOption for what is out of bounds."""
    return HouseRules.of(TABLE_OPTIONS, chosen)


def seat_of(live: LiveHand, person: PersonId) -> SeatNo:
    """The seat that a person dealt in has in the hand."""
    return SeatNo(live.people.index(person))


def _hand_scene(live: LiveHand) -> HandScene:
    return HandScene(
        hand=live.hand_id,
        number=live.number,
        people=live.people,
        house=live.hand.house,
        news=live.news,
        is_first=live.is_first,
        seals=tuple(_sealed(seal) for seal in live.seals),
        awaits_seal=live.awaits_seal,
        view=live.hand.view,
        void=live.void,
        showed=live.showed,
    )


def _sealed(seal: SavedSeal) -> Sealed:
    return Sealed(
        deal=seal.deck.deal,
        commitment=seal.deck.commitment,
        previous=seal.previous,
        post_by=seal.made_at + SEAL_S,
    )


def _second(when: float | None) -> int | None:
    return None if when is None else round(when)
