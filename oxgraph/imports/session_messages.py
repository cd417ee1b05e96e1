"""What was said in imported sessions, stored as conversations where that was asked for."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from oxgraph.client._sync.episodic import Episodic
from oxgraph.errors import InvalidInput
from oxgraph.file_formats.sessions import SessionMessage
from oxgraph.types.fields import not_ahead
from oxgraph.types.ingest import TEXT, MessageDefaults, NewMessage

PREFIX = "session:"
STEP = timedelta(seconds=5)
BATCH = 500


@dataclass
class SessionMessages:
    """Gathers the messages of a file, and stores them; a message that is there already is not written again.

    `refused` counts the messages of the file that do not fit, by their session and the reason.
    """

    episodic: Episodic
    now: datetime
    _messages: list[SessionMessage] = field(default_factory=list)
    _written_at: datetime | None = None
    written: int = 0
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, message: SessionMessage, written_at: datetime) -> None:
        """Takes a message; `written_at` is when its file was written."""
        last = self._messages[-1] if len(self._messages) >= BATCH else None
        if last is not None and last.said_at is not None and last.session_id != message.session_id:
            self.written += self._store()  # between sessions only: equal messages get ids from their order in a call
        if message.text.strip():
            self._messages.append(message)
            self._written_at = written_at

    def flush(self) -> int:
        """Stores what is left of a file. Returns how many messages of the file are new."""
        written, self.written = self.written + self._store(), 0
        return written

    def take_refused(self) -> list[tuple[str, str, int]]:
        """The messages of the file that did not fit: session, reason and number; they are forgotten here."""
        refused, self.refused = self.refused, Counter()
        return [(session, reason, number) for (session, reason), number in refused.items()]

    def _store(self) -> int:
        messages, self._messages = self._messages, []
        by_session: dict[str, list[NewMessage]] = {}
        for place, one in enumerate(messages):
            time = one.said_at or (self._written_at and self._written_at - (len(messages) - place) * STEP)
            try:
                not_ahead("said_at", time, self.now)
                MessageDefaults(conversation_id=PREFIX + one.session_id)
                message = NewMessage(
                    role="user" if one.role == "user" else "assistant", text=one.text[:TEXT], said_at=time
                )
            except InvalidInput as error:
                self.refused[one.session_id, str(error)] += 1
                continue
            by_session.setdefault(one.session_id, []).append(message)
        return sum(self._written(session, batch) for session, batch in by_session.items())

    def _written(self, session: str, batch: list[NewMessage]) -> int:
        """How many of a session's messages are new.

        They are stored together: equal ones are told apart by their place among the others.
        """
        try:
            return self.episodic.add_messages(batch, conversation_id=PREFIX + session).written
        except InvalidInput as error:
            self.refused[session, str(error)] += len(batch)
            return 0
