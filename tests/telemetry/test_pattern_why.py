"""Why a pattern is as it is: each of its changes, over all versions, in one call and one command."""

from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Client, Memory
from oxgraph.errors import NotFound
from oxgraph.ids import new_id
from oxgraph.passes import evaluate
from tests.fixtures.cli import Cli
from tests.fixtures.client_samples import NOON
from tests.telemetry.clocked_space import Clock, client, clock, space

__all__ = ["client", "clock", "space"]


def runs(space: Memory, clock: Clock, number: int, **how: Any) -> None:
    """So many sessions with one action, and pass 2 after them."""
    clock.at += timedelta(minutes=1)
    for _ in range(number):
        session = space.telemetry.start_session(agent_id="cashier")
        space.telemetry.capture(action_type="charge", session_id=session, target_node_type="Order", **how)
        space.telemetry.end_session(session)
    clock.at += timedelta(hours=1)


@pytest.fixture
def pattern_id(client: Client, space: Memory, clock: Clock) -> str:
    """A pattern that was promoted, suppressed and annotated by an operator, and superseded."""
    runs(space, clock, 8, outcome="failure", error_code="CardExpired")
    evaluate(client.graph, space.workspace_id, passes=[1, 2], now=clock.at)
    (pattern,) = space.telemetry.patterns(outcome="failure", kind="plain")
    assert pattern.pattern_id
    clock.at += timedelta(minutes=1)
    space.telemetry.annotate(pattern.pattern_id, suppressed=True, annotation="Ask the customer first.")
    runs(space, clock, 4, outcome="success")
    runs(space, clock, 1, outcome="failure", error_code="CardExpired")
    evaluate(client.graph, space.workspace_id, passes=[1, 2], now=clock.at)
    return pattern.pattern_id


def test_every_change_of_every_version_is_told(space: Memory, pattern_id: str) -> None:
    told = space.semantic.why(pattern_id)
    assert (told.kind, told.status, told.memory, told.evidence) == ("pattern", "superseded", None, ())
    changes = told.sentences[1:-3]
    day = f"{NOON:%Y-%m-%d}"
    assert changes[0].startswith(f"Version 1 became a pattern at {day} ")
    assert changes[0].endswith("Z by pass `patterns`: confidence 1 (8 of 8 actions) over 8 runs.")
    assert changes[1].startswith(f"Version 1 was edited at {day} ") and "Z by operator: " in changes[1]
    assert "suppressed no → yes" in changes[1] and "annotation nothing → “Ask the customer first.”" in changes[1]
    ended, began = sorted(changes[2:])
    assert ended.startswith("Version 1 was superseded at ") and ended.endswith("over 9 runs; it had been 1.")
    assert began.startswith("Version 2 took the place of the version before at ")
    assert began.endswith("confidence 0.692 (9 of 13 actions) over 9 runs.")
    assert told.sentences[-2] == "It is suppressed: no agent is shown it."
    (newer,) = told.links
    assert (newer.relation, newer.name, newer.status) == ("superseded_by", "version 2", "active")
    active = space.semantic.why(newer.id)
    assert active.status == "active" and active.sentences[1:-3] == changes
    assert active.links[0].id == pattern_id


def test_the_command_tells_it_by_the_beginning_of_the_id(space: Memory, pattern_id: str, cli: Cli) -> None:
    text = cli("why", pattern_id[:8], "--workspace", space.name).out
    assert text == space.semantic.why(pattern_id).text + "\n"


def test_what_is_not_there(space: Memory) -> None:
    with pytest.raises(NotFound, match="No memory, entity or pattern"):
        space.semantic.why(new_id())
