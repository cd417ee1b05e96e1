"""What each reader makes of its format, without a server: calls, failures, and errors of one name."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.file_formats.sessions import SessionFile, SessionMessage, Unreadable, holds_sessions, read_sessions
from oxgraph.file_formats.sessions.records import Place
from oxgraph.ids import SYSTEM_WORKSPACE
from oxgraph.imports.session_mapping import SessionMapper, SessionReport
from tests.sessions.samples import CANARY, SAMPLES, claude, mini_swe_agent

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
