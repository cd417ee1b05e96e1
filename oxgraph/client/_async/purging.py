"""Deletes a workspace for good: every layer, in batches, the workspace itself last."""

from collections.abc import Callable
from datetime import datetime

from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import AsyncGraph

BATCH = 5_000
FIRST = ""


async def purge(graph: AsyncGraph, workspace_id: str, now: datetime, progress: Callable[[int], None]) -> int:
    """Removes all that a workspace holds and then the workspace; how many nodes went.

    Can be killed and called again: the workspace is marked first and goes last.
    """
    await graph.write(statement("workspace/purge_begin"), workspace_id=workspace_id, now=now)
    async with graph.exclusive(workspace_id, "passes"):
        pass  # A pass that was running has ended now; the next one sees the mark and does not begin.
    removed, done = 0, False
    while not done:
        for name in ("workspace/purge_memory", "workspace/purge_entities"):
            removed = await _walk(graph, statement(name), workspace_id, removed, progress)
        (row,) = await graph.write(statement("workspace/purge_end"), workspace_id=workspace_id)
        done = row["done"]
    return removed


async def _walk(
    graph: AsyncGraph, file: CypherFile, workspace_id: str, removed: int, progress: Callable[[int], None]
) -> int:
    """Goes once through the workspace's nodes in the order of their ids; how many went, on top of `removed`."""
    after: str | None = FIRST
    while after is not None:
        (row,) = await graph.write(file, workspace_id=workspace_id, after=after, batch=BATCH)
        after = row["last"]
        removed += row["removed"]
        progress(removed)
    return removed
