"""House rules: the options of a game, their bounds, and what a server has chosen.

An `Option` is one row of the catalogue: its key, its values, where the ruling comes from and the
words for it. `HouseRules` holds a value for every option of one game; the admin form, the rule
card, the hand record and the rulebook are all made from the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from bot.rules.chips import Chips

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = [
    "ANTE",
    "BIG_BET",
    "CHIPS_MAX",
    "ODD_CHIP",
    "RAISE_CAP",
    "SMALL_BET",
    "BadOption",
    "Choice",
    "HouseRules",
    "OddChip",
    "Option",
    "Price",
    "Written",
    "chips_option",
    "choice_option",
    "price_option",
    "seconds_option",
    "whole",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Written = int | str
"""A value as the hand record writes it."""

CHIPS_MAX: Final = 1_000_000
"""No single option asks for more chips than this."""
ANTE_MAX: Final = 10_000


class BadOption(ValueError):
    """A key or value that the catalogue does not have; the sentence lists what it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Generic[T_co]):
    """One value of an option that has a list of values."""

    value: T_co
    written: str
    label: str
    """For a button or a list: "They share the pot"."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Option(Generic[T_co]):
    """One row of the option catalogue."""

    key: str
    label: str
    """For a heading: "Two natural pairs of sevens"."""
    why: str
    """One sentence: what it decides, and why it is open."""
    source: str
    """The article and the ruling."""
    default: T_co | Callable[[HouseRules], T_co]
    """The usual value; a function if it hangs on options that come earlier in the game's list."""
    parse: Callable[[object], T_co]
    """The value of something written by a person or a record. Raises: BadOption."""
    write: Callable[[object], Written]
    spell: Callable[[object], str]
    """The value in words: "split the pot"."""
    choices: tuple[Choice[T_co], ...] = ()
    """Every value, if they can be listed."""
    range: tuple[int, int] | None = None
    """The least and the most, if it is a plain number."""
    bounds: str
    """What may be written, for a refusal: "0 to 10,000"."""
    stakes: Callable[[HouseRules], str] | None = None
    """Its part in the line of stakes: "ante 10"; None if it has none."""
    conflict: Callable[[HouseRules], str | None] | None = None
    """Says what is wrong if the value contradicts that of an earlier option."""


@dataclass(frozen=True, slots=True, eq=False)
class HouseRules:
    """A value for every option of one game.

    >>> HouseRules.of((ANTE, SMALL_BET, BIG_BET), {"ante": 5})[ANTE]
    5
    """

    options: tuple[Option[object], ...]
    values: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, options: Sequence[Option[object]], chosen: Mapping[str, object]) -> HouseRules:
        """The rules with these keys chosen and every other at its default.

        Raises: BadOption for an unknown key, with the list of keys, or a value out of bounds.
        """
        known = {option.key for option in options}
        for key in chosen:
            if key not in known:
                raise BadOption(
                    f'There is no option "{key}" here. There are: {", ".join(known_in(options))}.'
                )
        values: dict[str, object] = {}
        rules = cls(tuple(options), MappingProxyType(values))
        for option in options:
            if option.key in chosen:
                values[option.key] = option.parse(chosen[option.key])
            else:
                values[option.key] = rules.usual(option)
        rules._agree()
        return rules

    def __getitem__(self, option: Option[T]) -> T:
        return self.values[option.key]  # type: ignore[return-value]  # parsed by this option

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseRules) and self.written() == other.written()

    def __hash__(self) -> int:
        return hash(tuple(self.written().items()))

    def usual(self, option: Option[T]) -> T:
        """The default of an option, given the values of the options before it."""
        default = option.default
        return default(self) if callable(default) else default

    def written(self) -> dict[str, Written]:
        """Every resolved key, as the hand record writes it, in the game's order."""
        return {option.key: option.write(self.values[option.key]) for option in self.options}

    def stakes(self) -> str:
        """The line of stakes: "ante 10 · fixed limit 20/40 · at most 3 raises"."""
        parts = (option.stakes(self) for option in self.options if option.stakes)
        return " · ".join(part for part in parts if part)

    def option(self, key: str) -> Option[object]:
        """The option with this key. Raises: BadOption, with the list of keys."""
        for option in self.options:
            if option.key == key:
                return option
        raise BadOption(
            f'There is no option "{key}" here. There are: {", ".join(known_in(self.options))}.'
        )

    def _agree(self) -> None:
        """Raises: BadOption if two values contradict each other."""
        for option in self.options:
            if option.conflict and (complaint := option.conflict(self)):
                raise BadOption(complaint)


def known_in(options: Sequence[Option[object]]) -> list[str]:
    """The keys of these options, in their order."""
    return [option.key for option in options]


def whole(written: object, least: int, most: int, *, name: str = "That") -> int:
    """The whole number that was written, as digits (commas and blanks allowed) or as an int.

    Raises: BadOption for anything else (1e3, "1_0", True, 2.5) and outside the bounds.
    """
    number: int | None = None
    if isinstance(written, int) and not isinstance(written, bool):
        number = written
    elif isinstance(written, str):
        digits = written.replace(",", "").replace(" ", "")
        if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most)) + 1:
            number = int(digits)
    if number is None or not least <= number <= most:
        raise BadOption(f"{name} has to be a whole number from {least:,} to {most:,}.")
    return number


@dataclass(frozen=True, slots=True)
class Price:
    """An amount that is written in chips or in antes."""

    amount: int
    antes: bool = False

    def chips(self, ante: Chips) -> Chips:
        """The amount in chips."""
        return Chips(self.amount * ante if self.antes else self.amount)


def chips_option(  # noqa: PLR0913 - a row of the catalogue has this many columns
    key: str,
    *,
    label: str,
    why: str,
    source: str,
    default: Chips | Callable[[HouseRules], Chips],
    least: int = 1,
    most: int = CHIPS_MAX,
    stakes: Callable[[HouseRules], str] | None = None,
    conflict: Callable[[HouseRules], str | None] | None = None,
) -> Option[Chips]:
    """An option whose value is a number of chips."""
    return Option(
        key=key,
        label=label,
        why=why,
        source=source,
        default=default,
        parse=lambda written: Chips(whole(written, least, most, name=key)),
        write=_number,
        spell=lambda value: f"{_number(value):,}",
        range=(least, most),
        bounds=f"{least:,} to {most:,}",
        stakes=stakes,
        conflict=conflict,
    )


def seconds_option(  # noqa: PLR0913 - a row of the catalogue has this many columns
    key: str, *, label: str, why: str, source: str, default: int, least: int, most: int
) -> Option[int]:
    """An option whose value is a number of seconds."""
    return Option(
        key=key,
        label=label,
        why=why,
        source=source,
        default=default,
        parse=lambda written: whole(written, least, most, name=key),
        write=_number,
        spell=lambda value: f"{_number(value):,} s",
        range=(least, most),
        bounds=f"{least:,} to {most:,}",
    )


def choice_option(
    key: str,
    choices: Sequence[tuple[T, str, str]],
    *,
    label: str,
    why: str,
    source: str,
    stakes: Callable[[HouseRules], str] | None = None,
) -> Option[T]:
    """An option with a list of values, the default first: (value, written, label)."""
    listed = tuple(Choice(value=v, written=w, label=words) for v, w, words in choices)
    by_text = {choice.written: choice.value for choice in listed}
    by_value: dict[object, Choice[T]] = {choice.value: choice for choice in listed}

    def parse(written: object) -> T:
        text = str(written) if isinstance(written, int) else written
        if not isinstance(text, str) or text not in by_text or isinstance(written, bool):
            raise BadOption(f"{key} can be: {', '.join(by_text)}.")
        return by_text[text]

    def write(value: object) -> Written:
        text = by_value[value].written
        return int(text) if text.isdecimal() else text

    return Option(
        key=key,
        label=label,
        why=why,
        source=source,
        default=listed[0].value,
        parse=parse,
        write=write,
        spell=lambda value: by_value[value].label,
        choices=listed,
        bounds=", ".join(by_text),
        stakes=stakes,
    )


def price_option(key: str, antes: int, *, label: str, why: str, source: str) -> Option[Price]:
    """An option written in chips, or as "antes:N"; the default is in antes."""
    bounds = f"0 to {CHIPS_MAX:,} chips, or antes:N with N from 0 to 100"

    def parse(written: object) -> Price:
        try:
            if isinstance(written, str) and written.startswith("antes:"):
                return Price(whole(written.removeprefix("antes:"), 0, 100), antes=True)
            return Price(whole(written, 0, CHIPS_MAX))
        except BadOption:
            raise BadOption(f"{key} can be {bounds}.") from None

    return Option(
        key=key,
        label=label,
        why=why,
        source=source,
        default=Price(antes, antes=True),
        parse=parse,
        write=_written_price,
        spell=_spelt_price,
        bounds=bounds,
        conflict=lambda house: _price_without_ante(key, house),
    )


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _written_price(price: object) -> Written:
    assert isinstance(price, Price)
    return f"antes:{price.amount}" if price.antes else price.amount


def _price_without_ante(key: str, house: HouseRules) -> str | None:
    """An amount in antes means nothing without an ante. Source: ruling X12."""
    price = house.values[key]
    if isinstance(price, Price) and price.antes and not house[ANTE]:
        return f"Without an ante, {key} has to be a number of chips, not antes."
    return None


def _spelt_price(price: object) -> str:
    assert isinstance(price, Price)
    if not price.antes:
        return f"{price.amount:,} chips"
    return "one ante" if price.amount == 1 else f"{price.amount:,} antes"


class OddChip:
    """The two ways to hand out chips that do not divide."""

    CLOCKWISE: Final = "clockwise"
    HIGH_CARD_SUIT: Final = "high_card_suit"


def _big_below_small(house: HouseRules) -> str | None:
    big, small = house[BIG_BET], house[SMALL_BET]
    return f"big_bet ({big:,}) cannot be below small_bet ({small:,})." if big < small else None


def _ante_in_stakes(house: HouseRules) -> str:
    return f"ante {house[ANTE]:,}" if house[ANTE] else ""


def _limit_in_stakes(house: HouseRules) -> str:
    return f"fixed limit {house[SMALL_BET]:,}/{house[BIG_BET]:,}"


def _cap_in_stakes(house: HouseRules) -> str:
    cap = house[RAISE_CAP]
    return "raises without end" if cap is None else f"at most {cap} raises"


ANTE: Final = chips_option(
    "ante",
    label="Ante",
    why="Every player puts this in before the cards are dealt.",
    source="OPR-668 art. 2.1; ruling G1",
    default=Chips(10),
    least=0,
    most=ANTE_MAX,
    stakes=_ante_in_stakes,
)
SMALL_BET: Final = chips_option(
    "small_bet",
    label="Small bet",
    why="The size of a bet and of a raise in the early rounds.",
    source="rulings G27 and A1",
    default=Chips(20),
    most=CHIPS_MAX // 2,  # so that twice as much, the usual big bet, can be written as well
    stakes=_limit_in_stakes,
)
BIG_BET: Final = chips_option(
    "big_bet",
    label="Big bet",
    why="The size of a bet and of a raise in the late rounds.",
    source="rulings G27 and A1",
    default=lambda house: Chips(2 * house[SMALL_BET]),
    conflict=_big_below_small,
)
RAISE_CAP: Final[Option[int | None]] = choice_option(
    "raise_cap",
    (
        (3, "3", "A bet and three raises a round"),
        (4, "4", "A bet and four raises a round"),
        (None, "none", "No cap on raises"),
    ),
    label="Raise cap",
    why="How often a round may be raised while three or more players are in.",
    source="ruling G7",
    stakes=_cap_in_stakes,
)
ODD_CHIP: Final = choice_option(
    "odd_chip",
    (
        (OddChip.CLOCKWISE, OddChip.CLOCKWISE, "The first winner left of the dealer"),
        (
            OddChip.HIGH_CARD_SUIT,
            OddChip.HIGH_CARD_SUIT,
            "The winner with the highest card, by suit",
        ),
    ),
    label="Odd chip",
    why="Who gets a chip that does not divide between equal hands.",
    source="ruling G13",
)
