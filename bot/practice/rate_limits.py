"""How often the bot may ask: Discord's limits on requests, as far as they are known.

Discord publishes the 50 a second and tells the rest in headers only. The numbers of the other
limits are those that its staff and its users have reported.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice.errors import DiscordError

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bot.practice.rest import Call
    from bot.practice.world import World

OLD_S = 3600.0  # the age from which edits of a message are limited once more
SLACK_S = 0.001  # times as the wire has them are rounded to this


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests within so many seconds, counted from the first of them."""

    count: int
    within_s: float


OVERALL = Limit(50, 1.0)
OLD_EDITS = Limit(3, 6.0)
NEW_DIRECTS = Limit(10, 60.0)
BY_CHANNEL = {
    ("POST", "/channels/{channel}/messages"): Limit(5, 5.0),
    ("PATCH", "/channels/{channel}/messages/{message}"): Limit(5, 5.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is left of a limit, for the headers. Without limits there is always enough."""

    limit: int = 1000
    left: int = 999
    reset_after_s: float = 1.0

    def headers(self, now: float) -> dict[str, str]:
        """The headers that a client may plan by; times are never told as too short."""
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{now + self.reset_after_s:.3f}",
            "X-RateLimit-Reset-After": f"{_rounded_up(self.reset_after_s):.3f}",
        }


class RateLimitedError(DiscordError):
    """A request that came too early: 429. `standing` is that of its bucket, if it has one."""

    def __init__(self, retry_after_s: float, standing: Standing | None, *, code: int = 0) -> None:
        sentence = "Too many edits of old messages" if code else "You are being rate limited."
        super().__init__(429, code, sentence)
        self.retry_after_s = _rounded_up(retry_after_s)
        self.standing = standing

    @property
    def is_global(self) -> bool:
        """Whether every route is closed for now, and not this one alone."""
        return self.standing is None

    def headers(self, now: float) -> dict[str, str]:
        """All that tells when to come back."""
        found = {
            "Retry-After": str(math.ceil(self.retry_after_s)),
            "X-RateLimit-Scope": "global" if self.is_global else "user",
        }
        if self.standing is None:
            return {**found, "X-RateLimit-Global": "true"}
        return {**found, **self.standing.headers(now)}

    def body(self) -> dict[str, Any]:
        """The refusal, with when to come back."""
        found = {**super().body(), "retry_after": self.retry_after_s, "global": self.is_global}
        return found if self.code else {key: found[key] for key in found if key != "code"}


@dataclass(slots=True)
class Bucket:
    """The requests that count together. It fills up again all at once."""

    limit: Limit
    left: int = 0
    fills_at: float = -math.inf

    def take(self, now: float) -> bool:
        """Whether one more request is within the limit; if it is, it counts."""
        if now >= self.fills_at - SLACK_S:
            self.left, self.fills_at = self.limit.count, now + self.limit.within_s
        if self.left == 0:
            return False
        self.left -= 1
        return True

    def standing(self, now: float) -> Standing:
        """How it stands after the last request."""
        return Standing(
            limit=self.limit.count, left=self.left, reset_after_s=max(0.0, self.fills_at - now)
        )


@dataclass(slots=True, eq=False)
class RateLimits:
    """Every bucket of the bot. They run by the world's clock."""

    world: World
    buckets: dict[Hashable, Bucket] = field(default_factory=dict)

    def take(self, method: str, template: str, call: Call) -> Standing:
        """Count one request that carries the bot's token.

        Raises: RateLimitedError if it must not be answered; DiscordError 40003 if it would open
        one more direct channel too soon.
        """
        now = self.world.clock()
        overall = self._bucket("overall", OVERALL)
        if not overall.take(now):
            raise RateLimitedError(overall.fills_at - now, None)
        if template == "/users/@me/channels" and self._is_new_direct(call):
            if not self._bucket("new directs", NEW_DIRECTS).take(now):
                raise DiscordError.of(40003)
            return Standing()
        limit = BY_CHANNEL.get((method, template))
        return Standing() if limit is None else self._take_in_channel(method, limit, call, now)

    def _take_in_channel(self, method: str, limit: Limit, call: Call, now: float) -> Standing:
        bucket = self._bucket((method, call.path["channel"]), limit)
        is_within = bucket.take(now)
        standing = bucket.standing(now)
        if not is_within:
            raise RateLimitedError(standing.reset_after_s, standing)
        if method == "PATCH" and self._is_of_old(call, now):
            # The headers do not tell of this one: it stands beside the bucket that they are of.
            old = self._bucket(("old edits", call.path["channel"]), OLD_EDITS)
            if not old.take(now):
                raise RateLimitedError(old.fills_at - now, standing, code=30046)
        return standing

    def _bucket(self, key: Hashable, limit: Limit) -> Bucket:
        return self.buckets.setdefault(key, Bucket(limit))

    def _is_new_direct(self, call: Call) -> bool:
        body = call.body.json
        wanted = str(body.get("recipient_id")) if isinstance(body, dict) else ""
        known = {str(c.recipient.id) for c in self.world.channels.values() if c.recipient}
        return wanted not in known

    def _is_of_old(self, call: Call, now: float) -> bool:
        channel = self.world.channels.get(call.number("channel"))
        message = channel.messages.get(call.number("message")) if channel else None
        return message is not None and now - message.created >= OLD_S


def _rounded_up(seconds: float) -> float:
    return math.ceil(seconds / SLACK_S - SLACK_S) * SLACK_S
