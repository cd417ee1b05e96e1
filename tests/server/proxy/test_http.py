"""`oxgraph proxy --url`: messages between stdio and streamable HTTP pass unchanged."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from oxgraph import Memory
from tests.server.captures import captured
from tests.server.proxy.servers.plain import answers
from tests.server.proxy.servers.talk import HELLO, HERE, PROXY, THERE, Talk, asked, call
from tests.server.proxy.test_stdio import env

__all__ = ["env"]

MESSAGES: list[dict[str, Any]] = [
    HELLO,
    THERE,
    asked(1, "tools/list"),
    asked("2", "no/such"),
    call(3, text="words that nobody may keep \u2028 \U0001f600"),
    call(4, how="rpc"),
    call(5, how="text"),
    call(6, "set_issue", how="wrapped"),
    asked(7, "ping"),
    call(8, how="big", size=1_500_000),
]

OUTCOMES = [None, "JsonRpc-32602", "FileNotFoundError", "ENOENT", None]


class Site:
    """The server in plain Python, over HTTP, and the requests that it has seen."""

    def __init__(self) -> None:
        words = (sys.executable, str(HERE / "plain.py"), "http")
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"
        self._requests: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._requests.put(json.loads(line))

    def requests(self, until: str = "DELETE") -> list[tuple[str, dict[str, str]]]:
        """Method and headers of the requests, up to the first with a method."""
        found: list[tuple[str, dict[str, str]]] = []
        while not found or found[-1][0] != until:
            operation, _, headers = self._requests.get(timeout=30)
            found.append((operation, headers))
        return found


@pytest.fixture
def other() -> Iterator[Site]:
    """A server of its own for a test."""
    site = Site()
    try:
        yield site
    finally:
        assert site.process.stdin
        site.process.stdin.close()
        site.process.wait(30)


def expected(messages: list[dict[str, Any]]) -> bytes:
    """What the server says to these messages, line by line."""
    lines = [line.strip() for message in messages for line in answers(message)]
    return b"".join(line.encode() + b"\n" for line in lines)


def heard(url: str, messages: list[dict[str, Any]], env: dict[str, str], *options: str) -> tuple[bytes, int, str]:
    """What comes through the proxy."""
    with Talk((*PROXY, "--url", url, *options), env) as talk:
        for message in messages:
            talk.say(message)
            if "id" in message:
                talk.until(message["id"])
        return talk.heard, talk.leave(), talk.errors


@pytest.mark.parametrize(
    "path", ["json", "events", *(pytest.param(path, marks=pytest.mark.deep) for path in ("broken", "moved"))]
)
def test_answers_pass_unchanged(path: str, other: Site, env: dict[str, str], workspace: Memory) -> None:
    assert heard(f"{other.url}/{path}", MESSAGES, env) == (expected(MESSAGES), 0, "")
    assert [row.error_code for row in captured(workspace)] == OUTCOMES
    assert {row.action_type for row in captured(workspace)} == {"odd-tracker.get_issue", "odd-tracker.set_issue"}
    seen = other.requests()
    session = seen[-1][1]["mcp-session-id"]
    after = [headers for _, headers in seen if "mcp-session-id" in headers]
    assert {headers["mcp-session-id"] for headers in after} == {session}
    assert {headers["mcp-protocol-version"] for headers in after} == {"2025-06-18"}
    broken = [headers for operation, headers in seen if operation == "GET" and "last-event-id" in headers]
    assert len(broken) == (9 if path == "broken" else 0)


def test_protocol_2026_without_a_session(other: Site, env: dict[str, str]) -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    messages = [asked(1, "server/discover", _meta=meta), asked(2, "tools/list", _meta=meta)]
    messages.append(asked(3, "tools/call", name="get issue \u00e9", arguments={}, _meta=meta))
    assert heard(f"{other.url}/json", messages, env)[0] == expected(messages)
    seen = [other.requests("POST")[0] for _ in messages]
    assert {headers["mcp-protocol-version"] for _, headers in seen} == {"2026-07-28"}
    assert [headers["mcp-method"] for _, headers in seen] == ["server/discover", "tools/list", "tools/call"]
    assert seen[2][1]["mcp-name"] == "=?base64?Z2V0IGlzc3VlIMOp?="


@pytest.mark.deep
def test_a_lost_session_is_opened_again(other: Site, env: dict[str, str]) -> None:
    assert heard(f"{other.url}/forgetful", MESSAGES, env) == (expected(MESSAGES), 0, "")


@pytest.mark.deep
def test_an_http_error_becomes_an_error_response(other: Site, env: dict[str, str], workspace: Memory) -> None:
    options = ("--header", "Authorization: Bearer $OTHER_TOKEN")
    with Talk((*PROXY, "--url", f"{other.url}/closed", *options), env | {"OTHER_TOKEN": "t-1"}) as talk:
        answer = talk.ask(HELLO)
        call_answer = talk.ask(call(1))
        assert talk.leave() == 0
    assert answer["error"]["message"] == "The server answered HTTP 401 Unauthorized"
    assert call_answer["error"]["data"] == {"status": 401}
    assert [row.error_code for row in captured(workspace)] == ["HTTP401"]
    assert other.requests("POST")[0][1]["authorization"] == "Bearer t-1"


@pytest.mark.deep
def test_what_the_agent_asked_is_answered_after_it_has_closed_its_output(
    other: Site, env: dict[str, str], workspace: Memory
) -> None:
    with Talk((*PROXY, "--url", other.url + "/events"), env) as talk:
        talk.greet()
        talk.say(call(1, late=7), call(2))
        assert talk.leave() == 0
        assert b'{"id" :1,"result"' in talk.heard
    assert [row.error_code for row in captured(workspace)] == [None, None]


def test_a_body_that_does_not_answer_becomes_an_error_response(
    other: Site, env: dict[str, str], workspace: Memory
) -> None:
    """No other answer comes: without one the agent would wait for ever."""
    with Talk((*PROXY, "--url", f"{other.url}/garbled"), env) as talk:
        talk.greet()
        garbled = talk.ask(call(1))
        foreign = talk.ask(call(2, "set_issue"))
        assert talk.leave() == 0
    assert (garbled["id"], garbled["error"]["message"]) == (1, "The server's answer is not JSON")
    assert (foreign["id"], foreign["error"]["message"]) == (2, "The server's answer is of another request")
    assert b"<html>" not in talk.heard
    assert b'"of another"' in talk.heard
    assert [row.outcome for row in captured(workspace)] == ["failure", "failure"]


def test_an_unreachable_server(env: dict[str, str], workspace: Memory) -> None:
    with Talk((*PROXY, "--name", "gone", "--url", "http://127.0.0.1:1/mcp"), env) as talk:
        answer = talk.ask(call(1))
    assert (answer["error"]["code"], answer["error"]["data"]) == (-32000, {"code": "ConnectionClosed"})


def test_a_header_without_its_variable_is_refused(env: dict[str, str]) -> None:
    with Talk((*PROXY, "--url", "http://127.0.0.1:1", "--header", "Authorization: Bearer $NOWHERE"), env) as talk:
        assert talk.leave() == 2
        assert talk.errors == "Error: header: Authorization: $NOWHERE is not set\n"
