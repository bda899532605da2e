"""Discord's refusals: each is an HTTP status and a body with a code, as a bot's library reads them.

The codes and statuses are Discord's; the sentences are ours, since no client may depend on them.
"""

from collections.abc import Iterable
from typing import Any, Self


class DiscordError(Exception):
    """A request that Discord refuses."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message

    def body(self) -> dict[str, Any]:
        """The JSON that goes back with `status`."""
        return {"message": self.message, "code": self.code}

    @classmethod
    def of(cls, code: int) -> Self:
        """The refusal of this code, with its usual status and sentence."""
        status, message = _USUAL[code]
        return cls(status, code, message)


class BadBodyError(DiscordError):
    """A body that breaks rules of form: 50035 and a tree that names every fault by its path."""

    def __init__(self, faults: Iterable[tuple[str, str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__(400, 50035, "Invalid Form Body")

    def __str__(self) -> str:
        return "; ".join(f"{path}: {message}" for path, _, message in self.faults)

    def body(self) -> dict[str, Any]:
        """The JSON with the `errors` tree: each part of a path is a level, list indexes too."""
        tree: dict[str, Any] = {}
        for path, code, message in self.faults:
            branch = tree
            for part in path.split(".") if path else ():
                branch = branch.setdefault(part, {})
            branch.setdefault("_errors", []).append({"code": code, "message": message})
        return {"message": self.message, "code": self.code, "errors": tree}


class BodyFaults:
    """Collects what is wrong with one body, so that a single answer names all of it."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str, str]] = []

    def add(self, path: str, code: str, message: str) -> None:
        """Note one fault; `path` has its parts joined by dots."""
        self._found.append((path, code, message))

    def too_long(self, path: str, text: object, limit: int) -> None:
        """Note a fault if `text` is a string longer than `limit` characters."""
        if isinstance(text, str) and len(text) > limit:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"{len(text)} characters where {limit} fit.")

    def out_of_range(self, path: str, number: object, lowest: int, highest: int) -> None:
        """Note a fault if `number` is given and is not a whole number from lowest to highest."""
        if number is None:
            return
        if not isinstance(number, int) or isinstance(number, bool):
            self.add(path, "NUMBER_TYPE_COERCE", "Not a whole number.")
        elif not lowest <= number <= highest:
            self.add(path, "NUMBER_TYPE_RANGE", f"Must be from {lowest} to {highest}.")

    def required(self, path: str, text: object) -> None:
        """Note a fault unless `text` is a string with something in it."""
        if not isinstance(text, str) or not text:
            self.add(path, "BASE_TYPE_REQUIRED", "This must be given.")

    def repeated(self, path: str, values: Iterable[object], *, code: str) -> None:
        """Note a fault at `path` if two of `values` are equal."""
        seen: set[object] = set()
        for value in values:
            if value in seen:
                self.add(path, code, f"{value!r} is given twice.")
            seen.add(value)

    def settle(self) -> None:
        """Raise BadBodyError if there was any fault."""
        if self._found:
            raise BadBodyError(self._found)


_USUAL = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "Not your application"),
    30008: (400, "No room for another emoji"),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user: no server in common"),
}
