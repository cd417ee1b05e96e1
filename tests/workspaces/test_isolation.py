"""A workspace sees nothing of another one and changes nothing in it, by any call.

Every public call of a Memory must stand in CALLS: it is made in a workspace of its own, with a token and with the ids
and words of a workspace full of memory, at the end of which nothing of that workspace has come out or moved.
"""

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.client._sync.metrics import Benchmarks, Metrics
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client._sync.tokens import Tokens
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.passes import evaluate
from oxgraph.types.turn import PartName
from tests.fixtures.client_samples import NOON, at, pattern, sequence, write
from tests.workspaces import isolation_semantic as semantic
from tests.workspaces.isolation_semantic import MARK, Knowledge, learn

NODE = "node-of-both"
"""An id that means a domain node in either workspace: ids of business systems repeat."""

HELD = "MATCH (n:_mem {workspace_id: $w}) WHERE n.id IS NOT NULL"
"""The nodes of a workspace by their index; tests beside it fill the database."""

PERSON = "CREATE (:Person:_mem:entity {workspace_id: $w, id: $n, node_id: $n, type: 'person'})"


@dataclass(frozen=True)
class Full:
    """What the other workspace holds, and what a caller could know of it."""

    memory: Memory
    action: str
    pattern: str
    metric: str
    token: str
    known: Knowledge
    session: str = MARK
    node: str = f"{MARK}-node"


Call = Callable[[Memory, Full], object]


def questions(known: Knowledge) -> list[tuple[str, dict[str, Any]]]:
    """What a stranger may ask, with all that recall can be told of another workspace."""
    return [
        (f"Where does {MARK} work?", {"historical": True, "explain": True, "fusion": "rrf"}),
        (f'workspace_term:* OR "{MARK}"', {"entities": [known.entity, MARK], "confidence_floor": 0.0}),
        (MARK, {"conversation_id": MARK, "kinds": "message", "window": (at(days=9_000), NOON)}),
        (known.fact, {"as_of": (None, NOON), "types": "fact", "entities": [known.fact, known.absorbed]}),
        ("what happened this year", {"without": "threshold"}),
    ]


def turned(m: Memory, full: Full) -> list[object]:
    """A turn with all that it can be told of another workspace: what every layer brought to it."""
    limits: dict[Any, float] = dict.fromkeys((*get_args(PartName), "exchange"), 60.0)
    asked: dict[str, Any] = {"targets": [full.node, NODE], "slots": [MARK], "session_id": full.session}
    with m.turn(MARK, f"Where does {MARK} work?", action_type=MARK, limits=limits, **asked) as turn:
        turn.action("get", "success", targets=[full.node])
        turn.reply("mine", metadata={"mine": True})
    assert (turn.left_out, turn.recorded is not None and turn.recorded.failed) == ({}, ())
    return [turn.prompt, turn.history, [len(ids) for ids in turn.supports.values()]]


CALLS: dict[str, Call] = {
    "settings": lambda m, full: m.settings().model_dump(),
    "as_user": lambda m, full: m.as_user(MARK).recall(MARK).results,
    "update_settings": lambda m, full: m.update_settings(promote_samples=7).model_dump(),
    "disable": lambda m, full: m.disable(),
    "enable": lambda m, full: m.enable(),
    "tokens.create": lambda m, full: m.tokens.create("agent", "mine").workspace_id == full.memory.workspace_id,
    "tokens.rotate": lambda m, full: m.tokens.rotate(full.token).workspace_id == full.memory.workspace_id,
    "tokens.revoke": lambda m, full: m.tokens.revoke(full.token),
    "tokens.list": lambda m, full: [row.workspace_id == full.memory.workspace_id for row in m.tokens.list()],
    "capture": lambda m, full: m.telemetry.capture(
        action_type="get",
        session_id=full.session,
        outcome="success",
        targets=[full.node, NODE],
        injected_patterns=[full.pattern],
        id=full.action,
    ).model_dump(exclude={"action_id"}),
    "capture_many": lambda m, full: m.telemetry.capture_many(
        [
            {
                "action_type": "get",
                "session_id": full.session,
                "outcome": "success",
                "targets": [full.node],
                "id": new_id(),
            }
        ]
    ).model_dump(),
    "record": lambda m, full: m.telemetry.record("get", session_id=full.session, targets=[full.node], inject=True)(
        lambda: None
    )(),
    "start_session": lambda m, full: m.telemetry.start_session(full.session, intent="mine") == full.session,
    "end_session": lambda m, full: m.telemetry.end_session(full.session, outcome="failure").known,
    "import_sessions": lambda m, full: m.telemetry.import_sessions(
        [{"session_id": full.session, "outcome": "failure"}]
    ),
    "inject": lambda m, full: m.telemetry.inject([full.node, NODE], action_type=MARK).model_dump(),
    "costliest_failures": lambda m, full: m.telemetry.costliest_failures().model_dump(),
    "coverage": lambda m, full: m.telemetry.coverage().model_dump(),
    "pattern_trends": lambda m, full: [m.telemetry.pattern_trends(), m.telemetry.pattern_trends(full.pattern)],
    "users": lambda m, full: [m.users(), m.users(MARK)],
    "find_ids": lambda m, full: m.find_ids("0000", kinds=["memory", "session", "conversation"]),
    "pass_runs": lambda m, full: m.pass_runs(with_idle=True),
    "growth": lambda m, full: m.growth().model_dump(),
    "overview": lambda m, full: [m.telemetry.overview(), m.telemetry.overview(at(days=300), NOON)],
    "actions_page": lambda m, full: [
        m.telemetry.actions_page(query=MARK),
        m.telemetry.actions_page(sort="slowest", node_id=NODE, session_id=full.session),
    ],
    "action_counts": lambda m, full: m.telemetry.action_counts(query=MARK),
    "way": lambda m, full: m.telemetry.way(f"the {MARK} intent"),
    "patterns": lambda m, full: [
        m.telemetry.patterns() + m.telemetry.patterns(as_of=NOON),
        m.telemetry.patterns(all=True),
    ],
    "effect": lambda m, full: m.telemetry.effect(full.pattern),
    "lift": lambda m, full: m.telemetry.lift(full.pattern),
    "forecast": lambda m, full: m.telemetry.forecast().cases,
    "calibration": lambda m, full: m.telemetry.calibration().bins,
    "annotate": lambda m, full: m.telemetry.annotate(full.pattern, suppressed=True),
    "sequences": lambda m, full: [m.telemetry.sequences(), m.telemetry.sequences(session_id=full.session)],
    "timeline": lambda m, full: m.telemetry.timeline(limit=1000),
    "patterns_page": lambda m, full: [*m.telemetry.patterns_page().items, *m.telemetry.patterns_page(all=True).items],
    "sequences_page": lambda m, full: m.telemetry.sequences_page().items,
    "timeline_page": lambda m, full: (
        m.telemetry.timeline_page(cursor=full.memory.telemetry.timeline_page(limit=1).next).items
    ),
    "pattern": lambda m, full: m.telemetry.pattern(full.pattern),
    "sequence": lambda m, full: m.telemetry.sequence(full.memory.telemetry.sequences()[0].id),
    "action": lambda m, full: m.telemetry.action(full.action),
    "changes": lambda m, full: m.changes("0").items,
    "audit": lambda m, full: [row.by for row in m.audit().items],
    "search": lambda m, full: m.telemetry.search(action_type=MARK).model_dump(),
    "context": lambda m, full: [m.telemetry.context(MARK), m.telemetry.context(f"the {MARK} intent")],
    "recall": lambda m, full: [
        getattr(m.recall(query, **options), part)
        for query, options in questions(full.known)
        for part in ("results", "context")
    ],
    "flush": lambda m, full: m.flush(),
    "turn": turned,
    "ingest": lambda m, full: m.ingest("I live in Graz.", conversation_id=MARK).written,
    "metrics.list": lambda m, full: [row.name for row in m.telemetry.metrics.list(all=True)],
    "metrics.get": lambda m, full: m.telemetry.metrics.get(full.metric),
    "metrics.create": lambda m, full: m.telemetry.metrics.create("mine", success_condition="outcome == 'success'").name,
    "metrics.update": lambda m, full: m.telemetry.metrics.update(full.metric, window_days=1),
    "metrics.delete": lambda m, full: m.telemetry.metrics.delete(full.metric),
    "metrics.preview": lambda m, full: m.telemetry.metrics.preview(aggregation="average").sample_count,
    "metrics.value": lambda m, full: (
        m.telemetry.metrics.value(full.memory.telemetry.metrics.get(full.metric), at(days=30), NOON).sample_count
    ),
    "metrics.history": lambda m, full: m.telemetry.metrics.history(full.metric),
    "benchmarks.get": lambda m, full: m.telemetry.benchmarks.get(full.metric),
    "benchmarks.compare": lambda m, full: m.telemetry.benchmarks.compare(full.metric, "Efficiency delta"),
    "delete": lambda m, full: m.delete(hard=True),
}
CALLS |= {name: lambda m, full, call=call: call(m, full.known) for name, call in semantic.CALLS.items()}  # type: ignore[misc]

FOREIGN_ID = {
    "pattern",
    "sequence",
    "action",
    "tokens.revoke",
    "tokens.rotate",
    "annotate",
    "effect",
    "lift",
    "metrics.get",
    "metrics.update",
    "metrics.delete",
}
FOREIGN_ID |= {"benchmarks.get", "metrics.history", "benchmarks.compare"} | semantic.FOREIGN_ID
"""Calls that name a node by its id: one of another workspace is simply not there."""

EMPTY = {"metrics.preview", "metrics.value", "timeline", "patterns", "sequences", "context", "tokens.list"}
EMPTY |= {"forecast", "calibration", "patterns_page", "sequences_page", "timeline_page"}
EMPTY |= semantic.EMPTY
"""Calls that find nothing at all in a workspace without memory."""


def public(cls: type, prefix: str = "") -> set[str]:
    names = (name for name, _ in inspect.getmembers(cls, inspect.isfunction))
    return {prefix + name for name in names if not name.startswith("_") and name not in ("close", "now")}


def fill(memory: Memory, graph: Graph) -> Full:
    """Memory of every kind, with the mark in every text."""
    w, model = memory.workspace_id, embedder("minilm")
    for node in (f"{MARK}-node", NODE):
        write(graph, PERSON, w=w, n=node)
    shown = pattern(graph, w, annotation=MARK, action_type=MARK)
    captured = memory.telemetry.capture(
        action_type=MARK, session_id=MARK, outcome="success", targets=[f"{MARK}-node", NODE], injected_patterns=[shown]
    )
    more: dict[str, Any] = {"embedding": model.embed(MARK), "embedding_model": model.name, "session_id": MARK}
    sequence(graph, w, at(days=1), pairs=((MARK, MARK),), intent_summary=f"The {MARK} intent", **more)
    metric = memory.telemetry.metrics.create(MARK, success_condition="outcome == 'success'")
    properties: dict[str, Any] = {"workspace_id": w, "id": new_id(), "metric_id": metric.id, "metric_name": MARK}
    properties |= {"date": date(2026, 4, 30), "value": 1.0, "baseline": 1.0, "delta_vs_baseline": 0.0}
    properties |= {"computed_at": NOON, "sample_count": 1}
    write(graph, "CREATE (b:_mem:benchmark) SET b = $properties", properties=properties)
    token = memory.tokens.create("admin", MARK)
    return Full(memory, captured.action_id, shown, metric.id, token.id, learn(memory))


@pytest.fixture(scope="module")
def full(server: Server) -> Iterator[Full]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=embedder("minilm")) as client:
        found = fill(client.create_workspace(f"full {new_id()}"), client.graph)
        found.memory.flush()  # what was read meanwhile is counted now, and not while a test looks
        yield found


@pytest.fixture
def stranger(server: Server) -> Iterator[Memory]:
    """An admin by token of a workspace that has a domain node and settled on the same model, and no memory."""
    model = embedder("minilm")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON) as client:
        space = client.create_workspace(f"stranger {new_id()}")
        secret = space.tokens.create("admin", "t").secret
        write(client.graph, PERSON, w=space.workspace_id, n=NODE)
        text = "MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.embedding_model = $model"
        write(client.graph, text, w=space.workspace_id, model=model.name)
    with oxgraph.connect(server.uri, server.auth, token=secret, clock=lambda: NOON, embedder=model) as memory:
        yield memory


def snapshot(graph: Graph, workspace_id: str) -> str:
    """All that a workspace holds: nodes with their revisions, and edges."""
    text = (
        f"{HELD} OPTIONAL MATCH (n)-[r]-(o) WITH n, type(r) AS t, o.id AS o ORDER BY t, o"
        " WITH n, collect([t, o]) AS edges ORDER BY n.id RETURN collect([labels(n), properties(n), edges]) AS all"
    )
    found = graph.driver.execute_query(text, w=workspace_id, database_=graph.database)
    return json.dumps(found.records[0]["all"], default=str, sort_keys=True)


def test_all_that_a_workspace_holds_is_looked_at(full: Full, graph: Graph) -> None:
    """Also what has none of the labels by which the other tests find it quickly."""
    text = f"MATCH (n {{workspace_id: $w}}) WITH count(n) AS all {HELD} RETURN all, count(n) AS held"
    (found,) = graph.driver.execute_query(text, w=full.memory.workspace_id, database_=graph.database).records
    assert found["all"] == found["held"] > 10


def test_every_public_call_is_tried() -> None:
    calls = public(Memory) | public(Telemetry) | public(Metrics, "metrics.")
    calls |= public(Benchmarks, "benchmarks.") | public(Tokens, "tokens.")
    for cls, prefix in semantic.PARTS:
        calls |= public(cls, prefix)
    assert calls == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_nothing_of_the_other_workspace_is_seen_or_moved(name: str, stranger: Memory, full: Full, graph: Graph) -> None:
    before = snapshot(graph, full.memory.workspace_id)
    if name in FOREIGN_ID | semantic.NO_TOKEN:
        with pytest.raises(errors.NotFound if name in FOREIGN_ID else errors.PermissionDenied):
            CALLS[name](stranger, full)
    else:
        seen = CALLS[name](stranger, full)
        assert MARK not in repr(seen)
        for id in (full.pattern, *vars(full.known).values()):
            assert id not in repr(seen)
        if name in EMPTY:
            assert seen in (0, [], [False], [[], []], *semantic.NOTHING)
    assert snapshot(graph, full.memory.workspace_id) == before
    assert crossing(graph, stranger, full.memory) == 0


def crossing(graph: Graph, *memories: Memory) -> int:
    """Edges of these workspaces that lead to another."""
    text = f"UNWIND $workspaces AS w {HELD.replace('$w', 'w')} MATCH (n)--(other:_mem)"
    text += " WHERE other.workspace_id <> w RETURN count(*) AS n"
    workspaces = [memory.workspace_id for memory in memories]
    return int(graph.driver.execute_query(text, workspaces=workspaces, database_=graph.database).records[0]["n"])


def test_no_edge_leads_from_any_workspace_to_another(graph: Graph) -> None:
    """Over the whole database, once the calls above were made."""
    text = "MATCH (a:_mem)-[r]->(b:_mem) WHERE a.workspace_id <> b.workspace_id RETURN count(r) AS n"
    assert graph.driver.execute_query(text, database_=graph.database).records[0]["n"] == 0


def test_the_full_workspace_sees_its_own(full: Full) -> None:
    """The calls above found nothing because they may not, not because there was nothing."""
    telemetry = full.memory.telemetry
    assert telemetry.inject([full.node], action_type=MARK).ids == (full.pattern,)
    assert telemetry.patterns()[0].pattern_id == full.pattern
    assert telemetry.sequences(session_id=MARK)
    assert telemetry.search(action_type=MARK).sequences
    assert telemetry.context(MARK)
    assert telemetry.benchmarks.get(full.metric)
    assert full.known.fact in {one.id for one in full.memory.recall(f"Where does {MARK} work?", touch=False).results}
    knows = full.memory.semantic
    assert {row.memory.id for row in knows.review.list()} == {full.known.fact, full.known.rival}
    assert {full.known.fact, full.known.rival} <= {row.id for row in knows.list(MARK)}
    assert MARK in knows.why(full.known.fact).text
    assert full.memory.user(MARK).build_context("tea", touch=False)
    assert knows.connections.list() or knows.entities.list(name=MARK)


@pytest.mark.parametrize("field", ["subject_id", "object_id", "supersedes"])
def test_no_statement_is_about_another_workspaces_nodes(field: str, stranger: Memory, full: Full, graph: Graph) -> None:
    before = snapshot(graph, full.memory.workspace_id)
    value: Any = [full.known.fact] if field == "supersedes" else full.known.entity
    with pytest.raises(errors.NotFound):
        stranger.semantic.remember_many([{"type": "fact", "content": "mine", field: value}])
    assert stranger.semantic.list(status="any") == []
    assert snapshot(graph, full.memory.workspace_id) == before


@pytest.mark.deep
def test_a_small_workspace_beside_a_huge_one_gets_its_full_answer(full: Full, stranger: Memory, graph: Graph) -> None:
    vector = {"embedding": embedder("minilm").embed("refund"), "workspace_id": full.memory.workspace_id}
    write(
        graph,
        "UNWIND range(1, 500) AS i CREATE (s:_mem:sequence) SET s = $values, s.id = randomUUID(),"
        " s.started_at = $now, s.ended_at = $now, s.closes_at = $now, s.tally_action_types = [],"
        " s.intent_summary = 'refund', s.workspace_term = 'w' + replace($values.workspace_id, '-', ''),"
        " s.session_id = 'crowd', s.action_count = 1, s.failure_count = 0, s.outcome = 'success'",
        values=vector,
        now=at(days=1),
    )
    mine = sequence(
        graph,
        stranger.workspace_id,
        at(days=1),
        intent_summary="book a flight and a refund",
        embedding=embedder("minilm").embed("book a flight"),
    )
    assert [row.id for row in stranger.telemetry.context("refund")] == [mine]


def test_an_import_of_the_same_runs_stays_in_its_workspace(
    full: Full, stranger: Memory, graph: Graph, tmp_path: Path
) -> None:
    before = snapshot(graph, full.memory.workspace_id)
    line = {"session_id": full.session, "action_type": "get", "outcome": "success", "target_node_id": full.node}
    (tmp_path / "runs.jsonl").write_text(json.dumps(line | {"started_at": "2026-05-01T00:00:00Z", "id": full.action}))
    assert import_traces(stranger, [str(tmp_path / "runs.jsonl")]).references == 0
    assert snapshot(graph, full.memory.workspace_id) == before


def test_the_passes_over_one_workspace_leave_the_other_alone(full: Full, stranger: Memory, graph: Graph) -> None:
    before = snapshot(graph, full.memory.workspace_id)
    for number in range(6):
        failure: dict[str, Any] = {"outcome": "failure", "error_code": "NotFound", "target_node_type": "person"}
        failure["started_at"] = at(hours=number + 1)
        stranger.telemetry.capture(action_type="get", session_id=f"{MARK}{number}", targets=[NODE], **failure)
    evaluate(graph, stranger.name, now=NOON, embedder=embedder("minilm"))
    assert [row.sample_count for row in stranger.telemetry.patterns()] == [6]
    assert len(stranger.telemetry.inject([NODE]).ids) == 1
    assert stranger.telemetry.benchmarks.get("Task success rate")[0].sample_count == 6
    assert snapshot(graph, full.memory.workspace_id) == before
    assert crossing(graph, stranger, full.memory) == 0


def test_no_call_takes_a_workspace(stranger: Memory) -> None:
    parts: list[Any] = [stranger, stranger.telemetry, stranger.telemetry.metrics, stranger.telemetry.benchmarks]
    known = stranger.semantic
    parts += [known, known.review, known.predicates, known.types, known.entities, known.connections, stranger.episodic]
    parts += [stranger.working, stranger.graph]
    for part in [*parts, stranger.tokens, stranger.user("u")]:
        for name, method in inspect.getmembers(part, inspect.ismethod):
            assert not {"workspace", "workspace_id"} & set(inspect.signature(method).parameters), name
