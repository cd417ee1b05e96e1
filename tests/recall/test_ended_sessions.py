"""Tasks belong to a session: once it has ended they are ranked down, in recall and in a turn."""

from typing import Any

import pytest

from oxgraph import Memory
from tests.fixtures.samples import Clock

QUERY = "Which reports must be checked?"


def task(world: Memory, content: str, **more: Any) -> str:
    given: dict[str, Any] = {"type": "task", "subject": "Mara", "content": content}
    return world.semantic.remember(**given | more).memory_id or ""


def scores(world: Memory) -> dict[str, float]:
    return {row.id: row.score for row in world.recall(QUERY, explain=True).results if row.kind == "memory"}


def lowered(world: Memory, id: str, before: dict[str, float]) -> float:
    """The factor by which a task is ranked lower than before."""
    return scores(world)[id] / before[id]


def test_a_task_is_ranked_down_when_its_session_is_ended(world: Memory) -> None:
    world.telemetry.start_session("s-1")
    world.telemetry.start_session("s-2")
    ended = task(world, "The billing reports must be checked", session_id="s-1")
    current = task(world, "The travel reports must be checked", session_id="s-2")
    free = task(world, "The yearly reports must be checked")
    before = scores(world)
    assert len(before) == 3
    world.telemetry.end_session("s-1", outcome="success")
    assert lowered(world, ended, before) == pytest.approx(0.3)
    assert lowered(world, current, before) == lowered(world, free, before) == pytest.approx(1)
    found = world.recall(QUERY, explain=True).results
    assert found[-1].id == ended
    assert "session, which has ended" in " ".join(found[-1].why)
    assert world.semantic.get(ended).status == "active"
    with world.turn("c-1", QUERY) as turn:
        assert turn.parts["memories"].ids[-1] == ended


def test_only_tasks_are(world: Memory) -> None:
    world.telemetry.start_session("s-1")
    fact = task(world, "The billing reports must be checked", type="fact", session_id="s-1")
    before = scores(world)
    world.telemetry.end_session("s-1")
    assert lowered(world, fact, before) == pytest.approx(1)


def test_a_conversation_ends_after_a_day_without_a_message(world: Memory, clock: Clock) -> None:
    world.semantic.ingest("ok", conversation_id="c-1")
    (message,) = world.episodic.history("c-1")
    id = task(world, "The billing reports must be checked", evidence=[message.id])
    other = task(world, "The travel reports must be checked")
    weights = []
    for hours in (23, 2):
        clock.pass_days(hours / 24)
        now = scores(world)
        weights.append(now[id] / now[other])
    assert weights[1] / weights[0] == pytest.approx(0.3)
    world.semantic.ingest("thanks", conversation_id="c-1")
    again = scores(world)
    assert again[id] / again[other] == pytest.approx(weights[0])


def test_actions_keep_a_session_alive_and_settings_count(world: Memory, clock: Clock) -> None:
    world.telemetry.capture(session_id="s-1", action_type="read", outcome="success")
    id = task(world, "The billing reports must be checked", session_id="s-1")
    other = task(world, "The travel reports must be checked")

    def weight() -> float:
        now = scores(world)
        return now[id] / now[other]

    first = weight()
    clock.pass_days(0.9)
    world.telemetry.capture(session_id="s-1", action_type="read", outcome="success")
    clock.pass_days(0.9)
    assert weight() == pytest.approx(first)
    world.update_settings(task_session_idle_hours=12, task_ended_weight=0.5)
    assert weight() == pytest.approx(first / 2)
