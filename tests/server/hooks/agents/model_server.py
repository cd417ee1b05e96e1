"""A scripted model on loopback, for real agents: the APIs of OpenAI (responses, chat completions) and of Gemini.

It answers with one shell call after the other, then with a text. How far it is follows from the results of tools in the
request, so that repeated requests get the same answer.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DONE = "Done."
USAGE = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
Events = list[tuple[str, dict[str, Any]]]


@dataclass
class Model:
    """The model: its commands, and every request that it got."""

    commands: Sequence[str]
    url: str = ""
    requests: list[str] = field(default_factory=list)

    def step(self, results: int) -> str | None:
        """The next command; None for the closing text."""
        return self.commands[results] if results < len(self.commands) else None


@contextmanager
def scripted(commands: Sequence[str]) -> Iterator[Model]:
    """A running model."""
    model = Model(commands)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send(b'{"data": [], "models": []}', "application/json")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            given = json.loads(body or "{}")
            model.requests.append(body)
            if "GenerateContent" in self.path or "generateContent" in self.path:
                streamed = "stream" in self.path
                self._gemini(model.step(body.count('"functionResponse"')), streamed)
            elif self.path.endswith("/responses"):
                outputs = [one for one in given["input"] if one.get("type", "").endswith("call_output")]
                self._stream(_response(model.step(len(outputs)), len(outputs), given))
            elif self.path.endswith("/chat/completions"):
                results = [one for one in given["messages"] if one["role"] == "tool"]
                asks = model.step(len(results)) if given.get("tools") else None
                self._stream([("", one) for one in _chunks(asks, len(results))], done=True)
            else:
                self._send(b"{}", "application/json")

        def _gemini(self, command: str | None, streamed: bool) -> None:
            part: dict[str, Any] = {"text": DONE}
            if command is not None:
                part = {"functionCall": {"name": "run_shell_command", "args": {"command": command}}}
            candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
            usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
            answer = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}
            if streamed:
                self._stream([("", answer)])
            else:
                self._send(json.dumps(answer).encode(), "application/json")

        def _stream(self, events: Events, *, done: bool = False) -> None:
            lines = [(f"event: {name}\n" if name else "") + f"data: {json.dumps(one)}\n\n" for name, one in events]
            self._send("".join([*lines, "data: [DONE]\n\n" if done else ""]).encode(), "text/event-stream")

        def _send(self, body: bytes, media_type: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()


def _response(command: str | None, number: int, given: dict[str, Any]) -> Events:
    """The events of one answer of the responses API."""
    text = [{"type": "output_text", "text": DONE, "annotations": []}]
    item: dict[str, Any] = {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": text}
    if command is not None:
        name, arguments = _shell_tool(given, command)
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name}
        item["arguments"] = json.dumps(arguments)
    response = {"id": f"resp_{number}", "object": "response", "status": "completed", "output": [item], "usage": USAGE}
    return [
        ("response.created", {"type": "response.created", "response": response | {"status": "in_progress"}}),
        ("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        ("response.completed", {"type": "response.completed", "response": response}),
    ]


def _shell_tool(given: dict[str, Any], command: str) -> tuple[str, dict[str, Any]]:
    """The shell tool that the agent offers, and its arguments."""
    names = {one.get("name") for one in given.get("tools", ())}
    if "exec_command" in names:
        return "exec_command", {"cmd": command}
    if "shell_command" in names:
        return "shell_command", {"command": command}
    return "shell", {"command": ["bash", "-lc", command]}


def _chunks(command: str | None, number: int) -> list[dict[str, Any]]:
    """The chunks of one answer of chat completions."""
    delta: dict[str, Any] = {"role": "assistant", "content": DONE}
    if command is not None:
        arguments = json.dumps({"command": command, "description": "run it"})
        function = {"name": "bash", "arguments": arguments}
        delta = {
            "role": "assistant",
            "tool_calls": [{"index": 0, "id": f"call_{number}", "type": "function", "function": function}],
        }
    base = {"id": f"c{number}", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    reason = "stop" if command is None else "tool_calls"
    return [
        base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
    ]
