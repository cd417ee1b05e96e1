"""Operations on users: their list, and the facts known of one, searched, formatted for a prompt, deleted, decayed."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import AsOfTime, Cursor, KnownAt, Limit, as_of_both
from oxgraph.operations.definition import Done, Page, Tool, operation
from oxgraph.types import DecayReport, FactRow, Remembered, limits
from oxgraph.types.fields import Id, Name, Uuid
from oxgraph.types.results import Result
from oxgraph.types.semantic import UserRow
from oxgraph.types.semantic_inputs import Content

UserName = Annotated[Id, Field(description="The user, by the id that your systems use.", examples=["u-17"])]

FactId = Annotated[Uuid, Field(description="The fact's id, as lists of facts show it.")]

Query = Annotated[str, Field(min_length=1, max_length=limits.INTENT, description="What to look for.")]


class Context(Result):
    """Text for a prompt; empty where there is nothing."""

    text: str


@operation("user.list", "GET /users", call="users", effect="reads")
async def users(
    memory: AsyncMemory,
    query: Annotated[
        str, Field(min_length=1, max_length=limits.ID, description="Only users whose id contains this, in any case.")
    ]
    | None = None,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[UserRow]:
    """List the users who have memories or conversations of their own, by their ids."""
    return await memory.users(query, limit=limit, cursor=cursor)


@operation(
    "user.upsert_fact",
    "POST /users/{user_id}/facts",
    call="user.upsert_fact",
    tool=Tool("memory", often=("user_id", "fact", "category", "supersedes")),
    effect="writes",
    example={"fact": "Prefers trains to planes.", "category": "travel"},
)
async def upsert_fact(
    memory: AsyncMemory,
    *,
    user_id: UserName,
    fact: Annotated[Content, Field(description="One sentence.", examples=["Prefers trains to planes."])],
    category: Annotated[Name, Field(description="What it is about, such as travel.")] | None = None,
    supersedes: Annotated[
        str, Field(max_length=limits.CONTENT, description="The text of the fact that no longer holds.")
    ]
    | None = None,
    id: Annotated[Uuid, Field(description="An id of yours, which makes a repetition harmless.")] | None = None,
) -> Remembered:
    """Remember a fact about a user, or confirm the one that means the same.

    Use it for what a user says of themselves and wants to be known later, such as a preference.
    """
    return await memory.user(user_id).upsert_fact(fact, category, supersedes=supersedes, id=id)


@operation(
    "user.facts",
    "GET /users/{user_id}/facts",
    call="user.facts",
    tool=Tool("memory", often=("user_id", "limit")),
    effect="reads",
)
async def facts(
    memory: AsyncMemory,
    *,
    user_id: UserName,
    limit: Annotated[int, Field(ge=1, le=limits.ROWS, description="Maximum number of facts.")] = limits.PAGE,
    as_of: AsOfTime | None = None,
    known_at: KnownAt | None = None,
) -> Page[FactRow]:
    """List the facts about a user that hold now, the newest first.

    Use it at the beginning of a conversation; memory.recall with `user_id` answers questions about the user.
    """
    return Page(items=tuple(await memory.user(user_id).facts(limit, as_of=as_of_both(as_of, known_at))))


@operation(
    "user.search_facts",
    "GET /users/{user_id}/facts/search",
    call="user.search_facts",
    effect="reads",
    renamed={"top_k": "limit"},
)
async def search_facts(
    memory: AsyncMemory,
    *,
    user_id: UserName,
    query: Query,
    limit: Limit = 5,
    as_of: AsOfTime | None = None,
    known_at: KnownAt | None = None,
) -> Page[FactRow]:
    """Search the facts about a user by meaning, the most similar first."""
    found = await memory.user(user_id).search_facts(query, limit, as_of=as_of_both(as_of, known_at))
    return Page(items=tuple(found))


@operation(
    "user.build_context",
    "GET /users/{user_id}/context",
    call="user.build_context",
    effect="reads",
    renamed={"top_k": "limit"},
)
async def build_context(
    memory: AsyncMemory,
    *,
    user_id: UserName,
    query: Query,
    limit: Limit = 10,
    as_of: AsOfTime | None = None,
    known_at: KnownAt | None = None,
) -> Context:
    """Search the facts about a user and format them as a block for a prompt."""
    return Context(text=await memory.user(user_id).build_context(query, limit, as_of=as_of_both(as_of, known_at)))


@operation(
    "user.delete_fact",
    "DELETE /users/{user_id}/facts/{fact_id}",
    call="user.delete_fact",
    effect="destroys",
)
async def delete_fact(memory: AsyncMemory, user_id: UserName, fact_id: FactId) -> Done:
    """Forget one fact about a user."""
    await memory.user(user_id).delete_fact(fact_id)
    return Done()


@operation(
    "user.delete_matching_facts",
    "DELETE /users/{user_id}/facts",
    call="user.delete_matching_facts",
    effect="destroys",
)
async def delete_matching_facts(
    memory: AsyncMemory,
    user_id: UserName,
    pattern: Annotated[str, Field(min_length=1, max_length=limits.INTENT, description="A text, regardless of case.")],
) -> Done:
    """Forget every fact about a user that contains a text; `count` is their number."""
    return Done(count=await memory.user(user_id).delete_matching_facts(pattern))


@operation(
    "user.decay_old_facts",
    "POST /users/{user_id}/facts/decay",
    call="user.decay_old_facts",
    effect="writes",
    idempotent=True,
)
async def decay_old_facts(memory: AsyncMemory, user_id: UserName) -> DecayReport:
    """Apply confidence decay to a user's facts, at most once a day."""
    return await memory.user(user_id).decay_old_facts()
