"""What the page is told of the practice room: as JSON, as one person may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.practice import commands, slash, wire
from bot.practice.entities import DIRECT, THREAD
from bot.practice.slash import NotAllowedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.practice.entities import Channel, Guild, Message, User
    from bot.practice.forms import Form
    from bot.practice.people import Person
    from bot.practice.world import World

Json = dict[str, Any]
MESSAGES_MAX = 100  # of each channel, the newest


def person_json(person: Person, *, is_called: bool = False) -> Json:
    """A person on the list at the side; called means that something waits for them."""
    user = person.user
    return {
        "id": str(user.id),
        "name": user.name,
        "isDmOpen": user.is_dm_open,
        "isCalled": is_called,
    }


def places_json(person: Person, people: Iterable[Person], world: World) -> Json:
    """The servers with channels, members and roles, and everybody's name."""
    channels = person.channels()
    guilds = {c.guild.id: c.guild for c in channels if c.guild is not None}
    direct = next((c for c in channels if c.kind == DIRECT), None)
    players = [one.user for one in people]
    return {
        "me": str(person.user.id),
        "bot": str(world.bot.id),
        "now": world.clock(),
        "servers": [_guild_json(g, channels, players, world.bot) for g in guilds.values()],
        "direct": None if direct is None else str(direct.id),
        "names": {str(user.id): user.name for user in world.users.values()},
    }


def _guild_json(guild: Guild, channels: list[Channel], players: list[User], bot: User) -> Json:
    members = [user for user in (*players, bot) if user.id in guild.members]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "channels": [
            {"id": str(c.id), "name": c.name, "isThread": c.kind == THREAD}
            for c in channels
            if c.guild is guild
        ],
        "members": [str(user.id) for user in members],
        "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles],
    }


def messages_json(person: Person) -> list[Json]:
    """The newest messages of every channel that the person sees, oldest first."""
    return [
        wire.message_json(message)
        for channel in person.channels()
        for message in person.messages(channel)[-MESSAGES_MAX:]
    ]


def message_change(message: Message) -> Json:
    """A message that is new or not what it was."""
    return {"type": "message", "message": wire.message_json(message)}


def form_json(form: Form | None) -> Json | None:
    """The form that stands open, if one does."""
    if form is None:
        return None
    return {"id": str(form.opened_by.id), "title": form.title, "parts": form.modal["components"]}


def commands_json(person: Person, channel: Channel) -> list[Json]:
    """What may be typed after a slash: `path` such as "axe open", description, options."""
    found = []
    for command in slash.visible(channel.world, channel):
        try:
            slash.check_permissions(slash.Found(command=command, path=()), person.user, channel)
        except NotAllowedError:
            continue
        found += list(_leaves(command, ""))
    return found


def _leaves(part: Json, above: str) -> Iterator[Json]:
    path = f"{above} {part['name']}".strip()
    options = part.get("options") or []
    inner = [option for option in options if option["type"] <= commands.GROUP]
    for option in inner:
        yield from _leaves(option, path)
    if not inner:
        yield {"path": path, "description": part["description"], "options": options}
