"""Calls over HTTP: every REST operation by its input's schema, every MCP tool, and bodies that are no requests."""

import json
from typing import Any
from urllib.parse import quote

import httpx

from oxgraph.operations import OPERATIONS, Operation
from tests.fuzz.report import Call, Report
from tests.fuzz.world import World

LEFT_OUT = ("workspace.delete", "workspace.disable_memory")
RAW = (
    b"", b"{", b"[]", b"null", b'{"a": 1, "a": 2}', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000, b'{"a": NaN}',
    b'{"a": 1e999}', b"\xef\xbb\xbf{}", b'"' + b"x" * 100_000 + b'"', b'{"\\ud800": 1}', b"{} {}", b"\x00",
)  # fmt: skip
ACCEPT = {"Accept": "application/json, text/event-stream"}


def _operations() -> list[Operation]:
    return [one for name, one in OPERATIONS.items() if name not in LEFT_OUT]


def _given(world: World, operation: Operation) -> dict[str, Any]:
    schema = operation.input.model_json_schema()
    given = world.values.of_schema({**schema, "type": "object"}, schema.get("$defs", {}))
    return given if isinstance(given, dict) else {"value": given}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def rest(world: World, report: Report, http: httpx.Client) -> None:
    """One request of an operation, at times with a body that is no JSON object."""
    values = world.values
    operation = values.random.choice(_operations())
    given = _given(world, operation)
    path = operation.path
    for name in operation.path_parameters:
        value = given.pop(name, None)
        path = path.replace(
            f"{{{name}}}", quote(_text(value if value is not None else values.text()) or "-", safe="", errors="replace")
        )
    role = values.random.choice(list(world.secrets))
    url = f"/v1/workspaces/{world.memory.workspace_id}{path}"
    headers = {"Authorization": f"Bearer {world.secrets[role]}"}
    options: dict[str, Any] = {}
    if not operation.has_body:
        options["params"] = {
            key.encode("utf-8", "replace"): _text(one).encode("utf-8", "replace") for key, one in given.items()
        }
    else:
        body = json.dumps(given).encode() if values.random.random() < 0.9 else values.random.choice(RAW)
        options |= {"content": body, "headers": {"Content-Type": "application/json"}}
    options["headers"] = headers | options.get("headers", {})
    with report.call("rest", operation.name, (role, url, options.get("params") or options.get("content"))) as made:
        judge(made, http.request(operation.method, url, **options))


def judge(made: Call, answer: httpx.Response) -> None:
    """How a response counts: every error has a code, and none is a 5xx but an overload or a time limit."""
    text = answer.text
    if answer.status_code >= 500 and answer.status_code not in (503, 504):
        made.ended("server", f"{answer.status_code} {text}")
    elif answer.status_code >= 400:
        typed = answer.headers.get("content-type", "").startswith("application/problem+json")
        made.ended("typed" if typed else "untyped", f"{answer.status_code} {text}")
    else:
        made.answered(text)


def mcp(world: World, report: Report, http: httpx.Client) -> None:
    """One call of a tool, or a message that is none."""
    values = world.values
    operation = values.random.choice([one for one in _operations() if one.tool])
    given = _given(world, operation)
    message: Any = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": operation.tool_name, "arguments": given},
    }
    if values.random.random() < 0.1:
        message = values.any(json=True)
    headers = ACCEPT | {"Authorization": f"Bearer {world.secrets['agent']}", "Content-Type": "application/json"}
    headers |= {"Mcp-Session-Id": _session(http, headers), "MCP-Protocol-Version": "2025-06-18"}
    body = json.dumps(message).encode() if values.random.random() < 0.95 else values.random.choice(RAW)
    with report.call("mcp", operation.name, body) as made:
        answer = http.post("/mcp", content=body, headers=headers)
        _judge_tool(made, answer)


SESSIONS: dict[str, str] = {}


def _session(http: httpx.Client, headers: dict[str, str]) -> str:
    token = headers["Authorization"]
    if token not in SESSIONS:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}}
        body = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
        answer = http.post("/mcp", json=body, headers=headers | {"Accept": "application/json"})
        SESSIONS[token] = answer.headers["mcp-session-id"]
    return SESSIONS[token]


def _judge_tool(made: Call, answer: httpx.Response) -> None:
    text = answer.text
    if answer.status_code >= 500 and answer.status_code != 503:
        made.ended("server", f"{answer.status_code} {text}")
    elif "-32603" in text or '"code":"server_error"' in text or "Something went wrong in the server" in text:
        made.ended("untyped", f"{answer.status_code} {text}")
    elif answer.status_code >= 400 or '"isError":true' in text or '"error":{' in text:
        made.ended("typed", text)
    else:
        made.answered(text)
