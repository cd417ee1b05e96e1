"""Input and output of extraction: turns, candidates for memories, and the result of each turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

USER = "user"
"""The subject of memories about a user without a name."""


@dataclass(frozen=True)
class Turn:
    """One message of a conversation.

    `id` is the message's, `others` are the names of the other participants. In a conversation of two persons both
    have names; an agent's user may have none.
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
        """The speaker as the subject of a memory."""
        return self.speaker or USER

    @property
    def to_assistant(self) -> bool:
        """Whether the turn is addressed to an agent, so that an imperative is an instruction."""
        return not self.others


@dataclass(frozen=True)
class Candidate:
    """A memory that extraction proposes; the fields are those of `oxgraph.remember`.

    `confidence` is the product of source (how assertive the statement is), grounding (how much of it the turn
    contains) and consistency (how well repeated answers agree), each 0 to 1. `known_as` is a name that the speaker is
    known by from then on; `taken_back` says that the statement ends what is stored and is nothing new itself, as its
    message says that it is wrong: both are no fields of a memory.
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
    known_as: str | None = None
    taken_back: bool = False

    def item(self, evidence: str) -> dict[str, Any]:
        """Returns the candidate as an item of remember_many; `evidence` is the id of its message."""
        values = {name: value for name, value in vars(self).items() if value not in (None, "", ()) and name not in _OWN}
        return values | {"evidence": [evidence]}


_OWN = ("known_as", "taken_back")
"""Fields of a candidate that a memory has not."""


@dataclass(frozen=True)
class Refusal:
    """A statement that became no candidate: why, and its text; a secret's text is left out."""

    reason: str
    content: str = ""


@dataclass(frozen=True)
class Extraction:
    """The result of one turn.

    `stage` and `reason` are where and why it ended without a candidate (both empty otherwise); `refused` counts the
    reasons why single clauses gave no candidate, `refusals` are the statements among them that were complete.
    """

    turn: Turn
    candidates: tuple[Candidate, ...] = ()
    stage: str = ""
    reason: str = ""
    refused: Mapping[str, int] = field(default_factory=dict)
    refusals: tuple[Refusal, ...] = ()
