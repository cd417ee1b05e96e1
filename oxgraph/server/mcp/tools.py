"""The operations that are tools, as a client lists them."""

import functools
import re
from collections.abc import Mapping

import mcp_types as types

from oxgraph.client.roles import RANK
from oxgraph.operations import OPERATIONS, Operation
from oxgraph.server.mcp.schemas import input_schema, output_schema, prose
from oxgraph.server.mcp.words import left_out
from oxgraph.types import Role

FIRST = ("memory.recall", "memory.remember", "memory.context_inject", "memory.search", "memory.context")
"""What agents use most; models look at the beginning of a list first."""

FAMILIES = ("memory", "ontology", "workspace")


def plain(name: str) -> str:
    """A tool's name for clients that take no dots."""
    return name.replace(".", "_")


@functools.cache
def tools() -> dict[str, Operation]:
    """Every tool by its name: memory first, and what agents may do before what operators may."""
    return {
        operation.name: operation for operation in sorted((one for one in OPERATIONS.values() if one.tool), key=_place)
    }


def _place(operation: Operation) -> tuple[int, int, int]:
    use = FIRST.index(operation.name) if operation.name in FIRST else len(FIRST)
    return use, FAMILIES.index(operation.name.partition(".")[0]), RANK[operation.role]


@functools.cache
def _by_plain_name() -> dict[str, Operation]:
    return {plain(name): operation for name, operation in tools().items()}


def tool_named(name: str) -> Operation | None:
    """The tool of a name, with dots or with underscores."""
    return tools().get(name) or _by_plain_name().get(name)


def listing(role: Role | None, told: Mapping[str, str], *, underscores: bool = False) -> list[types.Tool]:
    """The tools that a role reaches (None: that is not known), each with what is told of it by its name."""
    reached = [operation for operation in tools().values() if role is None or RANK[operation.role] <= RANK[role]]
    return [_tool(operation, told.get(operation.name, ""), underscores) for operation in reached]


def _tool(operation: Operation, told: str, underscores: bool) -> types.Tool:
    bare = _bare(operation.name, underscores)
    return bare.model_copy(update={"description": f"{bare.description}\n\n{told}"}) if told else bare


@functools.cache
def _bare(name: str, underscores: bool) -> types.Tool:
    operation = tools()[name]
    description = prose(operation.description)
    return types.Tool(
        name=plain(name) if underscores else name,
        description=_plain_names(description) if underscores else description,
        input_schema=input_schema(operation.input),
        output_schema=output_schema(operation.output, left_out(name)),
        annotations=types.ToolAnnotations(
            read_only_hint=operation.effect == "reads",
            destructive_hint=operation.effect == "destroys",
            idempotent_hint=operation.idempotent or operation.effect == "reads",
            open_world_hint=False,
        ),
    )


def _plain_names(text: str) -> str:
    """The text with the names of tools as they are listed."""
    pattern = r"\b(?:" + "|".join(re.escape(name) for name in tools()) + r")\b"
    return re.sub(pattern, lambda found: plain(found[0]), text)
