"""Interactions: what a person's press, command or form becomes, and how the bot may answer it.

The rules, as Discord documents them: one first answer within 3 seconds; a token that lives 15
minutes; whether the answer is ephemeral is settled by the first answer.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from bot.practice import components, wire
from bot.practice.entities import DIRECT, EPHEMERAL, LOADING, Message
from bot.practice.errors import BadBodyError, DiscordError
from bot.practice.limits import check_choices, check_message, check_modal
from bot.practice.messages import Draft, apply
from bot.practice.world import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.practice.entities import Channel, Upload, User
    from bot.practice.world import World

ANSWER_WITHIN_S = 3.0
TOKEN_LIFE_S = 900.0
IN_GUILD, IN_BOT_DM = 0, 1


class Sent(IntEnum):
    """What the person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Callback(IntEnum):
    """The kinds of first answer."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED = {
    Sent.COMMAND: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL},
    Sent.COMPONENT: set(Callback) - {Callback.CHOICES},
    Sent.AUTOCOMPLETE: {Callback.CHOICES},
    Sent.MODAL_SUBMIT: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE},
}


@dataclass(slots=True, eq=False, kw_only=True)
class Interaction:
    """One interaction and what has become of it. Owned by the world it happens in."""

    id: int
    kind: Sent
    user: User
    channel: Channel
    details: dict[str, Any]  # the wire's `data`
    created: float
    token: str = ""
    message: Message | None = None  # the message whose component was used, at any remove
    answer: Callback | None = None
    original: Message | None = None  # what @original means
    choices: list[dict[str, Any]] = field(default_factory=list)
    modal: dict[str, Any] | None = None
    followups: list[Message] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # refusals of the bot's answers to it

    @property
    def world(self) -> World:
        """Where it happens."""
        return self.channel.world

    def first_answer(self, body: dict[str, Any], files: Mapping[int, Upload]) -> None:
        """Take the bot's first answer. Raises: DiscordError for an answer out of turn or form."""
        if self.answer is not None:
            raise DiscordError.of(40060)
        if self.world.clock() - self.created > ANSWER_WITHIN_S:
            raise DiscordError.of(10062)
        kind = self._callback(body)
        data = body.get("data") or {}
        match kind:
            case Callback.MESSAGE:
                self.original = self._new_message(data, files)
            case Callback.DEFERRED_MESSAGE:
                self.original = self._loading(data)
            case Callback.DEFERRED_UPDATE:
                self.original = self.message
            case Callback.UPDATE:
                self.original = self.message
                self._update(data, files)
            case Callback.CHOICES:
                self.choices = check_choices(data)
            case Callback.MODAL:
                self.modal = check_modal(data)
                components.number(self.modal["components"])
        self.answer = kind
        channel = self.channel
        self.world.tell(
            Kind.INTERACTION_ANSWERED, guild=channel.guild, channel=channel, user=self.user,
            detail=self,
        )  # fmt: skip

    def _callback(self, body: dict[str, Any]) -> Callback:
        allowed = ALLOWED[self.kind]
        if self.kind is Sent.MODAL_SUBMIT and self.message is not None:
            allowed = allowed | {Callback.DEFERRED_UPDATE, Callback.UPDATE}
        if body.get("type") not in allowed:
            sentence = f"{body.get('type')} does not answer {self.kind.name}."
            raise BadBodyError([("type", "BASE_TYPE_CHOICES", sentence)])
        return Callback(body["type"])

    def _new_message(
        self, data: dict[str, Any], files: Mapping[int, Upload], *, reply_to: int | None = None
    ) -> Message:
        message = self._blank(data)
        message.reply_to = reply_to
        draft = Draft(body=data, files=files)
        check_message(draft, message)
        apply(draft, message)
        self.world.post(message)
        return message

    def _loading(self, data: dict[str, Any]) -> Message:
        message = self._blank({"flags": (data.get("flags") or 0) & EPHEMERAL})
        message.flags |= LOADING
        self.world.post(message)
        return message

    def _blank(self, data: dict[str, Any]) -> Message:
        if self.channel.is_deleted:
            raise DiscordError.of(10003)
        flags = data.get("flags") or 0
        return Message(
            id=self.world.snowflake(),
            channel=self.channel,
            author=self.world.bot,
            created=self.world.clock(),
            flags=flags & EPHEMERAL,
            only_for=self.user if flags & EPHEMERAL else None,
            interaction=self,
        )

    def _update(self, data: dict[str, Any], files: Mapping[int, Upload]) -> None:
        assert self.message is not None, "updates are allowed only where there is a message"
        if self.message.deleted or self.channel.is_deleted:
            raise DiscordError.of(10008)
        self._edit(self.message, data, files)

    def _edit(self, message: Message, body: dict[str, Any], files: Mapping[int, Upload]) -> None:
        draft = Draft(body=body, files=files, is_edit=not message.is_loading)
        check_message(draft, message)
        message.flags &= ~LOADING
        apply(draft, message)
        self.world.edited(message)

    # What follows the first answer

    def alive(self) -> None:
        """Raise DiscordError unless the token is good for follow-ups."""
        if self.answer is None:
            raise DiscordError.of(10015)
        if self.world.clock() - self.created > TOKEN_LIFE_S:
            raise DiscordError.of(50027)

    def follow_up(self, body: dict[str, Any], files: Mapping[int, Upload]) -> Message:
        """Post one more message; the first one after a deferral fills the waiting one instead."""
        self.alive()
        if self.original is not None and self.original.is_loading and not self.original.deleted:
            self._edit(self.original, body, files)
            return self.original
        reply_to = self.original.id if self.original is not None else None
        message = self._new_message(body, files, reply_to=reply_to)
        self.followups.append(message)
        return message

    def find(self, reference: str) -> Message:
        """The message that `@original` or an id means to this token. Raises: DiscordError."""
        self.alive()
        message = self.original
        if reference != "@original":
            ours = [self.original, *self.followups]
            message = next((one for one in ours if one and str(one.id) == reference), None)
        if message is None or message.deleted or message.channel.is_deleted:
            raise DiscordError.of(10008)
        return message

    def edit(self, reference: str, body: dict[str, Any], files: Mapping[int, Upload]) -> Message:
        """Edit one of this interaction's messages, even an ephemeral one."""
        message = self.find(reference)
        self._edit(message, body, files)
        return message

    def delete(self, reference: str) -> None:
        """Delete one of this interaction's messages."""
        self.world.delete(self.find(reference))

    # On the wire

    def event(self) -> dict[str, Any]:
        """The INTERACTION_CREATE event."""
        channel, world = self.channel, self.world
        mine = channel.permissions_of(self.user)
        found: dict[str, Any] = {
            "id": str(self.id),
            "application_id": str(world.application_id),
            "type": int(self.kind),
            "token": self.token,
            "version": 1,
            "data": self.details,
            "channel_id": str(channel.id),
            "channel": {
                **wire.channel_json(channel),
                "permissions": wire.permissions_json(mine),
            },
            "app_permissions": wire.permissions_json(channel.permissions_of(world.bot)),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": wire.ATTACHMENT_BYTES_MAX,
            "authorizing_integration_owners": {"0": "0"},
            "context": IN_BOT_DM if channel.kind == DIRECT else IN_GUILD,
        }
        if self.message is not None:
            found["message"] = wire.message_json(self.message)
        if channel.guild is None:
            return {**found, "user": wire.user_json(self.user)}
        guild = channel.guild
        member = wire.member_json(guild.members[self.user.id])
        return {
            **found,
            "member": {**member, "permissions": wire.permissions_json(mine)},
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": str(guild.id)},
        }

    def callback_response(self) -> dict[str, Any]:
        """What `with_response=true` gives for the first answer."""
        about: dict[str, Any] = {
            "id": str(self.id),
            "type": int(self.kind),
            "channel_id": str(self.channel.id),
        }
        if self.channel.guild is not None:
            about["guild_id"] = str(self.channel.guild.id)
        if self.original is None:
            return {"interaction": about}
        about |= {
            "response_message_id": str(self.original.id),
            "response_message_loading": self.original.is_loading,
            "response_message_ephemeral": self.original.ephemeral,
        }
        if self.answer not in {Callback.MESSAGE, Callback.UPDATE}:
            return {"interaction": about}
        resource = {"type": int(self.answer), "message": wire.message_json(self.original)}
        return {"interaction": about, "resource": resource}

    def message_fields(self, message: Message) -> dict[str, Any]:
        """What a message that answers this interaction says about it."""
        metadata: dict[str, Any] = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": wire.user_json(self.user),
            "authorizing_integration_owners": {"0": "0"},
        }
        found: dict[str, Any] = {
            "application_id": str(self.world.application_id),
            "webhook_id": str(self.world.application_id),
            "interaction_metadata": metadata,
        }
        if self.kind is Sent.COMMAND:
            metadata |= {"name": self.details["name"], "command_type": 1}
            if message.reply_to is None:
                found["type"] = wire.COMMAND_ANSWER
        elif self.kind is Sent.COMPONENT and self.message is not None:
            metadata["interacted_message_id"] = str(self.message.id)
        elif self.kind is Sent.MODAL_SUBMIT:
            metadata["triggering_interaction_metadata"] = {
                **metadata, "type": int(Sent.COMPONENT if self.message else Sent.COMMAND),
            }  # fmt: skip
        return found


@dataclass(slots=True, eq=False)
class Interactions:
    """All that is pending or done, by token."""

    world: World
    by_token: dict[str, Interaction] = field(default_factory=dict)

    def send(
        self,
        kind: Sent,
        *,
        user: User,
        channel: Channel,
        details: dict[str, Any],
        message: Message | None = None,
    ) -> Interaction:
        """Start an interaction and announce it; the 3 seconds run from now."""
        number = self.world.snowflake()
        token = hashlib.blake2b(f"interaction {number}".encode(), digest_size=32).hexdigest()
        interaction = Interaction(
            id=number, kind=kind, user=user, channel=channel, details=details, message=message,
            created=self.world.clock(), token=token,
        )  # fmt: skip
        self.by_token[token] = interaction
        self.world.tell(
            Kind.INTERACTION_SENT, guild=channel.guild, channel=channel, user=user,
            detail=interaction,
        )  # fmt: skip
        return interaction

    def pending(self, number: str, token: str) -> Interaction:
        """The interaction that waits for this answer. Raises: DiscordError."""
        interaction = self.by_token.get(token)
        if interaction is None or str(interaction.id) != number:
            raise DiscordError.of(10062)
        return interaction

    def webhook(self, application: str, token: str) -> Interaction:
        """The interaction behind a follow-up's address. Raises: DiscordError."""
        interaction = self.by_token.get(token)
        if interaction is None or str(self.world.application_id) != application:
            raise DiscordError.of(10015)
        return interaction
