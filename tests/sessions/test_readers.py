"""What each reader makes of its format, without a server: calls, failures, and errors of one name."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.extraction.recalled_text import STOPPED_ONCE
from oxgraph.file_formats.sessions import (
    SessionFile,
    SessionMessage,
    ToolCall,
    Unreadable,
    holds_sessions,
    read_sessions,
)
from oxgraph.file_formats.sessions.records import Place
from oxgraph.ids import SYSTEM_WORKSPACE
from oxgraph.imports.session_mapping import SessionMapper, SessionReport
from oxgraph.prompt_blocks import heading
from tests.sessions.samples import CANARY, SAMPLES, claude, langfuse_blob, langfuse_page, mini_swe_agent

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MAPPED = {
    "claude-code": [("pytest", "TestsFailed"), ("edit python", "NoMatchForEdit"), ("read markdown", None)],
    "codex": [("cargo test", "Exit101"), ("edit rust", None), ("command", "CommandNotFound")],
    "gemini": [("npm test", None), ("edit typescript", "NoMatchForEdit"), ("write typescript", "RejectedByUser")],
    "opencode": [("go test", "Exit1"), ("edit go", "NoMatchForEdit")],
    "openhands": [("make", "Exit2"), ("read python", "FileNotFound")],
    "swe-agent": [("ls", None), ("edit python", "SyntaxError")],
    "mini-swe-agent": [("grep", None), ("grep", "NoMatch")],
    "messages": [("get_order", "NotFound"), ("get_order", "NotFound")],
    "statebench": [("get_booking", None), ("cancel", "NotAllowed")],
    "otlp": [("search_flights", "Timeout"), ("lookup", None)],
    "langfuse": [("lookup", "Timeout")],
    "langsmith": [("lookup", "ValueError")],
}


def mapped(path: Path) -> tuple[list[dict[str, Any]], SessionReport]:
    mapper = SessionMapper(SYSTEM_WORKSPACE, NOW, SessionReport())
    found = [one[0] for one in mapper.file(SessionFile(path)) if not isinstance(one, SessionMessage)]
    return found, mapper.report


@pytest.mark.parametrize("format", SAMPLES)
def test_calls_have_types_and_errors_of_one_name(tmp_path: Path, format: str) -> None:
    file = tmp_path / "x"
    file.write_text(SAMPLES[format][0])
    found, report = mapped(file)
    assert [(one["action_type"], one["error_code"]) for one in found] == MAPPED[format]
    assert report.unreadable == 0
    assert holds_sessions(SessionFile(file))
    assert CANARY not in json.dumps(found, default=str)


WORDS = ("type", "kind", "role", "status", "source", "action", "observation", "name")


def with_lists(value: Any, word: str) -> Any:
    """The value, in which each text named `word` is a list."""
    if isinstance(value, dict):
        return {
            key: [one] if key == word and isinstance(one, str) else with_lists(one, word) for key, one in value.items()
        }
    return [with_lists(one, word) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("format", SAMPLES)
def test_a_list_where_a_word_is_expected_stops_nothing(tmp_path: Path, format: str, word: str) -> None:
    """A file of another program in the same folder may have one."""
    text = SAMPLES[format][0]
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.splitlines() if line]
    file = tmp_path / "x.jsonl"
    file.write_text("\n".join(json.dumps(with_lists(one, word)) for one in values))
    mapped(file)


@pytest.mark.parametrize("text", [langfuse_page(), langfuse_blob()], ids=["page of the API", "blob storage"])
def test_the_other_exports_of_langfuse_hold_the_same_calls(tmp_path: Path, text: str) -> None:
    file, whole = tmp_path / "x", tmp_path / "whole"
    file.write_text(text)
    whole.write_text(SAMPLES["langfuse"][0])
    (found,), (expected,) = mapped(file)[0], mapped(whole)[0]
    same = ("id", "session_id", "action_type", "error_code")
    assert [found[one] for one in same] == [expected[one] for one in same]
    assert found["started_at"].replace(microsecond=0) == expected["started_at"].replace(microsecond=0)
    assert holds_sessions(SessionFile(file))


def test_a_conversation_that_a_later_line_of_otlp_names(tmp_path: Path) -> None:
    """A span is written when it has ended, so those of tools come first; here is one a line, and a trace has no end."""

    def line(trace: str, span: str, parent: str, **attributes: str) -> str:
        pairs = [{"key": key.replace("__", "."), "value": {"stringValue": one}} for key, one in attributes.items()]
        given = {"traceId": trace, "spanId": span, "parentSpanId": parent, "name": span, "attributes": pairs}
        return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [given]}]}]})

    def tool(trace: str, span: str) -> str:
        return line(trace, span, "root", gen_ai__operation__name="execute_tool", gen_ai__tool__name=span)

    def root(trace: str) -> str:
        return line(trace, "root", "", gen_ai__conversation__id="c1")

    file = tmp_path / "traces.jsonl"
    file.write_text("\n".join([tool("t1", "a"), tool("t2", "b"), root("t1"), root("t2"), tool("t3", "c")]))
    found, report = mapped(file)
    sessions = [(one["session_id"], one["action_type"]) for one in found]
    assert sessions == [("c1", "a"), ("c1", "b"), ("t3", "c")]
    assert report.unreadable == 0


def test_runs_of_langsmith_follow_the_thread_of_their_root(tmp_path: Path) -> None:
    """A list of runs has the last first or in any order, and only the root may name the thread; or runs hold others."""

    def run(own: str, trace: str | None, kind: str = "tool", **more: Any) -> dict[str, Any]:
        times = {"start_time": "2026-02-01T10:00:00", "end_time": "2026-02-01T10:00:01"}
        return {"id": own, "trace_id": trace, "name": own, "run_type": kind, **times, **more}

    named: dict[str, Any] = {"extra": {"metadata": {"thread_id": "th"}}}
    listed, nested = tmp_path / "runs.jsonl", tmp_path / "run.json"
    lines = [run("a", "t1"), run("t1", "t1", "chain", **named), run("b", "t1"), run("c", "t2"), run("d", "t3", **named)]
    listed.write_text("\n".join(map(json.dumps, lines)))
    inner = run("y", None, "chain", child_runs=[run("b", None)])
    nested.write_text(json.dumps(run("x", None, "chain", child_runs=[run("a", None), inner], **named)))
    found, report = mapped(listed)
    assert sorted((one["session_id"], one["action_type"]) for one in found) == [
        ("t2", "c"), ("th", "a"), ("th", "b"), ("th", "d"),
    ]  # fmt: skip
    assert report.unreadable == 0
    assert [(one["session_id"], one["action_type"]) for one in mapped(nested)[0]] == [("th", "a"), ("th", "b")]


def test_a_time_without_an_end_is_none(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text(
        '{"id": "a", "name": "a", "run_type": "tool", "error": "x", "start_time": 1e999, "end_time": 1e999}'
    )
    (call,) = [one for one in read_sessions(SessionFile(file)) if isinstance(one, ToolCall)]
    assert (call.started_at, call.ended_at) == (None, None)


def codex_lines(*payloads: tuple[str, dict[str, Any]]) -> str:
    """A rollout of Codex with these records."""
    records = [("session_meta", {"id": "codex-1", "cwd": "/home/ada/shop"}), *payloads]
    time = "2026-02-01T10:00:00Z"
    return "\n".join(json.dumps({"timestamp": time, "type": kind, "payload": payload}) for kind, payload in records)


def test_what_codex_could_not_do_has_failed(tmp_path: Path) -> None:
    """MCP tools have the names of the hooks; their errors stand in events alone, and refused calls have only words."""

    def call(own: str, output: Any, *events: dict[str, Any], **members: Any) -> list[tuple[str, dict[str, Any]]]:
        called = {"type": "function_call", "call_id": own, "arguments": "{}", **members}
        ended = {"type": "function_call_output", "call_id": own, "output": output}
        return [("response_item", called), *(("event_msg", event) for event in events), ("response_item", ended)]

    def completed(own: str, status: str) -> dict[str, Any]:
        return {"type": "item_completed", "item": {"type": "McpToolCall", "id": own, "status": status}}

    def before(own: str, result: Any) -> dict[str, Any]:
        return {"type": "mcp_tool_call_end", "call_id": own, "result": result}

    server, said = {"name": "get_order", "namespace": "mcp__orders"}, [{"type": "input_text", "text": "No order 7."}]
    patch = "apply_patch verification failed: Failed to read file to update x.py: No such file or directory"
    file = tmp_path / "x"
    file.write_text(
        codex_lines(
            *call("1", said, completed("1", "failed"), **server),
            *call("2", said, completed("2", "completed"), **server),
            *call("3", said, before("3", {"Ok": {"isError": True}}), name="mcp__orders__get_order"),
            *call("4", said, before("4", {"Err": "no such tool"}), name="mcp__orders__get_order"),
            *call("5", said, before("5", {"Ok": {}}), name="mcp__orders__get_order"),
            *call("6", patch, name="apply_patch"),
            *call("7", "write_stdin failed: Unknown process id 0", name="write_stdin"),
            *call("8", "Wall time: 1 s\nOutput:\nthe build failed: 3", name="spawn_agent", namespace="multi_agent_v1"),
        )
    )
    found, _ = mapped(file)
    assert [(one["action_type"], one["outcome"]) for one in found] == [
        ("mcp__orders__get_order", "failure"),
        ("mcp__orders__get_order", "success"),
        ("mcp__orders__get_order", "failure"),
        ("mcp__orders__get_order", "failure"),
        ("mcp__orders__get_order", "success"),
        ("edit file", "failure"),
        ("write_stdin", "failure"),
        ("spawn_agent", "success"),
    ]


def test_a_command_that_gemini_ran_fails_by_its_exit_code(tmp_path: Path) -> None:
    def call(own: str, name: str, output: str) -> dict[str, Any]:
        response = {"functionResponse": {"name": name, "response": {"output": output}}}
        return {"id": own, "name": name, "args": {"command": "pytest -q"}, "status": "success", "result": [response]}

    ended = "<untrusted_context>\nOutput: Exit Code: 7\nExit Code: 5\nProcess Group PGID: 12\n</untrusted_context>"
    calls = [
        call("1", "run_shell_command", ended),
        call("2", "run_shell_command", "Output: fine"),
        call("3", "read_file", "Exit Code: 1"),
    ]
    messages = [{"id": "1", "type": "gemini", "content": "", "timestamp": "2026-02-01T10:00:00Z", "toolCalls": calls}]
    file = tmp_path / "x"
    file.write_text(json.dumps({"sessionId": "gemini-1", "projectHash": "h", "messages": messages}))
    found, _ = mapped(file)
    assert [(one["action_type"], one["error_code"]) for one in found] == [
        ("pytest", "NoTestsFound"),
        ("pytest", None),
        ("read file", None),
    ]


def test_a_call_that_memory_has_stopped_was_not_made(tmp_path: Path) -> None:
    """Each agent has words of its own before the warning."""
    warning = f"{heading('patterns', 1)}\nPattern: pytest:Repository:TestsFailed\n{STOPPED_ONCE}"
    codex, gemini = tmp_path / "codex", tmp_path / "gemini"
    called = {"type": "function_call", "name": "exec_command", "arguments": json.dumps({"cmd": "pytest -q"})}
    codex.write_text(
        codex_lines(
            ("response_item", called | {"call_id": "1"}),
            ("response_item", {
                "type": "function_call_output",
                "call_id": "1",
                "output": f"Command blocked by PreToolUse hook: {warning}. Command: pytest -q",
            }),
            ("response_item", called | {"call_id": "2"}),
            ("response_item", {"type": "function_call_output", "call_id": "2", "output": f"Exit code: 0\n{warning}"}),
        )
    )  # fmt: skip
    stopped = {"functionResponse": {"response": {"error": f"Tool execution blocked: {warning}"}}}
    call = {"id": "1", "name": "run_shell_command", "args": {"command": "pytest -q"}, "status": "error"}
    message = {"id": "1", "type": "gemini", "content": "", "timestamp": "2026-02-01T10:00:00Z"}
    messages = [message | {"toolCalls": [call | {"result": [stopped]}]}]
    gemini.write_text(json.dumps({"sessionId": "gemini-1", "projectHash": "h", "messages": messages}))
    found, report = mapped(codex)
    assert [(one["action_type"], one["error_code"]) for one in found] == [("pytest", None)]
    assert (report.tool_calls, report.failures) == (1, 0)
    found, report = mapped(gemini)
    assert (found, report.tool_calls, report.errors_reported) == ([], 0, 0)


def messages_of(file: Path) -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in read_sessions(SessionFile(file)) if isinstance(one, SessionMessage)]


def test_what_an_agents_program_says_is_no_message_of_the_user(tmp_path: Path) -> None:
    def message(text: str, *kinds: str, role: str = "user") -> tuple[str, dict[str, Any]]:
        noted = {"internal_chat_message_metadata_passthrough": {"content_item_kinds": kinds}} if kinds else {}
        content = [{"type": "input_text", "text": text}]
        return "response_item", {"type": "message", "role": role, "content": content, **noted}

    file = tmp_path / "codex"
    file.write_text(
        codex_lines(
            message("<environment_context>\n<cwd>/home/ada</cwd>\n</environment_context>"),
            message("# AGENTS.md instructions for /home/ada/shop\nRun the tests."),
            message("The turn was stopped.", "generic.turn_aborted"),
            message("Be brief.", role="developer"),
            message("Where is <environment_context> read?"),
            message("Run the checks.", "user.text"),
            message("Done.", "unknown", role="assistant"),
        )
    )
    assert messages_of(file) == [
        ("user", "Where is <environment_context> read?"),
        ("user", "Run the checks."),
        ("assistant", "Done."),
    ]
    kinds = ("user", "info", "gemini", "error", "warning")
    messages = [{"id": kind, "type": kind, "content": f"From {kind}."} for kind in kinds]
    file = tmp_path / "gemini"
    file.write_text(json.dumps({"sessionId": "gemini-1", "projectHash": "h", "messages": messages}))
    assert messages_of(file) == [("user", "From user."), ("assistant", "From gemini.")]


def test_a_session_without_times_has_those_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "x.traj.gz"
    file.write_bytes(gzip.compress(SAMPLES["swe-agent"][0].encode(), mtime=1_770_000_000))
    found, report = mapped(file)
    assert [one["started_at"].timestamp() for one in found] == [1_769_999_990, 1_769_999_995]
    assert report.estimated_times == 2


def test_sessions_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({"messages": [{"role": "user", "content": "hello"}]}) + "\n")
    file.write_text(file.read_text() * 3)
    mapper = SessionMapper(SYSTEM_WORKSPACE, NOW, SessionReport())
    list(mapper.file(SessionFile(file)))
    assert len(mapper.own_sessions) == 3


def test_runs_of_one_task_are_told_apart(tmp_path: Path) -> None:
    sessions = set()
    for place, text in enumerate([mini_swe_agent(), mini_swe_agent().replace("gen-acme", "gen-other")]):
        (tmp_path / f"{place}").write_text(text)
        sessions |= {one["session_id"] for one in mapped(tmp_path / f"{place}")[0]}
    assert len(sessions) == 2


def test_an_answer_with_several_commands_called_nothing(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(mini_swe_agent(actions=4))
    assert mapped(tmp_path / "x")[1].tool_calls == 4


@pytest.mark.parametrize(
    "text", ["", "\n\n", "{}", "[]", "[1]", "null", '{"type": "user"}', "\x00\xff", '{"messages": 1}']
)
def test_what_is_no_session_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    found = list(read_sessions(SessionFile(tmp_path / "x")))
    assert found
    assert all(isinstance(one, Unreadable) for one in found)


def test_odd_values_in_a_record_do_no_harm(tmp_path: Path) -> None:
    odd: list[Any] = [None, 1, "x", [], {}, [None], {"a": 1}]
    record = json.loads(claude().splitlines()[2])
    lines = [json.dumps(record)]
    for name in [*record, "message.content"]:
        for value in odd:
            changed = json.loads(json.dumps(record))
            if name == "message.content":
                changed["message"]["content"] = value
            else:
                changed[name] = value
            lines.append(json.dumps(changed))
    (tmp_path / "x").write_text("\n".join(lines))
    found, report = mapped(tmp_path / "x")
    assert report.tool_calls >= 1
    assert found == []


def test_halves_of_surrogate_pairs_are_replaced_as_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"cut \\ud83d": ["\\ud83d\\ude00", "\\ude00x"]}\n{"raw": "\xed\xa0\xbd"}\n')
    first, second = (place.value for place in SessionFile(file) if isinstance(place, Place))
    assert first == {"cut \ufffd": ["\N{GRINNING FACE}", "\ufffdx"]}
    assert second == {"raw": "\ufffd"}
