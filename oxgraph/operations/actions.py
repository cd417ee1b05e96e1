"""Operations on actions and sessions: capture one action or a batch, begin, end and import sessions."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import ListItem, OutcomeField, SessionId
from oxgraph.operations.definition import Done, operation
from oxgraph.types import Action, ActionRow, BatchResult, CaptureResult, SessionImport, limits
from oxgraph.types.fields import Id, Text
from oxgraph.types.inputs import SessionStart
from oxgraph.types.results import Result

Actions = Annotated[tuple[Annotated[Action, ListItem], ...], Field(min_length=1, max_length=limits.BATCH)]

Sessions = Annotated[tuple[Annotated[SessionImport, ListItem], ...], Field(min_length=1, max_length=limits.BATCH)]


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
) -> Done:
    """End a session: its actions are grouped into sequences at once, with this outcome."""
    await memory.telemetry.end_session(session_id, outcome, intent)
    return Done()


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
