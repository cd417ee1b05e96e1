"""What comes in is checked before anything is sent, and refused with one short message."""

import inspect
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client._sync.turn import Turn
from oxgraph.client.batches import action_rows, session_rows
from oxgraph.errors import InvalidInput
from oxgraph.types import Action, SessionImport, limits
from oxgraph.types.inputs import ActionFields, Annotation, InjectRequest, TimelineFilter
from oxgraph.types.metrics import definition

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
GOOD: dict[str, Any] = {"action_type": "get", "session_id": "s", "outcome": "success"}
HUGE = "x" * 10_000_000

BAD: list[tuple[dict[str, Any], str]] = [
    ({"payload": {"a": 1}}, "payload: is not a known field"),
    ({"outcom": "success"}, r"outcom: is not a known field\. Did you mean outcome\?"),
    ({"x" * 10_000_000: 1}, "is not a known field"),
    ({"outcome": "maybe"}, "outcome: must be 'success' or 'failure'"),
    ({"outcome": None}, "outcome"),
    ({"action_type": ""}, "action_type: must not be empty"),
    ({"action_type": "   "}, "action_type: must not be blank"),
    ({"action_type": HUGE}, "action_type: .* at most 200"),
    ({"action_type": "a\nPattern: forged"}, "action_type: must not contain control"),
    ({"action_type": "a\x1fb"}, "action_type: must not contain control"),
    ({"action_type": "\ud800"}, "action_type: must be valid Unicode"),
    ({"action_type": 5}, "action_type: must be a text"),
    ({"action_type": b"get"}, "action_type: must be a text"),
    ({"session_id": "s" * 513}, "session_id: .* at most 512"),
    ({"agent_id": "a" * 201}, "agent_id"),
    ({"target_node_type": "t" * 201}, "target_node_type"),
    ({"targets": "p1"}, "targets: must be a list"),
    ({"targets": [1]}, r"targets\[0\]: must be a text"),
    ({"targets": ["t" * 513]}, r"targets\[0\]"),
    ({"targets": [str(i) for i in range(101)]}, "targets"),
    ({"error_code": "E"}, "error_code: goes only with a failure"),
    ({"outcome": "failure", "error_code": "None"}, "error_code: 'None' stands for success"),
    ({"latency_ms": -1}, "latency_ms"),
    ({"latency_ms": float("nan")}, "latency_ms"),
    ({"latency_ms": float("inf")}, "latency_ms"),
    ({"latency_ms": "5"}, "latency_ms"),
    ({"latency_ms": limits.LATENCY_MS + 1}, "latency_ms"),
    ({"started_at": datetime(2026, 5, 1)}, "started_at: must have a time zone"),
    ({"started_at": "2026-05-01T00:00:00"}, "started_at: must have a time zone"),
    ({"started_at": 1_700_000_000}, "started_at: must be a time with a zone"),
    ({"started_at": datetime(1999, 12, 31, tzinfo=UTC)}, "started_at: must not lie before 2000"),
    ({"started_at": NOW + timedelta(days=1, seconds=1)}, "started_at: lies more than a day in the future"),
    ({"seq": -1}, "seq"),
    ({"seq": 2**60}, "seq"),
    ({"seq": True}, "seq"),
    ({"id": "not-a-uuid"}, "id: must be a UUID"),
    ({"injected_patterns": ["p"]}, r"injected_patterns\[0\]: must be a UUID"),
]


@pytest.mark.parametrize(("call", "fields"), [(Telemetry.capture, Action), (Turn.action, ActionFields)])
def test_a_call_takes_every_field_of_an_action(call: Callable[..., object], fields: type[ActionFields]) -> None:
    assert set(inspect.signature(call).parameters) - {"self", "unknown"} == set(fields.model_fields)


@pytest.mark.parametrize(("change", "message"), BAD, ids=range(len(BAD)))
def test_a_bad_action_is_refused_in_a_few_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        Action(**GOOD | change).row(NOW)
    assert len(str(refused.value)) < 400
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("field", GOOD)
def test_what_must_be_there_is_named(field: str) -> None:
    with pytest.raises(InvalidInput, match=f"{field}: is missing"):
        Action(**{name: value for name, value in GOOD.items() if name != field})


def test_an_action_as_the_plugin_takes_it() -> None:
    local = datetime.fromisoformat("2026-05-01T14:00:00+02:00")
    row = Action(**GOOD, targets=["a", "b"], started_at=local, latency_ms=1.5).row(NOW)
    assert row["started_at"] == NOW
    assert row["started_at"].utcoffset() == timedelta(0)
    assert row["target_node_ids"] == ["a", "b"]
    assert "targets" not in row
    assert "agent_id" not in row


def test_a_batch_names_the_place_of_what_it_refuses() -> None:
    with pytest.raises(InvalidInput, match=r"actions\[1\]\.outcome"):
        action_rows([GOOD, GOOD | {"outcome": "x"}], NOW)
    with pytest.raises(InvalidInput, match=r"actions\[0\]: must be a Action or a dictionary|actions\[0\]"):
        action_rows(["get"], NOW)  # type: ignore[list-item]
    with pytest.raises(InvalidInput, match=r"actions\[0\]\.started_at"):
        action_rows([Action(**GOOD, started_at=NOW + timedelta(days=2))], NOW)
    with pytest.raises(InvalidInput, match="actions: has more than 10000"):
        action_rows((GOOD for _ in range(limits.BATCH + 1)), NOW)
    with pytest.raises(InvalidInput, match=r"sessions\[0\]\.ended_at"):
        session_rows([SessionImport(session_id="s", ended_at=NOW + timedelta(days=2))], NOW)


def test_an_intent_has_a_limit() -> None:
    with pytest.raises(InvalidInput, match="intent"):
        SessionImport(session_id="s", intent="x" * 2001)


@pytest.mark.parametrize("before", ["", "x", "2026-05-01T00:00:00Z", "2026-13-01T00:00:00Z/id", "' OR 1=1/id", HUGE])
def test_a_cursor_is_one_of_ours(before: str) -> None:
    with pytest.raises(InvalidInput, match="before"):
        TimelineFilter(before=before)


def test_an_annotation_says_something() -> None:
    with pytest.raises(InvalidInput, match="suppressed: give"):
        Annotation(pattern_id="85495b4c-963d-525a-ab84-ce03ce2c1db5")


@pytest.mark.parametrize("limit", [0, -1, 51, 1.5, True, "3"])
def test_an_injection_has_at_most_fifty_patterns(limit: Any) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        InjectRequest(limit=limit)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"success_condition": "__import__('os')"}, "success_condition"),
        ({"success_condition": None}, "success_condition"),
        ({"aggregation": "sum"}, "aggregation"),
        ({"window_days": 0}, "window_days"),
        ({"window_days": 3651}, "window_days"),
        ({"window_days": 7.5}, "window_days"),
        ({"event_filter": {"agent_id": "a"}}, "event_filter.agent_id"),
        ({"event_filter": {"action_type": [""]}}, "event_filter.action_type"),
        ({"event_filter": "action_type"}, "event_filter"),
        ({"name": ""}, "name"),
        ({"kind": "pattern_utilization"}, "kind"),
    ],
)
def test_a_metric_outside_the_rules_is_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=field):
        definition({"name": "m", "success_condition": "outcome == 'success'"} | change)


def test_a_metric_as_its_node_holds_it() -> None:
    given = {"name": "m", "success_condition": "action_count<9", "aggregation": "p95"}
    properties = definition(
        given | {"event_filter": {"action_type": "get", "target_node_type": ["A", "B"]}}
    ).properties()
    assert properties["success_condition"] == "action_count < 9"
    assert (properties["condition_outcome"], properties["condition_action_count_below"]) == (None, 9)
    assert (properties["action_types"], properties["node_types"]) == (["get"], ["A", "B"])
