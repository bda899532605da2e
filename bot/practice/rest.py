"""The REST routes, version 10: everything that a bot of our kind asks for with its token.

The routes that answer interactions need no token of the bot's; they are in `rest_interactions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.practice import commands, wire
from bot.practice.entities import DIRECT, THREAD, Channel, Guild, Message, User
from bot.practice.errors import BadBodyError, BodyFaults, DiscordError
from bot.practice.gateway import MAX_CONCURRENCY, Gateway
from bot.practice.limits import check_message
from bot.practice.messages import Draft, apply
from bot.practice.permissions import Permission
from bot.practice.world import Kind

if TYPE_CHECKING:
    from bot.practice.multipart import Body
    from bot.practice.world import World

EMOJIS_MAX = 2000
EMOJI_LETTERS_MAX = 256 * 1024 * 4 // 3 + 64  # 256 KiB as a data: address
PAGE_MAX = 100
Reply = dict[str, Any] | list[dict[str, Any]] | None
Fetched = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request: the named parts of its path, its query and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Body

    def number(self, part: str) -> int:
        """A part of the path as an id. Raises: BadBodyError if it is none."""
        if not self.path[part].isdecimal():
            raise BadBodyError([(part, "NUMBER_TYPE_COERCE", "Not an id.")])
        return int(self.path[part])


Route = tuple[str, str, Callable[[Call], Reply]]


class Rest:
    """The routes that need the bot's token."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def routes(self) -> list[Route]:
        """Method, path, and what answers it: JSON, or None for an empty 204."""
        application, one_message = "/applications/{application}", "/{message}"
        messages = "/channels/{channel}/messages"
        return [
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/users/@me", lambda _: wire.self_json(self._world.bot)),
            ("POST", "/users/@me/channels", self._open_direct),
            ("GET", "/users/{user}", lambda call: wire.user_json(self._user(call.number("user")))),
            ("GET", "/oauth2/applications/@me", lambda _: wire.application_json(self._world)),
            ("GET", "/applications/@me", lambda _: wire.application_json(self._world)),
            *self._command_routes(f"{application}/commands"),
            *self._command_routes(f"{application}/guilds/{{guild}}/commands"),
            ("GET", f"{application}/emojis", self._list_emojis),
            ("POST", f"{application}/emojis", self._add_emoji),
            ("GET", f"{application}/emojis/{{emoji}}", self._emoji),
            ("DELETE", f"{application}/emojis/{{emoji}}", self._remove_emoji),
            ("GET", "/guilds/{guild}", lambda call: wire.guild_json(self._guild(call))),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("GET", "/channels/{channel}", lambda call: wire.channel_json(self._channel(call))),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("GET", messages, self._history),
            ("POST", messages, self._post),
            ("GET", messages + one_message, lambda call: wire.message_json(self._message(call))),
            ("PATCH", messages + one_message, self._edit),
            ("DELETE", messages + one_message, self._delete),
        ]

    # The application

    def _gateway_bot(self, _: Call) -> Reply:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0,
                 "max_concurrency": MAX_CONCURRENCY}  # fmt: skip
        return {
            "url": self._gateway.url,
            "shards": self._gateway.shards,
            "session_start_limit": limit,
        }

    def _command_routes(self, path: str) -> list[Route]:
        world, place, one = self._world, self._command_place, f"{path}/{{command}}"
        return [
            ("GET", path, lambda call: world.commands.get(place(call), [])),
            ("PUT", path, self._overwrite_commands),
            ("POST", path, lambda call: commands.add(world, place(call), call.body.object)),
            ("GET", one, lambda call: commands.get(world, place(call), call.path["command"])),
            ("PATCH", one, lambda call: commands.change(
                world, place(call), call.path["command"], call.body.object)),
            ("DELETE", one, lambda call: commands.remove(
                world, place(call), call.path["command"])),
        ]  # fmt: skip

    def _check_application(self, call: Call) -> None:
        if call.number("application") != self._world.application_id:
            raise DiscordError.of(20012)

    def _command_place(self, call: Call) -> int | None:
        """The server whose commands are meant, or None for the global ones."""
        self._check_application(call)
        if "guild" not in call.path:
            return None
        if call.number("guild") not in self._world.guilds:
            raise DiscordError.of(50001)
        return call.number("guild")

    def _overwrite_commands(self, call: Call) -> Reply:
        place = self._command_place(call)
        if not isinstance(call.body.json, list):
            raise DiscordError.of(50109)
        found = commands.overwrite(self._world, place, call.body.json)
        self._world.tell(Kind.COMMANDS_CHANGED)
        return found

    def _list_emojis(self, call: Call) -> Reply:
        self._check_application(call)
        return {"items": [*self._world.emojis.values()]}

    def _add_emoji(self, call: Call) -> Reply:
        self._check_application(call)
        body, faults = call.body.object, BodyFaults()
        name = str(body.get("name") or "")
        if not (2 <= len(name) <= 32 and name.replace("_", "a").isalnum() and name.isascii()):
            faults.add("name", "STRING_TYPE_REGEX", "2 to 32 letters, digits and underscores.")
        if name in {emoji["name"] for emoji in self._world.emojis.values()}:
            faults.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "There is one of this name.")
        if not str(body.get("image") or "").startswith("data:image/"):
            faults.add("image", "IMAGE_INVALID", "A data: address of a picture.")
        faults.too_long("image", body.get("image"), EMOJI_LETTERS_MAX)
        faults.settle()
        if len(self._world.emojis) >= EMOJIS_MAX:
            raise DiscordError.of(30008)
        number = self._world.snowflake()
        self._world.emojis[number] = {
            "id": str(number), "name": name, "user": wire.user_json(self._world.bot), "roles": [],
            "require_colons": True, "managed": False, "animated": False, "available": True,
        }  # fmt: skip
        self._world.emoji_pictures[number] = str(body["image"])
        return self._world.emojis[number]

    def _emoji(self, call: Call) -> Fetched:
        self._check_application(call)
        if call.number("emoji") not in self._world.emojis:
            raise DiscordError.of(10014)
        return self._world.emojis[call.number("emoji")]

    def _remove_emoji(self, call: Call) -> Reply:
        number = int(self._emoji(call)["id"])
        del self._world.emojis[number], self._world.emoji_pictures[number]
        return None

    # People, servers, channels

    def _user(self, number: int) -> User:
        if number not in self._world.users:
            raise DiscordError.of(10013)
        return self._world.users[number]

    def _guild(self, call: Call) -> Guild:
        if call.number("guild") not in self._world.guilds:
            raise DiscordError.of(10004)
        return self._world.guilds[call.number("guild")]

    def _member(self, call: Call) -> Reply:
        member = self._guild(call).members.get(call.number("user"))
        if member is None:
            raise DiscordError.of(10007)
        return wire.member_json(member)

    def _open_direct(self, call: Call) -> Reply:
        recipient = str(call.body.object.get("recipient_id"))
        if not recipient.isdecimal():
            raise BadBodyError([("recipient_id", "NUMBER_TYPE_COERCE", "Not an id.")])
        user = self._user(int(recipient))
        if user.is_bot:
            raise DiscordError.of(50007)
        return wire.channel_json(self._world.direct_channel(user))

    def _channel(self, call: Call) -> Channel:
        channel = self._world.channels.get(call.number("channel"))
        if channel is None or channel.is_deleted:
            raise DiscordError.of(10003)
        if not self._may(channel, Permission.VIEW_CHANNEL):
            raise DiscordError.of(50001)
        return channel

    def _may(self, channel: Channel, *permissions: Permission) -> bool:
        mine = channel.permissions_of(self._world.bot)
        return all(mine & permission for permission in permissions)

    def _demand(self, channel: Channel, *permissions: Permission) -> None:
        if not self._may(channel, *permissions):
            raise DiscordError.of(50013)

    def _typing(self, call: Call) -> Reply:
        self._demand_speech(self._channel(call))
        return None

    # Messages

    def _history(self, call: Call) -> Reply:
        channel = self._channel(call)
        if not self._may(channel, Permission.READ_MESSAGE_HISTORY):
            return []
        after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 63))
        limit = min(int(call.query.get("limit", 50)), PAGE_MAX)
        found = [
            message
            for number, message in sorted(channel.messages.items(), reverse=True)
            if after < number < before and not message.ephemeral
        ]
        chosen = found[-limit:] if "after" in call.query else found[:limit]
        return [wire.message_json(message) for message in chosen]

    def _message(self, call: Call) -> Message:
        """A message as channel routes find it: an ephemeral one is not there."""
        message = self._channel(call).messages.get(call.number("message"))
        if message is None or message.ephemeral:
            raise DiscordError.of(10008)
        return message

    def _demand_speech(self, channel: Channel) -> None:
        is_thread = channel.kind == THREAD
        speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        self._demand(channel, speak)
        if channel.kind != DIRECT:
            return
        assert channel.recipient is not None
        if not self._world.has_common_guild(channel.recipient):
            raise DiscordError.of(50278)
        if not channel.recipient.is_dm_open:
            raise DiscordError.of(50007)

    def _post(self, call: Call) -> Reply:
        channel, body = self._channel(call), call.body.object
        self._demand_speech(channel)
        if call.body.files:
            self._demand(channel, Permission.ATTACH_FILES)
        if body.get("embeds"):
            self._demand(channel, Permission.EMBED_LINKS)
        message = self._blank(channel, body)
        draft = Draft(body=body, files=call.body.files)
        check_message(draft, message)
        if body.get("nonce") is not None and body.get("enforce_nonce"):
            earlier = self._world.message_with_nonce(channel, str(body["nonce"]))
            if earlier is not None:
                return self._with_nonce(earlier)
        apply(draft, message)
        self._wake(channel)
        self._world.keep_nonce(message)
        self._world.post(message)
        return self._with_nonce(message)

    def _blank(self, channel: Channel, body: Fetched) -> Message:
        reference = (body.get("message_reference") or {}).get("message_id")
        return Message(
            id=self._world.snowflake(),
            channel=channel,
            author=self._world.bot,
            created=self._world.clock(),
            nonce=body.get("nonce"),
            reply_to=None if reference is None else int(reference),
        )

    @staticmethod
    def _with_nonce(message: Message) -> Fetched:
        found = wire.message_json(message)
        return found if message.nonce is None else {**found, "nonce": message.nonce}

    @staticmethod
    def _wake(channel: Channel) -> None:
        """A word in a sleeping thread wakes it, unless it is locked."""
        if channel.is_archived and channel.is_locked:
            raise DiscordError.of(50083)
        if channel.is_archived:
            channel.unarchive()

    def _edit(self, call: Call) -> Reply:
        message = self._message(call)
        if message.author is not self._world.bot:
            raise DiscordError.of(50005)
        if message.channel.is_archived:
            raise DiscordError.of(50083)
        if call.body.files:
            self._demand(message.channel, Permission.ATTACH_FILES)
        draft = Draft(body=call.body.object, files=call.body.files, is_edit=True)
        check_message(draft, message)
        apply(draft, message)
        self._world.edited(message)
        return wire.message_json(message)

    def _delete(self, call: Call) -> Reply:
        message = self._message(call)
        if message.author is not self._world.bot:
            self._demand(message.channel, Permission.MANAGE_MESSAGES)
        self._world.delete(message)
        return None
