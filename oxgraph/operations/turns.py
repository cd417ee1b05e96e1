"""Operations on a conversation's turn: gather context before the model is called, store the exchange after it."""

from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import (
    ActionType,
    AgentId,
    ConversationId,
    ListItem,
    NodeIds,
    NodeType,
    SessionId,
    Speaker,
)
from oxgraph.operations.definition import operation
from oxgraph.types import TurnPart, TurnRecord, limits
from oxgraph.types.episodic import PromptTokens
from oxgraph.types.fields import Name, Time, Uuid
from oxgraph.types.ingest import STEPS, TEXT
from oxgraph.types.inputs import ActionFields
from oxgraph.types.recall import DEFAULT_BUDGET, Budget, ResultLimit
from oxgraph.types.results import Result
from oxgraph.types.turn import MOST_SECONDS, Limited, PartName

UserMessage = Annotated[str, Field(min_length=1, max_length=TEXT, description="What the user says.")]

TurnId = Annotated[Name, Field(description="The turn's id; its exchange is stored once.")]

Limits = Annotated[
    dict[Limited, Annotated[float, Field(ge=0, le=MOST_SECONDS)]],
    Field(description="Time limit in seconds by part; default 2 each, 10 for exchange (the write at the end)."),
]


class TurnMessage(Result):
    """One message for a model."""

    role: str
    content: str


class TurnBegun(Result):
    """The context that memory adds to a turn.

    `messages` is what a chat completion takes; `prompt` is its system message alone. `supports` has the ids of the
    sources of each part, `left_out` says which part is missing and why, `shown` has the ids of the injected patterns,
    `shown_ids` those of all that memory shows in the prompt: pass both, `turn_id` and `begun_at` to turn.finish.
    """

    turn_id: str
    begun_at: Time
    prompt: str
    messages: tuple[TurnMessage, ...]
    supports: dict[str, tuple[str, ...]]
    left_out: dict[str, str]
    shown: tuple[str, ...]
    shown_ids: tuple[str, ...]
    parts: tuple[TurnPart, ...]


class TurnAction(ActionFields):
    """An action of the turn; no arguments, no texts of users."""


@operation(
    "turn.begin",
    "POST /conversations/{conversation_id}/turns",
    call="turn",
    of_user=True,
    effect="reads",
    renamed={
        "targets": "node_ids",
        "target_node_type": "node_type",
        "k": "limit",
        "history": "max_messages",
        "history_tokens": "max_tokens",
    },
    example={
        "user_message": "Please merge the two Adas.",
        "node_ids": ["person-17"],
        "action_type": "ontology_mutation",
        "slots": ["planner_decision"],
    },
)
async def begin(
    memory: AsyncMemory,
    *,
    conversation_id: ConversationId,
    user_message: UserMessage,
    node_ids: NodeIds = (),
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    system: Annotated[
        str, Field(max_length=TEXT, description="Text that precedes the context in the system message.")
    ] = "",
    speaker: Speaker | None = None,
    slots: Annotated[
        tuple[Name, ...], Field(max_length=limits.TARGETS, description="Names of slots of the working set to include.")
    ] = (),
    without: Annotated[tuple[PartName, ...], Field(max_length=6, description="Parts to leave out.")] = (),
    budget: Annotated[Budget, Field(description="Maximum number of tokens of recalled memories.")] = DEFAULT_BUDGET,
    limit: Annotated[ResultLimit, Field(description="Maximum number of recalled memories; default: as many as fit.")]
    | None = None,
    max_messages: Annotated[
        int, Field(ge=1, le=10_000, description="Maximum number of messages; default: the setting.")
    ]
    | None = None,
    max_tokens: Annotated[
        PromptTokens,
        Field(description="Maximum number of tokens of the messages, the last that fits cut; default: the setting."),
    ]
    | None = None,
    turn_id: TurnId | None = None,
    session_id: SessionId | None = None,
    limits: Limits | None = None,
) -> TurnBegun:
    """Gather context from every layer before a model is called.

    A layer that fails or takes too long is left out; the turn goes on without it."""
    turn = await memory.turn(
        conversation_id,
        user_message,
        targets=node_ids,
        action_type=action_type,
        target_node_type=node_type,
        system=system,
        session_id=session_id,
        speaker=speaker,
        slots=slots,
        without=without,
        limits=limits,
        budget=budget,
        k=limit,
        history=max_messages,
        history_tokens=max_tokens,
        turn_id=turn_id,
    ).prepare()
    return TurnBegun(
        turn_id=turn.turn_id,
        begun_at=turn.begun_at,
        prompt=turn.prompt,
        messages=tuple(TurnMessage(**one) for one in turn.messages),
        supports=turn.supports,
        left_out=turn.left_out,
        shown=turn.injection.ids,
        shown_ids=turn.shown_ids,
        parts=tuple(turn.parts.values()),
    )


@operation(
    "turn.finish",
    "POST /conversations/{conversation_id}/turns/{turn_id}/finish",
    call="turn",
    of_user=True,
    effect="writes",
    idempotent=True,
    example={
        "user_message": "Please merge the two Adas.",
        "reply": "They are one now.",
        "actions": [{"action_type": "ontology_mutation", "outcome": "success", "targets": ["person-17"]}],
    },
)
async def finish(
    memory: AsyncMemory,
    *,
    conversation_id: ConversationId,
    turn_id: TurnId,
    user_message: UserMessage,
    reply: Annotated[
        str, Field(max_length=TEXT, description="The model's answer; without one only the user's message is stored.")
    ] = "",
    metadata: Annotated[dict[str, Any], Field(description="Stored with the reply.")] | None = None,
    actions: Annotated[
        tuple[Annotated[TurnAction, ListItem], ...],
        Field(max_length=STEPS, description="The actions of the turn, in order."),
    ] = (),
    shown: Annotated[
        tuple[Uuid, ...],
        Field(max_length=limits.TARGETS, description="The injected patterns, as turn.begin returned them."),
    ] = (),
    shown_ids: Annotated[
        tuple[Uuid, ...],
        Field(
            max_length=limits.SHOWN_IDS,
            description="What memory showed in the prompt, as turn.begin returned it; stored with the reply.",
        ),
    ] = (),
    begun_at: Annotated[Time, Field(description="As turn.begin returned it; default: now.")] | None = None,
    speaker: Speaker | None = None,
    session_id: SessionId | None = None,
    agent_id: AgentId | None = None,
    learn: Annotated[bool, Field(description="Whether memories are extracted from it later.")] = True,
    limits: Limits | None = None,
) -> TurnRecord:
    """Store the exchange and the actions of a turn. A repetition changes nothing."""
    own: dict[str, Any] = {"turn_id": turn_id, "session_id": session_id, "agent_id": agent_id}
    turn = memory.turn(conversation_id, user_message, speaker=speaker, learn=learn, limits=limits, **own)
    turn.begun(begun_at, shown, shown_ids)
    for action in actions:
        turn.action(**dict(action))
    turn.reply(reply, metadata=metadata)
    return await turn.finish()
