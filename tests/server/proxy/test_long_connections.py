"""Long connections of the proxy: notifications, a Neo4j that stops and returns, very long lines."""

import hashlib
import json
import os
import queue
import signal
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, local
from oxgraph.actions.argument_mapping import ToolMapping
from oxgraph.client import AsyncMemory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Home, Server
from oxgraph.server.proxy.memory_thread import MemoryThread
from oxgraph.server.proxy.observer import MessageObserver
from tests.server.captures import captured
from tests.server.conftest import Tokens
from tests.server.proxy.servers.plain import answers
from tests.server.proxy.servers.talk import HELLO, PLAIN, Talk, asked, call, proxied
from tests.server.proxy.test_stdio import env, learned

pytestmark = pytest.mark.deep

__all__ = ["env"]

CHANGED = b'{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}\n'
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Between:
    """An observer with a real graph, given messages one by one."""

    def __init__(self, server: Server, token: str) -> None:
        async def opening() -> AsyncMemory:
            return await oxgraph.connect_async(server.uri, server.auth, token=token)

        self.sent: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.told: list[str] = []
        self.memory = MemoryThread(opening, self.told.append, "s-1")
        self.observer = MessageObserver(self.memory, ToolMapping.load(), "s-1", send=self.sent.put)
        self.memory.start()

    def ask(self, message: dict[str, Any]) -> bytes:
        """A request, and the server's answer as the agent gets it."""
        written: list[bytes] = []
        self.observer.from_agent(as_line(message))
        for line in answers(message):
            self.observer.from_server(line.encode(), written.append)
        return b"".join(written)


def as_line(message: Mapping[str, Any]) -> bytes:

    return json.dumps(message).encode() + b"\n"


def five_failures(workspace: Memory, graph: Graph) -> None:
    """What five sessions would have left."""
    failure: dict[str, Any] = {"action_type": "odd-tracker.get_issue", "outcome": "failure", "error_code": "ENOENT"}
    for number in range(5):
        workspace.telemetry.capture(session_id=f"old-{number}", target_node_type="issue", **failure)
    learned(graph, workspace)


def test_a_connected_agent_is_notified_of_new_patterns_once(
    server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    between = Between(server, tokens.agent)
    between.ask(HELLO)
    first = between.ask(asked(1, "tools/list"))
    five_failures(workspace, graph)
    between.memory.refresh(0, wait=20)
    assert between.sent.get(timeout=20) == CHANGED
    between.memory.refresh(0, wait=20)
    assert between.sent.empty()
    second = between.ask(asked(2, "tools/list"))
    assert b"ENOENT" not in first
    assert b"odd-tracker.get_issue:issue:ENOENT" in second
    between.memory.refresh(0, wait=20)
    assert between.sent.empty()
    between.memory.finish(10)
    assert between.told == []


def test_a_subscribed_agent_is_notified_of_new_patterns(
    server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    between = Between(server, tokens.agent)
    wanted = {"toolsListChanged": True}
    between.ask(asked(1, "server/discover", _meta=META))
    between.observer.from_agent(as_line(asked(7, "subscriptions/listen", notifications=wanted, _meta=META)))
    subscription = {"io.modelcontextprotocol/subscriptionId": 7}
    agreed = {"method": "notifications/subscriptions/acknowledged", "jsonrpc": "2.0"}
    line = as_line(agreed | {"params": {"notifications": wanted, "_meta": subscription}})
    between.observer.from_server(line, lambda data: None)
    between.ask(asked(2, "tools/list", _meta=META))
    five_failures(workspace, graph)
    between.memory.refresh(0, wait=20)
    assert between.sent.get(timeout=20) == CHANGED[:-2] + (
        b', "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": 7}}}\n'
    )
    assert b"odd-tracker.get_issue:issue:ENOENT" in between.ask(asked(3, "server/discover", _meta=META))
    between.memory.finish(10)


@pytest.mark.parametrize("size", [50_000_000, 70_000_000])
def test_very_long_lines_pass(size: int, env: dict[str, str], workspace: Memory) -> None:
    words = (sys.executable, "-c", "import sys; [print(line, end='', flush=True) for line in sys.stdin]")
    line = as_line(call(1, text="\u2028x" * (size // 7)))
    with Talk(proxied(words), env) as talk:
        talk.say(line, asked(2, "ping"))
        assert hashlib.sha256(talk.hear()).digest() == hashlib.sha256(line).digest()
        assert b"ping" in talk.hear()
        assert talk.leave() == 0


def test_captures_wait_until_neo4j_is_back(killable: Server, killable_home: Home) -> None:
    with oxgraph.connect(killable.uri, killable.auth) as client:
        workspace = client.create_workspace(f"test {new_id()}")
        token = workspace.tokens.create("agent", "of the test").secret
    user, password = killable.auth
    where = {"OXGRAPH_URI": killable.uri, "OXGRAPH_USER": user, "OXGRAPH_PASSWORD": password, "OXGRAPH_TOKEN": token}
    with Talk(proxied(PLAIN), where) as talk:
        talk.greet()
        talk.ask(call(1))
        os.kill(killable.pid, signal.SIGKILL)
        for number in range(2, 6):
            talk.ask(call(number))
        talk.told("without memory for now, calls pass through")
        again = local.up(killable_home, heap="512m")
        assert again.uri == killable.uri
        talk.told("memory is back")
        talk.leave()
    with oxgraph.connect(again.uri, again.auth) as client:
        rows = captured(client.workspace(workspace.name))
    assert [row.outcome for row in rows] == ["success"] * 5
