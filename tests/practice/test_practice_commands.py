from typing import Any

import pytest

from bot.practice import NotAllowedError, Upload
from tests.practice.conftest import Room


def keep(room: Room) -> list[dict[str, Any]]:
    """What the bot was given with each /table open."""
    given: list[dict[str, Any]] = []

    @room.answer("/table open")
    async def opened(interaction: Any) -> None:
        given.append(dict(interaction.extras))
        await interaction.response.send_message("opened", ephemeral=True)

    return given


async def test_a_command_is_found_by_its_path_and_its_options_arrive(room: Room) -> None:
    given = keep(room)
    answer = await room.ann.slash("table open", ante=10, game="axe", rival=room.ben)

    assert answer.text == "opened"
    assert given[0]["ante"] == 10
    assert given[0]["rival"].display_name == "Ben"


async def test_a_file_can_be_given_and_read_back(room: Room) -> None:
    given = keep(room)
    file = Upload(filename="hand.json", content=b'{"format": "axeman-hand"}')
    await room.ann.slash("table open", ante=1, record=file)

    assert await given[0]["record"].read() == b'{"format": "axeman-hand"}'


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "needs ante"),
        ({"ante": 0}, "not from 1 to 100"),
        ({"ante": "10"}, "wrong type"),
        ({"ante": 1, "game": "whist"}, "none of"),
        ({"ante": 1, "stakes": 5}, "no option stakes"),
    ],
)
async def test_the_app_does_not_send_wrong_options(
    room: Room, options: Any, complaint: Any
) -> None:
    with pytest.raises(NotAllowedError, match=complaint):
        await room.ann.slash("table open", **options)


async def test_an_unknown_command_is_told_with_what_there_is(room: Room) -> None:
    with pytest.raises(NotAllowedError, match="'house', 'table'"):
        await room.ann.slash("tabel open")


async def test_only_people_with_the_permission_are_offered_the_command(room: Room) -> None:
    @room.answer("/house")
    async def house(interaction: Any) -> None:
        await interaction.response.send_message(str(interaction.permissions.manage_guild))

    host = room.server.person("Hana", guild=room.guild, manage_guild=True)
    host.go(room.channel)
    with pytest.raises(NotAllowedError):
        await room.ann.slash("house")

    assert (await host.slash("house")).text == "True"
    assert (await room.ann.slash("house", forge=True)).text == "False"


async def test_autocomplete_offers_what_the_bot_suggests(room: Room) -> None:
    choices = await room.ann.autocomplete("table open", "rules", "an", game="axe")

    assert choices == [{"name": "axe an=1", "value": "1"}, {"name": "axe an=2", "value": "2"}]
    assert room.ann.ever_saw("axe an=2")


async def test_a_command_that_keeps_its_name_keeps_its_id(room: Room) -> None:
    before = {command.name: command.id for command in await room.bot.tree.fetch_commands()}
    await room.bot.tree.sync()

    assert {c.name: c.id for c in await room.bot.tree.fetch_commands()} == before


async def test_no_answer_at_all_is_told_with_the_screen(room: Room) -> None:
    room.bot.handlers["/table open"] = lambda _: room.bot.wait_for("never", timeout=0.2)
    with pytest.raises(TimeoutError, match=r"Ann waited 0\.1 s for an answer to table"):
        await room.ann.slash("table open", ante=1, timeout_s=0.1)
    await room.refused()
