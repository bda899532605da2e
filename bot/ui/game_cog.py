"""The slash commands of one game, made from its options: `open` and `rules`."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.rules.house import BadOption
from bot.rules.variants import variants
from bot.table.ids import ChannelId, PersonId, ServerId
from bot.table.ports import ChannelTaken, StoreFailed
from bot.table.scene import Scene
from bot.table.settings import TABLE_OPTIONS
from bot.table.table import house_rules
from bot.ui import private
from bot.ui.answers import Reply
from bot.ui.notices import channel_taken, not_saved, refused
from bot.ui.openers import why_not_open

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from discord.ui import LayoutView

    from bot.rules.house import Option, Written
    from bot.rules.variant import Variant
    from bot.ui.desk import Desk, DeskBot

    Opens = Callable[..., Coroutine[Any, Any, None]]

__all__ = ["add_game"]

NAMED_MAX: Final = 12
"""Options of `open` that have a name of their own; every option may be written into `rules`."""
TABLE_NAMED_MIN: Final = 2
"""Of these at least so many are the table's own."""
RULES_MAX: Final = 400
SHOWN_MAX: Final = 40
"""Characters repeated of a key that somebody made up."""
DESCRIPTION_MAX: Final = 100


def add_game(bot: DeskBot, key: str) -> None:
    """Add the commands of a game: its `open` and its `rules`."""
    game = variants()[key]
    group = app_commands.Group(
        name=game.command,
        description=f"{game.short_title}: open a table, read the rules",
        guild_only=True,
    )
    group.add_command(_open_command(bot.desk, game))
    group.add_command(_rules_command(bot.desk, game))
    bot.tree.add_command(group)


def _open_command(desk: Desk, game: Variant) -> app_commands.Command[Any, ..., None]:
    async def opens(
        interaction: discord.Interaction, rules: str | None = None, **chosen: Written | None
    ) -> None:
        await _open(desk, game, interaction, _chosen(game, rules, chosen))

    return app_commands.Command(
        name="open",
        description=f"Open a table of {game.short_title} in this channel",
        callback=_with_options(opens, _named(game)),
    )


def _named(game: Variant) -> tuple[Option[object], ...]:
    """The options with a name of their own: the game's, but always the clock and the buy-in."""
    first = game.options[: NAMED_MAX - TABLE_NAMED_MIN]
    return (*first, *TABLE_OPTIONS)[:NAMED_MAX]


def _rules_command(desk: Desk, game: Variant) -> app_commands.Command[Any, ..., None]:
    async def reads(interaction: discord.Interaction) -> None:
        assert interaction.guild_id is not None, "the command exists in servers only"
        reply = Reply(interaction)
        reply.wait()
        chosen = await desk.book.house(ServerId(interaction.guild_id), game.key)
        pages = private.rulebook(game, house_rules(game, chosen, {}), None)
        await reply.whisper(*pages)

    return app_commands.Command(
        name="rules", description=f"The rules of {game.short_title} on this server", callback=reads
    )


async def _open(
    desk: Desk,
    game: Variant,
    interaction: discord.Interaction,
    chosen: Callable[[], Mapping[str, object]],
) -> None:
    """Open a table if the person may, and the channel and the options allow it."""
    reply = Reply(interaction)
    reply.wait()
    opened: Scene | LayoutView | None
    async with desk.opening:
        opened = await why_not_open(desk, interaction)
        if opened is None:
            opened = await _opened(desk, game, interaction, reply.key, chosen)
    if isinstance(opened, Scene):
        await desk.crier.post_lobby(opened, reply)
    else:
        await reply.whisper(opened)


async def _opened(
    desk: Desk,
    game: Variant,
    interaction: discord.Interaction,
    key: str,
    chosen: Callable[[], Mapping[str, object]],
) -> Scene | LayoutView:
    """A new table, to be shown; or what to say if it cannot be opened."""
    assert interaction.guild_id is not None, "only a server has tables"
    assert interaction.channel_id is not None, "a command is given in a channel"
    table_keys = {option.key for option in TABLE_OPTIONS}
    try:
        written = chosen()
        return await desk.floor.open(
            server=ServerId(interaction.guild_id),
            channel=ChannelId(interaction.channel_id),
            variant=game,
            host=PersonId(interaction.user.id),
            host_name=interaction.user.display_name,
            overrides={key: v for key, v in written.items() if key not in table_keys},
            settings={key: v for key, v in written.items() if key in table_keys},
            key=key,
        )
    except BadOption as wrong:
        return refused(str(wrong))
    except ChannelTaken:
        return channel_taken()
    except StoreFailed:
        return not_saved()


def _chosen(
    game: Variant, rules: str | None, named: Mapping[str, Written | None]
) -> Callable[[], Mapping[str, object]]:
    """The options that were given, by name or within `rules`, checked when called.

    Raises, when called: BadOption.
    """

    def check() -> Mapping[str, object]:
        found: dict[str, object] = dict(_parts(str(rules or "")))
        found |= {key: value for key, value in named.items() if value is not None}
        known = {option.key: option for option in (*game.options, *TABLE_OPTIONS)}
        for key, value in found.items():
            if key not in known:
                strange, there = key[:SHOWN_MAX], ", ".join(known)
                raise BadOption(f'There is no option "{strange}" here. There are: {there}.')
            found[key] = known[key].write(known[key].parse(value))
        return found

    return check


def _parts(rules: str) -> list[tuple[str, str]]:
    """The pairs in "key=value, key=value". Raises: BadOption."""
    if len(rules) > RULES_MAX:
        raise BadOption(f"Rules may have up to {RULES_MAX} characters.")
    pairs: list[tuple[str, str]] = []
    for part in rules.split(","):
        key, sign, value = part.partition("=")
        if sign:
            pairs.append((key.strip(), value.strip()))
        elif part.strip():
            raise BadOption(
                f'"{part.strip()[:SHOWN_MAX]}" is not a rule: write key=value, key=value.'
            )
    return pairs


def _with_options(callback: Opens, named: tuple[Option[object], ...]) -> Opens:
    """The callback with one parameter an option, which is how discord.py learns of options."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        *(
            inspect.Parameter(option.key, keyword, default=None, annotation=_kind(option) | None)
            for option in named
        ),
        inspect.Parameter(
            "rules",
            keyword,
            default=None,
            annotation=app_commands.Range[str, 1, RULES_MAX] | None,
        ),
    ]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    app_commands.choices(
        **{
            option.key: [
                app_commands.Choice(name=choice.label[:100], value=choice.written)
                for choice in option.choices
            ]
            for option in named
            if option.choices
        }
    )(callback)
    return app_commands.describe(
        rules="Further house rules for this table: key=value, key=value",
        **{option.key: f"{option.label}: {option.bounds}"[:DESCRIPTION_MAX] for option in named},
    )(callback)


def _kind(option: Option[object]) -> Any:  # noqa: ANN401 - what discord.py takes as annotation
    if option.range is not None:
        return app_commands.Range[int, option.range[0], option.range[1]]
    return str
