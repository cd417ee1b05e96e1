"""The search through the messages of all conversations: by meaning or by words, at least so similar."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types.episodic import FoundMessage
from tests.fixtures.samples import START
from tests.recall.isolation_samples import WordVectors
from tests.recall.test_client import counting

SAID = datetime(2026, 4, 1, 10, tzinfo=UTC)
PETS = [
    {"speaker": "Ada", "text": "My greyhound is called Rex", "said_at": SAID, "metadata": {"mood": "fond"}},
    {"role": "assistant", "text": "Rex is a fine name for a greyhound", "said_at": SAID},
]
WORK = [
    {"speaker": "Ada", "text": "The greyhound of my boss is called Max", "said_at": SAID},
    {"speaker": "Ada", "text": "We ship the release on Monday", "said_at": SAID},
]
QUESTION = "My greyhound is called Rex"


@pytest.fixture(scope="module")
def talks(server: Server) -> Iterator[Memory]:
    """Two conversations, with vectors for which texts of the same words are near."""
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=WordVectors()) as client:
        space = client.create_workspace(f"search {new_id()}")
        space.episodic.add_messages(PETS, conversation_id="pets")
        space.episodic.add_messages(WORK, conversation_id="work")
        space.semantic.remember(type="fact", subject="Ada", content="Ada has a greyhound called Rex")
        yield space


@pytest.fixture
def words(server: Server, talks: Memory) -> Iterator[Memory]:
    """The same workspace without an embedder."""
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as client:
        yield client.workspace(talks.name)


def texts(found: tuple[FoundMessage, ...]) -> list[str]:
    return [message.text for message in found]


def test_what_was_said_elsewhere_is_found_whole(talks: Memory) -> None:
    first, *others = talks.episodic.search(QUESTION, minimum=0.3)
    assert (first.text, first.conversation_id, first.speaker, first.role) == (QUESTION, "pets", "Ada", "user")
    assert (first.said_at, first.position, first.episode_id) == (SAID, 0, None)
    assert first.metadata == {"mood": "fond"}
    assert first.similarity == pytest.approx(1, abs=1e-4)
    assert {one.conversation_id for one in others} == {"pets", "work"}
    assert "We ship the release on Monday" not in texts((first, *others))


def test_the_most_similar_come_first_and_what_is_less_is_dropped(talks: Memory) -> None:
    found = talks.episodic.search(QUESTION)
    assert [one.similarity for one in found] == sorted((one.similarity for one in found), reverse=True)
    assert all(one.similarity >= 0.6 for one in found), "the default minimum"
    assert len(talks.episodic.search(QUESTION, minimum=0.0)) > len(talks.episodic.search(QUESTION, minimum=0.99)) == 1
    assert talks.episodic.search("Zanzibar", minimum=0.9) == ()
    assert len(talks.episodic.search(QUESTION, k=1, minimum=0.0)) == 1


def test_the_workspace_has_a_minimum_of_its_own(words: Memory) -> None:
    query = "greyhound unicorn"
    assert words.episodic.search(query) == ()
    words.update_settings(search_similarity=0.05)
    try:
        assert len(words.episodic.search(query)) == 3
        assert words.episodic.search(query, minimum=0.9) == ()
    finally:
        words.update_settings(search_similarity=0.6)


def test_words_alone_where_nobody_embeds(words: Memory) -> None:
    (found,) = words.episodic.search("the release on Monday")
    assert (found.text, found.similarity) == ("We ship the release on Monday", 1.0)
    half = words.episodic.search("release zanzibar", minimum=0.1)
    assert texts(half) == ["We ship the release on Monday"]
    assert half[0].similarity < 0.6


def test_one_conversation_all_but_one_and_roles(talks: Memory) -> None:
    def found(**options: Any) -> set[str]:
        return {one.conversation_id for one in talks.episodic.search("greyhound called", minimum=0.1, **options)}

    assert found() == {"pets", "work"}
    assert found(conversation_id="work") == {"work"}
    assert found(exclude_conversation_id="work") == {"pets"}
    assert found(conversation_id="elsewhere") == set()
    assert texts(talks.episodic.search("greyhound", minimum=0.1, roles="assistant")) == [PETS[1]["text"]]
    assert talks.episodic.search("greyhound", minimum=0.1, roles=["system", "tool"]) == ()


def test_one_round_trip(talks: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    for name in ("_execute", "once", "stream"):
        monkeypatch.setattr(Graph, name, counting(getattr(Graph, name), sent))
    assert talks.episodic.search(QUESTION)
    assert sent == ["recall/search"]


def test_nobody_elses(talks: Memory, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=WordVectors()) as client:
        other = client.create_workspace(f"search {new_id()}")
        assert other.episodic.search(QUESTION, minimum=0.0) == ()
        other.episodic.add_messages(["My greyhound is a secret"], conversation_id="pets")
        assert texts(other.episodic.search(QUESTION, minimum=0.0)) == ["My greyhound is a secret"]
        assert "My greyhound is a secret" not in texts(talks.episodic.search(QUESTION, minimum=0.0, k=1_000))
        token = other.tokens.create("agent", "reader")
        with oxgraph.connect(server.uri, server.auth, token=token.secret, clock=lambda: START) as agent:
            assert len(agent.episodic.search("greyhound")) == 1
            other.tokens.revoke(token.id)
            with pytest.raises(errors.Unauthenticated):
                agent.episodic.search("greyhound")
        other.delete()
        with pytest.raises(errors.WorkspaceDeleted):
            other.episodic.search("greyhound")


def test_a_deleted_conversation_is_not_found(server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as client:
        space = client.create_workspace(f"search {new_id()}")
        space.episodic.add_messages(["The parrot talks"], conversation_id="a")
        space.episodic.add_messages(["The parrot sleeps"], conversation_id="b")
        assert len(space.episodic.search("parrot")) == 2
        space.episodic.delete_conversation("a")
        assert texts(space.episodic.search("parrot")) == ["The parrot sleeps"]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": " \n"}, "query"),
        ({"query": "\ud800"}, "query"),
        ({"k": 0}, "k"),
        ({"k": 1001}, "k"),
        ({"minimum": 1.1}, "minimum"),
        ({"minimum": -0.1}, "minimum"),
        ({"minimum": float("nan")}, "minimum"),
        ({"conversation_id": ""}, "conversation_id"),
        ({"exclude_conversation_id": ""}, "exclude_conversation_id"),
        ({"roles": "bystander"}, "roles"),
    ],
)
def test_what_does_not_fit_is_named(talks: Memory, values: dict[str, Any], field: str) -> None:
    query = values.pop("query", QUESTION)
    with pytest.raises(errors.InvalidInput, match=field):
        talks.episodic.search(query, **values)


def test_a_query_of_any_length(talks: Memory) -> None:
    assert talks.episodic.search(f"{QUESTION} " + "and so on " * 10_000, minimum=0.0)


async def test_without_blocking(talks: Memory, server: Server) -> None:
    async with await oxgraph.connect_async(
        server.uri, server.auth, clock=lambda: START, embedder=WordVectors()
    ) as client:
        space = await client.workspace(talks.name)
        found = await space.episodic.search(QUESTION)
        assert found[0].text == QUESTION
