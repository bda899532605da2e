"""What can go wrong between the bot and Discord, and who decides when it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.practice.interactions import Interaction

ON_TIME = (0.0,)


@dataclass(frozen=True, slots=True)
class Fine:
    """The request is answered at once."""


@dataclass(frozen=True, slots=True)
class Slow:
    """The request arrives this much later, and is carried out then."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The request is answered with a status of 500 or more, and nothing is done."""

    status: int = 502


@dataclass(frozen=True, slots=True)
class RequestLost:
    """The connection is cut before the request is carried out."""


@dataclass(frozen=True, slots=True)
class ReplyLost:
    """The request is carried out, and the connection is cut instead of an answer."""


Trouble = Fine | Slow | Refused | RequestLost | ReplyLost


class Faults:
    """What goes wrong. Each method is asked at one place of the server; this class says: nothing.

    To make trouble, override a method. Both are called in the order of the events they are about.
    """

    def request(self, method: str, path: str) -> Trouble:  # noqa: ARG002 - for those who override
        """What becomes of a request of the bot's; `path` is below the API's address."""
        return Fine()

    def delivery(self, interaction: Interaction) -> tuple[float, ...]:  # noqa: ARG002 - see above
        """When the bot hears of an interaction, in seconds from now: once for each number."""
        return ON_TIME


def broken_page(status: int) -> tuple[str, str]:
    """The content type and body of an answer that says no more than that Discord is broken.

    Only a plain 500 comes from the API itself; what stands in front of it answers in its own way.
    """
    if status == 500:
        return "application/json", '{"message": "500: Internal Server Error", "code": 0}'
    if status == 503:
        return "text/plain", "upstream connect error or disconnect/reset before headers"
    title = {502: "502 Bad Gateway", 504: "504 Gateway Time-out"}.get(status, f"{status} Error")
    page = f"<html>\n<head><title>{title}</title></head>\n<body><h1>{title}</h1></body>\n</html>\n"
    return "text/html", page
