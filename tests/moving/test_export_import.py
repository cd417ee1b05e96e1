"""A workspace that was exported and imported says what it said before."""

import asyncio
import json
import threading
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, errors
from oxgraph.client._sync import archive
from oxgraph.graph import Graph
from oxgraph.ids import new_id, origin, stable_id
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.cli import Cli
from tests.moving.conftest import Exported
from tests.moving.filled import NOW, Clock, reads, work
from tests.upgrade.home_reads import differences

ALL = """
MATCH (n:_mem) WHERE n.workspace_id = $id AND none(label IN labels(n) WHERE label IN ['token', 'slot', 'lock'])
OPTIONAL MATCH (n)-[r]->(m:_mem {workspace_id: $id})
RETURN count(DISTINCT n) AS nodes, count(r) AS relationships
"""


VALUES = """{
  place: point({x: 1.5, y: 2}), lasts: duration('P1DT2H'), day: date('2026-01-02'), whole: 7, part: 7.0, yes: true,
  local: localdatetime('2026-01-02T03:04:05'), zoned: datetime('2026-01-02T03:04:05[Europe/Paris]'),
  offset: time('03:04:05+01:00'), hour: localtime('03:04:05'), huge: 1.0 / 0.0, days: [date('2026-01-02')]
}"""


def counted(graph: Graph, workspace_id: str) -> tuple[int, int]:
    found = graph.driver.execute_query(ALL, id=workspace_id, database_=graph.database).records[0]
    return found["nodes"], found["relationships"]


def test_an_archive_holds_every_node_and_relationship(exported: Exported, database: Graph) -> None:
    report = exported.report
    assert (report.nodes, report.relationships) == counted(database, exported.memory.workspace_id)
    assert report.counts["workspace"] == 1
    assert {"token", "slot", "lock"}.isdisjoint(report.counts)
    for kind in ("session", "action", "sequence", "pattern", "memory", "question", "entity", "message", "episode"):
        assert report.counts[kind] > 0, kind
    assert report.vectors > 0


def test_the_content_names_neither_the_workspace_nor_its_server(exported: Exported) -> None:
    with zipfile.ZipFile(exported.file) as opened:
        for name in opened.namelist():
            if name != "manifest.json":
                text = opened.read(name).decode()
                assert exported.memory.workspace_id not in text
                assert exported.memory.workspace_id.replace("-", "") not in text
                assert '"rev"' not in text


@pytest.mark.deep
def test_every_read_of_a_copy_is_that_of_the_original(client: Client, exported: Exported, name: str) -> None:
    before = reads(exported.memory)
    made = client.import_workspace(exported.file, name)
    copy = client.workspace(name)
    assert made.digest == exported.report.digest == client.digest_workspace(name).digest
    assert made.written == exported.report.nodes + exported.report.relationships
    found = reads(copy)
    assert found.keys() == before.keys()
    odd = {read: differences(said, found[read])[:5] for read, said in before.items() if found[read] != said}
    assert odd == {}
    assert reads(exported.memory) == before
    assert copy.workspace_id.startswith(exported.memory.workspace_id)
    assert [row.name for row in client.workspaces()].count(name) == 1
    assert copy.tokens.list() == []


def test_original_and_copy_go_on_alike(
    client: Client, database: Graph, clock: Clock, exported: Exported, tmp_path: Path
) -> None:
    names = [f"on {new_id()}", f"on {new_id()}"]
    for one in names:
        client.import_workspace(exported.file, one)
    later = NOW + timedelta(days=1)
    for one in names:
        memory = client.workspace(one)
        clock.now = later
        work(memory, NOW - timedelta(hours=20), range(20, 30))
        memory.ingest([{"role": "user", "text": "My favourite colour is red."}], conversation_id="c-2")
        memory.episodic.add_messages([{"role": "user", "text": "One more about the kettle"}], conversation_id="c-1")
        evaluate(database, memory.workspace_id, now=later)
    clock.now = NOW
    first, second = (client.workspace(one) for one in names)
    assert client.digest_workspace(names[0]).counts == client.digest_workspace(names[1]).counts
    patterns = [[row.model_dump(exclude={"created_at"}) for row in one.telemetry.patterns()] for one in (first, second)]
    assert patterns[0] == patterns[1]
    injected = [one.telemetry.inject(["n1"], action_type="charge", target_node_type="Shop") for one in (first, second)]
    assert injected[0].block == injected[1].block


def test_it_can_be_imported_again_where_it_was(client: Client, exported: Exported, name: str, tmp_path: Path) -> None:
    first = client.import_workspace(exported.file, name)
    again = client.export_workspace(name, tmp_path / "again.zip")
    assert again.digest == first.digest
    client.delete_workspace(name, hard=True)
    back = client.import_workspace(tmp_path / "again.zip")
    assert (back.workspace, back.workspace_id, back.digest) == (name, first.workspace_id, first.digest)


def test_twice_is_once(client: Client, exported: Exported, name: str) -> None:
    client.import_workspace(exported.file, name)
    again = client.import_workspace(exported.file, name.upper())
    assert (again.already_imported, again.written) == (True, 0)
    assert client.digest_workspace(name).digest == exported.report.digest
    # What came later stays as it is, and is not taken for another archive's.
    client.workspace(name).semantic.remember(type="fact", subject="Ada", content="Ada likes chess")
    assert client.import_workspace(exported.file, name).written == 0


def test_two_imports_at_once_are_one(
    server: Server, client: Client, exported: Exported, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "WRITE_NODES", 20)
    monkeypatch.setattr(archive, "WRITE_RELATIONSHIPS", 50)
    reports: list[Any] = []

    def run() -> None:
        with oxgraph.connect(server.uri, server.auth) as own:
            reports.append(own.import_workspace(exported.file, name))

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [report.digest for report in reports] == [exported.report.digest] * 2
    assert client.digest_workspace(name).digest == exported.report.digest


@pytest.mark.deep
def test_an_import_that_is_killed_after_every_batch_ends_all_the_same(
    client: Client, database: Graph, exported: Exported, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "WRITE_NODES", 40)
    monkeypatch.setattr(archive, "WRITE_RELATIONSHIPS", 100)

    class Killed(Exception):
        pass

    seen = 0

    def kill(done: int, total: int) -> None:
        nonlocal seen
        if done > seen:
            seen = done
            raise Killed

    kills, made = 0, None
    while made is None:
        try:
            made = client.import_workspace(exported.file, name, progress=kill)
        except Killed:
            kills += 1
            with pytest.raises(errors.WorkspaceImporting):
                client.workspace(name)
            with pytest.raises(errors.WorkspaceImporting):
                client.restore_workspace(name)
    assert kills > 5
    assert client.digest_workspace(name).digest == exported.report.digest
    assert counted(database, made.workspace_id) == (exported.report.nodes, exported.report.relationships)


def test_an_interrupted_import_can_be_given_up(client: Client, exported: Exported, name: str) -> None:
    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        client.import_workspace(exported.file, name, progress=stop)
    client.delete_workspace(name, hard=True)
    assert client.import_workspace(exported.file, name).digest == exported.report.digest


def test_an_empty_workspace_is_filled_and_keeps_its_tokens(
    server: Server, client: Client, exported: Exported, name: str
) -> None:
    empty = client.create_workspace(name)
    token = empty.tokens.create("agent", "early")
    client.import_workspace(exported.file, name)
    assert [row.name for row in client.workspace(name).tokens.list()] == ["early"]
    with oxgraph.connect(server.uri, server.auth, token=token.secret) as memory:
        assert memory.telemetry.timeline()


def test_a_workspace_with_memory_is_not_overwritten(client: Client, exported: Exported, name: str) -> None:
    used = client.create_workspace(name)
    used.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    with pytest.raises(errors.WorkspaceNotEmpty, match="--as"):
        client.import_workspace(exported.file, name)
    with pytest.raises(errors.WorkspaceNotEmpty):
        client.import_workspace(exported.file)
    assert len(used.semantic.list()) == 1
    with pytest.raises(errors.WorkspaceExists):
        client.create_workspace(name)


def test_the_name_of_a_copy_is_taken(client: Client, exported: Exported, name: str) -> None:
    client.import_workspace(exported.file, name)
    with pytest.raises(errors.WorkspaceExists):
        client.create_workspace(name)


def test_without_vectors_they_are_made_anew(
    client: Client, database: Graph, exported: Exported, name: str, tmp_path: Path
) -> None:
    small = client.export_workspace(exported.memory.name, tmp_path / "small.zip", vectors=False)
    assert (small.digest, small.vectors) == (exported.report.digest, 0)
    assert small.bytes < exported.report.bytes
    client.import_workspace(tmp_path / "small.zip", name)
    copy = client.workspace(name)
    text = "MATCH (n:_mem) WHERE n.workspace_id = $id AND n.embedding IS NOT NULL RETURN count(n) AS vectors"

    def vectors() -> int:
        found = database.driver.execute_query(text, id=copy.workspace_id, database_=database.database)
        return int(found.records[0]["vectors"])

    assert vectors() == 0
    evaluate(database, copy.workspace_id, passes=["upkeep"], now=NOW, embedder=oxgraph.models.embedder("minilm"))
    assert vectors() == exported.report.vectors


def test_nodes_of_a_graph_of_ones_own_come_with_values_of_every_type(
    client: Client, database: Graph, name: str, tmp_path: Path
) -> None:
    label = f"Thing{new_id()[:8]}"
    database.driver.execute_query(
        f"CREATE (a:{label} {{key: 'a', title: 'A'}})-[:LIKES {{since: date('2020-01-01')}}]->"
        f"(:{label} {{key: 'b', title: 'B'}}) SET a += $plain SET a += {VALUES}",
        plain={"words": ["x", "y"], "none": [], "numbers": [1.0, 2.5], "odd": '{workspace} \\ \x01 "'},
        database_=database.database,
    )
    memory = client.create_workspace(f"own {new_id()}")
    memory.semantic.adopt(label, id="key", name="title")
    client.export_workspace(memory.name, tmp_path / "own.zip")
    client.import_workspace(tmp_path / "own.zip", name)
    text = (
        f"MATCH (n:{label} {{key: 'a'}})-[r:LIKES]->(m:{label} {{key: 'b'}}) WHERE n.workspace_id = $id "
        "RETURN n {.*, workspace_id: 0, rev: 0, workspace_term: 0} AS a, properties(r) AS r"
    )
    rows = [
        database.driver.execute_query(text, id=one.workspace_id, database_=database.database).records
        for one in (memory, client.workspace(name))
    ]
    assert len(rows[0]) == len(rows[1]) == 1
    assert rows[0][0].data() == rows[1][0].data()


def test_the_commands(cli: Cli, exported: Exported, name: str, tmp_path: Path) -> None:
    file = tmp_path / "by command.zip"
    made = cli("workspace", "export", exported.memory.name, "--out", str(file), "--json").json
    assert made["digest"] == cli("workspace", "digest", exported.memory.name, "--json").json["digest"]
    found = cli("workspace", "import", str(file), "--as", name, "--json").json
    assert (found["digest"], found["counts"], found["already_imported"]) == (made["digest"], made["counts"], False)
    assert "nothing was written" in cli("workspace", "import", str(file), "--as", name).out
    refused = cli("workspace", "import", str(file), ok=False)
    assert refused.status == 3
    missing = cli("workspace", "import", str(tmp_path / "none.zip"), ok=False)
    assert missing.status == 2 and "does not exist" in missing.err


def test_an_asynchronous_client_does_the_same(server: Server, exported: Exported, name: str, tmp_path: Path) -> None:
    async def run() -> tuple[str, str]:
        async with await oxgraph.connect_async(server.uri, server.auth) as own:
            made = await own.export_workspace(exported.memory.name, tmp_path / "async.zip")
            found = await own.import_workspace(tmp_path / "async.zip", name)
            return made.digest, found.digest

    assert len(set(asyncio.run(run()))) == 1


def test_ids_of_a_copy_derive_from_the_original() -> None:
    one, other = new_id(), new_id()
    assert origin(f"{one}-{other}") == origin(one) == one
    assert stable_id(f"{one}-{other}", "session", ["s"]) == stable_id(one, "session", ["s"])


def test_the_digest_can_be_computed_with_standard_tools(exported: Exported) -> None:
    page = (Path(__file__).parents[2] / "docs" / "moving.md").read_text(encoding="utf-8")
    scope: dict[str, Callable[..., str]] = {}
    exec(page.split("```python\n")[1].split("```")[0], scope)
    with zipfile.ZipFile(exported.file) as opened:
        for file in json.loads(opened.read("manifest.json"))["files"]:
            assert scope["digest"](opened, file["name"]) == file["digest"]
