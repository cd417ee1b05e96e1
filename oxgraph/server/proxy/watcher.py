"""Sees the messages between an agent and a server: notes the calls of tools, and says where something is added."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from oxgraph.server import fitting
from oxgraph.server.proxy import outcome, splice, telling
from oxgraph.server.proxy.mapping import Reading, ToolMapping, server_name
from oxgraph.server.proxy.outcome import CANCELLED, CLOSED, Ending
from oxgraph.server.proxy.side import Future, Side

Id = tuple[str, Any]
Message = dict[str, Any]

TELLING = ("initialize", "server/discover", "tools/list")
"""The requests to whose answers past experience is added."""

WAIT = 2.0
"""Seconds that such an answer waits at most for the graph."""

FRESH, STALE = 2.0, 30.0
"""Seconds after which lessons are asked anew: before they are told, and after a call."""

NOBODY: Id = ("", None)
CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


@dataclass
class Call:
    """A call under way."""

    tool: str
    reading: Reading
    agent_id: str | None
    shown: tuple[str, ...]
    seq: int
    injection: Future | None = None
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    began: float = field(default_factory=time.perf_counter)


class Watcher:
    """The messages of one connection. Its methods may be called from several threads.

    `name` stands before the tools' names; without one the server's own name, and `fallback` where it gives none.
    `warn_results` puts what is known of a call's nodes at the head of its result. `send` writes a message of ours to
    the agent.
    """

    def __init__(
        self,
        side: Side,
        mapping: ToolMapping,
        session_id: str,
        *,
        name: str | None = None,
        fallback: str = "server",
        warn_results: bool = False,
        send: Callable[[bytes], None] = lambda line: None,
    ) -> None:
        self._side = side
        self._mapping = mapping
        self._session_id = session_id
        self._given = name
        self._server = server_name(name or fallback)
        self._warn = warn_results
        self._lock = threading.RLock()
        self._agent: str | None = None
        self._asked: dict[Id, str] = {}
        self._calls: dict[Id, Call] = {}
        self._unsure: set[Id] = set()
        self._seq = 0
        self.news = telling.News(send)
        self._shown = self.news.shown
        side.belongs = lambda action_type: mapping.of_server(action_type, self._server)
        side.heard = self._heard

    def from_client(self, line: bytes) -> None:
        """Notes what an agent's line asks for; before the server can have answered it."""
        with self._lock:
            for message in _messages(splice.parsed(line)):
                if isinstance(message.get("method"), str):
                    self._noted(message, message["method"])

    def from_server(self, line: bytes, write: Callable[[bytes], None]) -> None:
        """Writes a server's line on, with what is known of its tools where that is asked for, and notes what ended."""
        if not (self._asked or (self._warn and self._calls)):
            write(line)
            if self._calls or self.news.listening:
                self._heed(splice.parsed(line))
            return
        message = splice.parsed(line)
        self._learned(message)
        write(self._told(line, message))
        self._heed(message)

    def waits(self) -> bool:
        """Whether a line of the server may have to wait for the graph."""
        return bool(self._asked) or self._warn

    def unseen(self) -> None:
        """A line of the server passed that was too long to be looked at: it may have answered any call under way."""
        with self._lock:
            self._unsure |= set(self._calls)

    def closed(self, *, by_client: bool) -> None:
        """The connection is over: what is under way gets no answer any more."""
        with self._lock:
            for key, call in self._calls.items():
                if key not in self._unsure:
                    self._ended(call, Ending(CANCELLED if by_client else CLOSED))
            self._calls.clear()

    def failed(self, message_id: Any, code: str) -> None:
        """A call did not come through to the server; what the agent is told of it is another's to say."""
        with self._lock:
            self._broken_off(message_id, code)

    # What the agent says.

    def _noted(self, message: Message, method: str) -> None:
        params = message["params"] if isinstance(message.get("params"), dict) else {}
        key = _key(message.get("id"))
        self._agent = _named(params.get("clientInfo")) or self._agent
        if method == "notifications/cancelled":
            self._broken_off(params.get("requestId"), CANCELLED)
        elif method == "subscriptions/listen":
            self.news.asked()
        elif key is not None and method in TELLING:
            self._asked[key] = method
            self._side.learn(FRESH)
        elif key is not None and method == "tools/call" and isinstance(params.get("name"), str):
            self._begun(key, params)

    def _broken_off(self, message_id: Any, code: str) -> None:
        call = self._calls.pop(_key(message_id) or NOBODY, None)
        if call:
            self._ended(call, Ending(code))

    def _begun(self, key: Id, params: Message) -> None:
        reading = self._mapping.read(params["name"], params.get("arguments"))
        if reading is None:
            return
        meta = params.get("_meta")
        agent = (_named(meta.get(CLIENT_INFO)) if isinstance(meta, dict) else None) or self._agent
        self._seq += 1
        call = Call(params["name"], reading, agent, self._shown.get(params["name"], ()), self._seq)
        if self._warn:
            call.injection = self._side.inject(reading.by(self._server), reading.targets, reading.node_type)
        self._calls[key] = call

    # What the server says.

    def _learned(self, message: Any) -> None:
        """Its name and what it can do."""
        for one in _messages(message):
            method = self._asked.get(_key(one.get("id")) or NOBODY)
            result = one.get("result")
            if method and isinstance(result, dict):
                self.news.learned(result)
                self._called(result)
                self._side.learn(FRESH, wait=WAIT)

    def _called(self, result: Message) -> None:
        meta = result.get("_meta")
        name = _named(result.get("serverInfo")) or (_named(meta.get(SERVER_INFO)) if isinstance(meta, dict) else None)
        if name and not self._given and server_name(name) != self._server:
            self._server = server_name(name)
            self._side.learn(0, wait=0, other=True)

    def _told(self, line: bytes, message: Any) -> bytes:
        """The line with what is to be told; the same bytes where nothing is."""
        try:
            text = line.decode("utf-8")
            whole = splice.whole(text)
            places = splice.elements(text, whole) if isinstance(message, list) else [whole]
            edits = [edit for place in places for edit in self._edits(text, place)]
        except (ValueError, IndexError, RecursionError):
            return line
        return splice.applied(text, edits).encode() if edits else line

    def _edits(self, text: str, place: splice.Place) -> Iterator[splice.Edit]:
        message = place.value
        if not isinstance(message, dict) or "method" in message or not isinstance(message.get("result"), dict):
            return
        key = _key(message.get("id"))
        method, call = self._asked.get(key or NOBODY), self._calls.get(key or NOBODY)
        result = splice.members(text, place)["result"]
        if method == "tools/list":
            self.news.listed()
            yield from telling.descriptions(text, result, self._of_tool, self._shown)
        elif method:
            yield from telling.instructions(text, result, self._side.strongest)
        elif call and call.injection:
            yield from telling.warning(text, result, call.injection, WAIT)

    def _of_tool(self, tool: str) -> telling.Lesson:
        template = self._mapping.action_type(tool)
        injection = self._side.lesson(Reading(template).by(self._server)) if template else None
        return telling.Lesson(injection.block, injection.ids) if injection else telling.Lesson()

    def _heed(self, message: Any) -> None:
        """Takes note of answers."""
        with self._lock:
            for one in _messages(message):
                if "method" in one:
                    self.news.heed(one)
                    continue
                key = _key(one.get("id"))
                if key is not None and self._asked.pop(key, None) is None:
                    self._answered(key, one)

    def _answered(self, key: Id, message: Message) -> None:
        call = self._calls.pop(key, None)
        if call is None:
            return
        if isinstance(message.get("result"), dict):
            self._called(message["result"])
        ending = outcome.of_response(message, self._mapping.phrases)
        if ending is not None:
            self._ended(call, ending)
        self._side.learn(STALE)

    def _ended(self, call: Call, ending: Ending) -> None:
        latency_ms = round((time.perf_counter() - call.began) * 1000, 3)
        reading, shown = call.reading, call.shown
        if call.injection and call.injection.done():
            shown = tuple(dict.fromkeys([*shown, *call.injection.result().ids]))
        action = fitting.action(
            self._session_id, call.agent_id, reading.by(self._server), reading.targets, reading.node_type
        )
        code = ending.error_code and fitting.error_code(ending.error_code)
        more = {"outcome": ending.outcome, "error_code": code, "latency_ms": latency_ms, "seq": call.seq}
        self._side.capture(action | more | {"started_at": call.started_at, "injected_patterns": shown})

    def _heard(self) -> None:
        """The lessons were asked anew: what is listed may be described differently by now."""
        with self._lock:
            self.news.heard(self._of_tool)


def _messages(parsed: Any) -> list[Message]:
    """The messages of a line: one, or those of a batch."""
    return [one for one in (parsed if isinstance(parsed, list) else [parsed]) if isinstance(one, dict)]


def _key(message_id: Any) -> Id | None:
    """An id as a key: the text "1" is not the number 1."""
    if isinstance(message_id, str):
        return "text", message_id
    return ("number", message_id) if isinstance(message_id, int | float) and message_id is not True else None


def _named(info: Any) -> str | None:
    """The name in a clientInfo or serverInfo."""
    return info["name"] if isinstance(info, dict) and isinstance(info.get("name"), str) and info["name"] else None
