"""What every operation of the OpenAPI text shares: tags by layer, the errors, their headers."""

from typing import Any

from oxgraph.errors import OxgraphError, error_classes
from oxgraph.operations import Operation, Page
from oxgraph.server.rest.problems import MEDIA_TYPE, PREFIX, title_of

Schema = dict[str, Any]

TAGS = {
    "turn": "A turn of a conversation: what every layer has to say, and what came of it kept.",
    "telemetry": "What agents did, the patterns in it, metrics and benchmarks.",
    "semantic": "What is known: memories, entities, vocabulary, users.",
    "episodic": "What was said: messages, conversations, episodes.",
    "working set": "What an agent holds in mind, for an hour.",
    "graph": "A workspace's memory as a graph to look at.",
    "workspace": "Settings, tokens, switches, audit.",
    "server": "Logins, who am I, health.",
}
LAYERS = {
    "semantic": "semantic",
    "user": "semantic",
    "episodic": "episodic",
    "working": "working set",
    "graph": "graph",
}
HOUSE = ("tokens", "settings", "update_settings", "enable", "disable", "delete", "audit", "evaluations")
SEMANTIC = ("recall", "ingest")

WHEN = {
    "401": ("unauthenticated", "No token, a wrong or a revoked one, or a login that has ended."),
    "403": ("permission_denied", "The role does not reach, or a login's request lacks the header X-Oxgraph: 1."),
    "404": ("not_found", "No such thing in this workspace; or the workspace is not the token's."),
    "409": ("memory_disabled", "It does not go with the state of things; `code` says which."),
    "410": ("workspace_deleted", "The workspace is deleted."),
    "413": ("too_large", "The body is too long."),
    "415": ("unsupported_media", "The body is not application/json."),
    "422": ("invalid_input", "A field is missing, unknown or not allowed; `field` and `reason` say which and why."),
    "429": ("rate_limited", "The token calls too often, or tokens were refused too often."),
    "500": ("server_error", "A mistake of the server's; the log says more under the id in `instance`."),
    "503": ("connection_failed", "The graph is away, or there is too much to do; try again."),
    "504": ("timed_out", "The call took too long and was ended."),
}
WITH_BODY = ("413", "415")
RETRY = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string", "pattern": "^[0-9]+$"}}}
CHALLENGE = {"WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}}}
HEADERS = {"401": CHALLENGE, "429": RETRY, "503": RETRY}
NEXT = {"Link": {"description": 'The next page, rel="next"; absent at the end.', "schema": {"type": "string"}}}


def tag_of(call: str) -> str:
    """The layer that a call of the client belongs to."""
    first = call.partition(".")[0]
    if first in HOUSE:
        return "workspace"
    if first in SEMANTIC:
        return "semantic"
    return "turn" if first == "turn" else LAYERS.get(first, "telemetry")


def problem_schema() -> Schema:
    """The body of every error."""
    return {
        "type": "object",
        "description": "An error (RFC 9457). Beside these members stand the values that its detail names.",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string", "description": f"{PREFIX}CODE"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What is wrong, and what to do."},
            "code": {"type": "string", "description": "Stable; programs go by it."},
            "instance": {"type": "string", "description": "This occurrence, as the server's log names it."},
        },
    }


def responses() -> Schema:
    """Every error, as operations refer to it."""
    return {f"Error{status}": _response(status, code, text) for status, (code, text) in WHEN.items()}


def _response(status: str, code: str, text: str) -> Schema:
    kind = error_classes().get(code, OxgraphError)
    title = title_of(kind) if kind is not OxgraphError else "Not JSON"
    example = {"type": PREFIX + code, "title": title, "status": int(status), "detail": text, "code": code}
    found: Schema = {
        "description": text,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
    }
    return found | ({"headers": HEADERS[status]} if status in HEADERS else {})


def errors(*, body: bool) -> Schema:
    """What can go wrong with an operation."""
    return {
        status: {"$ref": f"#/components/responses/Error{status}"} for status in WHEN if body or status not in WITH_BODY
    }


def answers_of(operation: Operation, schema: Schema, *, body: bool) -> Schema:
    """What an operation can answer."""
    good: Schema = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    if issubclass(operation.output, Page) and operation.method == "GET":
        good["headers"] = NEXT
    return {str(operation.status): good, **errors(body=body)}
