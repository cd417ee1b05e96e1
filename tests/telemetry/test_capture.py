"""Capture, recording, sessions and injection through the client, on a real server."""

import asyncio
import logging
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import oxgraph
from oxgraph import Action, Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON, at, pattern, write

GOOD: dict[str, Any] = {"action_type": "get", "session_id": "s", "outcome": "success"}


class NodeNotFoundError(Exception):
    """An agent's own error."""


def actions(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    found = graph.driver.execute_query(
        "MATCH (a:_mem:action {workspace_id: $id}) RETURN properties(a) AS a ORDER BY a.started_at, a.seq, a.id",
        id=space.workspace_id,
        database_=graph.database,
    )
    return [record["a"] for record in found.records]


def count(graph: Graph, space: Memory) -> int:
    found = graph.driver.execute_query(
        "MATCH (n {workspace_id: $id}) RETURN count(n) AS n", id=space.workspace_id, database_=graph.database
    )
    return int(found.records[0]["n"])


def test_a_captured_action_is_there_with_its_references(space: Memory, graph: Graph) -> None:
    write(graph, "CREATE (:Person:_mem:entity {workspace_id: $w, id: 'p', node_id: 'p-1'})", w=space.workspace_id)
    found = space.telemetry.capture(
        action_type="update",
        session_id="s",
        outcome="failure",
        agent_id="a",
        target_node_type="person",
        targets=["p-1", "p-2"],
        error_code="NodeNotFoundError",
        latency_ms=12.5,
        started_at=at(minutes=1),
        seq=3,
    )
    assert (found.captured, found.references, found.reason) == (True, 1, "")
    (action,) = actions(graph, space)
    assert action["id"] == found.action_id
    assert action["target_node_ids"] == ["p-1", "p-2"]
    assert (action["error_code"], action["latency_ms"], action["seq"]) == ("NodeNotFoundError", 12.5, 3)


def test_the_same_id_again_changes_nothing(space: Memory, graph: Graph) -> None:
    action = Action(**GOOD)
    assert space.telemetry.capture_many([action, action]).model_dump() == {
        "captured": 1,
        "duplicates": 1,
        "references": 0,
        "reason": "",
    }
    assert space.telemetry.capture(**GOOD, id=action.id).reason == "already_captured"
    assert len(actions(graph, space)) == 1


@pytest.mark.parametrize("now", [NOON.replace(microsecond=123_456), NOON.astimezone(timezone(-timedelta(hours=5)))])
def test_the_clocks_time_arrives_to_the_microsecond(server: Server, space: Memory, graph: Graph, now: datetime) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: now) as client:
        client.workspace(space.name).telemetry.capture(**GOOD)
    (action,) = actions(graph, space)
    assert action["created_at"].to_native() == action["started_at"].to_native() == now


@pytest.mark.parametrize(
    "wrong", [{"outcome": "x"}, {"payload": 1}, {"started_at": at(days=-3)}, {"agent_id": "x" * 10**7}]
)
def test_a_batch_with_one_bad_action_leaves_nothing(space: Memory, graph: Graph, wrong: dict[str, Any]) -> None:
    before = count(graph, space)
    with pytest.raises(errors.InvalidInput, match=r"actions\[2\]"):
        space.telemetry.capture_many([GOOD, GOOD, GOOD | wrong])
    assert count(graph, space) == before


def test_no_field_gets_in_that_is_none_of_an_action(space: Memory) -> None:
    unknown: dict[str, Any] = {"arguments": {"user": "secret"}}
    with pytest.raises(errors.InvalidInput, match="arguments: is not a known field"):
        space.telemetry.capture(**GOOD, **unknown)
    recorder = space.telemetry.record("get", session_id="s", **unknown)
    with pytest.raises(errors.InvalidInput, match="arguments: is not a known field"), recorder:
        raise AssertionError
    assert space.telemetry.timeline() == []


def test_a_session_has_a_beginning_an_intent_and_an_end(space: Memory, graph: Graph) -> None:
    session_id = space.telemetry.start_session(intent="Refund an order", agent_id="a")
    space.telemetry.end_session(session_id, outcome="failure")
    assert space.telemetry.start_session("mine") == "mine"
    found = graph.driver.execute_query(
        "MATCH (s:_mem:session {workspace_id: $id, session_id: $session}) RETURN properties(s) AS s",
        id=space.workspace_id,
        session=session_id,
        database_=graph.database,
    ).records[0]["s"]
    assert (found["intent"], found["agent_id"], found["outcome"]) == ("Refund an order", "a", "failure")
    assert found["started_at"].to_native() == found["ended_at"].to_native() == NOON
    assert space.telemetry.import_sessions([{"session_id": "mine"}, {"session_id": "new", "ended_at": NOON}]) == 1
    with pytest.raises(errors.InvalidInput):
        space.telemetry.end_session(session_id, outcome="maybe")  # type: ignore[arg-type]


def test_the_end_of_a_session_says_whether_the_session_was_known(space: Memory) -> None:
    """What is not known yet is kept: its actions may come later."""
    assert not space.telemetry.end_session("nowhere", "failure").known
    space.telemetry.capture(action_type="get", session_id="acted", outcome="success")
    assert space.telemetry.end_session("acted").known
    space.disable()
    off = space.telemetry.end_session("nowhere")
    assert (off.ended, off.reason) == (False, "memory_disabled")


def test_record_times_a_block_and_lets_its_exception_through(space: Memory, graph: Graph) -> None:
    with space.telemetry.record("get", session_id="s", targets=["p"], seq=1) as good:
        pass
    assert good.captured is not None
    with pytest.raises(NodeNotFoundError), space.telemetry.record("get", session_id="s", seq=2):
        raise NodeNotFoundError("with a user's data")
    with space.telemetry.record("get", session_id="s", seq=3) as marked:
        marked.error_code = "EMPTY"
    with pytest.raises(KeyboardInterrupt), space.telemetry.record("get", session_id="s", seq=4):
        raise KeyboardInterrupt
    found = actions(graph, space)
    assert [(a["outcome"], a.get("error_code")) for a in found] == [
        ("success", None),
        ("failure", "NodeNotFoundError"),
        ("failure", "EMPTY"),
        ("failure", "KeyboardInterrupt"),
    ]
    assert all(0 <= a["latency_ms"] < 10_000 for a in found)
    assert "user's data" not in str(found)


def test_record_decorates_a_function_and_asks_its_arguments(space: Memory, graph: Graph) -> None:
    @space.telemetry.record("get", session_id=lambda node, run: run, targets=lambda node, run: [node])
    def get(node: str, run: str) -> str:
        """Gets."""
        if node == "gone":
            raise NodeNotFoundError
        return node

    assert get("p", run="r1") == "p"
    with pytest.raises(NodeNotFoundError):
        get("gone", run="r2")
    assert (get.__name__, get.__doc__) == ("get", "Gets.")
    assert {(a["session_id"], a["target_node_ids"][0], a["outcome"]) for a in actions(graph, space)} == {
        ("r1", "p", "success"),
        ("r2", "gone", "failure"),
    }


def test_what_cannot_be_captured_is_refused_before_the_block_runs(space: Memory) -> None:
    ran = False
    with pytest.raises(errors.InvalidInput, match="session_id"), space.telemetry.record("get", session_id=""):
        ran = True
    assert not ran


def test_a_failing_capture_never_hides_the_callers_exception(
    client: Client, space: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with pytest.raises(NodeNotFoundError), space.telemetry.record("get", session_id="s"):
        client.delete_workspace(space.name)
        raise NodeNotFoundError
    assert "the action get could not be captured" in caplog.text
    client.restore_workspace(space.name)
    with pytest.raises(errors.WorkspaceDeleted), space.telemetry.record("get", session_id="s"):
        client.delete_workspace(space.name)


def test_a_wrong_code_set_in_the_block_does_not_hide_it_either(space: Memory) -> None:
    with pytest.raises(NodeNotFoundError), space.telemetry.record("get", session_id="s") as recorder:
        recorder.error_code = "x" * 300
        raise NodeNotFoundError


def test_what_was_injected_is_named_by_the_action(space: Memory, graph: Graph) -> None:
    shown = pattern(graph, space.workspace_id)
    with space.telemetry.record("get", session_id="s", target_node_type="person", inject=True) as recorder:
        assert recorder.injection.ids == (shown,)
        assert "[Oxgraph memory" in recorder.injection.block or "relevant pattern" in recorder.injection.block
    assert recorder.captured is not None
    assert recorder.captured.injected == 1
    by_hand = space.telemetry.inject(action_type="get", target_node_type="person")
    assert by_hand.patterns[0].recommendation.startswith("80% of get actions on person nodes fail with NotFound.")


def test_inject_takes_no_more_than_it_should(space: Memory) -> None:
    for wrong in ({"targets": "p"}, {"targets": ["x" * 513]}, {"limit": 0}, {"action_type": "a\nb"}):
        with pytest.raises(errors.InvalidInput):
            space.telemetry.inject(**wrong)
    assert space.telemetry.inject(["unknown"]) == oxgraph.Injection(threshold=0.44)


def test_the_asynchronous_client_does_the_same(server: Server, space: Memory, graph: Graph) -> None:
    shown = pattern(graph, space.workspace_id)

    async def run() -> None:
        async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: NOON) as client:
            telemetry = (await client.workspace(space.name)).telemetry
            session_id = await telemetry.start_session()

            @telemetry.record("get", session_id=session_id, targets=lambda node: [node])
            async def get(node: str) -> str:
                await asyncio.sleep(0)
                return node

            assert await asyncio.gather(*(get(str(number)) for number in range(5))) == list("01234")
            with pytest.raises(NodeNotFoundError):
                async with telemetry.record("get", session_id=session_id, target_node_type="person", inject=True) as r:
                    assert r.injection.ids == (shown,)
                    raise NodeNotFoundError
            with pytest.raises(errors.InvalidInput, match="async functions"):
                telemetry.record("get", session_id=session_id)(len)  # type: ignore[arg-type]
            await telemetry.end_session(session_id, outcome="success")
            assert len(await telemetry.timeline()) == 6

    asyncio.run(run())
    assert {a.get("error_code") for a in actions(graph, space)} == {None, "NodeNotFoundError"}


def test_a_cancelled_task_is_recorded_as_such(server: Server, space: Memory, graph: Graph) -> None:
    async def run() -> None:
        async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: NOON) as client:
            telemetry = (await client.workspace(space.name)).telemetry

            async def work() -> None:
                async with telemetry.record("wait", session_id="s"):
                    await asyncio.sleep(60)

            task = asyncio.create_task(work())
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert [a["error_code"] for a in actions(graph, space)] == ["CancelledError"]
