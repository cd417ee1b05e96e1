"""Operations on actions and sessions: capture one action or a batch, begin, end and import sessions, list and count."""

from typing import Annotated, Literal

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import (
    ActionType,
    AgentId,
    Cursor,
    Limit,
    ListItem,
    NodeType,
    OutcomeField,
    SessionId,
    Since,
    Until,
)
from oxgraph.operations.definition import Done, Page, operation
from oxgraph.types import Action, ActionRow, BatchResult, CaptureResult, SessionEnded, SessionImport, limits
from oxgraph.types.fields import Id, Name, Text, TimeOfDay, TimeZone
from oxgraph.types.inputs import SessionStart
from oxgraph.types.overview import ActionCounts, Overview
from oxgraph.types.results import Result

Actions = Annotated[tuple[Annotated[Action, ListItem], ...], Field(min_length=1, max_length=limits.BATCH)]

Sessions = Annotated[tuple[Annotated[SessionImport, ListItem], ...], Field(min_length=1, max_length=limits.BATCH)]

ErrorCode = Annotated[Name, Field(description="The failure's code.", examples=["NodeNotFoundError"])]
TargetId = Annotated[Id, Field(description="A node that it was about, by the id that your systems use.")]
Words = Annotated[
    str,
    Field(
        min_length=1,
        max_length=limits.NAME,
        description="A part of a tool's, error's, agent's, node type's or session's name, or of a target's id.",
    ),
]
MinLatency = Annotated[
    float, Field(ge=0, le=limits.LATENCY_MS, description="Only actions that took at least so many milliseconds.")
]
TimeFrom = Annotated[TimeOfDay, Field(description="Only from this time of the day on, such as 22:00.")]
TimeTo = Annotated[TimeOfDay, Field(description="Only before this time of the day, such as 06:00.")]
Zone = Annotated[TimeZone, Field(description="The time zone of these times, such as Europe/Lisbon.")]


class Session(Result):
    """A session, by the id that its actions carry."""

    session_id: str


@operation(
    "telemetry.capture",
    "POST /actions",
    call="capture",
    effect="writes",
    takes=Action,
    example={
        "action_type": "ontology_mutation",
        "session_id": "run-42",
        "outcome": "failure",
        "error_code": "NodeNotFoundError",
        "agent_id": "research",
        "target_node_type": "person",
        "targets": ["person-17"],
        "latency_ms": 84.5,
    },
)
async def capture(memory: AsyncMemory, action: Action) -> CaptureResult:
    """Capture one action of an agent; it is durable when the response arrives.

    There is no field for arguments, bodies or texts of users. The same `id` again changes nothing.
    """
    given = {name: getattr(action, name) for name in Action.model_fields}
    return await memory.telemetry.capture(**given)


@operation(
    "telemetry.capture_many",
    "POST /actions/batch",
    call="capture_many",
    effect="writes",
    example={
        "actions": [
            {"action_type": "graph_query", "session_id": "run-42", "outcome": "success", "seq": 1},
            {
                "action_type": "ontology_mutation",
                "session_id": "run-42",
                "outcome": "failure",
                "error_code": "NodeNotFoundError",
                "seq": 2,
            },
        ]
    },
)
async def capture_many(memory: AsyncMemory, actions: Actions) -> BatchResult:
    """Capture up to 10,000 actions in one transaction."""
    return await memory.telemetry.capture_many(actions)


@operation("telemetry.action", "GET /actions/{action_id}", call="action", effect="reads")
async def action(
    memory: AsyncMemory,
    action_id: Annotated[Id, Field(description="The action's id: your own, or that of the answer to its capture.")],
) -> ActionRow:
    """Read one action, with its run and the patterns that were shown before it."""
    return await memory.telemetry.action(action_id)


@operation("telemetry.actions", "GET /actions", call="actions_page", effect="reads")
async def actions(
    memory: AsyncMemory,
    *,
    agent_id: AgentId | None = None,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    error_code: ErrorCode | None = None,
    node_type: NodeType | None = None,
    node_id: TargetId | None = None,
    session_id: SessionId | None = None,
    query: Words | None = None,
    min_latency_ms: MinLatency | None = None,
    time_from: TimeFrom | None = None,
    time_to: TimeTo | None = None,
    time_zone: Zone = "UTC",
    since: Since | None = None,
    until: Until | None = None,
    sort: Annotated[Literal["newest", "slowest"], Field(description="What comes first.")] = "newest",
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[ActionRow]:
    """List the actions that fit all filters, the newest or the slowest first."""
    return await memory.telemetry.actions_page(
        agent_id=agent_id,
        action_type=action_type,
        outcome=outcome,
        error_code=error_code,
        node_type=node_type,
        node_id=node_id,
        session_id=session_id,
        query=query,
        min_latency_ms=min_latency_ms,
        time_from=time_from,
        time_to=time_to,
        time_zone=time_zone,
        since=since,
        until=until,
        sort=sort,
        limit=limit,
        cursor=cursor,
    )


@operation("telemetry.action_counts", "GET /actions/counts", call="action_counts", effect="reads")
async def action_counts(
    memory: AsyncMemory,
    *,
    agent_id: AgentId | None = None,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    error_code: ErrorCode | None = None,
    node_type: NodeType | None = None,
    node_id: TargetId | None = None,
    session_id: SessionId | None = None,
    query: Words | None = None,
    min_latency_ms: MinLatency | None = None,
    time_from: TimeFrom | None = None,
    time_to: TimeTo | None = None,
    time_zone: Zone = "UTC",
    since: Since | None = None,
    until: Until | None = None,
) -> ActionCounts:
    """Count the actions that fit all filters, and those of them that failed."""
    return await memory.telemetry.action_counts(
        agent_id=agent_id,
        action_type=action_type,
        outcome=outcome,
        error_code=error_code,
        node_type=node_type,
        node_id=node_id,
        session_id=session_id,
        query=query,
        min_latency_ms=min_latency_ms,
        time_from=time_from,
        time_to=time_to,
        time_zone=time_zone,
        since=since,
        until=until,
    )


@operation("telemetry.overview", "GET /overview", call="overview", effect="reads")
async def overview(memory: AsyncMemory, *, since: Since | None = None, until: Until | None = None) -> Overview:
    """Read what went wrong in a period, what changed, and whether memory is at work; default: the last 24 hours.

    Failures over time, failure rates by tool, agent, node type and error code with 95% intervals, rates that differ
    from the same length of time a week (or, of a longer period, more weeks) earlier, the newest failures, the costliest
    and the newest patterns of failures, the passes' last runs and what waits for the worker.
    """
    return await memory.telemetry.overview(since, until)


@operation(
    "telemetry.start_session",
    "POST /sessions",
    call="start_session",
    effect="writes",
    status=201,
    takes=SessionStart,
    example={"session_id": "run-43", "intent": "merge duplicate people", "agent_id": "research"},
)
async def start_session(memory: AsyncMemory, session: SessionStart) -> Session:
    """Begin a session and state its purpose; optional, as an action begins the session that it names."""
    given = session.model_dump()
    return Session(session_id=await memory.telemetry.start_session(**given))


@operation(
    "telemetry.end_session",
    "POST /sessions/{session_id}/end",
    call="end_session",
    effect="writes",
    example={"outcome": "success"},
)
async def end_session(
    memory: AsyncMemory,
    session_id: SessionId,
    outcome: OutcomeField | None = None,
    intent: Annotated[Text, Field(description="Its purpose, in your words.")] | None = None,
) -> SessionEnded:
    """End a session: its actions are grouped into sequences at once, with this outcome."""
    return await memory.telemetry.end_session(session_id, outcome, intent)


@operation(
    "telemetry.import_sessions",
    "POST /sessions/batch",
    call="import_sessions",
    effect="writes",
    example={
        "sessions": [
            {
                "session_id": "run-1",
                "intent": "import the address book",
                "outcome": "success",
                "started_at": "2025-01-20T09:00:00Z",
                "ended_at": "2025-01-20T09:05:00Z",
            }
        ]
    },
)
async def import_sessions(memory: AsyncMemory, sessions: Sessions) -> Done:
    """Import sessions that were recorded elsewhere; `count` is the number of new ones."""
    return Done(count=await memory.telemetry.import_sessions(sessions))
