"""Discord's limits, with the longest and the nastiest names there are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.practice.component_rules import ComponentRules
from bot.practice.errors import BodyFaults
from bot.rules.record import completed
from bot.table import notices
from bot.ui import board, chips, private
from bot.ui.emojis import PLAIN, Faces
from bot.ui.notices import draw_notice
from tests.ui.kit import GAMES, PICTURES, parts, payload, play, scene_of, words
from tests.ui.random_hands import WHERE, everything, moments

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.table.scene import Scene

COMPONENTS_MAX = 40
CHARACTERS_MAX = 4_000

LONG = [
    "Maximilian_the_*Great*_of_Austri",
    "Wilhelmina-Alexandrina of Orange",
    "xX_The_Man_With_The_Big_Axe_2024",
    "Bartholomew Fitzgerald-Worthingt",
    "~~Queen of Spades~~ and Diamonds",
    "|| spoiler || everyone reads me!",
    "Dr. Konstantinos Papadopoulos II",
    "Cleopatra Philopator of Alexandr",
]
MARKUP = ["*_" * 16, "~~" * 16, "||" * 16, "``" * 16, "><" * 16, "[]" * 16, "\\" * 32, "_*" * 16]
"""Every letter needs a backslash, and no name has a word."""
HOSTILE = [
    "@everyone",
    "<@1000001>",
    "\u202eevil\u202c",
    "# Big\n## Heading",
    "[x](https://evil.example)",
    "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306 zalgo",
    "\u05e9\u05dc\u05d5\u05dd",
    "\u200b\u3164",
]
NAMES = {"long": LONG, "markup": MARKUP, "hostile": HOSTILE}


def check_limits(view: LayoutView, file: str = "") -> None:
    faults = BodyFaults()
    ComponentRules(faults, files={file}).check_v2(payload(view))
    assert not faults._found
    found = list(parts(view))
    assert len(found) <= COMPONENTS_MAX
    assert sum(len(part.get("content", "")) for part in found) <= CHARACTERS_MAX
    for part in found:
        assert len(part.get("content", "-")) >= 1
        assert 1 <= len(part.get("label", "-")) <= 80
        assert len(part.get("custom_id", "")) <= 100
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(ids) == len(set(ids)), "Discord refuses a message with two equal ids"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_no_screen_of_a_hand_breaks_a_limit(game: str, kind: str, seed: int) -> None:
    house = {"small_bet": 120_000, "ante": 10_000} if seed % 2 else {}
    for hand in moments(seed, NAMES[kind], GAMES[game], **house):
        for view in everything(hand, PICTURES):
            check_limits(view)


def largest(names: list[str]) -> Any:
    """Sixth street, nobody has folded, four up-cards and a payment each, two raises."""
    stacks = dict.fromkeys(names, 9_250_000)
    six = "x call, " * 6
    up = f"x bet 120000, x raise 240000, {six} x raise 360000, {six}"
    deck = (
        "3c 4c 5c 6c 8c 9c 10c Qc  3d 4d 5d 6d 8d 9d 10d Qd  3h 4h 5h 6h 8h 9h 10h Qh  "
        "3s 4s 5s 6s 8s 9s 10s Qs  7c Ac Kc Ad Kh Ah Ks As  2c 2d 2h 2s Jc Jd Jh Js"
    )
    checks = "x check, " * 8
    house = {"ante": 10_000, "small_bet": 100_000, "big_bet": 120_000}
    return play(stacks, deck, checks, checks, checks, up, house=house)


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("faces", [PLAIN, PICTURES, replace(PICTURES, four_colours=False)])
def test_largest_street_stays_below_what_would_have_to_be_shortened(
    kind: str, faces: Faces
) -> None:
    view = board.street(scene_of(largest(NAMES[kind]), number=10_482), faces=faces)

    check_limits(view)
    assert sum(len(part.get("content", "")) for part in parts(view)) <= 3_800


@pytest.mark.parametrize("seed", [14, 343, 385, 388])
def test_largest_results_leave_out_what_matters_least(seed: int) -> None:
    """Found among 600 hands: eight hands shown, up to seven pots, some split three ways."""
    *_, hand = moments(seed, MARKUP, ante=10_000, small_bet=120_000)
    scene = scene_of(hand, number=10_482)

    for view in both_results(scene):
        assert len(words(view)) <= 3_800
        assert "**Main pot " in words(view)


@pytest.mark.parametrize(
    ("game", "seed"),
    [("stud-jack", 14), ("stud-jack", 440), ("widow-jack", 40), ("draw-deucey", 954)],
)
def test_largest_results_with_halves_leave_out_what_matters_least(game: str, seed: int) -> None:
    """Found among 1,500 hands of each game."""
    *_, hand = moments(seed, MARKUP, GAMES[game], ante=10_000, small_bet=120_000)
    scene = scene_of(hand, number=10_482)

    for view in both_results(scene):
        assert len(words(view)) <= 3_800
        assert "Main pot" in words(view)


def both_results(scene: Scene) -> list[LayoutView]:
    """With a picture of the shown hands and without, both within the limits."""
    plain, drawn = board.result(scene), board.illustrated_result(scene)
    check_limits(plain)
    check_limits(drawn.view, drawn.file)
    return [plain, drawn.view]


@pytest.mark.parametrize("kind", NAMES)
def test_notices_and_pages_keep_the_limits(kind: str) -> None:
    hand = largest(NAMES[kind])
    scene = scene_of(hand)
    name = NAMES[kind][0]
    for notice in (
        notices.NotYourTurn(name, name),
        notices.OldButton("Third street", name),
        notices.NotHost(name),
        notices.HandRefuses(f"It is {name}'s turn. " * 50),
    ):
        check_limits(draw_notice(notice, scene, WHERE.url))
    for page in private.history(json.loads(json.dumps(completed(hand)))):
        check_limits(page)
    check_limits(chips.leaderboard([]))


def test_names_cannot_mention_link_or_format() -> None:
    for seed, game in enumerate(GAMES.values()):
        for hand in moments(seed, HOSTILE, game):
            for view in everything(hand):
                check_harmless(words(view), set(map(str, range(1_000_001, 1_000_009))))


def check_harmless(text: str, people: set[str]) -> None:
    assert "@everyone" not in text
    assert "\u202e" not in text
    assert "](http" not in text.replace("\\]", "")
    assert "https://" not in text.replace("\\:", "")
    assert not re.search(r"^#+ Heading", text, re.MULTILINE)
    for mention in re.finditer(r"(?<!\\)<@(\d+)", text):
        # Only the turn line has one, and it is made by us.
        assert mention[1] in people
        assert text[: mention.start()].endswith("### ")


def test_history_of_a_player_called_everyone_keeps_the_cards_hidden() -> None:
    hand = play({"everyone": 100, "Ben": 100}, "5c 6c 8d 9d 3h 4h")
    record = json.loads(json.dumps(completed(hand, void="x")))
    record["result"]["events"] = [
        {
            "event": event.key,
            "audience": None if event.audience is None else hand.seats[event.audience].name,
            "text": event.text(lambda seat: hand.seats[seat].name),
        }
        for event in hand.events
    ]

    told = "\n".join(words(page) for page in private.history(record))

    assert "5\u2663" not in told
    assert "3\u2665" in told
