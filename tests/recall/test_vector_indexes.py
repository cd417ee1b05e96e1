"""Filtered searches of vector indexes hold whatever was deleted before: each finds all of its own workspace."""

import random

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from tests.fixtures.client_samples import write

STEPS, DIMENSION, REACH = 120, 8, 1_000
ADD = (
    "UNWIND $vectors AS vector"
    " CREATE (:_mem:entity {workspace_id: $w, id: randomUUID(), node_id: randomUUID(), type: 'x', embedding: vector})"
)
TAKE = "MATCH (n:entity {workspace_id: $w}) WITH n LIMIT $k DETACH DELETE n"
SETTLE = "CREATE (:_mem:workspace {workspace_id: $w, id: $w, embedding_model: 'tiny'})"


def test_no_index_is_quantized(graph: Graph) -> None:
    """With quantization Neo4j 2026.08's filtered search fails in some states that deletions leave behind."""
    found = graph.driver.execute_query("SHOW VECTOR INDEXES YIELD name, options WHERE name STARTS WITH 'oxgraph'")
    assert len(found.records) == 12
    for row in found.records:
        assert row["options"]["indexConfig"]["vector.quantization.type"] == "NONE", row["name"]


@pytest.mark.deep
def test_searches_hold_between_additions_and_deletions(graph: Graph) -> None:
    chance = random.Random(1)
    spaces = {new_id(): 0 for _ in range(4)}
    for w in spaces:
        write(graph, SETTLE, w=w)
    *filled, _ = spaces
    for _ in range(STEPS):
        w = chance.choice(filled)
        if chance.random() < 0.55:
            vectors = [[chance.random() for _ in range(DIMENSION)] for _ in range(chance.choice((1, 1, 2, 5, 20, 70)))]
            write(graph, ADD, w=w, vectors=vectors)
            spaces[w] += len(vectors)
        else:
            taken = min(chance.choice((1, 2, 10, 60)), spaces[w])
            write(graph, TAKE, w=w, k=taken)
            spaces[w] -= taken
        for asked, held in spaces.items():
            given = {"vector": [1.0] * DIMENSION, "model": "tiny", "type": None, "least": -1.0, "visible": None}
            rows = graph.read(statement("entity/near"), workspace_id=asked, **given, reach=REACH, limit=REACH)
            assert len(rows) == held
    for w in spaces:
        write(graph, "MATCH (n:_mem:entity {workspace_id: $w}) DETACH DELETE n", w=w)
