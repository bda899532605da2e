"""Where the practice server is found: at an address of its own, or under Discord's names."""

from __future__ import annotations

from dataclasses import dataclass

API = "/api/v10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The addresses of one server, as a bot and a person know them."""

    api: str
    gateway: str
    files: str
    page: str | None  # where people play in the browser, if they can


DISCORD = Addresses(
    api=f"https://discord.com{API}",
    gateway="wss://gateway.discord.gg/",
    files="https://cdn.discordapp.com",
    page=None,
)


def at(place: str) -> Addresses:
    """The addresses on a host, with its port if that must be said."""
    return Addresses(
        api=f"http://{place}{API}",
        gateway=f"ws://{place}/gateway",
        files=f"http://{place}",
        page=f"http://{place}/",
    )
