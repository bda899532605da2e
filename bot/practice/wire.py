"""How things look on the wire: Discord's JSON of users, servers, channels and messages."""

import datetime as dt
from typing import Any

from bot.practice.entities import (
    DIRECT,
    THREAD,
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from bot.practice.permissions import Permission
from bot.practice.world import World

Json = dict[str, Any]
ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024
PLAIN, REPLY, COMMAND_ANSWER = 0, 19, 20  # message types


def moment(seconds: float) -> str:
    """A time as ISO 8601 in UTC."""
    return dt.datetime.fromtimestamp(seconds, tz=dt.UTC).isoformat()


def user_json(user: User) -> Json:
    """An account as others see it."""
    return {
        "id": str(user.id),
        "username": user.username,
        "discriminator": "0",
        "global_name": None if user.is_bot else user.name,
        "avatar": None,
        "bot": user.is_bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "accent_color": None,
        "banner": None,
        "avatar_decoration_data": None,
        "primary_guild": None,
    }


def self_json(user: User) -> Json:
    """The bot's own account, as only it may read it."""
    return {**user_json(user), "verified": True, "mfa_enabled": False, "locale": "en-US",
            "email": None}  # fmt: skip


def member_json(member: Member) -> Json:
    """A member of a server, with the account."""
    return {
        "user": user_json(member.user),
        "roles": [str(role.id) for role in member.roles],
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "joined_at": moment(member.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def role_json(role: Role, position: int) -> Json:
    """A role; the everyone role stands at position 0."""
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "managed": role.is_managed,
        "mentionable": False,
        "flags": 0,
    }


def channel_json(channel: Channel) -> Json:
    """A channel of any kind we have."""
    newest = max(channel.messages, default=None)
    shared: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": None if newest is None else str(newest),
        "flags": 0,
    }
    if channel.kind == DIRECT:
        assert channel.recipient is not None
        return {**shared, "recipients": [user_json(channel.recipient)]}
    assert channel.guild is not None
    shared |= {"guild_id": str(channel.guild.id), "name": channel.name, "rate_limit_per_user": 0}
    if channel.kind == THREAD:
        return {**shared, **_thread_json(channel)}
    return {
        **shared,
        "position": list(channel.guild.channels).index(channel.id),
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(number),
                "type": int(overwrite.is_member),
                "allow": str(int(overwrite.allow)),
                "deny": str(int(overwrite.deny)),
            }
            for number, overwrite in channel.overwrites.items()
        ],
    }


def _thread_json(channel: Channel) -> Json:
    assert channel.parent is not None
    assert channel.guild is not None
    return {
        "parent_id": str(channel.parent.id),
        "owner_id": str(channel.guild.owner.id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": channel.is_archived,
            "locked": channel.is_locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": moment(channel.created),
            "create_timestamp": moment(channel.created),
        },
    }


def guild_json(guild: Guild) -> Json:
    """A server as the REST route gives it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "features": [],
        "owner_id": str(guild.owner.id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role, place) for place, role in enumerate(guild.roles)],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create_json(guild: Guild, world: World) -> Json:
    """A server as the gateway gives it: with channels, threads awake, and no member but the bot."""
    channels = [channel for channel in guild.channels.values() if not channel.is_archived]
    return {
        **guild_json(guild),
        "joined_at": moment(guild.members[world.bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(guild.members[world.bot.id])],
        "channels": [channel_json(channel) for channel in channels if channel.kind != THREAD],
        "threads": [channel_json(channel) for channel in channels if channel.kind == THREAD],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment_json(attachment: Attachment, *, is_ephemeral: bool = False) -> Json:
    """A file with its address."""
    found: Json = {
        "id": str(attachment.id),
        "filename": attachment.file.filename,
        "size": len(attachment.file.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.file.content_type,
    }
    if attachment.file.description is not None:
        found["description"] = attachment.file.description
    if is_ephemeral:
        found["ephemeral"] = True
    return found


def message_json(message: Message) -> Json:
    """A message without its nonce, which is for the sender alone."""
    world = message.channel.world
    named = [world.users[number] for number in sorted(message.mentioned) if number in world.users]
    found: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": PLAIN,
        "author": user_json(message.author),
        "content": message.content,
        "components": message.components,
        "embeds": message.embeds,
        "attachments": [
            attachment_json(attachment, is_ephemeral=message.ephemeral)
            for attachment in message.attachments
        ],
        "mentions": [user_json(user) for user in named],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "timestamp": moment(message.created),
        "edited_timestamp": None if message.edited is None else moment(message.edited),
        "flags": message.flags,
    }
    if message.reply_to is not None:
        found |= {"type": REPLY, "message_reference": {
            "type": 0, "channel_id": str(message.channel.id), "message_id": str(message.reply_to),
        }}  # fmt: skip
    if message.interaction is not None:
        found |= message.interaction.message_fields(message)
    return found


def application_json(world: World) -> Json:
    """The bot's application, whose owner is nobody in particular."""
    return {
        "id": str(world.application_id),
        "name": world.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": {**user_json(world.bot), "bot": False, "username": "developer",
                  "global_name": "Developer"},
        "team": None,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "flags_new": "0",
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }  # fmt: skip


def permissions_json(permissions: Permission) -> str:
    """Permissions as the wire has them: a decimal string."""
    return str(int(permissions))
