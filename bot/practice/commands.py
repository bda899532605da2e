"""Application commands: what may be registered, and how they are kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.practice.errors import BodyFaults, DiscordError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.practice.world import World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(3, 12)
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
COMMANDS_MAX = {CHAT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
OPTIONS_MAX, CHOICES_MAX = 25, 25
CHARACTERS_MAX = 8000
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
Json = dict[str, Any]


def overwrite(world: World, guild_id: int | None, bodies: list[Json]) -> list[Json]:
    """Replace a server's commands (or the global ones); one that keeps its name keeps its id.

    Raises: BadBodyError with every fault of every command.
    """
    _check(bodies)
    before = {(old["type"], old["name"]): old for old in world.commands.get(guild_id, [])}
    world.commands[guild_id] = [
        _registered(world, guild_id, body, before.get((body.get("type") or CHAT, body["name"])))
        for body in bodies
    ]
    return world.commands[guild_id]


def add(world: World, guild_id: int | None, body: Json) -> Json:
    """Register one command beside the others, replacing one of the same name and type."""
    kept = [
        command
        for command in world.commands.get(guild_id, [])
        if (command["type"], command["name"]) != (body.get("type") or CHAT, body.get("name"))
    ]
    return overwrite(world, guild_id, [*kept, body])[-1]


def remove(world: World, guild_id: int | None, number: str) -> None:
    """Take one command away. Raises: DiscordError 10063."""
    one = get(world, guild_id, number)
    world.commands[guild_id].remove(one)


def get(world: World, guild_id: int | None, number: str) -> Json:
    """One command by its id. Raises: DiscordError 10063."""
    for command in world.commands.get(guild_id, []):
        if command["id"] == number:
            return command
    raise DiscordError.of(10063)


def change(world: World, guild_id: int | None, number: str, body: Json) -> Json:
    """Change some keys of one command."""
    old = get(world, guild_id, number)
    others = [command for command in world.commands[guild_id] if command is not old]
    return overwrite(world, guild_id, [*others, {**old, **body}])[-1]


def _registered(world: World, guild_id: int | None, body: Json, old: Json | None) -> Json:
    number = old["id"] if old else str(world.snowflake())
    permissions = body.get("default_member_permissions")
    found: Json = {
        "name_localizations": None,
        "description_localizations": None,
        "description": "",
        "options": [],
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **{key: value for key, value in body.items() if value is not None},
        "id": number,
        "type": body.get("type") or CHAT,
        "application_id": str(world.application_id),
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": body.get("dm_permission") is not False,
    }
    if guild_id is not None:
        found["guild_id"] = str(guild_id)
    is_same = old is not None and {**old, "version": None} == {**found, "version": None}
    found["version"] = old["version"] if old and is_same else str(world.snowflake())
    return found


# What may be registered


def _check(bodies: list[Json]) -> None:
    faults = BodyFaults()
    for kind, limit in COMMANDS_MAX.items():
        same = [body for body in bodies if (body.get("type") or CHAT) == kind]
        if len(same) > limit:
            faults.add("", "APPLICATION_COMMANDS_TOO_MANY", f"No more than {limit} of a type.")
        names = [body.get("name") for body in same]
        faults.repeated("", names, code="APPLICATION_COMMANDS_DUPLICATE_NAME")
    for place, body in enumerate(bodies):
        _check_command(faults, str(place), body)
    faults.settle()


def _check_command(faults: BodyFaults, path: str, body: Json) -> None:
    if (body.get("type") or CHAT) == CHAT:
        _check_named(faults, path, body)
        _check_options(faults, f"{path}.options", body.get("options") or [], depth=0)
        if letters(body) > CHARACTERS_MAX:
            faults.add(path, "APPLICATION_COMMAND_TOO_LARGE",
                       f"{letters(body)} characters where {CHARACTERS_MAX} fit.")  # fmt: skip
        return
    faults.required(f"{path}.name", body.get("name"))
    faults.too_long(f"{path}.name", body.get("name"), 32)
    for key in ("description", "options"):
        if body.get(key):
            faults.add(f"{path}.{key}", "APPLICATION_COMMAND_CONTEXT_MENU", "Menus have none.")


def _check_named(faults: BodyFaults, path: str, body: Json) -> None:
    names = {"name": body.get("name")}
    for locale, name in (body.get("name_localizations") or {}).items():
        names[f"name_localizations.{locale}"] = name
    for key, name in names.items():
        if not is_name(name):
            faults.add(f"{path}.{key}", "APPLICATION_COMMAND_INVALID_NAME",
                       f"{name!r}: 1 to 32 lower-case letters, digits, - and _.")  # fmt: skip
    descriptions = {"description": body.get("description")}
    for locale, text in (body.get("description_localizations") or {}).items():
        descriptions[f"description_localizations.{locale}"] = text
    for key, text in descriptions.items():
        faults.required(f"{path}.{key}", text)
        faults.too_long(f"{path}.{key}", text, 100)
    for key in ("name_localizations", "description_localizations"):
        for locale in sorted(set(body.get(key) or ()) - LOCALES):
            faults.add(f"{path}.{key}", "LOCALE_INVALID", f"{locale} is no locale of Discord.")


def is_name(name: object) -> bool:
    """Whether a command or option may be called this."""
    if not isinstance(name, str) or not re.fullmatch(r"[-_'\w]{1,32}", name):
        return False
    return name == name.lower()


def _check_options(faults: BodyFaults, path: str, options: list[Json], *, depth: int) -> None:
    if len(options) > OPTIONS_MAX:
        faults.add(path, "BASE_TYPE_MAX_LENGTH", f"No more than {OPTIONS_MAX}.")
    names = [option.get("name") for option in options]
    faults.repeated(path, names, code="APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    kinds = [option.get("type") for option in options]
    if {SUBCOMMAND, GROUP} & set(kinds) and set(kinds) - {SUBCOMMAND, GROUP}:
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                   "Subcommands do not stand beside other options.")  # fmt: skip
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                   "Required options come first.")  # fmt: skip
    for place, option in enumerate(options):
        _check_option(faults, f"{path}.{place}", option, depth=depth)


def _check_option(faults: BodyFaults, path: str, option: Json, *, depth: int) -> None:
    _check_named(faults, path, option)
    kind = option.get("type")
    deepest = {GROUP: 0, SUBCOMMAND: 1}.get(kind or 0, 2)
    if kind not in range(1, 12) or depth > deepest:
        faults.add(f"{path}.type", "BASE_TYPE_CHOICES", f"Type {kind} cannot stand here.")
        return
    if kind in {GROUP, SUBCOMMAND}:
        inner = option.get("options") or []
        if kind == GROUP and any(one.get("type") != SUBCOMMAND for one in inner):
            faults.add(f"{path}.options", "BASE_TYPE_CHOICES", "Groups hold subcommands only.")
        _check_options(faults, f"{path}.options", inner, depth=depth + (2 if kind == 1 else 1))
        return
    _check_values(faults, path, option)


def _check_values(faults: BodyFaults, path: str, option: Json) -> None:
    choices = option.get("choices") or []
    if len(choices) > CHOICES_MAX:
        faults.add(f"{path}.choices", "BASE_TYPE_MAX_LENGTH", f"No more than {CHOICES_MAX}.")
    for key in ("name", "value"):
        given = [choice.get(key) for choice in choices]
        code = f"APPLICATION_COMMAND_OPTIONS_CHOICE_{key.upper()}_ALREADY_EXISTS"
        faults.repeated(f"{path}.choices", given, code=code)
    for place, choice in enumerate(choices):
        faults.required(f"{path}.choices.{place}.name", choice.get("name"))
        faults.too_long(f"{path}.choices.{place}.name", choice.get("name"), 100)
        faults.too_long(f"{path}.choices.{place}.value", choice.get("value"), 100)
    if option.get("autocomplete") and (choices or option["type"] not in {STRING, INTEGER, NUMBER}):
        faults.add(f"{path}.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
                   "Only for free text and numbers.")  # fmt: skip


def letters(command: Json) -> int:
    """The size of a command as Discord counts it: names, descriptions and choices, all of them."""
    total = _longest(command, "name") + _longest(command, "description")
    for choice in command.get("choices") or ():
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(letters(option) for option in command.get("options") or ())


def _longest(part: Json, key: str) -> int:
    texts: Iterable[object] = [part.get(key), *(part.get(f"{key}_localizations") or {}).values()]
    return max(len(text) if isinstance(text, str) else 0 for text in texts)
