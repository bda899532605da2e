"""The state of the practice room: a Discord of one bot. No I/O, no tasks, no clock of its own.

Whoever must know what happens (the gateway, people's clients) listens; a listener is called
at once, in order, and must not raise.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Any

from bot.practice.entities import (
    DIRECT,
    TEXT,
    THREAD,
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    Upload,
    User,
)
from bot.practice.permissions import BOT, EVERYONE, NOTHING, Permission

__all__ = [
    "Attachment",
    "Change",
    "Channel",
    "Guild",
    "Kind",
    "Member",
    "Message",
    "Role",
    "Upload",
    "User",
    "World",
]

EPOCH_MS = 1_420_070_400_000  # the first moment of 2015, from which Discord counts
NONCE_LIFE_S = 300.0
Clock = Callable[[], float]


class Kind(Enum):
    """What happened."""

    GUILD_ADDED = auto()
    GUILD_REMOVED = auto()
    CHANNEL_ADDED = auto()
    CHANNEL_CHANGED = auto()
    CHANNEL_DELETED = auto()
    MEMBER_JOINED = auto()
    MEMBER_CHANGED = auto()
    MEMBER_LEFT = auto()
    ROLE_ADDED = auto()
    ROLE_CHANGED = auto()
    MESSAGE_POSTED = auto()
    MESSAGE_EDITED = auto()
    MESSAGE_DELETED = auto()
    INTERACTION_SENT = auto()
    INTERACTION_ANSWERED = auto()
    COMMANDS_CHANGED = auto()


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing that happened, with what it happened to; `detail` depends on the kind."""

    kind: Kind
    guild: Guild | None = None
    channel: Channel | None = None
    user: User | None = None
    message: Message | None = None
    detail: object = None

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """Every string that a client gets with the message, gathered once for all who hear."""
        return () if self.message is None else tuple(self.message.strings())


@dataclass(slots=True, eq=False)
class World:
    """All of it. `clock` gives unix seconds."""

    clock: Clock
    name: str = "Practice bot"
    files_url: str = "http://127.0.0.1"
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    files: dict[int, Attachment] = field(default_factory=dict)
    emojis: dict[int, dict[str, Any]] = field(default_factory=dict)
    emoji_pictures: dict[int, str] = field(default_factory=dict)  # each a `data:` address
    # Commands by the server they belong to; None holds the global ones.
    commands: dict[int | None, list[dict[str, Any]]] = field(default_factory=dict)
    listeners: list[Callable[[Change], None]] = field(default_factory=list)
    bot: User = field(init=False)
    _last_id: int = 0
    _nonces: dict[tuple[int, str], Message] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bot = self.add_user(self.name, is_bot=True)

    @property
    def application_id(self) -> int:
        """The bot's application, which has the bot's id."""
        return self.bot.id

    def snowflake(self) -> int:
        """A new id: greater than any before, the clock's milliseconds in the top 42 bits."""
        now_ms = int(self.clock() * 1000) - EPOCH_MS
        self._last_id = max(self._last_id + 1, now_ms << 22)
        return self._last_id

    def tell(self, kind: Kind, **what: Any) -> None:  # noqa: ANN401 - the fields of Change
        """Let every listener know."""
        change = Change(kind=kind, **what)
        for listener in tuple(self.listeners):
            listener(change)

    # People and servers

    def add_user(self, name: str, *, is_bot: bool = False) -> User:
        """Make an account; the username is the name in lower case, numbered if it is taken."""
        plain = re.sub(r"[^a-z0-9_.]", "", name.lower()) or "user"
        taken = {user.username for user in self.users.values()}
        username = plain
        for number in range(2, len(taken) + 3):
            if username not in taken:
                break
            username = f"{plain}{number}"
        user = User(id=self.snowflake(), name=name, username=username, is_bot=is_bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, bot_permissions: Permission = BOT) -> Guild:
        """Make a server with the bot in it, owned by somebody who never shows up."""
        # Servers made in the same millisecond would all fall to one shard; move on by one.
        self._last_id += 1 << 22
        guild_id = self.snowflake()
        everyone = Role(id=guild_id, name="@everyone", permissions=EVERYONE)
        owner = self.add_user(f"Owner of {name}")
        guild = Guild(
            id=guild_id, name=name, world=self, owner=owner, everyone=everyone, roles=[everyone]
        )
        guild.members[owner.id] = Member(user=owner, joined=self.clock())
        self._let_bot_into(guild, bot_permissions)
        return guild

    def _let_bot_into(self, guild: Guild, permissions: Permission) -> None:
        role = Role(id=self.snowflake(), name=self.name, permissions=permissions, is_managed=True)
        guild.roles.append(role)
        guild.members[self.bot.id] = Member(user=self.bot, joined=self.clock(), roles=[role])
        guild.is_gone = False
        self.guilds[guild.id] = guild
        self.tell(Kind.GUILD_ADDED, guild=guild)

    def remove_guild(self, guild: Guild) -> None:
        """Take the bot out of a server, as its admins can at any time."""
        if self.guilds.pop(guild.id, None) is None:
            return
        guild.roles.remove(guild.bot_role)
        guild.members.pop(self.bot.id, None)
        guild.is_gone = True
        self.commands.pop(guild.id, None)
        self.tell(Kind.GUILD_REMOVED, guild=guild)

    def return_to_guild(self, guild: Guild) -> None:
        """Bring the bot back into a server that it was removed from."""
        if guild.is_gone:
            self._let_bot_into(guild, BOT)

    def add_member(self, guild: Guild, user: User, permissions: Permission = NOTHING) -> Member:
        """Let a user join, with a role of their own if `permissions` go beyond everyone's."""
        member = Member(user=user, joined=self.clock())
        guild.members[user.id] = member
        if permissions & ~guild.everyone.permissions:
            self.grant(guild, user, permissions)
        self.tell(Kind.MEMBER_JOINED, guild=guild, user=user)
        return member

    def grant(self, guild: Guild, user: User, permissions: Permission) -> Role:
        """Give a member a new role with these permissions."""
        role = Role(id=self.snowflake(), name=f"role of {user.username}", permissions=permissions)
        guild.roles.append(role)
        guild.members[user.id].roles.append(role)
        self.tell(Kind.ROLE_ADDED, guild=guild, detail=role)
        self.tell(Kind.MEMBER_CHANGED, guild=guild, user=user)
        return role

    def change_role(self, guild: Guild, role: Role, permissions: Permission) -> None:
        """Let a role give these permissions and no others."""
        role.permissions = permissions
        self.tell(Kind.ROLE_CHANGED, guild=guild, detail=role)

    def remove_member(self, guild: Guild, user: User) -> None:
        """Make a member leave; the bot leaving is the server going away."""
        if user is self.bot:
            self.remove_guild(guild)
        elif guild.members.pop(user.id, None) is not None:
            self.tell(Kind.MEMBER_LEFT, guild=guild, user=user)

    def has_common_guild(self, user: User) -> bool:
        """Whether the bot and the user share a server, without which it may not write to them."""
        return any(user.id in guild.members for guild in self.guilds.values())

    # Channels

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Make a text channel."""
        return self._open(
            Channel(id=self.snowflake(), name=name, world=self, guild=guild, created=self.clock())
        )

    def add_thread(self, parent: Channel, name: str) -> Channel:
        """Open a public thread in a text channel."""
        assert parent.kind == TEXT, "threads hang on text channels"
        return self._open(
            Channel(
                id=self.snowflake(),
                name=name,
                world=self,
                kind=THREAD,
                guild=parent.guild,
                parent=parent,
                created=self.clock(),
            )
        )

    def _open(self, channel: Channel) -> Channel:
        assert channel.guild is not None
        channel.guild.channels[channel.id] = self.channels[channel.id] = channel
        self.tell(Kind.CHANNEL_ADDED, guild=channel.guild, channel=channel)
        return channel

    def direct_channel(self, user: User) -> Channel:
        """The direct channel between the bot and a user, made at the first call."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(
            id=self.snowflake(),
            name="",
            world=self,
            kind=DIRECT,
            recipient=user,
            created=self.clock(),
        )
        self.channels[channel.id] = channel
        self.tell(Kind.CHANNEL_ADDED, channel=channel, user=user)
        return channel

    def channel_changed(self, channel: Channel) -> None:
        """Tell everybody that a channel is not what it was."""
        self.tell(Kind.CHANNEL_CHANGED, guild=channel.guild, channel=channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel and its threads, with all that was said there."""
        if channel.is_deleted or channel.guild is None:
            return
        for thread in [c for c in channel.guild.channels.values() if c.parent is channel]:
            self.delete_channel(thread)
        channel.is_deleted = True
        del channel.guild.channels[channel.id], self.channels[channel.id]
        self.tell(Kind.CHANNEL_DELETED, guild=channel.guild, channel=channel)

    # Messages

    def post(self, message: Message) -> None:
        """Put a message into its channel."""
        message.channel.messages[message.id] = message
        self._tell_of(Kind.MESSAGE_POSTED, message)

    def edited(self, message: Message) -> None:
        """Stamp and announce an edit that was made in place."""
        message.edited = self.clock()
        self._tell_of(Kind.MESSAGE_EDITED, message)

    def delete(self, message: Message) -> None:
        """Delete a message, for everybody who could see it."""
        if message.channel.messages.pop(message.id, None) is not None:
            message.deleted = True
            self._tell_of(Kind.MESSAGE_DELETED, message)

    def _tell_of(self, kind: Kind, message: Message) -> None:
        channel = message.channel
        self.tell(kind, guild=channel.guild, channel=channel, message=message)

    def message_with_nonce(self, channel: Channel, nonce: str) -> Message | None:
        """The message that the bot sent here with this nonce in the last minutes, if any."""
        found = self._nonces.get((channel.id, nonce))
        if found is None or self.clock() - found.created > NONCE_LIFE_S:
            return None
        return found

    def keep_nonce(self, message: Message) -> None:
        """Remember a message by its nonce, so that a repeat of it can be told, for a while."""
        while self._nonces:
            oldest = next(iter(self._nonces))
            if message.created - self._nonces[oldest].created <= NONCE_LIFE_S:
                break
            del self._nonces[oldest]
        if message.nonce is not None:
            self._nonces[message.channel.id, str(message.nonce)] = message

    def keep_file(self, file: Upload, *, channel: Channel) -> Attachment:
        """Store a file; the server serves it at the url."""
        number = self.snowflake()
        url = f"{self.files_url}/attachments/{channel.id}/{number}/{file.filename}"
        self.files[number] = Attachment(id=number, file=file, url=url)
        return self.files[number]
