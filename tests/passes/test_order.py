"""Whatever the order of arrival, the pieces, and how often and in what order passes ran: the same result.

The result is that of `reference`, which sees all evidence at once.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from oxgraph.graph import Graph
from oxgraph.passes import evaluate, run_pass
from tests.passes.reference import Rules, Sequence, cut, key_of
from tests.passes.support import action, at, capture, query, snapshot, tell, workspace_of

pytestmark = pytest.mark.deep

NUMBERS: dict[str, Any] = {
    "evidence_window_days": 8,
    "promote_samples": 2,
    "promote_confidence": 0.5,
    "decay_after_days": 10,
    "decay_factor": 0.7,
}
FULL = {**NUMBERS, "supersede_shift": 0.15, "retire_confidence": 0.2}
GAP = timedelta(seconds=300)
NODES = ["n0", "n1", "n2"]

APART = timedelta(seconds=7)
"""Between sessions: what closes at one instant is counted in the order of ids, which differ between workspaces."""

moments = st.builds(at, days=st.integers(0, 40), minutes=st.sampled_from([0, 2, 4, 9, 700]))
acts = st.builds(
    lambda session, time, kind, node, code, latency: action(
        f"s{session}",
        time + session * APART,
        "failure" if code else "success",
        **({"error_code": code} if code else {}),
        action_type=kind,
        latency_ms=latency,
        **({"target_node_type": "X", "target_node_ids": [node]} if node else {}),
    ),
    session=st.integers(0, 5),
    time=moments,
    kind=st.sampled_from(["a", "b"]),
    node=st.sampled_from([None, *NODES]),
    code=st.sampled_from([None, "E", "E", "F"]),
    latency=st.sampled_from([0, 1_000, 400_000]),
)


class Case(NamedTuple):
    """Actions in an order of arrival, the cuts into pieces, what is told of sessions, and when passes ran."""

    actions: list[dict[str, Any]]
    pieces: int
    sessions: dict[str, dict[str, Any]]
    instants: list[datetime]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    actions = draw(st.permutations(draw(st.lists(acts, min_size=5, max_size=40, unique_by=lambda a: str(a["id"])))))
    ended = draw(st.lists(st.integers(0, 5), max_size=3, unique=True))
    sessions = {
        f"s{n}": {"session_id": f"s{n}", "ended_at": draw(moments) + n * APART, "outcome": "failure"} for n in ended
    }
    instants = draw(st.lists(st.builds(at, days=st.integers(1, 60)), min_size=1, max_size=5, unique=True))
    return Case(actions, draw(st.integers(1, 4)), sessions, instants)


def arrive_in_pieces(graph: Graph, workspace_id: str, case: Case, batch: int) -> datetime:
    """Pieces with passes between them, at instants in any order; the last instant."""
    for number in range(case.pieces):
        capture(graph, workspace_id, case.actions[number :: case.pieces])
        if number == 1:
            tell(graph, workspace_id, *case.sessions.values())
        instant = case.instants[number % len(case.instants)]
        evaluate(graph, workspace_id, now=instant, passes=[1, 2], batch=batch)
    tell(graph, workspace_id, *case.sessions.values())
    for instant in case.instants:
        evaluate(graph, workspace_id, now=instant, passes=[1, 2], batch=batch)
    last = max(case.instants)
    evaluate(graph, workspace_id, now=last, batch=batch)
    return last


def arrive_at_once(graph: Graph, workspace_id: str, case: Case) -> None:
    """All the evidence first, then the passes in the order of time."""
    capture(graph, workspace_id, case.actions)
    tell(graph, workspace_id, *case.sessions.values())
    for instant in sorted(case.instants):
        evaluate(graph, workspace_id, now=instant)


def without_scope(value: Any, workspace_id: str, ids: dict[str, str]) -> Any:
    """Ids of two workspaces differ; here they are told by what they stand for."""
    if isinstance(value, dict):
        return {
            key: without_scope(item, workspace_id, ids)
            for key, item in value.items()
            if key not in ("workspace_id", "workspace_term")
        }
    if isinstance(value, list):
        return [without_scope(item, workspace_id, ids) for item in value]
    return ids.get(value, value) if isinstance(value, str) else value


def names_of(found: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    ids = {row["id"]: f"sequence of {row['actions']}" for row in found["sequences"]}
    for kind in ("keys", "patterns"):
        for row in found[kind]:
            p = row["properties"]
            names = (p["action_type"], p.get("node_type"), p["error_code"], p.get("context"), p.get("version"))
            ids[row["id"]] = f"{kind} {names}"
    for row in found["tallies"]:
        p = row["properties"]
        ids[p["id"]] = f"tally {p['action_type']} {p.get('node_type')}"
    return ids


def comparable(graph: Graph, workspace_id: str) -> dict[str, Any]:
    """A snapshot that two workspaces with the same evidence share."""
    found = snapshot(graph, workspace_id)
    plain = without_scope(found, workspace_id, names_of(found))
    return {kind: sorted((normal(row) for row in rows), key=str) for kind, rows in plain.items()}


def normal(row: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(item) if isinstance(item, list) else item for key, item in row.items()}


def check_against_reference(graph: Graph, workspace_id: str, case: Case, now: datetime) -> None:
    sequences = cut(workspace_id, case.actions, case.sessions, now, GAP)
    found = snapshot(graph, workspace_id)
    check_sequences(found["sequences"], sequences)
    lives = Rules(sequences, [i for i in case.instants if i <= now], FULL).run(now)
    stored = {}
    for row in plain(found["keys"]):
        p = row["properties"]
        stored[p["action_type"], p.get("node_type") or "", p["error_code"]] = p
    assert stored.keys() == lives.keys()
    versions = {row["id"]: row for row in plain(found["patterns"])}
    assert sum(len(life.versions) for life in lives.values()) == len(versions)
    targets = {a["id"]: a.get("target_node_ids", []) for a in case.actions}
    for key, life in lives.items():
        p = stored[key]
        assert p["status"] == life.status, key
        assert p["version"] == len(life.versions)
        assert {name: p[name] for name in life.figures} == approximately(life.figures)
        mine = [r for r in plain(found["patterns"]) if r["properties"]["name"] == ":".join(key)]
        for row, version in zip(
            sorted(mine, key=lambda r: int(r["properties"]["version"])), life.versions, strict=True
        ):
            v = row["properties"]
            assert (v["version"], v["status"], v["promoted_at"]) == (
                version.version,
                version.status,
                version.promoted_at,
            )
            assert v.get("deleted_at") == version.deleted_at
            assert {name: v[name] for name in version.figures} == approximately(version.figures)
            assert set(row["evidence"]) == version.evidence, (key, version)
            held = [a for s in sequences if s.id in version.evidence for a in s.actions if key_of(a) == key]
            assert set(row["references"]) == {node for a in held for node in targets[a["id"]]}


def differences(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> list[Any]:
    """What stands in one alone, and of what stands in both the values that differ."""
    one, other = ({str(named(row)): flat(row) for row in rows} for rows in (found, expected))
    alone = [(name, "alone") for name in one.keys() ^ other.keys()]
    return alone + [
        (name, key, one[name].get(key), other[name].get(key))
        for name in one.keys() & other.keys()
        for key in one[name].keys() | other[name].keys()
        if one[name].get(key) != other[name].get(key)
    ]


def named(row: dict[str, Any]) -> Any:
    """Which one a row is; of what has no name, all of it."""
    return row.get("id") or row["properties"].get("id") or sorted(row["properties"].items(), key=str)


def flat(row: dict[str, Any]) -> dict[str, Any]:
    return {**row["properties"], **{key: value for key, value in row.items() if key != "properties"}}


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those without a context."""
    return [row for row in rows if row["properties"].get("context") is None]


def check_sequences(rows: list[dict[str, Any]], expected: list[Sequence]) -> None:
    assert {row["id"]: row["actions"] for row in rows} == {s.id: sorted(a["id"] for a in s.actions) for s in expected}
    by_id = {row["id"]: row["properties"] for row in rows}
    for sequence in expected:
        p = by_id[sequence.id]
        assert (p["started_at"], p["ended_at"]) == (sequence.started_at, sequence.ended_at)
        assert (p["closes_at"], p["outcome"]) == (sequence.closes_at, sequence.outcome)
        assert p["action_count"] == len(sequence.actions)


def approximately(figures: dict[str, Any]) -> dict[str, Any]:
    import pytest

    return {name: pytest.approx(v) if isinstance(v, float) else v for name, v in figures.items()}


# Shrinking would take minutes: each example is a database's work.
@settings(
    max_examples=10,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(case=cases(), batch=st.sampled_from([1, 4, 5_000]))
def test_same_result_in_any_order(graph: Graph, case: Case, batch: int) -> None:
    pieces, whole = workspace_of(graph, **NUMBERS), workspace_of(graph, **NUMBERS)
    for workspace_id in (pieces, whole):
        graph.write(query("entities"), workspace_id=workspace_id, node_ids=NODES, now=at())
    last = arrive_in_pieces(graph, pieces, case, batch)
    check_against_reference(graph, pieces, case, last)
    arrive_at_once(graph, whole, case)
    found, expected = comparable(graph, pieces), comparable(graph, whole)
    assert {kind: differences(found[kind], expected[kind]) for kind in found} == {kind: [] for kind in found}
    before = graph.read(query("revisions"), workspace_id=pieces)
    evaluate(graph, pieces, now=last)
    assert graph.read(query("revisions"), workspace_id=pieces) == before
    run_pass(graph, whole, "sequences", now=last)
