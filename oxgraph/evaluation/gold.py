"""Data classes of a gold set: turns, questions, units."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from oxgraph.types.ingest import MessageRole, NewMessage


@dataclass(frozen=True)
class Turn:
    """One message of a conversation.

    `unit` is the conversation, or the user, whose memory it belongs to: each has a workspace of its own. `id` names
    the turn and begins with the unit, as `session` does. `said_at` has a zone, or is None.
    """

    id: str
    unit: str
    session: str
    text: str
    role: str = "user"
    speaker: str | None = None
    said_at: datetime | None = None

    @property
    def message(self) -> NewMessage:
        """The turn as a message; its session is the conversation. Raises InvalidInput."""
        return NewMessage(
            text=self.text,
            role=cast("MessageRole", self.role),
            speaker=self.speaker,
            said_at=self.said_at,
            conversation_id=self.session,
        )


@dataclass(frozen=True)
class Question:
    """One question with its evidence.

    `evidence` are ids of turns, `sessions` those of their sessions; an empty one is not scored at that grain.
    `answerable` is False where the right behaviour is to find nothing; None if that is unknown, or an audit
    found the question wrong: it is asked, and counts nowhere. `asked_at` has a zone, or is None.
    """

    id: str
    unit: str
    text: str
    evidence: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    category: str = ""
    answerable: bool | None = True
    asked_at: datetime | None = None

    @property
    def scored(self) -> bool:
        """Whether the question counts in the scores."""
        return bool(self.answerable and (self.evidence or self.sessions))


@dataclass(frozen=True)
class Unit:
    """One conversation or user: turns in order, and questions about them."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    @property
    def end(self) -> datetime | None:
        """The time of the last turn, which is the default time of questions."""
        return max((turn.said_at for turn in self.turns if turn.said_at), default=None)


@dataclass(frozen=True)
class Gold:
    """A gold set, by conversation or user."""

    units: tuple[Unit, ...]

    @property
    def turns(self) -> int:
        """The number of turns."""
        return sum(len(unit.turns) for unit in self.units)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, by unit."""
        return tuple(question for unit in self.units for question in unit.questions)

    @property
    def digest(self) -> str:
        """The name of the set; runs with equal names have the same questions."""
        return digest(self.questions)

    @property
    def unknown_evidence(self) -> int:
        """The number of pieces of evidence that are no turn of the set and cannot be found."""
        known = {turn.id for unit in self.units for turn in unit.turns}
        return sum(turn not in known for question in self.questions for turn in question.evidence)

    def workspaces(self, name: str) -> list[str]:
        """The workspace of each unit: `name`, or `name:unit` if there are several."""
        return [name] if len(self.units) == 1 else [f"{name}:{unit.name}" for unit in self.units]


def digest(questions: Iterable[Question]) -> str:
    """A digest of 16 hexadecimal digits of the questions and their evidence."""
    rows = sorted([q.id, q.text, sorted(q.evidence), sorted(q.sessions), q.answerable] for q in questions)
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]
