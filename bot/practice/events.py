"""What the bot hears of a change in the world: the gateway's events and the intents they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.practice import wire
from bot.practice.entities import DIRECT, THREAD, Guild, Message, Role
from bot.practice.interactions import Interaction
from bot.practice.permissions import Permission
from bot.practice.world import Change, Kind

if TYPE_CHECKING:
    from bot.practice.world import World

INTERACTIONS = 0
GUILDS, GUILD_MEMBERS = 1 << 0, 1 << 1
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
HIDDEN = ("content", "embeds", "attachments", "components")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """One event. It goes to who has any of `intents`; 0 means everybody."""

    name: str
    data: dict[str, Any]
    guild_id: int | None
    intents: int
    hides_content: bool = False

    def for_intents(self, intents: int) -> dict[str, Any]:
        """The event's data, without what people wrote unless that intent is given too."""
        if not self.hides_content or intents & MESSAGE_CONTENT:
            return self.data
        return {**self.data, **{key: type(self.data[key])() for key in HIDDEN}}


def dispatches(change: Change, world: World) -> list[Dispatch]:
    """The events that Discord would send the bot; none for what it cannot see."""
    if isinstance(change.detail, Interaction):
        if change.kind is not Kind.INTERACTION_SENT:
            return []
        guild_id = change.guild.id if change.guild else None
        event = change.detail.event()
        return [
            Dispatch(name="INTERACTION_CREATE", data=event, guild_id=guild_id, intents=INTERACTIONS)
        ]
    if change.guild is not None and change.guild.is_gone and change.kind is not Kind.GUILD_REMOVED:
        return []
    if change.message is not None:
        return _of_message(change.kind, change.message, world)
    if change.channel is not None:
        return _of_channel(change)
    return [] if change.guild is None else _of_guild(change, change.guild, world)


def _of_message(kind: Kind, message: Message, world: World) -> list[Dispatch]:
    channel = message.channel
    if message.ephemeral or not channel.permissions_of(world.bot) & Permission.VIEW_CHANNEL:
        return []
    guild_id = channel.guild.id if channel.guild else None
    about = {} if guild_id is None else {"guild_id": str(guild_id)}
    intents = DIRECT_MESSAGES if guild_id is None else GUILD_MESSAGES
    if kind is Kind.MESSAGE_DELETED:
        gone = {"id": str(message.id), "channel_id": str(channel.id), **about}
        return [Dispatch(name="MESSAGE_DELETE", data=gone, guild_id=guild_id, intents=intents)]
    data: dict[str, Any] = {**wire.message_json(message), **about}
    if channel.guild is not None and message.author.id in channel.guild.members:
        data["member"] = wire.member_json(channel.guild.members[message.author.id])
        del data["member"]["user"]
    if message.author is world.bot and message.nonce is not None:
        data["nonce"] = message.nonce
    is_ours = message.author is world.bot or world.bot.id in message.mentioned
    return [
        Dispatch(
            name="MESSAGE_CREATE" if kind is Kind.MESSAGE_POSTED else "MESSAGE_UPDATE",
            data=data,
            guild_id=guild_id,
            intents=intents,
            hides_content=not is_ours and guild_id is not None,
        )
    ]


def _of_channel(change: Change) -> list[Dispatch]:
    channel = change.channel
    assert channel is not None
    if channel.kind == DIRECT or channel.guild is None:
        return []
    verb = {
        Kind.CHANNEL_ADDED: "CREATE",
        Kind.CHANNEL_CHANGED: "UPDATE",
        Kind.CHANNEL_DELETED: "DELETE",
    }[change.kind]
    noun = "THREAD" if channel.kind == THREAD else "CHANNEL"
    if channel.is_deleted:  # it has no place among the others any more
        data: dict[str, Any] = {
            "id": str(channel.id), "type": channel.kind, "guild_id": str(channel.guild.id),
            "parent_id": str(channel.parent.id) if channel.parent else None,
            "name": channel.name, "position": 0, "permission_overwrites": [],
        }  # fmt: skip
    else:
        data = wire.channel_json(channel)
    guild_id = channel.guild.id
    return [Dispatch(name=f"{noun}_{verb}", data=data, guild_id=guild_id, intents=GUILDS)]


def _of_guild(change: Change, guild: Guild, world: World) -> list[Dispatch]:
    def one(name: str, data: dict[str, Any], intents: int = GUILDS) -> list[Dispatch]:
        return [Dispatch(name=name, data=data, guild_id=guild.id, intents=intents)]

    about = {"guild_id": str(guild.id)}
    match change.kind:
        case Kind.GUILD_ADDED:
            return one("GUILD_CREATE", wire.guild_create_json(guild, world))
        case Kind.GUILD_REMOVED:
            return one("GUILD_DELETE", {"id": str(guild.id)})
        case Kind.ROLE_ADDED | Kind.ROLE_CHANGED if isinstance(change.detail, Role):
            verb = "CREATE" if change.kind is Kind.ROLE_ADDED else "UPDATE"
            role = wire.role_json(change.detail, guild.roles.index(change.detail))
            return one(f"GUILD_ROLE_{verb}", {**about, "role": role})
        case Kind.MEMBER_LEFT if change.user is not None:
            user = wire.user_json(change.user)
            return one("GUILD_MEMBER_REMOVE", {**about, "user": user}, GUILD_MEMBERS)
        case Kind.MEMBER_JOINED | Kind.MEMBER_CHANGED if change.user is not None:
            verb = "ADD" if change.kind is Kind.MEMBER_JOINED else "UPDATE"
            member = wire.member_json(guild.members[change.user.id])
            return one(f"GUILD_MEMBER_{verb}", {**member, **about}, GUILD_MEMBERS)
        case _:
            return []
