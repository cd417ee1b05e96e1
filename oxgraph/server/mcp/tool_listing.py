"""The MCP tools: the operations that have a `tool`, their listing and their JSON schemas.

A tool's description is the docstring of its operation; the schemas are those of the operation's input and output, in a
form that every model provider accepts. A list of tools is part of every prompt of an agent, so by default it is short:
the toolsets that agents need, two sentences and the usual inputs of each tool, no bounds (which the call checks), no
output schema.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, get_args

import mcp_types as types
from pydantic import BaseModel

from oxgraph.client.roles import RANK
from oxgraph.errors import InvalidInput
from oxgraph.server.mcp.results import omitted
from oxgraph.types import Role
from oxgraph.types.fields import Toolset

if TYPE_CHECKING:  # Imported when the tools are listed, after the answer to initialize.
    from oxgraph.operations import Operation

FIRST = ("memory.recall", "memory.remember", "memory.context_inject", "memory.search", "memory.context")
"""The tools that agents use most; models attend to the beginning of a list."""

FAMILIES = ("memory", "ontology", "workspace")
"""The order of the other tools, by the first part of their names; further families follow."""

TOOLSETS: tuple[Toolset, ...] = get_args(Toolset)
DEFAULT_TOOLSETS: tuple[Toolset, ...] = ("memory", "experience", "ontology")
ALL = "all"

SENTENCES = 2
"""Sentences of a description that a short list shows."""

SHOWN_KEYS = ("type", "description", "enum", "format", "items", "anyOf", "properties", "required")
"""The keywords of a JSON schema that a short list shows."""

EXPERIENCE = "past_experience"
EXPERIENCE_SCHEMA = {
    "type": "string",
    "description": "What went wrong or right here before; only where there is something.",
}
RAISES = re.compile(r"\s*\bRaises [A-Z]\w+[^.]*\.")
"""Sentences of a docstring that are for Python programmers alone."""

Schema = dict[str, Any]


@dataclass(frozen=True)
class ListOptions:
    """What a client wants in its list of tools.

    `toolsets`: those whose tools are listed; the tools of the others can be called all the same. With `full`, the whole
    descriptions and the schemas with bounds, examples and outputs. With `underscores`, names without dots.
    """

    toolsets: tuple[Toolset, ...] = DEFAULT_TOOLSETS
    full: bool = False
    underscores: bool = False

    @classmethod
    def of(cls, toolsets: str | None = None, schemas: str | None = None, names: str | None = None) -> Self:
        """Options as texts: toolsets with commas between them or `all`, schemas `short` or `full`, names `dots` or
        `underscores`; None is the default. Raises InvalidInput.
        """
        return cls(
            toolsets=_toolsets(toolsets),
            full=_chosen("schemas", schemas, ("short", "full")) == "full",
            underscores=_chosen("names", names, ("dots", "underscores")) == "underscores",
        )


def _toolsets(given: str | None) -> tuple[Toolset, ...]:
    if given is None:
        return DEFAULT_TOOLSETS
    if given.strip() == ALL:
        return TOOLSETS
    words = [word.strip() for word in given.split(",")]
    if not set(words) <= set(TOOLSETS):
        raise InvalidInput(
            field="toolsets", reason=f"must be {ALL} or some of {', '.join(TOOLSETS)}, with commas between"
        )
    return tuple(one for one in TOOLSETS if one in words)


def _chosen(field: str, given: str | None, words: tuple[str, ...]) -> str:
    if given is not None and given not in words:
        raise InvalidInput(field=field, reason=f"must be {' or '.join(words)}")
    return given or words[0]


# Listing


def with_underscores(name: str) -> str:
    """A tool's name for clients that do not accept dots."""
    return name.replace(".", "_")


@functools.cache
def tools() -> dict[str, "Operation"]:
    """Every tool by its name, in the order of listing: by use, family, role."""
    from oxgraph.operations import OPERATIONS

    operations = sorted((one for one in OPERATIONS.values() if one.tool), key=_rank)
    return {operation.tool_name: operation for operation in operations}


def _rank(operation: "Operation") -> tuple[int, int, int]:
    name = operation.tool_name
    use = FIRST.index(name) if name in FIRST else len(FIRST)
    family = name.partition(".")[0]
    return use, FAMILIES.index(family) if family in FAMILIES else len(FAMILIES), RANK[operation.role]


@functools.cache
def _by_underscore_name() -> dict[str, "Operation"]:
    return {with_underscores(name): operation for name, operation in tools().items()}


def tool_named(name: str) -> "Operation | None":
    """The tool with this name, with dots or underscores."""
    return tools().get(name) or _by_underscore_name().get(name)


def listing(role: Role | None, blocks: Mapping[str, str], options: ListOptions | None = None) -> list[types.Tool]:
    """The tools that a role may call (None: all), each with its block of past experience in the description."""
    chosen = options or ListOptions()
    allowed = [
        operation
        for operation in tools().values()
        if operation.tool and operation.tool.toolset in chosen.toolsets
        if role is None or RANK[operation.role] <= RANK[role]
    ]
    return [_tool(operation, blocks.get(operation.tool_name, ""), chosen) for operation in allowed]


def _tool(operation: "Operation", block: str, options: ListOptions) -> types.Tool:
    tool = _tool_without_block(operation.tool_name, full=options.full)
    description = f"{tool.description}\n\n{block}" if block else tool.description
    if not options.underscores:
        return tool.model_copy(update={"description": description})
    return tool.model_copy(
        update={"name": with_underscores(tool.name), "description": _names_with_underscores(description or "")}
    )


@functools.cache
def _tool_without_block(name: str, *, full: bool) -> types.Tool:
    operation = tools()[name]
    description, reads = prose(operation.description), operation.effect == "reads"
    schema = input_schema(operation.input)
    if not full:
        return types.Tool(
            name=name,
            description=_first_sentences(description),
            input_schema=_short(schema, _usual(operation, schema)),
            annotations=types.ToolAnnotations(read_only_hint=True)
            if reads
            else types.ToolAnnotations(destructive_hint=operation.effect == "destroys"),
        )
    return types.Tool(
        name=name,
        description=description,
        input_schema=schema,
        output_schema=output_schema(operation.output, omitted(name)),
        annotations=types.ToolAnnotations(
            read_only_hint=reads,
            destructive_hint=operation.effect == "destroys",
            idempotent_hint=operation.idempotent or reads,
            open_world_hint=False,
        ),
    )


def _first_sentences(text: str) -> str:
    return " ".join(re.split(r"(?<=[.?!])\s+", text)[:SENTENCES])


def _usual(operation: "Operation", schema: Schema) -> set[str]:
    """The inputs that a short list shows: the usual ones, and what must be given."""
    often = operation.tool.often if operation.tool else ()
    return {*(often or schema["properties"]), *schema.get("required", ())}


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


def _short(schema: Schema, shown: set[str]) -> Schema:
    """An input schema with these properties, without what the call checks; fields of nested objects by their types."""
    properties = {name: _bare(field) for name, field in schema["properties"].items() if name in shown}
    required = {"required": schema["required"]} if schema.get("required") else {}
    return {"type": "object", "properties": properties} | required


def _bare(node: Any, *, nested: bool = False) -> Any:
    if isinstance(node, list):
        return [_bare(one, nested=nested) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {key: node[key] for key in SHOWN_KEYS if key in node and not (nested and key == "description")}
    for key in ("items", "anyOf"):
        if key in kept:
            kept[key] = _bare(kept[key], nested=True)
    if "properties" in kept:
        kept["properties"] = {name: _bare(field, nested=True) for name, field in kept["properties"].items()}
    return kept


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
