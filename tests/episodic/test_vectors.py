"""Messages get their vectors: at once where there is an embedder, else from the upkeep."""

from collections.abc import Iterator
from typing import Any

import pytest

from oxgraph import Client, Memory, cypher
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.episodic.samples import TALK, connected, messages
from tests.fixtures.client_samples import NOON
from tests.models.tiny_embedders import NEW, OLD, Broken, Tiny
from tests.passes.test_runner import audits


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Client]:
    """Without an embedder."""
    with connected(server) as client:
        yield client


@pytest.fixture(scope="module")
def old(server: Server) -> Iterator[Client]:
    with connected(server, OLD) as client:
        yield client


@pytest.fixture
def space(plain: Client) -> Memory:
    return plain.create_workspace(f"test {new_id()}")


def test_messages_get_their_vectors_at_once(old: Client, graph: Graph) -> None:
    space = old.create_workspace(f"test {new_id()}")
    space.episodic.add_messages(TALK, conversation_id="c")
    space.semantic.ingest([*TALK, {"text": "That was all.", "role": "assistant"}], conversation_id="c")
    for row, text in zip(messages(graph, space), ["Ana: " + TALK[0]["text"], "A fine city.", "Ana: ok"], strict=False):
        assert row["embedding"] == pytest.approx(OLD.embed(text), abs=1e-6)
    for row in messages(graph, space):
        assert (row["embedding_model"], row.get("unembedded")) == ("tiny-old", None)
    assert audits(graph, space.workspace_id, NOON) == []


def test_only_what_is_new_is_embedded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded: list[str] = []
    statements: list[str] = []

    class Heard(Tiny):
        def embed_many(self, texts: Any, progress: Any = None) -> list[list[float]]:
            embedded.extend(texts)
            return super().embed_many(texts, progress)

    for name in ("read", "write", "once"):
        monkeypatch.setattr(Graph, name, spying(getattr(Graph, name), statements))
    with connected(server, Heard("tiny-old", 4)) as client:
        memory = client.create_workspace(f"test {new_id()}").episodic
        memory.add_messages(["one", "two"], conversation_id="c")
        statements.clear()
        memory.add_messages(["one", "two", "three"], conversation_id="c")
        assert embedded == ["one", "two", "three"]
        assert statements == ["conversation/write_messages", "passes/write_embeddings"]
        statements.clear()
        memory.add_messages(["one", "two", "three"], conversation_id="c")
        assert (len(embedded), statements) == (3, ["conversation/write_messages"])


def spying(method: Any, statements: list[str]) -> Any:
    def spied(self: Graph, file: cypher.CypherFile, **params: Any) -> Any:
        statements.append(file.name)
        return method(self, file, **params)

    return spied


def test_without_an_embedder_the_upkeep_does_it(space: Memory, graph: Graph) -> None:
    long = {"text": "😀" * 19_999 + "ab", "speaker": None}
    space.episodic.add_messages([*TALK, long, {"text": "😀" * 20_000, "speaker": "Ana"}], conversation_id="c")
    run = run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD)
    assert (run.counters["embedded"], run.counters.get("turns")) == (7, None)
    found = messages(graph, space)
    texts = ["Ana: ok", "lookup(berlin)", "😀" * 19_999 + "a", "Ana: " + "😀" * 19_995]
    for row, text in zip(found[3:], texts, strict=True):
        assert row["embedding"] == pytest.approx(OLD.embed(text), abs=1e-6)
    assert run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD).counters.get("embedded") is None


def test_a_long_message_is_embedded_by_the_client_as_by_the_upkeep(old: Client, graph: Graph) -> None:
    space = old.create_workspace(f"test {new_id()}")
    space.episodic.add_messages([{"text": "😀" * 30_000, "speaker": "Ana"}])
    (row,) = messages(graph, space)
    assert row["embedding"] == pytest.approx(OLD.embed("Ana: " + "😀" * 19_995), abs=1e-6)


def test_an_embedder_of_another_model_leaves_them_waiting(
    old: Client, server: Server, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    space = old.create_workspace(f"test {new_id()}")
    space.episodic.add_messages("one", conversation_id="c")
    with connected(server, NEW) as client:
        there = client.workspace(space.name)
        assert there.episodic.add_messages("two", conversation_id="c").written == 1
        assert "wait for vectors of tiny-old" in caplog.text
        assert [row.get("unembedded") for row in messages(graph, space)] == [None, True]
        space.semantic.reembed("tiny-new")
        there.episodic.add_messages("three", conversation_id="c")
    run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=NEW)
    for row in messages(graph, space):
        assert row["embedding_alt"] == pytest.approx(NEW.embed(row["text"]), abs=1e-6)
        assert "embedding" not in row
    assert audits(graph, space.workspace_id, NOON) == []


def test_an_embedder_that_fails_loses_nothing(server: Server, graph: Graph) -> None:
    with connected(server, Broken()) as client:
        space = client.create_workspace(f"test {new_id()}")
        assert space.episodic.add_messages("one", conversation_id="c").written == 1
        assert [row["unembedded"] for row in messages(graph, space)] == [True]


def test_an_erased_message_has_no_vector(old: Client, graph: Graph) -> None:
    space = old.create_workspace(f"test {new_id()}")
    talk = [{"text": "I met Zora Quill in Ulm.", "speaker": "Ana"}, {"text": "Nice.", "role": "assistant"}]
    space.semantic.ingest(talk, conversation_id="c")
    space.episodic.add_messages([{"text": "Zora Quill called.", "role": "system"}], conversation_id="c")
    fact: dict[str, Any] = {"type": "fact", "content": "Zora Quill was in Ulm.", "subject": "Zora Quill"}
    space.semantic.remember(**fact, evidence=[messages(graph, space)[1]["id"]])
    space.semantic.erase_subject("Zora Quill")
    for row in messages(graph, space):
        gone = {"embedding", "embedding_alt", "embedding_model", "unembedded", "workspace_term"} & set(row)
        assert (row["text"], gone) == ("[erased]", set())
    run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD)
    assert not any("embedding" in row for row in messages(graph, space))
    assert "messages_missing_from_search" not in {name for name, _ in audits(graph, space.workspace_id, NOON)}


def test_the_audit_sees_what_cannot_be_found(old: Client, graph: Graph) -> None:
    space = old.create_workspace(f"test {new_id()}")
    space.episodic.add_messages("one", conversation_id="c")
    text = "MATCH (m:_mem:message {workspace_id: $w}) SET m.embedding_model = null, m.embedding = null"
    graph.driver.execute_query(text, w=space.workspace_id)
    found = dict(audits(graph, space.workspace_id, NOON))
    assert found["messages_missing_from_search"]["erased"] is False
    text = "MATCH (m:_mem:message {workspace_id: $w}) SET m.text = '[erased]', m.extraction_stage = 'erasure'"
    graph.driver.execute_query(text, w=space.workspace_id)
    assert dict(audits(graph, space.workspace_id, NOON))["messages_missing_from_search"]["erased"] is True
