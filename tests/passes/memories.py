"""Memories as oxgraph.remember leaves them, for the tests of what happens to them with time."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.graph import Graph
from tests.passes.support import START, query

FAR = datetime(9999, 12, 31, tzinfo=UTC)


def remember(graph: Graph, workspace_id: str, **fields: Any) -> str:
    """An active fact of the policy freshness, last read at START, unless `fields` say otherwise; its id."""
    at = fields.get("recorded_at", START)
    content = fields.get("content", f"statement {uuid.uuid4()}")
    properties = {
        "id": str(uuid.uuid4()),
        "workspace_id": workspace_id,
        "type": "fact",
        "status": "active",
        "policy": "freshness",
        "content": content,
        "content_hash": content,
        "subject_id": str(uuid.uuid5(uuid.UUID(workspace_id), "anna")),
        "predicate": "owns",
        "keywords": [],
        "confidence": 1.0,
        "repetitions": 1,
        "rank_weight": 1.0,
        "valid_from": at,
        "valid_to": FAR,
        "stated_valid_to": FAR,
        "valid_to_history": [FAR],
        "valid_to_known_at": [at],
        "stated_at": at,
        "last_stated_at": at,
        "recorded_at": at,
        "created_at": at,
        "last_accessed_at": at,
        "access_count": 0,
        "reinforced_at": at,
        "source": "caller",
        "evidence": [],
        "workspace_term": "ws" + workspace_id.replace("-", ""),
    }
    graph.write(query("memory"), workspace_id=workspace_id, properties=properties | fields)
    return str((properties | fields)["id"])


def memories(graph: Graph, workspace_id: str) -> dict[str, dict[str, Any]]:
    """All memories by id."""
    rows = graph.read(query("memories"), workspace_id=workspace_id)
    return {row["properties"]["id"]: row["properties"] for row in rows}


def left_over(graph: Graph, workspace_id: str, memory_id: str) -> dict[str, Any]:
    """Tombstones, transitions and the number of questions of a memory."""
    return graph.read(query("left_over"), workspace_id=workspace_id, memory_id=memory_id)[0]


def contradict(graph: Graph, workspace_id: str, newer: str, older: str) -> None:
    """Links two memories."""
    graph.write(query("contradict"), workspace_id=workspace_id, newer=newer, older=older)


def change(graph: Graph, workspace_id: str, memory_id: str, **properties: Any) -> None:
    """Sets a memory's properties."""
    graph.write(query("set_memory"), workspace_id=workspace_id, memory_id=memory_id, properties=properties)


def days(count: float) -> datetime:
    """So many days after START."""
    return START + timedelta(days=count)
