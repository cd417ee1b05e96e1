"""Workspaces: found by name, their settings changed, deleted for good, and their built-in metrics."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import InvalidInput, WorkspaceDeleted, WorkspaceImporting, WorkspaceNotFound
from oxgraph.graph import AsyncGraph, Row
from oxgraph.near import near
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.fields import checked
from oxgraph.types.inputs import WorkspaceName

PATTERN_UTILIZATION = "pattern_utilization"


def _metric(name: str, description: str, **changes: Any) -> dict[str, Any]:
    common = {"built_in": True, "active": True, "kind": "sequences", "action_types": [], "node_types": []}
    return common | {"name": name, "description": description, "window_days": 7, "better": "higher"} | changes


METRICS: list[dict[str, Any]] = [
    _metric(
        "Task success rate",
        "Rate of sequences where outcome == 'success'.",
        aggregation="rate",
        success_condition="outcome == 'success'",
        condition_outcome="success",
    ),
    _metric(
        "Efficiency delta",
        "Average action_count of a sequence against the workspace's first sequences.",
        aggregation="average",
        better="lower",
    ),
    _metric(
        "Pattern utilization",
        "Rate of sequences that were shown a failure pattern and then did not commit it.",
        kind=PATTERN_UTILIZATION,
        aggregation="rate",
    ),
]
"""Name, description and definition of each, as the metric's node holds them."""


async def change_settings(access: AsyncAccess, call: str, rule: str, changes: dict[str, Any]) -> WorkspaceSettings:
    """Sets what is given, leaves the rest; the settings afterwards. Raises InvalidInput, PermissionDenied."""
    before = (await access.settings(call)).model_dump()
    after = checked_settings(before | changes)
    chosen = {name: value for name, value in after.model_dump().items() if name in changes}
    await access.audited_write(
        call, "workspace/update", changes=chosen, rule=rule, inputs=transitions.inputs(before, chosen)
    )
    return after


NO_NUMBER = "must not be true or false"


def checked_settings(values: dict[str, Any]) -> WorkspaceSettings:
    """Raises InvalidInput; where the name of a setting is near to none it says what shows them all."""
    known = WorkspaceSettings.model_fields
    unknown = next((name for name in values if name not in known), None)
    if unknown is not None and not near(unknown, known):
        reason = "is not a setting; `oxgraph workspace settings` shows those that there are"
        raise InvalidInput(field=unknown[:80], reason=reason)
    for name, setting in known.items():
        # To Python true and false are numbers too.
        if isinstance(values.get(name), bool) and setting.annotation is not bool:
            raise InvalidInput(field=name, reason=NO_NUMBER)
    settings: WorkspaceSettings = checked(WorkspaceSettings, values)
    return settings


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


async def find(graph: AsyncGraph, name: str) -> Row:
    """The row of a workspace, soft-deleted or not. Raises InvalidInput, WorkspaceNotFound."""
    name = WorkspaceName(name=name).name
    row = await graph.single(statement("workspace/by_name"), name=name)
    if row is None:
        raise WorkspaceNotFound(workspace=name)
    return row


async def find_served(graph: AsyncGraph, name: str) -> tuple[str, str]:
    """The id and the name of a workspace.

    Raises InvalidInput, WorkspaceNotFound, WorkspaceImporting, WorkspaceDeleted.
    """
    row = await find(graph, name)
    if row["importing"]:
        raise WorkspaceImporting(workspace=row["name"])
    if row["deleted"]:
        raise WorkspaceDeleted(workspace=row["name"])
    return row["workspace_id"], row["name"]
