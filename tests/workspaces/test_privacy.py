"""What is kept of a person's words, from end to end: chats brought in, learnt from, gone on with, and summed up.

Afterwards every property of every node and relationship of the workspace is looked through, as an export through Cypher
would give it away.
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.episodic.chat_samples import CHATGPT, CLAUDE, PLAIN, spoke, write, zipped
from tests.fixtures.client_samples import NOON

pytest.importorskip("spacy")

MOVED = "I moved to Lisbon in January 2026, and my sister Ana lives in Porto with two grey cats."
ASKED = "Could you check when the parcel with the kettle from Hamburg is going to be delivered?"
REPLY = "It is going to be delivered by the courier on Friday morning, before ten o'clock."
ARGUMENT, RESULT, ERROR = "SECRET ARGUMENT", "SECRET RESULT", "SECRET ERROR"
NEVER = (ARGUMENT, RESULT, ERROR, "SECRET RULES", "A LONG DOCUMENT", "thinking it over", "made anew", "tool_result")
"""Arguments, bodies, reasoning, attachments and what a branch that was not shown said."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=embedder("minilm")) as client:
        yield client


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


class ParcelLost(Exception):
    """What the agent's tool raises."""


def chats(folder: Path) -> tuple[str, ...]:
    """An export of each kind, and a transcript of an agent's own."""
    moved = {"chat_messages": [*CLAUDE["chat_messages"], spoke("m9", "human", MOVED, 9)]}
    return zipped(folder, "export.zip", conversations=[CHATGPT, CLAUDE | moved]), write(folder, "agent.json", PLAIN)


def live(space: Memory) -> None:
    """A turn in which a tool is called and fails, and an answer is given; the worker takes in what was said."""

    def track(argument: str) -> str:
        raise ParcelLost(f"{ERROR}: {argument} gave {RESULT}")

    with space.turn("c-1", ASKED, targets=["parcel:1"], action_type="track", slots=["plan"]) as turn:
        with pytest.raises(ParcelLost), turn.record("track", targets=["parcel:1"], target_node_type="Parcel"):
            track(ARGUMENT)
        turn.reply(REPLY)
    space.semantic.take_up()


def sum_up(space: Memory) -> int:
    """All that was said, in every conversation."""
    tomorrow = NOON + timedelta(days=1)
    done = [
        space.episodic.summarize_old_turns(row.conversation_id, retain_last=0, max_age_days=0, now=tomorrow)
        for row in space.episodic.conversations()
    ]
    assert not any(one.waiting for one in done)
    return sum(one.turns for one in done)


def export(graph: Graph, space: Memory) -> str:
    """Every property of every node and relationship."""
    text = (
        "MATCH (n:_mem {workspace_id: $w}) OPTIONAL MATCH (n)-[r]->()"
        " RETURN properties(n) AS node, labels(n) AS labels, collect([type(r), properties(r)]) AS edges"
    )
    found = graph.driver.execute_query(text, w=space.workspace_id).records
    return json.dumps([row.data() for row in found], default=str, ensure_ascii=False)


def sentences(texts: list[str]) -> list[str]:
    """The sentences of three words and more, as they were said."""
    found = [part.strip() for text in texts for part in re.split(r"(?<=[.!?])\s+", text)]
    return [part for part in found if len(part.split()) > 2]


def said(space: Memory) -> list[str]:
    rows = space.episodic.conversations()
    return [one.text for row in rows for one in space.episodic.messages(row.conversation_id)]


def test_after_summing_up_no_word_of_the_source_is_left(space: Memory, graph: Graph, tmp_path: Path) -> None:
    report = space.episodic.import_chats(chats(tmp_path), ingest=True)
    assert report.left_out["tool"] >= 4
    assert report.ingested is not None
    assert report.ingested.memories, "something was learnt"
    live(space)
    texts = said(space)
    assert {MOVED, ASKED, REPLY} <= set(texts)
    before = export(graph, space)
    assert [word for word in NEVER if word in before] == []
    assert MOVED in before, "until it is summed up it is there"

    assert sum_up(space) == len(texts) - sum(row.messages for row in space.episodic.conversations())
    after, left = export(graph, space), said(space)
    assert left == [] or len(left) == 1, "fewer than two are not summed up"
    gone = [text for text in texts if text not in left]
    assert [part for part in sentences(gone) if part.rstrip(".!?") in after] == []
    assert [word for word in NEVER if word in after] == []
    assert any("Lisbon" in memory.content for memory in space.semantic.list()), "what was learnt stays"
    assert space.episodic.search(MOVED, minimum=0.0) == () or left
    assert MOVED not in space.recall(MOVED, without=["threshold"]).context


def test_under_verbatim_the_words_stay_and_tools_leave_nothing(space: Memory, graph: Graph, tmp_path: Path) -> None:
    space.update_settings(raw_retention="verbatim")
    space.episodic.import_chats(chats(tmp_path), ingest=True)
    live(space)
    texts = said(space)
    sum_up(space)
    assert said(space) == texts
    assert [word for word in NEVER if word in export(graph, space)] == []


def test_deleted_conversations_leave_names_of_the_ontology_at_most(space: Memory, graph: Graph, tmp_path: Path) -> None:
    space.episodic.import_chats(chats(tmp_path), ingest=True)
    live(space)
    space.working.set("c-1", "plan", {"waiting": ASKED})
    texts = said(space)
    space.episodic.summarize_old_turns("g-1", retain_last=1, max_age_days=0)
    names = [row.conversation_id for row in space.episodic.conversations()]
    for name in names:
        space.episodic.delete_conversation(name)
    after = export(graph, space)
    assert [part for part in sentences(texts) if part.rstrip(".!?") in after] == []
    assert [word for word in ("grey cats", "kettle", *NEVER) if word in after] == []
    assert space.semantic.list(status="any") == []
    text = "MATCH (n:message|episode|slot|question|conversation {workspace_id: $w}) RETURN n"
    assert graph.driver.execute_query(text, w=space.workspace_id).records == []
