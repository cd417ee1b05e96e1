"""Further labels with which nodes are read: domain labels of entities, types of memories."""

from oxgraph.schema.nodes import Entity, Memory


def domain_labels(*labels: str) -> None:
    """Read nodes that carry these labels beside `entity` as `Entity`."""
    known = Entity.__optional_labels__
    Entity.__optional_labels__ = known + [label for label in labels if label not in known]


def memory_types(*names: str) -> None:
    """Read memories of these types, which a workspace has defined, as `Memory`."""
    known = Memory.__optional_labels__
    Memory.__optional_labels__ = known + [name for name in names if name not in known]
