"""Episodes in recall: what was summed up is found like what was said, and put before a model with its time."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.samples import START, day
from tests.recall.isolation_samples import WordVectors

LISBON = "The user planned a trip to Lisbon and asked the assistant for hotels near the river"
NEW_EPISODE = Path(__file__).parents[1] / "cypher" / "client" / "new_episode.cypher"


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=WordVectors()) as connected:
        yield connected


@pytest.fixture
def space(client: Client, graph: Graph) -> Memory:
    """An episode, a message and a memory, all of one trip."""
    found = client.create_workspace(f"episodes {new_id()}")
    found.episodic.add_messages(
        [{"speaker": "Ada", "text": "The hotel in Lisbon is booked", "said_at": START - timedelta(days=2)}],
        conversation_id="travel",
    )
    summed_up(graph, found, LISBON, days=(20, 18))
    found.semantic.remember(type="fact", subject="Ada", content="Ada likes hotels near a river")
    return found


def summed_up(graph: Graph, space: Memory, summary: str, days: tuple[int, int], conversation_id: str = "old") -> str:
    """The id of an episode whose turns were said so many days before START."""
    began, ended = (START - timedelta(days=one) for one in days)
    given = {"conversation_id": conversation_id, "started_at": began, "ended_at": ended}
    given |= {"summary": summary, "source_message_ids": [new_id(), new_id()]}
    given |= {"embedding": WordVectors().embed(summary)}
    file = cypher.load(NEW_EPISODE, "query")
    (row,) = graph.write(file, workspace_id=space.workspace_id, id=new_id(), **given)
    return str(row["id"])


def contents(found: oxgraph.Recall) -> list[str]:
    return [one.content for one in found.results]


def test_an_episode_is_a_result_with_its_time(space: Memory) -> None:
    found = space.recall("trip to Lisbon")
    first = found.results[0]
    assert (first.content, first.kind, first.type, first.group) == (LISBON, "episode", "episode", "Recent")
    assert (first.conversation_id, first.turn_count, first.speaker) == ("old", 2, None)
    assert (first.started_at, first.ended_at) == (START - timedelta(days=20), START - timedelta(days=18))
    assert (first.confidence, first.evidence, first.neighbours, first.similarity) == (1.0, (), (), None)
    assert f"- 2026-04-11 to 2026-04-13 conversation old: {LISBON}\n" in found.context
    assert {one.kind for one in found.results} == {"episode", "message", "memory"}


def test_kinds_types_and_conversations(space: Memory) -> None:
    def kinds(**options: Any) -> set[str]:
        return {one.kind for one in space.recall("hotel in Lisbon", without="threshold", **options).results}

    assert kinds(kinds="episode") == kinds(types="episode") == kinds(conversation_id="old") == {"episode"}
    assert kinds(kinds=["memory", "message"]) == {"memory", "message"}
    assert kinds(types="user") == {"message"}
    assert kinds(types="fact") == {"memory"}
    assert kinds(exclude_conversation_id="old") == {"memory", "message"}
    assert kinds(exclude_conversation_id="travel") == {"memory", "episode"}


def test_at_least_so_similar(space: Memory) -> None:
    found = space.recall(LISBON, minimum=0.99)
    assert contents(found) == [LISBON]
    assert found.results[0].similarity == pytest.approx(1, abs=1e-4)
    every = space.recall(LISBON, minimum=0.0)
    scores = [one.similarity or 0 for one in every.results]
    assert scores == sorted(scores, reverse=True)
    with pytest.raises(errors.InvalidInput, match="minimum"):
        space.recall(LISBON, minimum=2.0)


def test_what_was_summed_up_is_found_through_its_summary(client: Client) -> None:
    space = client.create_workspace(f"episodes {new_id()}")
    said = [
        {"text": f"The sailing boat needs repair number {n}", "said_at": START - timedelta(days=90 - n)}
        for n in range(8)
    ]
    space.episodic.add_messages(said, conversation_id="boat")
    (episode,) = space.episodic.summarize_old_turns("boat", retain_last=2).episodes
    found = space.recall("What about the sailing boat?", without="threshold")
    assert {one.kind for one in found.results} == {"episode", "message"}
    assert episode.summary in contents(found)
    assert len([one for one in found.results if one.kind == "message"]) == 2
    space.episodic.delete_episode(episode.id)
    assert episode.summary not in contents(space.recall("What about the sailing boat?", without="threshold"))


def test_under_verbatim_the_turns_come_first(client: Client) -> None:
    space = client.create_workspace(f"episodes {new_id()}")
    space.update_settings(raw_retention="verbatim")
    said = [{"text": f"Boat repair {n}", "said_at": START - timedelta(days=90 - n)} for n in range(4)]
    space.episodic.add_messages(said, conversation_id="boat")
    space.episodic.summarize_old_turns("boat", retain_last=0)
    found = space.recall("boat repair", without="threshold")
    assert [one.kind for one in found.results] == ["message"] * 4 + ["episode"]


def test_nobody_elses(space: Memory, client: Client) -> None:
    other = client.create_workspace(f"episodes {new_id()}")
    other.episodic.add_messages(["Lisbon is far"], conversation_id="old")
    assert contents(other.recall("trip to Lisbon", without="threshold")) == ["Lisbon is far"]


class Backwards:
    """A cross-encoder that likes the shortest text best."""

    name = "backwards"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [1 / (1 + len(text)) for text in texts]


def test_another_order_keeps_the_dates(space: Memory, server: Server) -> None:
    space.semantic.remember(
        type="fact", subject="Ada", content="Ada owns a house in Lisbon", valid_from=day("2025-03-02")
    )
    plain = space.recall("Lisbon hotels", without="threshold")
    with oxgraph.connect(
        server.uri, server.auth, clock=lambda: START, embedder=WordVectors(), cross_encoder=Backwards()
    ) as client:
        read = client.workspace(space.name).recall("Lisbon hotels", without="threshold")
    assert read.notes.reranked
    assert sorted(read.context.splitlines()) == sorted(plain.context.splitlines())
    assert "- 2025-03-02 Ada owns a house in Lisbon" in read.context
    assert {one.dated for one in plain.results if one.kind == "memory"} == {None, day("2025-03-02")}
