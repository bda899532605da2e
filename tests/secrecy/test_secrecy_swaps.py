"""Nobody can tell two cards apart that he has not been shown: every game, seat and the channel.

Each hand is watched by every seat and by a stranger in the channel. For each of them it is played
again with two unseen cards in each other's place, and with all that he never sees in another
order; at every moment everything that he receives is the same to the byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.rules.chips import SeatNo
from bot.rules.record import HandRecord
from tests.secrecy.hands import Kind, random_record
from tests.secrecy.kit import all_unseen, compare, some_pair, watched
from tests.ui.kit import GAMES

HANDS = 7
"""Of two players, of three, ... of eight."""
SHUFFLED_AGAIN = 2
"""More hands, in which a deck was shuffled again."""
SEEDS_MAX = 200
MOMENTS_MIN = 1_000
"""Comparisons of all that one viewer receives at one moment; about 1,700 a game are made."""
OF_A_KIND_MIN = 100
"""Of them, with a card of this kind among those that changed places."""
EVERYWHERE = {Kind.HOLE, Kind.STUB, Kind.FOLDED}
ELSEWHERE = {
    "draw-deucey": {Kind.DISCARD},
    "widow-jack": {Kind.WIPED},
    "black-mariah": {Kind.WIPED},
}


@pytest.mark.parametrize("game", GAMES)
def test_no_onlooker_can_tell_unseen_cards_apart(game: str) -> None:
    rng, moments, kinds = Random(game), 0, Counter[Kind]()
    for record in records(game):
        for viewer in (None, *map(SeatNo, range(len(record.seats)))):
            known = watched(record, viewer)
            for choose in (some_pair, all_unseen):
                same = compare(record, viewer, known, *choose(rng, known))
                moments += same.moments
                kinds += same.kinds

    figures = ", ".join(f"{count:,} {kind.value}" for kind, count in kinds.items())
    print(f"{game}: {moments:,} moments compared; {figures}")  # noqa: T201 - shown with -rP
    assert moments >= MOMENTS_MIN
    for kind in EVERYWHERE | ELSEWHERE.get(game, set()):
        assert kinds[kind] >= OF_A_KIND_MIN, f"too few cards {kind.value} were compared"


def records(game: str) -> Iterator[HandRecord]:
    """Hands of all sizes, then some with another shuffle, in games that have any."""
    yield from (random_record(seed, GAMES[game]) for seed in range(HANDS))
    if game in ELSEWHERE:
        more = (random_record(seed, GAMES[game]) for seed in range(HANDS, SEEDS_MAX))
        yield from islice((record for record in more if len(record.decks) > 1), SHUFFLED_AGAIN)
