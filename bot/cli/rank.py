"""`rank VARIANT [CARDS...]`: what a holding is worth in a game."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from bot.cli import Refusal, Subparsers, variant_called
from bot.rules.cards import Rank, parse_cards
from bot.rules.house import HouseRules
from bot.rules.ranking.high import CARDS_MAX

if TYPE_CHECKING:
    import argparse

    from bot.rules.cards import Card
    from bot.rules.ranking import HandValue, HighRanking


def add_parser(subparsers: Subparsers) -> None:
    """Tell the command line about this command."""
    parser = subparsers.add_parser(
        "rank",
        help="rank a holding",
        description="Rank a holding. Without cards, every line of standard input is a holding.",
    )
    parser.add_argument("variant", metavar="VARIANT", help="the game's key")
    parser.add_argument("cards", metavar="CARDS", nargs="*", help="such as As Td 7c, or 10d")
    parser.add_argument(
        "--down", metavar="CARDS", nargs="+", default=[], help="those of the cards that lie down"
    )
    parser.add_argument("--json", action="store_true", help="print one object a holding")
    parser.set_defaults(main=main)


def main(args: argparse.Namespace) -> int:
    """Rank the cards given, or each line of standard input.

    Raises: Refusal for an unknown game, or cards that make no holding.
    """
    variant = variant_called(args.variant)
    ranking = variant.ranking(HouseRules.of(variant.options, {}))
    down = " ".join(args.down)
    if args.cards:
        _tell(ranking, " ".join(args.cards), down, as_json=args.json)
        return 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            _tell(ranking, line, down, as_json=args.json)
        except Refusal as refused:
            raise Refusal(f"Line {number}: {refused}") from None
    return 0


def _tell(ranking: HighRanking, holding: str, down: str, *, as_json: bool) -> None:
    value = ranking.explain(_cards(holding, down))
    print(json.dumps(_written(value)) if as_json else _spelt(value))


def _cards(holding: str, down: str) -> tuple[Card, ...]:
    """The cards of a holding. Raises: Refusal unless they are 1 to 8 different cards."""
    try:
        cards, face_down = parse_cards(holding), parse_cards(down)
    except ValueError as wrong:
        raise Refusal(str(wrong)) from None
    for named in (cards, face_down):
        if twice := next((card for card in named if named.count(card) > 1), None):
            raise Refusal(f"{twice} is named twice.")
    if stray := next((card for card in face_down if card not in cards), None):
        raise Refusal(f"{stray} lies down, but is not among the cards.")
    if not 0 < len(cards) <= CARDS_MAX:
        raise Refusal(f"A holding has 1 to {CARDS_MAX} cards, not {len(cards)}.")
    return cards


def _written(value: HandValue) -> dict[str, object]:
    """The value as the hand record's documentation has it; null for what the game has not."""
    return {
        "high": {
            "category": value.category.word,
            "reads_as": value.letters,
            "cards": [str(card) for card in value.cards],
            "wilds": _stand_ins(value),
        },
        "low": None,
        "blackjack": None,
    }


def _spelt(value: HandValue) -> str:
    """Such as "five aces: As Ac 2c Js Kd (2c as A, Js as A, Kd as A)"."""
    cards = " ".join(map(str, value.cards))
    stand_ins = ", ".join(f"{card} as {wanted}" for card, wanted in _stand_ins(value).items())
    return f"{value.phrase}: {cards}" + (f" ({stand_ins})" if stand_ins else "")


def _stand_ins(value: HandValue) -> dict[str, str]:
    """Each wild card, and what it stands for: "Ah" where the suit matters, else "A"."""
    return {
        str(card): wanted.letter if isinstance(wanted, Rank) else str(wanted)
        for card, wanted in value.wilds
    }
