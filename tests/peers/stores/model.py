"""A stand-in for OpenAI: chat completions by rules of the caller, embeddings from the words of the text."""

import hashlib
import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSION = 64


def vector(text: str) -> list[float]:
    """Texts with the same words are near each other."""
    found = [0.0] * DIMENSION
    for word in text.lower().split():
        found[hashlib.sha256(word.encode()).digest()[0] % DIMENSION] += 1.0
    length = sum(one * one for one in found) ** 0.5 or 1.0
    return [one / length for one in found]


def serve(answer: Callable[[dict[str, Any]], Any]) -> str:
    """Starts it for the life of the process; `answer` is given a request. Returns the base address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = self._embeddings(asked) if self.path.endswith("/embeddings") else self._chat(asked)
            data = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _embeddings(self, asked: dict[str, Any]) -> dict[str, Any]:
            texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
            data = [{"object": "embedding", "index": i, "embedding": vector(str(t))} for i, t in enumerate(texts)]
            return {"object": "list", "data": data, "model": "test", "usage": {"prompt_tokens": 1, "total_tokens": 1}}

        def _chat(self, asked: dict[str, Any]) -> dict[str, Any]:
            said = {"role": "assistant", "content": json.dumps(answer(asked))}
            choice = {"index": 0, "finish_reason": "stop", "message": said}
            return {"id": "1", "object": "chat.completion", "created": 1, "model": "test", "choices": [choice]}

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/v1"
