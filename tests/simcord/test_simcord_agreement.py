"""Two Discords are asked the same, well and badly. Where they differ, one of them is wrong.

What is right is what Discord's documentation says (interactions, receiving and responding;
components, reference; topics, opcodes and status codes), or what libraries that meet it daily
rely on. A number is the error's code; 0 is consent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
import pytest

from tests.simcord.places import FIELD, ROW, Place, in_practice, in_simcord

V2 = 1 << 15
EPHEMERAL = 1 << 6
BAD_FORM = 50035
YES = {"content": "Yes."}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something to ask of Discord, and what it says."""

    name: str
    asks: Callable[[Place], Awaitable[Any]]
    right: int
    simcord: int | None = None
    """What SimCord says where that is something else."""


async def second_answer(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 4, **YES)
    await place.answer(heard, 4, **YES)


async def late_answer(place: Place) -> None:
    heard = await place.command()
    await place.wait(3.1)
    await place.answer(heard, 4, **YES)


async def update_of_a_command(place: Place) -> None:
    await place.answer(await place.command(), 7, **YES)


async def deferred_update_of_a_command(place: Place) -> None:
    await place.answer(await place.command(), 6)


async def update_of_a_press(place: Place) -> None:
    await place.answer(await place.pressed(), 7, **YES)


async def update_of_a_window(place: Place) -> None:
    await place.answer(await place.submitted(), 7, **YES)


async def window_for_a_window(place: Place) -> None:
    await window_of(await place.submitted(), place, FIELD)


async def choices_for_a_command(place: Place) -> None:
    await place.answer(await place.command(), 8, choices=[])


async def follow_up_before_any_answer(place: Place) -> None:
    heard = await place.command()
    await place.ask("POST", place.webhook(heard), YES)


async def follow_up_after_a_quarter_of_an_hour(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 4, **YES)
    await place.wait(901)
    await place.ask("POST", place.webhook(heard), YES)


async def follow_up_after_a_deleted_deferral(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 5)
    await place.ask("DELETE", f"{place.webhook(heard)}/messages/@original")
    await place.ask("POST", place.webhook(heard), YES)


async def edit_of_a_deleted_answer(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 4, **YES)
    await place.ask("DELETE", f"{place.webhook(heard)}/messages/@original")
    await place.ask("PATCH", f"{place.webhook(heard)}/messages/@original", YES)


async def deferral_taken_back(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 5, flags=EPHEMERAL)
    await place.ask("DELETE", f"{place.webhook(heard)}/messages/@original")


async def edit_of_a_private_answer_in_the_channel(place: Place) -> None:
    heard = await place.command()
    await place.answer(heard, 4, flags=EPHEMERAL, **YES)
    private = await place.ask("GET", f"{place.webhook(heard)}/messages/@original")
    await place.ask("PATCH", f"{place.messages}/{private['id']}", YES)


async def empty_message(place: Place) -> None:
    await place.ask("POST", place.messages, {"content": ""})


async def long_message(place: Place) -> None:
    await place.ask("POST", place.messages, {"content": "a" * 2_001})


async def long_nonce(place: Place) -> None:
    await place.ask("POST", place.messages, {**YES, "nonce": "a" * 26})


async def the_same_nonce_twice(place: Place) -> None:
    body = {**YES, "nonce": "once", "enforce_nonce": True}
    first, second = [await place.ask("POST", place.messages, body) for _ in range(2)]
    await place.ask("DELETE", f"{place.messages}/{first['id']}")
    await place.ask("DELETE", f"{place.messages}/{second['id']}")


async def all_people_and_some_mentioned(place: Place) -> None:
    mentions = {"parse": ["users"], "users": ["1"]}
    await place.ask("POST", place.messages, {**YES, "allowed_mentions": mentions})


async def edit_of_another_s_message(place: Place) -> None:
    await place.ask("PATCH", f"{place.messages}/{await place.say()}", YES)


async def message_without_send_messages(place: Place) -> None:
    await place.deny("send_messages")
    await place.ask("POST", place.messages, YES)


async def message_without_view_channel(place: Place) -> None:
    await place.deny("view_channel")
    await place.ask("POST", place.messages, YES)


async def answer_without_send_messages(place: Place) -> None:
    await place.deny("send_messages")
    await place.answer(await place.command(), 4, **YES)


async def edit_without(place: Place, permission: str) -> None:
    posted = await place.ask("POST", place.messages, YES)
    await place.deny(permission)
    await place.ask("PATCH", f"{place.messages}/{posted['id']}", {"content": "No."})


async def update_of_a_deleted_message(place: Place) -> None:
    heard = await place.pressed()
    assert heard.message is not None
    await place.ask("DELETE", f"{place.messages}/{heard.message.id}")
    await place.answer(heard, 7, **YES)


async def words_after_a_deferred_update(place: Place) -> None:
    heard = await place.pressed()
    assert heard.message is not None
    await place.answer(heard, 6)
    edited = await place.ask("PATCH", f"{place.webhook(heard)}/messages/@original", YES)
    assert int(edited["id"]) == heard.message.id


async def letter_to_nobody(place: Place) -> None:
    await place.ask("POST", "/users/@me/channels", {"recipient_id": "123456789012345678"})


async def components_of(place: Place, *parts: Any, **about: Any) -> None:
    await place.ask("POST", place.messages, {"components": parts, "flags": V2, **about})


async def window_of(heard: Any, place: Place, *parts: Any) -> None:
    await place.answer(heard, 9, title="A window", custom_id="window", components=parts)


def in_window(component: dict[str, Any]) -> Callable[[Place], Awaitable[None]]:
    async def ask(place: Place) -> None:
        label = {"type": 18, "label": "Field", "component": {"custom_id": "field", **component}}
        await window_of(await place.command(), place, label)

    return ask


def in_message(*parts: Any, **about: Any) -> Callable[[Place], Awaitable[None]]:
    return lambda place: components_of(place, *parts, **about)


TEXT = {"type": 10, "content": "words"}
BLANK = {"type": 1, "components": [{"type": 2, "style": 2, "custom_id": "press"}]}
TWO = [{"label": word, "value": word} for word in ("one", "two")]

QUESTIONS = (
    Question(name="a second answer", asks=second_answer, right=40060),
    Question(name="a late answer", asks=late_answer, right=10062),
    Question(name="an update of a command", asks=update_of_a_command, right=BAD_FORM),
    Question(
        name="a deferred update of a command",
        asks=deferred_update_of_a_command,
        right=BAD_FORM,
        simcord=0,
    ),
    Question(name="an update of a press", asks=update_of_a_press, right=0),
    Question(name="an update of a window", asks=update_of_a_window, right=0),
    Question(name="a window for a window", asks=window_for_a_window, right=BAD_FORM, simcord=0),
    Question(name="choices for a command", asks=choices_for_a_command, right=BAD_FORM, simcord=0),
    Question(
        name="a follow-up before any answer",
        asks=follow_up_before_any_answer,
        right=10015,
        simcord=0,
    ),
    Question(
        name="a follow-up after a quarter of an hour",
        asks=follow_up_after_a_quarter_of_an_hour,
        right=50027,
        simcord=10015,
    ),
    Question(
        name="a follow-up after a deleted deferral",
        asks=follow_up_after_a_deleted_deferral,
        right=0,
        simcord=10008,
    ),
    Question(name="an edit of a deleted answer", asks=edit_of_a_deleted_answer, right=10008),
    Question(name="a deferral taken back", asks=deferral_taken_back, right=0),
    Question(
        name="an edit of a private answer in the channel",
        asks=edit_of_a_private_answer_in_the_channel,
        right=10008,
    ),
    Question(name="an empty message", asks=empty_message, right=50006, simcord=BAD_FORM),
    Question(name="a long message", asks=long_message, right=BAD_FORM),
    Question(name="a long nonce", asks=long_nonce, right=BAD_FORM, simcord=0),
    Question(name="the same nonce twice", asks=the_same_nonce_twice, right=10008, simcord=0),
    Question(
        name="all people and some mentioned",
        asks=all_people_and_some_mentioned,
        right=BAD_FORM,
    ),
    Question(name="an edit of another's message", asks=edit_of_another_s_message, right=50005),
    Question(name="no Send Messages", asks=message_without_send_messages, right=50013),
    Question(name="no View Channel", asks=message_without_view_channel, right=50001),
    Question(name="an answer without Send Messages", asks=answer_without_send_messages, right=0),
    Question(
        name="an edit without Send Messages",
        asks=lambda place: edit_without(place, "send_messages"),
        right=0,
    ),
    Question(
        name="an edit without View Channel",
        asks=lambda place: edit_without(place, "view_channel"),
        right=50001,
    ),
    Question(name="an update of a deleted message", asks=update_of_a_deleted_message, right=10008),
    Question(name="words after a deferred update", asks=words_after_a_deferred_update, right=0),
    Question(name="a letter to nobody", asks=letter_to_nobody, right=10013),
    Question(name="forty components", asks=in_message(*[TEXT] * 40), right=0),
    Question(name="forty-one components", asks=in_message(*[TEXT] * 41), right=BAD_FORM),
    Question(
        name="4,001 characters",
        asks=in_message({"type": 10, "content": "a" * 2_000}, {"type": 10, "content": "a" * 2_001}),
        right=BAD_FORM,
    ),
    Question(name="words beside components", asks=in_message(TEXT, content="a"), right=BAD_FORM),
    Question(name="no flag for components", asks=in_message(TEXT, flags=0), right=BAD_FORM),
    Question(name="two buttons of one id", asks=in_message(ROW, ROW), right=BAD_FORM),
    Question(name="a button without a label", asks=in_message(BLANK), right=BAD_FORM, simcord=0),
    Question(name="an empty row", asks=in_message({"type": 1, "components": []}), right=BAD_FORM),
    Question(name="an empty text", asks=in_message({**TEXT, "content": ""}), right=BAD_FORM),
    Question(
        name="an empty container",
        asks=in_message({"type": 17, "components": []}),
        right=BAD_FORM,
        simcord=0,
    ),
    Question(
        name="boxes that need not be ticked but are required",
        asks=in_window({"type": 22, "options": TWO, "min_values": 0}),
        right=BAD_FORM,
        simcord=0,
    ),
    Question(
        name="boxes that need not be ticked",
        asks=in_window({"type": 22, "options": TWO, "min_values": 0, "required": False}),
        right=0,
    ),
    Question(
        name="one radio button", asks=in_window({"type": 21, "options": TWO[:1]}), right=BAD_FORM
    ),
)


async def said(place: Place, question: Question) -> int:
    try:
        await question.asks(place)
    except discord.HTTPException as refusal:
        return refusal.code
    return 0


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
async def test_the_practice_server_says_what_discord_says(question: Question) -> None:
    async with in_practice() as place:
        assert await said(place, question) == question.right


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
async def test_simcord_says_what_discord_says_but_for_what_is_known(question: Question) -> None:
    known = question.right if question.simcord is None else question.simcord
    async with in_simcord() as place:
        assert await said(place, question) == known
