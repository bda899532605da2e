"""`rank VARIANT [CARDS...]`: what a holding is worth in a game."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.cli import Refusal, Subparsers, variant_called
from bot.rules.cards import Rank, parse_cards
from bot.rules.house import HouseRules
from bot.rules.ranking import low_of, total_of
from bot.rules.ranking.high import CARDS_MAX
from bot.rules.shares import BlackjackHalf, LowHalf

if TYPE_CHECKING:
    import argparse

    from bot.rules.cards import Card
    from bot.rules.ranking import BlackjackTotal, HandValue, LowValue
    from bot.rules.variant import Variant


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
    down = " ".join(args.down)
    if args.cards:
        _tell(variant, " ".join(args.cards), down, as_json=args.json)
        return 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            _tell(variant, line, down, as_json=args.json)
        except Refusal as refused:
            raise Refusal(f"Line {number}: {refused}") from None
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worth:
    """What a holding is worth in a game."""

    high: HandValue
    low: LowValue | None
    """None without a low, and in a game without lows."""
    blackjack: BlackjackTotal | None
    """Of the cards that lie down; None without any, and in a game without totals."""


def _tell(variant: Variant, holding: str, down: str, *, as_json: bool) -> None:
    worth = _worth(variant, *_cards(holding, down))
    print(json.dumps(_written(worth)) if as_json else _spelt(worth))


def _worth(variant: Variant, cards: tuple[Card, ...], down: tuple[Card, ...]) -> _Worth:
    has = {type(share) for share in variant.shares}
    ranking = variant.ranking(HouseRules.of(variant.options, {}))
    return _Worth(
        high=ranking.explain(cards),
        low=low_of(cards) if LowHalf in has else None,
        blackjack=total_of(down) if down and BlackjackHalf in has else None,
    )


def _cards(holding: str, down: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A holding, and what of it lies down. Raises: Refusal unless it is 1 to 8 different cards."""
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
    return cards, face_down


def _written(worth: _Worth) -> dict[str, object]:
    """The worth as the hand record's documentation has it; null for what the game has not."""
    value, total = worth.high, worth.blackjack
    return {
        "high": {
            "category": value.category.word,
            "reads_as": value.letters,
            "cards": [str(card) for card in value.cards],
            "wilds": _stand_ins(value),
        },
        "low": worth.low.letters if worth.low else None,
        "blackjack": total and {"total": total.total, "soft": total.soft, "bust": total.bust},
    }


def _spelt(worth: _Worth) -> str:
    """Such as "pair of aces: As Ah 9c 5d 4s; blackjack 20"."""
    parts = [_spelt_high(worth.high)]
    if worth.low:
        parts.append(f"low {worth.low.letters}")
    if worth.blackjack:
        parts.append(f"blackjack {worth.blackjack.phrase}")
    return "; ".join(parts)


def _spelt_high(value: HandValue) -> str:
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
