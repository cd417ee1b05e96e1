"""Memories one by one: read, followed through time, replaced, settled."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, create_model

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import Cursor, MemoryId, Placed
from oxgraph.operations.operation import Page, operation
from oxgraph.types import AsOf, MemoryRow, NewMemory, Remembered, ReviewRow, StatusChange, limits
from oxgraph.types.fields import Id, Time, Uuid
from oxgraph.types.results import Result
from oxgraph.types.semantic_inputs import TypeName, Worded, WorldTime

Valid = Annotated[WorldTime, Field(description="As it was in the world at this time (ISO 8601 with a zone).")]
Known = Annotated[Time, Field(description="As far as it was known at this time (ISO 8601 with a zone).")]
Status = Literal["active", "superseded", "expired", "forgotten", "any"]
Subject = Annotated[Id, Field(description="Whom or what it is about: a name, an id or a node_id.")]
Several = Annotated[tuple[Annotated[NewMemory, Placed], ...], Field(min_length=1, max_length=limits.STATEMENTS)]
KEPT = ("judge", "judged", "entity_judged", "supersedes", "correction")


def as_of(valid: Any, known: Any) -> AsOf | None:
    """The two clocks, where either is asked for."""
    return AsOf(valid=valid, known=known) if valid or known else None


@operation("semantic.get", "GET /memories/{memory_id}", call="semantic.get", effect="reads", tool=False)
async def get(
    memory: AsyncMemory, memory_id: MemoryId, valid: Valid | None = None, known: Known | None = None
) -> MemoryRow:
    """Read a memory, whatever its status. Counts as an access; with either clock only if it held and was known then."""
    return await memory.semantic.get(memory_id, as_of(valid, known))


@operation("semantic.list", "GET /memories", call="semantic.list_page", effect="reads", tool=False)
async def list_memories(
    memory: AsyncMemory,
    *,
    subject: Subject | None = None,
    predicate: Worded | None = None,
    object: Annotated[Id, Field(description="What stands on the other side: a name, an id or a node_id.")]
    | None = None,
    type: TypeName | None = None,
    status: Annotated[Status, Field(description="Default: those that hold now.")] | None = None,
    valid: Valid | None = None,
    known: Known | None = None,
    limit: Annotated[int, Field(ge=1, le=1_000)] = 50,
    cursor: Cursor | None = None,
) -> Page[MemoryRow]:
    """List memories, the last recorded first."""
    given: dict[str, Any] = {"type": type, "status": status, "limit": limit, "cursor": cursor}
    return await memory.semantic.list_page(subject, predicate, object, as_of=as_of(valid, known), **given)


@operation("semantic.history", "GET /memories/{memory_id}/history", call="semantic.history", effect="reads", tool=False)
async def history(
    memory: AsyncMemory, memory_id: MemoryId, valid: Valid | None = None, known: Known | None = None
) -> Page[MemoryRow]:
    """Tell how a matter went: what a memory replaced, what replaced it, what contradicts it, in the world's order."""
    return Page(items=tuple(await memory.semantic.history(memory_id, as_of=as_of(valid, known))))


@operation("semantic.history_of", "GET /memories/history", call="semantic.history", effect="reads", tool=False)
async def history_of(
    memory: AsyncMemory,
    subject: Subject,
    predicate: Worded | None = None,
    valid: Valid | None = None,
    known: Known | None = None,
) -> Page[MemoryRow]:
    """Tell all that was ever known of a subject, by one predicate or by all."""
    found = await memory.semantic.history(subject=subject, predicate=predicate, as_of=as_of(valid, known))
    return Page(items=tuple(found))


@operation("semantic.remember_many", "POST /memories/batch", call="semantic.remember_many", effect="writes", tool=False)
async def remember_many(memory: AsyncMemory, memories: Several) -> Page[Remembered]:
    """Remember up to 1,000 statements one after the other, all or nothing; what became of each."""
    return Page(items=tuple(await memory.semantic.remember_many(memories)))


@operation("semantic.revive", "POST /memories/{memory_id}/revive", call="semantic.revive", effect="writes", tool=False)
async def revive(memory: AsyncMemory, memory_id: MemoryId) -> StatusChange:
    """Make a memory that expired or was forgotten active again."""
    return await memory.semantic.revive(memory_id)


def _replacement() -> type[Any]:
    """The fields of a new memory, none of which must be given."""
    fields = {name: field for name, field in NewMemory.model_fields.items() if name not in (*KEPT, "id")}
    given: dict[str, Any] = {name: (_optional(field), None) for name, field in fields.items()}
    made: type[Any] = create_model("Replacement", __config__=ConfigDict(extra="forbid", frozen=True), **given)
    return made


def _optional(field: Any) -> Any:
    kind = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return kind | None


Replacement: Any = _replacement()
Correction = Annotated[bool, Field(description="The old one was wrong from the start; the world has not changed.")]


def _said(new: Any) -> dict[str, Any]:
    return {name: getattr(new, name) for name in new.model_fields_set if getattr(new, name) is not None}


@operation(
    "semantic.supersede", "POST /memories/{memory_id}/supersede", call="semantic.supersede", effect="writes", tool=False
)
async def supersede(
    memory: AsyncMemory,
    memory_id: MemoryId,
    new: Annotated[Replacement, Field(description="As for a new memory; what is left out is as it was.")],
    correction: Correction = False,
) -> Remembered:
    """Remember what replaces a memory, whatever the rules would say."""
    return await memory.semantic.supersede(memory_id, correction=correction, **_said(new))


class Settled(Result):
    """How a contradiction was settled: what changed, or the new memory."""

    changes: tuple[StatusChange, ...] = ()
    remembered: Remembered | None = None


@operation("semantic.review", "GET /review", call="semantic.review.list", effect="reads", tool=False)
async def review(memory: AsyncMemory, limit: Annotated[int, Field(ge=1, le=1_000)] = 100) -> Page[ReviewRow]:
    """List the memories that wait for a person's word, with those that contradict them."""
    return Page(items=tuple(await memory.semantic.review.list(limit)))


@operation(
    "semantic.resolve_review", "POST /review/{memory_id}", call="semantic.review.resolve", effect="writes", tool=False
)
async def resolve_review(
    memory: AsyncMemory,
    memory_id: MemoryId,
    keep: Annotated[Uuid, Field(description="Which of the memories stands.")] | None = None,
    new: Annotated[Replacement, Field(description="What replaces them all, instead of keep.")] | None = None,
    correction: Correction = False,
) -> Settled:
    """Settle a contradiction: one of them stands, or a new memory replaces them all."""
    given = _said(new) if new is not None else {}
    found = await memory.semantic.review.resolve(memory_id, keep, correction=correction, **given)
    if isinstance(found, Remembered):
        return Settled(remembered=found)
    return Settled(changes=tuple(found))
