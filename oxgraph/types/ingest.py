"""Raw turns handed over, and their outcome."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field

from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Name, OneOrMany, Outcome, RefusedInside, ShownIds, Time, json_text
from oxgraph.types.results import Result

MessageRole = Literal["user", "assistant", "system", "tool"]

TEXT = 1_000_000
"""Characters of one message."""

METADATA = 32_000
"""Characters of a message's metadata, as JSON."""

STEPS = 200
"""Steps of one message."""


class Step(Input):
    """One step of what an agent did for a message: what, on which kind of node, and how it ended; no arguments.

    Raises InvalidInput.
    """

    action_type: Name
    target_node_type: Name | None = None
    outcome: Outcome | None = None
    error_code: Name | None = None
    latency_ms: Annotated[int | float, Field(ge=0, le=limits.LATENCY_MS, allow_inf_nan=False)] | None = None
    started_at: Time | None = None


def _metadata(value: dict[str, Any]) -> dict[str, Any]:
    """The same with its steps checked; what it may hold beyond them is any JSON."""
    if "steps" in value:
        value = value | {"steps": _steps(value["steps"])}
    json_text(value, METADATA)
    return value


def _steps(given: Any) -> list[dict[str, Any]]:
    if not isinstance(given, list | tuple) or len(given) > STEPS:
        raise RefusedInside("steps", f"must be a list of at most {STEPS}")
    return [_step(place, step) for place, step in enumerate(given)]


def _step(place: int, given: Any) -> dict[str, Any]:
    if not isinstance(given, Step | dict) or (
        isinstance(given, dict) and not all(isinstance(key, str) for key in given)
    ):
        raise RefusedInside(f"steps[{place}]", "must be a Step or a dictionary of its fields")
    try:
        step = given if isinstance(given, Step) else Step(**given)
    except InvalidInput as error:
        raise RefusedInside(f"steps[{place}].{error.values['field']}", error.values["reason"]) from None
    return step.model_dump(mode="json", exclude_none=True)


class NewMessage(Input):
    """One thing that was said. Raises InvalidInput.

    `speaker` is who said it, by name; where two named users speak, each is taken in as the subject of their own
    statements. `said_at` is a time with a zone (default: that of the message before it in the call, else of the first
    one behind it that has one, else the time of the call), `conversation_id` the conversation it belongs to (default:
    the call's). `id` is your own name of the message: the same id again in its conversation is the same message;
    without it, the same content is. `metadata` is any JSON object of up to 32,000 characters; `steps` in it is a list
    of up to 200 `Step`s. It is kept, not searched. `shown_ids` of an answer are the ids of what memory showed in the
    prompt before it, up to 500; a turn sets them by itself.
    """

    text: Annotated[str, Field(min_length=1, max_length=TEXT)]
    role: MessageRole = "user"
    speaker: Name | None = None
    said_at: Time | None = None
    conversation_id: Id | None = None
    id: Id | None = None
    metadata: Annotated[dict[str, Any], AfterValidator(_metadata)] | None = None
    shown_ids: ShownIds = ()


class Roles(Input):
    """The roles whose messages are extracted. Raises InvalidInput."""

    roles: OneOrMany[Name] = ()


class MessageDefaults(Input):
    """The conversation and the user's name of messages that do not name them. Raises InvalidInput."""

    conversation_id: Id | None = None
    speaker: Name | None = None


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
    """A memory that a message gave: its outcome (created, merged, unchanged, rejected, undecided) and why."""

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


class RefusedMemory(Result):
    """A statement that became no memory: of which message, at which stage (extract, entities) and why.

    `content` is its text, which stands in this report alone and is stored nowhere; a secret's is left out.
    """

    message_id: str
    stage: str
    reason: str
    content: str = ""


class IngestReport(Result):
    """The result of the turns of one call.

    `messages` were handed over, `written` of them new, `known` taken up before (nothing is done with those twice);
    `waiting` could not be extracted now and are taken up again later. `stages` has one entry for each stage of the
    way, `refused` one for each statement that became no memory. `reason` is memory_disabled where nothing was written
    because memory is off.
    """

    messages: int
    written: int
    known: int
    waiting: int
    failed: int
    conversations: tuple[str, ...]
    stages: tuple[StageCount, ...]
    memories: tuple[IngestedMemory, ...]
    refused: tuple[RefusedMemory, ...] = ()
    reason: str = ""

    @property
    def refused_by_reason(self) -> Mapping[str, int]:
        """How many statements were refused, by reason, the most frequent first."""
        return dict(Counter(one.reason for one in self.refused).most_common())

    def stage(self, name: str) -> StageCount:
        """A stage by its name. Raises KeyError."""
        return {stage.stage: stage for stage in self.stages}[name]


MessageInput: TypeAlias = str | NewMessage | dict[str, Any]
"""A message as callers give it: a text of the user, a `NewMessage`, or its fields."""

MessagesInput: TypeAlias = MessageInput | Iterable[MessageInput]
"""One message or several."""
