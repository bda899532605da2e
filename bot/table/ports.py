"""What a table needs from outside, as Protocols: `bot.store` and `bot.ui` fill them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.chips import Chips, SeatNo
    from bot.rules.seal import SealedDeck
    from bot.table.ids import (
        ChannelId,
        HandId,
        MessageId,
        PersonId,
        Place,
        ServerId,
        TableId,
    )
    from bot.table.scene import Chair

__all__ = [
    "AlreadySeated",
    "Book",
    "ChannelTaken",
    "Examined",
    "Forgetting",
    "KeptHand",
    "Ledger",
    "NewHand",
    "NewTable",
    "PokerError",
    "Post",
    "Posts",
    "SavedAnswer",
    "SavedHand",
    "SavedSeal",
    "SavedTable",
    "Settlement",
    "Standing",
    "StillSeated",
    "StoreFailed",
    "TableStore",
    "TooFewChips",
]


class PokerError(Exception):
    """Something a host, a person or the machine has to deal with; never a bug of ours."""


class TooFewChips(PokerError):
    """A transfer asked for more than the balance holds; nothing was moved."""

    def __init__(self, balance: Chips) -> None:
        super().__init__(f"the balance is {balance}")
        self.balance = balance


class ChannelTaken(PokerError):
    """The channel has an open table already."""


class AlreadySeated(PokerError):
    """The person has a seat at this table, or the chair is taken."""


class StillSeated(PokerError):
    """The person has a seat, so nothing about the person can be forgotten yet."""

    def __init__(self, channel: ChannelId) -> None:
        super().__init__(f"there is a seat in channel {channel}")
        self.channel = channel


class StoreFailed(PokerError):
    """The database refused: full, locked, read-only or broken. Nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table about to be opened."""

    server: ServerId
    channel: ChannelId
    variant: str
    """The key of the game, as in the hand record."""
    host: PersonId
    overrides: str
    """House rules that the opener set, a JSON object of catalogue keys; opaque to the store."""
    settings: str
    """Clock, pause and buy-in, a JSON object; opaque to the store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedAnswer:
    """One line of the journal."""

    question: int
    seat: SeatNo
    """-1 for nature: a shuffle."""
    answer: str
    """A JSON object of the hand record's `answers` (or a list of cards from nature)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSeal:
    """A sealed deck as the store keeps it, and the message that told of it."""

    deck: SealedDeck
    previous: str | None
    """The commitment before this one at the table."""
    made_at: int
    """Unix seconds."""
    message: MessageId | None = None
    """None until the message is known to stand; until then no card is dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedHand:
    """A hand as the journal has it; enough to replay it."""

    hand: HandId
    number: int
    """The hand's number at its table, from 1."""
    people: tuple[PersonId, ...]
    """Who sits in seat 0, 1, ... of the hand; the last one deals."""
    record: str
    """The hand record without decks and answers (variant, house, seats), as JSON."""
    answers: tuple[SavedAnswer, ...]
    """In the order they were given, nature's shuffles among them."""
    seals: tuple[SavedSeal, ...]
    """By deal; the last one may wait for its message."""
    has_ended: bool = False
    """Whether it is settled or void: nothing of it is left to do but to tell of it."""
    void: str | None = None
    """Why it counts for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedTable:
    """An open table as the store has it."""

    table: TableId
    server: ServerId
    channel: ChannelId
    variant: str
    host: PersonId
    overrides: str
    settings: str
    button: Place | None
    """The dealer's chair in the live or last hand; None before the first."""
    hands: int
    """How many hands were begun here."""
    seats: tuple[Chair, ...]
    """By place, lowest first."""
    hand: SavedHand | None
    """The live hand, or else the last one; None before the first."""
    before: SavedHand | None
    """The hand before that one."""
    commitment: str | None
    """The newest of the table's sealed decks; None before the first."""

    @property
    def live(self) -> SavedHand | None:
        """The hand that is being played, if there is one."""
        return None if self.hand is None or self.hand.has_ended else self.hand


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    """A hand about to be dealt. Its row commits before anything is sent."""

    table: TableId
    number: int
    button: Place
    people: tuple[PersonId, ...]
    record: str
    seal: SavedSeal
    """The first deck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptHand:
    """A hand that has ended, for whoever wants to look at it again."""

    people: tuple[PersonId, ...]
    record: str
    """The completed hand record, as JSON."""
    seals: tuple[SavedSeal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """How a hand ended: one transaction, keyed by the hand, a no-op the second time.

    With it go those who got up during the hand, and come the chips that were asked for in it.
    """

    hand: HandId
    nets: Mapping[PersonId, int]
    """Chips won (above zero) or lost by each person dealt in; they sum to zero."""
    record: str
    """The completed hand record, as JSON."""
    stack_max: Chips
    """Chips are added up to this stack, if the balance holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of the leaderboard."""

    person: PersonId
    name: str
    net: int
    """Chips won from other players; all lines of a server sum to zero."""
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A message the bot has sent for a table: which part of the table's story it holds."""

    slot: str
    """Such as "card", "street:2", "dm:3:7" or "result"; unique within (table, hand)."""
    channel: ChannelId
    message: MessageId
    posted_at: int
    """Unix seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What a short look at the database found."""

    flaw: str
    """What is wrong with it, a sentence; "" if it is sound."""
    bytes: int


class Ledger(Protocol):
    """Chips outside tables. Double entry: bank, people and seats always sum to zero.

    A newcomer's account is opened with the server's starting chips on first sight.
    Every command's entry is keyed, so that one delivered twice moves chips once.
    """

    async def balance(self, server: ServerId, person: PersonId) -> Chips:
        """The chips in the person's account, those at tables not included."""

    async def at_tables(self, server: ServerId, person: PersonId) -> Chips:
        """The chips in the person's seats on this server."""

    async def daily(self, server: ServerId, person: PersonId, *, day: int, key: str) -> bool:
        """Give the daily chips unless the person had them on that day (days since 1970, UTC)."""

    async def standings(self, server: ServerId) -> Sequence[Standing]:
        """Everybody who has played a hand here, most won first, then by person."""


class TableStore(Protocol):
    """Tables, seats and hands. Each method is one transaction.

    Raises: StoreFailed if the database refuses; then nothing has changed.
    """

    async def open_table(self, new: NewTable, *, key: str) -> TableId:
        """The new table; the same one if the command is delivered again. Raises: ChannelTaken."""

    async def load_tables(self) -> Sequence[SavedTable]:
        """Every open table, by id."""

    async def load_table(self, table: TableId) -> SavedTable | None:
        """One open table; None if it is closed."""

    async def sit_down(self, table: TableId, seat: Chair, *, key: str) -> None:
        """Take a chair and move `seat.stack` from the balance to it.

        Raises: TooFewChips, AlreadySeated.
        """

    async def top_up(self, table: TableId, person: PersonId, chips: Chips, *, key: str) -> None:
        """Move chips from the balance to the seat; `adding` goes to zero. Raises: TooFewChips."""

    async def stand_up(self, table: TableId, person: PersonId, *, key: str) -> Chips:
        """Cash the seat out and free the chair; what went back to the balance."""

    async def save_seat(self, table: TableId, seat: Chair) -> None:
        """Keep the flags of a seat (not its stack, which is the ledger's)."""

    async def save_host(self, table: TableId, host: PersonId) -> None:
        """Another host."""

    async def begin_hand(self, new: NewHand) -> HandId:
        """The hand's row with its sealed deck, the button and the number of hands.

        A row of that number which nobody heard of (its commit was thought to have failed) is
        replaced.
        """

    async def save_seal(self, hand: HandId, seal: SavedSeal) -> SavedSeal:
        """Keep the deck of a later deal; the one that stands, if there is one already."""

    async def open_seal(self, hand: HandId, seal: SavedSeal, line: SavedAnswer) -> bool:
        """Keep the seal's message and, with it, the shuffle; False if there is one already."""

    async def append(self, hand: HandId, line: SavedAnswer) -> bool:
        """Journal an answer; False if (hand, question, seat) has one already."""

    async def answers(self, hand: HandId) -> Sequence[SavedAnswer]:
        """The journal of a hand, in the order its lines were given."""

    async def settle(self, settlement: Settlement) -> None:
        """Move every net, cash out who left, add what was asked for, close the hand; once."""

    async def void(
        self, hand: HandId, *, reason: str, record: str | None, stack_max: Chips
    ) -> None:
        """Close the hand without moving a net; its record (or what was begun) is kept."""

    async def close_table(self, table: TableId, *, key: str) -> Mapping[PersonId, Chips]:
        """Cash every seat out and close the table; what went back to each balance."""

    async def kept_hand(self, table: TableId, number: int) -> KeptHand | None:
        """A hand that has ended; None if it is live or unknown."""


class Posts(Protocol):
    """Which messages stand for what, so that a restart announces what is missing, once."""

    async def posts(self, table: TableId, hand: int) -> Sequence[Post]:
        """The posts of one hand of a table; hand 0 is the lobby."""

    async def save_post(self, table: TableId, hand: int, post: Post) -> None:
        """Keep a post; a later one for the same slot replaces it."""

    async def dm_channel(self, person: PersonId) -> ChannelId | None:
        """The DM channel opened with this person earlier."""

    async def save_dm_channel(self, person: PersonId, channel: ChannelId) -> None:
        """Keep the DM channel, opened once per person."""


class Book(Protocol):
    """What a server's admins decide: house rules per game, and settings of the server."""

    async def house(self, server: ServerId, variant: str) -> Mapping[str, object]:
        """The catalogue keys that differ from the default here, with their values."""

    async def set_house(
        self, server: ServerId, variant: str, key: str, value: str | int | None
    ) -> None:
        """Set a house rule, or reset it with None."""

    async def setting(self, server: ServerId, key: str) -> object | None:
        """A server setting, JSON-like, or None if it was never set."""

    async def set_setting(self, server: ServerId, key: str, value: object | None) -> None:
        """Set a server setting, or reset it with None."""

    async def everywhere(self, key: str) -> Mapping[ServerId, object]:
        """A server setting on every server that has set it."""

    async def memo(self, key: str) -> str | None:
        """A note of the bot to itself, such as the hash of the commands last synced."""

    async def set_memo(self, key: str, value: str) -> None:
        """Keep such a note."""


class Forgetting(Protocol):
    """Letting go of what is known about people. What stays, and why: `PRIVACY.md`."""

    async def forget_person(self, server: ServerId, person: PersonId, *, key: str) -> Chips:
        """Let go of a person's name and chips on a server; how many chips that were.

        Raises: StillSeated, StoreFailed.
        """

    async def forget_server(self, server: ServerId) -> bool:
        """Delete everything about a server, for good; whether there was anything.

        None of its tables may run any more.
        """
