"""What admins see of their house rules: all of a game's, a change, who may open tables where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.parts import GREY, divider, message, text
from bot.ui.words import capital, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord import ui

    from bot.rules.house import HouseRules, Option
    from bot.rules.variant import Variant

__all__ = ["changed", "channels", "colours", "hints", "openers", "show"]


def show(variant: Variant, house: HouseRules) -> ui.LayoutView:
    """The house rules of a game here: what differs, what is announced, and the rest."""
    different = [option for option in variant.options if _differs(option, house)]
    announced = [option for option in _announced(variant) if option not in different]
    rest = [option for option in variant.options if option not in (*different, *announced)]
    return message(
        GREY,
        text(
            f"### House rules · {variant.short_title}",
            "-# A change takes effect with the next hand. To change one: /house set.",
        ),
        divider(),
        text("**Different here**", *(_with_usual(option, house) for option in different))
        if different
        else text("**Nothing is different here:** every rule is as usual."),
        divider() if announced else None,
        text("**Announced before every deal**", *(_line(option, house) for option in announced))
        if announced
        else None,
        divider() if rest else None,
        text("**As usual**", *(_line(option, house) for option in rest)) if rest else None,
    )


def changed(
    variant: Variant, option: Option[object], before: HouseRules, after: HouseRules
) -> ui.LayoutView:
    """The answer to a change or a reset: was, now, from when, what the dealer will say."""
    was, now = option.spell(before[option]), option.spell(after[option])
    others = [o for o in variant.options if o is not option and before[o] != after[o]]
    follow = [f"{o.label} follows: {o.spell(after[o])}." for o in others]
    return message(
        GREY,
        text(
            f"### {option.label}",
            f"-# {variant.short_title} · {option.key}",
            f"Was: {was}" if was != now else None,
            f"**Now: {now}**" if was != now else f"**As before: {now}**",
            *follow,
            " ".join(
                [
                    "-# From the next hand at every table of this server.",
                    *_said(variant, option, after),
                ]
            ),
        ),
    )


def openers(role: int | None) -> ui.LayoutView:
    """Who may open tables from now on."""
    who = "Everybody" if role is None else f"Members with <@&{role}>, and admins,"
    return message(GREY, text("### Who opens tables", f"**Now:** {who} may open tables here."))


def channels(chosen: Sequence[int] | None) -> ui.LayoutView:
    """Where tables may be opened from now on."""
    places = "any channel" if not chosen else listing([f"<#{channel}>" for channel in chosen])
    return message(
        GREY,
        text(
            "### Where tables are opened",
            f"**Now:** in {places}, and in threads there.",
            "-# Tables that are open go on where they are.",
        ),
    )


def hints(*, on: bool) -> ui.LayoutView:
    """Whether players are told what beats their cards."""
    now = "what beats their cards on the table, and counts" if on else "what their cards are worth"
    return message(
        GREY,
        text(
            "### Hints",
            f"**Now:** a DM and My cards tell players {now}{'' if on else ', and no more'}.",
            "-# From the next hand at every table of this server.",
        ),
    )


def colours(*, has_pictures: bool, four_colours: bool) -> ui.LayoutView:
    """How cards are drawn from now on."""
    now = (
        "four colours: spades black, hearts red, diamonds blue, clubs green"
        if four_colours
        else "two colours: spades and clubs black, hearts and diamonds red"
    )
    when = "Messages that stand are drawn so when they change next."
    never = "This bot shows cards as text, so nothing changes yet."
    return message(
        GREY,
        text(
            "### How cards are drawn",
            f"**Now:** in {now}.",
            f"-# {when if has_pictures else never}",
        ),
    )


def _differs(option: Option[object], house: HouseRules) -> bool:
    return bool(house[option] != house.usual(option))


def _announced(variant: Variant) -> Iterable[Option[object]]:
    said = {option.key for a in variant.announcements for option in a.about}
    stakes = {option.key for option in variant.options if option.stakes is not None}
    return (option for option in variant.options if option.key in said | stakes)


def _line(option: Option[object], house: HouseRules) -> str:
    return f"{option.label}: {option.spell(house[option])}"


def _with_usual(option: Option[object], house: HouseRules) -> str:
    return f"{_line(option, house)} (usual: {option.spell(house.usual(option))})"


def _said(variant: Variant, option: Option[object], house: HouseRules) -> Iterable[str]:
    """The sentence of the rule card about an option, if it is said there."""
    said = [
        words.replace("**", "")
        for announcement in variant.announcements
        if option in announcement.about and (words := announcement.says(house, variant.seats.most))
    ]
    if option.stakes is not None and (stakes := option.stakes(house)):
        said.append(capital(stakes) + ".")
    if said:
        yield f"The rule card will say: “{' '.join(said)}”"
