"""What random calls have found, each as the call that showed it."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import Neo4jError

from oxgraph import Memory
from oxgraph.errors import InvalidInput
from oxgraph.graph import Graph
from tests.fixtures.cli import Cli
from tests.fixtures.remote import Served

CALLS: dict[str, Callable[[Any], object]] = {
    "an embedding model that is none": lambda memory: memory.semantic.reembed(5),
    "an embedding model that is a time": lambda memory: memory.semantic.reembed(datetime(2026, 1, 1, tzinfo=UTC)),
    "roles that are lists": lambda memory: memory.semantic.ingest(["Hello."], roles=[[[]]]),
    "half of a surrogate pair as a metric": lambda memory: memory.telemetry.metrics.update("\ud800"),
    "half of a surrogate pair as an entity": lambda memory: memory.semantic.entities.search("\ud800"),
    "half of a surrogate pair as a file": lambda memory: memory.evaluations.run("\ud800", "\ud800"),
    "a null byte in a file's name": lambda memory: memory.evaluations.run("a\0b", "a\0b"),
    "names that are lists": lambda memory: memory.semantic.erase_subject("Ada", names=["Ada", ["A"]]),
    "names that are one text": lambda memory: memory.semantic.erase_subject("Ada", names="Ada"),
    "half of a surrogate pair as a subject": lambda memory: memory.semantic.erase_subject("\ud800"),
    "fewer pending messages than none": lambda memory: memory.semantic.extract_pending(-1),
    "too many pending messages": lambda memory: memory.semantic.take_up(10**9),
    "the last moment of time": lambda memory: memory.telemetry.timeline(as_of=datetime(9999, 12, 31, 23, tzinfo=UTC)),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_of_the_client(workspace: Memory, name: str) -> None:
    with pytest.raises(InvalidInput):
        CALLS[name](workspace)


BY_TOKEN: dict[str, Callable[[Any], object]] = {
    "true as a file of turns": lambda memory: memory.evaluations.run(True, "questions"),
    "a number as a file of questions": lambda memory: memory.evaluations.calibrate(5),
    "a number as a function": lambda memory: memory.semantic.ingest(["Hello."], progress=5),
    "a user who is a list": lambda memory: memory.user([]),
}


@pytest.mark.parametrize("name", BY_TOKEN)
def test_a_call_of_the_client_by_a_token(workspace: Memory, served: Served, name: str) -> None:
    with served.memory(workspace) as memory, pytest.raises(InvalidInput):
        BY_TOKEN[name](memory)


@pytest.mark.parametrize(
    "text",
    [
        "RETURN oxgraph.context_words('get') AS found",
        "CALL oxgraph.neighbours($w, $id, [], {}, -1) YIELD type RETURN type",
        "CALL oxgraph.neighbours($w, $id, [], {}, null) YIELD type RETURN type",
        "CALL oxgraph.neighbours($w, $id, [null], {}, 1) YIELD type RETURN type",
        "CALL oxgraph.walk($w, $id, [], null, 1, 10, false) YIELD type RETURN type",
        "CALL oxgraph.walk($w, $id, [], 'out', null, 10, false) YIELD type RETURN type",
        "CALL oxgraph.resolve($w, [], null, datetime()) YIELD entity_id RETURN entity_id",
        "CALL oxgraph.forget($w, [$id], null, datetime()) YIELD outcome RETURN outcome",
        "CALL oxgraph.purge_memory($w, '', null) YIELD removed RETURN removed",
        "CALL oxgraph.working_sweep($w, null, datetime()) YIELD swept RETURN swept",
        "RETURN oxgraph.recall_context([], null) AS found",
        "RETURN oxgraph.node_tally_ids($w, null) AS found",
        "RETURN oxgraph.fold_patterns($w, {}, [], null, false, true) AS found",
        "RETURN oxgraph.fold_patterns($w, {}, [], {}, null, true) AS found",
        "RETURN oxgraph.fit_forecast([], null) AS found",
    ],
)
def test_a_call_of_the_plugin(workspace: Memory, graph: Graph, text: str) -> None:
    made = workspace.semantic.entities.create("Ada")
    with pytest.raises(Neo4jError, match=r"\[oxgraph:invalid_input\]"):
        graph.driver.execute_query(text, w=workspace.workspace_id, id=made.id, database_=graph.database)


@pytest.mark.parametrize("deep", ["[" * 200_000, '{"a":' * 100_000])
def test_a_line_that_is_nested_too_deeply(cli: Cli, workspace: Memory, tmp_path: Path, deep: str) -> None:
    path = tmp_path / "messages.jsonl"
    path.write_text(deep, encoding="utf-8")
    found = cli("ingest", str(path), "--workspace", workspace.name, ok=False)
    assert (found.status, "nested too deeply" in found.err) == (2, True)


@pytest.mark.parametrize("name", ["x" * 20_001, "~nobody-of-this-name/x"])
def test_a_name_that_no_file_can_have(cli: Cli, workspace: Memory, name: str) -> None:
    found = cli("import", "sessions", name, "--workspace", workspace.name, ok=False)
    assert (found.status, "Traceback" in found.err) == (2, False)
