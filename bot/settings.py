"""What the operator decides, from the environment or a .env file; made once, passed down."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = ["Settings"]


class Settings(BaseSettings):
    """The operator's settings. Nothing here is read when a module is imported."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    discord_token: SecretStr | None = None
    """The bot's token, from the developer portal."""
    axeman_database: Path = Path("axeman.db")
    """The SQLite file."""
    axeman_api_url: str | None = None
    """Another address of Discord's REST API, with its version: a proxy, or the practice room."""
    axeman_gateway_url: str | None = None
    """Another address of the gateway."""
    axeman_log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")

    @property
    def sign_of_life(self) -> Path:
        """The file beside the database that a living bot keeps touching."""
        return self.axeman_database.with_name(self.axeman_database.name + ".alive")
