"""What was said in imported sessions, stored as conversations where that was asked for."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from oxgraph.client._sync.episodic import Episodic
from oxgraph.file_formats.sessions import SessionMessage
from oxgraph.types.ingest import TEXT, NewMessage

PREFIX = "session:"
STEP = timedelta(seconds=5)
BATCH = 500


@dataclass
class SessionMessages:
    """Gathers the messages of a file, and stores them; a message that is there already is not written again."""

    episodic: Episodic
    _messages: list[SessionMessage] = field(default_factory=list)
    _written_at: datetime | None = None
    written: int = 0

    def add(self, message: SessionMessage, written_at: datetime) -> None:
        """Takes a message; `written_at` is when its file was written."""
        if message.text.strip():
            self._messages.append(message)
            self._written_at = written_at
        if len(self._messages) >= BATCH and message.said_at is not None:
            self.written += self._store()

    def flush(self) -> int:
        """Stores what is left of a file. Returns how many messages of the file are new."""
        written, self.written = self.written + self._store(), 0
        return written

    def _store(self) -> int:
        messages, self._messages = self._messages, []
        by_session: dict[str, list[NewMessage]] = {}
        for place, one in enumerate(messages):
            time = one.said_at or (self._written_at and self._written_at - (len(messages) - place) * STEP)
            message = NewMessage(role="user" if one.role == "user" else "assistant", text=one.text[:TEXT], said_at=time)
            by_session.setdefault(one.session_id, []).append(message)
        stored = [
            self.episodic.add_messages(batch, conversation_id=PREFIX + session).written
            for session, batch in by_session.items()
        ]
        return sum(stored)
