"""Which properties of an entity a caller is shown.

A node of a graph of your own may hold what no prompt should have: an agent's token gets only what oxgraph wrote there
and the properties that were chosen with the adoption (`--property`) or by an operator's update.
"""

import functools
from collections.abc import Mapping
from typing import Any

from oxgraph import tables
from oxgraph.types import Role
from oxgraph.types.adoption import RESERVED


@functools.cache
def internal() -> frozenset[str]:
    """The properties of nodes that no call returns: what search alone uses, and the position in the change feed."""
    rows = (row for row in tables.read("properties") if row["kind"] == "entity" and row["visibility"])
    return frozenset({"rev", *(row["property"] for row in rows)})


def shown_properties(properties: Mapping[str, Any], role: Role) -> dict[str, Any]:
    """The properties of an entity's node for a caller of this role."""
    found = {name: value for name, value in properties.items() if value is not None and name not in internal()}
    if role != "agent" or "owned" in found:
        return found
    return {name: value for name, value in found.items() if name in RESERVED or name in chosen_properties(found)}


def chosen_properties(properties: Mapping[str, Any]) -> set[str]:
    """The names of the properties that recall shows."""
    return {line.split(": ", 1)[0] for line in properties.get("shown_properties", ())}


def own_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Those that callers gave, or that stood on the node before its adoption."""
    return {name: value for name, value in properties.items() if name not in RESERVED}
