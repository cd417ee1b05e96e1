"""Where an agent is told what is known of a server's tools, and when it hears that this has changed."""

import concurrent.futures
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oxgraph.server.proxy import splice
from oxgraph.server.proxy.side import Future

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
CHANGED = "notifications/tools/list_changed"
Message = dict[str, Any]


@dataclass(frozen=True)
class Lesson:
    """A block and the ids of its patterns."""

    block: str = ""
    ids: tuple[str, ...] = ()


Shown = dict[str, tuple[str, ...]]


def instructions(text: str, result: splice.Place, block: str) -> Iterator[splice.Edit]:
    """The block at the end of `instructions`."""
    edit = splice.said(text, result, "instructions", block) if block else None
    if edit:
        yield edit


def descriptions(
    text: str, result: splice.Place, of_tool: Callable[[str], Lesson], shown: Shown
) -> Iterator[splice.Edit]:
    """Each tool's block at the end of its `description`; notes in `shown` what was told."""
    tools = splice.members(text, result).get("tools")
    if tools is None or not isinstance(tools.value, list):
        return
    for tool in splice.elements(text, tools):
        name = tool.value.get("name") if isinstance(tool.value, dict) else None
        if not isinstance(name, str):
            continue
        lesson = of_tool(name)
        edit = splice.said(text, tool, "description", lesson.block) if lesson.block else None
        shown[name] = lesson.ids if edit else ()
        if edit:
            yield edit


def warning(text: str, result: splice.Place, asked: Future, seconds: float) -> Iterator[splice.Edit]:
    """The block as the first text of a call's result."""
    try:
        block = asked.result(seconds).block
    except concurrent.futures.TimeoutError:
        return
    content = splice.members(text, result).get("content")
    if block and content is not None and isinstance(content.value, list):
        yield splice.first(content, {"type": "text", "text": block})


class News:
    """Tells an agent that the list of tools has changed, where the server said that this may come."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._declared = False
        self._subscriptions: list[Any] = []
        self.listening = False
        self._said: Shown = {}
        self.shown: Shown = {}

    def learned(self, result: Message) -> None:
        """What a server says of itself when a connection begins."""
        capabilities = result.get("capabilities")
        tools = capabilities.get("tools") if isinstance(capabilities, dict) else None
        if isinstance(tools, dict) and "protocolVersion" in result:
            self._declared = tools.get("listChanged") is True

    def asked(self) -> None:
        """An agent asked for news, as it does where no connection is kept (2026-07-28)."""
        self.listening = True

    def heed(self, message: Message) -> None:
        """The server agreed to tell of the tools."""
        params = message.get("params")
        if message.get("method") != "notifications/subscriptions/acknowledged" or not isinstance(params, dict):
            return
        agreed, meta = params.get("notifications"), params.get("_meta")
        if isinstance(agreed, dict) and agreed.get("toolsListChanged") is True and isinstance(meta, dict):
            self._subscriptions.append(meta.get(SUBSCRIPTION))

    def heard(self, of_tool: Callable[[str], Lesson]) -> None:
        """Tells it once, where a tool that was listed would be described with other patterns now."""
        now = {name: tuple(sorted(of_tool(name).ids)) for name in list(self.shown)}
        then = {name: tuple(sorted(ids)) for name, ids in self.shown.items()} | self._said
        if now == then or not (self._declared or self._subscriptions):
            return
        self._said = now
        for subscription in self._subscriptions or [None]:
            self._send(_line(subscription))

    def listed(self) -> None:
        """The tools are being listed anew."""
        self._said = {}


def _line(subscription: Any) -> bytes:
    message: Message = {"jsonrpc": "2.0", "method": CHANGED}
    if subscription is not None:
        message["params"] = {"_meta": {SUBSCRIPTION: subscription}}
    return json.dumps(message).encode() + b"\n"
