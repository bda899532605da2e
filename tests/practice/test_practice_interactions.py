import asyncio
from typing import Any

import discord
import pytest

from bot.practice.forms import FormError
from tests.practice.conftest import Room, layout


async def table(room: Room, **buttons: str) -> discord.Message:
    return await room.place().send(view=layout("### Third street", **buttons))


async def test_a_press_is_answered_by_the_message_itself(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.edit_message(view=layout("Ann calls 20"))

    message = await table(room, call="Call 20")
    await room.ann.press("Call 20")

    assert room.ben.sees("Ann calls 20").id == message.id
    room.ben.sees_no("Third street")


async def test_ephemeral_message_is_seen_by_one_person_only(room: Room) -> None:
    @room.answer("cards")
    async def cards(interaction: Any) -> None:
        await interaction.response.send_message(view=layout("Kd and 7s"), ephemeral=True)

    await table(room, cards="My cards")
    answer = await room.ann.press("My cards")

    assert answer.ephemeral
    room.ann.sees("Kd and 7s")
    room.ben.sees_no("Kd")
    assert room.ann.ever_saw("7s")
    assert not room.ben.ever_saw("7s")


async def test_ephemeral_messages_vanish_when_the_client_reloads_or_dismisses(room: Room) -> None:
    @room.answer("cards")
    async def cards(interaction: Any) -> None:
        await interaction.response.send_message("Kd", ephemeral=True)

    await table(room, cards="My cards")
    await room.ann.press("My cards")
    room.ann.dismiss(room.ann.sees("Kd"))
    room.ann.sees_no("Kd")
    await room.ann.press("My cards")
    room.ann.reload()

    room.ann.sees_no("Kd")
    assert room.ann.ever_saw("Kd")


async def test_channel_routes_do_not_know_ephemeral_messages(room: Room) -> None:
    @room.answer("cards")
    async def cards(interaction: Any) -> None:
        await interaction.response.send_message("Kd", ephemeral=True)
        message = await interaction.original_response()
        await interaction.channel.get_partial_message(message.id).edit(content="Qd")

    await table(room, cards="My cards")
    await room.ann.press("My cards")

    assert (await room.refused())[0].code == 10008


async def test_a_button_on_an_ephemeral_message_can_refresh_it(room: Room) -> None:
    @room.answer("cards")
    async def cards(interaction: Any) -> None:
        await interaction.response.send_message(view=layout("two", again="Again"), ephemeral=True)

    @room.answer("again")
    async def again(interaction: Any) -> None:
        await interaction.response.edit_message(view=layout("three"))

    await table(room, cards="My cards")
    await room.ann.press("My cards")
    await room.ann.press("Again")

    assert room.ann.sees("three").ephemeral
    room.ben.sees_no("three")


async def test_a_deferred_answer_is_filled_later(room: Room) -> None:
    @room.answer("/table open")
    async def opened(interaction: Any) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(view=layout("ready"))

    answer = await room.ann.slash("table open", ante=1)
    assert answer.kind == 5
    await room.ann.until_sees("ready")

    assert answer.ephemeral
    assert not answer.is_deferred


async def test_the_first_follow_up_fills_a_deferred_answer(room: Room) -> None:
    @room.answer("/table open")
    async def opened(interaction: Any) -> None:
        await interaction.response.defer()
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    answer = await room.ann.slash("table open", ante=1)
    await room.ann.until_sees("second")

    assert answer.text == "first\nsecond"
    room.ben.sees("first")
    room.ben.sees_no("second")


async def test_there_is_one_first_answer_only(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.defer()
        interaction.response._response_type = None
        await interaction.response.defer()

    await table(room, call="Call")
    await room.ann.press("Call")

    # The library makes its own exception of this code.
    failure = (await room.refused())[0]
    assert isinstance(failure, discord.InteractionResponded) or failure.code == 40060
    assert "40060" in room.server.refusals[-1]


async def test_an_answer_after_three_seconds_is_refused(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        room.clock.ahead_s += 3.1
        await interaction.response.defer()

    await table(room, call="Call")
    await room.ann.press("Call", wait=False)

    assert (await room.refused())[0].code == 10062


async def test_a_token_dies_after_fifteen_minutes(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.defer()
        room.clock.ahead_s += 901
        await interaction.followup.send("too late")

    await table(room, call="Call")
    await room.ann.press("Call")

    failure = (await room.refused())[0]
    assert (failure.status, failure.code) == (401, 50027)


async def test_nothing_can_follow_before_the_first_answer(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.followup.send("too soon")

    await table(room, call="Call")
    await room.ann.press("Call", wait=False)

    assert (await room.refused())[0].code == 10015


async def test_a_command_has_no_message_to_update(room: Room) -> None:
    @room.answer("/table open")
    async def opened(interaction: Any) -> None:
        await room.bot.http.request(
            discord.http.Route(
                "POST", f"/interactions/{interaction.id}/{interaction.token}/callback"
            ),
            json={"type": 7, "data": {"content": "x"}},
        )

    await room.ann.slash("table open", ante=1, wait=False)

    assert (await room.refused())[0].code == 50035


class Raise(discord.ui.Modal):
    """A form with one of each thing."""

    def __init__(self) -> None:
        super().__init__(title="Raise", custom_id="raise-form")
        group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id="pick", required=False)
        for value in ("100", "160"):
            group.add_option(label=f"To {value}", value=value, default=value == "100")
        boxes: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
            custom_id="discard", required=False, min_values=0, max_values=2
        )
        for card in ("2s", "3d", "Qd"):
            boxes.add_option(label=f"the {card}", value=card)
        amount: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="amount", required=False, max_length=9
        )
        self.add_item(discord.ui.TextDisplay("Pot 150"))
        self.add_item(discord.ui.Label(text="Raise", component=group))
        self.add_item(discord.ui.Label(text="Another amount", component=amount))
        self.add_item(discord.ui.Label(text="Throw away", component=boxes))
        self.stop()


def with_form(room: Room) -> list[dict[str, Any]]:
    sent = []

    @room.answer("raise")
    async def ask(interaction: Any) -> None:
        await interaction.response.send_modal(Raise())

    @room.answer("raise-form")
    async def raised(interaction: Any) -> None:
        sent.append(
            {
                p["component"]["custom_id"]: p["component"].get(
                    "value", p["component"].get("values")
                )
                for p in interaction.data["components"]
                if p["type"] == 18
            }
        )
        await interaction.response.edit_message(view=layout("Ann raises"))

    return sent


async def test_a_form_opened_by_a_button_updates_the_message_under_it(room: Room) -> None:
    sent = with_form(room)
    message = await table(room, **{"raise": "Raise"})
    answer = await room.ann.press("Raise")
    assert "Pot 150" in answer.text
    await room.ann.submit({"Another amount": "220"}, discard=["2s", "Qd"])

    assert sent == [{"pick": "100", "amount": "220", "discard": ["2s", "Qd"]}]
    assert room.ben.sees("Ann raises").id == message.id


@pytest.mark.parametrize(
    "answers",
    [{"discard": ["2s", "3d", "Qd"]}, {"discard": ["As"]}, {"amount": "1" * 10}, {"pik": "100"}],
)
async def test_the_app_does_not_send_a_form_that_is_filled_in_wrongly(
    room: Room, answers: Any
) -> None:
    with_form(room)
    await table(room, **{"raise": "Raise"})
    await room.ann.press("Raise")
    with pytest.raises(FormError):
        await room.ann.submit(answers)


async def test_a_form_does_not_open_another_form(room: Room) -> None:
    with_form(room)

    @room.answer("raise-form")
    async def again(interaction: Any) -> None:
        await room.bot.http.request(
            discord.http.Route(
                "POST", f"/interactions/{interaction.id}/{interaction.token}/callback"
            ),
            json={"type": 9, "data": Raise().to_dict()},
        )

    await table(room, **{"raise": "Raise"})
    await room.ann.press("Raise")
    await room.ann.submit(wait=False)

    assert (await room.refused())[0].code == 50035


async def test_a_press_in_a_direct_message_has_a_user_and_no_server(room: Room) -> None:
    where = []

    @room.answer("fold")
    async def fold(interaction: Any) -> None:
        where.append((interaction.guild, type(interaction.user), interaction.context.dm_channel))
        await interaction.response.edit_message(content="folded", view=None)

    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Fold", custom_id="fold"))
    view.stop()
    user = await room.bot.fetch_user(room.ann.user.id)
    await user.send("your cards", view=view)
    await room.ann.press("Fold")

    assert where == [(None, discord.User, True)]
    assert [message.text for message in room.ann.dms] == ["folded"]


async def test_a_forged_press_reaches_the_bot_as_it_is(room: Room) -> None:
    pressed = []

    @room.answer("old:1:fold")
    async def fold(interaction: Any) -> None:
        pressed.append(interaction.user.display_name)
        await interaction.response.send_message("earlier", ephemeral=True)

    await table(room, call="Call")
    await room.ben.press(custom_id="old:1:fold")

    assert pressed == ["Ben"]


async def test_a_menu_gives_the_values_chosen(room: Room) -> None:
    chosen = []

    @room.answer("seat")
    async def seat(interaction: Any) -> None:
        chosen.append(interaction.data["values"])
        await interaction.response.defer()

    view = discord.ui.View(timeout=None)
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id="seat", placeholder="Take a seat")
    menu.add_option(label="Seat 1", value="1")
    view.add_item(menu)
    view.stop()
    await room.place().send("lobby", view=view)
    await room.ann.select("Take a seat", "Seat 1")

    assert chosen == [["1"]]


async def test_a_disabled_button_cannot_be_pressed(room: Room) -> None:
    view = layout("closed", call="Call")
    next(
        item for item in view.walk_children() if isinstance(item, discord.ui.Button)
    ).disabled = True
    await room.place().send(view=view)
    with pytest.raises(AssertionError, match="can press no 'Call'"):
        await room.ann.press("Call")


async def test_a_press_that_nobody_handles_times_out(room: Room) -> None:
    await table(room, lost="Lost")
    room.bot.handlers["lost"] = lambda _: asyncio.sleep(0)
    with pytest.raises(TimeoutError, match="an answer to lost"):
        await room.ann.press("Lost", timeout_s=0.1)


async def test_a_refused_answer_is_told_to_the_one_who_waits(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        await interaction.response.send_message("x" * 2001)

    await table(room, call="Call")
    with pytest.raises(TimeoutError, match="refused: content: 2001 characters"):
        await room.ann.press("Call", timeout_s=0.2)
    await room.refused()
    room.server.complaints.clear()


async def test_a_table_whose_channel_is_gone_is_told_to_the_bot(room: Room) -> None:
    @room.answer("call")
    async def call(interaction: Any) -> None:
        room.channel.delete()
        await interaction.response.send_message("calls")

    await table(room, call="Call")
    await room.ann.press("Call", wait=False)

    assert (await room.refused())[0].code == 10003
