"""Patterns know for which agents and models they hold; an agent that changes is noticed; the way that worked."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from oxgraph.types import PatternRow
from tests.fixtures.client_samples import pattern, write
from tests.telemetry.clocked_space import Clock, client, clock, space

__all__ = ["client", "clock", "space"]

PLAIN = "pay:Order:Declined"


def pay(
    space: Memory,
    clock: Clock,
    session: str,
    agent: str,
    *,
    failed: bool,
    model: str | None = None,
    shown: Sequence[str] = (),
) -> None:
    """A session with one payment, before which patterns were shown, and its end."""
    space.telemetry.start_session(session, agent_id=agent, model=model)
    space.telemetry.capture(
        action_type="pay",
        session_id=session,
        outcome="failure" if failed else "success",
        error_code="Declined" if failed else None,
        agent_id=agent,
        target_node_type="Order",
        targets=[f"order-{session}"],
        started_at=clock.at,
        injected_patterns=shown,
    )
    space.telemetry.end_session(session, "failure" if failed else "success")
    clock.at += timedelta(minutes=1)


def evaluated(space: Memory, graph: Graph, clock: Clock) -> PatternRow:
    """Passes 1 and 2 a quarter of an hour later; the plain failure pattern."""
    clock.at += timedelta(minutes=15)
    evaluate(graph, space.workspace_id, passes=(1, 2), now=clock.at)
    rows = space.telemetry.patterns(kind="plain", error_code="Declined")
    assert len(rows) == 1
    return rows[0]


def is_warned(space: Memory, session: str, agent: str, model: str | None = None) -> bool:
    """Whether a new session of the agent is warned before a payment, and at its beginning."""
    space.telemetry.start_session(session, agent_id=agent, model=model)
    before = space.telemetry.inject(["order-new"], "pay", session, target_node_type="Order")
    first = space.telemetry.costliest_failures(session_id=session)
    plain = [PLAIN in {one.name for one in found.patterns} for found in (before, first)]
    assert plain[0] == plain[1]
    return plain[0]


def test_a_warning_of_another_action_leaves_an_agents_record(space: Memory, graph: Graph, clock: Clock) -> None:
    """An agent whose every action names what its sessions began with has a record, but of what it was warned of."""
    other = pattern(graph, space.workspace_id)
    for number in range(24):
        pay(space, clock, f"a{number}", "till", failed=True, shown=[other])
    found = evaluated(space, graph, clock)
    assert found.holds_for == ("till",) and found.pattern_id
    for number in range(12):
        pay(space, clock, f"b{number}", "desk", failed=False, shown=[other])
        pay(space, clock, f"c{number}", "stall", failed=False, shown=[other, found.pattern_id])
    assert evaluated(space, graph, clock).fails_for == ("desk",)


def test_a_pattern_warns_only_agents_for_which_it_holds(space: Memory, graph: Graph, clock: Clock) -> None:
    for number in range(24):
        pay(space, clock, f"a{number}", "till", failed=True)
    assert evaluated(space, graph, clock).holds_for == ("till",)
    assert is_warned(space, "b", "desk"), "nothing speaks against it"
    for number in range(12):
        pay(space, clock, f"b{number}", "desk", failed=False)
    found = evaluated(space, graph, clock)
    assert (found.holds_for, found.fails_for) == (("till",), ("desk",))
    assert is_warned(space, "a new", "till")
    assert not is_warned(space, "b new", "desk")
    assert not is_warned(space, "c new", "stall"), "as many speak against it as for it"
    found_again = evaluated(space, graph, clock)
    assert (found_again.holds_for, found_again.fails_for) == (found.holds_for, found.fails_for)
    assert found.pattern_id is not None
    space.telemetry.annotate(found.pattern_id, annotation="for everybody")
    assert is_warned(space, "b noted", "desk"), "an operator has the last word"


def test_a_pattern_knows_for_which_models_it_holds(space: Memory, graph: Graph, clock: Clock) -> None:
    for number in range(24):
        pay(space, clock, f"a{number}", "till", failed=True, model="small-1")
    for number in range(12):
        pay(space, clock, f"b{number}", "till", failed=False, model="small-2")
    found = evaluated(space, graph, clock)
    assert (found.holds_for_models, found.fails_for_models) == (("small-1",), ("small-2",))
    assert is_warned(space, "a new", "till", "small-1")
    assert not is_warned(space, "b new", "till", "small-2")
    with pytest.raises(errors.InvalidInput):
        space.telemetry.start_session("long", model="m" * 1_000)


def test_an_agent_that_changes_is_noticed_and_what_was_learned_before_steps_back(
    space: Memory, graph: Graph, clock: Clock
) -> None:
    for number in range(40):
        pay(space, clock, f"a{number}", "till", failed=True)
    evaluated(space, graph, clock)
    assert space.telemetry.forecast().changed == ()
    assert is_warned(space, "old", "till")
    since = clock.at
    for number in range(25):
        pay(space, clock, f"b{number}", "till", failed=False)
    found = evaluated(space, graph, clock)
    (change,) = space.telemetry.forecast().changed
    assert (change.agent_id, change.before, change.after) == ("till", 1.0, 0.0)
    assert change.at == since
    assert found.fails_for == ("till",)
    assert not is_warned(space, "new", "till")
    evaluated(space, graph, clock)
    noted = "MATCH (x:transition {workspace_id: $w, rule: 'agent_changed'}) RETURN x.inputs AS inputs"
    (row,) = graph.driver.execute_query(noted, parameters_={"w": space.workspace_id}, database_=graph.database).records
    assert row["inputs"].startswith('{"agent_id":"till"')


def test_what_worked_in_similar_tasks(space: Memory, graph: Graph, clock: Clock) -> None:
    ways = {"good": ["find", "refund", "mail"], "bad": ["find", "mail"]}
    for number in range(12):
        way = "good" if number % 2 else "bad"
        session = f"{way} {number}"
        space.telemetry.start_session(session, f"Refund the cancelled order {number}", "till")
        for place, action in enumerate(ways[way]):
            space.telemetry.capture(
                action_type=action,
                session_id=session,
                outcome="success",
                agent_id="till",
                seq=place,
                started_at=clock.at,
            )
        space.telemetry.end_session(session, "success" if way == "good" and number > 1 else "failure")
        clock.at += timedelta(minutes=1)
    assert space.telemetry.way("Refund an order") is None, "no pass has read the runs"
    clock.at += timedelta(minutes=15)
    evaluate(graph, space.workspace_id, passes=(1, 2), now=clock.at)
    write(graph, "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    found = space.telemetry.way("Refund a cancelled order")
    assert found is not None
    assert (found.steps, found.runs, found.successes) == (("find", "refund", "mail"), 6, 5)
    assert (found.other_runs, found.other_successes) == (6, 0)
    assert found.text == (
        "Of similar tasks those that went find > refund > mail ended well 5 of 6 times (otherwise 0 of 6)."
    )
    assert space.telemetry.way("Water the plants") is None
    with space.turn("c-1", "Refund the cancelled order 99", targets=["order-99"], target_node_type="Order") as turn:
        assert found.text in turn.prompt
    space.update_settings(injection_enabled=False)
    with space.turn("c-1", "Refund the cancelled order 98", targets=["order-98"], target_node_type="Order") as turn:
        assert found.text not in turn.prompt
