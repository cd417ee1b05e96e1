"""The MCP tools: the operations with `tool=True`, their listing and their JSON schemas.

A tool's description is the docstring of its operation; the schemas are those of the operation's input and output, in a
form that every model provider accepts.
"""

import functools
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import mcp_types as types
from pydantic import BaseModel

from oxgraph.client.roles import RANK
from oxgraph.server.mcp.results import omitted
from oxgraph.types import Role

if TYPE_CHECKING:  # Imported when the tools are listed, after the answer to initialize.
    from oxgraph.operations import Operation

FIRST = ("memory.recall", "memory.remember", "memory.context_inject", "memory.search", "memory.context")
"""The tools that agents use most; models attend to the beginning of a list."""

FAMILIES = ("memory", "ontology", "workspace")
"""The order of the other tools, by the first part of their names; further families follow."""

EXPERIENCE = "past_experience"
EXPERIENCE_SCHEMA = {
    "type": "string",
    "description": "What went wrong or right here before; only where there is something.",
}
RAISES = re.compile(r"\s*\bRaises [A-Z]\w+[^.]*\.")
"""Sentences of a docstring that are for Python programmers alone."""

Schema = dict[str, Any]


# Listing


def with_underscores(name: str) -> str:
    """A tool's name for clients that do not accept dots."""
    return name.replace(".", "_")


@functools.cache
def tools() -> dict[str, "Operation"]:
    """Every tool by its name, in the order of listing: by use, family, role."""
    from oxgraph.operations import OPERATIONS

    operations = sorted((one for one in OPERATIONS.values() if one.tool), key=_rank)
    return {operation.name: operation for operation in operations}


def _rank(operation: "Operation") -> tuple[int, int, int]:
    use = FIRST.index(operation.name) if operation.name in FIRST else len(FIRST)
    family = operation.name.partition(".")[0]
    return use, FAMILIES.index(family) if family in FAMILIES else len(FAMILIES), RANK[operation.role]


@functools.cache
def _by_underscore_name() -> dict[str, "Operation"]:
    return {with_underscores(name): operation for name, operation in tools().items()}


def tool_named(name: str) -> "Operation | None":
    """The tool with this name, with dots or underscores."""
    return tools().get(name) or _by_underscore_name().get(name)


def listing(role: Role | None, blocks: Mapping[str, str], *, underscores: bool = False) -> list[types.Tool]:
    """The tools that a role may call (None: all), each with its block of past experience in the description."""
    allowed = [operation for operation in tools().values() if role is None or RANK[operation.role] <= RANK[role]]
    return [_tool(operation, blocks.get(operation.name, ""), underscores) for operation in allowed]


def _tool(operation: "Operation", block: str, underscores: bool) -> types.Tool:
    tool = _tool_without_block(operation.name, underscores)
    return tool.model_copy(update={"description": f"{tool.description}\n\n{block}"}) if block else tool


@functools.cache
def _tool_without_block(name: str, underscores: bool) -> types.Tool:
    operation = tools()[name]
    description = prose(operation.description)
    return types.Tool(
        name=with_underscores(name) if underscores else name,
        description=_names_with_underscores(description) if underscores else description,
        input_schema=input_schema(operation.input),
        output_schema=output_schema(operation.output, omitted(name)),
        annotations=types.ToolAnnotations(
            read_only_hint=operation.effect == "reads",
            destructive_hint=operation.effect == "destroys",
            idempotent_hint=operation.idempotent or operation.effect == "reads",
            open_world_hint=False,
        ),
    )


def _names_with_underscores(text: str) -> str:
    """The text with the names of tools as they are listed."""
    pattern = r"\b(?:" + "|".join(re.escape(name) for name in tools()) + r")\b"
    return re.sub(pattern, lambda found: with_underscores(found[0]), text)


# JSON schemas


def input_schema(model: type[BaseModel]) -> Schema:
    """A tool's input: references inlined, no titles, and no null for what is optional anyway."""
    schema = model.model_json_schema()
    found: Schema = _inlined(schema, schema.pop("$defs", {}))
    return {"type": "object", "properties": {}} | found


def output_schema(model: type[BaseModel], without: tuple[str, ...] = ()) -> Schema:
    """A tool's structured content: the result, and the past experience injected before it."""
    schema: Schema = _tidy(model.model_json_schema(mode="validation"))
    properties = {name: field for name, field in schema.get("properties", {}).items() if name not in without}
    required = [name for name in schema.get("required", ()) if name not in without]
    schema |= {"properties": {**properties, EXPERIENCE: EXPERIENCE_SCHEMA}}
    return schema | ({"required": required} if required else {})


def _inlined(node: Any, definitions: Schema) -> Any:
    if isinstance(node, list):
        return [_inlined(one, definitions) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        rest = {key: value for key, value in node.items() if key != "$ref"}
        return _inlined(definitions[node["$ref"].removeprefix("#/$defs/")] | rest, definitions)
    if "anyOf" in node and {"type": "null"} in node["anyOf"]:
        return _inlined(_without_null(node), definitions)
    return _described({key: _inlined_member(key, value, definitions) for key, value in node.items()})


def _inlined_member(key: str, value: Any, definitions: Schema) -> Any:
    """A member of a schema; the names of properties are no keywords of JSON Schema (one may be called title)."""
    if key == "properties":
        return {name: _inlined(field, definitions) for name, field in value.items()}
    return value if key in ("default", "examples", "enum", "required") else _inlined(value, definitions)


def _without_null(node: Schema) -> Schema:
    """The schema without null; without anyOf where one alternative is left."""
    others = [one for one in node["anyOf"] if one != {"type": "null"}]
    rest = {key: value for key, value in node.items() if key != "anyOf"}
    if rest.get("default", ...) is None:
        del rest["default"]
    return {**others[0], **rest} if len(others) == 1 else {**rest, "anyOf": others}


def _tidy(node: Any) -> Any:
    """The schema without titles, and without what its descriptions say to Python programmers."""
    if isinstance(node, list):
        return [_tidy(one) for one in node]
    if not isinstance(node, dict):
        return node
    named = {
        key: {name: _tidy(one) for name, one in node[key].items()} for key in ("properties", "$defs") if key in node
    }
    literal = ("default", "examples", "enum", "required", "properties", "$defs")
    return _described({key: value if key in literal else _tidy(value) for key, value in node.items()} | named)


def _described(node: Schema) -> Schema:
    if isinstance(node.get("description"), str):
        node = node | {"description": prose(RAISES.sub("", node["description"]))}
    return {key: value for key, value in node.items() if not (key == "title" and isinstance(value, str))}


def prose(text: str) -> str:
    """A docstring's paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
