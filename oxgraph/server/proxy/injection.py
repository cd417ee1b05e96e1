"""Where past experience is added to a server's answers, and when the agent learns that it has changed."""

import concurrent.futures
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oxgraph.server.proxy.json_edit import Edit, Located, append_text, elements, insert_first, members
from oxgraph.server.proxy.memory_thread import InjectionFuture

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LIST_CHANGED = "notifications/tools/list_changed"
Message = dict[str, Any]


@dataclass(frozen=True)
class PatternBlock:
    """A block of past experience and the ids of its patterns."""

    block: str = ""
    ids: tuple[str, ...] = ()


ShownPatterns = dict[str, tuple[str, ...]]
"""The ids of the patterns in the description of each tool."""


def in_instructions(text: str, result: Located, block: str) -> Iterator[Edit]:
    """Append the block to `instructions`."""
    edit = append_text(text, result, "instructions", block) if block else None
    if edit:
        yield edit


def in_descriptions(
    text: str, result: Located, block_of: Callable[[str], PatternBlock], shown: ShownPatterns
) -> Iterator[Edit]:
    """Append to each tool's `description` its block; records the patterns in `shown`."""
    tools = members(text, result).get("tools")
    if tools is None or not isinstance(tools.value, list):
        return
    for tool in elements(text, tools):
        name = tool.value.get("name") if isinstance(tool.value, dict) else None
        if not isinstance(name, str):
            continue
        block = block_of(name)
        edit = append_text(text, tool, "description", block.block) if block.block else None
        shown[name] = block.ids if edit else ()
        if edit:
            yield edit


def in_result(text: str, result: Located, injection: InjectionFuture, seconds: float) -> Iterator[Edit]:
    """Insert the block as the first text of a call's result; waits for it up to `seconds`."""
    try:
        block = injection.result(seconds).block
    except (concurrent.futures.TimeoutError, concurrent.futures.CancelledError):
        return
    content = members(text, result).get("content")
    if block and content is not None and isinstance(content.value, list):
        yield insert_first(content, {"type": "text", "text": block})


class ToolListNotifier:
    """Sends tools/list_changed to the agent, where the server has announced such notifications."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._announced = False
        self._subscriptions: list[Any] = []
        self._notified: ShownPatterns = {}
        self.has_subscribed = False
        self.shown: ShownPatterns = {}

    def initialized(self, result: Message) -> None:
        """Read the server's capabilities."""
        capabilities = result.get("capabilities")
        tools = capabilities.get("tools") if isinstance(capabilities, dict) else None
        if isinstance(tools, dict) and "protocolVersion" in result:
            self._announced = tools.get("listChanged") is True

    def subscribe(self) -> None:
        """Record that the agent subscribes to notifications (protocol 2026-07-28)."""
        self.has_subscribed = True

    def acknowledged(self, message: Message) -> None:
        """Read the server's acknowledgement of a subscription."""
        params = message.get("params")
        if message.get("method") != "notifications/subscriptions/acknowledged" or not isinstance(params, dict):
            return
        agreed, meta = params.get("notifications"), params.get("_meta")
        if isinstance(agreed, dict) and agreed.get("toolsListChanged") is True and isinstance(meta, dict):
            self._subscriptions.append(meta.get(SUBSCRIPTION))

    def refreshed(self, block_of: Callable[[str], PatternBlock]) -> None:
        """Notify once, where a listed tool would be described with other patterns now."""
        now = {name: tuple(sorted(block_of(name).ids)) for name in list(self.shown)}
        before = {name: tuple(sorted(ids)) for name, ids in self.shown.items()} | self._notified
        if now == before or not (self._announced or self._subscriptions):
            return
        self._notified = now
        for subscription in self._subscriptions or [None]:
            self._send(_notification(subscription))

    def listed(self) -> None:
        """Record that the agent gets a new list."""
        self._notified = {}


def _notification(subscription: Any) -> bytes:
    message: Message = {"jsonrpc": "2.0", "method": LIST_CHANGED}
    if subscription is not None:
        message["params"] = {"_meta": {SUBSCRIPTION: subscription}}
    return json.dumps(message).encode() + b"\n"
