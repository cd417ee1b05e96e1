"""Graphs of the domain come in whole and once, and a connection goes as it came."""

import gzip
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import InvalidInput, Memory, NotFound, PermissionDenied
from oxgraph.file_formats.lines import Line, LineFiles
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.imports.graph import GraphImport, import_graph, stored
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from tests.entities.adoption_samples import entities, label, revisions, run

EVAL = Path(__file__).parents[3] / "shared" / "eval"


def lines(path: Path, records: list[Any]) -> str:
    """A file of JSON lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return str(path)


def node(number: object, kind: str = "Person", name: str | None = "Ann", **properties: Any) -> dict[str, Any]:
    return {"id": number, "type": kind, "name": name, "properties": properties}


def edge(start: object, end: object, kind: str = "KNOWS", **properties: Any) -> dict[str, Any]:
    return {"from": start, "to": end, "type": kind, "properties": properties}


def relationships(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    return run(
        graph,
        "MATCH (a:_mem:entity {workspace_id: $w})-[r]->(b) RETURN a.node_id AS a, type(r) AS type, b.node_id AS b, "
        "properties(r) AS properties, elementId(r) AS id ORDER BY a, type, b, id",
        w=space.workspace_id,
    )


def shown(graph: Graph, space: Memory) -> list[tuple[str, str, str]]:
    return [(row["a"], row["type"], row["b"]) for row in relationships(graph, space)]


def test_nodes_and_edges_as_they_are_written(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    nodes = [
        node("a", age=3, tags=["x"], deep={"b": [1]}, mixed=[1, "x"], gone=None, huge=2**70, description="tall"),
        node(7, "event", None, type="x", property_type="y", created_at="then"),
        {**node("c", name="Zoë\n🦊"), "extra": 1},
    ]
    edges = [edge("a", 7, "MET AT", since=1, connection="wifi"), edge("a", "a"), edge("a", "a")]
    report = import_graph(workspace, lines(tmp_path / "n", nodes), lines(tmp_path / "e", edges), connection="crm")
    assert (report.nodes, report.created, report.edges, report.edges_created) == (3, 3, 3, 3)
    assert report.by_type == {"Person": 2, "event": 1}
    assert report.edges_by_type == {"KNOWS": 2, "MET AT": 1}
    assert report.renamed == {"connection": 1, "created_at": 1, "name": 1, "type": 1}
    assert report.unlabelled == {"event": 1}
    assert report.dropped_fields == {"extra": 1}
    found = entities(graph, workspace.workspace_id)
    a = found["a"]["properties"]
    assert set(found["a"]["labels"]) == {"_mem", "entity", "Person"}
    assert a["id"] == stable_id(workspace.workspace_id, "entity", ["crm", "a"])
    assert (a["age"], a["tags"], a["deep"], a["mixed"]) == (3, ["x"], '{"b": [1]}', '[1, "x"]')
    assert (a["huge"], a["description"], a["owned"], a["connection"]) == (str(2**70), "tall", True, "crm")
    assert "gone" not in a
    seven = found["7"]["properties"]
    assert set(found["7"]["labels"]) == {"_mem", "entity"}
    assert (seven["type"], seven["property_property_type"], seven["property_type"]) == ("event", "x", "y")
    assert (seven["name"], seven["property_created_at"]) == ("7", "then")
    assert (found["c"]["names"], found["c"]["properties"]["property_name"]) == (["Zoë 🦊"], "Zoë\n🦊")
    met = relationships(graph, workspace)[-1]
    assert (met["type"], met["properties"]["property_connection"]) == ("MET AT", "wifi")
    assert met["properties"]["connection"] == "crm"


def test_the_same_files_again_change_nothing(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    nodes = lines(tmp_path / "n", [node(one, name=f"Ann {one % 3}", x=[1.5], y={"z": 1}) for one in range(20)])
    edges = lines(tmp_path / "e", [edge(one, (one * 7) % 20, since=one % 2) for one in range(20)] * 2)
    import_graph(workspace, nodes, edges)
    before, known = revisions(graph, workspace.workspace_id), relationships(graph, workspace)
    assert len(known) == 40
    packed = tmp_path / "n.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(nodes).read_bytes()))
    report = import_graph(workspace, str(packed), edges, connection="import:n")
    assert (report.unchanged, report.edges_unchanged, report.created, report.updated) == (20, 40, 0, 0)
    assert revisions(graph, workspace.workspace_id) == before
    assert relationships(graph, workspace) == known


def test_a_changed_node_is_brought_up_to_date(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    import_graph(workspace, lines(tmp_path / "n", [node(1, age=3, old=True), node(2)]))
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w}) SET e.embedding = [1.0], e:Seen REMOVE e.unembedded",
        w=workspace.workspace_id,
    )
    report = import_graph(workspace, lines(tmp_path / "n", [node(1, "Woman", "Anna", age=4, new=1), node(2)]))
    assert (report.updated, report.unchanged) == (1, 1)
    one = entities(graph, workspace.workspace_id)["1"]
    assert set(one["labels"]) == {"_mem", "entity", "Woman", "Seen"}
    assert (one["properties"]["age"], one["properties"]["new"], one["properties"]["type"]) == (4, 1, "Woman")
    assert "old" not in one["properties"]
    assert one["properties"]["unembedded"] is True
    names = run(
        graph,
        "MATCH (a:_mem:alias {workspace_id: $w, entity_id: $id}) RETURN a.text AS text, a.canonical AS canonical "
        "ORDER BY text",
        w=workspace.workspace_id,
        id=one["properties"]["id"],
    )
    assert names == [{"text": "Ann", "canonical": False}, {"text": "Anna", "canonical": True}]


def test_an_id_that_comes_twice_is_one_node(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    report = import_graph(workspace, lines(tmp_path / "n", [node(1, age=3), node(1, age=3), node(1, age=4)]))
    assert (report.created, report.unchanged, report.updated) == (1, 1, 1)
    assert entities(graph, workspace.workspace_id)["1"]["properties"]["age"] == 4


def test_ids_that_another_source_has(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    import_graph(workspace, lines(tmp_path / "a", [node(1, "Person"), node(2, "Person")]))
    report = import_graph(
        workspace,
        lines(tmp_path / "b", [node(1, "Order", "First"), node(2, "Person", "Other")]),
        lines(tmp_path / "e", [edge(1, 2, "PLACED_BY")]),
    )
    assert (report.created, report.elsewhere, report.edges_created) == (1, 1, 1)
    found = entities(graph, workspace.workspace_id)
    assert found["2"]["properties"]["name"] == "Ann"
    assert found["Order/1"]["properties"]["name"] == "First"
    assert shown(graph, workspace) == [("Order/1", "PLACED_BY", "2")]
    again = import_graph(workspace, str(tmp_path / "b"), str(tmp_path / "e"))
    assert (again.unchanged, again.elsewhere, again.edges_unchanged) == (1, 1, 1)


def test_edges_that_lead_nowhere(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    nodes = lines(tmp_path / "n", [node(1), node(2)])
    edges = lines(tmp_path / "e", [edge(1, 2), edge(1, 3), edge(4, 2)])
    with pytest.raises(InvalidInput, match="line 2, to: no entity of this workspace has this id: 3"):
        import_graph(workspace, nodes, edges)
    assert shown(graph, workspace) == []
    report = import_graph(workspace, nodes, edges, skip_invalid=True)
    assert (report.edges_created, report.dangling, report.edges_by_type) == (1, 2, {"KNOWS": 1})
    assert report.refusals[1].endswith("line 3, from: no entity of this workspace has this id: 4")


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"type": "A", "name": "x"}, "id: is missing"),
        ({"id": "a\nb", "type": "A"}, "id: must not contain control characters"),
        ({"id": "a"}, "type: is missing"),
        ({"id": "a", "type": "_memx"}, "type: begins with _mem, which is oxgraph's own"),
        ({"id": "a", "type": "A", "name": ["x"]}, "name: must be a string"),
        ({"id": "a", "type": "A", "properties": [1]}, "properties: must be an object"),
        ({"id": "a", "type": "A", "properties": {"": 1}}, "properties: must not be empty"),
        ({"id": "a", "type": "A", "properties": {"x": "\ud800"}}, "holds half of a surrogate pair"),
        ({"id": "a", "type": "A", "properties": {"x": ["\ud800"]}}, "holds half of a surrogate pair"),
        ([1], "is not a JSON object"),
    ],
)
def test_lines_that_do_not_fit(workspace: Memory, tmp_path: Path, record: Any, reason: str) -> None:
    file = lines(tmp_path / "n", [node(1), record, node(2)])
    with pytest.raises(InvalidInput, match=f"n, line 2.*{reason}"):
        import_graph(workspace, file)
    report = import_graph(workspace, file, skip_invalid=True)
    assert (report.created, report.invalid) == (2, 1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True),
        (2**63, str(2**63)),
        ([True, False], [True, False]),
        ([1, 2.5], "[1, 2.5]"),
        ([[1]], "[[1]]"),
        ([None], "[null]"),
        ([2**63], str([2**63])),
        ([], []),
        ({"ä": 1}, '{"ä": 1}'),
    ],
)
def test_what_a_property_is_stored_as(value: Any, expected: Any) -> None:
    assert stored(value) == expected
    assert type(stored(value)) is type(expected)


class Ending(LineFiles):
    """A file that ends the run after some lines."""

    def __iter__(self) -> Iterator[Line]:
        for line in super().__iter__():
            if line.number == 31:
                raise KeyboardInterrupt
            yield line


def test_an_interrupted_import_goes_on(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    nodes = lines(tmp_path / "n", [node(one) for one in range(50)])
    edges = lines(tmp_path / "e", [edge(one, one + 1) for one in range(49)])
    with pytest.raises(KeyboardInterrupt):
        GraphImport(workspace._access, "crm", batch_size=10).run(Ending([nodes]), LineFiles([edges]))
    with pytest.raises(KeyboardInterrupt):
        GraphImport(workspace._access, "crm", batch_size=10).run(LineFiles([nodes]), Ending([edges]))
    report = import_graph(workspace, nodes, edges, connection="crm")
    assert (report.created, report.unchanged, report.edges_created, report.edges_unchanged) == (0, 50, 19, 30)
    assert len(entities(graph, workspace.workspace_id)) == 50
    assert len(shown(graph, workspace)) == 49


def test_connections_are_listed_and_go_as_they_came(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    crm = lines(tmp_path / "crm", [node(one) for one in range(3)]), lines(tmp_path / "ce", [edge(0, 1), edge(1, 2)])
    shop = lines(tmp_path / "shop", [node("o", "Order")]), lines(tmp_path / "se", [edge("o", 0, "PLACED_BY")])
    import_graph(workspace, *crm)
    import_graph(workspace, *shop)
    thing = label("Thing")
    run(graph, "CYPHER 25 CREATE (:$($thing) {key: 't'})-[:OWN {connection: 'import:crm'}]->(:Free)", thing=thing)
    workspace.semantic.adopt(thing, id="key", connection="import:crm")
    listed = {row.name: (row.entities, row.edges) for row in workspace.semantic.connections.list()}
    assert listed == {"import:crm": (4, 2), "import:shop": (1, 1)}
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w, node_id: '1'}) "
        "CREATE (:_mem:memory:fact {workspace_id: $w, id: randomUUID()})-[:`_mem:subject`]->(e)",
        w=workspace.workspace_id,
    )
    report = workspace.semantic.connections.delete("import:crm")
    assert (report.edges, report.entities, report.released, report.kept) == (2, 3, 1, 2)
    found = entities(graph, workspace.workspace_id)
    assert set(found) == {"0", "1", "o"}
    assert set(found["1"]["labels"]) == {"_mem", "entity"}
    assert found["1"]["names"] == ["Ann"]
    assert found["0"]["properties"]["released_from"] == "import:crm"
    assert shown(graph, workspace) == [("o", "PLACED_BY", "0")]
    assert run(graph, "CYPHER 25 MATCH (n:$($thing))-[r:OWN]->() RETURN properties(n) AS n", thing=thing) == [
        {"n": {"key": "t"}}
    ]
    with pytest.raises(NotFound, match="No connection import:crm"):
        workspace.semantic.connections.delete("import:crm")
    again = import_graph(workspace, *crm)
    assert (again.created, again.updated) == (1, 2)
    assert "released_from" not in entities(graph, workspace.workspace_id)["1"]["properties"]
    assert len(shown(graph, workspace)) == 3


def test_an_operators_token_imports_an_agents_does_not(workspace: Memory, server: Server, tmp_path: Path) -> None:
    file = lines(tmp_path / "n", [node(1)])
    operator, agent = (workspace.tokens.create(role, role).secret for role in ("operator", "agent"))
    with oxgraph.connect(server.uri, server.auth, token=operator) as caller:
        assert import_graph(caller, file).created == 1
        assert [row.name for row in caller.semantic.connections.list()] == ["import:n"]
    with oxgraph.connect(server.uri, server.auth, token=agent) as caller, pytest.raises(PermissionDenied):
        import_graph(caller, file)


COUNTS = {
    "retail": (
        {"User": 500, "Order": 1000, "Item": 591, "Product": 50, "PaymentMethod": 695},
        {"PLACED": 1000, "CONTAINS": 2978, "VARIANT_OF": 591, "PAID_WITH": 1102, "HAS_PAYMENT_METHOD": 695},
    ),
    "airline": (
        {"User": 500, "Reservation": 2000, "Flight": 300, "Airport": 20, "PaymentMethod": 1486},
        {
            "BOOKED": 2000, "INCLUDES": 5003, "DEPARTS_FROM": 300, "ARRIVES_AT": 300, "PAID_WITH": 2000,
            "HAS_PAYMENT_METHOD": 1486,
        },
    ),
}  # fmt: skip


@pytest.mark.eval
@pytest.mark.skipif(not EVAL.is_dir(), reason="the measuring data is not there")
@pytest.mark.parametrize("domain", COUNTS)
def test_the_domain_graphs_and_the_traces_over_them(memory: oxgraph.Client, graph: Graph, domain: str) -> None:
    by_type, edges_by_type = COUNTS[domain]
    space = memory.create_workspace(f"{domain} {uuid.uuid4()}")
    files = [str(EVAL / "domain-graph" / f"{domain}.{part}.jsonl.gz") for part in ("nodes", "edges")]
    report = import_graph(space, *files)
    assert (report.by_type, report.edges_by_type) == (by_type, edges_by_type)
    nodes = run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w}) UNWIND [l IN labels(e) WHERE NOT l IN ['_mem', 'entity']] AS l "
        "RETURN l AS type, count(*) AS n",
        w=space.workspace_id,
    )
    assert {row["type"]: row["n"] for row in nodes} == by_type
    edges = run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w})-[r]->() RETURN type(r) AS type, count(*) AS n",
        w=space.workspace_id,
    )
    assert {row["type"]: row["n"] for row in edges} == edges_by_type
    same = run(
        graph,
        "MATCH (a:_mem:alias {workspace_id: $w}) WITH a.key AS key, count(DISTINCT a.entity_id) AS n WHERE n > 1 "
        "RETURN count(*) AS names",
        w=space.workspace_id,
    )
    assert same[0]["names"] > 0
    before = revisions(graph, space.workspace_id)
    again = import_graph(space, *files)
    assert (again.unchanged, again.edges_unchanged) == (again.nodes, again.edges)
    assert revisions(graph, space.workspace_id) == before


@pytest.mark.eval
@pytest.mark.skipif(not EVAL.is_dir(), reason="the measuring data is not there")
def test_traces_are_joined_to_the_graph_that_they_are_about(memory: oxgraph.Client, graph: Graph) -> None:
    space = memory.create_workspace(f"traces {uuid.uuid4()}")
    import_graph(space, str(EVAL / "domain-graph" / "airline.nodes.jsonl.gz"))
    import_traces(space, [str(EVAL / "traces" / "airline-gpt-4o.actions.jsonl.gz")])
    joined = run(
        graph,
        "MATCH (a:_mem:action {workspace_id: $w}) WHERE a.target_node_type <> 'FlightRoute' "
        "UNWIND a.target_node_ids AS id RETURN count(*) AS named, "
        "sum(CASE WHEN EXISTS { (a)-[:`_mem:references`]->(:entity {node_id: id}) } THEN 1 ELSE 0 END) AS joined",
        w=space.workspace_id,
    )
    assert joined == [{"named": 747, "joined": 744}]
    report = space.semantic.connections.delete("import:airline")
    assert report.kept == len(entities(graph, space.workspace_id))
    assert 0 < report.kept < report.entities
    assert run(
        graph,
        "MATCH (a:_mem:action {workspace_id: $w})-[r:`_mem:references`]->() RETURN count(r) AS n",
        w=space.workspace_id,
    ) == [{"n": 744}]
