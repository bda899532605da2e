"""What the operator decides, from the environment or a .env file; made once, passed down."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.table.limits import Limits

__all__ = ["Settings"]


class Settings(BaseSettings):
    """The operator's settings. Nothing here is read when a module is imported."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,  # what is wrong with a setting never shows another's value
    )

    discord_token: SecretStr | None = None
    """The bot's token, from the developer portal."""
    axeman_database: Path = Path("axeman.db")
    """The SQLite file."""
    axeman_api_url: str | None = None
    """Another address of Discord's REST API, with its version: a proxy, or the practice room."""
    axeman_gateway_url: str | None = None
    """Another address of the gateway."""
    axeman_log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")

    axeman_card_pictures: bool = True
    """Whether cards are pictures, which are uploaded to the application once; else text."""

    axeman_tables_per_server: int = Field(default=20, ge=0)
    """Open tables that one server may have; for this and the two below, 0 is no limit."""
    axeman_seats_per_person: int = Field(default=5, ge=0)
    """Seats that one person may have at once, at all tables of all servers together."""
    axeman_presses_per_minute: int = Field(default=60, ge=0)
    """Presses and commands of one person in a minute."""
    axeman_requests_per_second: int = Field(default=45, ge=0)
    """Requests for all tables together. Discord grants a bot 50; some are made elsewhere. With 0
    the bot waits for no limit of Discord's, nor for those of a channel."""

    @field_validator("discord_token")
    @classmethod
    def _is_one_word(cls, token: SecretStr | None) -> SecretStr | None:
        """Refuse what would break the request that it is sent with."""
        word = token.get_secret_value().strip() if token else ""
        if not word.isascii() or not word.isprintable() or " " in word:
            raise ValueError("a token is one word of ordinary letters, digits, dots and dashes")
        return token

    @property
    def limits(self) -> Limits:
        """How much one server or one person may have."""
        return Limits(
            tables_per_server=self.axeman_tables_per_server,
            seats_per_person=self.axeman_seats_per_person,
            presses_per_minute=self.axeman_presses_per_minute,
            requests_per_second=self.axeman_requests_per_second,
        )

    @property
    def sign_of_life(self) -> Path:
        """The file beside the database that a living bot keeps touching."""
        return self.axeman_database.with_name(self.axeman_database.name + ".alive")
