"""`/axe`: Deuces & Jacks & the Man with the Axe."""

from bot.ui.desk import DeskBot
from bot.ui.game_cog import add_game


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    add_game(bot, "deuces-and-jacks")
