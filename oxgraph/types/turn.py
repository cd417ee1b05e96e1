"""The request of a turn, and its parts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from oxgraph.types import limits
from oxgraph.types.episodic import Message, PromptTokens
from oxgraph.types.fields import Id, Input, Many, Name, OneOrMany, ShownIds, Time, Uuid
from oxgraph.types.ingest import TEXT
from oxgraph.types.recall import DEFAULT_BUDGET, Budget, ResultLimit
from oxgraph.types.results import Injection, Result
from oxgraph.types.semantic_inputs import WorldTime, unblank

PartName = Literal["history", "instructions", "episodes", "entities", "memories", "patterns", "slots"]
ReadPart = Literal["history", "instructions", "episodes", "patterns", "recall", "slots"]
"""What one statement reads for a turn: recall brings entities and memories."""

Limited = Literal[
    "history", "instructions", "episodes", "entities", "memories", "patterns", "slots", "embedding", "exchange"
]
Reason = Literal["", "empty", "timeout", "failed", "disabled", "left_out"]

SECONDS = 2.0
"""How long each part, and the embedding, may take: a server that has just begun needs the better part of a second for a
statement that it has not met yet."""

WRITING_SECONDS = 10.0
"""How long the exchange, with its actions, may take to be written."""

ENTITY_BUDGET = 500
"""The tokens of the part of the entities."""

INSTRUCTIONS = 10
"""The most instructions that a turn shows, the latest ones."""

INSTRUCTION_CHARACTERS = 2_000
"""How long they may be together; what does not fit is left out."""

MOST_SECONDS = 600.0

ABOUT_AN_ACTION = ("targets", "action_type", "target_node_type")
"""The fields that say what the agent is about to do, or with what."""

HISTORY = 10_000
"""The longest history, in messages."""

Seconds = Annotated[float, Field(ge=0, le=MOST_SECONDS, allow_inf_nan=False)]


class TurnRequest(Input):
    """What a turn is about and how much it may bring. Raises InvalidInput; the fields are those of `memory.turn`."""

    conversation_id: Id
    user_message: Annotated[str, Field(min_length=1, max_length=TEXT), AfterValidator(unblank)]
    targets: Many[Id] = ()
    action_type: Name | None = None
    target_node_type: Name | None = None
    system: Annotated[str, Field(max_length=TEXT)] = ""
    session_id: Id | None = None
    agent_id: Name | None = None
    speaker: Name | None = None
    slots: Many[Name] = ()
    without: Many[PartName] = ()
    limits: Mapping[Limited, Seconds] = Field(default_factory=dict)
    budget: Budget = DEFAULT_BUDGET
    k: ResultLimit | None = None
    history: int | None = Field(default=None, ge=1, le=HISTORY)
    history_tokens: PromptTokens | None = None
    turn_id: Name | None = None
    learn: bool = True
    wait: bool = True
    now: WorldTime | None = None

    def seconds(self, name: Limited) -> float:
        """How long a part may take."""
        return self.limits.get(name, WRITING_SECONDS if name == "exchange" else SECONDS)

    @property
    def preparing_seconds(self) -> float:
        """How long its parts may take together: the former turn's exchange, the embedding, then all at once."""
        parts: tuple[PartName, ...] = get_args(PartName)
        return self.seconds("history") + self.seconds("embedding") + max(map(self.seconds, parts))

    @property
    def is_about_an_action(self) -> bool:
        """Whether it says what the agent is about to do, or with what."""
        return any(getattr(self, name) for name in ABOUT_AN_ACTION)

    @property
    def session(self) -> str:
        """The session that the turn's actions belong to."""
        return self.session_id or self.conversation_id


class TurnPart(Result):
    """One part of a turn: its text in the prompt, the ids that support it, and why it has none.

    `reason` is '' where the part is there, else empty (there is nothing), timeout, failed, disabled (memory or
    injection is off) or left_out (the caller did not want it); `detail` says more. `elapsed_ms` is its own time.
    """

    name: PartName
    text: str = ""
    ids: tuple[str, ...] = ()
    reason: Reason = ""
    detail: str = ""
    elapsed_ms: float = 0.0


class TurnEnd(Input):
    """When a turn that is finished elsewhere was begun, which patterns it showed, and all that its prompt showed.

    Raises InvalidInput.
    """

    begun_at: Time | None = None
    shown: Many[Uuid] = ()
    shown_ids: ShownIds = ()


class PreparedTurn(Result):
    """What memory brings to a turn before the model is called, as a server sends it."""

    begun_at: datetime
    history: tuple[Message, ...]
    parts: dict[PartName, TurnPart]
    injection: Injection


class TurnRecord(Result):
    """What a turn stored: the ids of its messages, the number of actions; `failed` names what could not be stored.

    `unconfirmed` names what was not confirmed in its time: it may have been stored, or may be soon.
    """

    message_ids: tuple[str, ...] = ()
    actions: int = 0
    failed: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    reason: str = ""


SlotSeconds = Annotated[int, Field(ge=1, le=limits.SLOT_SECONDS)]


class Slot(Input):
    """A slot that is set; `ttl` in seconds, None for the workspace's."""

    conversation_id: Id
    slot: Name
    ttl: SlotSeconds | None = None


class Slots(Input):
    """Slots of a conversation, by name; None for all."""

    conversation_id: Id
    slots: OneOrMany[Name] | None = None


class SlotFilter(Input):
    """Which slots: those of a conversation, or all. Raises InvalidInput."""

    conversation_id: Id | None = None


class SlotRow(Result):
    """A slot in a list; `text` is the beginning of its value, as JSON, and `length` the characters of all of it.

    It expires at `expires_at`, unless it is read or set before: then `ttl_seconds` later.
    """

    id: str
    conversation_id: str
    user_id: str | None
    slot: str
    text: str
    length: int
    ttl_seconds: int
    created_at: datetime
    expires_at: datetime
