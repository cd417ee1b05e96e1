"""JSON-RPC messages over streamable HTTP: their headers, their bodies as lines, and error responses."""

import json
import re
from dataclasses import dataclass
from typing import Any

from oxgraph.server.proxy import json_edit

VERSION_META = "io.modelcontextprotocol/protocolVersion"
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
SESSION, VERSION, LAST_EVENT = "mcp-session-id", "mcp-protocol-version", "last-event-id"
METHOD_NOT_FOUND, INTERNAL_ERROR, CONNECTION_CLOSED = -32601, -32603, -32000


@dataclass(frozen=True)
class AgentMessage:
    """A line of the agent: its bytes, and the parsed message."""

    line: bytes
    message: Any

    @classmethod
    def of(cls, line: bytes) -> "AgentMessage":
        """Parse a line."""
        return cls(line.strip(), json_edit.parse(line))

    @property
    def ids(self) -> list[Any]:
        """The ids of its requests, which the response answers."""
        many = self.message if isinstance(self.message, list) else [self.message]
        return [one["id"] for one in many if isinstance(one, dict) and "method" in one and "id" in one]

    @property
    def method(self) -> str | None:
        """Its method; None for a response and for a batch."""
        method = self.message.get("method") if isinstance(self.message, dict) else None
        return method if isinstance(method, str) else None

    @property
    def params(self) -> dict[str, Any]:
        """Its parameters."""
        params = self.message.get("params") if isinstance(self.message, dict) else None
        return params if isinstance(params, dict) else {}

    @property
    def version(self) -> str | None:
        """The protocol version in its `_meta`, which each message has since 2026-07-28."""
        meta = self.params.get("_meta")
        version = meta.get(VERSION_META) if isinstance(meta, dict) else None
        return version if isinstance(version, str) else None


class Headers:
    """The headers of each message, with the session and protocol version that a server's answers named."""

    def __init__(self, own: dict[str, str]) -> None:
        self._own = own
        self.session: str | None = None
        self._version: str | None = None
        self._schemas: dict[str, Any] = {}

    def of(
        self, sent: AgentMessage | None = None, accept: str = "application/json, text/event-stream"
    ) -> dict[str, str]:
        """The headers of a message, or of an event stream."""
        headers = {"accept": accept, "content-type": "application/json"}
        version = (sent.version if sent else None) or self._version
        if self.session:
            headers[SESSION] = self.session
        if version and not (sent and sent.method == "initialize"):
            headers[VERSION] = version
        return headers | self._own | (self._routing(sent) if sent and sent.version else {})

    def learn(self, sent: AgentMessage, answer: Any, session: str | None) -> None:
        """Read the session, protocol version and tools' schemas of an answer."""
        result = answer.get("result") if isinstance(answer, dict) else None
        if not isinstance(result, dict):
            return
        if sent.method == "initialize":
            self.session = session
            version = result.get("protocolVersion")
            self._version = version if isinstance(version, str) else None
        elif sent.method == "tools/list" and isinstance(result.get("tools"), list):
            tools = [tool for tool in result["tools"] if isinstance(tool, dict)]
            self._schemas |= {str(tool.get("name")): tool.get("inputSchema") for tool in tools}

    def _routing(self, sent: AgentMessage) -> dict[str, str]:
        """Method, name and marked arguments, which are headers too since 2026-07-28."""
        from mcp.shared.inbound import (
            encode_header_value,
            find_invalid_x_mcp_header,
            mcp_param_headers,
            x_mcp_header_map,
        )

        method, name = sent.method or "", sent.params.get(NAMED_BY.get(sent.method or "", ""))
        headers = {"mcp-method": method} if method else {}
        if isinstance(name, str):
            headers["mcp-name"] = encode_header_value(name)
        schema, arguments = self._schemas.get(str(name)), sent.params.get("arguments")
        if method == "tools/call" and isinstance(arguments, dict) and not find_invalid_x_mcp_header(schema):
            headers |= mcp_param_headers(x_mcp_header_map(schema), arguments)
        return headers


def answers_in(message: Any) -> list[dict[str, Any]]:
    """The answers to requests in a message: it alone, or several in a list."""
    many = message if isinstance(message, list) else [message]
    return [one for one in many if isinstance(one, dict) and "method" not in one and "id" in one]


def one_line(body: bytes) -> bytes:
    """A body as one line: line breaks, which JSON allows only between tokens, become blanks."""
    return re.sub(rb"[\r\n]", b" ", body.strip()) + b"\n"


def error_response(message_id: Any, code: int, text: str, data: dict[str, Any]) -> bytes:
    """A JSON-RPC error response."""
    error = {"code": code, "message": text, "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": message_id, "error": error}).encode() + b"\n"


def with_id(body: bytes, message_id: Any) -> bytes | None:
    """A body that is a JSON-RPC error, with the request's id where it has none; None for any other body."""
    try:
        text = body.decode("utf-8")
        root = json_edit.root(text)
        if not isinstance(root.value, dict) or "error" not in root.value or "jsonrpc" not in root.value:
            return None
        found = json_edit.members(text, root).get("id")
        edits = []
        if found is None:
            edits = [json_edit.Edit(root.start + 1, root.start + 1, f'"id":{json.dumps(message_id)},')]
        elif found.value is None:
            edits = [json_edit.Edit(found.start, found.end, json.dumps(message_id))]
        return json_edit.apply(text, edits).encode()
    except (ValueError, IndexError, RecursionError):
        return None
