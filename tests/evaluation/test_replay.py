"""Recorded runs are read as one history and lived through in time order."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxgraph.errors import InvalidInput
from oxgraph.replay.events import Event, EventKind, in_order
from oxgraph.replay.recorded_runs import History, RecordedAction, RecordedSession, read_history
from tests.telemetry import trace_samples

NOW = datetime(2026, 1, 1, tzinfo=UTC)
START = datetime(2025, 1, 1, tzinfo=UTC)


def read(folder: Path, *files: list[dict[str, Any]]) -> History:
    names = [trace_samples.file(folder / f"{place}.jsonl", lines) for place, lines in enumerate(files)]
    return read_history(names, NOW)


def line(session: str, second: int, **more: Any) -> dict[str, Any]:
    at = (START + timedelta(seconds=second)).isoformat()
    return {"session_id": session, "action_type": "a", "outcome": "success", "ts": at, **more}


def test_several_files_are_one_history(tmp_path: Path) -> None:
    lines = trace_samples.shop(4)
    together = read(tmp_path, lines)
    apart = read(tmp_path, lines[9:], lines[:9])
    assert [session.session_id for session in together.sessions] == [f"shop/{n}" for n in range(4)]
    assert (apart.digest, apart.sessions) == (together.digest, together.sessions)
    assert together.actions == len(lines) == 16
    assert {session.outcome for session in together.sessions} == {"success"}
    assert together.sessions[1].actions[2].error_code == "CouponExpired"


def test_a_line_that_stands_twice_counts_once(tmp_path: Path) -> None:
    lines = trace_samples.shop(2)
    assert read(tmp_path, lines, lines).digest == read(tmp_path, lines).digest


@pytest.mark.parametrize(
    "change", [{"outcome": "failure"}, {"latency_ms": 2}, {"target_node_id": "x"}, {"task_success": False}]
)
def test_another_history_has_another_name(tmp_path: Path, change: dict[str, Any]) -> None:
    lines = [one | {"error_code": None} for one in trace_samples.shop(2)]
    assert read(tmp_path, [one | change for one in lines]).digest != read(tmp_path, lines).digest


def test_actions_of_one_instant_stay_in_their_order(tmp_path: Path) -> None:
    lines = [line("s", 0, action_type=name, seq=seq) for name, seq in (("c", None), ("b", 2), ("a", 1), ("d", None))]
    (session,) = read(tmp_path, lines).sessions
    assert [(action.action_type, action.seq) for action in session.actions] == [("a", 0), ("b", 1), ("c", 2), ("d", 3)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "files: hold no action"),
        ("nonsense", "f, line 1: is not JSON"),
        (json.dumps(line("s", 0) | {"outcome": 7}), "f, line 1, outcome: must be one of"),
        (json.dumps(line("s", 0) | {"ts": None}), "f, line 1, started_at: must be a time"),
        (json.dumps(line("s", 0) | {"ts": "2027-01-01T00:00:00Z"}), "more than one day ahead"),
    ],
)
def test_bad_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_text(text)
    with pytest.raises(InvalidInput, match=words):
        read_history(["f"], NOW)


def test_what_is_over_comes_before_what_begins(tmp_path: Path) -> None:
    """a ends as b begins; c acts twice at once, and learns of neither before the other begins."""
    first = [line("a", 0), line("a", 5)]
    second = [line("b", 5, latency_ms=1_000), line("b", 6)]
    third = [line("c", 20, latency_ms=2_000, seq=1), line("c", 21, latency_ms=500, seq=2)]
    told = [
        (event.session.session_id, event.kind.name, event.action.seq if event.action else None)
        for event in in_order(read(tmp_path, first, second, third))
    ]
    assert told == [
        *(
            ("a", "ACTION_BEGINS", 0),
            ("a", "ACTION_ENDS", 0),
            ("a", "ACTION_BEGINS", 1),
            ("a", "ACTION_ENDS", 1),
            ("a", "SESSION_ENDS", None),
        ),
        *(
            ("b", "ACTION_BEGINS", 0),
            ("b", "ACTION_ENDS", 0),
            ("b", "ACTION_BEGINS", 1),
            ("b", "ACTION_ENDS", 1),
            ("b", "SESSION_ENDS", None),
        ),
        *(
            ("c", "ACTION_BEGINS", 0),
            ("c", "ACTION_BEGINS", 1),
            ("c", "ACTION_ENDS", 1),
            ("c", "ACTION_ENDS", 0),
            ("c", "SESSION_ENDS", None),
        ),
    ]


ACTIONS = st.tuples(st.integers(0, 20), st.sampled_from([None, 0, 0.0003, 1, 2_500, 10_000]))
HISTORIES = st.lists(st.lists(ACTIONS, min_size=1, max_size=6), min_size=1, max_size=5)


def history(given: list[list[tuple[int, float | None]]]) -> History:
    sessions = []
    for number, actions in enumerate(given):
        found = [
            RecordedAction(
                f"{number}-{n}", "a", None, (), "success", None, None, latency, START + timedelta(seconds=s), n
            )
            for n, (s, latency) in enumerate(sorted(actions, key=lambda one: one[0]))
        ]
        sessions.append(RecordedSession(str(number), found))
    return History(tuple(sorted(sessions, key=lambda session: session.started_at)), 0)


def begun(event: Event) -> datetime:
    """When what happens, or the last part of it, began."""
    return event.action.started_at if event.action else event.session.actions[-1].started_at


def places(events: list[Event], chosen: Callable[[Event], bool]) -> list[int]:
    return [place for place, event in enumerate(events) if chosen(event)]


@given(HISTORIES)
def test_nobody_sees_ahead(given: list[list[tuple[int, float | None]]]) -> None:
    found = history(given)
    events = list(in_order(found))
    assert [event.at for event in events] == sorted(event.at for event in events)
    assert len(events) == 2 * found.actions + len(found.sessions)
    for session in found.sessions:
        (end,) = places(events, lambda e, s=session: e.session is s and e.kind is EventKind.SESSION_ENDS)  # type: ignore[misc]
        for action in session.actions:
            asked, told = places(events, lambda e, a=action: e.action is a)  # type: ignore[misc]
            assert (events[asked].kind, events[told].kind) == (EventKind.ACTION_BEGINS, EventKind.ACTION_ENDS)
            assert asked < told < end
    for place, event in enumerate(events):
        if event.kind is EventKind.ACTION_BEGINS:
            assert all(one.at > event.at or begun(one) == event.at for one in events[place:])
