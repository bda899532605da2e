"""One browser tab: what its page asks for, done by the person whose tab it is.

Every request is a JSON object with `do` and a number `n`; its answer carries the same `n`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import orjson

from bot.practice import commands, slash, snapshot
from bot.practice.entities import DIRECT
from bot.practice.slash import NotAllowedError
from bot.practice.world import Change, Kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.practice.entities import Channel, Message, Role, User
    from bot.practice.people import Person
    from bot.practice.world import World

Json = dict[str, Any]
OUTGOING_MAX = 1000  # frames that wait for a slow page before it is cut off
TEXT_MAX = 2000
TYPED_MAX = 6000
CHOSEN_MAX = 25
NO_RESPONSE = "The application did not respond."
PLACES = frozenset({
    Kind.GUILD_ADDED, Kind.GUILD_REMOVED, Kind.CHANNEL_ADDED, Kind.CHANNEL_CHANGED,
    Kind.CHANNEL_DELETED, Kind.MEMBER_JOINED, Kind.MEMBER_CHANGED, Kind.MEMBER_LEFT,
    Kind.ROLE_ADDED, Kind.ROLE_CHANGED,
})  # fmt: skip
# Words that `Person` uses itself; an option of that name is written with an underscore.
TAKEN = frozenset({"command", "forge", "wait", "timeout_s", "self"})


class PageError(Exception):
    """The page asked for what makes no sense; the sentence is for its writer."""


class Tab:
    """One open page. What goes to it waits in `outgoing`, so that order is never lost."""

    def __init__(self, person: Person, world: World, about_room: Callable[[], Json]) -> None:
        self.person = person
        self.outgoing: asyncio.Queue[str] = asyncio.Queue(OUTGOING_MAX)
        self.channel: Channel | None = None
        self.is_behind = asyncio.Event()  # set when the page must be cut off
        self._world = world
        self._about_room = about_room

    # What goes to the page

    def send(self, frame: Json) -> None:
        """Queue one frame as it is now."""
        try:
            self.outgoing.put_nowait(orjson.dumps(frame).decode())
        except asyncio.QueueFull:
            self.is_behind.set()

    def refresh(self, people: list[Person]) -> None:
        """Tell the page everything anew."""
        channels = self.person.channels()
        if self.channel not in channels:
            self.channel = channels[0] if channels else None
        self.send({
            "type": "snapshot",
            **snapshot.places_json(self.person, people, self._world),
            **self._about_room(),
            "messages": snapshot.messages_json(self.person),
            "form": snapshot.form_json(self.person.form),
            **self._look_json(),
        })  # fmt: skip

    def _look_json(self) -> Json:
        channel = self.channel
        if channel is None:
            return {"channel": None, "commands": []}
        found = snapshot.commands_json(self.person, channel)
        return {"channel": str(channel.id), "commands": found}

    def hear(self, change: Change, people: list[Person]) -> None:
        """Pass on what this person's app would show."""
        message = change.message
        if message is not None:
            self._hear_of(message)
        elif change.kind in PLACES:
            self.refresh(people)
        elif change.kind is Kind.COMMANDS_CHANGED:
            self.send({"type": "looking", **self._look_json()})
        elif change.kind is Kind.INTERACTION_ANSWERED and self.person.form is not None:
            self.send_form()

    def _hear_of(self, message: Message) -> None:
        if message.deleted:
            self.send({"type": "gone", "id": str(message.id)})
        else:
            self.send(snapshot.message_change(message))

    def send_form(self) -> None:
        """Show the form that stands open, or take it away."""
        self.send({"type": "form", "form": snapshot.form_json(self.person.form)})

    # What comes from the page

    async def answer(self, request: Json) -> None:
        """Do what was asked, and say how it went."""
        number = request.get("n")
        try:
            result = await self._do(request)
        except TimeoutError as silence:
            self.send({"type": "failed", "n": number, "why": _silence(silence)})
        except (AssertionError, PageError) as refusal:
            why = str(refusal).partition("\n")[0] or "That is not possible."
            self.send({"type": "failed", "n": number, "why": why})
        else:
            self.send({"type": "done", "n": number, "result": result})

    async def _do(self, request: Json) -> object:
        verbs: dict[object, Callable[[Json], Awaitable[object]]] = {
            "look": self._look, "say": self._say, "slash": self._slash,
            "autocomplete": self._autocomplete, "press": self._press, "select": self._select,
            "submit": self._submit, "cancel": self._cancel, "dismiss": self._dismiss,
            "dms": self._set_dms,
        }  # fmt: skip
        verb = request.get("do")
        if not isinstance(verb, str) or verb not in verbs:
            raise PageError("The page asked for something unknown.")
        return await verbs[verb](request)

    async def _look(self, request: Json) -> Json:
        if request.get("channel") == "direct":
            self.channel = self._world.direct_channel(self.person.user)
        else:
            self.channel = self._channel(request)
        return self._look_json()

    async def _say(self, request: Json) -> None:
        self._here(request).say(_text(request, "text", TEXT_MAX))

    async def _cancel(self, _: Json) -> None:
        self.person.form = None

    async def _dismiss(self, request: Json) -> None:
        self.person.dismiss(self._message(request))

    async def _set_dms(self, request: Json) -> None:
        self.person.user.is_dm_open = request.get("isOpen") is True

    async def _slash(self, request: Json) -> None:
        path = _path(request)
        here = self._here(request)
        await here.slash(path, **self._options(request, path))

    async def _autocomplete(self, request: Json) -> list[Json]:
        path, option = _path(request), _text(request, "option", TYPED_MAX)
        typed = _text(request, "typed", TYPED_MAX, may_be_empty=True)
        here = self._here(request)
        others = self._options(request, path)
        others.pop(option, None)
        return await here.autocomplete(path, option, typed, **others)

    async def _press(self, request: Json) -> None:
        message, pressed = self._message(request), _text(request, "button", 100)
        there = {button.custom_id for button in message.buttons if button.is_pressable}
        if pressed not in there:
            raise PageError("That button is not there any more.")
        await self.person.press(message=message, custom_id=pressed)

    async def _select(self, request: Json) -> None:
        message, menu = self._message(request), _text(request, "menu", 100)
        parts = {part["custom_id"]: part for part in message.selects}
        if menu not in parts:
            raise PageError("That menu is not there any more.")
        chosen: list[Any] = _texts(request.get("values"))
        if parts[menu]["type"] != 3:
            chosen = [self._found(value, message.channel) for value in chosen]
        await self.person.select(menu, *chosen, message=message)

    async def _submit(self, request: Json) -> None:
        form = self.person.form
        if form is None or str(form.opened_by.id) != request.get("form"):
            raise PageError("That form is not open any more.")
        answers = request.get("answers")
        if not isinstance(answers, dict) or len(answers) > CHOSEN_MAX:
            raise PageError("The page sent no answers.")
        try:
            await self.person.submit({str(key): _value(v) for key, v in answers.items()})
        except TimeoutError:
            self.person.form = form  # as in the app: it stays open, to be tried again
            raise

    # What the page's words mean

    def _here(self, request: Json) -> Person:
        """The person, looking at the channel that the request names."""
        channel = self._channel(request)
        if channel.kind == DIRECT:
            self.person.go_to_dm()
        else:
            self.person.go(channel)
        return self.person

    def _channel(self, request: Json) -> Channel:
        found = self._world.channels.get(_number(request.get("channel")))
        if found is None or found not in self.person.channels():
            raise PageError("That channel is not there any more.")
        return found

    def _message(self, request: Json) -> Message:
        number = _number(request.get("message"))
        for channel in self.person.channels():
            message = channel.messages.get(number)
            if message is not None and self.person.can_see(message):
                return message
        raise PageError("That message is not there any more.")

    def _options(self, request: Json, path: str) -> dict[str, Any]:
        given = request.get("options")
        if not isinstance(given, dict) or len(given) > commands.OPTIONS_MAX:
            raise PageError("The page sent no options.")
        channel = self._channel(request)
        kinds = {o["name"]: o["type"] for o in slash.find(self._world, channel, path).options}
        found: dict[str, Any] = {}
        for name, value in given.items():
            is_reference = commands.USER <= kinds.get(name, 0) <= commands.MENTIONABLE
            key = f"{name}_" if name in TAKEN else name
            found[key] = self._found(value, channel) if is_reference else _value(value)
        return found

    def _found(self, value: object, channel: Channel) -> User | Role | Channel:
        number, guild = _number(value), channel.guild
        roles = {role.id: role for role in guild.roles} if guild else {}
        found: User | Role | Channel | None = self._world.users.get(number) or roles.get(number)
        found = found or self._world.channels.get(number)
        if found is None:
            raise PageError("What was chosen is not there any more.")
        return found


def _silence(silence: TimeoutError) -> str:
    """The app's sentence, and why the bot's answer came to nothing, if it came."""
    refused = [line for line in str(silence).splitlines() if line.startswith("The bot's answer")]
    return " ".join([NO_RESPONSE, *refused])


def _text(request: Json, key: str, most: int, *, may_be_empty: bool = False) -> str:
    text = request.get(key)
    if not isinstance(text, str) or not (text.strip() or may_be_empty):
        raise PageError(f"The page sent no {key}.")
    if len(text) > most:
        raise NotAllowedError(f"That is longer than {most} characters.")
    return text


def _path(request: Json) -> str:
    words = _text(request, "command", TYPED_MAX).removeprefix("/")
    if not words.split():
        raise PageError("The page sent no command.")
    return words


def _number(value: object) -> int:
    is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
    return int(str(value)) if is_number and len(str(value)) <= 20 else 0


def _texts(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > CHOSEN_MAX:
        raise PageError("The page sent no choices.")
    return [str(one) for one in value]


def _value(value: object) -> Any:  # noqa: ANN401 - the kinds that JSON has
    """What was typed or chosen; anything else that JSON can say is refused."""
    if isinstance(value, list):
        return _texts(value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise PageError("The page sent something unknown.")
