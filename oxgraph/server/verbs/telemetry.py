"""What agents did, and what it teaches."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.server.verbs.fields import ActionType, NodeIds, NodeType, OutcomeField, PatternId
from oxgraph.server.verbs.verb import verb
from oxgraph.types import Injection, PatternRow, SearchResult


@verb("memory.search", "GET /search", call="search", effect="reads")
async def search(
    memory: AsyncMemory,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    node_type: NodeType | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Of each kind at most.")] = 20,
) -> SearchResult:
    """Find patterns and past runs by action type, outcome or node type.

    Use it before work of a kind that may have gone wrong before. Patterns say how often an outcome recurs and what is
    recommended; sequences are the runs of agents, the newest first.
    """
    return await memory.telemetry.search(action_type, outcome, node_type, limit)


@verb("memory.context_inject", "POST /inject", call="inject", effect="reads", targets=("node_ids",), node_type="node_type")
async def context_inject(
    memory: AsyncMemory,
    node_ids: NodeIds = (),
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
) -> Injection:
    """Get the block of past experience for nodes that you are about to act on.

    Read it before you act. It is empty when nothing has gone wrong or right often enough there.
    """
    return await memory.telemetry.inject(node_ids, action_type, target_node_type=node_type)


@verb("memory.annotate", "PATCH /patterns/{pattern_id}", call="annotate", effect="writes", idempotent=True)
async def annotate(
    memory: AsyncMemory,
    pattern_id: PatternId,
    suppressed: Annotated[bool, Field(description="True hides it from agents; it stays for audit.")] | None = None,
    annotation: Annotated[str, Field(description="A word of yours, shown at any confidence.")] | None = None,
    recommendation: Annotated[str, Field(description="Stands in place of the recommendation.")] | None = None,
) -> PatternRow:
    """Annotate or suppress a pattern, or put your own recommendation in its place."""
    return await memory.telemetry.annotate(pattern_id, suppressed, annotation, recommendation)
