"""Observes the messages of one connection: captures tool calls, and adds past experience to answers."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from oxgraph.action_codes import CANCELLED
from oxgraph.actions import action_fields
from oxgraph.actions.argument_mapping import MappedCall, ToolMapping, server_name
from oxgraph.server.proxy import json_edit, outcome
from oxgraph.server.proxy.injection import PatternBlock, ToolListNotifier, in_descriptions, in_instructions, in_result
from oxgraph.server.proxy.memory_thread import InjectionFuture, MemoryThread
from oxgraph.server.proxy.outcome import CLOSED, CallOutcome

Key = tuple[str, Any]
Message = dict[str, Any]

LISTEN = "subscriptions/listen"
"""The request whose answer is the end of the connection."""

INJECTED_METHODS = ("initialize", "server/discover", "tools/list")
"""Requests to whose answers past experience is added."""

MAX_WAIT_SECONDS = 2.0
"""Maximum time that such an answer waits for Neo4j."""

MAX_AGE, MAX_AGE_AFTER_CALL = 2.0, 30.0
"""Seconds after which pattern blocks are fetched again: before they are shown, and after a call."""

NO_KEY: Key = ("", None)
CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


@dataclass
class Call:
    """A tool call under way."""

    tool: str
    mapped: MappedCall
    agent_id: str | None
    shown: tuple[str, ...]
    seq: int
    injection: InjectionFuture | None = None
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    began: float = field(default_factory=time.perf_counter)


class MessageObserver:
    """The messages of one connection. Its methods may be called from several threads.

    `name` precedes the tools' names in action types; without one the server's own name, or `default_name` where it
    gives none. With `warn_results` past experience with a call's nodes is added to its result. `send` writes a message
    of our own to the agent.
    """

    def __init__(
        self,
        memory: MemoryThread,
        mapping: ToolMapping,
        session_id: str,
        *,
        name: str | None = None,
        default_name: str = "server",
        warn_results: bool = False,
        send: Callable[[bytes], None] = lambda line: None,
    ) -> None:
        self._memory = memory
        self._mapping = mapping
        self._session_id = session_id
        self._given_name = name
        self._server = server_name(name or default_name)
        self._warn_results = warn_results
        self._lock = threading.RLock()
        self._agent: str | None = None
        self._requests: dict[Key, str] = {}
        self._calls: dict[Key, Call] = {}
        self._unanswered: set[Key] = set()
        self._maybe_answered: set[Key] = set()
        self._seq = 0
        self.notifier = ToolListNotifier(send)
        self._shown = self.notifier.shown
        self._named_next: tuple[str, ...] = ()
        memory.belongs = lambda action_type: mapping.of_server(action_type, self._server)
        memory.on_refresh = self._on_refresh

    def from_agent(self, line: bytes) -> None:
        """Record the requests of an agent's line. Call it before the line is sent to the server."""
        with self._lock:
            for message in _messages(json_edit.parse(line)):
                if isinstance(message.get("method"), str):
                    self._record_request(message, message["method"])

    def from_server(self, line: bytes, write: Callable[[bytes], None]) -> None:
        """Write a server's line to the agent, with past experience added where it belongs, and record the answers."""
        if not (self._requests or (self._warn_results and self._calls)):
            try:
                write(line)
            finally:  # An answer that nobody reads any more is the call's outcome all the same.
                if self._unanswered or self.notifier.has_subscribed:
                    self._record_answers(json_edit.parse(line))
            return
        message = json_edit.parse(line)
        self._read_server_info(message)
        try:
            write(self._with_experience(line, message))
        finally:
            self._record_answers(message)

    def unparsed(self) -> None:
        """Record that a line of the server was too long to be parsed; it may have answered any request under way."""
        with self._lock:
            self._maybe_answered |= self._unanswered

    @property
    def is_waiting(self) -> bool:
        """Whether a request of the agent is certainly not answered yet."""
        with self._lock:
            return bool(self._unanswered - self._maybe_answered)

    def closed(self, *, by_agent: bool) -> None:
        """Record that the connection is over.

        Where the server ended it, the calls under way have failed. Where the agent left, or an answer was too long to
        be parsed, nobody has seen how they ended: they are reported and not captured, as a failure that nobody has
        seen would count against the tool.
        """
        with self._lock:
            failed = [] if by_agent else [call for key, call in self._calls.items() if key not in self._maybe_answered]
            for call in failed:
                self._capture(call, CallOutcome(CLOSED))
            if unseen := len(self._calls) - len(failed):
                self._memory.report(f"calls not captured, since nobody saw how they ended: {unseen}")
            self._calls.clear()

    # Requests of the agent

    def _record_request(self, message: Message, method: str) -> None:
        params = message["params"] if isinstance(message.get("params"), dict) else {}
        key = _key(message.get("id"))
        self._agent = _name_in(params.get("clientInfo")) or self._agent
        if key is not None and method != LISTEN:
            self._unanswered.add(key)
        if method == "notifications/cancelled":
            self._record_failure(params.get("requestId"), CANCELLED)
        elif method == LISTEN:
            self.notifier.subscribe()
        elif key is not None and method in INJECTED_METHODS:
            self._requests[key] = method
            self._memory.refresh(MAX_AGE)
        elif key is not None and method == "tools/call" and isinstance(params.get("name"), str):
            self._record_call(key, params)

    def _record_failure(self, message_id: Any, code: str) -> None:
        key = _key(message_id) or NO_KEY
        self._unanswered.discard(key)
        call = self._calls.pop(key, None)
        if call:
            self._capture(call, CallOutcome(code))

    def _record_call(self, key: Key, params: Message) -> None:
        mapped = self._mapping.map_call(params["name"], params.get("arguments"))
        if mapped is None:
            return
        meta = params.get("_meta")
        agent = (_name_in(meta.get(CLIENT_INFO)) if isinstance(meta, dict) else None) or self._agent
        self._seq += 1
        shown = action_fields.shown([*self._shown.get(params["name"], ()), *self._named_next])
        self._named_next = ()
        call = Call(params["name"], mapped, agent, shown, self._seq)
        if self._warn_results:
            action_type = mapped.action_type_of(self._server)
            call.injection = self._memory.inject(action_type, mapped.targets, mapped.node_type)
        self._calls[key] = call

    # Answers of the server

    def _read_server_info(self, message: Any) -> None:
        """Read the server's name and capabilities, and wait for the pattern blocks of its tools."""
        for one in _messages(message):
            method = self._requests.get(_key(one.get("id")) or NO_KEY)
            result = one.get("result")
            if method and isinstance(result, dict):
                self.notifier.initialized(result)
                self._read_server_name(result)
                self._memory.refresh(MAX_AGE, wait=MAX_WAIT_SECONDS)

    def _read_server_name(self, result: Message) -> None:
        meta = result.get("_meta")
        in_meta = _name_in(meta.get(SERVER_INFO)) if isinstance(meta, dict) else None
        name = _name_in(result.get("serverInfo")) or in_meta
        if name and not self._given_name and server_name(name) != self._server:
            self._server = server_name(name)
            self._memory.refresh(0, wait=0, invalidate=True)

    def _with_experience(self, line: bytes, message: Any) -> bytes:
        """The line with past experience added; the same bytes where there is none."""
        try:
            text = line.decode("utf-8")
            root = json_edit.root(text)
            answers = json_edit.elements(text, root) if isinstance(message, list) else [root]
            edits = [edit for answer in answers for edit in self._edits(text, answer)]
        except (ValueError, IndexError, RecursionError):
            return line
        return json_edit.apply(text, edits).encode() if edits else line

    def _edits(self, text: str, answer: json_edit.Located) -> Iterator[json_edit.Edit]:
        message = answer.value
        if not isinstance(message, dict) or "method" in message or not isinstance(message.get("result"), dict):
            return
        key = _key(message.get("id")) or NO_KEY
        method, call = self._requests.get(key), self._calls.get(key)
        result = json_edit.members(text, answer)["result"]
        if method == "tools/list":
            self.notifier.listed()
            yield from in_descriptions(text, result, self._block_of_tool, self._shown)
        elif method:
            strongest = self._memory.strongest
            for edit in in_instructions(text, result, strongest.block):
                self._name_next(strongest.ids)
                yield edit
        elif call and call.injection:
            for edit in in_result(text, result, call.injection, MAX_WAIT_SECONDS):
                self._name_next(call.injection.result().ids)
                yield edit

    def _name_next(self, ids: tuple[str, ...]) -> None:
        """Has the next call name patterns: they are shown before any, or with the result of one made without them."""
        with self._lock:
            self._named_next = action_fields.shown([*self._named_next, *ids])

    def _block_of_tool(self, tool: str) -> PatternBlock:
        template = self._mapping.action_type(tool)
        injection = self._memory.block_of(MappedCall(template).action_type_of(self._server)) if template else None
        return PatternBlock(injection.block, injection.ids) if injection else PatternBlock()

    def _record_answers(self, message: Any) -> None:
        with self._lock:
            for one in _messages(message):
                if "method" in one:
                    self.notifier.acknowledged(one)
                    continue
                key = _key(one.get("id"))
                self._unanswered.discard(key or NO_KEY)
                if key is not None and self._requests.pop(key, None) is None:
                    self._record_result(key, one)

    def _record_result(self, key: Key, message: Message) -> None:
        call = self._calls.pop(key, None)
        if call is None:
            return
        if isinstance(message.get("result"), dict):
            self._read_server_name(message["result"])
        found = outcome.of_response(message, self._mapping.phrases)
        if found is not None:
            self._capture(call, found)
        self._memory.refresh(MAX_AGE_AFTER_CALL)

    def _capture(self, call: Call, result: CallOutcome) -> None:
        latency_ms = round((time.perf_counter() - call.began) * 1000, 3)
        mapped = call.mapped
        action = action_fields.action(
            self._session_id, call.agent_id, mapped.action_type_of(self._server), mapped.targets, mapped.node_type
        )
        action |= {
            "outcome": result.outcome,
            "error_code": result.error_code and action_fields.error_code(result.error_code),
            "latency_ms": latency_ms,
            "seq": call.seq,
            "started_at": call.started_at,
            "injected_patterns": call.shown,
        }
        self._memory.capture(action)

    def _on_refresh(self) -> None:
        """Compare what was listed with the pattern blocks that were fetched."""
        with self._lock:
            self.notifier.refreshed(self._block_of_tool)


def _messages(parsed: Any) -> list[Message]:
    """The messages of a line: one, or those of a batch."""
    return [one for one in (parsed if isinstance(parsed, list) else [parsed]) if isinstance(one, dict)]


def _key(message_id: Any) -> Key | None:
    """A message's id as a key: the text "1" is not the number 1."""
    if isinstance(message_id, str):
        return "text", message_id
    return ("number", message_id) if isinstance(message_id, int | float) and message_id is not True else None


def _name_in(info: Any) -> str | None:
    """The name in a clientInfo or serverInfo."""
    return info["name"] if isinstance(info, dict) and isinstance(info.get("name"), str) and info["name"] else None
