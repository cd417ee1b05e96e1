"""Every kind of node as a neomodel class, so that an operator can query the graph from Python.

    from neomodel import db
    from oxgraph.schema import Action, MemoryNode

    db.set_connection(driver=neo4j.GraphDatabase.driver(uri, auth=(user, password)))
    Action.nodes.filter(workspace_id=workspace_id, outcome="failure").order_by("-started_at")[:20]
    MemoryNode.nodes.get(workspace_id=workspace_id, uid=node_id)

The classes are generated from tables/{nodes,properties,relationships}.tsv. Their properties have the names of the
graph (docs/reference/graph.md) but for two: neomodel keeps `id` for itself, so a node's id is `uid` here, and `pass` is
a Python keyword, so it is `pass_name`. Look a node up by `uid` through `MemoryNode`, whose label has the index; the
result is an object of the node's own class.

neomodel turns a node into an object only when it knows all of its labels. Entities carry domain labels: subclass
`Entity` for each (`class Person(Entity): __label__ = "Person"`), or name them with `domain_labels`. Memories carry
their type as a label: name the types that a workspace has defined with `memory_types`.

Database credentials give access to every workspace: filter by `workspace_id` in each query. Writes go
through the plugin's guard, which refuses a node without `uid` and `workspace_id`, a change of either, a
relationship between two workspaces and a changed transition. The rules of the layers (capture, passes) are not
in these classes: write through the client.
"""

from oxgraph.schema.base import MemoryNode
from oxgraph.schema.labels import domain_labels, memory_types
from oxgraph.schema.nodes import (
    Action,
    Alias,
    Benchmark,
    Conversation,
    DirectoryEntry,
    DirectoryServer,
    Entity,
    EntityType,
    Episode,
    Evaluation,
    Forecast,
    Lock,
    Memory,
    Message,
    Metric,
    Migration,
    NodeTally,
    PassRun,
    Pattern,
    PatternKey,
    Predicate,
    Question,
    RunRisk,
    Sequence,
    Session,
    Slot,
    Tally,
    Token,
    Tombstone,
    Transition,
    Workspace,
)

__all__ = [
    "Action",
    "Alias",
    "Benchmark",
    "Conversation",
    "DirectoryEntry",
    "DirectoryServer",
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
    "RunRisk",
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
