"""A turn of a conversation (001): what every layer has to say before a model is asked, and what came of it kept."""

from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import ActionType, ConversationName, NodeIds, NodeType, OutcomeField, SessionId
from oxgraph.operations.operation import operation
from oxgraph.types import TurnPart, TurnRecord, limits
from oxgraph.types.fields import Id, Input, Many, Name, Time, Uuid
from oxgraph.types.ingest import STEPS, TEXT
from oxgraph.types.results import Result
from oxgraph.types.turn import MOST_SECONDS, Limited, PartName, SlotName

UserMessage = Annotated[str, Field(min_length=1, max_length=TEXT, description="What the user says.")]
TurnName = Annotated[str, Field(min_length=1, max_length=200, description="The turn; its exchange is kept once.")]
Agent = Annotated[Name, Field(description="Which agent; it stands with the actions.")]
Speaker = Annotated[Name, Field(description="The user, by name.")]


Limits = Annotated[
    dict[Limited, Annotated[float, Field(ge=0, le=MOST_SECONDS)]],
    Field(description="Seconds for parts by name; default 2 each, 10 for exchange (the writing at the end)."),
]


class TurnMessage(Result):
    """One message for a model."""

    role: str
    content: str


class TurnBegun(Result):
    """What memory brings to a turn.

    `messages` is what a chat completion takes; `prompt` is its system message alone. `supports` are the ids that each
    part rests on, `left_out` says what could not be had and why, `shown` are the patterns in it: hand them, the
    `turn_id` and `begun_at` back to finish.
    """

    turn_id: str
    begun_at: Time
    prompt: str
    messages: tuple[TurnMessage, ...]
    supports: dict[str, tuple[str, ...]]
    left_out: dict[str, str]
    shown: tuple[str, ...]
    parts: tuple[TurnPart, ...]


class TurnAction(Input):
    """Something that was done in the turn; no arguments, no texts of users."""

    action_type: Name
    outcome: OutcomeField
    targets: Many[Id] = ()
    target_node_type: Name | None = None
    error_code: Name | None = None
    latency_ms: Annotated[int | float, Field(ge=0, le=limits.LATENCY_MS, allow_inf_nan=False)] | None = None
    started_at: Time | None = None


@operation("turn.begin", "POST /conversations/{conversation_id}/turns", call="turn", effect="reads", tool=False)
async def begin(
    memory: AsyncMemory,
    *,
    conversation_id: ConversationName,
    user_message: UserMessage,
    targets: NodeIds = (),
    action_type: ActionType | None = None,
    target_node_type: NodeType | None = None,
    system: Annotated[str, Field(max_length=TEXT, description="What stands before all that memory says.")] = "",
    speaker: Speaker | None = None,
    slots: Annotated[tuple[SlotName, ...], Field(max_length=100, description="Slots of the working set.")] = (),
    without: Annotated[tuple[PartName, ...], Field(max_length=5, description="Parts that are not wanted.")] = (),
    budget: Annotated[int, Field(ge=0, le=1_000_000, description="Tokens of recalled memories.")] = 2_000,
    k: Annotated[int, Field(ge=1, le=1_000, description="Recalled memories at most.")] = 10,
    history: Annotated[int, Field(ge=1, le=10_000, description="Messages; default: the workspace's.")] | None = None,
    turn_id: TurnName | None = None,
    session_id: SessionId | None = None,
    limits: Limits | None = None,
) -> TurnBegun:
    """Ask every layer before a model is asked. A layer that fails or is late is left out, never the turn."""
    given = {name: value for name, value in locals().items() if name not in ("memory", "conversation_id")}
    turn = await memory.turn(conversation_id, **given).prepare()
    return TurnBegun(
        turn_id=turn.turn_id,
        begun_at=turn.begun_at,
        prompt=turn.prompt,
        messages=tuple(TurnMessage(**one) for one in turn.messages),
        supports=turn.supports,
        left_out=turn.left_out,
        shown=turn.injection.ids,
        parts=tuple(turn.parts.values()),
    )


@operation(
    "turn.finish",
    "POST /conversations/{conversation_id}/turns/{turn_id}/finish",
    call="turn",
    effect="writes",
    idempotent=True,
    tool=False,
)
async def finish(
    memory: AsyncMemory,
    *,
    conversation_id: ConversationName,
    turn_id: TurnName,
    user_message: UserMessage,
    reply: Annotated[
        str, Field(max_length=TEXT, description="The answer; without one the user's message is kept.")
    ] = "",
    metadata: Annotated[dict[str, Any], Field(description="Kept with the reply.")] | None = None,
    actions: Annotated[tuple[TurnAction, ...], Field(max_length=STEPS, description="What was done, in order.")] = (),
    shown: Annotated[tuple[Uuid, ...], Field(max_length=100, description="As the beginning gave them.")] = (),
    begun_at: Annotated[Time, Field(description="As the beginning gave it; default: now.")] | None = None,
    speaker: Speaker | None = None,
    session_id: SessionId | None = None,
    agent_id: Agent | None = None,
    learn: Annotated[bool, Field(description="Whether memories are extracted from it later.")] = True,
    limits: Limits | None = None,
) -> TurnRecord:
    """Keep the exchange and what was done. A repetition changes nothing."""
    own: dict[str, Any] = {"turn_id": turn_id, "session_id": session_id, "agent_id": agent_id}
    turn = memory.turn(conversation_id, user_message, speaker=speaker, learn=learn, limits=limits, **own)
    turn.begun(begun_at, shown)
    for action in actions:
        turn.action(**dict(action))
    turn.reply(reply, metadata=metadata)
    return await turn.finish()
