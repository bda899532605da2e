"""What Discord is made of: users, servers with roles and channels, and messages.

Plain mutable records owned by one `World`; they compare by identity. Only the world (and the few
verbs here that go through it) may change them, because everybody who watches must be told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice import components
from bot.practice.permissions import DIRECT_MESSAGE, EVERYTHING, NOTHING, Permission, named

if TYPE_CHECKING:
    from bot.practice.components import Button
    from bot.practice.interactions import Interaction
    from bot.practice.world import World

TEXT, DIRECT, THREAD = 0, 1, 11  # the channel types we have

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False, kw_only=True)
class User:
    """An account: a person's or the bot's."""

    id: int
    name: str
    username: str
    is_bot: bool = False
    is_dm_open: bool = True
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        """The text that the app shows as a pill with the user's name."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False, kw_only=True)
class Role:
    """A named bundle of permissions in one server; the everyone role has the server's id."""

    id: int
    name: str
    permissions: Permission
    is_managed: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Member:
    """One user in one server."""

    user: User
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Overwrite:
    """What one channel adds to or takes from a role or a member."""

    is_member: bool
    allow: Permission = NOTHING
    deny: Permission = NOTHING


@dataclass(slots=True, eq=False, kw_only=True)
class Guild:
    """A server. Members and channels are in the order they came."""

    id: int
    name: str
    world: World
    owner: User
    everyone: Role
    roles: list[Role] = field(default_factory=list)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    is_gone: bool = False

    def add_channel(self, name: str) -> Channel:
        """Make a text channel and tell everybody."""
        return self.world.add_channel(self, name)

    def remove(self) -> None:
        """Remove the bot from this server; the people stay."""
        self.world.remove_guild(self)

    def invite_bot(self) -> None:
        """Bring the bot back, with what it may do anywhere; nothing happens if it is here."""
        self.world.return_to_guild(self)

    def kick(self, user: User) -> None:
        """Make a member leave; nothing happens if they are not one."""
        self.world.remove_member(self, user)

    def grant(self, user: User, *names: str) -> Role:
        """Give a member a new role with these permissions, by name."""
        return self.world.grant(self, user, named(*names))

    def change_role(self, role: Role, permissions: Permission) -> None:
        """Let a role give these permissions and no others."""
        self.world.change_role(self, role, permissions)

    @property
    def bot_role(self) -> Role:
        """The role that came with the bot."""
        return next(role for role in self.roles if role.is_managed)

    def permissions_of(self, user: User) -> Permission:
        """What a member may do in the server as a whole; nothing if they are no member."""
        member = self.members.get(user.id)
        if member is None:
            return NOTHING
        permissions = self.everyone.permissions
        for role in member.roles:
            permissions |= role.permissions
        if user is self.owner or permissions & Permission.ADMINISTRATOR:
            return EVERYTHING
        return permissions


@dataclass(slots=True, eq=False, kw_only=True)
class Channel:
    """A text channel, a thread in one, or a direct message between the bot and one person."""

    id: int
    name: str
    world: World
    kind: int = TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    is_archived: bool = False
    is_locked: bool = False
    is_deleted: bool = False
    created: float = 0.0

    def deny(self, who: User | Role, *names: str) -> None:
        """Take permissions away here, by name: `channel.deny(world.bot, "SEND_MESSAGES")`."""
        overwrite = self._overwrite(who)
        overwrite.deny |= named(*names)
        overwrite.allow &= ~named(*names)
        self.world.channel_changed(self)

    def allow(self, who: User | Role, *names: str) -> None:
        """Give permissions here, by name, and lift what was denied."""
        overwrite = self._overwrite(who)
        overwrite.allow |= named(*names)
        overwrite.deny &= ~named(*names)
        self.world.channel_changed(self)

    def delete(self) -> None:
        """Delete the channel with its threads."""
        self.world.delete_channel(self)

    def archive(self, *, is_locked: bool = False) -> None:
        """Put a thread to sleep; when locked, a new message does not wake it."""
        self.is_archived, self.is_locked = True, is_locked
        self.world.channel_changed(self)

    def unarchive(self) -> None:
        """Wake a thread and unlock it."""
        self.is_archived = self.is_locked = False
        self.world.channel_changed(self)

    def add_thread(self, name: str) -> Channel:
        """Open a public thread here."""
        return self.world.add_thread(self, name)

    def permissions_of(self, user: User) -> Permission:
        """What a user may do here: server, then channel; nothing at all without a view of it."""
        if self.guild is None:
            is_inside = user is self.recipient or user is self.world.bot
            return DIRECT_MESSAGE if is_inside else NOTHING
        permissions = self.guild.permissions_of(user)
        if permissions & Permission.ADMINISTRATOR or user.id not in self.guild.members:
            return permissions
        source = self.parent or self
        for overwrite in source.overwrites_of(self.guild, user):
            permissions = (permissions & ~overwrite.deny) | overwrite.allow
        return permissions if permissions & Permission.VIEW_CHANNEL else NOTHING

    def overwrites_of(self, guild: Guild, user: User) -> list[Overwrite]:
        """The overwrites that bear on a user, in the order they apply: all, roles, the user."""
        member = guild.members.get(user.id)
        roles = Overwrite(is_member=False)
        for role in member.roles if member else ():
            if role.id in self.overwrites:
                roles.allow |= self.overwrites[role.id].allow
                roles.deny |= self.overwrites[role.id].deny
        found = [self.overwrites.get(guild.id), roles, self.overwrites.get(user.id)]
        return [overwrite for overwrite in found if overwrite is not None]

    def _overwrite(self, who: User | Role) -> Overwrite:
        return self.overwrites.setdefault(who.id, Overwrite(is_member=isinstance(who, User)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file on its way in; `description` is its alternative text."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that the server keeps and serves at `url`."""

    id: int
    file: Upload
    url: str


@dataclass(slots=True, eq=False, kw_only=True)
class Message:
    """A message as it stands now. `components` are Discord's JSON, every one with its `id`."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[dict[str, Any]] = field(default_factory=list)
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    edited: float | None = None
    pings: frozenset[int] = frozenset()  # the users who were notified when it was posted
    mentioned: frozenset[int] = frozenset()
    interaction: Interaction | None = None
    only_for: User | None = None  # the one who sees it, if it is ephemeral
    reply_to: int | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it, for as long as their client stays open."""
        return self.only_for is not None

    @property
    def is_loading(self) -> bool:
        """Whether it only says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All that it says, top to bottom, one line break between parts."""
        embeds = [text for embed in self.embeds for text in components.embed_texts(embed)]
        return "\n".join(part for part in (self.content, *self._texts(), *embeds) if part)

    @property
    def buttons(self) -> list[Button]:
        """Its buttons in reading order."""
        return components.buttons(self.components)

    @property
    def selects(self) -> list[dict[str, Any]]:
        """Its menus in reading order, as JSON."""
        return [
            part for part in components.walk(self.components) if part["type"] in {3, 5, 6, 7, 8}
        ]

    def delete(self) -> None:
        """Delete it, for everybody who could see it."""
        self.channel.world.delete(self)

    def strings(self) -> list[str]:
        """Every string that a client gets with it, shown or not, and files that are text."""
        found = [self.content, *components.strings(self.components)]
        found += components.strings(self.embeds)
        for attachment in self.attachments:
            file = attachment.file
            found += [file.filename, file.description or "", attachment.url, readable(file.content)]
        return [text for text in found if text]

    def _texts(self) -> list[str]:
        parts = components.walk(self.components)
        return [part["content"] for part in parts if part["type"] == components.TEXT_DISPLAY]


def readable(content: bytes) -> str:
    """The file's text if it is text, else nothing."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""


def mentions(text: str) -> set[int]:
    """The ids of the users that a text names."""
    return {int(found) for found in re.findall(r"<@!?(\d{1,20})>", text)}
