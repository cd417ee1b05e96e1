"""What the tests of the passes share: a workspace, input, and everything that the passes left, for comparison."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from oxgraph import cypher
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.settings import WorkspaceSettings

FAR = datetime(2030, 1, 1, tzinfo=UTC)
START = datetime(2025, 3, 1, tzinfo=UTC)
SNAPSHOT = ("sequences", "keys", "patterns", "tallies", "node_tallies", "forecast")


def at(days: float = 0, minutes: float = 0) -> datetime:
    """A time counted from the start of the tests' world."""
    return START + timedelta(days=days, minutes=minutes)


def query(name: str) -> CypherFile:
    """A statement of the tests."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "passes" / f"{name}.cypher", "query")


def workspace_of(graph: Graph, **settings: Any) -> str:
    """A fresh workspace; its id."""
    rows = graph.write(
        statement("workspace/create"),
        name=f"passes-{uuid.uuid4()}",
        settings=WorkspaceSettings(**settings).model_dump(),
        metrics=[],
        transition_id=new_id(),
        now=START,
    )
    return str(rows[0]["workspace_id"])


def action(session: str, time: datetime, outcome: str = "success", **fields: Any) -> dict[str, Any]:
    """An action with an id that follows from what it is."""
    code = {"error_code": fields.pop("error_code", "E")} if outcome == "failure" else {}
    values = {"session_id": session, "action_type": "do", "started_at": time, "outcome": outcome} | code | fields
    values.setdefault("id", str(uuid.uuid5(uuid.NAMESPACE_URL, repr(sorted(values.items(), key=str)))))
    return values


def capture(graph: Graph, workspace_id: str, actions: Iterable[dict[str, Any]]) -> None:
    """Writes actions as the client does."""
    graph.write(
        statement("telemetry/capture_many"),
        workspace_id=workspace_id,
        token_hash=None,
        actions=list(actions),
        now=FAR,
    )


def tell(graph: Graph, workspace_id: str, *sessions: dict[str, Any]) -> None:
    """Writes what is known of sessions."""
    graph.write(
        statement("telemetry/sessions_many"),
        workspace_id=workspace_id,
        token_hash=None,
        sessions=list(sessions),
        now=FAR,
    )


def snapshot(graph: Graph, workspace_id: str) -> dict[str, list[dict[str, Any]]]:
    """All that passes 1 to 3 left, but rev, created_at and the runs."""
    return {name: graph.read(query(name), workspace_id=workspace_id) for name in SNAPSHOT}


def keys(graph: Graph, workspace_id: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The properties of every key without a context."""
    rows = [row["properties"] for row in graph.read(query("keys"), workspace_id=workspace_id)]
    plain = [row for row in rows if row.get("context") is None]
    return {(row["action_type"], row.get("node_type") or "", row["error_code"]): row for row in plain}


def contexts(graph: Graph, workspace_id: str, action_type: str = "do") -> dict[str, dict[str, Any]]:
    """The properties of the keys of an action type's contexts, by context."""
    rows = [row["properties"] for row in graph.read(query("keys"), workspace_id=workspace_id)]
    return {row["context"]: row for row in rows if row.get("context") and row["action_type"] == action_type}


def patterns(graph: Graph, workspace_id: str, error_code: str) -> list[dict[str, Any]]:
    """The patterns of a code, oldest version first."""
    rows = [row["properties"] for row in graph.read(query("patterns"), workspace_id=workspace_id)]
    return sorted((row for row in rows if row["error_code"] == error_code), key=lambda row: int(row["version"]))


def crowd(graph: Graph, labels: Iterable[str] | None = None) -> None:
    """Has indexes (of these labels) hold many workspaces: what the planner chooses hangs on what it has counted."""
    for row in graph.read(query("indexes")):
        if labels is None or row["label"] in labels:
            graph.write(query("crowd"), **row)
    graph.driver.execute_query("CALL db.prepareForReplanning(300)")
