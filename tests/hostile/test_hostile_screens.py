"""Whole screens with any names and any amounts: within Discord's limits, and harmless."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from discord.ui import LayoutView
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.practice.entities import mentions
from bot.practice.interactions import Callback
from bot.practice.limits import check_modal
from bot.rules.chips import Chips, SeatNo
from bot.rules.record import completed
from bot.table import notices
from bot.table.ids import PersonId, Place
from bot.table.ports import Standing
from bot.table.scene import Phase
from bot.ui import board, chips, private, windows
from bot.ui.notices import draw_notice, refused
from tests.e2e.kit import Night
from tests.hostile.kit import quiet
from tests.hostile.nasty import INPUTS, texts
from tests.ui.kit import ANN, GAMES, chair, parts, scene_of, words
from tests.ui.random_hands import WHERE, everything, moments
from tests.ui.test_ui_limits import check_limits

EXAMPLES = max(10, INPUTS // 1_000)
NAME_MAX = 32
"""Characters of a display name, as Discord counts them."""
CHIPS_MAX = 2**53 - 1
"""More than a hand record takes, and more than a stack can ever be."""
PEOPLE = frozenset(range(1_000_001, 1_000_010))

SPECIAL = st.text(alphabet="*_~`|<>[]()\\@#:/-.1 \u202e\u200d\u0301\u05d0\n", max_size=NAME_MAX)
NAMES = st.lists((texts | SPECIAL).map(lambda name: name[:NAME_MAX]), min_size=8, max_size=8)
AMOUNTS = st.integers(0, CHIPS_MAX) | st.sampled_from([0, 1, 999_999, CHIPS_MAX])


def tries() -> settings:
    return settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def said(view: LayoutView) -> str:
    """All text of a message or a window, labels and placeholders with it."""
    found = [words(view)]
    for part in parts(view):
        found += [str(part[key]) for key in ("label", "placeholder") if part.get(key)]
    return "\n".join(found)


def check_harmless(view: LayoutView) -> None:
    """No ping but ours, no link, no turned text, and no markup that a name has brought."""
    check_limits(view)
    text = said(view)
    assert mentions(text) <= PEOPLE
    assert "@everyone" not in text
    assert "@here" not in text
    for bad in ("\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\ud800", "\0", "\r"):
        assert bad not in text
    assert text.count("\u2068") == text.count("\u2069")


@tries()
@given(NAMES, st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.booleans())
def test_no_screen_of_a_hand_is_broken_by_any_names(
    names: list[str], game: str, seed: int, dear: bool
) -> None:
    house = {"small_bet": 500_000, "ante": 10_000} if dear else {}
    *_, last = hands = list(moments(seed, [name or "x" for name in names], GAMES[game], **house))
    for hand in (hands[len(hands) // 2], last):
        for view in everything(hand):
            check_harmless(view)
    for page in private.history(json.loads(json.dumps(completed(last)))):
        check_harmless(page)


@tries()
@given(
    NAMES, st.lists(AMOUNTS, min_size=8, max_size=8), st.sampled_from(list(Phase)), st.booleans()
)
def test_no_lobby_and_no_end_is_broken_by_any_names_and_amounts(
    names: list[str], stacks: list[int], phase: Phase, sitting_out: bool
) -> None:
    people = enumerate(zip(names, stacks, strict=True), 1)
    chairs = [chair(n, name, stack, sitting_out=sitting_out) for n, (name, stack) in people]
    for seated in (chairs, chairs[:1], []):
        scene = scene_of(
            None,
            chairs=seated,
            host_name=names[-1],
            closed_because=f"{names[0]} has closed it.",
            phase=phase,
        )
        for view in (board.lobby(scene), board.lobby_closed(scene), board.table_closed(scene),
                     private.in_words(scene), private.more(scene, ANN, is_admin=True)):  # fmt: skip
            check_harmless(view)


@tries()
@given(NAMES, st.lists(AMOUNTS, min_size=3, max_size=3), texts)
def test_no_notice_is_broken_by_any_names_notes_and_amounts(
    names: list[str], amounts: list[int], note: str
) -> None:
    scene = scene_of(None, host_name=names[0])
    one, two, three = map(Chips, amounts)
    said_to_people: list[notices.Notice] = [
        notices.NotYourTurn(names[0], names[1]),
        notices.OldButton(note or None, names[2]),
        notices.HandRefuses(note or "."),
        notices.AlreadyAtTable(Place(8), one),
        notices.WrongBuyIn(note, one, two, three),
        notices.WrongBuyIn(str(one), two, three, one),
        notices.WrongTopUp(note, one, two),
        notices.SatDown(Place(1), one, hand_live=True),
        notices.ToppedUp(one, two),
        notices.TopUpLater(one),
        notices.LeftTable(one),
        notices.NotHost(names[3]),
        notices.TooManySeats(five := max(1, one)),
        notices.NobodyToDeal(0, five),
        notices.OurFault(note),
    ]
    for notice in said_to_people:
        check_harmless(draw_notice(notice, scene, WHERE.url))
    check_harmless(refused(note))


@tries()
@given(NAMES, st.lists(st.integers(-CHIPS_MAX, CHIPS_MAX), min_size=24, max_size=24), AMOUNTS)
def test_the_bank_s_messages_hold_any_names_and_amounts(
    names: list[str], nets: list[int], amount: int
) -> None:
    standings = [
        Standing(person=PersonId(n), name=names[n % 8], net=net, hands=abs(net))
        for n, net in enumerate(nets)
    ]
    check_harmless(chips.leaderboard(standings))
    check_harmless(chips.balance(names[0], Chips(amount), Chips(amount)))
    check_harmless(chips.daily(Chips(0), Chips(amount), next_at=2**40, was_given=True))
    check_harmless(chips.daily(Chips(0), Chips(amount), next_at=2**40, was_given=False))
    check_harmless(chips.forgotten(Chips(amount)))


@tries()
@given(AMOUNTS, NAMES)
def test_windows_and_letters_hold_any_amounts_and_names(amount: int, names: list[str]) -> None:
    scene = scene_of(None)
    for window in (windows.take_a_seat(scene, Chips(amount)), windows.top_up(scene, Chips(amount))):
        check_modal(window.to_dict())
    where = replace(WHERE, server=names[0] * 3, channel=names[1] * 3)
    hand = next(iter(moments(1, [name or "x" for name in names])))
    check_harmless(private.dm(scene_of(hand), hand.view(SeatNo(0)).seats[0].seat, where))


# Over the wire.


PINGING = ("@everyone", "<@{admin}>", "<@&{role}>", "@here", "<@!{admin}>", "</axe open:1>")


async def test_no_name_pings_anybody_in_a_night_from_the_first_seat_to_the_last_word(
    night: Night,
) -> None:
    allowed: list[Any] = []
    night.server.on_request.append(lambda *request: allowed.extend(pings_allowed(request[-1])))
    role = night.guild.grant(night.admin.user, "MENTION_EVERYONE")
    for person, written in zip(night.people.values(), PINGING, strict=False):
        person.user.name = written.format(admin=night.admin.user.id, role=role.id)
    await night.seated("axe", "Ann", "Ben", "Cleo", "Dov", "Esi", "Finn")
    await night.deal()
    await night[night.turn].press("More", message=night.board)
    await night.go_on()
    await night["Ann"].slash("chips leaderboard")
    await night["Ann"].slash("table close")
    await quiet(night)

    players = {str(person.user.id) for person in night.people.values()}
    assert len(allowed) > 20
    assert all(not one.get("parse") for one in allowed), "no message pings by its words"
    assert {str(user) for one in allowed for user in one.get("users", ())} <= players
    assert not any(one.get("roles") for one in allowed)
    seen = "\n".join(text for person in night.everybody for text in person.everything_seen)
    assert not re.search(r"@everyone|@here|<@&|</axe open:1>", seen.replace("\\<", ""))
    assert not night.admin.pings


def pings_allowed(body: Any) -> list[Any]:
    """What each message in a request may ping; what says nothing of it may ping everybody."""
    if not isinstance(body, dict):
        return []
    message = body.get("data", body)
    if body.get("type") == Callback.MODAL:
        return []
    if not isinstance(message, dict) or not {"components", "content"} & set(message):
        return []
    return [message.get("allowed_mentions", {"parse": ["everyone"]})]
