"""Operations of recall: one search over memories, messages, episodes and entities; and stored evaluations of recall."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.operations.arguments import AllUsers, ConversationId, Limit
from oxgraph.operations.definition import Page, Tool, operation
from oxgraph.types import limits
from oxgraph.types.evaluation import EvaluationComparison, EvaluationRun
from oxgraph.types.fields import Name, OneOrMany, Time, Uuid
from oxgraph.types.recall import DEFAULT_BUDGET, Budget, Kind, Query, Recall, ResultLimit
from oxgraph.types.semantic_inputs import TypeName, Worded, WorldTime


@operation(
    "memory.recall",
    "POST /recall",
    call="recall",
    tool=Tool("memory", often=("query", "limit", "kinds", "user_id")),
    of_user=True,
    effect="reads",
    renamed={"k": "limit"},
    example={"query": "Where does Ada work?"},
)
async def recall(
    memory: AsyncMemory,
    *,
    query: Annotated[
        Query, Field(description="A question or a topic, in plain words.", examples=["Where does Ada work?"])
    ],
    limit: Annotated[ResultLimit, Field(description="Maximum number of results; default: as many as fit.")]
    | None = None,
    kinds: Annotated[
        OneOrMany[Kind],
        Field(description="Only these: memory, message (what was said), episode (summaries), entity (business)."),
    ] = (),
    types: Annotated[
        OneOrMany[TypeName], Field(description="Only memories of these types.", examples=[["preference"]])
    ] = (),
    entities: Annotated[
        OneOrMany[Worded],
        Field(description="Names or ids of entities that it is about, besides those named in the query."),
    ] = (),
    conversation_id: ConversationId | None = None,
    agent_id: Annotated[Name, Field(description="Only memories and messages of this agent.")] | None = None,
    since: Annotated[WorldTime, Field(description="Prefer what was so after this time; with `until`.")] | None = None,
    until: Annotated[WorldTime, Field(description="Prefer what was so before this time; with `since`.")] | None = None,
    as_of: Annotated[WorldTime, Field(description="What held in the world at this time, instead of now.")]
    | None = None,
    known_at: Annotated[Time, Field(description="As it was known at this time, instead of now.")] | None = None,
    historical: Annotated[bool, Field(description="Also what is superseded or expired.")] = False,
    budget: Annotated[Budget, Field(description="Maximum number of tokens of the context.")] = DEFAULT_BUDGET,
    explain: Annotated[bool, Field(description="Say of each result why it was found.")] = False,
    all_users: AllUsers = False,
) -> Recall:
    """Recall what is known about a question: memories, past messages, summaries and entities, the best first.

    Use it before you ask the user something they may have told you already, and whenever the answer depends on this
    user, their work or earlier conversations. Times in the query are understood ("last month"). The context
    (a tool's text) puts them together to be read; each result has its id, which memory.why explains and memory.forget
    removes. Where nothing relevant is known there are no results, and `notes.empty_because` says why.
    """
    return await memory.recall(
        query,
        k=limit,
        kinds=kinds,
        types=types,
        entities=entities,
        conversation_id=conversation_id,
        agent_id=agent_id,
        window=_window(since, until),
        as_of=(as_of, known_at) if as_of or known_at else None,
        historical=historical,
        budget=budget,
        explain=explain,
        all_users=all_users,
    )


def _window(since: datetime | None, until: datetime | None) -> tuple[datetime, datetime] | None:
    """The preferred span of time. Raises InvalidInput where only one end is given."""
    if since is None and until is None:
        return None
    if since is None or until is None:
        missing, given = ("since", "until") if since is None else ("until", "since")
        raise InvalidInput(field=missing, reason=f"must be given where {given} is")
    return since, until


@operation("evaluations.list", "GET /evaluations", call="evaluations.list", effect="reads")
async def evaluations(
    memory: AsyncMemory,
    name: Annotated[Name, Field(description="Only those of one gold set.")] | None = None,
    limit: Limit = limits.PAGE,
) -> Page[EvaluationRun]:
    """List the stored evaluations of recall on questions with known answers, the newest first."""
    return Page(items=tuple(await memory.evaluations.list(name, limit)))


@operation("evaluations.compare", "GET /evaluations/compare", call="evaluations.compare", effect="reads")
async def compare(
    memory: AsyncMemory,
    a: Annotated[Uuid, Field(description="The id of the first evaluation.")],
    b: Annotated[Uuid, Field(description="The id of the second evaluation.")],
) -> EvaluationComparison:
    """Compare two evaluations: b minus a for each metric."""
    return await memory.evaluations.compare(a, b)
