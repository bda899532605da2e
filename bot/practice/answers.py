"""What a person gets for a command, a press or a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.practice.forms import Form

if TYPE_CHECKING:
    from bot.practice.entities import Message
    from bot.practice.interactions import Callback, Interaction


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The bot's answer to one interaction, kept up to date: a deferred one may fill later."""

    interaction: Interaction

    @property
    def kind(self) -> Callback | None:
        """How the bot answered first; None while it has not."""
        return self.interaction.answer

    @property
    def message(self) -> Message | None:
        """The message that the answer is, or that it changed."""
        return self.interaction.original

    @property
    def followups(self) -> list[Message]:
        """The messages that came after the first answer, oldest first."""
        return list(self.interaction.followups)

    @property
    def text(self) -> str:
        """All that was said: the message or form, then the follow-ups."""
        first = self.message.text if self.message else ""
        if self.form is not None:
            first = self.form.text
        return "\n".join([first, *(message.text for message in self.followups)]).strip()

    @property
    def ephemeral(self) -> bool:
        """Whether the answer is for this person's eyes only."""
        return self.message is not None and self.message.ephemeral

    @property
    def is_deferred(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return self.message is not None and self.message.is_loading

    @property
    def form(self) -> Form | None:
        """The form that it opened."""
        modal = self.interaction.modal
        return None if modal is None else Form(self.interaction, modal)

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The suggestions, each with `name` and `value`."""
        return self.interaction.choices
