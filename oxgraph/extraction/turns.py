"""What goes into extraction and what comes out of it: turns, candidates, and the outcome of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

USER = "user"
"""The subject of what a user without a name says of themselves."""


@dataclass(frozen=True)
class Turn:
    """One thing that was said.

    `id` is the message's, `others` the names of those who take part besides the speaker. In a two-person
    conversation both speakers have names; an agent's user may have none.
    """

    id: str
    text: str
    said_at: datetime
    role: str = "user"
    speaker: str | None = None
    conversation_id: str = ""
    others: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """Who speaks, as the subject of a memory."""
        return self.speaker or USER

    @property
    def to_assistant(self) -> bool:
        """Whether an agent is spoken to, so that an imperative is an instruction."""
        return not self.others


@dataclass(frozen=True)
class Candidate:
    """A memory as extraction proposes it; the fields are those of `oxgraph.remember`.

    `confidence` is the product of source (how assertively it was said), grounding (how much of it stands in the
    turn) and consistency (how alike repeated answers are), each 0 to 1.
    """

    type: str
    content: str
    subject: str
    predicate: str
    confidence: float
    stated_at: datetime
    object: str | None = None
    subject_type: str | None = None
    object_type: str | None = None
    topic_key: str | None = None
    keywords: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    source: str = "rules"

    def item(self, evidence: str) -> dict[str, Any]:
        """The candidate as an item of remember_many, with the message it rests on."""
        values = {name: value for name, value in vars(self).items() if value not in (None, "", ())}
        return values | {"evidence": [evidence]}


@dataclass(frozen=True)
class Extraction:
    """The result of one turn.

    `stage` and `reason` say where and why it ended without a candidate (both empty otherwise); `refused` counts
    the reasons for which single statements of it were not taken.
    """

    turn: Turn
    candidates: tuple[Candidate, ...] = ()
    stage: str = ""
    reason: str = ""
    refused: Mapping[str, int] = field(default_factory=dict)
