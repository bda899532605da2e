"""The routes that answer interactions. The token in the path is all the permission they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import wire
from bot.practice.errors import DiscordError

if TYPE_CHECKING:
    from bot.practice.interactions import Interaction, Interactions
    from bot.practice.rest import Call, Reply, Route


class InteractionRoutes:
    """First answers and what follows them."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    def routes(self) -> list[Route]:
        """Method, path, and what answers it: JSON, or None for an empty 204."""
        webhook = "/webhooks/{application}/{token}"
        one_message = f"{webhook}/messages/{{message}}"
        return [
            ("POST", "/interactions/{interaction}/{token}/callback", self._answer),
            ("POST", webhook, self._follow_up),
            ("GET", one_message, self._get),
            ("PATCH", one_message, self._edit),
            ("DELETE", one_message, self._delete),
        ]

    def _answer(self, call: Call) -> Reply:
        path = call.path
        interaction = self._interactions.pending(path["interaction"], path["token"])
        try:
            interaction.first_answer(call.body.object, call.body.files)
        except DiscordError as refusal:
            interaction.errors.append(str(refusal))
            raise
        if call.query.get("with_response", "").lower() in {"1", "true"}:
            return interaction.callback_response()
        return None

    def _webhook(self, call: Call) -> Interaction:
        return self._interactions.webhook(call.path["application"], call.path["token"])

    def _follow_up(self, call: Call) -> Reply:
        interaction = self._webhook(call)
        message = interaction.follow_up(call.body.object, call.body.files)
        return wire.message_json(message)

    def _get(self, call: Call) -> Reply:
        return wire.message_json(self._webhook(call).find(call.path["message"]))

    def _edit(self, call: Call) -> Reply:
        interaction, body = self._webhook(call), call.body
        message = interaction.edit(call.path["message"], body.object, body.files)
        return wire.message_json(message)

    def _delete(self, call: Call) -> Reply:
        self._webhook(call).delete(call.path["message"])
        return None
