"""Past experience is injected into the instructions, the tools' descriptions and the results."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import mcp_types as types
import pytest
from mcp.client.client import Client

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from oxgraph.server.config import ServerConfig
from tests.fixtures.client_samples import counts, pattern, situational_pattern
from tests.server.captures import captured, until_captured
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import ERAS, HANDSHAKE, MODERN, error_of, over_http, over_stdio, texts
from tests.server.queries import query

TOOL = "ontology.update_node"
PATTERN = f"Pattern: {TOOL}:person:InvalidInput (confidence 1.00)"
WRONG = {"node_id": "p-1", "properties": {"_mem_note": "mine"}}
RIGHT = {"node_id": "p-1", "properties": {"note": "mine"}}
SESSIONS = 5


def later(graph: Graph, workspace: Memory) -> None:
    """The passes, an hour from now."""
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(hours=1))


@pytest.fixture
def person(workspace: Memory) -> Memory:
    """The workspace with a person in its ontology."""
    workspace.semantic.entities.create("Ada", type="person", node_id="p-1")
    return workspace


@pytest.fixture(scope="module")
def attentive(server: Server) -> Iterator[Site]:
    """A server that looks for news at every call."""
    started = Site(server.uri, server.auth, ServerConfig(port=0, drain_seconds=5, news_seconds=0))
    yield started
    started.close()


async def failing(site: Site, tokens: Tokens, times: int = SESSIONS) -> None:
    """So many sessions that make the same mistake."""
    for _ in range(times):
        async with over_http(site, tokens.agent) as client:
            assert error_of(await client.call_tool(TOOL, WRONG)) == "invalid_input"


async def described(client: Client, name: str = TOOL) -> str:
    """A tool's description."""
    return next(tool.description or "" for tool in (await client.list_tools()).tools if tool.name == name)


async def test_five_failing_sessions_warn_the_sixth(
    site: Site, server: Server, tokens: Tokens, person: Memory, graph: Graph
) -> None:
    await failing(site, tokens)
    later(graph, person)
    async with over_http(site, tokens.agent) as client:
        await warned(client)
    async with over_stdio(server, tokens.agent) as client:
        await warned(client)
    (pattern,) = person.telemetry.patterns(action_type=TOOL)
    assert (pattern.sample_count, pattern.node_type) == (SESSIONS, "person")
    shown = graph.read(query("injected"), workspace_id=person.workspace_id, pattern_id=pattern.pattern_id)
    assert [row["action_type"] for row in shown] == [TOOL] * 4


async def warned(client: Client) -> None:
    """In all three places, of success and of failure alike."""
    assert PATTERN in (client.instructions or "")
    for _ in range(5):  # a listing waits two seconds for them; the first one on a slow machine can do without
        if PATTERN in (description := await described(client)):
            break
    assert PATTERN in description
    assert PATTERN not in await described(client, "memory.recall")
    result = await client.call_tool(TOOL, RIGHT)
    block, said = texts(result)
    assert block.startswith("[Oxagen memory — 1 relevant pattern]\n" + PATTERN)
    assert result.structured_content is not None
    assert result.structured_content["past_experience"] == block and '"note":"mine"' in said
    result = await client.call_tool(TOOL, WRONG)
    assert error_of(result) == "invalid_input" and texts(result)[0] == block


async def test_situational_patterns_warn_in_results_only(
    site: Site, tokens: Tokens, person: Memory, graph: Graph
) -> None:
    """After one failure the next mostly fails; the session is the connection's own."""
    pair, today = (TOOL, "person"), datetime.now(UTC)
    totals = {"day_actions": 60, "day_failures": 20, "day_targeted_failures": 20, "day_sequences": 30}
    counts(graph, person.workspace_id, "tally", pair, today, **totals)
    one_failed = {"day_totals": 18, "day_actions": 17, "day_sequences": 9}
    counts(graph, person.workspace_id, "pattern_key", (*pair, "AnyError", "run=1"), today, **one_failed)
    async with over_http(site, tokens.agent) as client:
        assert "AnyError" not in texts(await client.call_tool(TOOL, WRONG))[0]
        block, _ = texts(await client.call_tool(TOOL, RIGHT))
        words = "after one failed attempt"
        assert block.startswith(
            f"[Oxagen memory — 1 relevant pattern]\nPattern: {TOOL}:person:AnyError, {words} (confidence 0.94)\n"
            f"Recommendation: 94% of {TOOL} actions on person nodes fail\n{words} (17 of 18; otherwise 3 of 42)."
        )
        assert "AnyError" not in texts(await client.call_tool(TOOL, WRONG))[0]
        await asyncio.to_thread(until_captured, person, 3)
        # The second call was made without the warning that came with its result; the third one knew it.
        assert [shown for _, shown in named(graph, person, captured(person)[0].session_id)] == [0, 0, 1]
        asked = {"node_ids": ["p-1"], "action_type": TOOL}
        found = (await client.call_tool("memory.context_inject", asked)).structured_content
        assert found is not None and found["warned"] and found["probability"] > found["threshold"]
        assert [row["context"] for row in found["patterns"]] == ["run=1"]
        other = (await client.call_tool("memory.context_inject", asked | {"session_id": "another"})).structured_content
        assert other is not None and not other["warned"] and other["patterns"] == []
        assert "AnyError" not in await described(client)
    async with over_http(site, tokens.agent) as client:
        assert "AnyError" not in texts(await client.call_tool(TOOL, WRONG))[0]


def named(graph: Graph, workspace: Memory, session_id: str) -> list[tuple[str, int]]:
    """The actions of a session, and how many patterns each names as shown before it."""
    rows = graph.read(query("shown"), workspace_id=workspace.workspace_id, session_id=session_id)
    return [(row["action_type"], row["shown"]) for row in rows]


async def test_the_first_call_names_what_the_instructions_show(
    site: Site, server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    pattern(graph, workspace.workspace_id)
    for opened in (over_http(site, tokens.agent), over_stdio(server, tokens.agent)):
        async with opened as client:
            assert "get:person:NotFound" in (client.instructions or "")
            for _ in range(2):
                await client.call_tool("memory.recall", {"query": "anything"})
        assert [shown for _, shown in named(graph, workspace, captured(workspace)[-1].session_id)] == [1, 0]


async def test_nothing_is_shown_to_a_session_of_the_holdout(
    site: Site, tokens: Tokens, person: Memory, graph: Graph
) -> None:
    """Neither in instructions nor in descriptions or results; the connection's id decides whether it belongs to it."""
    pattern(graph, person.workspace_id, action_type=TOOL)
    person.update_settings(holdout_rate=0.5, holdout_unit="session")
    shown = set()
    for number in range(12):
        async with over_http(site, tokens.agent) as client:
            places = [client.instructions or "", await described(client)]
            places.append(texts(await client.call_tool(TOOL, RIGHT))[0])
            await asyncio.to_thread(until_captured, person, number + 1)
        session = captured(person)[-1].session_id
        held = not person.telemetry.inject(action_type=TOOL, session_id=session).patterns
        shown.add((held, *("person:NotFound" in place for place in places)))
    assert shown == {(True, False, False, False), (False, True, True, True)}


async def test_the_instructions_name_the_costliest_failures(
    site: Site, server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    """Plain and situational failures by rate × runs, in words; no success takes a place."""
    w = workspace.workspace_id
    pattern(graph, w, "None", sample_count=500, confidence=1.0, evidence_confidence=1.0)
    pattern(graph, w, "NotFound", sample_count=40)
    situational_pattern(graph, w, "run=2", sample_count=9)
    for opened in (over_http(site, tokens.agent), over_stdio(server, tokens.agent)):
        async with opened as client:
            assert (client.instructions or "").endswith("""

[Oxagen memory — 2 relevant patterns]
Pattern: get:person:NotFound (confidence 0.80)
Recommendation: 80% of get actions on person nodes fail with NotFound.
Search for what the action names, and use the name exactly as found.
Pattern: get:person:AnyError, after two failed attempts in a row (confidence 0.80)
Recommendation: 80% of get actions on person nodes fail after two failed
attempts in a row (8 of 10; otherwise 17 of 38). What worked next: list
(5 of 7 times).""")


async def test_what_is_captured(site: Site, tokens: Tokens, person: Memory, graph: Graph) -> None:
    """Which tool, on what, how it ended; nothing of what was said. Each connection is a session of its own."""
    async with over_http(site, tokens.agent, name="planner") as client:
        await client.call_tool("memory.recall", {"query": "a secret question"})
        await client.call_tool("ontology_get_node", {"node_id": "p-1"})
        await client.call_tool("ontology.get_node", {"node_id": "Ada Lovelace of London"})
        await client.call_tool("memory.metric_create", {"name": "mine", "aggregation": "average"})
    async with over_http(site, tokens.agent, name="other") as client:
        await client.call_tool("memory.remember", {"content": "A secret.", "subject": "Ada"})
    recall, get, lost, denied, remember = captured(person)
    assert (recall.action_type, recall.node_type, recall.target_node_ids) == ("memory.recall", None, ())
    assert (get.action_type, get.node_type, get.target_node_ids) == ("ontology.get_node", "person", ("p-1",))
    assert (lost.outcome, lost.error_code, lost.target_node_ids) == ("failure", "NotFound", ())
    assert (denied.outcome, denied.error_code) == ("failure", "PermissionDenied")
    assert (recall.agent_id, remember.agent_id) == ("planner", "other")
    assert recall.session_id == get.session_id == lost.session_id != remember.session_id
    assert all(row.latency_ms is not None and row.latency_ms > 0 for row in captured(person))
    later(graph, person)
    kept = [str(row["properties"]) for row in graph.read(query("telemetry"), workspace_id=person.workspace_id)]
    assert len(kept) > 7
    assert not [text for text in kept if "secret" in text.lower() or "Lovelace" in text or "oxg_" in text]


async def test_sessions_end_with_their_connection(
    site: Site, server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    async with over_http(site, tokens.agent) as client:
        await client.call_tool("memory.recall", {"query": "anything"})
    async with over_stdio(server, tokens.agent) as client:
        await client.call_tool("memory.recall", {"query": "anything"})
    rows = graph.read(query("sessions"), workspace_id=workspace.workspace_id)
    assert [row["ended"] for row in rows] == [True, True]


async def test_the_session_of_requests_without_a_connection(site: Site, tokens: Tokens, workspace: Memory) -> None:
    """In the later era every request stands alone: what it names, else one of the token and the client."""
    named = cast("types.RequestParamsMeta", {"oxgraph/session_id": "run-7"})
    async with over_http(site, tokens.agent, mode=MODERN, name="planner") as client:
        await client.call_tool("memory.recall", {"query": "one"})
        await client.call_tool("memory.recall", {"query": "two"}, meta=named)
    async with over_http(site, tokens.agent, mode=MODERN, name="planner") as client:
        await client.call_tool("memory.recall", {"query": "three"})
    async with over_http(site, tokens.agent, mode=MODERN, name="other") as client:
        await client.call_tool("memory.recall", {"query": "four"})
    one, two, three, four = (row.session_id for row in captured(workspace))
    assert two == "run-7" and one == three
    assert len({one, two, four}) == 3


async def test_nothing_is_captured_or_injected_while_memory_is_off(
    site: Site, tokens: Tokens, person: Memory, graph: Graph
) -> None:
    await failing(site, tokens)
    later(graph, person)
    person.update_settings(injection_enabled=False)
    async with over_http(site, tokens.agent) as client:
        assert PATTERN not in (client.instructions or "") + await described(client)
        assert len(texts(await client.call_tool(TOOL, RIGHT))) == 1
    person.disable()
    count = len(captured(person))
    async with over_http(site, tokens.agent) as client:
        assert len(texts(await client.call_tool(TOOL, RIGHT))) == 1
    assert len(captured(person)) == count


@pytest.mark.parametrize("mode", ERAS)
async def test_a_changed_tool_list_is_notified(
    mode: str, attentive: Site, tokens: Tokens, person: Memory, graph: Graph
) -> None:
    """Once: to the session that listed its tools before, or to those who listen."""
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def hear(message: Any) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            heard.put_nowait(message.method)

    async with over_http(attentive, tokens.agent, mode=mode, heard=hear) as client:
        await client.list_tools()
        await failing(attentive, tokens)
        later(graph, person)
        if mode == HANDSHAKE:
            await client.call_tool("memory.recall", {"query": "anything"})
            await asyncio.wait_for(heard.get(), 10)
        else:
            async with client.listen(tools_list_changed=True) as news:
                await client.call_tool("memory.recall", {"query": "anything"})
                await asyncio.wait_for(anext(aiter(news)), 10)
        assert PATTERN in await described(client)
        await client.call_tool("memory.recall", {"query": "anything"})
    assert heard.qsize() == (0 if mode == HANDSHAKE else 1), "once in either era; what listens hears of it too"
