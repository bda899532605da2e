"""The doctor's report: problems first, each with its remedy, and the count above all."""

from __future__ import annotations

import math

import discord
import pytest

from bot.table.ids import ChannelId
from bot.table.ports import Examined
from bot.ui import doctor
from bot.ui.doctor import Finding, Grade
from tests.ui.goldens import check_json
from tests.ui.kit import payload, words

ALL = discord.Permissions.all()
SOUND = Examined(flaw="", bytes=1_300_000)
VERSIONS = "Axeman 0.1.0 · discord.py 2.7.1 · Python 3.11.7"

FINE = [
    *doctor.permissions(ALL, ALL, in_thread=False),
    *doctor.letters(person_reached=True, closed=[]),
    doctor.pictures(0),
    doctor.commands(are_sent=True),
    *doctor.database(SOUND, is_writable=True),
    doctor.latency(0.084),
]


def without(*names: str) -> discord.Permissions:
    return discord.Permissions(ALL.value & ~discord.Permissions(**dict.fromkeys(names, True)).value)


def lacking(
    *names: str, everywhere: discord.Permissions = ALL, in_thread: bool = False
) -> list[Finding]:
    return doctor.permissions(without(*names), everywhere, in_thread=in_thread)


def test_report_of_a_healthy_bot_is_as_it_was_read() -> None:
    check_json("doctor_fine", payload(doctor.draw(ChannelId(22), FINE, VERSIONS)))


def test_report_of_a_sick_bot_is_as_it_was_read() -> None:
    findings = [
        *doctor.letters(person_reached=False, closed=["Cleo", "Gus"]),
        doctor.pictures(50),
        *lacking("attach_files", "send_messages"),
        doctor.commands(are_sent=False),
        *doctor.database(Examined(flaw="Some of it is damaged.", bytes=0), is_writable=False),
        doctor.latency(math.nan),
    ]
    check_json("doctor_sick", payload(doctor.draw(ChannelId(22), findings, VERSIONS)))


def test_what_is_broken_comes_before_what_is_poor_and_both_are_counted() -> None:
    fine = Finding(grade=Grade.FINE, what="Fine.")
    poor = Finding(grade=Grade.POOR, what="Poor.", remedy="Wait")
    broken = Finding(grade=Grade.BROKEN, what="Broken.", remedy="Mend")
    told = words(doctor.draw(ChannelId(22), [fine, poor, fine, broken, fine], VERSIONS))

    assert "**Two things to mend, three in order.**" in told
    assert [told.index(said) for said in ("Broken.", "Poor.", "Fine.")] == sorted(
        told.index(said) for said in ("Broken.", "Poor.", "Fine.")
    )


def test_cards_that_are_to_be_text_are_no_problem() -> None:
    assert doctor.pictures(None).grade is Grade.FINE
    assert doctor.pictures(0).grade is Grade.FINE
    assert doctor.pictures(1).what.startswith("**One card picture is not uploaded.**")


def test_every_problem_has_a_remedy() -> None:
    found = [
        *doctor.letters(person_reached=False, closed=["Cleo"]),
        doctor.pictures(62),
        *lacking("attach_files", "send_messages", "view_channel", "send_messages_in_threads"),
        doctor.commands(are_sent=False),
        *doctor.database(None, is_writable=False),
        *doctor.database(Examined(flaw="Not sound.", bytes=0), is_writable=True),
        doctor.latency(2.5),
        doctor.latency(math.inf),
    ]

    assert all(finding.grade is not Grade.FINE and finding.remedy for finding in found)


@pytest.mark.parametrize(
    ("everywhere", "where"), [(ALL, "Edit Channel"), (without("send_messages"), "Server Settings")]
)
def test_a_permission_is_granted_where_it_is_denied(
    everywhere: discord.Permissions, where: str
) -> None:
    (finding,) = lacking("send_messages", everywhere=everywhere)

    assert finding.what.startswith("**Send Messages is missing.**")
    assert finding.remedy.startswith(where)


def test_a_thread_needs_its_own_permission_and_not_the_channel_s() -> None:
    (finding,) = lacking("send_messages_in_threads", in_thread=True)

    assert finding.grade is Grade.BROKEN
    assert lacking("send_messages", in_thread=True) == lacking(in_thread=True)
    assert lacking("send_messages_in_threads")[0].grade is Grade.POOR


def test_the_worst_report_fits_a_message() -> None:
    names = ["W" * 32] * 8
    findings = [
        *doctor.letters(person_reached=False, closed=names),
        doctor.pictures(93),
        *lacking("attach_files", "send_messages", "view_channel", "send_messages_in_threads"),
        doctor.commands(are_sent=False),
        *doctor.database(Examined(flaw="x" * 5_000, bytes=10**13), is_writable=False),
        doctor.latency(math.inf),
    ]
    report = doctor.draw(ChannelId(2**63), findings, VERSIONS)

    assert len(words(report)) < 4_000
    assert report.total_children_count <= 40
