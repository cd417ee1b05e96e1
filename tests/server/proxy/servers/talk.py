"""An agent's side of a conversation with a server on stdio, as bytes."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

HERE = Path(__file__).parent
PLAIN = (sys.executable, str(HERE / "plain.py"))
LAUNCHED = (sys.executable, "-c", "import subprocess, sys; subprocess.Popen(sys.argv[1:])", *PLAIN)
"""The same, started by a program that ends at once."""

OFFICIAL = (sys.executable, str(HERE / "official.py"))
PROXY = (sys.executable, "-c", "from oxgraph.cli import main; main()", "proxy")
SECONDS = 90.0

HELLO = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tester", "version": "1"}},
}
THERE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def call(message_id: Any, tool: str = "get_issue", **arguments: Any) -> dict[str, Any]:
    """A call of a tool."""
    params = {"name": tool, "arguments": {"issue_id": 4711, **arguments}}
    return {"jsonrpc": "2.0", "id": message_id, "method": "tools/call", "params": params}


def asked(message_id: Any, method: str, **params: Any) -> dict[str, Any]:
    """A request."""
    return {"jsonrpc": "2.0", "id": message_id, "method": method, "params": params}


def proxied(words: Sequence[str], *options: str) -> tuple[str, ...]:
    """The proxy before a command."""
    return (*PROXY, *options, "--", *words)


class Talk:
    """A server that was started, and what it has said so far (`heard`)."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        bare = {name: value for name, value in os.environ.items() if not name.startswith("OXGRAPH_")}
        pipe = subprocess.PIPE
        env = bare | dict(environment or {})
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=env)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.heard = b""
        self._errors = ""
        self._told = threading.Condition()
        self._readers = [threading.Thread(target=one, daemon=True) for one in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            with self._told:
                self._errors += line.decode()
                self._told.notify_all()

    def told(self, words: str) -> None:
        """Waits until the standard error says so."""
        with self._told:
            assert self._told.wait_for(lambda: words in self._errors, SECONDS), self._errors

    def say(self, *messages: dict[str, Any] | list[Any] | bytes) -> None:
        """Messages, or bytes as they are."""
        assert self.process.stdin
        for one in messages:
            self.process.stdin.write(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> bytes:
        """The next line; nothing at the end."""
        line = self._lines.get(timeout=SECONDS)
        self.heard += line
        return line

    def until(self, message_id: Any) -> Any:
        """The answer to a request; what comes before it is only noted."""
        while line := self.hear():
            for one in _messages(line):
                if one.get("id") == message_id and "method" not in one:
                    return one
        raise AssertionError(f"no answer to {message_id}: {self.errors}")

    def ask(self, message: dict[str, Any]) -> Any:
        """A request and its answer."""
        self.say(message)
        return self.until(message["id"])

    def greet(self) -> Any:
        """The beginning of a connection."""
        answer = self.ask(HELLO)
        self.say(THERE)
        return answer

    def leave(self) -> int:
        """The end of the agent's output; the exit status, once all has been heard."""
        assert self.process.stdin
        self.process.stdin.close()
        while self.hear():
            pass
        return self.process.wait(SECONDS)

    @property
    def errors(self) -> str:
        """The standard error: so far, or all of it where it has ended."""
        if self.process.poll() is not None:
            self._readers[1].join(SECONDS)
        return self._errors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for reader in self._readers:
            reader.join(SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


def transcript(
    words: Sequence[str], messages: Iterable[Any], environment: Mapping[str, str] | None = None
) -> tuple[bytes, int, str]:
    """What a server says to messages, each request answered before the next; its exit status and standard error."""
    with Talk(words, environment) as talk:
        for message in messages:
            talk.say(message)
            if isinstance(message, dict) and "id" in message and "method" in message:
                talk.until(message["id"])
        status = talk.leave()
        return talk.heard, status, talk.errors


def _messages(line: bytes) -> list[dict[str, Any]]:
    try:
        found = json.loads(line)
    except ValueError:
        return []
    return [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]
