"""JSON schemas as agents should read them: short, and in forms that every maker of models takes."""

import re
from typing import Any

from pydantic import BaseModel

EXPERIENCE = "past_experience"
EXPERIENCE_SCHEMA = {
    "type": "string",
    "description": "What went wrong or right here before; only where there is something.",
}
FOR_PYTHON = re.compile(r"\s*\bRaises [A-Z]\w+[^.]*\.")
"""What docstrings say to programmers in Python alone."""

Schema = dict[str, Any]


def input_schema(model: type[BaseModel]) -> Schema:
    """What a tool takes: references put in place, no titles, and no null beside what may be left out anyway."""
    schema = model.model_json_schema()
    found: Schema = _simple(schema, schema.pop("$defs", {}))
    return {"type": "object", "properties": {}} | found


def output_schema(model: type[BaseModel], without: tuple[str, ...] = ()) -> Schema:
    """What a tool gives back in its structured content: the result, and the experience that came before it."""
    schema: Schema = _tidy(model.model_json_schema(mode="validation"))
    properties = {name: field for name, field in schema.get("properties", {}).items() if name not in without}
    required = [name for name in schema.get("required", ()) if name not in without]
    schema |= {"properties": {**properties, EXPERIENCE: EXPERIENCE_SCHEMA}}
    return schema | ({"required": required} if required else {})


def _simple(node: Any, definitions: Schema) -> Any:
    if isinstance(node, list):
        return [_simple(one, definitions) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        rest = {key: value for key, value in node.items() if key != "$ref"}
        return _simple(definitions[node["$ref"].removeprefix("#/$defs/")] | rest, definitions)
    if "anyOf" in node and {"type": "null"} in node["anyOf"]:
        return _simple(_without_null(node), definitions)
    return _kept({key: _inner(key, value, definitions) for key, value in node.items()})


def _inner(key: str, value: Any, definitions: Schema) -> Any:
    """Properties are named by the tool: one called title is no title."""
    if key == "properties":
        return {name: _simple(field, definitions) for name, field in value.items()}
    return value if key in ("default", "examples", "enum", "required") else _simple(value, definitions)


def _without_null(node: Schema) -> Schema:
    """The one other thing that it may be, where null is all that stands beside it."""
    others = [one for one in node["anyOf"] if one != {"type": "null"}]
    rest = {key: value for key, value in node.items() if key != "anyOf"}
    if rest.get("default", ...) is None:
        del rest["default"]
    return {**others[0], **rest} if len(others) == 1 else {**rest, "anyOf": others}


def _tidy(node: Any) -> Any:
    """The same without titles and without what is for Python."""
    if isinstance(node, list):
        return [_tidy(one) for one in node]
    if not isinstance(node, dict):
        return node
    named = {
        key: {name: _tidy(one) for name, one in node[key].items()} for key in ("properties", "$defs") if key in node
    }
    fixed = ("default", "examples", "enum", "required", "properties", "$defs")
    return _kept({key: value if key in fixed else _tidy(value) for key, value in node.items()} | named)


def _kept(node: Schema) -> Schema:
    if isinstance(node.get("description"), str):
        node = node | {"description": prose(FOR_PYTHON.sub("", node["description"]))}
    return {key: value for key, value in node.items() if not (key == "title" and isinstance(value, str))}


def prose(text: str) -> str:
    """A docstring's paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
