"""Unit tests of the proxy: mapping, captured values, outcomes, JSON edits, lines, server-sent events, its end."""

import asyncio
import gc
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oxgraph.actions.argument_mapping import MappedCall, ToolMapping, server_name, stem
from oxgraph.actions.captured_values import as_id, as_path, as_url
from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.server.proxy import json_edit
from oxgraph.server.proxy.agent_io import LineSplitter
from oxgraph.server.proxy.http_messages import one_line, with_id
from oxgraph.server.proxy.memory_thread import MemoryThread
from oxgraph.server.proxy.outcome import of_response
from oxgraph.server.proxy.run import name_of_command
from oxgraph.server.proxy.sse import Event, EventDecoder

DEFAULTS = ToolMapping.load()


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("p-4711", "p-4711"),
        (4711, "4711"),
        ("6b0f3a52-1111-4222-8333-abcdefabcdef", "6b0f3a52-1111-4222-8333-abcdefabcdef"),
        ("acme/oxgraph#12", "acme/oxgraph#12"),
        (True, None),
        (4.5, None),
        ("", None),
        ("two words", None),
        ("a\nb", None),
        ("x" * 129, None),
        ("ada@example.org", None),
        ("+49 170 1234567", None),
        ("+491701234567", None),
        ("0170-1234567", None),
        ("555-123-4567", None),
        ("078-05-1120", None),
        ("DE89370400440532013000", None),
        ("4111111111111111", None),
        (4111111111111111, None),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", None),
        ("sk-proj-abcdefghijklmnop1234", None),
        ("SG.abcdefghijklmnop.qrstuvwxyz0123456789", None),
        ("SG-ORDER-2026-0000000042", "SG-ORDER-2026-0000000042"),
        ("eyJhbGciOi.eyJzdWIi.sig", None),
        ("私は病気です", None),
        ({"id": 1}, None),
        (None, None),
    ],
)
def test_what_looks_like_an_id(value: Any, found: str | None) -> None:
    assert as_id(value) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("/home/ada/notes/plan.md", "~/notes/plan.md"),
        ("/Users/Ada Lovelace/x.txt", "~/x.txt"),
        ("C:\\Users\\ada\\x.txt", "~/x.txt"),
        ("file:///srv/data/x", "/srv/data/x"),
        ("/srv/my letter to ada.txt", None),
        ("src/@scope/x.ts", "src/@scope/x.ts"),
        ("/srv/ada@example.org/x", None),
        ("/", None),
    ],
)
def test_what_looks_like_a_path(value: Any, found: str | None) -> None:
    assert as_path(value) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("https://ada:pw@example.org:8443/a/b?q=secret#x", "https://example.org:8443/a/b"),
        ("https://example.org", "https://example.org"),
        ("https://example.org/ada@example.org", None),
        ("ftp://example.org/x", None),
        ("https://[", None),
        ("example.org", None),
    ],
)
def test_what_looks_like_an_address(value: Any, found: str | None) -> None:
    assert as_url(value) == found


@pytest.mark.parametrize(
    ("arguments", "node_type", "targets"),
    [
        ({"issue_id": 7, "title": "words"}, "issue", ("7",)),
        ({"personIds": ["a", "b c", "a"]}, "person", ("a",)),
        ({"owner": "acme", "repo": "oxgraph", "issue_number": 12}, "issue", ("12", "oxgraph")),
        ({"path": "/srv/x", "content": "words"}, "file", ("/srv/x",)),
        ({"url": "https://example.org/a?b"}, "page", ("https://example.org/a",)),
        ({"id": "n-1"}, None, ("n-1",)),
        ({"session_id": "s-1", "api_key": "k-1", "query": "word", "request_id": "r-1"}, None, ()),
        ("no object", None, ()),
        ({"ids": [{"id": 1}, None]}, None, ()),
    ],
)
def test_targets_and_node_type_of_arguments(arguments: Any, node_type: str | None, targets: tuple[str, ...]) -> None:
    assert DEFAULTS.map_call("tool", arguments) == MappedCall("{server}.tool", node_type, targets)


def test_only_ids_are_captured_of_arguments() -> None:
    words = {"title": "t-1", "body": "b-1", "name": "n-1", "text": "x", "comment": "c", "value": "v", "user": "u-1"}
    assert DEFAULTS.map_call("tool", words) == MappedCall("{server}.tool")


def test_a_users_file_takes_precedence(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        """
        ignore = ["debug_*"]
        [[rule]]
        tools = ["search"]
        action_type = "graph_query"
        targets = []
        [[rule]]
        tools = ["*_issue"]
        node_type = "ticket"
        targets = ["ref.key", "title"]
        [[argument]]
        names = ["owner"]
        node_type = "{stem}"
        [[error]]
        text = "tulips"
        code = "Wilted"
        """
    )
    mapping = ToolMapping.load(path)
    assert mapping.map_call("debug_x", {}) is None
    assert mapping.map_call("search", {"id": 7}) == MappedCall("graph_query")
    given = {"ref": {"key": "K-1", "id": 9}, "title": "T-1", "id": 3}
    assert mapping.map_call("set_issue", given) == MappedCall("{server}.set_issue", "ticket", ("K-1", "T-1"))
    assert mapping.map_call("other", {"owner": "acme"}) == MappedCall("{server}.other", "owner", ("acme",))
    assert mapping.of_server("graph_query", "github")
    assert mapping.of_server("github.x", "github")
    assert not mapping.of_server("gitlab.x", "github")
    assert ("tulips", "Wilted") in mapping.phrases


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ignore = []\nrule = what", "line 2"),
        ("[[rule]]\naction_type = 'x'", "[[rule]] 1, tools: is missing; add it"),
        ("[[rule]]\ntools = ['a']\n[[rule]]\ntools = ['b']\ntargetz = []", "[[rule]] 2, targetz: is not a known key"),
        ("[[argument]]\nnames = ['a']\nvalue = 'words'", "[[argument]] 1, value: must be 'id', 'path' or 'url'"),
        ("[[error]]\ntext = 'abc'\ncode = 'two words'", "[[error]] 1, code:"),
        ("ignore = 'x'", "ignore: must be a list"),
    ],
)
def test_an_invalid_file_names_the_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(InvalidInput) as caught:
        ToolMapping.load(path)
    assert str(path) in str(caught.value)
    assert words in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        ToolMapping.load(tmp_path / "none.toml")


def test_names() -> None:
    assert [stem(name) for name in ("issue_id", "userIds", "id", "repo_name", "pullNumber")] == [
        "issue",
        "user",
        "id",
        "repo",
        "pull",
    ]
    assert server_name(" My  Server! ") == "My-Server"
    assert server_name("") == "unnamed"
    commands = [
        ["npx", "-y", "@scope/server-x@1.2", "/tmp"],
        ["python3", "server.py"],
        ["uvx", "mcp-server-git"],
        ["sh"],
    ]
    assert [name_of_command(words) for words in commands] == ["server-x", "server", "mcp-server-git", "sh"]


def failed(text: str) -> dict[str, Any]:
    return {"result": {"isError": True, "content": [{"type": "text", "text": text}]}}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"result": {"content": []}}, None),
        ({"result": {"isError": False}}, None),
        ({"result": {"resultType": "complete"}}, None),
        ({"error": {"code": -32602, "message": "Ada"}}, "JsonRpc-32602"),
        ({"error": {"code": 404, "message": "Ada"}}, "HTTP404"),
        ({"error": {"code": -32603, "data": {"code": "E_LOCKED"}}}, "E_LOCKED"),
        ({"error": {"code": -32603, "data": {"name": "NotFoundError", "message": "Ada"}}}, "NotFoundError"),
        ({"error": {"code": -32603, "data": {"name": "Ada"}}}, "JsonRpc-32603"),
        ({"error": {"code": -32603, "data": "Ada"}}, "JsonRpc-32603"),
        ({"error": {"code": -32000, "data": {"status": 503}}}, "HTTP503"),
        ({"error": "Ada"}, "ToolError"),
        ({"result": {"isError": True}}, "ToolError"),
        ({"result": {"isError": True, "structuredContent": {"error": {"type": "rate_limited"}}}}, "rate_limited"),
        ({"result": {"isError": True, "structuredContent": {"code": "user 7 is gone"}}}, "ToolError"),
        (
            {"result": {"isError": True, "structuredContent": {"code": "6b0f3a52-1111-4222-8333-abcdefabcdef"}}},
            "ToolError",
        ),
        (failed("FileNotFoundError: /home/ada/x"), "FileNotFoundError"),
        (failed("ENOENT: no such file or directory, open '/home/ada'"), "ENOENT"),
        (failed("Error: ENOENT: no such file"), "ENOENT"),
        (failed("Error executing tool read: neo4j.exceptions.ClientError: bad"), "ClientError"),
        (failed("requests.exceptions.HTTPError: 404 Client Error: Not Found for url"), "HTTP404"),
        (failed("HTTP 404: Ada"), "HTTP404"),
        (failed("404 Not Found"), "HTTP404"),
        (failed("404 Elm Street"), "ToolError"),
        (failed("Request failed with status code 503"), "HTTP503"),
        (failed("MCP error -32602: Ada"), "JsonRpc-32602"),
        (failed("[NOT_FOUND] Ada"), "NOT_FOUND"),
        (failed("❌ Error: TimeoutError: Ada"), "TimeoutError"),
        (failed('{"error": {"code": "conflict", "message": "Ada"}}'), "conflict"),
        (failed('{"error": "not_found", "user": "ada"}'), "not_found"),
        (failed('{"error": "Ada is gone"}'), "ToolError"),
        (failed("Access denied - path outside of /home/ada"), "AccessDenied"),
        (failed("1 validation error for call[add]\na\n  Input"), "ValidationError"),
        (failed("Traceback (most recent call last):\n  File \"x\", line 1\nKeyError: 'ada'"), "KeyError"),
        (failed("Ada was not amused"), "ToolError"),
        (failed("ada_lovelace: was not amused"), "ToolError"),
        (failed("Error"), "ToolError"),
        (failed(""), "ToolError"),
    ],
)
def test_the_outcome_of_a_call(message: dict[str, Any], code: str | None) -> None:
    ending = of_response(message, DEFAULTS.phrases)
    assert ending is not None
    assert ending.error_code == code
    assert ending.outcome == ("failure" if code else "success")


def test_a_call_that_asks_for_input_has_no_outcome_yet() -> None:
    assert of_response({"result": {"resultType": "input_required"}}, ()) is None


PRIVATE = st.text(alphabet=st.sampled_from("abcdefgh ,.'äß"), min_size=3)


@given(PRIVATE, st.sampled_from(["", "Error: ", "Error executing tool x: ", "Failed to do it: ", "Sorry, "]))
def test_the_text_of_a_failure_never_becomes_its_code(words: str, before: str) -> None:
    ending = of_response(failed(before + words), DEFAULTS.phrases)
    assert ending is not None
    assert ending.error_code == "ToolError"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
BLANKS = st.sampled_from(["", " ", "\t ", "\r"])


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    tools=st.lists(
        st.fixed_dictionaries({}, optional={"name": VALUES, "description": VALUES, "x": VALUES}), max_size=4
    ),
    blank=BLANKS,
    ascii_only=st.booleans(),
)
def test_edits_change_no_other_bytes(tools: list[Any], blank: str, ascii_only: bool) -> None:
    separators = (f"{blank},{blank}", f"{blank}:{blank}")
    text = blank + json.dumps({"id": 1, "result": {"tools": tools}}, separators=separators, ensure_ascii=ascii_only)
    text += "\r\n"
    result = json_edit.members(text, json_edit.root(text))["result"]
    places = list(json_edit.elements(text, json_edit.members(text, result)["tools"]))
    assert [text[place.start : place.end] for place in places] == [
        json.dumps(tool, separators=separators, ensure_ascii=ascii_only) for tool in tools
    ]
    more = 'say "it" \\ — \u2028'
    edits = [edit for place in places if (edit := json_edit.append_text(text, place, "description", more))]
    changed = json_edit.apply(text, edits)
    after = json.loads(changed)["result"]["tools"]
    for tool, told in zip(tools, after, strict=True):
        old = tool.get("description")
        gap = "\n\n" if old else ""
        wanted = (old or "") + gap + more if old is None or isinstance(old, str) else old
        assert repr(told) == repr({**tool, "description": wanted})
    assert json_edit.apply(text, []) == text


def test_invalid_json_parses_to_none() -> None:
    assert json_edit.parse(b'{"a": ') is None
    assert json_edit.parse(b"\xff") is None
    assert json_edit.parse(b"[" * 100_000) is None
    assert json_edit.parse(b'{"id": ' + b"9" * 5000 + b"}") == {"id": "9" * 5000}


@given(st.lists(st.binary(max_size=40), max_size=8), st.integers(min_value=1, max_value=60))
def test_lines_joined_are_the_stream(chunks: list[bytes], most: int) -> None:
    lines = LineSplitter(most)
    pieces = [piece for chunk in chunks for piece in lines.feed(chunk)]
    pieces += [rest] if (rest := lines.rest()) else []
    assert b"".join(piece.data for piece in pieces) == b"".join(chunks)
    whole = [piece.data for piece in pieces if piece.whole]
    assert all(line.endswith(b"\n") for line in whole[:-1])
    assert all(line.count(b"\n") <= 1 for line in whole)
    assert all(piece.last for piece in pieces if piece.whole)


async def events(data: bytes, cuts: list[int]) -> list[Event]:
    """The events of data that comes in pieces."""
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]

    async def chunks() -> Any:
        for start, end in itertools.pairwise(places):
            yield data[start:end]

    return [event async for event in EventDecoder().decode(chunks())]


@given(st.sampled_from([b"\n", b"\r", b"\r\n"]), st.lists(st.integers(min_value=0), max_size=6))
@settings(deadline=None)
async def test_events_do_not_depend_on_chunks(end: bytes, cuts: list[int]) -> None:
    said = [
        b"\xef\xbb\xbfdata: first",
        b"data:second",
        b"id: 7",
        b"",
        b": a comment",
        b"retry: 20",
        b"",
        b"event: other",
    ]
    said += [b"data: x", b"", b"data: {}", b"event: message", b"", b"data: lost"]
    found = await events(end.join(said) + end, cuts)
    assert found == [Event(b"first\nsecond", "7", None), Event(None, None, 20), Event(b"{}", None, None)]


def test_a_body_becomes_a_line() -> None:
    assert one_line(b'\r\n{\n  "a": "\\n"\r\n}\n') == b'{   "a": "\\n"  }\n'
    assert with_id(b'{"jsonrpc":"2.0","error":{},"id":null}', "a") == b'{"jsonrpc":"2.0","error":{},"id":"a"}'
    assert with_id(b'{"jsonrpc":"2.0","error":{}}', 7) == b'{"id":7,"jsonrpc":"2.0","error":{}}'
    assert with_id(b'{"jsonrpc":"2.0","error":{}, "id":7}', 7) == b'{"jsonrpc":"2.0","error":{}, "id":7}'
    assert with_id(b'{"error":"x"}', 7) is None
    assert with_id(b"<html>", 7) is None


def test_what_is_under_way_at_the_end_is_given_up_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    async def opening() -> AsyncMemory:
        return await asyncio.Future()

    told: list[str] = []
    memory = MemoryThread(opening, told.append, "s-1")
    memory.start()
    memory.refresh(0)
    asked = memory.inject("lookup", (), None)
    memory.finish(0.1)
    assert asked.cancelled()
    del memory
    gc.collect()
    assert (told, caplog.text) == ([], "")
