"""What a tool's call is about, for telemetry: ids and types of nodes, and nothing else of its arguments."""

import re
from collections.abc import Mapping
from typing import Any

from oxgraph.client import AsyncMemory
from oxgraph.cypher import statement
from oxgraph.ids import is_uuid
from oxgraph.operations import Operation
from oxgraph.server.callers import Caller

MOST = 10
"""Nodes whose type is looked for."""

KEY = re.compile(r"(?=.*[0-9:_/#])[A-Za-z0-9_.:/#+=~-]{1,128}")
"""What systems name things by: in one piece, and with a digit or a mark that names of people do not have."""


def targets(operation: Operation, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids among the arguments that the operation names as its targets."""
    found: list[Any] = []
    for field in operation.targets:
        value = arguments.get(field)
        found += value if isinstance(value, list) else [value]
    return tuple(one for one in found if isinstance(one, str) and _is_id(one))


def _is_id(text: str) -> bool:
    """Whether it is one; a name that an agent gave in an id's place says too much of a person to be kept."""
    return is_uuid(text) or KEY.fullmatch(text) is not None


async def node_type(
    operation: Operation, arguments: Mapping[str, Any], ids: tuple[str, ...], caller: Caller
) -> str | None:
    """The type that the arguments name, else that of the nodes in the graph."""
    named = arguments.get(operation.node_type) if operation.node_type else None
    if isinstance(named, str) and named.strip():
        return named
    return await _type_of(caller.memory, caller, ids[:MOST]) if ids else None


async def _type_of(memory: AsyncMemory, caller: Caller, ids: tuple[str, ...]) -> str | None:
    graph = caller.access.graph
    rows = await graph.once(statement("entity/type_of"), workspace_id=memory.workspace_id, ids=list(ids))
    return str(rows[0]["type"]) if rows else None
