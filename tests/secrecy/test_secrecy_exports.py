"""Records with "??": what a reader was not shown is in no export, and no replay hangs on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.rules.cards import Card
from bot.rules.chips import SeatNo
from bot.rules.events import DealtCommunity, DealtDown, DealtUp, Reshuffled, Shown, StreetOpened
from bot.rules.hand import Hand
from bot.rules.record import HandRecord, completed, parse_record, replay
from bot.rules.unseen import UNSEEN, Unseen
from bot.ui import private
from tests.secrecy.hands import Viewer, played, random_record, relabelled, swap, unseen
from tests.secrecy.kit import Leak, tree
from tests.ui.kit import GAMES

HANDS = 6
EXPORTS_MIN = 200
"""For each game: at every moment of the hands, for every seat and for the channel."""


def export(hand: Hand, reader: Viewer) -> dict[str, Any]:
    """The hand so far as its reader may keep it."""
    whole: dict[str, Any] = completed(hand)
    shown = _shown(hand, reader)
    name = None if reader is None else hand.seats[reader].name
    decks = [
        [str(card) if card in seen else UNSEEN for card in deck]
        for deck, seen in zip(hand.decks, shown, strict=True)
    ]
    answers = [
        a | {"discard": [UNSEEN] * len(a["discard"])}
        if a["do"] == "draw" and a["seat"] != name
        else a
        for a in whole["answers"]
    ]
    return whole | {"decks": decks, "answers": answers, "result": None}


def _shown(hand: Hand, reader: Viewer) -> list[set[Card]]:
    """By shuffle, the cards dealt from it that the reader has seen."""
    seen: list[set[Card]] = [set() for _ in hand.decks]
    source: dict[Card, int] = {}
    deal, shuffle = 0, -1
    for event in hand.events:
        if isinstance(event, StreetOpened):
            shuffle += event.deal > deal
            deal = event.deal
        elif isinstance(event, Reshuffled):
            shuffle += 1
        elif isinstance(event, DealtUp | DealtDown | DealtCommunity):
            source |= dict.fromkeys(event.cards, shuffle)
        is_mine = isinstance(event, DealtDown) and event.seat == reader
        if is_mine or isinstance(event, DealtUp | DealtCommunity | Shown):
            for card in event.cards:
                seen[source[card]].add(card)
    return seen


def again(written: object) -> Hand:
    """The export dealt anew; what it does not show is anything."""
    rng = Random(5)
    record = parse_record(json.loads(json.dumps(written)))
    return replay(record, lambda cards: tuple(rng.sample(cards, len(cards))))


@pytest.mark.parametrize("game", GAMES)
def test_an_export_from_any_moment_replays_to_what_its_reader_saw(game: str) -> None:
    count = 0
    for record in records(game):
        for hand in played(record):
            for reader in readers(record):
                written = export(hand, reader)
                replayed = again(written)
                back = completed(replayed)
                assert replayed.view(reader) == hand.view(reader)
                assert (back["decks"], back["answers"]) == (written["decks"], written["answers"])
                count += 1

    assert count >= EXPORTS_MIN


@pytest.mark.parametrize("game", GAMES)
def test_an_export_is_the_same_whatever_the_unseen_cards_are(game: str) -> None:
    rng, count = Random(game), 0
    for record in records(game):
        *_, last = played(record)
        for reader in readers(record):
            deal = rng.randint(1, last.deal)
            one, other = rng.sample(list(unseen(last, reader, deal)), 2)
            swapped = relabelled(record, deal, swap(one, other))
            for hand, twin in zip(played(record), played(swapped), strict=True):
                same(hand, twin, reader)
                count += 1

    assert count >= EXPORTS_MIN


def same(hand: Hand, twin: Hand, reader: Viewer) -> None:
    """Raises: Leak if the export, its replay or the history drawn of it differs."""
    for before, after in zip(all_told(hand, reader), all_told(twin, reader), strict=True):
        if before != after:
            raise Leak("export", f"{before}\n{after}")


def all_told(hand: Hand, reader: Viewer) -> list[object]:
    written = export(hand, reader)
    return [written, completed(again(written)), history(hand)]


def history(hand: Hand) -> list[str]:
    """What everybody may read of a hand's record, made of the whole record."""
    return [tree(page) for page in private.history(completed(hand))]


def records(game: str) -> Iterator[HandRecord]:
    return (random_record(seed, GAMES[game]) for seed in range(HANDS))


def readers(record: HandRecord) -> Iterator[Viewer]:
    return iter((None, *map(SeatNo, range(len(record.seats)))))


# From the command line.


@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_tells_no_card_that_an_export_does_not_show(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, hand = played(random_record(3, GAMES[game]))
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(export(hand, None)))

    for more in ([], ["--json"]):
        assert main(["replay", str(path), *more]) == 0
        told = capsys.readouterr().out
        secrets = [event for event in hand.events if event.key in ("dealt_down", "discarded")]
        assert told.count(f"{UNSEEN} face down") > 3
        for event in secrets:
            is_shown = set(event.cards) & set().union(*_shown(hand, None))
            assert is_shown or event.text(lambda seat: hand.seats[seat].name) not in told


# Leaks planted on purpose.


def test_an_export_that_names_a_guess_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Unseen, "of", lambda _: Unseen((), {}))

    with pytest.raises(AssertionError):
        test_an_export_from_any_moment_replays_to_what_its_reader_saw("draw-deucey")


def test_a_history_that_tells_private_events_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(events: list[dict[str, Any]]) -> Iterator[str]:
        yield from (event["text"] for event in events)

    monkeypatch.setattr(private, "_retold", careless)
    with pytest.raises(Leak):
        test_an_export_is_the_same_whatever_the_unseen_cards_are("stud-jack")
