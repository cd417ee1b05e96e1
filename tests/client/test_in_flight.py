"""What happens to a workspace while something is being written into it."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from oxgraph import Memory
from oxgraph.graph import Graph

CAPTURE = "CALL oxgraph.capture($workspace_id, $action, $now)"
BLOCKED = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS n"
ACTION = {"session_id": "s", "action_type": "update", "outcome": "success"}


def await_blocked(graph: Graph) -> None:
    """Until a transaction waits for another's lock."""
    deadline = time.monotonic() + 20
    while not graph.driver.execute_query(BLOCKED).records[0]["n"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_workspace_is_switched_off_only_after_what_is_being_captured(workspace: Memory, graph: Graph) -> None:
    given: dict[str, Any] = {"workspace_id": workspace.workspace_id, "action": ACTION, "now": datetime.now(UTC)}
    with ThreadPoolExecutor(1) as pool, graph.driver.session(database=graph.database) as session:
        with session.begin_transaction() as transaction:
            transaction.run(CAPTURE, given).consume()
            switched = pool.submit(workspace.disable)
            await_blocked(graph)
            assert not switched.done()
            transaction.commit()
        switched.result(timeout=20)
    assert not workspace.settings().memory_enabled
    assert len(workspace.telemetry.timeline()) == 1
    assert not workspace.telemetry.capture(**ACTION).captured  # type: ignore[arg-type]
