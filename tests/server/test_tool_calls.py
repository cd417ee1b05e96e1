"""Capture around tool calls: what is captured, what is not, and that no error reaches the call."""

import asyncio
from typing import Any

import pytest

from oxgraph.action_codes import UNNAMED
from oxgraph.client import AsyncClient, AsyncMemory, Memory
from oxgraph.graph import AsyncGraph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.operations import OPERATIONS
from oxgraph.server.dispatch import Service
from oxgraph.server.tool_calls import ToolCalls, targets
from tests.server.captures import captured
from tests.server.conftest import Tokens

NOWHERE = "bolt://127.0.0.1:9"


@pytest.fixture
async def memory(service: Service, tokens: Tokens) -> AsyncMemory:
    """A token's memory."""
    return (await service.authenticator.caller(tokens.agent)).memory


async def test_outcomes_of_tracked_calls(service: Service, memory: AsyncMemory, workspace: Memory) -> None:
    """Well, with an exception, with a code, or cancelled: each is one action."""
    experience, session = service.tool_calls, new_id()
    async with experience.track(memory, session, "agent", "do"):
        pass
    with pytest.raises(KeyError):
        async with experience.track(memory, session, None, "do"):
            raise KeyError("secret")
    async with experience.track(memory, session, None, "do", ["a-1"], "thing") as step:
        step.failed("HTTP 404")
    begun = asyncio.Event()
    task = asyncio.ensure_future(_waiting(experience, memory, session, begun))
    await begun.wait()
    task.cancel()
    await asyncio.wait({task})
    await experience.close()
    rows = captured(workspace)
    assert [(row.outcome, row.error_code) for row in rows] == [
        ("success", None),
        ("failure", "KeyError"),
        ("failure", "HTTP 404"),
        ("failure", "Cancelled"),
    ]
    assert (rows[0].agent_id, rows[2].node_type, rows[2].target_node_ids) == ("agent", "thing", ("a-1",))


async def _waiting(experience: ToolCalls, memory: AsyncMemory, session: str, begun: asyncio.Event) -> None:
    async with experience.track(memory, session, None, "do"):
        begun.set()
        await asyncio.Event().wait()


async def test_values_beyond_the_limits_are_cut(service: Service, memory: AsyncMemory, workspace: Memory) -> None:
    """Names of foreign programs may be anything; the action is kept in any case."""
    ids = ["", "x" * 600, "a\nb", *(f"n-{number}" for number in range(200))]
    async with service.tool_calls.track(memory, "s" * 900, "\x00", "a\nb" * 200, ids, " ") as step:
        step.failed("None")
    (row,) = captured(workspace)
    assert (len(row.session_id), row.agent_id, row.node_type, row.error_code) == (
        512,
        None,
        None,
        UNNAMED,
    )
    assert row.action_type is not None
    assert len(row.action_type) == 199 and "\n" not in row.action_type
    assert len(row.target_node_ids) == 100


async def test_only_a_session_with_captures_is_ended(service: Service, memory: AsyncMemory, workspace: Memory) -> None:
    """One that never was is not made by its end."""
    await service.tool_calls.end_session(memory, "never")
    async with service.tool_calls.track(memory, "once", None, "do"):
        pass
    await service.tool_calls.end_session(memory, "once")
    assert [row.session_id for row in workspace.telemetry.timeline(limit=10)] == ["once"]


async def test_without_neo4j_nothing_is_raised(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """The call goes on; the log tells, without a word of what was said."""
    async with AsyncClient(AsyncGraph.at(NOWHERE, server.auth, retry_seconds=0.5)) as client:
        memory, experience = client.memory_of(new_id(), "away"), ToolCalls()
        async with experience.track(memory, "s", None, "do") as step:
            assert step.block == ""
        assert await experience.strongest(memory, "s") == ""
        assert await experience.blocks(memory, ["do"], "s") == {}
        await experience.end_session(memory, "s")
        await experience.close()
    assert len([record for record in caplog.records if "could not be fetched" in record.getMessage()]) == 3
    assert [record for record in caplog.records if "the action do was not captured" in record.getMessage()]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("p-1", True),
        ("customer:anna", True),
        ("8c0e4bbf-0b1f-4f0e-9d5c-3f2a7a1b0c11", True),
        ("https://example.com/a", True),
        ("Ada", False),
        ("Ada Lovelace", False),
        ("Jean-Paul", False),
        ("ada@example.com", False),
        ("42 High Street", False),
        (7, False),
        (None, False),
        ("x" * 500 + "1", False),
    ],
)
def test_a_target_is_an_id_and_no_name(given: Any, kept: bool) -> None:
    found = targets(OPERATIONS["ontology.get_node"], {"node_id": given, "other": "p-2"})
    assert found == ((given,) if kept else ())


def test_both_ends_of_a_link_are_targets() -> None:
    arguments = {"source": "p-1", "target": "o-1", "type": "WORKS_AT"}
    assert targets(OPERATIONS["ontology.link"], arguments) == ("p-1", "o-1")
