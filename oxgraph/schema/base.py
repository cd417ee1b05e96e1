"""What the generated classes of `oxgraph/schema/nodes.py` are built on."""

from typing import Any, cast

from neomodel import IntegerProperty, StringProperty, StructuredNode

from oxgraph.clock import utc_now
from oxgraph.schema.properties import UtcProperty


class MemoryNode(StructuredNode):
    """What every node of the memory has. Querying it gives nodes of every kind, each as its own class."""

    __label__ = "_mem"

    uid = StringProperty(db_property="id", required=True)
    workspace_id = StringProperty(required=True)
    created_at = UtcProperty(default=utc_now)
    rev = IntegerProperty()
    """Stamped by the guard with each change; what is written here is overwritten. `refresh()` reads it."""


class RunCounters:
    """The counters of a pass run, which differ from pass to pass: the properties that the class does not declare."""

    counters: dict[str, Any]

    @classmethod
    def inflate(cls, graph_entity: Any) -> "RunCounters":
        """The run with its counters as a dict."""
        run = cast(RunCounters, super().inflate(graph_entity))  # type: ignore[misc]
        declared = cls.__all_properties__  # type: ignore[attr-defined]
        known = {prop.get_db_property_name(name) for name, prop in declared}
        stored = dict(graph_entity.items()) if hasattr(graph_entity, "items") else {}
        run.counters = {name: value for name, value in stored.items() if name not in known}
        return run
