"""Every kind of node as a neomodel class, so that an operator can query the graph from Python.

    from neomodel import db
    from oxgraph.schema import Action, MemoryNode

    db.set_connection(driver=neo4j.GraphDatabase.driver(uri, auth=(user, password)))
    Action.nodes.filter(workspace_id=workspace_id, outcome="failure").order_by("-started_at")[:20]
    MemoryNode.nodes.get(workspace_id=workspace_id, uid=node_id)

The properties are those of the table in docs/reference/graph.md, by the same names but two: neomodel keeps `id` for
itself, so a node's id is `uid` here, and `pass` is a Python keyword, so it is `pass_name`. Look a node up by
`uid` through `MemoryNode`, whose label has the index; what comes back is an object of the node's own class.

Whoever holds database credentials sees every workspace: name `workspace_id` in each query. What is saved goes
through the plugin's guard, which refuses a node without `uid` and `workspace_id`, a change of either, a
relationship between two workspaces and a changed transition. The rules of the layers (capture, passes) are not
in these classes: write through the client.
"""

from oxgraph.schema.episodic import Conversation, Episode, Message, Slot
from oxgraph.schema.semantic import (
    Alias,
    EntityType,
    Evaluation,
    Lock,
    Memory,
    Predicate,
    Question,
    Tombstone,
    memory_types,
)
from oxgraph.schema.system import Entity, MemoryNode, Migration, PassRun, Token, Transition, Workspace, domain_labels
from oxgraph.schema.telemetry import (
    Action,
    Benchmark,
    Forecast,
    Metric,
    NodeTally,
    Pattern,
    PatternKey,
    Sequence,
    Session,
    Tally,
)

__all__ = [
    "Action",
    "Alias",
    "Benchmark",
    "Conversation",
    "Entity",
    "EntityType",
    "Episode",
    "Evaluation",
    "Forecast",
    "Lock",
    "Memory",
    "MemoryNode",
    "Message",
    "Metric",
    "Migration",
    "NodeTally",
    "PassRun",
    "Pattern",
    "PatternKey",
    "Predicate",
    "Question",
    "Sequence",
    "Session",
    "Slot",
    "Tally",
    "Token",
    "Tombstone",
    "Transition",
    "Workspace",
    "domain_labels",
    "memory_types",
]
