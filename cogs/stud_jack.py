"""`/studjack` and `/widowjack`: Stud-Jack, and Stud-Jack with the wipe-out."""

from bot.ui.desk import DeskBot
from bot.ui.game_cog import add_game


async def setup(bot: DeskBot) -> None:
    """Add the commands."""
    add_game(bot, "stud-jack")
    add_game(bot, "widow-jack")
