"""`/drawdeucey`: Draw-Deucey Single Draw."""

from bot.ui.desk import DeskBot
from bot.ui.game_cog import add_game


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    add_game(bot, "draw-deucey")
