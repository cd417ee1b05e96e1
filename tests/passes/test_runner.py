"""The runner: run twice, by two at once, killed half-way; recorded, locked, refused."""

import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.cypher import CypherFile, all_files, statement
from oxgraph.errors import EmbeddingModelMismatch, InvalidInput, ServerError, WorkspaceNotFound
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import Worker, evaluate, run_pass
from tests.passes.support import action, at, capture, patterns, query, snapshot, workspace_of


def fill(graph: Graph, workspace_id: str, sessions: int = 30) -> None:
    acts = [
        action(f"s{n}", at(n / 10, minute), "failure" if (n + minute) % 3 else "success", target_node_type="X")
        for n in range(sessions)
        for minute in range(3)
    ]
    capture(graph, workspace_id, acts)


def by_content(found: dict[str, list[dict[str, Any]]]) -> list[tuple[Any, ...]]:
    keys = [row["properties"] for row in found["keys"]]
    return sorted((k["error_code"], k["sample_count"], k["confidence"], k["status"], k["version"]) for k in keys)


def expected(graph: Graph) -> list[tuple[Any, ...]]:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(10))
    return by_content(snapshot(graph, workspace_id))


FIRST = re.compile(r"^MATCH \((?P<node>\w+):(?P<labels>[\w:]+)\)(?P<rest>-.*)?\n(?P<where>WHERE )?", re.MULTILINE)
"""How an audit finds the nodes that it looks at."""


def within(file: CypherFile) -> CypherFile:
    """The audit of the workspace $of alone, so that it does not read what hundreds of other tests wrote."""

    def scoped(found: re.Match[str]) -> str:
        node, labels, rest, where = found["node"], found["labels"], found["rest"], found["where"] or ""
        own = f"MATCH ({node}:{labels}) WHERE {node}:_mem AND {node}.workspace_id = $of AND {node}.id IS NOT NULL\n"
        return f"{own}MATCH ({node}){rest}\n{where}" if rest else f"{own}WITH {node} {where}" if where else own

    text, number = FIRST.subn(scoped, file.text.replace("LIMIT 100", ""), count=1)
    assert number == 1, file.name
    return replace(file, text=text, params=file.params | {"of": "STRING"})


def audits(graph: Graph, workspace_id: str, now: datetime) -> list[tuple[str, dict[str, Any]]]:
    """What the audits find wrong in a workspace, however much there is in the others."""
    return [
        (file.name, row)
        for file in all_files("audit")
        for row in graph.read(within(file), of=workspace_id, now=now)
        if row["workspace_id"] == workspace_id
    ]


def test_twice_changes_nothing(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(10))
    before = graph.read(query("revisions"), workspace_id=workspace_id)
    runs = evaluate(graph, workspace_id, now=at(10))
    assert graph.read(query("revisions"), workspace_id=workspace_id) == before
    assert all(not any(run.counters.values()) for run in runs)


@pytest.mark.deep
def test_two_at_once(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    inside: list[int] = []

    def note(name: str, counters: dict[str, int]) -> None:
        inside.append(threading.get_ident())

    def go() -> None:
        evaluate(graph, workspace_id, now=at(10), batch=7, progress=note)

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    switches = sum(1 for one, other in pairwise(inside) if one != other)
    assert switches <= 1, "one after the other"
    assert by_content(snapshot(graph, workspace_id)) == expected(graph)
    assert audits(graph, workspace_id, at(10)) == []


def test_upkeep_leaves_a_pass_that_runs_beside_it(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    given = {"run_id": new_id(), "pass": "sequences", "version": 1, "files": [], "now": at(10), "started_at": at(10)}
    graph.write(statement("passes/start_run"), workspace_id=workspace_id, **given)
    read = "MATCH (r:_mem:pass_run {workspace_id: $w, id: $id}) RETURN r.status AS status"
    for name, status in (("upkeep", "running"), ("freshness", "failed")):
        run_pass(graph, workspace_id, name, now=at(11))
        (row,) = graph.driver.execute_query(read, w=workspace_id, id=given["run_id"], database_=graph.database).records
        assert row["status"] == status


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("after", [1, 3, 6, 9, 12])
@pytest.mark.deep
def test_killed_half_way(graph: Graph, after: int) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    steps = 0

    def kill(name: str, counters: dict[str, int]) -> None:
        nonlocal steps
        steps += 1
        if steps == after:
            raise Killed

    with pytest.raises(Killed):
        evaluate(graph, workspace_id, now=at(10), batch=7, progress=kill)
    runs = graph.read(query("runs"), workspace_id=workspace_id)
    assert (runs[-1]["properties"]["status"], runs[-1]["properties"]["error_code"]) == ("failed", "Killed")
    evaluate(graph, workspace_id, now=at(10), batch=7)
    assert by_content(snapshot(graph, workspace_id)) == expected(graph)
    assert audits(graph, workspace_id, at(10)) == []


def test_a_run_that_neo4j_refused_has_its_status_code(graph: Graph, workspace: Memory) -> None:
    with pytest.raises(ServerError):
        run_pass(graph, workspace.workspace_id, "sequences", now=at(10), batch=-1)
    (run,) = workspace.pass_runs().items
    assert (run.status, run.error_code) == ("failed", "server_error")
    assert run.neo4j_code and run.neo4j_code.startswith("Neo.ClientError."), run.neo4j_code


def test_a_run_is_recorded(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id, 2)
    run = run_pass(graph, workspace_id, "patterns", now=at(10))
    stored = graph.read(query("runs"), workspace_id=workspace_id)[-1]["properties"]
    assert (stored["id"], stored["pass"], stored["version"], stored["status"]) == (run.id, "patterns", 3, "done")
    assert (stored["now"], stored["duration_ms"]) == (at(10), run.duration_ms)
    assert stored["counted"] == 0, "pass 1 has not run"


def test_a_removed_session_leaves_no_surplus(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action(f"s{n}", at(0, 10), "failure", error_code="Gone") for n in range(5)])
    evaluate(graph, workspace_id, now=at(1))
    assert patterns(graph, workspace_id, "Gone")[0]["status"] == "active"
    # What comes before within the gap gives each sequence another first action, so another id.
    capture(graph, workspace_id, [action(f"s{n}", at(0, 8)) for n in range(5)])
    evaluate(graph, workspace_id, now=at(1))
    assert patterns(graph, workspace_id, "Gone") == []
    assert audits(graph, workspace_id, at(1)) == []


def test_refusals(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    with pytest.raises(WorkspaceNotFound):
        evaluate(graph, "nowhere", now=at())
    with pytest.raises(InvalidInput):
        evaluate(graph, workspace_id, now=at().replace(tzinfo=None))
    for unknown in ("0", 8, "nothing"):
        with pytest.raises(InvalidInput):
            run_pass(graph, workspace_id, unknown, now=at())


class Letters:
    """An embedder that needs no model."""

    def __init__(self, name: str = "letters") -> None:
        self.name = name
        self.dimension = 3
        self.texts: list[str] = []

    def embed(self, text: str) -> list[float]:
        return self.embed_many([text])[0]

    def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
        self.texts += texts
        return [[1.0, 0.0, len(text) / 1000] for text in texts]


def test_summaries_are_embedded_once(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(10), passes=[1])
    embedder = Letters()
    run = run_pass(graph, workspace_id, 1, now=at(10), embedder=embedder)
    rows = [row["properties"] for row in graph.read(query("sequences"), workspace_id=workspace_id)]
    assert run.counters["embedded"] == len(rows) == 30
    assert len(embedder.texts) == len({row["intent_summary"] for row in rows}) < 30
    assert {row["embedding_model"] for row in rows} == {"letters"}
    assert all(row["embedding"][2] == len(row["intent_summary"]) / 1000 for row in rows)
    assert "embedded" not in run_pass(graph, workspace_id, 1, now=at(10), embedder=embedder).counters
    capture(graph, workspace_id, [action("new", at(9))])
    run = run_pass(graph, workspace_id, 1, now=at(10), embedder=Letters("others"))
    assert (run.status, run.counters.get("embedded")) == ("done", None)
    with pytest.raises(EmbeddingModelMismatch):
        run_pass(graph, workspace_id, "upkeep", now=at(10), embedder=Letters("others"))


def test_the_worker_serves_every_workspace(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fill(graph, workspace_id)
    work = Worker(graph, clock=lambda: at(10))
    runs = work.run([1])
    assert {run.workspace_id for run in runs} >= {workspace_id}
    assert graph.read(query("sequences"), workspace_id=workspace_id)
