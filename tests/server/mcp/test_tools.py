"""A real client calls every tool on real data, over every transport."""

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from mcp.client.client import Client

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.server.mcp.tool_listing import DEFAULT_TOOLSETS, TOOLSETS, tools, with_underscores
from tests.fixtures.client_samples import at, pattern, sequence
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import HANDSHAKE, MODERN, over_http, over_stdio, texts

WAYS = ["http", *(pytest.param(way, marks=pytest.mark.deep) for way in ("http modern", "stdio", "stdio modern"))]


class Agent:
    """Calls tools and keeps which; the structured content of each, after a look at its text."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.used: set[str] = set()
        self.said = ""

    async def __call__(self, name: str, /, **arguments: Any) -> Any:
        self.used.add(name)
        result = await self._client.call_tool(name, arguments)
        assert not result.is_error, texts(result)
        self.said = texts(result)[-1]
        assert self.said
        return result.structured_content


@asynccontextmanager
async def entered(way: str, site: Site, server: Server, token: str) -> AsyncIterator[Agent]:
    """An agent connected over one of the transports; the client checks results by the schemas of the whole list."""
    transport, _, modern = way.partition(" ")
    mode = MODERN if modern else HANDSHAKE
    opened: AbstractAsyncContextManager[Client] = (
        over_http(site, token, mode=mode, query="?toolsets=all&schemas=full")
        if transport == "http"
        else over_stdio(server, token, "--toolsets", "all", "--full-schemas", mode=mode)
    )
    async with opened as client:
        await client.list_tools()
        yield Agent(client)


@pytest.mark.parametrize("way", WAYS)
async def test_every_tool(  # noqa: PLR0917 - fixtures
    way: str, site: Site, server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    """One test, as a test of all must see all; each part is a layer."""
    async with entered(way, site, server, tokens.admin) as agent:
        assert (await agent("workspace.enable_memory"))["memory_enabled"] is True
        await _memories(agent)
        await _decisions(agent)
        await _ontology(agent)
        await _telemetry(agent, workspace, graph)
        await _metrics(agent)
        await _pilot(agent)
        assert (await agent("workspace.disable_memory"))["memory_enabled"] is False
        assert agent.said == "Memory is off."
        assert agent.used == set(tools())


async def _memories(call: Agent) -> None:
    kept = await call(
        "memory.remember", content="Ada works at Acme.", subject="Ada", predicate="works_at", object="Acme"
    )
    assert kept["outcome"] == "created"
    found = await call("memory.recall", query="Where does Ada work?", limit=3)
    assert found["results"][0]["id"] == kept["id"]
    assert "Ada works at Acme." in call.said and kept["id"] in call.said
    told = await call("memory.why", node_id=kept["id"])
    assert told["kind"] == "memory" and "Ada" in call.said
    said = await call(
        "memory.ingest", messages=[{"text": "I live in Lisbon.", "speaker": "Ada"}], conversation_id="c-1"
    )
    assert (said["messages"], said["written"], said["conversations"]) == (1, 1, ["c-1"])
    gone = await call("memory.forget", memory_id=kept["id"])
    assert (gone["from_status"], gone["to_status"]) == ("active", "forgotten")
    assert all(
        one["id"] != kept["id"] for one in (await call("memory.recall", query="Where does Ada work?"))["results"]
    )


async def _decisions(call: Agent) -> None:
    """Lists, corrections, contradictions and the facts of a user."""
    berlin = {"subject": "Ben", "predicate": "lives_in", "content": "Ben lives in Berlin.", "object": "Berlin"}
    kept = await call("memory.remember", **berlin)
    listed = await call("memory.list", subject="Ben")
    assert [one["id"] for one in listed["items"]] == [kept["id"]]
    new = {"content": "Ben lives in Bonn.", "object": "Bonn"}
    bonn = (await call("memory.update", memory_id=kept["id"], new=new))["id"]
    assert [one["id"] for one in (await call("memory.list", subject="Ben", status="active"))["items"]] == [bonn]
    other = {"content": "Ben lives in Bern.", "subject": "Ben", "predicate": "lives_in", "object": "Bern"}
    await call("memory.remember", **other, confidence=0.5)
    waiting = (await call("memory.review"))["items"]
    assert bonn in {one["memory"]["id"] for one in waiting}
    assert (await call("memory.settle", memory_id=bonn, keep=bonn))["changes"]
    assert (await call("memory.review"))["items"] == []
    fact = await call("user.upsert_fact", user_id="u-1", fact="Prefers trains to planes.")
    assert [one["id"] for one in (await call("user.facts", user_id="u-1"))["items"]] == [fact["id"]]


async def _ontology(call: Agent) -> None:
    person = await call(
        "ontology.create_node", name="Grace Hopper", node_type="person", node_id="p-1", properties={"age": 85}
    )
    assert (person["name"], person["type"], person["properties"]["age"]) == ("Grace Hopper", "person", 85)
    await call("ontology.create_node", name="US Navy", node_type="organisation", node_id="o-1")
    linked = await call("ontology.link", source="p-1", relationship_type="SERVED_IN", target="o-1")
    assert linked["created"] is True
    assert (await call("ontology.search", query="Grace Hoper"))["items"][0]["node_id"] == "p-1"
    walked = await call("ontology.traverse", node_id="p-1", depth=2)
    assert [node["node_id"] for node in walked["nodes"]] == ["p-1", "o-1"]
    changed = await call(
        "ontology.update_node", node_id="p-1", description="A computer scientist.", properties={"age": None}
    )
    assert changed["description"] == "A computer scientist." and "age" not in changed["properties"]
    assert (await call("ontology.get_node", node_id="p-1"))["links"]


async def _telemetry(call: Agent, workspace: Memory, graph: Graph) -> None:
    sequence(graph, workspace.workspace_id, at(days=1), outcome="failure", intent_summary="merge two customers")
    pattern_id = pattern(graph, workspace.workspace_id)
    found = await call("memory.search", action_type="get", node_type="person")
    assert found["patterns"][0]["pattern_id"] == pattern_id and len(found["sequences"]) == 1
    assert pattern_id in call.said
    assert len((await call("memory.context", query="merging customers"))["items"]) <= 1
    shown = await call("memory.context_inject", action_type="get", node_type="person")
    assert [one["id"] for one in shown["patterns"]] == [pattern_id]
    assert call.said == shown["block"]
    noted = await call("memory.annotate", pattern_id=pattern_id, annotation="Look the node up first.")
    assert noted["annotation"] == "Look the node up first."


async def _metrics(call: Agent) -> None:
    made = await call(
        "memory.metric_create",
        name="Merges",
        event_filter={"action_type": ["ontology_mutation"]},
        success_condition="outcome == 'success'",
        aggregation="rate",
        window_days=14,
        description="Rate of merges that succeed",
    )
    assert made["action_types"] == ["ontology_mutation"]
    assert (await call("memory.metric_update", metric_id=made["id"], window_days=30))["window_days"] == 30
    listed = await call("memory.metric_list")
    assert {"Merges", "Task success rate"} <= {one["name"] for one in listed["items"]}
    assert (await call("memory.benchmark_get", metric_id=made["id"]))["items"] == []
    weeks = [
        {"since": "2026-04-01T00:00:00Z", "until": "2026-04-08T00:00:00Z"},
        {"since": "2026-04-25T00:00:00Z", "until": "2026-05-02T00:00:00Z"},
    ]
    compared = await call("memory.benchmark_compare", metric_id="Task success rate", windows=weeks)
    assert compared["b"]["sample_count"] == 1 and compared["difference"] is None
    assert (await call("memory.metric_delete", metric_id=made["id"]))["deleted"] is True


async def _pilot(call: Agent) -> None:
    assert (await call("evaluations.live"))["verdict"] == "no runs"
    begun = await call("evaluations.pilot", runs=400, effect=0.15, holdout_rate=0.4, stop=True)
    assert (begun["planned"], begun["holdout_rate"], begun["holdout_unit"]) == (400, 0.4, "session")
    assert begun["stop_harmful_injection"] is True
    assert (await call("evaluations.live"))["since"] == begun["since"]


async def test_a_tool_that_stored_nothing_says_so_first(site: Site, tokens: Tokens) -> None:
    async with over_http(site, tokens.admin, query="?toolsets=all") as client:
        kept = await client.call_tool("memory.remember", {"type": "fact", "content": "Ada likes tea"})
        assert "Nothing was" not in texts(kept)[0]
        await client.call_tool("workspace.disable_memory", {})
        for tool, given in (
            ("memory.remember", {"type": "fact", "content": "Ada likes coffee"}),
            ("memory.ingest", {"messages": [{"role": "user", "text": "I like coffee."}]}),
        ):
            answered = await client.call_tool(tool, given)
            assert texts(answered)[-2] == "Nothing was stored: memory is switched off in this workspace."
            assert answered.structured_content is not None
            assert answered.structured_content["reason"] == "memory_disabled"
        await client.call_tool("workspace.enable_memory", {})
        assert "Nothing was" not in "".join(texts(await client.call_tool("memory.list", {})))


async def test_long_texts_do_not_fill_what_is_structured(site: Site, tokens: Tokens, workspace: Memory) -> None:
    rain = "It rained on that day, and nothing else happened. " * 400
    said = [f"{rain} The cello of Anna lies in locker {n}. {rain}" for n in range(12)]
    workspace.episodic.add_messages([{"text": text, "speaker": "Anna"} for text in said], conversation_id="long")
    async with over_http(site, tokens.agent) as client:
        found = await client.call_tool("memory.recall", {"query": "In which locker is the cello?"})
    assert len(json.dumps(found.structured_content)) < 60_000
    results = found.structured_content["results"]
    assert len(results) == 10
    assert all("locker" in row["content"] and "excerpt" not in row for row in results)
    assert all(near["text"].endswith("…") for row in results for near in row["neighbours"])


async def test_the_fixed_tool_names_exist() -> None:
    """The eleven and one of agent memory, and those of the other layers."""
    assert set(tools()) == {
        *("workspace.enable_memory", "workspace.disable_memory"),
        *(f"memory.{name}" for name in ("search", "context", "annotate", "context_inject")),
        *(f"memory.metric_{name}" for name in ("create", "update", "delete", "list")),
        *(f"memory.benchmark_{name}" for name in ("get", "compare")),
        *(f"evaluations.{name}" for name in ("live", "pilot")),
        *(f"memory.{name}" for name in ("recall", "remember", "ingest", "forget", "why")),
        *(f"memory.{name}" for name in ("list", "update", "review", "settle")),
        *("user.upsert_fact", "user.facts"),
        *(f"ontology.{name}" for name in ("search", "get_node", "create_node", "update_node", "link", "traverse")),
    }


async def test_names_without_dots(site: Site, server: Server, tokens: Tokens) -> None:
    """Listed where they are asked for, taken always; the texts speak of the names that are listed."""
    async with over_http(site, tokens.agent, query="?names=underscores") as client:
        listed = (await client.list_tools()).tools
        assert "memory_recall" in {tool.name for tool in listed}
        spoken = " ".join([client.instructions or "", *(tool.description or "" for tool in listed)])
        assert not [name for name in tools() if name in spoken]
        assert not (await client.call_tool("memory.recall", {"query": "anything"})).is_error
    async with over_stdio(server, tokens.agent, "--underscores") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} <= {with_underscores(name) for name in tools()}
    async with over_http(site, tokens.agent) as client:
        assert not (await client.call_tool("memory_recall", {"query": "anything"})).is_error


async def test_an_argument_that_a_client_adds_for_itself_is_left_out(site: Site, tokens: Tokens) -> None:
    """Gemini CLI adds `wait_for_previous` to every tool's schema, and sends on what its model gives."""
    async with over_http(site, tokens.agent) as client:
        found = await client.call_tool("memory.recall", {"query": "anything", "wait_for_previous": True})
        assert not found.is_error, texts(found)
        assert (await client.call_tool("memory.recall", {"query": "anything", "other": True})).is_error


async def test_a_list_has_the_toolsets_that_are_asked_for(site: Site, server: Server, tokens: Tokens) -> None:
    """Short by default; the tools of other toolsets can be called all the same."""
    by_toolset = {
        one: {name for name, tool in tools().items() if tool.tool and tool.tool.toolset == one} for one in TOOLSETS
    }
    async with over_http(site, tokens.admin) as client:
        listed = (await client.list_tools()).tools
        assert {tool.name for tool in listed} == set().union(*(by_toolset[one] for one in DEFAULT_TOOLSETS))
        assert not [tool.name for tool in listed if tool.output_schema or "maximum" in str(tool.input_schema)]
        assert not (await client.call_tool("memory.metric_list", {})).is_error
        found = await client.call_tool("memory.recall", {"query": "anything", "budget": 100})
        assert found.structured_content and not found.is_error
    async with over_http(site, tokens.admin, query="?toolsets=operate,memory") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == by_toolset["operate"] | by_toolset["memory"]
    async with over_stdio(server, tokens.admin, "--toolsets", "experience") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == by_toolset["experience"]


@pytest.mark.parametrize("query", ["toolsets=all,memory", "toolsets=", "schemas=long", "names=dashes"])
def test_an_unknown_option_of_the_list_is_refused(query: str, site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as client:
        answer = client.post(f"/mcp?{query}", json={})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
