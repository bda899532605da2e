"""Every notice in one voice: in bold what is so, then why, then the way out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from discord.ui import LayoutView

from bot.rules.chips import Chips
from bot.table import notices
from bot.table.ids import Place
from bot.ui import notices as said
from bot.ui.parts import below
from bot.ui.private import my_cards
from tests.ui.goldens import check_json
from tests.ui.kit import ANN, URL, fifth, labels, parts, payload, scene_of, words
from tests.ui.test_ui_golden import NOTICES

COMMANDS: dict[str, Callable[[], LayoutView]] = {
    "unknown button": said.unknown_button,
    "no table": said.no_table,
    "only in servers": said.only_in_servers,
    "channel taken": said.channel_taken,
    "too many tables": lambda: said.too_many_tables(20),
    "too fast": lambda: said.too_fast(60, 1_767_225_660),
    "unreadable command": said.unreadable_command,
    "not saved": said.not_saved,
    "still seated": lambda: said.still_seated(22),
    "refused": lambda: said.refused("There is a bet: 80 to call. Call, raise or fold."),
    "not an admin": lambda: said.not_an_admin("Ask one of them to run /doctor here."),
    "not an opener": lambda: said.not_an_opener(33),
    "wrong channel": lambda: said.wrong_channel([22, 23]),
    "missing permissions": lambda: said.missing_permissions(["Send Messages"]),
}
TABLES: dict[str, Callable[[], LayoutView]] = {
    name: lambda notice=notice: said.draw_notice(notice, scene_of(fifth()), URL)  # type: ignore[misc]
    for name, notice in NOTICES.items()
}
ALL = TABLES | COMMANDS
REFUSED = {"n_refused"}
"""Their words come from the rules, whose sentences have tests of their own."""
MUMBLING = re.compile(r"(?i)\b(error|invalid|please|sorry|oops|unfortunately|failed|success)\b")


def test_notices_of_commands_are_as_they_were_read() -> None:
    check_json("n_of_commands", {name: payload(draw()) for name, draw in COMMANDS.items()})


def test_every_notice_of_the_module_is_looked_at() -> None:
    drawn = set(said.__all__) - {"OPEN_DMS", "dms_closed", "draw_notice"}

    assert drawn == {name.replace(" ", "_") for name in COMMANDS}


@pytest.mark.parametrize("name", ALL)
def test_a_notice_begins_with_what_is_so_in_bold(name: str) -> None:
    assert re.match(r"\*\*[A-Z0-9\"].+?\*\*", words(ALL[name]()))


@pytest.mark.parametrize("name", sorted(set(ALL) - REFUSED))
def test_a_notice_goes_on_to_why_or_to_the_way_out(name: str) -> None:
    view = ALL[name]()
    bold = re.match(r"\*\*.+?\*\*", words(view))
    assert bold is not None
    after = words(view)[bold.end() :].strip()

    assert after or labels(view)


@pytest.mark.parametrize("name", ALL)
def test_a_notice_is_short_and_says_no_more_than_it_knows(name: str) -> None:
    told = words(ALL[name]())

    assert len(told) <= 260
    assert not MUMBLING.search(told)
    assert told.rstrip("*").endswith((".", ":")), "whole sentences, or a colon before a button"


@pytest.mark.parametrize("name", ALL)
def test_a_notice_has_at_most_two_buttons(name: str) -> None:
    assert len(labels(ALL[name]())) <= 2


def test_closed_dms_are_told_below_the_cards_that_did_not_arrive() -> None:
    view = my_cards(scene_of(fifth()), ANN)
    below(view, said.dms_closed())
    check_json("my_cards_dms_closed", payload(view))

    assert list(parts(view))[-1]["content"].startswith("-# I cannot send you a DM,")


def test_too_few_chips_for_the_buy_in_points_to_the_daily_ones() -> None:
    poor = notices.WrongBuyIn("200", Chips(20), Chips(200), Chips(2_000))

    assert "/chips daily" in words(said.draw_notice(poor, scene_of(None), URL))


def test_a_seat_that_is_had_leads_back_to_the_table() -> None:
    seated = notices.AlreadyAtTable(Place(2), Chips(760))

    assert labels(said.draw_notice(seated, scene_of(None), URL)) == ["Go to the table"]
