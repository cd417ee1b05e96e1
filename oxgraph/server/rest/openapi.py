"""The OpenAPI 3.1 text, made from the table of operations and the routes beside it."""

import copy
import functools
import json
from importlib import resources
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from oxgraph import __version__
from oxgraph.operations import OPERATIONS, Operation
from oxgraph.server.rest.beside import Credentials, Health, Me, operations
from oxgraph.server.rest.documented import TAGS, Schema, answers_of, problem_schema, responses, tag_of
from oxgraph.server.rest.idempotency import keyed
from oxgraph.server.rest.reading import IN_QUERY
from oxgraph.server.rest.resources import BASE

DESCRIPTION = """The memory of AI agents, over HTTP.

A token (`Authorization: Bearer …`) names its workspace; the id in a path must be that one. Errors are
`application/problem+json`; their `code` is stable. Lists are pages: hand `next` back as `cursor`. A POST may carry an
`Idempotency-Key`. Fields that are not known are refused."""
KEY: Schema = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key and request again within a day gives the first answer; another request 409.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
}
WORKSPACE: Schema = {
    "name": "workspace_id",
    "in": "path",
    "required": True,
    "description": "The token's workspace, as GET /v1/me tells it.",
    "schema": {"type": "string", "minLength": 1},
}
STANDARD = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
"""Bounds of a number of either kind, which pydantic leaves in its own words."""


@functools.cache
def text() -> bytes:
    """The whole text as JSON."""
    return json.dumps(openapi(), ensure_ascii=False).encode()


@functools.cache
def openapi() -> Schema:
    """The whole text."""
    names, definitions = _models()
    inputs = {_name(names[operation.input, "validation"]) for operation in OPERATIONS.values() if not operation.whole}
    paths: Schema = {}
    for operation in OPERATIONS.values():
        paths.setdefault(BASE + operation.path, {})[operation.method.lower()] = _operation(
            operation, names, definitions
        )
    for path, found in operations(names).items():
        paths.setdefault(path, {}).update(found)
    return dict(
        _standard(
            {
                "openapi": "3.1.0",
                "info": {"title": "oxgraph", "version": __version__, "description": DESCRIPTION},
                "servers": [{"url": "/"}],
                "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
                "security": [{"token": []}, {"login": []}],
                "paths": paths,
                "components": {
                    "schemas": {name: schema for name, schema in definitions.items() if name not in inputs}
                    | {"Problem": problem_schema()},
                    "parameters": {"IdempotencyKey": KEY, "Workspace": WORKSPACE},
                    "responses": responses(),
                    "securitySchemes": {
                        "token": {
                            "type": "http",
                            "scheme": "bearer",
                            "description": "`oxgraph token create` makes one.",
                        },
                        "login": {"type": "apiKey", "in": "cookie", "name": "oxgraph", "description": "Of /v1/login."},
                    },
                },
            }
        )
    )


def _models() -> tuple[dict[Any, Schema], Schema]:
    """What refers to each model, and all schemas by their names."""
    wanted: list[tuple[type[BaseModel], Any]] = [(Credentials, "validation")]
    wanted += [(Me, "serialization"), (Health, "serialization")]
    for operation in OPERATIONS.values():
        wanted += [(operation.input, "validation"), (operation.output, "serialization")]
    names, schema = models_json_schema(list(dict.fromkeys(wanted)), ref_template="#/components/schemas/{model}")
    return dict(names), schema.get("$defs", {})


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _operation(operation: Operation, names: dict[Any, Schema], definitions: Schema) -> Schema:
    """One operation."""
    fields = copy.deepcopy(definitions[_name(names[operation.input, "validation"])])
    asked = _asked(operation, fields)
    given = _given(operation, fields) if operation.method not in IN_QUERY else None
    key = [{"$ref": "#/components/parameters/IdempotencyKey"}] if keyed(operation) else []
    return {
        "operationId": operation.name.replace(".", "_"),
        "tags": [tag_of(operation.call)],
        "summary": operation.summary,
        "description": f"{operation.description}\n\nRole: {operation.role}.",
        "parameters": [{"$ref": "#/components/parameters/Workspace"}, *asked, *key],
        **({"requestBody": given} if given else {}),
        "responses": answers_of(operation, names[operation.output, "serialization"], body=given is not None),
    }


def _asked(operation: Operation, fields: Schema) -> list[Schema]:
    """The fields in the path, and of the methods that take no body those in the query."""
    found = []
    for name, schema in fields["properties"].items():
        placed = name in operation.placed
        if not placed and operation.method not in IN_QUERY:
            continue
        parameter: Schema = {"name": name, "in": "path" if placed else "query", "schema": _present(schema)}
        if placed or name in fields.get("required", ()):
            parameter["required"] = True
        for word in ("description", "examples"):
            if word in parameter["schema"]:
                value = parameter["schema"].pop(word)
                parameter |= {"example": value[0]} if word == "examples" else {word: value}
        found.append(parameter)
    return found


def _present(schema: Schema) -> Schema:
    """Without null, which no query can say."""
    schema = {name: value for name, value in schema.items() if name != "title"}
    others = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(others) != 1 or len(others) == len(schema["anyOf"]):
        return schema
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    return {**rest, **others[0]}


def _given(operation: Operation, fields: Schema) -> Schema | None:
    """The body; None where it has no field."""
    properties = {name: schema for name, schema in fields["properties"].items() if name not in operation.placed}
    if not properties:
        return None
    required = [name for name in fields.get("required", ()) if name not in operation.placed]
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    content: Schema = {"schema": schema | ({"required": required} if required else {})}
    if operation.name in examples():
        content["example"] = examples()[operation.name]
    return {"required": bool(required), "content": {"application/json": content}}


@functools.cache
def examples() -> Schema:
    """A body for each operation that takes one."""
    found: Schema = json.loads(resources.files(__package__).joinpath("examples.json").read_text(encoding="utf-8"))
    return found


def _standard(schema: Any) -> Any:
    """The same with the words of JSON Schema for bounds."""
    if isinstance(schema, list):
        return [_standard(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = "anyOf" in schema
    return {STANDARD.get(name, name) if bounded else name: _standard(value) for name, value in schema.items()}
