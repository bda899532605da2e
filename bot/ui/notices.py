"""Notices: what the bot says to one person, in two parts: what is so, and the way out.

A table's notices are values; `draw_notice` finds their words. The others are said by commands,
which have no table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from bot.rules.variants import variants
from bot.table import notices
from bot.ui.names import plain_text, plate_name
from bot.ui.parts import FAULT, GO_ON, NOTICE, OTHER, OUT, RESULT, Buttons, link, message, row, text
from bot.ui.words import capital, counted, listing, number, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord import ui

    from bot.table.notices import Notice
    from bot.table.scene import Scene

__all__ = [
    "OPEN_DMS",
    "channel_taken",
    "dms_closed",
    "draw_notice",
    "missing_permissions",
    "no_table",
    "not_an_admin",
    "not_an_opener",
    "not_saved",
    "only_in_servers",
    "refused",
    "still_seated",
    "too_fast",
    "too_many_tables",
    "unknown_button",
    "unreadable_command",
    "wrong_channel",
]

SENTENCE_MAX: Final = 1_500
"""Characters of a refusal that the rules wrote; a list of options is the longest."""
WRITTEN_MAX: Final = 20
"""Characters repeated of what somebody wrote for an amount."""
OPEN_DMS: Final = "Server name → Privacy Settings → Direct Messages on"
DONE: Final = RESULT
"""Not a refusal: something was done as asked."""


def draw_notice(notice: Notice, scene: Scene | None, url: str | None) -> ui.LayoutView:  # noqa: C901, PLR0911, PLR0912 - one line for each notice
    """The words of a notice, with a button if that is the way out; `url` is the table's."""
    match notice:
        case notices.NotYourTurn(actor=actor, after=after):
            then = f" You act after {plate_name(after)}." if after else ""
            cards = "-# Press My cards to look at your hand meanwhile." if after else None
            return _say(f"**It is {plate_name(actor)}'s turn.**{then}", cards)
        case notices.OldButton():
            return _old_button(notice, url)
        case notices.HandRefuses(sentence=sentence):
            return refused(sentence)
        case notices.NotSeated(free=free):
            return _not_seated(free, scene)
        case notices.AlreadyAtTable(place=place, stack=stack):
            return _say(
                f"**You are at this table already,** on seat {place} with {stack:,} chips.",
                buttons=[_go(url)],
            )
        case notices.TableFull():
            return _say("**Every seat is taken.** Press Sit down when somebody has left.")
        case notices.TooManySeats(most=most):
            return _say(
                f"**You have {counted(most, 'seat')} already,** as many as one person may have "
                "at all tables together. Get up elsewhere first: /table leave."
            )
        case notices.WrongBuyIn():
            return _wrong_buy_in(notice, scene)
        case notices.WrongTopUp():
            return _wrong_top_up(notice, scene)
        case notices.SatDown(place=place, stack=stack, hand_live=hand_live):
            when = " You are dealt in with the next hand." if hand_live else ""
            return _done(f"**You have seat {place}** with {stack:,} chips.{when}")
        case notices.ToppedUp(added=added, stack=stack):
            return _done(f"**{added:,} chips are added.** Your stack is {stack:,}.")
        case notices.TopUpLater(adding=adding):
            return _done(f"**{adding:,} chips will be added** when this hand is over.")
        case notices.LeftTable(chips=chips):
            return _done(f"**You have left the table.** {chips:,} chips are back in your balance.")
        case notices.Leaving(all_in=all_in):
            return _leaving(all_in=all_in)
        case notices.SittingOut(after_hand=after_hand):
            when = "When this hand is over you sit out." if after_hand else "You sit out."
            return _done(
                f"**{when}** You keep your seat.",
                buttons=[_press(scene, "Deal me in", "back")],
            )
        case notices.BackIn(needs_chips=needs_chips):
            return _back_in(scene, needs_chips=needs_chips)
        case notices.NobodyToDeal(ready=ready, needed=needed):
            have = "There is one" if ready == 1 else f"There are {number(ready)}"
            return _say(
                f"**A hand needs {number(needed)} players with chips.** {have}.",
                "-# To sit down: /table join. To come back from sitting out: /table back.",
            )
        case notices.NotHost(host=host):
            return _say(f"**Only the host may do that,** {plate_name(host)}, or a server admin.")
        case notices.NotToShow(winner=winner):
            who = (
                "Who wins uncalled may, until the next deal."
                if winner is None
                else (f"Only {plate_name(winner)} may show these.")
            )
            return _say(f"**No cards are shown.** {who}")
        case notices.ConfirmClose(hand_live=hand_live):
            return _confirm_close(scene, hand_live=hand_live)
        case notices.Closed():
            return _say(f"**This table is closed.** Open one with {_open(scene)}.")
        case notices.NotSaved():
            return not_saved()
        case notices.Busy():
            return _say("**Too many presses wait at this table.** Nothing was done: press again.")
        case notices.OurFault(number=code):
            return _fault(code)
        case _:
            assert_never(notice)


# What a command says without a table.


def unknown_button() -> ui.LayoutView:
    """A custom id that we do not know."""
    return _say("**I do not know that button any more.** Use /table status to find your table.")


def no_table() -> ui.LayoutView:
    """A command for a table, in a channel without one."""
    return _say(f"**There is no table in this channel.** Open one with {_open(None)}.")


def only_in_servers() -> ui.LayoutView:
    """A command that needs a server, given in a DM."""
    return _say("**That works in a server only.** Use it in the channel of a table.")


def channel_taken() -> ui.LayoutView:
    """A second table in one channel."""
    return _say(
        "**This channel has a table already.** Sit down there with /table join, "
        "or open yours in another channel or thread."
    )


def too_many_tables(most: int) -> ui.LayoutView:
    """A server with as many tables as the operator allows."""
    return _say(
        f"**This server has {counted(most, 'table')} already,** as many as it may have. "
        "Sit down at one of them, or close one: /table close."
    )


def too_fast(most: int, goes_on: int) -> ui.LayoutView:
    """More presses and commands in a minute than the operator allows; `goes_on` in Unix seconds."""
    return _say(
        f"**You press faster than I deal:** {most:,} presses and commands are a minute's worth. "
        f"This one was not done. Go on <t:{goes_on}:R>."
    )


def unreadable_command() -> ui.LayoutView:
    """A command that is not, or no longer, one of ours, or lacks what it needs."""
    return _say(
        "**I cannot read that command, so nothing was done.** "
        "Your app may show an old version of it: restart Discord and try again."
    )


def dms_closed() -> ui.TextDisplay[ui.LayoutView]:
    """Below somebody's cards: why they do not come by DM, and how they would."""
    return text(
        "-# I cannot send you a DM, so your cards come here when you press My cards. "
        f"To get them by DM: {OPEN_DMS}."
    )


def not_saved() -> ui.LayoutView:
    """The database refused."""
    return _say(
        "**That could not be saved, so nothing was changed.** Try again in a moment.",
        accent=FAULT,
    )


def still_seated(channel: int) -> ui.LayoutView:
    """Somebody with chips in play who asks to be forgotten."""
    return _say(
        f"**You have a seat at the table in <#{channel}>.** "
        "Leave it first, there with /table leave; when its hand is over, ask again."
    )


def refused(sentence: str) -> ui.LayoutView:
    """A refusal of the rules, which says what may be done instead."""
    first, stop, rest = plain_text(sentence, SENTENCE_MAX).partition(". ")
    return _say(f"**{first}{stop.strip()}** {rest}".rstrip())


def not_an_admin(way_out: str) -> ui.LayoutView:
    """Somebody who may not manage the server, who can do something else instead."""
    return _say(f"**That is for people who may manage this server.** {way_out}")


def not_an_opener(role: int) -> ui.LayoutView:
    """Somebody without the role that may open tables."""
    return _say(f"**Tables are opened by members with <@&{role}>.** Ask one of them.")


def wrong_channel(channels: Sequence[int]) -> ui.LayoutView:
    """A channel in which no table may be opened."""
    places = listing([f"<#{channel}>" for channel in channels[:5]])
    return _say(f"**Tables are not opened in this channel.** Use {places}.")


def missing_permissions(names: Sequence[str]) -> ui.LayoutView:
    """Permissions that the bot lacks in this channel."""
    lacking = listing([f"*{name}*" for name in names])
    return _say(
        f"**I cannot deal here:** I lack {lacking} in this channel. No chip is lost meanwhile.",
        "-# An admin can grant it: Edit Channel → Permissions → my role. /doctor tells more.",
    )


# Longer ones.


def _old_button(notice: notices.OldButton, url: str | None) -> ui.LayoutView:
    said = "**That button is from earlier.** Nothing was done."
    if notice.street is None or notice.actor is None:
        return _say(said, "No hand is being played.", buttons=[_go(url)])
    where = f"The hand is on {plain_text(notice.street).lower()}"
    return _say(said, f"{where} and it is {plate_name(notice.actor)}'s turn.", buttons=[_go(url)])


def _not_seated(free: int, scene: Scene | None) -> ui.LayoutView:
    if not free:
        return _say("**You are not at this table.** Every seat is taken.")
    are = "is" if free == 1 else "are"
    return _say(
        f"**You are not at this table.** {capital(counted(free, 'seat'))} {are} free:",
        buttons=[_press(scene, "Sit down", "sit", GO_ON)],
    )


def _wrong_buy_in(notice: notices.WrongBuyIn, scene: Scene | None) -> ui.LayoutView:
    most = min(notice.most, notice.balance)
    asked = _amount(notice.written)
    if most < notice.least:
        return _say(
            f"**You have {notice.balance:,} chips;** this table takes {notice.least:,} or more.",
            "-# More chips, once a day: /chips daily.",
        )
    said = (
        f"**You have {notice.balance:,} chips and asked for {asked}.**"
        if asked
        else f'**"{plain_text(notice.written, WRITTEN_MAX)}" is not an amount.**'
    )
    return _say(
        f"{said} Bring {notice.least:,} to {most:,} to this table.",
        buttons=[
            _press(scene, f"Take {most:,}", "sit", GO_ON, most),
            _press(scene, "Other amount", "sit"),
        ],
    )


def _wrong_top_up(notice: notices.WrongTopUp, scene: Scene | None) -> ui.LayoutView:
    if not notice.room:
        return _say("**Your stack is as large as this table allows.** No chips can be added.")
    most = min(notice.room, notice.balance)
    if not most:
        return _say("**Your balance is empty.** More chips, once a day: /chips daily.")
    written = plain_text(notice.written, WRITTEN_MAX)
    said = (
        f"**You have {notice.balance:,} chips and asked to add {_amount(notice.written)}.**"
        if _amount(notice.written)
        else f'**"{written}" is not an amount.**'
    )
    return _say(
        f"{said} You can add 1 to {most:,}.",
        buttons=[
            _press(scene, f"Add {most:,}", "topup", GO_ON, most),
            _press(scene, "Other amount", "topup"),
        ],
    )


def _leaving(*, all_in: bool) -> ui.LayoutView:
    if all_in:
        return _done(
            "**You leave when this hand is over.** You are all-in, so your cards stay in it; "
            "what you win goes to your balance."
        )
    return _done(
        "**You have left: your hand is folded.** "
        "Your stack goes back to your balance when the hand is over."
    )


def _back_in(scene: Scene | None, *, needs_chips: bool) -> ui.LayoutView:
    if needs_chips:
        return _done(
            "**You are back, and need chips to be dealt in.**",
            buttons=[_press(scene, "Add chips", "topup", GO_ON)],
        )
    return _done("**You are back.** The next hand deals you in.")


def _confirm_close(scene: Scene | None, *, hand_live: bool) -> ui.LayoutView:
    void = "The hand in play then does not count: its chips go back. " if hand_live else ""
    return _say(
        f"**Close this table?** {void}Every stack goes back to its owner's balance.",
        buttons=[_press(scene, "Close table", "closesure", OUT)],
    )


def _fault(code: str) -> ui.LayoutView:
    return _say(
        "**Something broke on my side; no chip has moved.** Press again. "
        f"If it happens twice, tell an admin this number: `{plain_text(code, 20)}`.",
        accent=FAULT,
    )


# Building.


def _say(
    *lines: str | None,
    buttons: Sequence[ui.Button[ui.LayoutView] | None] = (),
    accent: int = NOTICE,
) -> ui.LayoutView:
    kept = [button for button in buttons if button]
    return message(accent, text(*lines), row(*kept) if kept else None)


def _done(*lines: str, buttons: Sequence[ui.Button[ui.LayoutView] | None] = ()) -> ui.LayoutView:
    return _say(*lines, buttons=buttons, accent=DONE)


def _go(url: str | None) -> ui.Button[ui.LayoutView] | None:
    return link("Go to the table", url) if url else None


def _press(
    scene: Scene | None,
    label: str,
    act: str,
    style: discord.ButtonStyle = OTHER,
    amount: int | None = None,
) -> ui.Button[ui.LayoutView] | None:
    return Buttons.of(scene)(label, act, style, amount) if scene else None


def _open(scene: Scene | None) -> str:
    """The command that opens a table: of this game, else of any."""
    games = [scene.variant] if scene else list(variants().values())
    return one_of([f"/{game.command} open" for game in games])


def _amount(written: str) -> str:
    """What was written as an amount: "2,000"; "" if it was none."""
    digits = written.replace(",", "").replace(" ", "")
    if digits.isascii() and digits.isdecimal() and len(digits) <= WRITTEN_MAX:
        return f"{int(digits):,}"
    return ""
