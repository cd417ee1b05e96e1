"""Migrations against a real server: once, in order, checksummed, safe when two start at once."""

import shutil
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

import oxgraph
from oxgraph import cypher, local, migrations
from oxgraph.errors import CypherFileInvalid, MigrationChanged, SchemaNewer, SchemaOutdated
from oxgraph.graph import Graph
from oxgraph.local import Home, plugin
from tests.fixtures.neo4j import own_home, started

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PROBE = "CREATE RANGE INDEX oxgraph_test_probe IF NOT EXISTS FOR (n:probe) ON (n.workspace_id, n.name);\n"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's Cypher in a folder that a test may change."""
    target = tmp_path / "cypher"
    shutil.copytree(cypher.root(), target)
    monkeypatch.setattr(cypher, "root", lambda: target)
    return target


def test_names_and_numbers_are_in_order() -> None:
    versions = [m.version for m in migrations.available()]
    assert versions == [f"V{n:04}" for n in range(1, len(versions) + 1)]


def test_the_schema_is_current_and_a_second_run_does_nothing(graph: Graph) -> None:
    assert migrations.migrate(graph, NOW) == []
    migrations.check(graph)


def test_a_changed_file_is_refused(graph: Graph, copy: Path) -> None:
    path = next((copy / "migrations").glob("V0001*"))
    path.write_text(path.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    with pytest.raises(MigrationChanged, match="V0001"):
        migrations.migrate(graph, NOW)


def test_an_outstanding_one_is_named(graph: Graph, copy: Path) -> None:
    number = f"V{len(migrations.available()) + 1:04}"
    (copy / "migrations" / f"{number}__probe.cypher").write_text(PROBE, encoding="utf-8")
    with pytest.raises(SchemaOutdated, match=number):
        migrations.check(graph)


def test_a_wrong_name_is_refused(copy: Path) -> None:
    (copy / "migrations" / "2_more.cypher").write_text(PROBE, encoding="utf-8")
    with pytest.raises(CypherFileInvalid, match="2_more"):
        migrations.available()


@pytest.fixture
def apart() -> Iterator[Home]:
    """The home of a server of the test's own: the guard keeps records of migrations, and one of a probe is refused."""
    with own_home("migrated") as home:
        yield home


def test_two_that_start_at_once_apply_each_migration_once_and_a_former_version_is_refused(
    apart: Home, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = started(apart)
    probe = copy / "migrations" / "V9999__probe.cypher"
    with Graph.open(server.uri, server.auth) as graph:
        probe.write_text(PROBE, encoding="utf-8")
        with ThreadPoolExecutor(4) as pool:
            applied = list(pool.map(lambda _: migrations.migrate(graph, NOW), range(4)))
        assert [version for versions in applied for version in versions] == ["V9999"]
        migrations.check(graph)
        probe.unlink()
        newest = migrations.available()[-1].version
        said = f"at V9999, and oxgraph {oxgraph.__version__} knows no more than {newest}; install"
        for refused in (migrations.check, migrations.pending, lambda graph: migrations.migrate(graph, NOW)):
            with pytest.raises(SchemaNewer, match=said):
                refused(graph)
    with pytest.raises(SchemaNewer, match=said):
        oxgraph.connect(server.uri, server.auth)
    checks = {check.name: check for check in local.doctor(apart)}
    assert (checks["migrations"].ok, said in checks["migrations"].detail) == (False, True)
    another = shutil.copy(plugin.find(), tmp_path / "another.jar")
    with zipfile.ZipFile(another, "a") as jar:
        jar.writestr("another.txt", "a former build")
    monkeypatch.setenv("OXGRAPH_PLUGIN_JAR", str(another))
    with pytest.raises(SchemaNewer, match=said):
        local.up(apart)
    assert local.running(apart).pid == server.pid  # its plugin is as it was
    local.down(apart)
    with pytest.raises(SchemaNewer, match=said):
        local.up(apart)
    assert local.status(apart).state == "stopped"


def test_messages_of_an_earlier_version_are_lifted(graph: Graph, workspace_id: str) -> None:
    texts = ("said before", "[erased]")
    graph.driver.execute_query(
        "UNWIND $texts AS text CREATE (m:_mem:message {workspace_id: $w, id: randomUUID(), text: text})",
        texts=texts,
        w=workspace_id,
    )
    (recall,) = (one for one in migrations.available() if one.version == "V0003")
    for _ in range(2):
        graph.run_all(recall.statements)
    text = "MATCH (m:_mem:message {workspace_id: $w}) RETURN m.text, m.workspace_term, m.unembedded"
    found = {tuple(record) for record in graph.driver.execute_query(text, w=workspace_id).records}
    assert found == {(texts[0], "ws" + workspace_id.replace("-", ""), True), (texts[1], None, None)}
