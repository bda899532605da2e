"""The rules of form, one body each: what is refused, with what, and what just passes."""

from typing import Any

import pytest

from bot.practice import Upload, World, commands
from bot.practice.entities import Message
from bot.practice.errors import BadBodyError, DiscordError
from bot.practice.limits import check_choices, check_message, check_modal
from bot.practice.messages import Draft

V2 = 32768


def button(number: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Call", "custom_id": f"call:{number}", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts or (button(),))}


def menu(*values: str, **more: Any) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values or ("1",)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def text(length: int = 5) -> dict[str, Any]:
    return {"type": 10, "content": "x" * length}


def v2(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts), **more}


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


def picture(url: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def check(body: dict[str, Any], **files: str) -> None:
    world = World(clock=lambda: 1.8e9)
    channel = world.add_guild("g").add_channel("c")
    message = Message(id=1, channel=channel, author=world.bot, created=0)
    uploads = {n: Upload(filename=name, content=b"") for n, name in enumerate(files.values())}
    check_message(Draft(body=body, files=uploads), message)


REFUSED: dict[str, dict[str, Any]] = {
    "content": {"content": "x" * 2001},
    "nonce": {"content": "x", "nonce": "x" * 26},
    "embeds": {"embeds": [{"description": "x" * 3001}] * 2},
    "embeds.0.fields.0.value": {"embeds": [{"fields": [{"name": "a", "value": ""}]}]},
    "components": v2(*[text()] * 41),
    "components/": v2(box(*[box()] * 0, *[text()] * 40)),
    "components//": v2(text(2001), text(2000)),
    "components///": {"content": "x", "components": [row(button(n)) for n in range(6)]},
    "components////": {"content": "x", "components": [row(button(), button())]},
    "components.0.type": {"content": "x", "components": [text()]},
    "components.0.type/": v2(button()),
    "components.0.components.0.type": v2(box(box(text()))),
    "components.0.components.0.custom_id": v2(row(button(custom_id=None))),
    "components.0.components.0.custom_id/": v2(row(button(custom_id="x" * 101))),
    "components.0.components.0": v2(row(button(label=None))),
    "components.0.components.0.label": v2(row(button(label="x" * 81))),
    "components.0.components.0.url": v2(row({"type": 2, "style": 5, "label": "Help"})),
    "components.0.components": v2(row(menu(), button())),
    "components.0.components/": v2({"type": 1, "components": []}),
    "components.0.components//": v2(row(*[button(n) for n in range(6)])),
    "components.0.components.0.options": v2(row(menu("a", "a"))),
    "components.0.components.0.options/": v2(row(menu(*map(str, range(26))))),
    "components.0.components.0.max_values": v2(row(menu("a", "b", max_values=3))),
    "components.0.accessory.type": v2({"type": 9, "components": [text()]}),
    "components.0.items.0.media.url": v2(picture("attachment://hand.png")),
    "components.0.accent_color": v2({**box(text()), "accent_color": 0x1000000}),
    "content/": v2(text(), content="x"),
    "embeds/": v2(text(), embeds=[{"title": "x"}]),
    "allowed_mentions": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    "attachments.0.id": {"content": "x", "attachments": [{"id": 0, "filename": "a"}]},
}


@pytest.mark.parametrize("path", REFUSED)
def test_a_message_that_discord_refuses_is_refused_by_path(path: Any) -> None:
    with pytest.raises(BadBodyError) as refusal:
        check(REFUSED[path])

    assert path.rstrip("/") in {fault[0] for fault in refusal.value.faults}


@pytest.mark.parametrize(
    ("body", "files"),
    [
        ({"content": "x" * 2000}, {}),
        (v2(text(2000), text(2000)), {}),
        (v2(box(*[text()] * 39)), {}),
        (v2(row(button(), button(2)), row(menu())), {}),
        (v2(picture("attachment://hand.png")), {"file": "hand.png"}),
        (v2({"type": 9, "components": [text()], "accessory": button()}), {}),
        ({"content": "x", "components": [row(button(n)) for n in range(5)]}, {}),
        (v2(row(button(label=None, emoji={"id": 5, "name": "7_clubs"}))), {}),
    ],
)
def test_a_message_within_the_limits_passes(body: Any, files: Any) -> None:
    check(body, **files)


@pytest.mark.parametrize("body", [{}, {"content": ""}, v2(), {"components": []}])
def test_an_empty_message_is_refused_as_such(body: Any) -> None:
    with pytest.raises(DiscordError) as refusal:
        check(body)

    assert refusal.value.code == 50006


def form(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "Raise", "custom_id": "raise", "components": list(parts), **more}


def label(component: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Amount", "component": component, **more}


def field(number: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": f"amount:{number}", "style": 1, **more}


def group(kind: int, count: int, **more: Any) -> dict[str, Any]:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": kind, "custom_id": "group", "options": options, **more}


@pytest.mark.parametrize(
    "data",
    [
        form(),
        form(*[label(field(n)) for n in range(6)]),
        form(label(field(1)), label(field(1))),
        form(label(field()), title="x" * 46),
        form(label(field()), custom_id=""),
        form(label(field(), label="x" * 46)),
        form(label(field(), description="x" * 101)),
        form(label(field(label="twice"))),
        form(label(field(value="12345", max_length=4))),
        form(label(button())),
        form(row(button())),
        form(label(group(21, 1))),
        form(label(group(21, 11))),
        form(label(group(22, 11))),
        form(label(group(22, 3, min_values=0))),
    ],
)
def test_a_form_that_discord_refuses_is_refused(data: Any) -> None:
    with pytest.raises(BadBodyError):
        check_modal(data)


def test_a_form_of_five_parts_passes() -> None:
    radio, boxes = group(21, 10), group(22, 10, custom_id="boxes", min_values=0, required=False)
    check_modal(form(text(), label(radio), label(boxes), label(field(1)), label(field(2))))


def test_there_are_25_suggestions_at_most() -> None:
    with pytest.raises(BadBodyError):
        check_choices({"choices": [{"name": "a", "value": "a"}] * 26})


def command(**more: Any) -> dict[str, Any]:
    return {"name": "axe", "description": "Deals", "type": 1, **more}


def option(name: str = "ante", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "How much", "type": 4, **more}


@pytest.mark.parametrize(
    "bodies",
    [
        [command(name="Axe")],
        [command(name="two words")],
        [command(name="x" * 33)],
        [command(description="")],
        [command(description="x" * 101)],
        [command(), command()],
        [command(name=f"c{n}") for n in range(101)],
        [command(options=[option(f"o{n}") for n in range(26)])],
        [command(options=[option(), option()])],
        [command(options=[option(), option("game", required=True)])],
        [command(options=[option(choices=[{"name": str(n), "value": n} for n in range(26)])])],
        [command(options=[option(), {"name": "open", "description": "x", "type": 1}])],
        [command(description_localizations={"tlh": "Qapla"})],
        [
            command(
                options=[option(type=3, autocomplete=True, choices=[{"name": "a", "value": "a"}])]
            )
        ],
        [
            command(
                options=[
                    option(
                        f"o{n}",
                        description="x" * 100,
                        choices=[{"name": "x" * 90 + str(m), "value": m} for m in range(10)],
                    )
                    for n in range(10)
                ]
            )
        ],
    ],
)
def test_commands_that_discord_refuses_are_refused(bodies: Any) -> None:
    with pytest.raises(BadBodyError):
        commands.overwrite(World(clock=lambda: 1.8e9), None, bodies)


def test_ids_grow_and_carry_the_time() -> None:
    now = [1.8e9]
    world = World(clock=lambda: now[0])
    first, second = world.snowflake(), world.snowflake()
    now[0] += 60
    third = world.snowflake()

    assert first < second < third
    assert (third >> 22) - (first >> 22) == 60_000
