# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What adoption, release and the deletion of a connection share."""

from collections.abc import Mapping

from oxgraph.client import audit
from oxgraph.client._sync.access import Access
from oxgraph.cypher import statement
from oxgraph.errors import PermissionDenied
from oxgraph.ids import new_id

LOCK = "connections"
"""The lock under which connections change: one adoption, release, import or deletion at a time in a workspace."""


def add(counts: dict[str, int], more: Mapping[str, int]) -> None:
    """Adds counts to counts."""
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


def enter_graph(access: Access, call: str) -> None:
    """Nodes that are in no workspace belong to the database: raises PermissionDenied for a token."""
    if access.token_hash is not None:
        raise PermissionDenied(call=call, needed="operator with the database's login", role=access.role)
    access.enter(call)


def record(access: Access, connection: str, rule: str, counts: dict[str, int]) -> None:
    """Leaves a transition with what was done to a connection."""
    access.graph.write(
        statement("adoption/record"),
        workspace_id=access.workspace_id,
        connection=connection,
        rule=rule,
        inputs=audit.given(counts),
        transition_id=new_id(),
        **access.author(),
        now=access.now(),
    )
