"""What hangs on episodes: memories of their sources, vectors, erasure; and that nothing of the sources is left."""

import json
from collections.abc import Iterator

import pytest

from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.episodic.summary_samples import SUMMARY, Model, connected, episodes, left, rows, sentence, talk
from tests.fixtures.client_samples import NOON, at
from tests.models.tiny_embedders import NEW, OLD, Broken
from tests.passes.test_runner import audits


@pytest.fixture(scope="module")
def old(server: Server) -> Iterator[Client]:
    with connected(server, embedder=OLD) as client:
        yield client


@pytest.fixture
def space(old: Client) -> Memory:
    return old.create_workspace(f"test {new_id()}")


def export(graph: Graph, space: Memory) -> str:
    """All properties of all nodes of a workspace and of their relationships."""
    nodes = "MATCH (n {workspace_id: $w}) RETURN properties(n)"
    edges = "MATCH (n {workspace_id: $w})-[r]-() RETURN properties(r)"
    return json.dumps([rows(graph, text, space) for text in (nodes, edges)], default=str, ensure_ascii=False)


@pytest.mark.parametrize("retention", ["window", "verbatim"])
def test_a_memory_leads_to_the_episode_of_its_source(space: Memory, graph: Graph, retention: str) -> None:
    space.update_settings(raw_retention=retention)
    words = ("Hi, I live in Berlin with my dog Max.", "It rains.", "My favourite drink in the morning is green tea.")
    said = [{"text": text, "said_at": at(days=60)} for text in words]
    report = space.semantic.ingest(said, conversation_id="c")
    assert len(report.memories) == 3
    (episode,) = space.episodic.summarize_old_turns("c", retain_last=0, model=Model()).episodes
    for memory in report.memories:
        found = space.semantic.why(memory.memory_id or "")
        (evidence,) = found.evidence
        assert (evidence.id, evidence.episode_id, evidence.summary) == (memory.message_id, episode.id, SUMMARY)
        assert (evidence.text is None) == (retention == "window")
        assert f"What it was taken from is summed up in the episode “{SUMMARY}”." in found.sentences
    assert space.semantic.get(memory.memory_id or "").evidence == (memory.message_id,)
    ends = rows(
        graph, "MATCH (m:_mem:memory {workspace_id: $w})-[:`_mem:derived_from`]->(e:episode) RETURN e.id", space
    )
    assert ends == [episode.id] * 3
    space.episodic.delete_episode(episode.id)
    assert space.semantic.why(memory.memory_id or "").evidence[0].summary is None
    assert space.semantic.ingest(said, conversation_id="c").known == 3
    assert len(space.semantic.list()) == 3


def test_an_episode_has_its_vector_at_once(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(4), conversation_id="c")
    space.episodic.summarize_old_turns("c", retain_last=0, model=Model())
    (node,) = episodes(graph, space)
    assert node["embedding"] == pytest.approx(OLD.embed(SUMMARY), abs=1e-6)
    assert (node["embedding_model"], node.get("unembedded")) == ("tiny-old", None)
    assert node["workspace_term"] == "ws" + space.workspace_id.replace("-", "")
    (found,) = space.recall("sailing boat trip", without="threshold", kinds="episode").results
    assert (found.id, found.kind) == (node["id"], "episode")
    space.episodic.delete_episode(node["id"])
    assert space.recall("sailing boat trip", without="threshold").results == ()


def test_without_an_embedder_the_upkeep_does_it(server: Server, graph: Graph) -> None:
    with connected(server) as client:
        space = client.create_workspace(f"test {new_id()}")
        space.episodic.add_messages(talk(4), conversation_id="c")
        space.episodic.summarize_old_turns("c", retain_last=0, model=Model())
        assert [row["unembedded"] for row in episodes(graph, space)] == [True]
        assert run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD).counters["embedded"] == 1
        (node,) = episodes(graph, space)
        assert node["embedding"] == pytest.approx(OLD.embed(SUMMARY), abs=1e-6)
        space.semantic.reembed("tiny-new")
        counters = run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=NEW).counters
        assert (counters["reembedded"], counters["emptied"]) == (1, 1)
        (node,) = episodes(graph, space)
        assert node["embedding_alt"] == pytest.approx(NEW.embed(SUMMARY), abs=1e-6)
        assert "embedding" not in node
        assert audits(graph, space.workspace_id, NOON) == []


def test_an_embedder_that_fails_costs_the_vector_alone(
    space: Memory, server: Server, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    space.episodic.add_messages(talk(4), conversation_id="c")
    with connected(server, embedder=Broken()) as client:
        done = client.workspace(space.name).episodic.summarize_old_turns("c", retain_last=0)
    assert done.turns == 4
    assert "episodes wait for their vectors" in caplog.text
    assert [row["unembedded"] for row in episodes(graph, space)] == [True]


def test_an_erased_name_goes_from_summaries_and_metadata(space: Memory, graph: Graph) -> None:
    space.semantic.remember(type="fact", content="Zora Quill was in Ulm.", subject="Zora Quill")
    space.episodic.add_messages(talk(4), conversation_id="c")
    summary = "The user asked about Zora Quill, and was told of Ulm."
    (episode,) = space.episodic.summarize_old_turns("c", retain_last=0, model=Model(summary)).episodes
    note = [
        {"text": "Fine.", "metadata": {"author": "Zora Quill", "n": 1}},
        {"text": "Zora Quill called.", "metadata": {"n": 2}},
        {"text": "Nobody called.", "metadata": {"n": 3}},
    ]
    space.episodic.add_messages(note, conversation_id="d")
    receipt = space.semantic.erase_subject("Zora Quill")
    assert receipt.clean
    (node,) = episodes(graph, space)
    assert node["summary"] == "The user asked about [erased], and was told of Ulm."
    assert node["source_message_ids"] == list(episode.source_message_ids)
    assert "embedding" not in node
    assert [(row["text"], row.get("metadata")) for row in left(graph, space, "d")] == [
        ("Fine.", None),
        ("[erased]", None),
        ("Nobody called.", '{"n":3}'),
    ]
    run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD)
    (node,) = episodes(graph, space)
    assert node["embedding"] == pytest.approx(OLD.embed(node["summary"]), abs=1e-6)
    assert "Zora" not in export(graph, space)
    assert audits(graph, space.workspace_id, NOON) == []


def test_a_slot_that_names_the_subject_goes(space: Memory, graph: Graph) -> None:
    space.semantic.remember(type="fact", content="Zora Quill was in Ulm.", subject="Zora Quill")
    for name, value in (("caller", {"name": "Zora Quill"}), ("count", 3)):
        text = "CREATE (s:_mem:slot {workspace_id: $w, id: $id, name: $name, value: $value, key: 'k'}) RETURN s.id"
        rows(graph, text, space, id=new_id(), name=name, value=json.dumps(value))
    assert space.semantic.erase_subject("Zora Quill").clean
    assert rows(graph, "MATCH (s:_mem:slot {workspace_id: $w}) RETURN s.name", space) == ["count"]


def test_nothing_of_the_sources_is_left(space: Memory, graph: Graph) -> None:
    """Under window: in no property, no relationship, and nothing that the indexes give."""
    secret = "Qwertzu tells about the Blorbs under the old lighthouse of Xanadu today."
    body = {"role": "tool", "text": "lookup(zyxwv) gave plughxyzzy"}
    steps = {"steps": [{"action_type": "look_up", "outcome": "success"}], "ticket": "T-frobnicate"}
    given = [*talk(6), {"text": secret, "speaker": "Ana", "metadata": steps}, body]
    space.semantic.ingest([one | {"said_at": at(days=60)} for one in given], conversation_id="c")
    assert space.episodic.summarize_old_turns("c", retain_last=0).turns == 8
    found = export(graph, space)
    for text in (secret, *(sentence(n) for n in range(6)), "plughxyzzy", "zyxwv", "frobnicate", "look_up"):
        assert text not in found
    assert left(graph, space) == []
    asked = "CALL db.index.fulltext.queryNodes('oxgraph_message_words', $q) YIELD node WHERE node.workspace_id = $w "
    assert rows(graph, asked + "RETURN node.id", space, q="lighthouse OR sailing OR plughxyzzy") == []
    near = "CALL db.index.vector.queryNodes($i, 100, $v) YIELD node WHERE node.workspace_id = $w RETURN node.id"
    for index in ("oxgraph_message_embedding", "oxgraph_message_embedding_alt"):
        assert rows(graph, near, space, i=index, v=OLD.embed("Ana: " + secret)) == []
    assert all(one.kind == "episode" for one in space.recall(secret, without="threshold").results)
