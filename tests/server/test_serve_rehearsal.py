"""What the server asks after its start, before agents do."""

import re
import uuid
from collections.abc import Awaitable

import pytest

import oxgraph
from oxgraph.client import AsyncClient
from oxgraph.graph import AsyncGraph
from oxgraph.local import Server
from oxgraph.models import MiniLMEmbedder, OpenAICompatibleModel
from oxgraph.server.rehearsal import PROMPT, rehearse
from tests.fixtures.chat_server import ChatServer


async def test_it_asks_of_the_newest_workspace_and_leaves_no_trace(
    server: Server, chat: ChatServer, model: OpenAICompatibleModel
) -> None:
    name = f"rehearsed {uuid.uuid4()}"
    embedder = MiniLMEmbedder()
    with oxgraph.connect(server.uri, server.auth, embedder=embedder) as client:
        memory = client.create_workspace(name)
        memory.episodic.add_messages([f"{PROMPT} The tests of the shop."], conversation_id="c")
        memory.semantic.remember(type="fact", content="The tests went wrong yesterday.", subject="tests")
        assert memory.recall(PROMPT, touch=False).results, "it would count as read"
        before = client.digest_workspace(name)
        async with AsyncClient(AsyncGraph.at(server.uri, server.auth), embedder=embedder, model=model) as own:
            await rehearse(own)
            await (await own.workspace(name)).flush()
        assert client.digest_workspace(name) == before
        assert chat.requests == []


async def test_without_neo4j_it_raises_nothing(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "oxgraph.server")
    async with AsyncClient(AsyncGraph.at("bolt://127.0.0.1:1", server.auth, retry_seconds=0)) as client:
        await rehearse(client)
    assert [record.message for record in caplog.records] == ["first_questions_not_rehearsed"]


async def test_it_asks_what_the_explorers_first_pages_do(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """Neo4j has then planned each of their statements."""
    caplog.set_level("DEBUG", "neo4j.io")

    def asked() -> set[str]:
        found = {name for one in caplog.messages for name in re.findall(r"//@ statement: ([\w/]+)", one)}
        caplog.clear()
        return found

    name = f"looked at {uuid.uuid4()}"
    async with AsyncClient(AsyncGraph.at(server.uri, server.auth)) as client:
        memory = await client.create_workspace(name)
        fact = await memory.semantic.remember(type="fact", content="Ada works at Acme.", subject="Ada")
        asked()
        await rehearse(client)
        rehearsed = asked()
        telemetry, entities = memory.telemetry, memory.semantic.entities
        (entity,) = (await entities.list_page()).items
        pages: list[Awaitable[object]] = [
            telemetry.overview(),
            telemetry.timeline_page(),
            telemetry.patterns_page(),
            memory.semantic.list_page(),
            memory.semantic.why(fact.id),
            entities.search("Ada"),
            entities.get(entity.id),
            telemetry.effect(),
            telemetry.sequences_page(session_id="s1"),
            telemetry.actions_page(session_id="s1"),
            memory.growth(),
            memory.graph.find(),
            memory.graph.find("Ada"),
            memory.graph.neighbours(entity.id),
        ]
        for page in pages:
            await page
        assert asked() <= rehearsed
