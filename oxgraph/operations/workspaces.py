"""Operations on the workspace itself: memory on and off, tokens, audit, erasure, embedding model, deletion."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.operations.arguments import Cursor, Limit
from oxgraph.operations.definition import Done, Page, Tool, operation
from oxgraph.types import ModelChange, NewToken, Receipt, Role, TokenRow, limits
from oxgraph.types.changes import Changes, Position
from oxgraph.types.fields import Id, Name, Time, Uuid
from oxgraph.types.growth import Growth
from oxgraph.types.overview import PassRunRow
from oxgraph.types.pages import AuditRow
from oxgraph.types.results import Result

TokenId = Annotated[Uuid, Field(description="The token's id (not its secret), as GET /tokens shows it.")]
ExpiresAt = Annotated[Time, Field(description="When it expires (ISO 8601 with a zone); default: never.")]


class Workspace(Result):
    """A workspace's id and name."""

    workspace_id: str
    name: str


@operation("workspace.get", "GET ", call="settings", effect="reads")
async def get(memory: AsyncMemory) -> Workspace:
    """Read the workspace's id and name."""
    await memory.settings()
    return Workspace(workspace_id=memory.workspace_id, name=memory.name)


@operation("workspace.delete", "DELETE ", call="delete", effect="destroys")
async def delete(
    memory: AsyncMemory,
    confirm: Annotated[str, Field(max_length=limits.NAME, description="The workspace's name, to confirm.")],
) -> Done:
    """Delete the workspace: nothing of it is served any more; a database operator can restore or purge it."""
    if confirm != memory.name:
        raise InvalidInput(field="confirm", reason="must be the workspace's name")
    await memory.delete()
    return Done()


class MemorySwitch(Result):
    """Whether the workspace's memory is on."""

    workspace_id: str
    memory_enabled: bool


@operation(
    "workspace.enable_memory",
    "POST /memory/enable",
    call="enable",
    tool=Tool("operate"),
    effect="writes",
    idempotent=True,
)
async def enable_memory(memory: AsyncMemory) -> MemorySwitch:
    """Switch agent memory on for the workspace of your token.

    From now on actions are captured and past experience is shown before them; what happened while it was off is not
    added later. Takes no arguments. Use it only when an operator asks for it.
    """
    await memory.enable()
    return MemorySwitch(workspace_id=memory.workspace_id, memory_enabled=True)


@operation(
    "workspace.disable_memory",
    "POST /memory/disable",
    call="disable",
    tool=Tool("operate"),
    effect="writes",
    idempotent=True,
)
async def disable_memory(memory: AsyncMemory) -> MemorySwitch:
    """Switch agent memory off for the workspace of your token.

    Nothing more is captured, injected or remembered; what is stored stays and can be read. Takes no
    arguments; workspace.enable_memory undoes it. Use it only when an operator asks for it.
    """
    await memory.disable()
    return MemorySwitch(workspace_id=memory.workspace_id, memory_enabled=False)


@operation("tokens.list", "GET /tokens", call="tokens.list", effect="reads")
async def list_tokens(memory: AsyncMemory) -> Page[TokenRow]:
    """List the tokens, the revoked too, with their last use; never with their secret."""
    return Page(items=tuple(await memory.tokens.list()))


@operation(
    "tokens.create",
    "POST /tokens",
    call="tokens.create",
    effect="writes",
    status=201,
    example={"role": "agent", "name": "research agent"},
)
async def create(
    memory: AsyncMemory,
    role: Annotated[Role, Field(description="The role: agent, operator or admin.")],
    name: Annotated[Name, Field(description="A name for the token, such as its user.", examples=["research agent"])],
    *,
    user_id: Annotated[Id, Field(description="The user to whom it is bound; with the role agent.")] | None = None,
    expires_at: ExpiresAt | None = None,
    calls_per_minute: Annotated[
        int, Field(ge=1, le=limits.CALLS_PER_MINUTE, description="Its rate limit; default: the server's.")
    ]
    | None = None,
) -> NewToken:
    """Create a token. Its `secret` is returned this once and stored nowhere."""
    return await memory.tokens.create(
        role, name, user_id=user_id, expires_at=expires_at, calls_per_minute=calls_per_minute
    )


@operation(
    "tokens.rotate",
    "POST /tokens/{token_id}/rotate",
    call="tokens.rotate",
    effect="writes",
    status=201,
    example={"overlap_seconds": 86_400},
)
async def rotate(
    memory: AsyncMemory,
    token_id: TokenId,
    overlap_seconds: Annotated[
        int, Field(ge=0, le=limits.TOKEN_DAYS * 86_400, description="How long the former one stays valid.")
    ] = 86_400,
    expires_at: Annotated[
        Time, Field(description="When it expires (ISO 8601 with a zone); default: it lives as long as the former.")
    ]
    | None = None,
) -> NewToken:
    """Replace a token by a new one with its role, name and user; the former one stays valid for a while.

    A token is replaced once, then its successor is. The new one's `secret` is returned this once and stored nowhere.
    """
    return await memory.tokens.rotate(token_id, overlap=timedelta(seconds=overlap_seconds), expires_at=expires_at)


@operation("tokens.revoke", "DELETE /tokens/{token_id}", call="tokens.revoke", effect="destroys")
async def revoke(memory: AsyncMemory, token_id: TokenId) -> Done:
    """Revoke a token at once. A repetition changes nothing."""
    await memory.tokens.revoke(token_id)
    return Done()


@operation("workspace.audit", "GET /audit", call="audit", effect="reads")
async def audit(memory: AsyncMemory, limit: Limit = limits.PAGE, cursor: Cursor | None = None) -> Page[AuditRow]:
    """List the administrative changes to the workspace: who changed what, the latest first."""
    return await memory.audit(limit=limit, cursor=cursor)


@operation("passes.list", "GET /passes/runs", call="pass_runs", effect="reads")
async def pass_runs(
    memory: AsyncMemory,
    *,
    name: Annotated[Name, Field(description="A pass's name.", examples=["patterns"])] | None = None,
    status: Annotated[Literal["running", "done", "failed"], Field(description="How it ended.")] | None = None,
    with_idle: Annotated[bool, Field(description="Also runs that found nothing to do.")] = False,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[PassRunRow]:
    """List the runs of the passes over this workspace and what they counted, the newest first."""
    return await memory.pass_runs(name, status=status, with_idle=with_idle, limit=limit, cursor=cursor)


@operation("workspace.growth", "GET /growth", call="growth", effect="reads")
async def growth(
    memory: AsyncMemory,
    weeks: Annotated[
        int, Field(ge=1, le=limits.GROWTH_WEEKS, description="The latest weeks, this one included.")
    ] = limits.GROWTH_SHOWN,
) -> Growth:
    """Read how much this workspace holds, and how it grew week by week."""
    return await memory.growth(weeks)


@operation("workspace.changes", "GET /changes", call="changes", effect="reads")
async def changes(
    memory: AsyncMemory,
    after: Annotated[Position, Field(description="`position` of the answer before; none for the present one.")]
    | None = None,
    limit: Limit = limits.PAGE,
) -> Changes:
    """List what changed after a position of the change feed, in the order of the commits.

    A node is named once, at its last change; read it for what is there now. Without `after` there are no items, and
    the present position. The same as a stream: `GET /events`.
    """
    return await memory.changes(after, limit)


@operation(
    "semantic.erase_subject",
    "POST /erasures",
    call="semantic.erase_subject",
    effect="destroys",
    example={"subject": "person-17"},
)
async def erase_subject(
    memory: AsyncMemory,
    subject: Annotated[Id, Field(description="The id, node_id or name of an entity.")],
    names: Annotated[
        tuple[Id, ...],
        Field(max_length=limits.TARGETS, description="Names to search texts for, instead of the subject's own."),
    ]
    | None = None,
) -> Receipt:
    """Erase a subject and all that names it, for good; the receipt lists what was removed and what stays.

    Works in batches: where it times out, the same call again continues. A Postgres mirror follows by itself.
    """
    return await memory.semantic.erase_subject(subject, names=names)


@operation(
    "semantic.reembed",
    "POST /embedding-model",
    call="semantic.reembed",
    effect="writes",
    idempotent=True,
    example={"model": "minilm"},
)
async def reembed(
    memory: AsyncMemory, model: Annotated[Name, Field(description="The embedding model's name.", examples=["minilm"])]
) -> ModelChange:
    """Change the embedding model; a worker that has this model computes the vectors anew."""
    return await memory.semantic.reembed(model)
