"""What a gold set is made of."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from oxgraph.types.ingest import MessageRole, NewMessage


@dataclass(frozen=True)
class Turn:
    """One thing that was said.

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
    """One question and what answers it.

    `evidence` are ids of turns, `sessions` those of their sessions; an empty one is not scored at that grain.
    `answerable` is False where the right behaviour is to find nothing; None where nothing is known of it, or an audit
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
    """One conversation or user: what was said, in order, and what is asked about it."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    @property
    def end(self) -> datetime | None:
        """When the last turn was said: the moment at which questions without one of their own are asked."""
        return max((turn.said_at for turn in self.turns if turn.said_at), default=None)


@dataclass(frozen=True)
class Gold:
    """A gold set, by conversation or user."""

    units: tuple[Unit, ...]

    @property
    def turns(self) -> int:
        """How many turns it has."""
        return sum(len(unit.turns) for unit in self.units)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, unit by unit."""
        return tuple(question for unit in self.units for question in unit.questions)

    @property
    def digest(self) -> str:
        """The set's name: two runs with the same are of the same questions."""
        return digest(self.questions)

    @property
    def unknown_evidence(self) -> int:
        """How many pieces of evidence are no turn of the set, so that nothing can find them."""
        known = {turn.id for unit in self.units for turn in unit.turns}
        return sum(turn not in known for question in self.questions for turn in question.evidence)

    def workspaces(self, name: str) -> list[str]:
        """The workspace of each unit: `name`, or where there are several `name:unit`."""
        return [name] if len(self.units) == 1 else [f"{name}:{unit.name}" for unit in self.units]


def digest(questions: Iterable[Question]) -> str:
    """16 hexadecimal digits that change with the questions, their evidence and what counts."""
    rows = sorted([q.id, q.text, sorted(q.evidence), sorted(q.sessions), q.answerable] for q in questions)
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]
