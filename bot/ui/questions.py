"""The live question: how it is asked, and the buttons that answer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.asks import BetAsk, DrawAsk, SeventhAsk
from bot.ui.ids import Press
from bot.ui.parts import ADD, GO_ON, OUT, button, row, text
from bot.ui.streets import bet_size
from bot.ui.words import capital

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import discord
    from discord import ui

    from bot.rules.asks import Ask, Legal
    from bot.rules.view import View
    from bot.table.scene import Scene

__all__ = ["question", "turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer as a button; the label says what will happen, with the number."""

    label: str
    act: str
    amount: int | None = None
    style: discord.ButtonStyle = GO_ON


def turn(scene: Scene, view: View) -> Iterable[ui.Item[ui.LayoutView]]:
    """The question, a line that explains a rare one, and its buttons."""
    ask, hand = view.waiting, scene.hand
    if ask is None or hand is None:
        return
    clock = f" · <t:{scene.deadline}:R>" if scene.deadline is not None else ""
    yield text(f"### <@{hand.people[ask.seat]}>, {question(view, ask)}{clock}", _explained(view))
    yield row(
        *(
            button(
                choice.label,
                Press(
                    table=scene.table,
                    hand=hand.number,
                    question=view.question,
                    act=choice.act,
                    amount=choice.amount,
                ),
                choice.style,
            )
            for choice in _choices(view, ask)
        )
    )


def question(view: View, ask: Ask[object]) -> str:
    """What is asked, as it follows the name: "80 to call", "check or bet 20"."""
    if isinstance(ask, SeventhAsk):
        return f"{ask.kind} down, or up for {ask.price:,}"
    if isinstance(ask, DrawAsk):
        return f"stand pat or change up to {ask.most}"
    if isinstance(ask, BetAsk) and ask.to_call:
        short = f", you have {ask.to_call:,}" if ask.owed > ask.to_call else ""
        return f"{ask.owed:,} to call{short}"
    words = [choice.label for choice in _choices(view, ask)]
    return " or ".join(word[:1].lower() + word[1:] for word in words)


def _explained(view: View) -> str | None:
    """A line under a question that is rarely asked; it names nothing that is not so here."""
    first, *others = (share.half for share in view.variant.shares)
    match view.waiting:
        case SeventhAsk() if "blackjack" in others:
            return (
                f"-# Down: counts for both halves, and can bust you. Up: counts for {first} only."
            )
        case DrawAsk():
            return "-# The table sees how many you change, never which."
        case _:
            return None


def _choices(view: View, ask: Ask[object]) -> Sequence[Choice]:
    """The answers that get a button, the cheapest way to go on first."""
    match ask:
        case SeventhAsk(price=price):
            up = Choice(label=f"Face up, pay {price:,}", act="faceup", amount=price, style=ADD)
            return [Choice(label="Face down", act="facedown"), up]
        case DrawAsk():
            change = Choice(label="Change cards", act="change", style=ADD)
            return [Choice(label="Stand pat", act="standpat"), change]
        case _:
            # Folding is not offered while checking is free.
            free = any(answer.do == "check" for answer in ask.legal)
            legal = [answer for answer in ask.legal if not (free and answer.do == "fold")]
            return [_bet(view, answer) for answer in legal]


def _bet(view: View, answer: Legal) -> Choice:  # noqa: PLR0911 - one line an answer
    """An answer to a question about betting."""
    assert view.waiting is not None, "an answer is to a question"
    amount, exact = answer.amount, answer.least == answer.most
    all_in = ", all-in" if amount == view.seats[view.waiting.seat].stack else ""
    match answer.do:
        case "call":
            return Choice(label=f"Call {amount:,}{all_in}", act="call", amount=amount)
        case "bring_in":
            return Choice(label=f"Bring in {amount:,}{all_in}", act="bringin", amount=amount)
        case "bet" | "raise" as do if not exact:
            return Choice(label=f"{capital(do)} …", act=do, style=ADD)
        case "bet":
            return Choice(label=f"Bet {answer.least:,}", act="bet", amount=answer.least, style=ADD)
        case "raise":
            verb = "Complete" if _completes(view, answer) else "Raise"
            label = f"{verb} to {answer.least:,}"
            return Choice(label=label, act="raise", amount=answer.least, style=ADD)
        case "fold":
            return Choice(label="Fold", act="fold", style=OUT)
        case word:
            return Choice(label=capital(word), act=word)


def _completes(view: View, answer: Legal) -> bool:
    """Whether a raise brings what was forced up to one whole bet."""
    return answer.least == bet_size(view, view.streets[-1])
