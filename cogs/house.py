"""`/house`: what the admins of a server decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.house import BadOption, HouseRules
from bot.rules.variant import Variant
from bot.rules.variants import variants
from bot.table.ids import ServerId
from bot.table.ports import StoreFailed
from bot.table.settings import HINTS
from bot.table.table import house_rules
from bot.ui import house
from bot.ui.answers import Reply
from bot.ui.notices import not_an_admin, not_saved, refused, unreadable_command
from bot.ui.openers import OPENER_ROLE, TABLE_CHANNELS
from bot.ui.uploads import CARD_COLOURS, TWO

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.house import Option, Written
    from bot.ui.desk import DeskBot

Choice = app_commands.Choice[str]
CHOICES_MAX: Final = 25
KEY_MAX: Final = 40
"""Characters of an option's key that are looked at: more than any has."""


class OneOfOurs(app_commands.Transformer):
    """The game that was chosen. A forged choice is none: the command cannot be read."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        """All games."""
        return [
            app_commands.Choice(name=game.short_title, value=game.key)
            for game in variants().values()
        ]

    async def transform(self, _: discord.Interaction, value: str) -> Variant:
        """The game with this key. Raises: KeyError or TypeError, which discord.py wraps."""
        return variants()[value]


Game = app_commands.Transform[Variant, OneOfOurs]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class HouseCog(commands.GroupCog, group_name="house", group_description="The house rules here"):
    """The commands of the admins."""

    def __init__(self, bot: DeskBot) -> None:
        self._desk = bot.desk

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether the person may manage the server; Discord has asked, and so do we."""
        if interaction.permissions.manage_guild:
            return True
        await Reply(interaction).whisper(
            not_an_admin("To read the house rules: the Rules button of a table.")
        )
        return False

    @app_commands.command()
    async def show(self, interaction: discord.Interaction, game: Game) -> None:
        """Every house rule of a game, and what is different here."""
        reply = Reply(interaction)
        reply.wait()
        rules = await self._rules(interaction, game)
        await reply.whisper(house.show(game, rules))

    @app_commands.command(name="set")
    @app_commands.describe(option="Which rule", value="What it shall be")
    async def set_rule(
        self, interaction: discord.Interaction, game: Game, option: str, value: str
    ) -> None:
        """Change a house rule, from the next hand on."""
        await self._change(interaction, game, option, value)

    @app_commands.command()
    @app_commands.describe(option="Which rule")
    async def reset(self, interaction: discord.Interaction, game: Game, option: str) -> None:
        """Put a house rule back to what is usual."""
        await self._change(interaction, game, option, None)

    @app_commands.command()
    @app_commands.describe(role="Whose members may open tables; everybody if you leave it out")
    async def openers(
        self, interaction: discord.Interaction, role: discord.Role | None = None
    ) -> None:
        """Who may open tables."""
        if role is not None and not isinstance(role, discord.Role):
            await Reply(interaction).whisper(unreadable_command())  # forged: discord.py lets it by
            return
        chosen = None if role is None or role.is_default() else role.id
        await self._decide(interaction, OPENER_ROLE, chosen, house.openers(chosen))

    @app_commands.command()
    @app_commands.describe(channel="The only channel for tables; any channel if you leave it out")
    async def channel(
        self, interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        """Where tables may be opened."""
        chosen = None if channel is None else [channel.id]
        await self._decide(interaction, TABLE_CHANNELS, chosen, house.channels(chosen))

    @app_commands.command()
    @app_commands.rename(is_on="on")
    @app_commands.describe(is_on="Whether players are told what beats their cards")
    async def hints(self, interaction: discord.Interaction, is_on: bool) -> None:  # noqa: FBT001 - an option of the command
        """Whether My cards and DMs give hints."""
        said = house.hints(on=is_on)
        await self._decide(interaction, HINTS, None if is_on else False, said)

    @app_commands.command()
    @app_commands.describe(colours="Four: clubs green, diamonds blue. Two: red and black")
    async def cards(
        self, interaction: discord.Interaction, colours: Literal["four", "two"]
    ) -> None:
        """In how many colours cards are drawn."""
        assert interaction.guild_id is not None, "the command exists in servers only"
        server, four = ServerId(interaction.guild_id), colours != TWO
        said = house.colours(has_pictures=self._desk.uploads.is_on, four_colours=four)
        if await self._decide(interaction, CARD_COLOURS, None if four else TWO, said):
            self._desk.uploads.choose(server, four_colours=four)
            self._desk.uploads.start()

    @set_rule.autocomplete("option")
    @reset.autocomplete("option")
    async def _options(self, interaction: discord.Interaction, typed: str) -> list[Choice]:
        """The options of the chosen game that match what is typed."""
        variant = _chosen_game(interaction)
        found = [o for o in (variant.options if variant else ()) if _matches(o, typed)]
        return [
            app_commands.Choice(name=f"{o.label} ({o.key})"[:100], value=o.key)
            for o in found[:CHOICES_MAX]
        ]

    @set_rule.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, typed: str) -> list[Choice]:
        """The values of the chosen option, or the bounds of a number."""
        variant = _chosen_game(interaction)
        key = getattr(interaction.namespace, "option", None)
        option = next((o for o in (variant.options if variant else ()) if o.key == key), None)
        if option is None:
            return []
        if option.choices:
            return [
                app_commands.Choice(name=f"{c.label} ({c.written})"[:100], value=c.written)
                for c in option.choices
                if str(typed).lower() in f"{c.label} {c.written}".lower()
            ]
        return [app_commands.Choice(name=f"{option.bounds}"[:100], value=str(typed)[:100] or "?")]

    async def _rules(self, interaction: discord.Interaction, variant: Variant) -> HouseRules:
        assert interaction.guild_id is not None, "the command exists in servers only"
        chosen = await self._desk.book.house(ServerId(interaction.guild_id), variant.key)
        return house_rules(variant, chosen, {})

    async def _change(
        self, interaction: discord.Interaction, variant: Variant, key: str, value: str | None
    ) -> None:
        assert interaction.guild_id is not None, "the command exists in servers only"
        reply, server = Reply(interaction), ServerId(interaction.guild_id)
        reply.wait()
        before = await self._rules(interaction, variant)
        try:
            option = before.option(str(key)[:KEY_MAX])
            chosen = await self._desk.book.house(server, variant.key)
            after, written = _changed(variant, chosen, option, value)
            await self._desk.book.set_house(server, variant.key, key, written)
        except BadOption as wrong:
            await reply.whisper(refused(str(wrong)))
        except StoreFailed:
            await reply.whisper(not_saved())
        else:
            await reply.whisper(house.changed(variant, option, before, after))

    async def _decide(
        self, interaction: discord.Interaction, key: str, value: object, said: discord.ui.LayoutView
    ) -> bool:
        """Keep a setting of the server, and say so; whether it was kept."""
        assert interaction.guild_id is not None, "the command exists in servers only"
        reply = Reply(interaction)
        reply.wait()
        try:
            await self._desk.book.set_setting(ServerId(interaction.guild_id), key, value)
        except StoreFailed:
            await reply.whisper(not_saved())
            return False
        await reply.whisper(said)
        return True


def _changed(
    variant: Variant, chosen: Mapping[str, object], option: Option[object], value: str | None
) -> tuple[HouseRules, Written | None]:
    """The rules after a change, and the value as it is written. Raises: BadOption."""
    rules = {key: old for key, old in chosen.items() if key != option.key}
    written = None if value is None else option.write(option.parse(value))
    if written is not None:
        rules[option.key] = written
    return HouseRules.of(variant.options, rules), written


def _chosen_game(interaction: discord.Interaction) -> Variant | None:
    return variants().get(str(getattr(interaction.namespace, "game", "")))


def _matches(option: Option[object], typed: str) -> bool:
    return str(typed).lower() in f"{option.key} {option.label}".lower()


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    await bot.add_cog(HouseCog(bot))
