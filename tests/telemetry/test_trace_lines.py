"""Lines of recorded traces become actions, or are refused with file, line and field."""

import gzip
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import Line, LineFiles
from oxgraph.file_formats.trace_records import Mapper

NOW = datetime(2025, 6, 1, tzinfo=UTC)
RECORD = {"session_id": "s", "action_type": "get", "outcome": "success", "ts": "2025-01-06T09:00:00"}


def mapped(mapper: Mapper | None = None, **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    record = {name: value for name, value in {**RECORD, **changes}.items() if value is not ...}
    return (mapper or Mapper("w", NOW)).map(Line("runs.jsonl", 7, json.dumps(record).encode()))


def test_an_action_and_its_session() -> None:
    action, session = mapped(
        agent_id="a",
        target_node_type="User",
        target_node_id="u1",
        outcome="failure",
        error_code="Gone",
        latency_ms=3,
        seq=2,
        intent="  Do it  ",
        task_success=False,
    )
    assert action.pop("id")
    assert action == {
        "session_id": "s",
        "agent_id": "a",
        "action_type": "get",
        "target_node_type": "User",
        "target_node_ids": ["u1"],
        "outcome": "failure",
        "error_code": "Gone",
        "latency_ms": 3,
        "started_at": datetime(2025, 1, 6, 9, tzinfo=UTC),
        "seq": 2,
    }
    assert session["intent"] is None
    assert session["outcome"] == "failure"
    assert session["started_at"] == action["started_at"]


def test_times_without_a_zone_are_utc_and_counted() -> None:
    mapper = Mapper("w", NOW)
    assert mapped(mapper)[0]["started_at"] == datetime(2025, 1, 6, 9, tzinfo=UTC)
    assert mapped(mapper, ts="2025-01-06T10:00:00+01:00")[0]["started_at"] == datetime(2025, 1, 6, 9, tzinfo=UTC)
    assert mapped(mapper, ts=..., started_at="2025-01-06T09:00:00Z")[0]["started_at"].hour == 9
    assert mapper.naive_times == 1


def test_fields_that_are_no_part_of_an_action_are_dropped_and_counted() -> None:
    mapper = Mapper("w", NOW)
    for _ in range(2):
        action, _session = mapped(mapper, arguments={"secret": 1}, error_text="oh")
        assert not {"arguments", "error_text"} & action.keys()
    assert mapper.dropped == {"arguments": 2, "error_text": 2}


def test_the_id_is_the_records_own_or_comes_from_what_the_line_says() -> None:
    own = "B9D0F7C2-3F0B-4A53-9D7E-0A4E0F5E8D11"
    assert mapped(id=own)[0]["id"] == own.lower()
    assert mapped()[0]["id"] == mapped()[0]["id"]
    changes: list[dict[str, Any]] = [
        {"seq": 1},
        {"ts": "2025-01-06T09:00:01"},
        {"action_type": "put"},
        {"session_id": "t"},
        {"agent_id": "a"},
        {"target_node_id": "n"},
        {"id": "17"},
    ]
    ids = {mapped(**change)[0]["id"] for change in changes} | {mapped()[0]["id"]}
    assert len(ids) == len(changes) + 1


def test_targets_have_the_name_that_capture_gives_them_too() -> None:
    action, _session = mapped(target_node_id="a", target_node_ids=["b", "a"], targets=["c"])
    assert action["target_node_ids"] == ["a", "b", "c"]


def test_intents_hold_the_words_of_users_and_are_dropped_unless_kept() -> None:
    mapper = Mapper("w", NOW)
    assert mapped(mapper, intent="Refund Ann Lee")[1]["intent"] is None
    assert mapped(mapper, intent=5)[1]["intent"] is None
    assert mapper.dropped == {"intent": 2}
    keeping = Mapper("w", NOW, keep_intents=True)
    assert mapped(keeping, intent="  Do it  ")[1]["intent"] == "Do it"
    assert not keeping.dropped
    with pytest.raises(InvalidInput, match="intent: must be a string"):
        mapped(keeping, intent=5)


def test_an_intent_is_cut_without_breaking_a_character() -> None:
    intent = mapped(Mapper("w", NOW, keep_intents=True), intent="😀" * 2_500)[1]["intent"]
    assert intent == "😀" * 2_000


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"session_id": ...}, "session_id", "is missing"),
        ({"action_type": ""}, "action_type", "must not be empty"),
        ({"action_type": 3}, "action_type", "must be a string"),
        ({"action_type": "x" * 201}, "action_type", "is longer than 200 characters"),
        ({"action_type": "a\nb"}, "action_type", "must not contain control characters"),
        ({"outcome": "maybe"}, "outcome", "must be one of success, failure"),
        ({"outcome": ...}, "outcome", "is missing"),
        ({"error_code": "X"}, "error_code", "goes only with a failure"),
        ({"outcome": "failure", "error_code": "None"}, "error_code", "stands for success"),
        ({"latency_ms": -1}, "latency_ms", "must be a number"),
        ({"latency_ms": True}, "latency_ms", "must be a number"),
        ({"latency_ms": float("nan")}, "latency_ms", "must be a number"),
        ({"seq": 1.5}, "seq", "must be an integer"),
        ({"seq": -1}, "seq", "must be an integer"),
        ({"ts": ...}, "started_at", "must be a time"),
        ({"ts": "yesterday"}, "ts", "must be a time"),
        ({"ts": 1736154000}, "ts", "must be a time"),
        ({"ts": "1999-01-01T00:00:00Z"}, "ts", "before the year 2000"),
        ({"ts": "2025-06-03T00:00:00Z"}, "ts", "more than one day ahead"),
        ({"target_node_ids": "n"}, "target_node_ids", "must be a list"),
        ({"target_node_ids": ["n"] * 101}, "target_node_ids", "at most 100"),
        ({"target_node_id": "x" * 10_000_000}, "target_node_id", "is longer than 512 characters"),
        ({"task_success": "yes"}, "task_success", "must be true or false"),
        ({"session_id": "\ud800"}, "line 7", "surrogate"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        mapped(**changes)
    text = str(caught.value)
    assert text.startswith("runs.jsonl, line 7")
    assert field in text
    assert reason in text
    assert len(text) < 200


@pytest.mark.parametrize("text", [b"{", b"[1]", b"\xff\xfe", b"[" * 100_000, b'"x"'])
def test_what_is_no_json_object_is_refused(text: bytes) -> None:
    with pytest.raises(InvalidInput, match="line 1"):
        Mapper("w", NOW).map(Line("f", 1, text))


def test_files_gzipped_or_not_by_what_is_in_them(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.gz", tmp_path / "b.jsonl"
    plain.write_bytes(b"\xef\xbb\xbfone\n\n  \ntwo")
    packed.write_bytes(gzip.compress(b"three\n"))
    files = LineFiles([str(plain), str(packed)])
    assert [(line.number, line.text.strip()) for line in files] == [(1, b"one"), (4, b"two"), (1, b"three")]
    assert files.done == files.total


def test_the_standard_input() -> None:
    files = LineFiles(["-"], io.BytesIO(gzip.compress(b"one\ntwo\n")))
    assert [line.text for line in files] == [b"one\n", b"two\n"]
    assert files.total == 0


def test_a_broken_archive_says_where(tmp_path: Path) -> None:
    broken = tmp_path / "cut.gz"
    broken.write_bytes(gzip.compress(b"x\n" * 100_000)[:-20])
    with pytest.raises(InvalidInput, match="cannot be read"):
        list(LineFiles([str(broken)]))


def test_a_missing_file_is_refused_before_anything_is_read() -> None:
    with pytest.raises(InvalidInput, match="No such file"):
        LineFiles(["/nowhere/runs.jsonl"])
