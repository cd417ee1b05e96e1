"""Sequences and patterns written as the passes would write them, for tests of what reads them."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.client.words import workspace_term
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
"""The time by the tests' clocks."""


def at(**ago: float) -> datetime:
    """So long before noon."""
    return NOON - timedelta(**ago)


def write(graph: Graph, text: str, **params: Any) -> None:
    """Runs a statement of a test."""
    graph.driver.execute_query(text, parameters_=params, database_=graph.database)


def sequence(
    graph: Graph,
    workspace_id: str,
    ended_at: datetime,
    *,
    outcome: str = "success",
    count: int = 3,
    pairs: tuple[tuple[str, str], ...] = (("get", "person"),),
    **more: Any,
) -> str:
    """A sequence of a minute's length that closed five minutes after its end; `pairs` are its tallies."""
    properties = {
        "id": new_id(),
        "workspace_id": workspace_id,
        "session_id": str(uuid.uuid4()),
        "outcome": outcome,
        "action_count": count,
        "failure_count": 0,
        "intent_summary": "",
        "workspace_term": workspace_term(workspace_id),
        "started_at": ended_at - timedelta(minutes=1),
        "ended_at": ended_at,
        "closes_at": ended_at + timedelta(minutes=5),
        "tally_action_types": [action_type for action_type, _ in pairs],
        "tally_node_types": [node_type for _, node_type in pairs],
    }
    write(graph, "CREATE (s:_mem:sequence) SET s = $properties", properties=properties | more)
    return str((properties | more)["id"])


def pattern(graph: Graph, workspace_id: str, error_code: str = "NotFound", *, version: int = 1, **more: Any) -> str:
    """A pattern of get actions on person nodes, with its key; its id."""
    key = ("get", "person", error_code)
    context = [more["context"]] if more.get("context") else []
    key_id = stable_id(workspace_id, "pattern_key", [*key, *context])
    counts = {"sample_count": 6, "action_count": 8, "total_count": 10, "confidence": 0.8}
    times = {"first_seen": at(days=3), "last_seen": at(days=1), "created_at": at(days=3)}
    names = {"action_type": key[0], "node_type": key[1], "error_code": key[2], "workspace_id": workspace_id}
    names |= {"context": context[0]} if context else {}
    properties = names | counts | times | {"status": "active", "version": version}
    properties["name"] = " ".join([":".join(key), *context])
    properties |= {"id": stable_id(workspace_id, "pattern", [key_id, str(version)]), "suppressed": False}
    properties |= {"interval_low": 0.49, "interval_high": 0.94, "evidence_confidence": 0.8} | more
    key_properties = names | counts | times | {"id": key_id, "status": "active", "pattern_id": properties["id"]}
    if properties["status"] == "active":
        text = "MERGE (k:_mem:pattern_key {workspace_id: $key.workspace_id, id: $key.id}) SET k = $key"
        write(graph, text, key=key_properties)
    write(graph, "CREATE (p:_mem:pattern) SET p = $properties", properties=properties)
    return str(properties["id"])


def situational_pattern(graph: Graph, workspace_id: str, context: str = "run=2", **more: Any) -> str:
    """A pattern of what get actions on person nodes do in a context, with its key; its id."""
    words = {"run=1": "after it failed", "run=2": "after it failed twice in a row"}
    given: dict[str, Any] = {"context_text": words[context], "other_count": 38, "other_failures": 17, "lift": 1.5}
    given |= {"log_evidence": 4.2, "next_action_type": "list", "next_count": 5, "next_total": 7} | more
    return pattern(graph, workspace_id, "AnyError", context=context, **given)
