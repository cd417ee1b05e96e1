"""Raw turns handed over, and what became of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from oxgraph.types.fields import Id, Input, Name, Time
from oxgraph.types.results import Result

MessageRole = Literal["user", "assistant", "system", "tool"]

TEXT = 1_000_000
"""Characters of one message."""


class NewMessage(Input):
    """One thing that was said. Raises InvalidInput.

    `speaker` is who said it, by name; where two named users speak, each is taken in as the subject of their own
    statements. `said_at` is a time with a zone (default: the time of the call), `conversation_id` the conversation
    it belongs to (default: the call's).
    """

    text: Annotated[str, Field(min_length=1, max_length=TEXT)]
    role: MessageRole = "user"
    speaker: Name | None = None
    said_at: Time | None = None
    conversation_id: Id | None = None


class StageCount(Result):
    """One stage of the way of a turn: how many entered, how many went on, and why the others did not.

    The first two stages count turns, the others the memories proposed. `note` holds further counts of the stage,
    such as single statements that extraction refused although the turn gave others.
    """

    stage: str
    taken: int
    passed: int
    rejected: Mapping[str, int]
    note: Mapping[str, int] = Field(default_factory=dict)


class IngestedMemory(Result):
    """A memory that a message gave: what became of it (created, merged, unchanged, rejected, undecided) and why."""

    message_id: str
    memory_id: str | None
    outcome: str
    reason: str = ""
    type: str
    subject: str
    predicate: str
    content: str
    valid_from: datetime | None = None
    superseded: tuple[str, ...] = ()
    superseded_by: str | None = None
    contradicts: tuple[str, ...] = ()


class IngestReport(Result):
    """What became of the turns of one call.

    `messages` were handed over, `written` of them new, `known` taken up before (nothing is done with those twice);
    `waiting` could not be extracted now and are taken up again later. `stages` has one entry for each stage of the
    way. `reason` is memory_disabled where nothing was written because memory is off.
    """

    messages: int
    written: int
    known: int
    waiting: int
    failed: int
    conversations: tuple[str, ...]
    stages: tuple[StageCount, ...]
    memories: tuple[IngestedMemory, ...]
    reason: str = ""

    def stage(self, name: str) -> StageCount:
        """A stage by its name. Raises KeyError."""
        return {stage.stage: stage for stage in self.stages}[name]
