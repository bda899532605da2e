"""The people of a night: they press what they see, twice, late and past each other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from bot.practice.interactions import Callback
from bot.table.ids import PersonId
from bot.torture.aftermath import Confirmed
from bot.torture.told import Board, board_in
from bot.ui.ids import Press
from bot.ui.windows import DISCARD

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Sequence
    from random import Random

    from bot.practice import Answer, Channel, Message, Person
    from bot.rules.variant import Variant
    from bot.torture.life import Life

__all__ = ["SHUFFLE", "TURN_S", "Company"]

TURN_S: Final = 600
"""Longer than a night: the clock answers for nobody here."""
DEALS: Final = ("Deal", "Deal now")
SHUFFLE: Final = "save_seal"
"""What is passed only when the cards are shuffled in the middle of a hand."""
OF_SEATS: Final = ("sit_down", "stand_up", "save_seat", "top_up")
"""What a visitor brings about."""


class Company:
    """Players, and a visitor who comes and goes. Owned by the night."""

    def __init__(
        self, people: Sequence[Person], channel: Channel, game: Variant, chance: Random
    ) -> None:
        *self._players, self._visitor = people
        self._by_id = {person.user.id: person for person in people}
        self._channel, self._game, self._chance = channel, game, chance
        self._pause_s = chance.choice((0, TURN_S))
        """The next hand comes at once, or when somebody presses Deal now."""
        self._life: Life | None = None
        self._seated: set[Person] = set()
        """Who they think has a seat."""
        self._pressed: tuple[Message, str] | None = None
        """The last button that answered something."""
        self.confirmed: set[Confirmed] = set()
        """Every press that was answered with the table as it was after it."""

    def __len__(self) -> int:
        return len(self._players)

    def meet(self, life: Life) -> None:
        """The bot is back."""
        self._life = life

    def are_seated(self, people: Collection[PersonId]) -> None:
        """Who has a seat indeed."""
        self._seated = {self._by_id[person] for person in people}

    def screen(self) -> str:
        """What they see."""
        return self._players[0].screen()

    async def step(self, aim: str) -> None:
        """Somebody or several do something, and are answered, or see the bot dead.

        `aim` is what should come about soon.
        """
        if all(message.ephemeral for message in self._channel.messages.values()):
            await self._open()
            return
        board = board_in(self._channel)
        absent = [person for person in self._players if person not in self._seated]
        doing: list[Coroutine[None, None, None]] = []
        if self._chance.random() < (0.9 if aim in OF_SEATS else 0.08):
            doing.append(self._visit(aim))
        if self._chance.random() < 0.05:
            doing.append(self._fidget(self._chance.choice(self._players)))
        if absent and (board is None or self._chance.random() < 0.3):
            doing.append(self._join(absent[0]))
        elif board is not None:
            doing.append(self._answer(board, aim))
        else:
            doing.append(self._deal())
        await asyncio.gather(*doing)
        if board is None:
            await self._until_asked()

    async def look(self, people: Sequence[PersonId]) -> list[Answer]:
        """These all press My cards, at once."""
        board = board_in(self._channel)
        if board is None:
            return []
        return await self._pressing(
            [(self._by_id[person], board.message, _cards_of(board)) for person in people]
        )

    # What they do.

    async def _open(self) -> None:
        rules = f"turn_seconds={TURN_S}, pause_seconds={self._pause_s}, buy_in=500"
        await self._slash(self._players[0], f"{self._game.command} open", rules=rules)

    async def _deal(self) -> None:
        """Somebody presses the newest button that deals, once there is one."""
        for message in reversed(self._channel.messages.values()):
            for button in message.buttons if not message.ephemeral else ():
                if button.label in DEALS:
                    if button.is_pressable:
                        dealer = self._chance.choice(self._players)
                        await self._pressing([(dealer, message, str(button.custom_id))])
                    return

    async def _join(self, person: Person) -> None:
        if await self._slash(person, "table join", chips=500):
            self._seated.add(person)

    async def _leave(self, person: Person) -> None:
        if await self._slash(person, "table leave"):
            self._seated.discard(person)

    async def _visit(self, aim: str) -> None:
        """The visitor comes, troubles the seats and goes, all while a hand is played if it can."""
        await self._join(self._visitor)
        for site, act in (("top_up", "top-up"), ("save_seat", "sit-out"), ("save_seat", "back")):
            if site == aim or self._chance.random() < 0.3:
                await self._slash(self._visitor, f"table {act}", **_options(act))
        await self._leave(self._visitor)

    async def _fidget(self, person: Person) -> None:
        """A player does something else than playing."""
        act = self._chance.choice(("top-up", "sit-out", "leave"))
        if act == "leave":
            await self._leave(person)
            return
        await self._slash(person, f"table {act}", **_options(act))
        if act == "sit-out":
            await self._slash(person, "table back")

    async def _answer(self, board: Board, aim: str) -> None:
        """Whoever is asked presses a button, once or twice; others press too."""
        person, custom_id = self._by_id[board.person], self._choice(board, aim)
        presses = [(person, board.message, custom_id)]
        presses *= 2 if self._chance.random() < 0.2 else 1
        if self._pressed is not None and self._chance.random() < 0.15:
            presses.append((person, *self._pressed))
        if self._chance.random() < 0.15:
            presses.append((self._chance.choice(self._players), board.message, custom_id))
        answers = await self._pressing(presses)
        if person.form is not None and answers and answers[0].kind is Callback.MODAL:
            answers = await self._change(person)
        mine = [answer for answer in answers if answer.interaction.user is person.user]
        if any(answer.kind is Callback.UPDATE for answer in mine):
            self.confirmed.add(Confirmed(board.hand, board.question, PersonId(board.person)))
        self._pressed = (board.message, custom_id)
        await self._until_asked(but=board)

    def _choice(self, board: Board, aim: str) -> str:
        """A button's custom id: the cheapest, or any; folding is rare."""
        ids = [str(button.custom_id) for button in board.buttons]
        if aim == SHUFFLE or self._chance.random() < 0.85:
            ids = [custom_id for custom_id in ids if _act(custom_id) != "fold"] or ids
        return ids[0] if self._chance.random() < 0.6 else self._chance.choice(ids)

    async def _change(self, person: Person) -> list[Answer]:
        """Fill in the window for a discard."""
        assert person.form is not None, "a window is open"
        boxes = next(field for field in person.form.fields if field.custom_id == DISCARD)
        cards = [option["value"] for option in boxes.part["options"]]
        if self._is_gone:
            return []
        thrown = cards[: self._chance.randint(0, 2)]
        return await self._answered([await person.submit({DISCARD: thrown}, wait=False)])

    # How they do it.

    @property
    def _is_gone(self) -> bool:
        return self._life is None or self._life.is_over

    async def _slash(self, person: Person, command: str, **options: Any) -> bool:  # noqa: ANN401 - see Person.slash
        """Use a command; whether it was answered."""
        if self._is_gone:
            return False
        (answer,) = await self._answered([await person.slash(command, wait=False, **options)])
        return answer.kind is not None

    async def _pressing(self, presses: Sequence[tuple[Person, Message, str]]) -> list[Answer]:
        """All these presses at once, answered or not."""
        if self._is_gone:
            return []
        return await self._answered(
            [
                await person.press(custom_id=custom_id, message=message, wait=False)
                for person, message, custom_id in presses
            ]
        )

    async def _answered(self, answers: list[Answer]) -> list[Answer]:
        assert self._life is not None, "somebody was there to be asked"
        await self._life.until(lambda: all(answer.kind is not None for answer in answers))
        return answers

    async def _until_asked(self, but: Board | None = None) -> None:
        """Give the table half a second to ask somebody, or the next."""
        before = (but.hand, but.question) if but is not None else None

        def is_asked() -> bool:
            board = board_in(self._channel)
            return board is not None and (board.hand, board.question) != before

        if self._life is not None:
            await self._life.until(is_asked, 0.5)


def _cards_of(board: Board) -> str:
    (button,) = (b for b in board.message.buttons if b.label == "My cards")
    return str(button.custom_id)


def _options(act: str) -> dict[str, int]:
    return {"chips": 1} if act == "top-up" else {}


def _act(custom_id: str) -> str:
    press = Press.parse(custom_id)
    assert press is not None, "a button of ours"
    return press.act
