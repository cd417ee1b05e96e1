"""The OpenAPI 3.1 document, generated from the operations and the system routes."""

import copy
import functools
import json
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from oxgraph import __version__
from oxgraph.client.roles import REQUIRED_ROLES
from oxgraph.errors import OxgraphError, error_classes
from oxgraph.operations import OPERATIONS, Operation, Page
from oxgraph.passes.plan import NAMES
from oxgraph.server.rest.conditional import CHANGES, ENTITY_TAGS
from oxgraph.server.rest.idempotency import HEADER, MAX_KEY, takes_key
from oxgraph.server.rest.login_and_health import DELETION, Credentials, HealthStatus, Me, MirrorState
from oxgraph.server.rest.operation_handlers import BASE
from oxgraph.server.rest.pass_runs import CALL as PASS_CALL
from oxgraph.server.rest.problems import MEDIA_TYPE, PREFIX, title_of
from oxgraph.server.rest.uploads import KINDS

Schema = dict[str, Any]
References = dict[Any, Schema]

EVENT_STREAM = (
    "A stream without an end. An event `change` is a Change as JSON, its id the position; "
    "an event `error` is a Problem, and the last one."
)
PASS_RUN_FIELDS: Schema = {
    "id": {"type": "string"},
    "workspace_id": {"type": "string"},
    "name": {"type": "string"},
    "version": {"type": "integer"},
    "now": {"type": "string", "format": "date-time"},
    "status": {"type": "string", "enum": ["running", "done", "failed"]},
    "counters": {"type": "object", "additionalProperties": {"type": "integer"}},
    "duration_ms": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    "error_code": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "neo4j_code": {"anyOf": [{"type": "string"}, {"type": "null"}]},
}
PASS_RUN: Schema = {
    "type": "object",
    "description": "One run of one pass, with what it counted.",
    "properties": PASS_RUN_FIELDS,
    "required": list(PASS_RUN_FIELDS),
}

DESCRIPTION = """The memory of AI agents, over HTTP.

A token (`Authorization: Bearer …`) names its workspace; the id in a path must be that one. Errors are
`application/problem+json`; their `code` is stable. Lists are pages: pass `next` as `cursor`. A POST may carry an
`Idempotency-Key`. What is read has an `ETag`: `If-None-Match` saves sending it again, `If-Match` changes only what is
still that. Unknown fields are refused."""
IDEMPOTENCY_KEY: Schema = {
    "name": HEADER,
    "in": "header",
    "description": "The same key and request again within a day gets the first response; another request gets 409.",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": "^[!-~]+$"},
}
WORKSPACE: Schema = {
    "name": "workspace_id",
    "in": "path",
    "required": True,
    "description": "The token's workspace, as GET /v1/me returns it, or `me`.",
    "schema": {"type": "string", "minLength": 1},
}
SECURITY_SCHEMES: Schema = {
    "token": {"type": "http", "scheme": "bearer", "description": "`oxgraph token create` makes one."},
    "login": {"type": "apiKey", "in": "cookie", "name": "oxgraph", "description": "Of /v1/login."},
}
JSON_SCHEMA_BOUNDS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
"""Bounds that pydantic leaves under its own names where a number may be an integer or a float."""

TAGS = {
    "turn": "A turn of a conversation: context for the model, and the exchange stored after it.",
    "telemetry": "Actions of agents, patterns, metrics and benchmarks.",
    "semantic": "What is known: memories, entities, vocabulary, users.",
    "episodic": "What was said: messages, conversations, episodes.",
    "working set": "Slots of a conversation that expire.",
    "graph": "A workspace's memory as a graph.",
    "workspace": "Settings, tokens, memory on and off, audit.",
    "server": "Login, the caller, health.",
}
TAG_OF_CALLS = {
    "semantic": "semantic",
    "recall": "semantic",
    "ingest": "semantic",
    "user": "semantic",
    "episodic": "episodic",
    "working": "working set",
    "graph": "graph",
    "turn": "turn",
    **dict.fromkeys(
        ("tokens", "settings", "update_settings", "enable", "disable", "delete", "audit", "evaluations"), "workspace"
    ),
}
"""The tag of a client call, by the first part of its name; of all others telemetry."""

ERRORS = {
    "400": ("malformed_json", "The body is not JSON."),
    "401": ("unauthenticated", "No token, one that is unknown, revoked or expired, or a login that has ended."),
    "403": ("permission_denied", "The role does not suffice, or a login's request lacks the header X-Oxgraph: 1."),
    "404": ("not_found", "Not found in this workspace; or the workspace is not the token's."),
    "409": ("memory_disabled", "It conflicts with the present state; `code` says how."),
    "410": ("workspace_deleted", "The workspace is deleted."),
    "412": ("precondition_failed", "If-Match names another state than the present one."),
    "413": ("too_large", "The body is too long."),
    "415": ("unsupported_media", "The body is not application/json."),
    "422": ("invalid_input", "A field is missing, unknown or not allowed; `field` and `reason` say which and why."),
    "429": ("rate_limited", "The token calls too often, or tokens were refused too often."),
    "500": ("server_error", "An error of the server; the log has more under the id in `instance`."),
    "503": ("connection_failed", "Neo4j cannot be reached, or the server is overloaded; try again."),
    "504": ("timed_out", "The call took too long and was cancelled."),
}
BODY_ERRORS = ("400", "413", "415")
IF_MATCH: Schema = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of a GET of this path: change only what is still that.",
    "schema": {"type": "string", "pattern": f"^(?:{ENTITY_TAGS})$"},
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string", "pattern": "^[0-9]+$"}}}
CHALLENGE = {"WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}}}
ERROR_HEADERS = {"401": CHALLENGE, "429": RETRY_AFTER, "503": RETRY_AFTER}
ETAG = {"ETag": {"description": "Names what was read.", "schema": {"type": "string"}}}
LOCATION = {"Location": {"description": "The address of what was made.", "schema": {"type": "string"}}}
NEXT_LINK = {"Link": {"description": 'The next page, rel="next"; absent at the end.', "schema": {"type": "string"}}}


@functools.cache
def document_json() -> bytes:
    """The document as JSON."""
    return json.dumps(document(), ensure_ascii=False).encode()


@functools.cache
def document() -> Schema:
    """The document."""
    references, definitions = _models()
    inputs = {_name(references[one.input, "validation"]) for one in OPERATIONS.values() if not one.takes_model}
    paths: Schema = {}
    for operation in OPERATIONS.values():
        described = _operation(operation, references, definitions)
        paths.setdefault(BASE + operation.path, {})[operation.method.lower()] = described
    for path, methods in {**_system_paths(references, definitions), **_raw_paths()}.items():
        paths.setdefault(path, {}).update(methods)
    components = {
        "schemas": {name: schema for name, schema in definitions.items() if name not in inputs}
        | {"Problem": _problem_schema(), "PassRun": PASS_RUN},
        "parameters": {"IdempotencyKey": IDEMPOTENCY_KEY, "IfMatch": IF_MATCH, "Workspace": WORKSPACE},
        "responses": {f"Error{status}": _error_response(status, *error) for status, error in ERRORS.items()},
        "securitySchemes": SECURITY_SCHEMES,
    }
    text = {
        "openapi": "3.1.0",
        "info": {"title": "oxgraph", "version": __version__, "description": DESCRIPTION},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": description} for name, description in TAGS.items()],
        "security": [{"token": []}, {"login": []}],
        "paths": paths,
        "components": components,
    }
    return dict(_with_standard_bounds(text))


def _models() -> tuple[References, Schema]:
    """A reference to each model, and the schemas by their names."""
    wanted: list[tuple[type[BaseModel], Any]] = [(Credentials, "validation")]
    wanted += [(one, "serialization") for one in (Me, HealthStatus, MirrorState)]
    for operation in OPERATIONS.values():
        wanted += [(operation.input, "validation"), (operation.output, "serialization")]
    references, schema = models_json_schema(list(dict.fromkeys(wanted)), ref_template="#/components/schemas/{model}")
    return dict(references), schema.get("$defs", {})


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


# Operations


def _fields(operation: Operation, references: References, definitions: Schema) -> Schema:
    """The schema of an operation's input, for the caller to change."""
    return dict(copy.deepcopy(definitions[_name(references[operation.input, "validation"])]))


def _operation(operation: Operation, references: References, definitions: Schema) -> Schema:
    fields = _fields(operation, references, definitions)
    body = _request_body(operation, fields) if operation.has_body else None
    key = [{"$ref": "#/components/parameters/IdempotencyKey"}] if takes_key(operation) else []
    match = [{"$ref": "#/components/parameters/IfMatch"}] if _is_conditional(operation) else []
    success = _success(references[operation.output, "serialization"])
    if issubclass(operation.output, Page) and operation.method == "GET":
        success["headers"] = NEXT_LINK
    return {
        "operationId": operation.name.replace(".", "_"),
        "tags": [TAG_OF_CALLS.get(operation.call.partition(".")[0], "telemetry")],
        "summary": operation.summary,
        "description": f"{operation.description}\n\nRole: {operation.role}.",
        "parameters": [{"$ref": "#/components/parameters/Workspace"}, *_parameters(operation, fields), *key, *match],
        **({"requestBody": body} if body else {}),
        "responses": {**_successes(operation, success), **_errors(body=body is not None, changes=bool(match))},
    }


def _successes(operation: Operation, success: Schema) -> Schema:
    """The responses of success: 201 with the address of what was made; 304 for what the caller has read before."""
    if operation.location:
        return {"200": success, "201": {**success, "headers": LOCATION}}
    if operation.method != "GET":
        return {str(operation.status): success}
    headers = {**success.get("headers", {}), **ETAG}
    return {"200": {**success, "headers": headers}, "304": {"description": "As read before.", "headers": ETAG}}


def _is_conditional(operation: Operation) -> bool:
    """Whether it changes what is read at its path."""
    return operation.method in CHANGES and any(
        one.path == operation.path and one.method == "GET" for one in OPERATIONS.values()
    )


def _parameters(operation: Operation, fields: Schema) -> list[Schema]:
    """The fields in the path, and in the query where the method takes no body."""
    found = []
    for name, schema in fields["properties"].items():
        in_path = name in operation.path_parameters
        if not in_path and operation.has_body:
            continue
        parameter = _parameter(name, schema, "path" if in_path else "query")
        if in_path or name in fields.get("required", ()):
            parameter["required"] = True
        found.append(parameter)
    return found


def _parameter(name: str, schema: Schema, place: str) -> Schema:
    """A field in the path or the query."""
    found: Schema = {"name": name, "in": place, "schema": _without_null(schema)}
    if "description" in found["schema"]:
        found["description"] = found["schema"].pop("description")
    if "examples" in found["schema"]:
        found["example"] = found["schema"].pop("examples")[0]
    return found


def _without_null(schema: Schema) -> Schema:
    """The schema without null, which a query cannot express."""
    schema = {name: value for name, value in schema.items() if name != "title"}
    others = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(others) != 1 or len(others) == len(schema["anyOf"]):
        return schema
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    return {**rest, **others[0]}


def _request_body(operation: Operation, fields: Schema) -> Schema | None:
    """The body; None where it has no field."""
    in_path = operation.path_parameters
    properties = {name: schema for name, schema in fields["properties"].items() if name not in in_path}
    if not properties:
        return None
    required = [name for name in fields.get("required", ()) if name not in in_path]
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    content: Schema = {"schema": schema | ({"required": required} if required else {})}
    if operation.example is not None:
        content["example"] = operation.example
    return {"required": bool(required), "content": {"application/json": content}}


def _success(schema: Schema) -> Schema:
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


# Errors


def _errors(*, body: bool, changes: bool = False) -> Schema:
    """The error responses of an operation."""
    left_out = {*(() if body else BODY_ERRORS), *(() if changes else ("412",))}
    return {status: {"$ref": f"#/components/responses/Error{status}"} for status in ERRORS if status not in left_out}


def _error_response(status: str, code: str, description: str) -> Schema:
    kind = error_classes().get(code, OxgraphError)
    title = title_of(kind) if kind is not OxgraphError else "Not JSON"
    example = {"type": PREFIX + code, "title": title, "status": int(status), "detail": description, "code": code}
    found: Schema = {
        "description": description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
    }
    return found | ({"headers": ERROR_HEADERS[status]} if status in ERROR_HEADERS else {})


def _problem_schema() -> Schema:
    return {
        "type": "object",
        "description": "An error (RFC 9457). Further members are the values that its detail names.",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string", "description": f"{PREFIX}CODE"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What is wrong, and what to do."},
            "code": {"type": "string", "description": "Stable, for programs."},
            "instance": {"type": "string", "description": "The id of this occurrence in the server's log."},
        },
    }


# System routes


def _system_paths(references: References, definitions: Schema) -> Schema:
    me = _success(references[Me, "serialization"])
    mirror = _success(references[MirrorState, "serialization"])
    health = _success(references[HealthStatus, "serialization"])
    deletion = OPERATIONS[DELETION]
    content = {"schema": references[Credentials, "validation"], "example": {"token": "oxg_…"}}
    body = {"required": True, "content": {"application/json": content}}
    left_out = ("403", "404", "409", "504")
    me_errors = {name: one for name, one in _errors(body=False).items() if name not in left_out}
    cookie = me | {"headers": {"Set-Cookie": {"description": "The login.", "schema": {"type": "string"}}}}
    login_errors = {name: one for name, one in _errors(body=True).items() if name not in left_out}
    return {
        "/v1/me": {"get": _system_operation("me", "Describe the caller.", {"200": me} | me_errors)},
        "/v1/mirror": {
            "get": _system_operation(
                "mirror", "Get how far the Postgres mirror is behind.", {"200": mirror} | me_errors
            )
        },
        "/v1/login": {
            "post": _system_operation("login", "Log in with a token: sets a cookie.", {"200": cookie} | login_errors)
            | {"requestBody": body, "security": []}
        },
        "/v1/logout": {
            "post": _system_operation("logout", "Log out.", {"204": {"description": "Done."}}) | {"security": []},
        },
        "/v1/conversations/{conversation_id}": {
            "delete": _system_operation(
                "delete_conversation",
                deletion.summary,
                {"200": _success(references[deletion.output, "serialization"])} | _errors(body=False),
            )
            | {"tags": ["episodic"], "parameters": _parameters(deletion, _fields(deletion, references, definitions))}
        },
        "/healthz": {
            "get": _system_operation("healthz", "Check that the server answers.", {"200": health}) | {"security": []}
        },
        "/readyz": {
            "get": _system_operation("readyz", "Check that Neo4j answers.", {"200": health, "503": health})
            | {"security": []}
        },
    }


def _raw_paths() -> Schema:
    """The routes below a workspace that are no operations: a stream, uploads, runs of passes."""
    events = {"description": EVENT_STREAM, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    errors = {status: one for status, one in _errors(body=False).items() if status not in ("409", "412", "504")}
    stream = _workspace_operation("events", "telemetry", "Follow the changes of a workspace.", {"200": events} | errors)
    stream["parameters"] += [
        {"name": "after", "in": "query", "schema": {"type": "string"}, "description": "Changes behind this position."},
        {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}, "description": "Goes before `after`."},
    ]
    paths = {f"{BASE}/events": {"get": stream | {"description": "Role: operator."}}}
    for kind, (call, options, _) in KINDS.items():
        paths[f"{BASE}/imports/{kind}"] = {"post": _upload(kind, REQUIRED_ROLES[call], options)}
    run = _success({"$ref": "#/components/schemas/PassRun"})
    runs = _workspace_operation("passes_run", "telemetry", "Run a pass.", {"200": run} | _errors(body=False))
    passes = "The pass: " + ", ".join(f"{number} {name}" for number, name in sorted(NAMES.items())) + "."
    number: Schema = {"name": "number", "in": "path", "required": True, "description": passes}
    runs["parameters"].append(number | {"schema": {"type": "integer", "enum": sorted(NAMES)}})
    paths[f"{BASE}/passes/{{number}}/runs"] = {"post": runs | {"description": f"Role: {REQUIRED_ROLES[PASS_CALL]}."}}
    return paths


def _upload(kind: str, role: str, options: type[BaseModel]) -> Schema:
    """The upload of a recorded file."""
    report = _success({"type": "object", "description": "What was read and written.", "additionalProperties": True})
    responses = {"200": report} | {
        status: one for status, one in _errors(body=True).items() if status not in ("400", "415")
    }
    described = _workspace_operation(f"imports_{kind}", "telemetry", f"Import a file of {kind}.", responses)
    for name, schema in options.model_json_schema()["properties"].items():
        described["parameters"].append(_parameter(name, schema, "query"))
    file = {"schema": {"type": "string", "format": "binary"}}
    body = {"required": True, "content": {"application/octet-stream": file}}
    return described | {"requestBody": body, "description": f"{options.__doc__}\n\nRole: {role}."}


def _workspace_operation(name: str, tag: str, summary: str, responses: Schema) -> Schema:
    parameters: list[Schema] = [{"$ref": "#/components/parameters/Workspace"}]
    found = {"operationId": name, "tags": [tag], "summary": summary, "parameters": parameters, "responses": responses}
    return dict(found)


def _system_operation(name: str, summary: str, responses: Schema) -> Schema:
    return {"operationId": name, "tags": ["server"], "summary": summary, "responses": responses}


def _with_standard_bounds(schema: Any) -> Any:
    """The same with JSON Schema's names for bounds."""
    if isinstance(schema, list):
        return [_with_standard_bounds(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    rename = "anyOf" in schema
    return {
        JSON_SCHEMA_BOUNDS.get(name, name) if rename else name: _with_standard_bounds(value)
        for name, value in schema.items()
    }
