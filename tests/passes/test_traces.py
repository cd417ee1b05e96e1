"""Recorded runs of agents: what the passes count is what a count by hand gives."""

import gzip
import json
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.passes.support import action, capture, keys, query, tell, workspace_of

TRACES = Path(__file__).parents[3] / "shared" / "eval" / "traces"
FILES = {
    "airline-gpt-4o": datetime(2025, 1, 20, tzinfo=UTC),
    "hotpotqa-react": datetime(2023, 5, 10, tzinfo=UTC),
}

pytestmark = [
    pytest.mark.eval,
    pytest.mark.skipif(not TRACES.is_dir(), reason="the measuring data is not here"),
]


def rows_of(name: str) -> list[dict[str, Any]]:
    with gzip.open(TRACES / f"{name}.actions.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def time_of(row: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(row["ts"]).replace(tzinfo=UTC)


def action_of(row: dict[str, Any]) -> dict[str, Any]:
    fields = {"action_type": row["action_type"], "seq": row["seq"], "target_node_type": row["target_node_type"]}
    if row["target_node_id"]:
        fields["target_node_ids"] = [row["target_node_id"]]
    if row["outcome"] == "failure":
        fields["error_code"] = row["error_code"]
    given = {name: value for name, value in fields.items() if value is not None}
    return action(row["session_id"], time_of(row), row["outcome"], **given)


def sessions_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first = {row["session_id"]: row for row in reversed(rows)}
    return [
        {
            "session_id": name,
            "intent": row["intent"],
            "outcome": "success" if row["task_success"] else "failure",
            "started_at": time_of(row),
        }
        for name, row in first.items()
    ]


def by_hand(rows: list[dict[str, Any]]) -> dict[tuple[str, str, str], tuple[int, float]]:
    sessions = defaultdict(set)
    actions: Counter[tuple[str, str, str]] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for row in rows:
        pair = (row["action_type"], row["target_node_type"] or "")
        key = (*pair, "None" if row["outcome"] == "success" else row["error_code"])
        sessions[key].add(row["session_id"])
        actions[key] += 1
        pairs[pair] += 1
    return {key: (len(sessions[key]), actions[key] / pairs[key[:2]]) for key in actions}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("threshold", [0.6, 0.5, 0.3])
@pytest.mark.parametrize("pieces", [1, 3])
def test_counts_are_those_of_a_hand_count(graph: Graph, name: str, threshold: float, pieces: int) -> None:
    rows = rows_of(name)
    workspace_id = workspace_of(graph, promote_confidence=threshold)
    tell(graph, workspace_id, *sessions_of(rows))
    for piece in range(pieces):
        capture(graph, workspace_id, [action_of(row) for row in reversed(rows[piece::pieces])])
        evaluate(graph, workspace_id, now=FILES[name])
    evaluate(graph, workspace_id, now=FILES[name])
    stored = keys(graph, workspace_id)
    expected = by_hand(rows)
    assert {key: (p["sample_count"], p["confidence"]) for key, p in stored.items()} == expected
    qualified = {key for key, (samples, share) in expected.items() if samples >= 5 and share >= threshold - 1e-9}
    assert {key for key, p in stored.items() if p["status"] == "active"} == qualified
    assert len(graph.read(query("patterns"), workspace_id=workspace_id)) == len(qualified)
    sequences = graph.read(query("sequences"), workspace_id=workspace_id)
    assert len(sequences) == len({row["session_id"] for row in rows})
