"""Persons: each is a human user of the official app, with what their client shows and remembers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.practice import slash
from bot.practice.answers import Answer
from bot.practice.components import SELECTS, strings, walk
from bot.practice.entities import DIRECT, Channel, Message, User, mentions
from bot.practice.interactions import ANSWER_WITHIN_S, Interaction, Interactions, Sent
from bot.practice.permissions import Permission
from bot.practice.slash import NotAllowedError
from bot.practice.world import Change, Kind, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.components import Button
    from bot.practice.forms import Form, Value

__all__ = ["Answer", "NotAllowedError", "Person"]

QUOTED_MAX = 12  # messages that a complaint shows


class Person:
    """A human with the app open.

    They look at one channel (`go`), and do there what people do: `slash`, `press`, `select`,
    `submit`. Every wait ends with an error that shows what they see. `on_change` holds functions
    that hear of each change this person's app would show.
    """

    def __init__(self, user: User, world: World, interactions: Interactions) -> None:
        self.user = user
        self.everything_seen: list[str] = []
        self.on_change: list[Callable[[Change], None]] = []
        self.form: Form | None = None
        self.pings: list[Message] = []
        self._world = world
        self._interactions = interactions
        self._channel: Channel | None = None
        self._gone: set[int] = set()  # ephemeral messages that this client no longer has
        self._stirred = asyncio.Event()
        world.listeners.append(self._hear)

    @property
    def name(self) -> str:
        """The display name."""
        return self.user.name

    @property
    def channel(self) -> Channel:
        """The channel this person looks at."""
        assert self._channel is not None, f"{self.name} looks at no channel: use go()"
        return self._channel

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    # What they see

    def go(self, channel: Channel) -> None:
        """Look at a channel; commands and presses happen there from now on."""
        if not channel.permissions_of(self.user) & Permission.VIEW_CHANNEL:
            raise NotAllowedError(f"{self.name} cannot see #{channel.name}")
        self._channel = channel

    def go_to_dm(self) -> None:
        """Look at the direct messages with the bot."""
        self._channel = self._world.direct_channel(self.user)

    def can_see(self, message: Message) -> bool:
        """Whether the message is on this person's screen, if they scroll to it."""
        if message.deleted or message.channel.is_deleted or message.id in self._gone:
            return False
        if message.only_for is not None:
            return message.only_for is self.user
        return self._can_view(message.channel)

    def _can_view(self, channel: Channel) -> bool:
        return bool(channel.permissions_of(self.user) & Permission.VIEW_CHANNEL)

    def channels(self) -> list[Channel]:
        """The channels on this person's list, direct messages last."""
        found = [c for c in self._world.channels.values() if self._can_view(c)]
        return sorted(found, key=lambda channel: (channel.kind == DIRECT, channel.id))

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Every message that they can see, newest last; of all channels if none is named."""
        places = self._world.channels.values() if channel is None else (channel,)
        found = [message for place in places for message in place.messages.values()]
        return sorted((m for m in found if self.can_see(m)), key=lambda message: message.id)

    @property
    def dms(self) -> list[Message]:
        """The direct messages with the bot, newest last."""
        return [m for m in self.messages() if m.channel.kind == DIRECT]

    @property
    def ephemerals(self) -> list[Message]:
        """What only they see, newest last."""
        return [message for message in self.messages() if message.ephemeral]

    def sees(self, text: str) -> Message:
        """The newest visible message with this text in it. Raises: AssertionError if none."""
        found = self._newest_with(text)
        assert found is not None, f"{self.name} sees no {text!r}.\n{self.screen()}"
        return found

    def sees_no(self, text: str) -> None:
        """Raise AssertionError if some visible message has this text in it."""
        assert self._newest_with(text) is None, f"{self.name} sees {text!r}.\n{self.screen()}"

    async def until_sees(self, text: str, *, timeout_s: float = 5.0) -> Message:
        """Wait for a visible message with this text in it. Raises: TimeoutError."""
        await self.until(lambda: self._newest_with(text) is not None, f"{text!r}", timeout_s)
        return self.sees(text)

    async def until(self, is_so: Callable[[], object], what: str, timeout_s: float = 5.0) -> None:
        """Wait until something is so, looking whenever anything changes. Raises: TimeoutError."""
        try:
            async with asyncio.timeout(timeout_s):
                while not is_so():
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            raise TimeoutError(
                f"{self.name} waited {timeout_s} s for {what}.\n{self.screen()}"
            ) from None

    def ever_saw(self, text: str) -> bool:
        """Whether this text was in anything that ever reached their client, shown or not."""
        return any(text in seen for seen in self.everything_seen)

    def screen(self) -> str:
        """What they see, in words, for a complaint."""
        lines = [f"{self.name} sees:"]
        for message in self.messages()[-QUOTED_MAX:]:
            place = "direct message" if message.channel.kind == DIRECT else message.channel.name
            lines.append(f"--- {place}{', only for them' * message.ephemeral}")
            lines += ["(thinking)"] * message.is_loading + [message.text]
            lines += [f"[{'x ' * b.disabled}{b.label or b.emoji}]" for b in message.buttons]
        if self.form is not None:
            lines += ["--- form", self.form.text]
        return "\n".join(lines)

    def _newest_with(self, text: str) -> Message | None:
        found = (message for message in reversed(self.messages()) if text in message.text)
        return next(found, None)

    # What they do to their own client

    def close_dms(self) -> None:
        """Take no direct messages from members of servers, bots among them."""
        self.user.is_dm_open = False

    def open_dms(self) -> None:
        """Take direct messages again."""
        self.user.is_dm_open = True

    def dismiss(self, message: Message) -> None:
        """Wave an ephemeral message away."""
        assert message.only_for is self.user, "only what is for one's eyes only can be dismissed"
        self._gone.add(message.id)

    def reload(self) -> None:
        """Start the app anew: ephemeral messages and an open form are gone."""
        self._gone |= {message.id for message in self.ephemerals}
        self.form = None

    def say(self, text: str) -> Message:
        """Write a message in the channel, as people do."""
        channel, world = self.channel, self._world
        if not channel.permissions_of(self.user) & Permission.SEND_MESSAGES:
            raise NotAllowedError(f"{self.name} may not write in #{channel.name}")
        message = Message(
            id=world.snowflake(), channel=channel, author=self.user, created=world.clock(),
            content=text, mentioned=frozenset(mentions(text)),
        )  # fmt: skip
        world.post(message)
        return message

    # What they do to the bot

    async def slash(
        self,
        command: str,
        *,
        forge: bool = False,
        wait: bool = True,
        timeout_s: float = ANSWER_WITHIN_S,
        **options: Any,  # noqa: ANN401 - str, bool, int, float, Person, User, Channel, Role, Upload
    ) -> Answer:
        """Use a command and wait for the first answer: `await ann.slash("axe open", ante=10)`.

        `forge` sends what the app would not: no permission, wrong values.
        Raises: NotAllowedError if the app refuses; TimeoutError if no answer comes.
        """
        found = slash.find(self._world, self.channel, command)
        if not forge:
            slash.check_permissions(found, self.user, self.channel)
        filled = slash.fill(found, _plain(options), self.channel, is_checked=not forge)
        details = slash.details(found, filled, self.channel)
        return await self._send(Sent.COMMAND, details, wait=wait, timeout_s=timeout_s)

    async def autocomplete(
        self, command: str, option: str, typed: str, /, *, timeout_s: float = ANSWER_WITHIN_S,
        **others: Any,  # noqa: ANN401 - see slash
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The choices offered while typing into an option, each with `name` and `value`."""
        found = slash.find(self._world, self.channel, command)
        slash.check_permissions(found, self.user, self.channel)
        given = {**_plain(others), option: typed}
        filled = slash.fill(found, given, self.channel, focused=option)
        details = slash.details(found, filled, self.channel)
        answer = await self._send(Sent.AUTOCOMPLETE, details, wait=True, timeout_s=timeout_s)
        return answer.choices

    async def press(
        self,
        label: str = "",
        *,
        message: Message | None = None,
        custom_id: str | None = None,
        wait: bool = True,
        timeout_s: float = ANSWER_WITHIN_S,
    ) -> Answer:
        """Press the newest visible button of this label, or one on `message`.

        `custom_id` forges a press: the button need not be there any more, nor be enabled.
        Raises: AssertionError if there is no such button; TimeoutError if no answer comes.
        """
        message, pressed = self._find_button(label, message, custom_id)
        details = {"component_type": 2, "custom_id": pressed, "id": _id_of(message, pressed)}
        return await self._send(
            Sent.COMPONENT, details, message=message, wait=wait, timeout_s=timeout_s
        )

    def _find_button(
        self, label: str, message: Message | None, custom_id: str | None
    ) -> tuple[Message, str]:
        places = self._in_reach() if message is None else [message]
        if custom_id is not None:
            there = [m for m in places if custom_id in {b.custom_id for b in m.buttons}]
            seen = [place for place in places if self.can_see(place)]
            assert seen, f"{self.name} sees no message to press on.\n{self.screen()}"
            return (there or seen)[0], custom_id
        for place in places:
            assert self.can_see(place), f"{self.name} does not see that message.\n{self.screen()}"
            for button in place.buttons:
                if label in {button.label, button.emoji} and button.is_pressable:
                    assert button.custom_id is not None
                    return place, button.custom_id
        raise AssertionError(f"{self.name} can press no {label!r}.\n{self.screen()}")

    def _in_reach(self) -> list[Message]:
        """What can be pressed without changing the channel, or in the direct messages."""
        return [
            message
            for message in reversed(self.messages())
            if message.channel is self._channel or message.channel.kind == DIRECT
        ]

    def button(self, label: str, *, message: Message | None = None) -> Button:
        """The newest visible button of this label, enabled or not. Raises: AssertionError."""
        for place in self._in_reach() if message is None else [message]:
            for button in place.buttons:
                if label in {button.label, button.emoji}:
                    return button
        raise AssertionError(f"{self.name} sees no button {label!r}.\n{self.screen()}")

    async def select(
        self,
        menu: str,
        *values: Any,  # noqa: ANN401 - a value or label; Person, User, Channel, Role
        message: Message | None = None,
        wait: bool = True,
        timeout_s: float = ANSWER_WITHIN_S,
    ) -> Answer:
        """Choose from the newest visible menu of this custom id or placeholder.

        Raises: AssertionError if there is no such menu or choice; TimeoutError.
        """
        message, part = self._find_menu(menu, message)
        chosen, resolved = _chosen(part, values, message.channel)
        details: dict[str, Any] = {
            "component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"],
            "values": chosen,
        }  # fmt: skip
        if part["type"] != 3:
            details["resolved"] = resolved
        return await self._send(
            Sent.COMPONENT, details, message=message, wait=wait, timeout_s=timeout_s
        )

    def _find_menu(self, menu: str, message: Message | None) -> tuple[Message, dict[str, Any]]:
        for place in self._in_reach() if message is None else [message]:
            for part in place.selects:
                if menu in {part["custom_id"], part.get("placeholder")} and not part.get(
                    "disabled"
                ):
                    return place, part
        raise AssertionError(f"{self.name} sees no menu {menu!r}.\n{self.screen()}")

    async def submit(
        self,
        answers: dict[str, Value] | None = None,
        *,
        form: Form | None = None,
        wait: bool = True,
        timeout_s: float = ANSWER_WITHIN_S,
        **more: Value,
    ) -> Answer:
        """Send the open form, filled in by custom id or label; the rest stays as it is.

        Raises: FormError if the app would refuse; TimeoutError if no answer comes.
        """
        form = form or self.form
        assert form is not None, f"{self.name} has no form open.\n{self.screen()}"
        details = form.filled({**(answers or {}), **more})
        if form is self.form:
            self.form = None
        origin = form.opened_by
        return await self._send(
            Sent.MODAL_SUBMIT, details, message=origin.message, channel=origin.channel,
            wait=wait, timeout_s=timeout_s,
        )  # fmt: skip

    async def _send(
        self,
        kind: Sent,
        details: dict[str, Any],
        *,
        message: Message | None = None,
        channel: Channel | None = None,
        wait: bool,
        timeout_s: float,
    ) -> Answer:
        channel = channel or (message.channel if message is not None else self.channel)
        if not self._can_view(channel):
            raise NotAllowedError(f"{self.name} cannot see #{channel.name} any more")
        interaction = self._interactions.send(
            kind, user=self.user, channel=channel, details=details, message=message
        )
        answer = Answer(interaction)
        if wait:
            what = f"an answer to {details.get('custom_id') or details.get('name')}"
            try:
                await self.until(lambda: interaction.answer is not None, what, timeout_s)
            except TimeoutError as silence:
                refused = [f"The bot's answer was refused: {error}" for error in interaction.errors]
                raise TimeoutError("\n".join([str(silence), *refused])) from None
        return answer

    # What reaches their client

    def _hear(self, change: Change) -> None:
        if not self._is_shown(change):
            return
        if change.kind in {Kind.MESSAGE_POSTED, Kind.MESSAGE_EDITED} and change.message:
            self.everything_seen += change.strings
            if change.kind is Kind.MESSAGE_POSTED and self.user.id in change.message.pings:
                self.pings.append(change.message)
        if change.kind is Kind.MEMBER_JOINED:
            for message in self.messages():
                self._note(message)
        if change.kind is Kind.INTERACTION_ANSWERED and isinstance(change.detail, Interaction):
            self._take(Answer(change.detail))
        self._stirred.set()
        for listener in tuple(self.on_change):
            listener(change)

    def _is_shown(self, change: Change) -> bool:
        if change.kind in {Kind.INTERACTION_SENT, Kind.INTERACTION_ANSWERED, Kind.MEMBER_JOINED}:
            return change.user is self.user
        if change.message is not None and change.kind is not Kind.MESSAGE_DELETED:
            return self.can_see(change.message)
        if change.message is not None:
            return change.message.only_for in {None, self.user} and self._can_view(
                change.message.channel
            )
        if change.guild is not None:
            return self.user.id in change.guild.members or change.user is self.user
        return change.channel is None or self._can_view(change.channel)

    def _note(self, message: Message) -> None:
        self.everything_seen += message.strings()

    def _take(self, answer: Answer) -> None:
        self.everything_seen += strings(answer.choices)
        if answer.form is not None:
            self.form = answer.form
            self.everything_seen += strings(answer.form.modal)


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.user if isinstance(value, Person) else value for name, value in options.items()
    }


def _id_of(message: Message, custom_id: str) -> int:
    found = (p["id"] for p in walk(message.components) if p.get("custom_id") == custom_id)
    return next(found, 1)


def _chosen(
    part: dict[str, Any], values: tuple[Any, ...], channel: Channel
) -> tuple[list[str], dict[str, Any]]:
    """The values of a menu on the wire, and what they refer to."""
    assert part["type"] in SELECTS
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    assert least <= len(values) <= most, f"from {least} to {most} choices, not {len(values)}"
    if part["type"] == 3:
        by_label = {option["label"]: option["value"] for option in part["options"]}
        chosen = [by_label.get(value, value) for value in values]
        strange = set(chosen) - set(by_label.values())
        assert not strange, f"the menu has no {sorted(strange)}, only {sorted(by_label)}"
        return chosen, {}
    resolved: dict[str, Any] = {}
    plain = _plain({str(place): value for place, value in enumerate(values)})
    return [slash.refer(value, channel, resolved) for value in plain.values()], resolved
