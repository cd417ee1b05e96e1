"""What goes with a message or a conversation: all that has no other source, and no text of it is left."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Client, Memory, errors
from oxgraph.client._sync.ingest import Ingest
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.episodic.samples import chain, connected, messages
from tests.fixtures.client_samples import NOON, at
from tests.models.tiny_embedders import OLD
from tests.passes.test_runner import audits

SECRET = "quetzal"
TALK: list[dict[str, Any]] = [
    {"text": "I live in Berlin with my dog Max, near the quetzal house.", "speaker": "Ana", "said_at": at(days=90)},
    {"text": "My quetzal is fine. I work at Acme.", "speaker": "Ana", "said_at": at(days=89)},
    {"text": "A quetzal? Fine.", "role": "assistant", "metadata": {"note": "quetzal"}, "said_at": at(days=1)},
]


@pytest.fixture(scope="module")
def old(server: Server) -> Iterator[Client]:
    with connected(server, OLD) as client:
        yield client


@pytest.fixture
def space(old: Client) -> Memory:
    return old.create_workspace(f"test {new_id()}")


def counts(graph: Graph, space: Memory) -> dict[str, int]:
    """How many nodes of each kind are left."""
    text = "MATCH (n:_mem {workspace_id: $w}) UNWIND labels(n) AS kind RETURN kind, count(*) AS number"
    found = {row["kind"]: row["number"] for row in graph.driver.execute_query(text, w=space.workspace_id).records}
    kinds = ("conversation", "message", "episode", "memory", "question", "slot")
    return {kind: found[kind] for kind in kinds if kind in found}


def said_anywhere(graph: Graph, space: Memory, sought: str) -> list[tuple[str, str]]:
    """Where a text stands in the workspace: every property of every node and relationship."""
    text = (
        "MATCH (n {workspace_id: $w}) OPTIONAL MATCH (n)-[r]->()"
        " WITH collect(DISTINCT properties(n)) + collect(DISTINCT properties(r)) AS things"
        " UNWIND things AS t RETURN t"
    )
    rows = graph.driver.execute_query(text, w=space.workspace_id).records
    return [
        (str(row["t"].get("id")), key)
        for row in rows
        for key, value in row["t"].items()
        if sought in str(value).lower()
    ]


def talk(space: Memory, conversation_id: str = "c") -> None:
    """Messages with memories, questions, vectors, an episode and a slot."""
    space.semantic.ingest(TALK, conversation_id=conversation_id)
    ids = [message.id for message in space.episodic.messages(conversation_id)]
    fact: dict[str, Any] = {"type": "fact", "content": f"Ana has a {SECRET}.", "subject": "Ana", "object": "bird"}
    space.semantic.remember(**fact, evidence=ids[1:])
    space.working.set(conversation_id, "plan", {"seek": SECRET})


def test_nothing_is_left_of_a_conversation(space: Memory, graph: Graph) -> None:
    talk(space)
    run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD)
    before = counts(graph, space)
    assert before == {"conversation": 1, "message": 3, "memory": 4, "question": before["question"], "slot": 1}
    assert len(said_anywhere(graph, space, SECRET)) >= 6
    heard: list[tuple[int, int]] = []
    gone = space.episodic.delete_conversation("c", progress=lambda *done: heard.append(done))
    assert gone.model_dump() == {
        "conversation_id": "c", "messages": 3, "episodes": 0, "memories": 4, "kept": 0, "slots": 1,
    }  # fmt: skip
    assert heard == [(3, 3)]
    assert counts(graph, space) == {}
    assert said_anywhere(graph, space, SECRET) == []
    assert audits(graph, space.workspace_id, NOON) == []
    for call in (space.episodic.conversation, space.episodic.delete_conversation):
        with pytest.raises(errors.NotFound):
            call("c")


def test_what_has_other_evidence_stays(space: Memory, graph: Graph) -> None:
    space.semantic.ingest(TALK[:2], conversation_id="c")
    space.semantic.ingest(TALK[:1], conversation_id="d")
    mine = space.semantic.remember(
        type="fact",
        content="Ana likes tea.",
        subject="Ana",
        evidence=[messages(graph, space, "c")[0]["id"], "a letter"],
    )
    gone = space.episodic.delete_conversation("c")
    assert (gone.memories, gone.kept) == (1, 3)
    left = {row.content: row.evidence for row in space.semantic.list()}
    other = messages(graph, space, "d")[0]["id"]
    assert left == {"Ana lives in Berlin.": (other,), "Ana's dog is Max.": (other,), "Ana likes tea.": ("a letter",)}
    assert mine.memory_id
    assert space.episodic.delete_conversation("d").memories == 2
    assert [row.content for row in space.semantic.list()] == ["Ana likes tea."]


def test_with_what_was_summed_up(space: Memory, graph: Graph) -> None:
    talk(space)
    space.episodic.summarize_old_turns("c", retain_last=1)
    assert counts(graph, space)["episode"] == 1
    gone = space.episodic.delete_conversation("c")
    assert (gone.messages, gone.episodes, gone.memories) == (1, 1, 4)
    assert counts(graph, space) == {}
    assert said_anywhere(graph, space, SECRET) == []
    report = space.semantic.ingest(TALK, conversation_id="c")
    assert report.written == 3, "and may all be said anew"
    assert audits(graph, space.workspace_id, NOON) == []


def test_the_same_may_be_said_anew(space: Memory, graph: Graph) -> None:
    first = space.semantic.ingest(TALK, conversation_id="c")
    for _ in range(2):
        space.episodic.delete_conversation("c")
        again = space.semantic.ingest(TALK, conversation_id="c")
        assert (again.written, len(again.memories)) == (3, len(first.memories))
        assert {one.outcome for one in again.memories} == {"created"}
        assert chain(graph, space, "c") == [0, 1, 2]
        assert space.episodic.conversation("c").messages == 3
    assert audits(graph, space.workspace_id, NOON) == []


ONE = "MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})\nWHERE "
AMONG_ALL = """MATCH (w:_mem:workspace) USING INDEX w:_mem(workspace_id, id)
WHERE w.workspace_id IS NOT NULL AND w.id IS NOT NULL
  AND w.workspace_id + '' = $workspace_id AND w.id + '' = $workspace_id AND """


def test_the_same_is_said_anew_whatever_the_plan(space: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A young database's plan looks for the workspace among all nodes, also those that are deleted meanwhile."""

    def scanning(name: str) -> CypherFile:
        file = statement(name)
        if name != "conversation/write_messages":
            return file
        assert ONE in file.text
        return replace(file, text=file.text.replace(ONE, AMONG_ALL))

    monkeypatch.setattr("oxgraph.client._sync.access.statement", scanning)
    said = [{"text": f"{SECRET} {n}", "said_at": at(days=9)} for n in range(100)]
    for _ in range(2):
        assert space.episodic.add_messages(said, conversation_id="c").written == 100
        space.episodic.delete_conversation("c")


def test_who_contradicted_one_stands_higher(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(TALK, conversation_id="c")
    evidence = [messages(graph, space)[0]["id"]]
    fact: dict[str, Any] = {"type": "fact", "subject": "Ana", "predicate": "lives_in", "valid_from": at(days=5)}
    kept = space.semantic.remember(**fact, content="Ana lives in Ulm.", object="Ulm", confidence=0.5)
    space.semantic.remember(**fact, content="Ana lives in Berlin.", object="Berlin", evidence=evidence)
    assert kept.memory_id is not None
    before = space.semantic.get(kept.memory_id)
    space.episodic.delete_conversation("c")
    after = space.semantic.get(kept.memory_id)
    assert (before.rank_weight, after.rank_weight) == (0.5, 1.0)
    assert audits(graph, space.workspace_id, NOON) == []


class Stopped(Exception):
    """The process went away."""


@pytest.mark.deep
def test_it_goes_on_wherever_it_was_stopped(space: Memory, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before and after each statement of a deletion, and begun again."""
    monkeypatch.setattr("oxgraph.client._sync.erasure.BATCH", 2)
    write = Graph.write
    for place in range(20):
        name = f"c{place}"
        talk(space, name)
        space.episodic.summarize_old_turns(name, retain_last=1)
        left = [place]

        def stopping(self: Graph, file: Any, left: list[int] = left, **params: Any) -> Any:
            if left[0] == 0:
                raise Stopped
            left[0] -= 1
            return write(self, file, **params)

        monkeypatch.setattr(Graph, "write", stopping)
        try:
            space.episodic.delete_conversation(name)
        except Stopped:
            ended = False
        else:
            ended = True
        monkeypatch.setattr(Graph, "write", write)
        if not ended:
            with pytest.raises(errors.ConversationDeleted):
                space.episodic.add_messages("more", conversation_id=name)
            assert space.episodic.history(name) == ()
            space.episodic.delete_conversation(name)
        assert counts(graph, space) == {}
        assert said_anywhere(graph, space, SECRET) == []
        if ended:
            assert place >= 4
            break
    assert audits(graph, space.workspace_id, NOON + timedelta(days=3)) == []


PROGRAM = """
import sys, oxgraph
with oxgraph.connect(sys.argv[1], (sys.argv[2], sys.argv[3]), embedder=None) as client:
    def told(done, of):
        print(done, flush=True)
        sys.stdin.readline()
    client.workspace(sys.argv[4]).episodic.delete_conversation("c", progress=told)
"""


@pytest.mark.deep
def test_a_client_that_is_killed(space: Memory, server: Server, graph: Graph) -> None:
    given = [{"text": f"{SECRET} {n}", "said_at": NOON - timedelta(minutes=900 - n)} for n in range(900)]
    space.episodic.add_messages(given, conversation_id="c")
    arguments = [sys.executable, "-c", PROGRAM, server.uri, *server.auth, space.name]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "200\n"
        child.stdin.write("\n")
        child.stdin.flush()
        assert child.stdout.readline() == "400\n"
        child.kill()
    assert counts(graph, space) == {"conversation": 1, "message": 500}
    assert space.episodic.conversations() == ()
    assert space.episodic.delete_conversation("c").messages == 500
    assert counts(graph, space) == {}


def test_while_it_goes_nobody_reads_or_adds(space: Memory, graph: Graph) -> None:
    talk(space)
    space.episodic.add_messages([{"text": "I live in Rome.", "speaker": "Ana"}], conversation_id="c", learn=True)
    text = "MATCH (c:_mem:conversation {workspace_id: $w}) SET c.deleted_at = $now"
    graph.driver.execute_query(text, w=space.workspace_id, now=NOON - timedelta(days=2))
    assert (space.episodic.history("c"), space.episodic.messages("c"), space.episodic.conversations()) == ((), (), ())
    with pytest.raises(errors.NotFound):
        space.episodic.conversation("c")
    for add in (space.episodic.add_messages, space.semantic.ingest):
        with pytest.raises(errors.ConversationDeleted, match="delete_conversation again"):
            add("more", conversation_id="c")
    assert space.semantic.take_up().messages == 0
    found = dict(audits(graph, space.workspace_id, NOON))
    assert found["unfinished_deletions"]["conversation_id"] == "c"
    assert space.episodic.delete_conversation("c").messages == 4
    assert counts(graph, space) == {}


def test_an_extraction_that_was_under_way(space: Memory, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Ingest._known

    def meanwhile(self: Any, hashes: list[str]) -> list[str]:
        space.episodic.delete_conversation("c")
        return known(self, hashes)

    space.semantic.remember(type="fact", content="Ana lives in Berlin.", subject="Ana", evidence=["a letter"])
    monkeypatch.setattr(Ingest, "_known", meanwhile)
    space.semantic.ingest(TALK, conversation_id="c")
    assert {row.content: row.evidence for row in space.semantic.list()} == {"Ana lives in Berlin.": ("a letter",)}
    assert counts(graph, space)["memory"] == 1


def test_one_message(space: Memory, graph: Graph) -> None:
    talk(space)
    first, second, third = (message.id for message in space.episodic.history("c"))
    assert space.episodic.delete_message(second) is True
    assert space.episodic.delete_message(second) is False
    assert space.episodic.delete_message(new_id()) is False
    assert [row["position"] for row in messages(graph, space)] == chain(graph, space, "c") == [0, 2]
    assert counts(graph, space)["memory"] == 3, "what it alone said is gone; the bird has another source"
    assert space.episodic.delete_message(third)
    assert space.episodic.conversation("c").last_message_at == at(days=90)
    assert space.episodic.add_messages(TALK, conversation_id="c").written == 2
    assert [row["text"] for row in messages(graph, space)] == [row["text"] for row in TALK]
    assert len(chain(graph, space, "c")) == 3
    assert space.episodic.history("c")[0].id == first
    assert audits(graph, space.workspace_id, NOON) == []


def test_another_workspace_is_not_touched(space: Memory, old: Client, graph: Graph) -> None:
    other = old.create_workspace(f"test {new_id()}")
    talk(other)
    talk(space)
    theirs = other.episodic.history("c")
    assert not space.episodic.delete_message(theirs[0].id)
    space.episodic.delete_conversation("c")
    assert other.episodic.history("c") == theirs
    assert counts(graph, other)["memory"] == 4
