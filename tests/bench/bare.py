"""A bare discord.py bot: it answers every press with one layout, and knows nothing else.

It is what discord.py costs by itself, so it does no more than the documentation asks for: no
commands, no database, no search for what was pressed. What it sends is as large as what it is
given as JSON: the same components, the same texts.
"""

import json
import os
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import ui

Json = dict[str, Any]
LAYOUT = "BENCH_LAYOUT"
"""The variable that names the file with the components."""


def layout(parts: list[Json]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for part in parts:
        view.add_item(_item(part))
    return view


def _item(part: Json) -> ui.Item[ui.LayoutView]:
    children = [_item(child) for child in part.get("components", ())]
    match part["type"]:
        case 1:
            return ui.ActionRow(*children)
        case 2:
            style = discord.ButtonStyle(part["style"])
            return ui.Button(label=part["label"], custom_id=part["custom_id"], style=style)
        case 10:
            return ui.TextDisplay(part["content"])
        case 14:
            return ui.Separator()
        case 17:
            return ui.Container(*children, accent_colour=part["accent_color"])
        case kind:
            raise AssertionError(f"there is no component {kind} on a street's message")


class Bare(discord.Client):
    def __init__(self, parts: list[Json]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._parts = parts

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        view = layout(self._parts)
        view.stop()
        await interaction.response.edit_message(view=view)


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["AXEMAN_API_URL"]
    gateway = yarl.URL(os.environ["AXEMAN_GATEWAY_URL"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    Bare(json.loads(Path(os.environ[LAYOUT]).read_text())).run(
        os.environ["DISCORD_TOKEN"], log_handler=None
    )
