"""What is kept of what was said in a turn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from oxgraph.client.ingestion import Spoken, spoken
from oxgraph.client.recollection import Asked
from oxgraph.types.ingest import NewMessage
from oxgraph.types.turn import TurnRequest


@dataclass
class Exchange:
    """The user's message and the reply; their ids come from the turn's, so that they are written once."""

    asked: TurnRequest
    workspace_id: str
    turn_id: str
    said_at: datetime
    replied: NewMessage | None = None

    def reply(self, text: str, metadata: dict[str, Any] | None, now: datetime) -> None:
        """Sets the answer; an empty one is none. Raises InvalidInput."""
        given: dict[str, Any] = {"id": self._id("assistant"), "text": text, "role": "assistant", "said_at": now}
        self.replied = NewMessage(**given, metadata=metadata) if text != "" else None

    def _id(self, role: str) -> str:
        return f"turn:{self.turn_id}:{role}"

    def _user(self) -> NewMessage:
        speaker, text = self.asked.speaker, self.asked.user_message
        return NewMessage(id=self._id("user"), text=text, speaker=speaker, said_at=self.said_at)

    def ids(self) -> tuple[str, ...]:
        """The ids that the messages of this turn have, be they there already or not."""
        return tuple(one.id for one in self._spoken([self._user(), self._blank()], self.said_at))

    def _blank(self) -> NewMessage:
        return NewMessage(id=self._id("assistant"), text=" ", role="assistant", said_at=self.said_at)

    def spoken(self, steps: Callable[[], list[dict[str, Any]]], now: datetime) -> list[Spoken]:
        """The messages as they are written, the reply with the steps that led to it unless it brought its own."""
        if self.replied is None:
            return self._spoken([self._user()], now)
        taken = steps()
        metadata = ({"steps": taken} if taken else {}) | (self.replied.metadata or {})
        return self._spoken([self._user(), self.replied.model_copy(update={"metadata": metadata})], now)

    def _spoken(self, given: list[NewMessage], now: datetime) -> list[Spoken]:
        return spoken(self.workspace_id, given, self.asked.conversation_id, None, now)


def with_vector(said: list[Spoken], query: Asked | None) -> list[Spoken]:
    """The messages; the first, which is the user's, with the vector that recall made where it is of the same words."""
    if query is None or query.vector is None or query.embedded != said[0].embedded_text:
        return said
    return [replace(said[0], embedding=query.vector), *said[1:]]
