"""Operations on memories: remember, read, supersede, forget and explain them, and settle contradictions."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, create_model

from oxgraph import memory_types
from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import (
    AgentId,
    AsOfTime,
    Cursor,
    KnownAt,
    Limit,
    ListItem,
    MemoryId,
    UserId,
    as_of_both,
)
from oxgraph.operations.definition import Page, Tool, operation
from oxgraph.types import Explanation, MemoryRow, NewMemory, Remembered, ReviewRow, StatusChange, limits
from oxgraph.types.fields import Id, Name, OneOrMany, Uuid
from oxgraph.types.results import Result
from oxgraph.types.semantic_inputs import Content, Keyword, Share, StatusFilter, TypeName, Worded, WorldTime

MemoryType = Annotated[
    TypeName,
    Field(
        description=f"{', '.join(memory_types.BUILT_IN)}, or a type that the workspace has defined.",
        examples=["fact"],
    ),
]
EntityName = Annotated[Worded, Field(examples=["Ada Lovelace"])]
Subject = Annotated[Id, Field(description="The entity that it is about: a name, an id or a node_id.")]
Object = Annotated[Id, Field(description="The entity on the other side: a name, an id or a node_id.")]
Predicate = Annotated[Worded, Field(description="What it says of the subject, such as lives_in.")]
TypeOfMemory = Annotated[TypeName, Field(description="Only memories of this type, such as preference.")]
Status = Annotated[StatusFilter, Field(description="Default: those that hold now.")]
Memories = Annotated[tuple[Annotated[NewMemory, ListItem], ...], Field(min_length=1, max_length=limits.STATEMENTS)]

FORMER_TIMES = {"valid": "as_of", "known": "known_at"}


@operation(
    "memory.remember",
    "POST /memories",
    call="semantic.remember",
    tool=Tool("memory", often=("content", "type", "subject", "predicate", "object", "valid_from", "user_id")),
    of_user=True,
    effect="writes",
    location=lambda made: f"/memories/{made.memory_id}" if made.outcome == "created" else None,
    targets=("subject_id", "object_id"),
    example={
        "type": "fact",
        "content": "Ada works at Initech.",
        "subject": "Ada",
        "predicate": "works_at",
        "object": "Initech",
    },
)
async def remember(
    memory: AsyncMemory,
    *,
    content: Annotated[
        Content,
        Field(description="The statement in one sentence, understandable by itself.", examples=["Ada works at Acme."]),
    ],
    type: MemoryType = "fact",
    subject: Annotated[EntityName, Field(description="The entity that it is about, by name.")] | None = None,
    predicate: Annotated[
        Worded, Field(description="The relation in snake_case; with a subject.", examples=["works_at"])
    ]
    | None = None,
    object: Annotated[EntityName, Field(description="The entity on the other side, by name.", examples=["Acme"])]
    | None = None,
    subject_id: Annotated[Id, Field(description="The subject's id instead of its name.")] | None = None,
    object_id: Annotated[Id, Field(description="The object's id instead of its name.")] | None = None,
    subject_type: Annotated[Name, Field(description="The subject's entity type.", examples=["person"])] | None = None,
    object_type: Annotated[Name, Field(description="The object's entity type.", examples=["company"])] | None = None,
    topic_key: Annotated[Worded, Field(description="The question that it answers; a later answer replaces it.")]
    | None = None,
    keywords: Annotated[
        OneOrMany[Keyword], Field(max_length=limits.KEYWORDS, description="Words by which it should be found.")
    ] = (),
    category: Annotated[Name, Field(description="A category of yours.")] | None = None,
    confidence: Annotated[Share, Field(description="How certain it is, 0 to 1; default 1.")] | None = None,
    valid_from: Annotated[WorldTime, Field(description="When it began to hold; default: when it was stated.")]
    | None = None,
    valid_to: Annotated[WorldTime, Field(description="When it ceases to hold; leave it out where no end is known.")]
    | None = None,
    stated_at: Annotated[WorldTime, Field(description="When it was said; default: now.")] | None = None,
    evidence: Annotated[OneOrMany[Id], Field(description="Ids of its sources, such as messages.")] = (),
    session_id: Annotated[Id, Field(description="The session that it comes from.")] | None = None,
    agent_id: AgentId | None = None,
    id: Annotated[Uuid, Field(description="An id of yours, which makes a repetition harmless.")] | None = None,
) -> Remembered:
    """Remember one statement for good, such as a fact or a preference that the user told you.

    Use it when you learn something that will matter in later conversations. Give `subject`, `predicate` and `object`
    where there are some: then a newer statement replaces an older one, and contradictions are noticed. What is known
    already is merged, not doubled. `outcome` is created, merged, unchanged or rejected (with `reason`). For whole
    conversations use memory.ingest.
    """
    return await memory.semantic.remember(
        type=type,
        content=content,
        subject=subject,
        predicate=predicate,
        object=object,
        subject_id=subject_id,
        object_id=object_id,
        subject_type=subject_type,
        object_type=object_type,
        topic_key=topic_key,
        keywords=keywords,
        category=category,
        confidence=confidence,
        valid_from=valid_from,
        valid_to=valid_to,
        stated_at=stated_at,
        evidence=evidence,
        session_id=session_id,
        agent_id=agent_id,
        id=id,
    )


@operation(
    "semantic.remember_many",
    "POST /memories/batch",
    call="semantic.remember_many",
    of_user=True,
    effect="writes",
    example={
        "memories": [
            {
                "type": "preference",
                "content": "Ada prefers trains to planes.",
                "subject": "Ada",
                "predicate": "prefers",
                "object": "trains",
            }
        ]
    },
)
async def remember_many(memory: AsyncMemory, memories: Memories) -> Page[Remembered]:
    """Remember up to 1,000 statements one after the other, all or nothing; returns the outcome of each."""
    return Page(items=tuple(await memory.semantic.remember_many(memories)))


@operation(
    "memory.forget",
    "DELETE /memories/{memory_id}",
    call="semantic.forget",
    tool=Tool("memory", often=("memory_id", "restore")),
    of_user=True,
    effect="destroys",
    targets=("memory_id",),
)
async def forget(
    memory: AsyncMemory,
    memory_id: MemoryId,
    restore: Annotated[bool, Field(description="Reactivate the memories that it alone had superseded.")] = False,
) -> StatusChange:
    """Forget a memory: remove it from every answer.

    Use it when the user says that something is wrong or should be forgotten; to correct it, remember the new statement
    instead. It is kept for audit and explained by memory.why, and can be brought back.
    """
    return await memory.semantic.forget(memory_id, restore)


@operation(
    "semantic.revive",
    "POST /memories/{memory_id}/revive",
    call="semantic.revive",
    of_user=True,
    effect="writes",
    example={"user_id": "ada"},
)
async def revive(memory: AsyncMemory, memory_id: MemoryId) -> StatusChange:
    """Make a memory that expired or was forgotten active again."""
    return await memory.semantic.revive(memory_id)


@operation(
    "memory.why",
    "GET /why/{node_id}",
    call="semantic.why",
    tool=Tool("memory", often=("node_id",)),
    of_user=True,
    effect="reads",
    targets=("node_id",),
    renamed={"id": "node_id"},
)
async def why(
    memory: AsyncMemory,
    node_id: Annotated[Id, Field(description="The id of a memory, an entity or a pattern, also of a deleted one.")],
) -> Explanation:
    """Explain why a memory, an entity or a pattern is as it is: every change with its rule, its evidence and links.

    Use it before you rely on a memory that surprises you, or when the user asks how you know something.
    """
    return await memory.semantic.why(node_id)


@operation(
    "semantic.get",
    "GET /memories/{memory_id}",
    call="semantic.get",
    of_user=True,
    effect="reads",
    renamed=FORMER_TIMES,
)
async def get(
    memory: AsyncMemory, memory_id: MemoryId, as_of: AsOfTime | None = None, known_at: KnownAt | None = None
) -> MemoryRow:
    """Read a memory, whatever its status; this counts as no access.

    With `as_of` or `known_at` it is found only if it held and was recorded then.
    """
    return await memory.semantic.get(memory_id, as_of_both(as_of, known_at))


@operation(
    "semantic.list",
    "GET /memories",
    call="semantic.list_page",
    tool=Tool("memory", name="memory.list", often=("subject", "type", "status", "user_id", "limit")),
    effect="reads",
    renamed=FORMER_TIMES,
)
async def list_memories(
    memory: AsyncMemory,
    *,
    subject: Subject | None = None,
    predicate: Predicate | None = None,
    object: Object | None = None,
    type: TypeOfMemory | None = None,
    status: Status | None = None,
    user_id: UserId | None = None,
    as_of: AsOfTime | None = None,
    known_at: KnownAt | None = None,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[MemoryRow]:
    """List memories, the last recorded first; with `user_id` those of that user alone.

    Use it for all that is known about a subject, or of a type; memory.recall answers questions.
    """
    return await memory.semantic.list_page(
        subject,
        predicate,
        object,
        type=type,
        status=status,
        user_id=user_id,
        as_of=as_of_both(as_of, known_at),
        limit=limit,
        cursor=cursor,
    )


@operation(
    "semantic.history",
    "GET /memories/{memory_id}/history",
    call="semantic.history",
    of_user=True,
    effect="reads",
    renamed=FORMER_TIMES,
)
async def history(
    memory: AsyncMemory, memory_id: MemoryId, as_of: AsOfTime | None = None, known_at: KnownAt | None = None
) -> Page[MemoryRow]:
    """List what a memory superseded, what superseded it and what contradicts it, by valid time."""
    return Page(items=tuple(await memory.semantic.history(memory_id, as_of=as_of_both(as_of, known_at))))


@operation(
    "semantic.history_of",
    "GET /memories/history",
    call="semantic.history",
    of_user=True,
    effect="reads",
    renamed=FORMER_TIMES,
)
async def history_of(
    memory: AsyncMemory,
    subject: Subject,
    predicate: Predicate | None = None,
    as_of: AsOfTime | None = None,
    known_at: KnownAt | None = None,
) -> Page[MemoryRow]:
    """List every memory of a subject whatever its status, of one predicate or of all, by valid time."""
    found = await memory.semantic.history(subject=subject, predicate=predicate, as_of=as_of_both(as_of, known_at))
    return Page(items=tuple(found))


NOT_REPLACED = ("id", "judge", "judged", "entity_judged", "supersedes", "correction")
"""Fields of a new memory that one which supersedes another does not take."""


def _replacement() -> type[Any]:
    """A model with the fields of a new memory, all of them optional."""
    fields = {name: field for name, field in NewMemory.model_fields.items() if name not in NOT_REPLACED}
    optional: dict[str, Any] = {}
    for name, field in fields.items():
        annotation: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        optional[name] = (annotation | None, None)
    made: type[Any] = create_model("Replacement", __config__=ConfigDict(extra="forbid", frozen=True), **optional)
    return made


def _given(new: Any) -> dict[str, Any]:
    """The fields of a replacement that were given."""
    return {name: getattr(new, name) for name in new.model_fields_set if getattr(new, name) is not None}


Replacement: Any = _replacement()
Correction = Annotated[bool, Field(description="The old one was wrong from the start; the world has not changed.")]


@operation(
    "semantic.supersede",
    "POST /memories/{memory_id}/supersede",
    call="semantic.supersede",
    tool=Tool("memory", name="memory.update", often=("memory_id", "new")),
    effect="writes",
    example={"new": {"content": "Ada works at Globex.", "object": "Globex", "valid_from": "2025-03-01T00:00:00Z"}},
)
async def supersede(
    memory: AsyncMemory,
    memory_id: MemoryId,
    new: Annotated[Replacement, Field(description="As for a new memory; what is left out is taken from the old one.")],
    correction: Correction = False,
) -> Remembered:
    """Update a memory: remember a statement that supersedes it, whatever the conflict rules would decide.

    What is superseded stays in the history. memory.remember finds by itself what a new statement supersedes.
    """
    return await memory.semantic.supersede(memory_id, correction=correction, **_given(new))


class Settled(Result):
    """How a contradiction was settled: what changed, or the new memory."""

    changes: tuple[StatusChange, ...] = ()
    remembered: Remembered | None = None


@operation(
    "semantic.review",
    "GET /review",
    call="semantic.review.list",
    tool=Tool("operate", name="memory.review"),
    effect="reads",
)
async def review(memory: AsyncMemory, limit: Limit = limits.PAGE) -> Page[ReviewRow]:
    """List the memories that wait for a person's decision, with those that contradict them.

    memory.settle decides; until then both stay as they are.
    """
    return Page(items=tuple(await memory.semantic.review.list(limit)))


@operation(
    "semantic.resolve_review",
    "POST /review/{memory_id}",
    call="semantic.review.resolve",
    tool=Tool("operate", name="memory.settle"),
    effect="writes",
    example={"keep": "0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11"},
)
async def resolve_review(
    memory: AsyncMemory,
    memory_id: MemoryId,
    keep: Annotated[Uuid, Field(description="The id of the memory that stays active.")] | None = None,
    new: Annotated[Replacement, Field(description="A memory that replaces them all, instead of keep.")] | None = None,
    correction: Correction = False,
) -> Settled:
    """Settle a contradiction: keep one of the memories, or replace them all by a new one.

    memory.review lists what waits for a decision. What is not kept is superseded and stays in the history.
    """
    given = _given(new) if new is not None else {}
    found = await memory.semantic.review.resolve(memory_id, keep, correction=correction, **given)
    if isinstance(found, Remembered):
        return Settled(remembered=found)
    return Settled(changes=tuple(found))
