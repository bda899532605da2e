"""What the app does before it sends a slash command: find it, check permissions and options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice import commands, wire
from bot.practice.entities import DIRECT, Channel, Role, Upload, User
from bot.practice.permissions import Permission

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.practice.world import World

Json = dict[str, Any]
BOT_DM = 1
NUMBER_MAX = 2**53


class NotAllowedError(AssertionError):
    """The app would not let this person do that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A command and the way down to the part of it that takes options."""

    command: Json
    path: tuple[Json, ...]  # the groups and the subcommand below the command

    @property
    def options(self) -> list[Json]:
        """What can be given."""
        return list((self.path[-1] if self.path else self.command).get("options") or ())


def find(world: World, channel: Channel, words: str) -> Found:
    """The command of this name as seen from a channel: "axe open", "chips".

    Raises: NotAllowedError if there is none, with what there is.
    """
    names = words.removeprefix("/").split()
    for command in visible(world, channel):
        if command["name"] == names[0]:
            return _descend(command, names[1:], words)
    there = sorted(command["name"] for command in visible(world, channel))
    raise NotAllowedError(f"there is no command /{words} here, only {there}")


def _descend(command: Json, names: list[str], words: str) -> Found:
    path: list[Json] = []
    part = command
    for name in names:
        inner = [one for one in part.get("options") or () if one["type"] <= commands.GROUP]
        part = next((one for one in inner if one["name"] == name), {})
        if not part:
            there = [one["name"] for one in inner]
            raise NotAllowedError(f"/{words}: no {name!r}, only {there}")
        path.append(part)
    below = [one["name"] for one in part.get("options") or () if one["type"] <= commands.GROUP]
    if below:
        raise NotAllowedError(f"/{words} needs one more word: {below}")
    return Found(command=command, path=tuple(path))


def visible(world: World, channel: Channel) -> list[Json]:
    """The chat commands that the app knows in a channel, the server's own first."""
    if channel.guild is not None and channel.guild.is_gone:
        return []
    own = world.commands.get(channel.guild.id, []) if channel.guild else []
    found = [c for c in (*own, *world.commands.get(None, ())) if c["type"] == commands.CHAT]
    place = BOT_DM if channel.kind == DIRECT else 0
    return [c for c in found if c.get("contexts") is None or place in c["contexts"]]


def check_permissions(found: Found, user: User, channel: Channel) -> None:
    """Raise NotAllowedError if the app would not offer the command to this person here."""
    name = found.command["name"]
    if channel.guild is None:
        if found.command.get("contexts") is None and not found.command["dm_permission"]:
            raise NotAllowedError(f"/{name} is not for direct messages")
        return
    mine = channel.permissions_of(user)
    if not mine & Permission.USE_APPLICATION_COMMANDS:
        raise NotAllowedError(f"{user.name} may not use commands in #{channel.name}")
    needed = found.command["default_member_permissions"]
    if needed is None or mine & Permission.ADMINISTRATOR:
        return
    if int(needed) == 0 or int(mine) & int(needed) != int(needed):
        raise NotAllowedError(f"{user.name} may not use /{name}: it needs permissions {needed}")


@dataclass(slots=True, kw_only=True)
class Filled:
    """The options as the app sends them, with what they refer to."""

    options: list[Json] = field(default_factory=list)
    resolved: dict[str, Json] = field(default_factory=dict)


def fill(
    found: Found, given: Mapping[str, object], channel: Channel, *, is_checked: bool = True,
    focused: str | None = None,
) -> Filled:  # fmt: skip
    """Turn what was typed into options. `-` in an option's name may be written `_`.

    Raises: NotAllowedError for what the app would not send, unless it `is_checked` no more;
    while something is focused (autocomplete) required options may be missing.
    """
    filled = Filled()
    known = {option["name"]: option for option in found.options}
    values = {_known(name, known, found): value for name, value in given.items()}
    for name, option in known.items():
        if name not in values:
            if option.get("required") and is_checked and focused is None:
                raise NotAllowedError(f"/{found.command['name']} needs {name}")
            continue
        if is_checked and name != focused:
            check_value(option, values[name])
        sent = {
            "name": name,
            "type": option["type"],
            "value": _resolve(option, values[name], channel, filled.resolved),
        }
        if name == focused:
            sent["focused"] = True
        filled.options.append(sent)
    return filled


def _known(name: str, known: Mapping[str, Json], found: Found) -> str:
    for spelling in (name, name.replace("_", "-"), name.rstrip("_")):
        if spelling in known:
            return spelling
    raise NotAllowedError(f"/{found.command['name']} has no option {name}, only {sorted(known)}")


def check_value(option: Json, value: object) -> None:
    """Raise NotAllowedError if the app would mark this value red."""
    name = option["name"]
    wanted: dict[int, type | tuple[type, ...]] = {
        commands.STRING: str, commands.INTEGER: int, commands.BOOLEAN: bool,
        commands.USER: User, commands.CHANNEL: Channel, commands.ROLE: Role,
        commands.MENTIONABLE: (User, Role), commands.NUMBER: (int, float), commands.FILE: Upload,
    }  # fmt: skip
    is_bool = isinstance(value, bool) and option["type"] != commands.BOOLEAN
    if is_bool or not isinstance(value, wanted[option["type"]]):
        raise NotAllowedError(f"{name}: {value!r} is of the wrong type")
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if choices and value not in choices:
        raise NotAllowedError(f"{name}: {value!r} is none of {choices}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        least, most = option.get("min_value", -NUMBER_MAX), option.get("max_value", NUMBER_MAX)
        if not least <= value <= most:
            raise NotAllowedError(f"{name}: {value} is not from {least} to {most}")
    if isinstance(value, str):
        least, most = option.get("min_length", 0), option.get("max_length", 6000)
        if not least <= len(value) <= most:
            raise NotAllowedError(f"{name}: not from {least} to {most} characters")


def _resolve(option: Json, value: object, channel: Channel, resolved: dict[str, Json]) -> object:
    """The value on the wire; what it refers to goes into `resolved`."""
    if isinstance(value, (User, Channel, Role, Upload)):
        return refer(value, channel, resolved)
    if option["type"] == commands.NUMBER and isinstance(value, int):
        return float(value)
    return value


def refer(
    value: User | Channel | Role | Upload, channel: Channel, resolved: dict[str, Json]
) -> str:
    """The id of something, after putting its description into `resolved`."""
    kind, number, about = _described(value, channel)
    resolved.setdefault(kind, {})[str(number)] = about
    if isinstance(value, User) and channel.guild and value.id in channel.guild.members:
        member = wire.member_json(channel.guild.members[value.id])
        del member["user"], member["deaf"], member["mute"]
        member["permissions"] = wire.permissions_json(channel.permissions_of(value))
        resolved.setdefault("members", {})[str(number)] = member
    return str(number)


def _described(value: User | Channel | Role | Upload, channel: Channel) -> tuple[str, int, Json]:
    match value:
        case User():
            return "users", value.id, wire.user_json(value)
        case Channel():
            permissions = wire.permissions_json(value.permissions_of(channel.world.bot))
            about = {**wire.channel_json(value), "permissions": permissions}
            return "channels", value.id, about
        case Role():
            return "roles", value.id, wire.role_json(value, 1)
        case Upload():
            attachment = channel.world.keep_file(value, channel=channel)
            about = wire.attachment_json(attachment, is_ephemeral=True)
            return "attachments", attachment.id, about


def details(found: Found, filled: Filled, channel: Channel) -> Json:
    """The `data` of the interaction."""
    options = filled.options
    for part in reversed(found.path):
        options = [{"name": part["name"], "type": part["type"], "options": options}]
    command = found.command
    data: Json = {
        "id": command["id"], "name": command["name"], "type": command["type"], "options": options,
    }  # fmt: skip
    if filled.resolved:
        data["resolved"] = filled.resolved
    if "guild_id" in command and channel.guild is not None:
        data["guild_id"] = command["guild_id"]
    return data
