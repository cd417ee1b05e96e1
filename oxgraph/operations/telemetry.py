"""What agents did, and what it teaches."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import ActionType, NodeIds, NodeType, OutcomeField, PatternId
from oxgraph.operations.operation import Page, operation
from oxgraph.types import Injection, PatternRow, SearchResult, SimilarSequence, limits
from oxgraph.types.fields import Id

Words = Annotated[str, Field(max_length=limits.INTENT)]


@operation("memory.search", "GET /search", call="search", effect="reads", node_type="node_type")
async def search(
    memory: AsyncMemory,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    node_type: NodeType | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Of each kind at most.")] = 20,
) -> SearchResult:
    """Find patterns and past runs by action type, outcome or node type.

    Use it before work of a kind that may have gone wrong before; without arguments it shows the strongest patterns
    and the latest runs. Patterns say how often an outcome recurs (`confidence`, over `sample_count` runs) and what is
    recommended; sequences are the runs of agents, the newest first. For runs that had an aim like yours use
    memory.context; for the patterns about certain nodes memory.context_inject.
    """
    return await memory.telemetry.search(action_type, outcome, node_type, limit)


@operation("memory.context", "GET /sequences/similar", call="context", effect="reads")
async def context(
    memory: AsyncMemory,
    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=limits.INTENT,
            description="What you are going to do, in your own words.",
            examples=["Refund an order whose invoice is missing"],
        ),
    ],
    limit: Annotated[int, Field(ge=1, le=50, description="Runs at most.")] = 5,
) -> Page[SimilarSequence]:
    """Find past runs whose aim was like what you are going to do, the nearest first.

    Use it at the beginning of a task, to see how the same was tried before and how it ended. Each run has its intent,
    outcome, and how many of its actions failed. What failed there is told by memory.search.
    """
    return Page(items=tuple(await memory.telemetry.context(text, limit)))


@operation(
    "memory.context_inject",
    "POST /inject",
    call="inject",
    effect="reads",
    targets=("node_ids",),
    node_type="node_type",
    session="session_id",
)
async def context_inject(
    memory: AsyncMemory,
    node_ids: NodeIds = (),
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    session_id: Annotated[Id, Field(description="The session whose last actions lead up to it.")] | None = None,
) -> Injection:
    """Get the block of past experience for nodes that you are about to act on.

    Read it before you act, and follow its recommendations. The nodes' type is found by itself; give `node_type` for
    nodes that are new, and `action_type` to hear of that kind of action alone, and of what the situation says of it:
    `probability` is that of its failure, and a warning has a `context`. The block is empty when nothing has gone wrong
    or right often enough there.
    """
    return await memory.telemetry.inject(node_ids, action_type, session_id, node_type)


@operation("memory.annotate", "PATCH /patterns/{pattern_id}", call="annotate", effect="writes", idempotent=True)
async def annotate(
    memory: AsyncMemory,
    pattern_id: PatternId,
    suppressed: Annotated[bool, Field(description="True hides it from agents, false shows it again.")] | None = None,
    annotation: Annotated[
        Words,
        Field(
            description="A word of yours, shown to agents at any confidence; an empty text takes it back.",
            examples=["Always call ontology.get_node before mutating a person node in this workspace."],
        ),
    ]
    | None = None,
    recommendation: Annotated[
        Words, Field(description="Stands in place of the recommendation; an empty text takes it back.")
    ]
    | None = None,
) -> PatternRow:
    """Annotate or suppress a pattern, or put your own recommendation in its place.

    Give at least one of `suppressed`, `annotation` and `recommendation`; what is left out stays as it is. A suppressed
    pattern is kept for audit and shown to no agent. An annotated one is shown whatever its confidence.
    """
    return await memory.telemetry.annotate(pattern_id, suppressed, annotation, recommendation)
