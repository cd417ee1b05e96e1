"""The schema that a database has against the one that the migrations make, on a server of its own."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import oxgraph
from oxgraph import database_schema, local, migrations
from oxgraph.cypher import statement
from oxgraph.errors import OxgraphError, SchemaDuplicates, SchemaIncomplete
from oxgraph.graph import Graph
from oxgraph.local import Server

NOW = datetime(2026, 1, 1, tzinfo=UTC)
DROPPED = (
    "DROP CONSTRAINT oxgraph_mem_id",
    "DROP CONSTRAINT oxgraph_token_hash",
    "DROP INDEX oxgraph_memory_state",
    "DROP INDEX oxgraph_memory_embedding",
    "DROP INDEX oxgraph_memory_words",
    "DROP INDEX oxgraph_pattern_reference",
)
REPLACED = (
    ("oxgraph_mem_id", "CREATE RANGE INDEX mine FOR (n:_mem) ON (n.workspace_id, n.id)"),
    ("oxgraph_memory_state", "CREATE RANGE INDEX oxgraph_memory_state FOR (n:memory) ON (n.workspace_id, n.status)"),
    ("oxgraph_memory_state", "CREATE RANGE INDEX mine FOR (n:memory) ON (n.workspace_id, n.status, n.valid_from)"),
    (
        "oxgraph_memory_words",
        "CREATE FULLTEXT INDEX oxgraph_memory_words FOR (n:memory) ON EACH [n.content, n.keywords, n.workspace_term]",
    ),
    ("oxgraph_memory_embedding", "CREATE VECTOR INDEX oxgraph_memory_embedding FOR (n:memory) ON n.embedding"),
)


@pytest.fixture
def alone(killable: Server) -> Iterator[Graph]:
    """A connection to a server whose schema may be changed; it is whole again afterwards."""
    with Graph.open(killable.uri, killable.auth) as graph:
        yield graph
        migrations.migrate(graph, NOW)


def run(graph: Graph, text: str, **params: object) -> None:
    graph.driver.execute_query(text, parameters_=params)


def test_the_migrations_make_what_is_there(alone: Graph) -> None:
    migrations.check(alone)
    made = database_schema.expected(one for found in migrations.available() for one in found.statements)
    assert {one.kind for one in made.values()} == {"UNIQUENESS", "RANGE", "FULLTEXT", "VECTOR"}
    assert made.keys() == {row["name"] for row in alone.read(statement("system/indexes"))}


@pytest.mark.parametrize("drop", DROPPED)
def test_what_was_dropped_is_noticed_and_made_again(alone: Graph, killable: Server, drop: str) -> None:
    run(alone, drop)
    name = drop.rsplit(maxsplit=1)[-1]
    with pytest.raises(SchemaIncomplete, match=rf"{name} \(missing\).*oxgraph migrate"):
        oxgraph.connect(killable.uri, killable.auth)
    found = {check.name: check for check in local.doctor(uri=killable.uri, auth=killable.auth)}
    assert name in found["migrations"].detail
    assert "oxgraph migrate" in found["migrations"].detail
    assert migrations.migrate(alone, NOW) == []
    migrations.check(alone)


@pytest.mark.parametrize(("name", "other"), REPLACED)
def test_what_was_made_otherwise_is_noticed_and_made_again(alone: Graph, name: str, other: str) -> None:
    run(alone, f"DROP CONSTRAINT {name}" if name == "oxgraph_mem_id" else f"DROP INDEX {name}")
    run(alone, other)
    with pytest.raises(SchemaIncomplete, match=rf"{name} \(differs\)"):
        migrations.check(alone)
    migrations.migrate(alone, NOW)
    migrations.check(alone)


def test_ids_do_not_double_while_the_constraint_is_missing(alone: Graph, killable: Server) -> None:
    with oxgraph.connect(killable.uri, killable.auth) as client:
        space = client.create_workspace(f"schema {datetime.now(UTC).timestamp()}")
        run(alone, "DROP CONSTRAINT oxgraph_mem_id")
        with pytest.raises(SchemaIncomplete, match="oxgraph migrate"):
            space.semantic.remember(type="fact", content="Tea is hot")
        migrations.migrate(alone, NOW)
        assert space.semantic.remember(type="fact", content="Tea is hot").outcome == "created"


def test_duplicates_that_prevent_a_constraint_are_listed(alone: Graph) -> None:
    run(alone, "DROP CONSTRAINT oxgraph_token_hash")
    run(alone, "UNWIND [1, 2] AS i CREATE (:token {token_hash: 'twice', place: i})")
    try:
        with pytest.raises(SchemaDuplicates, match=r"oxgraph_token_hash.*twice \(2 times\)"):
            migrations.migrate(alone, NOW)
        with pytest.raises(SchemaIncomplete):
            migrations.check(alone)
    finally:
        run(alone, "MATCH (t:token {token_hash: 'twice'}) DELETE t")
    migrations.migrate(alone, NOW)
    migrations.check(alone)


def test_twice_is_once(alone: Graph) -> None:
    steps: list[str] = []
    migrations.migrate(alone, NOW, steps.append)
    assert steps == []


def test_an_error_of_the_schema_is_one_of_ours() -> None:
    assert issubclass(SchemaIncomplete, OxgraphError)
