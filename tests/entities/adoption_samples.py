"""A graph of somebody's own, with every kind of property, index and relationship, and what it looks like."""

import uuid
from typing import Any

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.types.adoption import AdoptionReport

Rows = list[dict[str, Any]]


def run(graph: Graph, query: str, /, **params: Any) -> Rows:
    """The rows of a statement."""
    return [row.data() for row in graph.driver.execute_query(query, parameters_=params, database_="neo4j").records]


def plain(value: Any) -> Any:
    """A value whose maps are in the order of their keys."""
    if isinstance(value, dict):
        return [(key, plain(value[key])) for key in sorted(value)]
    return [plain(item) for item in value] if isinstance(value, list) else value


def label(name: str) -> str:
    """A label of this test's own."""
    return f"{name}_{uuid.uuid4().hex[:10]}"


SHOP = """
CYPHER 25
CREATE (ann:$($customer):Person {customerId: 1, name: 'Ann', text: 'likes tea', tags: ['a', 'b'], scores: [1.5, -0.0],
    flags: [true, false], counts: [9007199254740993], born: date('1990-02-28'), at: time('10:11:12.123456789+02:00'),
    local_at: localtime('10:11'), seen: datetime('2024-02-29T10:11:12.123456789[Europe/Paris]'),
    local_seen: localdatetime('2024-02-29T10:11:12'), lasts: duration('P1Y2M3DT4H5M6.7S'),
    here: point({latitude: 48.1, longitude: 11.5, height: 3}), plane: point({x: 1.0, y: 2.0}),
    days: [date('2020-01-01'), date('2020-01-02')], big: 9223372036854775807, empty: '', nothing: [],
    infinite: 1.0 / 0.0, quoted: 'a`b\\'c"d\\\\e', umlaut: 'Zoë 🦊'}),
  (bob:$($customer) {customerId: '2', name: 'Bob', created_at: datetime('1999-12-31T23:59:59Z')}),
  (cid:$($customer) {customerId: 3.5, name: 'Cid', id: 'cid-own-id'}),
  (dan:$($customer) {customerId: 4, name: 'Ann', type: 'gold', rev: 7}),
  (eve:$($customer) {customerId: 5, id: 17, name: 'Eve', workspace_id: 'theirs', embedding: [0.1, 0.2]}),
  (fay:$($customer) {customerId: 6, name: '  '}),
  (gus:$($customer) {name: 'Gus'}),
  (two:$($customer) {customerId: 2, name: 'Second Bob'}),
  (hal:$($customer):event {customerId: 8, name: 'Hal', created_at: 'yesterday', description: ['x']}),
  (one:$($order) {number: 1, total: 2.5}), (other:$($order) {number: 99}),
  (ann)-[:KNOWS {since: 2001, `odd key`: [1, 2]}]->(bob), (bob)-[:KNOWS]->(ann), (ann)-[:KNOWS {since: 2001}]->(ann),
  (ann)-[:`PLACED IN`]->(one), (one)-[:CONTAINS]->(:$($item) {sku: 'x'}),
  (dan)-[:PLACED]->(other), (eve)-[:KNOWS]->(dan)
"""

SNAPSHOT = """
CYPHER 25
MATCH (n) WHERE any(label IN labels(n) WHERE label IN $labels)
RETURN elementId(n) AS node, COLLECT { UNWIND labels(n) AS l RETURN l ORDER BY l } AS labels,
  properties(n) AS properties, COLLECT {
    MATCH (n)-[r]-(m)
    RETURN [elementId(r), type(r), properties(r), elementId(m), startNode(r) = n] ORDER BY elementId(r)
  } AS relationships
ORDER BY node
"""


class Shop:
    """Customers, orders and an item, under labels of this test's own, with an index and a constraint."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.customer, self.order, self.item = label("Customer"), label("Order"), label("Item")
        run(graph, f"CREATE CONSTRAINT FOR (n:{self.customer}) REQUIRE n.customerId IS UNIQUE")
        run(graph, f"CREATE INDEX FOR (n:{self.customer}) ON (n.name)")
        run(graph, f"CREATE FULLTEXT INDEX {self.customer}_text FOR (n:{self.customer}) ON EACH [n.text, n.name]")
        run(graph, SHOP, customer=self.customer, order=self.order, item=self.item)

    def snapshot(self) -> str:
        """Everything about every node and relationship, byte for byte."""
        labels = [self.customer, self.order, self.item]
        return "\n".join(repr(plain(row)) for row in run(self.graph, SNAPSHOT, labels=labels))

    def schema(self) -> Rows:
        """The user's own indexes and constraints."""
        rows = run(self.graph, "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, state")
        return sorted(
            (row for row in rows if self.customer in (row["labelsOrTypes"] or [])), key=lambda row: row["name"]
        )


def entities(graph: Graph, workspace_id: str) -> dict[str, dict[str, Any]]:
    """The workspace's entities by node_id: labels, properties and canonical names."""
    rows = run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w}) RETURN e.node_id AS node_id, labels(e) AS labels, "
        "properties(e) AS properties, COLLECT { MATCH (a:_mem:alias)-[:`_mem:names`]->(e) RETURN a.text } AS names",
        w=workspace_id,
    )
    assert len({row["node_id"] for row in rows}) == len(rows)
    return {row["node_id"]: row for row in rows}


def revisions(graph: Graph, workspace_id: str) -> list[tuple[str, int]]:
    """Every memory node of the workspace and when it last changed."""
    rows = run(graph, "MATCH (n:_mem {workspace_id: $w}) RETURN n.id AS id, n.rev AS rev ORDER BY id", w=workspace_id)
    return [(row["id"], row["rev"]) for row in rows]


def adopt(space: Memory, shop: Shop, **changes: Any) -> AdoptionReport:
    """Adopts the shop's customers."""
    given = {"id": "customerId", "name": "name", "text": "text", **changes}
    return space.semantic.adopt(shop.customer, **given)


def connection_of(shop: Shop) -> str:
    """The connection by which they are adopted."""
    return f"adopt:{shop.customer}"


def remember(graph: Graph, space: Memory, node_id: str, text: str) -> None:
    """A memory, a name given by hand and an action that hang on an entity."""
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w, node_id: $node_id}) "
        "CREATE (:_mem:memory:fact {workspace_id: $w, id: randomUUID(), content: $text})-[:`_mem:subject` {k: 1}]->(e) "
        "CREATE (:_mem:alias {workspace_id: $w, id: randomUUID(), key: toLower($text), text: $text, canonical: false, "
        "entity_id: e.id, origin_id: e.id})-[:`_mem:names`]->(e)",
        w=space.workspace_id,
        node_id=node_id,
        text=text,
    )
    space.telemetry.capture(
        session_id="s", action_type="see", outcome="success", targets=[node_id], target_node_type="Customer"
    )
