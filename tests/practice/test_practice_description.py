from typing import Any

import pytest

from tests.practice import description
from tests.practice.description import check

pytestmark = description.needed

BUTTON = {"type": 2, "style": 1, "label": "Call", "custom_id": "call"}


def test_a_proper_message_passes() -> None:
    check("POST", "/channels/1/messages", {"content": "x", "nonce": "a", "enforce_nonce": True})


@pytest.mark.parametrize(
    ("request_", "body", "place"),
    [
        ("POST /channels/1/messages", {"contents": "x"}, "'contents'"),
        (
            "POST /channels/1/messages",
            {"components": [{"type": 1, "components": [{**BUTTON, "lable": "x"}]}]},
            "components.0.components.0: .*'lable'",
        ),
        (
            "POST /channels/1/messages",
            {"components": [{"type": 1, "components": [{**BUTTON, "label": "x" * 81}]}]},
            "components.0.components.0.label",
        ),
        (
            "POST /interactions/1/token/callback",
            {"type": 9, "data": {"title": "x" * 46, "custom_id": "a", "components": []}},
            "data.title",
        ),
        ("POST /interactions/1/token/callback", {"type": 4, "data": {"text": "x"}}, "'text'"),
        ("PUT /applications/1/commands", [{"name": "a", "descripton": "b"}], "'descripton'"),
        ("POST /users/@me/channels", {"recipient_id": "Ann"}, "recipient_id"),
        ("POST /channels/1/messages", None, "needs a body"),
        ("GET /users/@me", {"a": 1}, "takes no body"),
        ("GET /tables", None, "no such route"),
        ("DELETE /gateway", None, "no such route"),
    ],
)
def test_what_discord_does_not_know_is_told_with_its_place(
    request_: Any, body: Any, place: Any
) -> None:
    method, path = request_.split(" ")
    with pytest.raises(AssertionError, match=place):
        check(method, path, body)


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        ("POST /users/@me/channels", {"recipient_id": 5}),
        ("PATCH /channels/1/messages/2", {"content": "x", "tts": False}),
        ("POST /channels/1/messages", {"content": "x", "attachments": [{"id": 0}]}),
        ("POST /interactions/1/token/callback", {"type": 7, "data": {"tts": False, "content": ""}}),
        ("POST /channels/1/messages", {"embeds": [{"title": "x", "flags": 0}]}),
    ],
)
def test_known_deviations_are_forgiven(request_: Any, body: Any) -> None:
    method, path = request_.split(" ")
    check(method, path, body)


def test_a_deviation_is_forgiven_only_where_it_is_known() -> None:
    with pytest.raises(AssertionError, match="tts"):
        check("PATCH", "/applications/@me", {"tts": False})
