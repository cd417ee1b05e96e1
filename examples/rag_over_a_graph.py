"""Answers from a graph that you have: its nodes become entities, and what people say about them is found with them.

    oxgraph up
    python examples/rag_over_a_graph.py

The first lines write a small business graph with plain Cypher, as your own programs have done for years. `adopt`
changes none of its properties, and `release` takes out again what was added.
"""

import uuid
from datetime import UTC, datetime

import oxgraph

GRAPH = """
UNWIND $customers AS row
CREATE (c:ExampleCustomer {customerId: row.id, name: row.name, segment: row.segment, example: $run})
FOREACH (order IN row.orders | CREATE (c)-[:PLACED]->(:ExampleOrder {number: order, example: $run}))
"""
CUSTOMERS = [
    {"id": "c-1", "name": "Acme", "segment": "gold", "orders": ["o-17", "o-18"]},
    {"id": "c-2", "name": "Bolt & Sons", "segment": "new", "orders": ["o-19"]},
]
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
REMOVE = "MATCH (n {example: $run}) WHERE n:ExampleCustomer OR n:ExampleOrder DETACH DELETE n"


def main() -> None:
    """Adopts the graph, says something about its nodes, and asks."""
    run = str(uuid.uuid4())
    with oxgraph.connect() as client:
        driver = client.graph.driver
        driver.execute_query(GRAPH, customers=CUSTOMERS, run=run)
        memory = client.create_workspace(f"business {run}")
        try:
            memory.semantic.adopt("ExampleCustomer", id="customerId", name="name", properties=["segment"])
            memory.semantic.adopt("ExampleOrder", id="number")
            memory.semantic.remember(
                type="instruction", subject="c-1", content="Acme may only be called after 5 pm.", valid_from=SINCE
            )
            memory.semantic.remember(type="fact", subject="c-2", content="Bolt & Sons pays by bank transfer.")
            with memory.turn("calls", "When may I call Acme?", targets=["c-1"]) as turn:
                print(turn.prompt)
            print(memory.recall("How does Bolt & Sons pay?").context)
        finally:
            for label in ("ExampleCustomer", "ExampleOrder"):
                memory.semantic.release(label)
            driver.execute_query(REMOVE, run=run)


if __name__ == "__main__":
    main()
