"""What agents did and what it taught, as lists."""

from typing import Annotated, Any, Literal

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import ActionType, Cursor, NodeType, OutcomeField, SessionId, Since, Until
from oxgraph.operations.operation import Page, operation
from oxgraph.types import PatternKind, PatternRow, SequenceRow, TimelineRow
from oxgraph.types.fields import Name

Limit = Annotated[int, Field(ge=1, le=1_000, description="At most so many.")]
Agent = Annotated[Name, Field(description="Which agent.")]
Sort = Annotated[Literal["confidence", "sample_count", "last_seen"], Field(description="Downwards by this.")]


@operation("telemetry.timeline", "GET /timeline", call="timeline_page", effect="reads", tool=False)
async def timeline(
    memory: AsyncMemory,
    *,
    agent_id: Agent | None = None,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    since: Since | None = None,
    until: Until | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[TimelineRow]:
    """List actions and sequences, the newest first."""
    given: dict[str, Any] = {name: value for name, value in locals().items() if name != "memory"}
    return await memory.telemetry.timeline_page(**given)


@operation("telemetry.sequences", "GET /sequences", call="sequences_page", effect="reads", tool=False)
async def sequences(
    memory: AsyncMemory,
    *,
    session_id: SessionId | None = None,
    agent_id: Agent | None = None,
    outcome: OutcomeField | None = None,
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    since: Since | None = None,
    until: Until | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[SequenceRow]:
    """List the runs of agents, the newest first."""
    given: dict[str, Any] = {name: value for name, value in locals().items() if name != "memory"}
    return await memory.telemetry.sequences_page(**given)


@operation("telemetry.patterns", "GET /patterns", call="patterns_page", effect="reads", tool=False)
async def patterns(
    memory: AsyncMemory,
    *,
    all: Annotated[bool, Field(description="Also what is no pattern yet, or no more.")] = False,
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    error_code: Annotated[Name, Field(description="How it fails; None stands for success.")] | None = None,
    outcome: OutcomeField | None = None,
    kind: Annotated[PatternKind, Field(description="Plain ones, or those that know the situation.")] | None = None,
    sort: Sort = "confidence",
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[PatternRow]:
    """List patterns with their numbers, the suppressed too."""
    given: dict[str, Any] = {name: value for name, value in locals().items() if name != "memory"}
    return await memory.telemetry.patterns_page(**given)
