"""Models of the caller's own that fail: nothing is lost, and what needs no model goes on."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.fixtures.samples import START

HOUR = timedelta(hours=1)


class Service:
    """An embedder behind a service that may be away."""

    name, dimension = "of-a-service", 4

    def __init__(self) -> None:
        self.away = False

    def embed(self, text: str) -> list[float]:
        if self.away:
            raise ConnectionError("503")
        return [1.0, float(len(text) % 5), 0.5, 2.0]

    def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


class Limited:
    """A language model whose provider refuses."""

    name = "limited"

    def complete(self, system: str, user: str, schema: Any, *, timeout: float = 30.0) -> Any:
        raise RuntimeError("rate limit")


def waiting(graph: Graph, workspace_id: str) -> int:
    """Texts that wait for their vectors."""
    text = "MATCH (n:_mem {workspace_id: $w}) WHERE n.unembedded IS NOT NULL RETURN count(n) AS waiting"
    return int(graph.driver.execute_query(text, w=workspace_id).records[0]["waiting"])


def test_while_an_embedder_is_away_texts_wait_and_words_find(
    server: Server, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service()
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=service) as client:
        space = client.create_workspace(f"test {new_id()}")
        space.semantic.remember(type="fact", content="Ada likes tea", subject="Ada")
        service.away = True
        space.semantic.remember(type="fact", content="Ada likes jam", subject="Ada")
        space.user("eve").upsert_fact("collects stamps")
        assert space.episodic.add_messages(["The jam is in the cellar."], conversation_id="c").written == 1
        found = space.recall("Where is the jam of Ada?", without="threshold")
        assert {one.content for one in found.results} >= {"Ada likes jam", "The jam is in the cellar."}
        assert ("embedding", "failed") in {(one.retriever, one.reason) for one in found.notes.dropped}
        assert [one.text for one in space.episodic.search("jam in the cellar")] == ["The jam is in the cellar."]
        assert [one.fact for one in space.user("eve").search_facts("stamps")] == ["collects stamps"]
        space.telemetry.context("Charge an order")
        space.semantic.entities.search("Ada")
        assert "the model of-a-service failed, memories wait for their vectors: ConnectionError: 503" in caplog.text
        assert waiting(graph, space.workspace_id) >= 3
        service.away = False
        run_pass(graph, space.workspace_id, "upkeep", now=START, embedder=service)
        assert waiting(graph, space.workspace_id) == 0


def test_a_language_model_that_raises_is_done_without(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, model=Limited()) as client:
        space = client.create_workspace(f"test {new_id()}")
        space.semantic.remember(type="fact", content="Ada likes tea", subject="Ada")
        found = space.recall("Tell me about Ada", without="threshold")
        assert [one.content for one in found.results] == ["Ada likes tea"]
        assert found.answer == ""
        assert "RuntimeError: rate limit" in caplog.text
        report = space.ingest("I live in Leeds with my dog.", conversation_id="c")
        assert (report.written, report.waiting) == (1, 1)


class Lisbon:
    """A language model that finds one memory in the first turn."""

    name = "lisbon"

    def complete(self, system: str, user: str, schema: Any, *, timeout: float = 30.0) -> Any:
        text = "I live in Leeds with my dog."
        said = {"turn": "t1", "content": "The user lives in Leeds", "subject": "user", "quote": text}
        return schema(memories=[said | {"type": "fact", "predicate": "lives_in", "object": "Leeds"}])


def test_an_extraction_waits_for_the_vectors_that_it_is_checked_by(server: Server) -> None:
    service = Service()
    service.away = True
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=service, model=Lisbon()) as client:
        space = client.create_workspace(f"test {new_id()}")
        report = space.ingest("I live in Leeds with my dog.", conversation_id="c", user_id="eve")
        assert (report.written, report.waiting) == (1, 1)
        assert space.semantic.list() == []
        service.away = False
        assert space.semantic.extract_pending().messages == 0  # not yet: it is tried again after a pause
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START + HOUR, embedder=service, model=Lisbon()) as now:
        assert now.workspace(space.name).semantic.extract_pending().waiting == 0
        assert [one.object for one in now.workspace(space.name).semantic.list(user_id="eve")] == ["Leeds"]


def test_a_cross_encoder_that_raises_leaves_the_order(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    class Gone:
        name = "gone"

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            raise ConnectionError("503")

    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, cross_encoder=Gone()) as client:
        space = client.create_workspace(f"test {new_id()}")
        space.semantic.remember(type="fact", content="Ada likes tea", subject="Ada")
        found = space.recall("What does Ada like?", without="threshold", k=1)
    assert [one.content for one in found.results] == ["Ada likes tea"]
    assert ("reranking", "failed") in {(one.retriever, one.reason) for one in found.notes.dropped}
    assert "the model gone failed, results keep their order" in caplog.text


def test_a_package_that_is_missing_is_said(server: Server) -> None:
    class Missing(Service):
        def embed(self, text: str) -> list[float]:
            raise errors.ExtraMissing(feature="this embedder", extra="sentence-transformers")

    with oxgraph.connect(server.uri, server.auth, embedder=Missing()) as client:
        space = client.create_workspace(f"test {new_id()}")
        with pytest.raises(errors.ExtraMissing):
            space.recall("Where is the jam?")
