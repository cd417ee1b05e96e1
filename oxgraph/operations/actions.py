"""What agents did: captured one by one or in batches, in sessions, and read back."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import OutcomeField, Placed, SessionId
from oxgraph.operations.operation import Done, operation
from oxgraph.types import Action, BatchResult, CaptureResult, SessionImport, limits
from oxgraph.types.fields import Text
from oxgraph.types.inputs import SessionStart
from oxgraph.types.results import Result

Actions = Annotated[tuple[Annotated[Action, Placed], ...], Field(min_length=1, max_length=limits.BATCH)]
Sessions = Annotated[tuple[Annotated[SessionImport, Placed], ...], Field(min_length=1, max_length=limits.BATCH)]


class Session(Result):
    """A session, by the name that its actions carry."""

    session_id: str


@operation("telemetry.capture", "POST /actions", call="capture", effect="writes", tool=False, takes=Action)
async def capture(memory: AsyncMemory, action: Action) -> CaptureResult:
    """Capture one action of an agent; it is durable when the answer comes.

    Arguments, bodies and texts of users have no field here. The same id again changes nothing.
    """
    given = {name: getattr(action, name) for name in Action.model_fields}
    return await memory.telemetry.capture(**given)


@operation("telemetry.capture_many", "POST /actions/batch", call="capture_many", effect="writes", tool=False)
async def capture_many(memory: AsyncMemory, actions: Actions) -> BatchResult:
    """Capture up to 10,000 actions in one transaction."""
    return await memory.telemetry.capture_many(actions)


@operation(
    "telemetry.start_session",
    "POST /sessions",
    call="start_session",
    effect="writes",
    tool=False,
    status=201,
    takes=SessionStart,
)
async def start_session(memory: AsyncMemory, session: SessionStart) -> Session:
    """Begin a session, saying what it is for; optional, as an action begins the one that it names."""
    given = session.model_dump()
    return Session(session_id=await memory.telemetry.start_session(**given))


@operation("telemetry.end_session", "POST /sessions/{session_id}/end", call="end_session", effect="writes", tool=False)
async def end_session(
    memory: AsyncMemory,
    session_id: SessionId,
    outcome: OutcomeField | None = None,
    intent: Annotated[Text, Field(description="What it was for, in your words.")] | None = None,
) -> Done:
    """End a session: its actions are grouped at once, and how it ended counts for its sequences."""
    await memory.telemetry.end_session(session_id, outcome, intent)
    return Done()


@operation("telemetry.import_sessions", "POST /sessions/batch", call="import_sessions", effect="writes", tool=False)
async def import_sessions(memory: AsyncMemory, sessions: Sessions) -> Done:
    """Write sessions as they were recorded elsewhere; `count` of them were new."""
    return Done(count=await memory.telemetry.import_sessions(sessions))
