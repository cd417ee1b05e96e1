"""What a message needs to travel by streamable HTTP: what kind it is, and the headers that repeat what it says."""

import json
import re
from dataclasses import dataclass
from typing import Any

from oxgraph.server.proxy import splice

VERSION_META = "io.modelcontextprotocol/protocolVersion"
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
SESSION, VERSION, LAST_EVENT = "mcp-session-id", "mcp-protocol-version", "last-event-id"
NO_METHOD, INTERNAL, CLOSED = -32601, -32603, -32000


@dataclass(frozen=True)
class Sent:
    """A line of the agent's: its bytes, and what was read of it."""

    line: bytes
    message: Any

    @classmethod
    def of(cls, line: bytes) -> "Sent":
        """What a line says."""
        return cls(line.strip(), splice.parsed(line))

    @property
    def ids(self) -> list[Any]:
        """The ids of its requests: their answers come in the response."""
        many = self.message if isinstance(self.message, list) else [self.message]
        return [one["id"] for one in many if isinstance(one, dict) and "method" in one and "id" in one]

    @property
    def method(self) -> str | None:
        """Its method; None for an answer and for a batch."""
        method = self.message.get("method") if isinstance(self.message, dict) else None
        return method if isinstance(method, str) else None

    @property
    def params(self) -> dict[str, Any]:
        """Its parameters."""
        params = self.message.get("params") if isinstance(self.message, dict) else None
        return params if isinstance(params, dict) else {}

    @property
    def version(self) -> str | None:
        """The protocol's version that it names itself (2026-07-28), as where no connection is kept each does."""
        meta = self.params.get("_meta")
        version = meta.get(VERSION_META) if isinstance(meta, dict) else None
        return version if isinstance(version, str) else None


class Headers:
    """The headers of each message; remembers what a server said that later ones have to repeat."""

    def __init__(self, own: dict[str, str]) -> None:
        self._own = own
        self.session: str | None = None
        self._version: str | None = None
        self._schemas: dict[str, Any] = {}

    def of(self, sent: Sent | None = None, accept: str = "application/json, text/event-stream") -> dict[str, str]:
        """Those of a message, or of a stream without one."""
        headers = {"accept": accept, "content-type": "application/json"}
        version = (sent.version if sent else None) or self._version
        if self.session:
            headers[SESSION] = self.session
        if version and not (sent and sent.method == "initialize"):
            headers[VERSION] = version
        return headers | self._own | (self._routing(sent) if sent and sent.version else {})

    def learn(self, sent: Sent, answer: Any, session: str | None) -> None:
        """What an answer to `initialize` or `tools/list` says."""
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

    def _routing(self, sent: Sent) -> dict[str, str]:
        """Method, name and marked arguments, which stand in headers too since 2026-07-28."""
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


def one_line(body: bytes) -> bytes:
    """A body as a line: line breaks, which JSON has between its parts alone, become blanks."""
    return re.sub(rb"[\r\n]", b" ", body.strip()) + b"\n"


def refusal(message_id: Any, code: int, text: str, data: dict[str, Any]) -> bytes:
    """The answer to a request that cannot be answered."""
    error = {"code": code, "message": text, "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": message_id, "error": error}).encode() + b"\n"


def with_id(body: bytes, message_id: Any) -> bytes | None:
    """The error that a body is, with the request's id where it names none; None where it is no JSON-RPC error."""
    try:
        text = body.decode("utf-8")
        whole = splice.whole(text)
        if not isinstance(whole.value, dict) or "error" not in whole.value or "jsonrpc" not in whole.value:
            return None
        found = splice.members(text, whole).get("id")
        edits = []
        if found is None:
            edits = [splice.Edit(whole.start + 1, whole.start + 1, f'"id":{json.dumps(message_id)},')]
        elif found.value is None:
            edits = [splice.Edit(found.start, found.end, json.dumps(message_id))]
        return splice.applied(text, edits).encode()
    except (ValueError, IndexError, RecursionError):
        return None
