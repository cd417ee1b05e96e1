"""The server in plain Python over streamable HTTP: sessions, JSON and event streams, broken streams, redirects.

Tells its port on the first line of its output, and afterwards a line for each request: method, path, and what of its
headers belongs to MCP.
"""

import json
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Answers = Callable[[dict[str, Any]], Iterator[str]]
NOTED = ("mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name", "last-event-id", "authorization")


class Handler(BaseHTTPRequestHandler):
    """One request; the path says how it is answered: /json, /events, /broken, /forgetful, /moved, /closed,
    /garbled."""

    protocol_version = "HTTP/1.1"
    answers: Answers
    sessions: ClassVar[set[str]] = set()
    forgotten: ClassVar[set[str]] = set()
    rest: ClassVar[dict[str, bytes]] = {}

    def do_POST(self) -> None:
        """A message."""
        body = self.rfile.read(int(self.headers["content-length"]))
        self.note()
        if self.path == "/moved":
            self.reply(307, location="/json")
        elif self.path == "/closed":
            self.reply(401, b"who are you?", kind="text/plain")
        else:
            self.answer(json.loads(body))

    def answer(self, message: dict[str, Any]) -> None:
        """The answer to a message, as the path says."""
        session = self.headers.get("mcp-session-id")
        if message.get("method") == "initialize":
            session = uuid.uuid4().hex
            self.sessions.add(session)
        elif "_meta" not in (message.get("params") or {}) and session not in self.sessions:
            return self.reply(404, b"no such session", kind="text/plain")
        elif self.path == "/forgetful" and message.get("method") == "tools/call" and not self.forgotten:
            self.forgotten.add(session or "")
            self.sessions.discard(session or "")
            return self.reply(404)
        if "id" not in message or "method" not in message:
            return self.reply(202)
        if self.path == "/garbled" and message.get("method") == "tools/call":
            other = json.dumps({"jsonrpc": "2.0", "id": "of another", "result": {"content": []}}).encode()
            return self.reply(200, other if message["params"]["name"] == "set_issue" else b"<html>", session=session)
        lines = [line.strip() for line in type(self).answers(message)]
        if len(lines) == 1 and self.path not in ("/events", "/broken"):
            return self.reply(200, lines[0].encode(), session=session)
        return self.stream([line for line in lines if line.startswith(("{", "["))], session)

    def stream(self, lines: list[str], session: str | None) -> None:
        """The lines as events; on /broken the connection ends after an id, and a GET brings the rest."""
        events = b"".join(f"event: message\r\ndata: {line}\r\n\r\n".encode() for line in lines)
        if self.path == "/broken":
            key = uuid.uuid4().hex
            self.rest[key], events = events, f"id: {key}\nretry: 10\ndata:\n\n".encode()
        self.reply(200, events, kind="text/event-stream", session=session)

    def do_GET(self) -> None:
        """The rest of a broken stream; there is no other."""
        self.note()
        rest = self.rest.pop(self.headers.get("last-event-id", ""), None)
        if rest is None:
            self.reply(405)
        else:
            self.reply(200, rest, kind="text/event-stream")

    def do_DELETE(self) -> None:
        """The end of a session."""
        self.note()
        self.sessions.discard(self.headers.get("mcp-session-id", ""))
        self.reply(204)

    def reply(self, status: int, body: bytes = b"", kind: str = "application/json", **headers: str | None) -> None:
        """A response."""
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(body)))
            self.send_header("content-type", kind)
        if headers.get("location"):
            self.send_header("location", str(headers["location"]))
        if headers.get("session"):
            self.send_header("mcp-session-id", str(headers["session"]))
        self.end_headers()
        self.wfile.write(body)

    def note(self) -> None:
        """What was asked, for the test."""
        given = {name: self.headers[name] for name in NOTED if self.headers[name]}
        sys.stdout.write(json.dumps([self.command, self.path, given]) + "\n")
        sys.stdout.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def serve_http(answers: Answers) -> None:
    """Serves until the input ends."""
    Handler.answers = staticmethod(answers)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
