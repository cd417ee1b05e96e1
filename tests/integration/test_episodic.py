"""Messages kept as they were said: once each, in order, found by their vectors, and extracted only when asked for."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher, errors
from oxgraph.evaluator import run_pass
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types.ingest import TEXT
from tests.integration.client_samples import NOON, at
from tests.integration.tiny_embedders import NEW, OLD, Tiny
from tests.passes.test_runner import audits

TALK: list[dict[str, Any]] = [
    {"text": "Hi, I live in Berlin with my dog Max.", "speaker": "Ana", "said_at": at(hours=3)},
    {"text": "A fine city.", "role": "assistant", "said_at": at(hours=2)},
    {"text": "ok", "speaker": "Ana"},
    {"text": "ok", "speaker": "Ana"},
    {"text": "lookup(berlin)", "role": "tool"},
]


def connected(server: Server, embedder: Any = None) -> Client:
    return oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=embedder)


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


def messages(graph: Graph, space: Memory, conversation_id: str | None = None) -> list[dict[str, Any]]:
    """The messages of a workspace, or of one conversation of it, in their order."""
    file = cypher.load(Path(__file__).parent / "cypher" / "messages.cypher", "query")
    rows = graph.read(file, workspace_id=space.workspace_id, conversation_id=conversation_id)
    return [row["properties"] for row in rows]


def chain(graph: Graph, space: Memory, conversation_id: str) -> list[int]:
    """The positions along `next`; each message has one behind it at most."""
    text = (
        "MATCH (m:_mem:message {workspace_id: $w, conversation_id: $c}) WHERE NOT ()-[:`_mem:next`]->(m)"
        " MATCH p = (m)-[:`_mem:next`*0..]->(last) WHERE NOT (last)-[:`_mem:next`]->()"
        " RETURN [n IN nodes(p) | n.position] AS places"
    )
    (row,) = graph.driver.execute_query(text, w=space.workspace_id, c=conversation_id).records
    return list(row["places"])


def test_what_is_kept(space: Memory, graph: Graph) -> None:
    added = space.episodic.add_messages(TALK, conversation_id="c")
    assert (added.written, added.known, added.conversations, added.reason) == (5, 0, ("c",), "")
    found = messages(graph, space)
    assert tuple(row["id"] for row in found) == added.ids
    assert [row["text"] for row in found] == [row["text"] for row in TALK]
    assert [row["role"] for row in found] == ["user", "assistant", "user", "user", "tool"]
    assert [row.get("speaker") for row in found] == ["Ana", None, "Ana", "Ana", None]
    assert [row["said_at"] for row in found] == [at(hours=3)] + [at(hours=2)] * 4
    assert [row["position"] for row in found] == [0, 1, 2, 3, 4]
    assert chain(graph, space, "c") == [0, 1, 2, 3, 4]
    for row in found:
        assert (row["extraction"], row["attempts"], row.get("next_attempt_at")) == ("none", 0, None)
        assert row["workspace_term"] == "ws" + space.workspace_id.replace("-", "")
    assert audits(graph, space.workspace_id, NOON) == []


def test_the_same_again_longer_and_in_pieces(space: Memory, graph: Graph) -> None:
    first = space.episodic.add_messages(TALK[:2], conversation_id="c")
    again = space.episodic.add_messages(TALK[:2], conversation_id="c")
    assert (again.ids, again.written, again.known) == (first.ids, 0, 2)
    longer = space.episodic.add_messages(TALK, conversation_id="c")
    assert (longer.ids[:2], longer.written, longer.known) == (first.ids, 3, 2)
    piece = space.episodic.add_messages([{"text": "New here.", "role": "system"}], conversation_id="c")
    assert (piece.written, chain(graph, space, "c")) == (1, [0, 1, 2, 3, 4, 5])


def test_the_conversation_follows_from_the_first_message(space: Memory, plain: Client, graph: Graph) -> None:
    first = space.episodic.add_messages(TALK[:1])
    longer = space.episodic.add_messages(TALK)
    assert (longer.conversations, longer.known) == (first.conversations, 1)
    assert space.semantic.ingest(TALK).conversations == first.conversations
    other = space.episodic.add_messages([TALK[0] | {"said_at": at(hours=9)}, *TALK[1:]])
    assert other.conversations != first.conversations, "the same words on another day"
    assert plain.create_workspace(f"test {new_id()}").episodic.add_messages(TALK).conversations != first.conversations


def test_each_message_may_name_its_conversation(space: Memory, graph: Graph) -> None:
    given = [{"text": f"{n}", "conversation_id": "ab"[n % 2]} for n in range(6)]
    added = space.episodic.add_messages(given)
    assert added.conversations == ("a", "b")
    by_id = {row["id"]: row["text"] for row in messages(graph, space)}
    assert [by_id[one] for one in added.ids] == [row["text"] for row in given]
    assert [row["text"] for row in messages(graph, space, "b")] == ["1", "3", "5"]


def test_who_the_user_is(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(["hello", {"text": "hi", "role": "assistant"}], conversation_id="c", speaker="Ana")
    assert [row.get("speaker") for row in messages(graph, space)] == ["Ana", None]


def test_many_in_parallel_each_once(space: Memory, server: Server, graph: Graph) -> None:
    """The same transcript by several at once, whole and in pieces of its beginning."""
    talk = [{"text": f"Message number {n} of this conversation.", "role": "assistant"} for n in range(450)]
    talk += [{"text": "The same again.", "role": "assistant"}] * 50

    def add(seed: int) -> None:
        with connected(server) as client:
            memory = client.workspace(space.name)
            for part in (talk[: random.Random(seed).randint(1, 500)], talk):
                memory.episodic.add_messages(part, conversation_id="c")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    found = messages(graph, space, "c")
    assert Counter(row["text"] for row in found) == Counter(row["text"] for row in talk)
    assert chain(graph, space, "c") == list(range(500))
    numbers = [row["text"] for row in found if row["text"].startswith("Message")]
    assert numbers == [row["text"] for row in talk[:450]], "whoever came first kept the order"


def test_a_transaction_for_every_200(space: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    heard: list[tuple[int, int]] = []
    once = Graph.once

    def spied(self: Graph, file: cypher.CypherFile, **params: Any) -> list[dict[str, Any]]:
        if file.name == "conversation/write_messages":
            written.append(len(params["messages"]))
        return once(self, file, **params)

    monkeypatch.setattr(Graph, "once", spied)
    space.episodic.add_messages([f"text {n}" for n in range(450)], progress=lambda *done: heard.append(done))
    assert (written, heard) == ([200, 200, 50], [(200, 450), (400, 450), (450, 450)])
    written.clear()
    space.episodic.add_messages(["x" * TEXT, *("y" * TEXT for _ in range(4))])
    assert written == [4, 1], "and not more than 4,000,000 characters"


def test_an_append_costs_the_same_at_any_length(space: Memory, plain: Client) -> None:
    """Work in the database, in hits, for one more message behind 50 and behind 5,000."""
    file = cypher.statement("conversation/write_messages")

    def hits(conversation_id: str) -> int:
        asked: dict[str, Any] = {"id": new_id(), "conversation_id": conversation_id, "workspace_id": space.workspace_id}
        row = {"id": new_id(), "role": "user", "speaker": None, "text": "more", "said_at": NOON}
        asked |= {"messages": [row], "extraction": "pending", "lease": timedelta(minutes=1), "now": NOON}
        asked |= {"token_hash": None, "title": None, "embedding_model": None}
        asked["id"] = oxgraph.ids.stable_id(space.workspace_id, "conversation", [conversation_id])
        summary = plain.graph.driver.execute_query(f"PROFILE {file.text}", asked).summary
        return sum(step.get("dbHits", 0) for step in walk(summary.profile))

    for length in (50, 5_000):
        space.episodic.add_messages([f"text {n}" for n in range(length)], conversation_id=f"of {length}")
        hits(f"of {length}")
    few, many = hits("of 50"), hits("of 5000")
    assert many <= few * 1.05 + 5, (few, many)


def walk(plan: Any) -> Iterator[Any]:
    yield plan
    yield from itertools.chain.from_iterable(walk(child) for child in plan.get("children", ()))


def test_raw_messages_are_extracted_when_asked_for(space: Memory, graph: Graph) -> None:
    added = space.episodic.add_messages(TALK, conversation_id="c")
    assert space.semantic.take_up().messages == 0, "the upkeep leaves them"
    report = space.semantic.ingest(TALK, conversation_id="c")
    assert (report.written, report.known) == (0, 0)
    assert {one.content for one in report.memories} == {"Ana lives in Berlin.", "Ana's dog is Max."}
    found = messages(graph, space)
    assert tuple(row["id"] for row in found) == added.ids
    assert {row["extraction"] for row in found} == {"done", "rejected"}
    space.episodic.add_messages(TALK, conversation_id="c")
    assert messages(graph, space) == found, "and the other way round nothing changes"


def test_where_memory_is_off_nothing_is_written(space: Memory, graph: Graph) -> None:
    space.disable()
    added = space.episodic.add_messages(TALK)
    assert (added.ids, added.written, added.reason) == ((), 0, "memory_disabled")
    assert messages(graph, space) == []


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (["fine", ""], r"messages\[1\].text"),
        (["x" * (TEXT + 1)], r"messages\[0\].text"),
        ([{"text": "x", "role": "robot"}], r"messages\[0\].role"),
        ([{"text": "x", "said_at": datetime(2026, 1, 1)}], "said_at"),
        ([{"text": "x", "said_at": NOON + timedelta(days=3)}], "said_at"),
        ([{"text": "x", "mood": "fine"}], "mood"),
    ],
)
def test_what_is_refused(space: Memory, graph: Graph, given: list[Any], field: str) -> None:
    with pytest.raises(errors.InvalidInput, match=field):
        space.episodic.add_messages(given)
    assert messages(graph, space) == []


def test_any_text_comes_back_as_it_was(space: Memory, graph: Graph) -> None:
    texts = ["x" * TEXT, "😀 مرحبا 你好", "a\u0000b\t\r\n", "{}[]`'\"\\ MATCH (n) DETACH DELETE n", " "]
    space.episodic.add_messages(texts, conversation_id="c")
    assert [row["text"] for row in messages(graph, space)] == texts


# Vectors.


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
        assert statements == ["conversation/write_messages", "evaluator/write_embeddings"]
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


class Broken:
    """An embedder that is down."""

    name, dimension = "tiny-old", 4

    def embed(self, text: str) -> list[float]:
        raise RuntimeError("down")

    def embed_many(self, texts: Any, progress: Any = None) -> list[list[float]]:
        raise RuntimeError("down")


def test_an_embedder_that_fails_loses_nothing(server: Server, graph: Graph) -> None:
    with connected(server, Broken()) as client:
        space = client.create_workspace(f"test {new_id()}")
        with pytest.raises(RuntimeError, match="down"):
            space.episodic.add_messages("one", conversation_id="c")
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
    assert "messages_out_of_search" not in {name for name, _ in audits(graph, space.workspace_id, NOON)}


def test_the_audit_sees_what_cannot_be_found(old: Client, graph: Graph) -> None:
    space = old.create_workspace(f"test {new_id()}")
    space.episodic.add_messages("one", conversation_id="c")
    text = "MATCH (m:_mem:message {workspace_id: $w}) SET m.embedding_model = null, m.embedding = null"
    graph.driver.execute_query(text, w=space.workspace_id)
    found = dict(audits(graph, space.workspace_id, NOON))
    assert found["messages_out_of_search"]["erased"] is False
    text = "MATCH (m:_mem:message {workspace_id: $w}) SET m.text = '[erased]', m.extraction_stage = 'erasure'"
    graph.driver.execute_query(text, w=space.workspace_id)
    assert dict(audits(graph, space.workspace_id, NOON))["messages_out_of_search"]["erased"] is True
