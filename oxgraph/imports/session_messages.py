"""What was said in imported sessions, stored as conversations where that was asked for."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from oxgraph.client._sync.episodic import Episodic
from oxgraph.file_formats.sessions import Said
from oxgraph.types import limits
from oxgraph.types.ingest import NewMessage

PREFIX = "session:"
STEP = timedelta(seconds=5)
BATCH = 500


@dataclass
class SessionMessages:
    """Gathers the messages of a file, and stores them; a message that is there already is not written again."""

    episodic: Episodic
    _said: list[Said] = field(default_factory=list)
    _written_at: datetime | None = None
    written: int = 0

    def add(self, said: Said, written_at: datetime) -> None:
        """Takes a message; `written_at` is when its file was written."""
        if said.text.strip():
            self._said.append(said)
            self._written_at = written_at
        if len(self._said) >= BATCH and said.said_at is not None:
            self.written += self._store()

    def flush(self) -> int:
        """Stores what is left of a file. Returns how many messages of the file are new."""
        written, self.written = self.written + self._store(), 0
        return written

    def _store(self) -> int:
        said, self._said = self._said, []
        by_session: dict[str, list[NewMessage]] = {}
        for place, one in enumerate(said):
            time = one.said_at or (self._written_at and self._written_at - (len(said) - place) * STEP)
            message = NewMessage(role=one.role, text=one.text[: limits.TEXT], said_at=time)
            by_session.setdefault(one.session_id, []).append(message)
        stored = [
            self.episodic.add_messages(messages, conversation_id=PREFIX + session).written
            for session, messages in by_session.items()
        ]
        return sum(stored)
