"""A small workspace beside a huge one that says the same: its answers stay its own, whole and exact.

The crowd has 3,000 memories, or as many as OXGRAPH_CROWD says. Of the two small workspaces one is in the cache, the
other answered through the indexes, as the crowd is.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import oxgraph
from oxgraph import local
from oxgraph.clock import since_epoch
from oxgraph.cypher import statement
from oxgraph.errors import OxgraphError
from oxgraph.types.semantic_inputs import packed
from tests.fixtures.neo4j import HEAP, own_home, started
from tests.recall.crowd import Crowd, query
from tests.recall.isolation_samples import (
    CACHED_VECTORS,
    CONTENTS,
    CYPHER,
    LOOKALIKES,
    LUCENE,
    NOW,
    PEOPLE,
    QUERIES,
    SAID,
    TOPIC,
    Space,
    WordVectors,
    settle,
    shape,
    texts,
)

pytestmark = pytest.mark.deep

CROWD = int(os.environ.get("OXGRAPH_CROWD", "3000"))
CROWD_MESSAGES = 1_000
PATHS = ["cache", "index"]
Without = tuple[str, ...]
WITHOUT: dict[str, list[Without]] = {
    "cache": [(), ("threshold",), ("words", "message_words", "threshold")],
    "index": [("words", "message_words", "threshold"), ("meaning", "words", "message_words", "threshold")],
}
"""What is left out of the calls whose answers must stay the same to the last digit."""
OUTSIDER = "Zacharias Quill"
RETRIEVERS = [
    "meaning", "questions", "words", "entity", "time", "topic", "message_meaning", "message_words", "entity_name",
    "entity_meaning", "entity_words",
]  # fmt: skip
NUMBERED = re.compile(r"\(\d+\)")
"""Behind every text of the crowd, and nowhere else."""


@dataclass(frozen=True)
class World:
    """The server's workspaces, what they answered before the crowd came, and every id that is the crowd's."""

    client: oxgraph.Client
    spaces: dict[str, Space]
    alone: dict[tuple[str, str, Without], oxgraph.Recall]
    crowd: oxgraph.Memory
    foreign: frozenset[str]


@pytest.fixture(scope="module")
def small_server() -> Iterator[local.Server]:
    """A server that holds small workspaces alone."""
    with own_home("crowd") as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", f"{os.environ['JAVA_TOOL_OPTIONS']} -Doxgraph.cache.vectors={CACHED_VECTORS}")
        yield started(home, HEAP)


@pytest.fixture(scope="module")
def world(small_server: local.Server) -> Iterator[World]:
    embedder = WordVectors()
    with oxgraph.connect(small_server.uri, small_server.auth, clock=lambda: NOW, embedder=embedder) as client:
        spaces = {
            "cache": Space(settle(client, "cache", 0), "cache"),
            "index": Space(settle(client, "index", CACHED_VECTORS), "index"),
        }
        alone = {
            (path, text, without): asked(spaces[path], text, without=without)
            for path in PATHS
            for text in QUERIES
            for without in WITHOUT[path]
        }
        crowd = client.create_workspace("crowd")
        vectors = embedder.embed_many(CONTENTS)
        people = Crowd(
            CONTENTS, [*PEOPLE, OUTSIDER], ["works_at", "plays"], vectors, embedder.name, QUERIES, SAID, PEOPLE
        )
        people.remember(client.graph, crowd.workspace_id, CROWD, NOW)
        people.talk(client.graph, crowd.workspace_id, "the talk", CROWD_MESSAGES, NOW)
        people.sum_up(client.graph, crowd.workspace_id, CROWD_MESSAGES, NOW)
        people.describe(client.graph, crowd.workspace_id, CROWD_MESSAGES, NOW)
        ids = client.graph.read(query("foreign_ids"), workspace_id=crowd.workspace_id)
        yield World(client, spaces, alone, crowd, frozenset(row["id"] for row in ids))


def asked(space: Space, text: str, **options: Any) -> oxgraph.Recall:
    """A question that leaves no trace."""
    return space.memory.recall(text, touch=False, **options)


def direct(world: World, workspace_id: str, text: str, **options: Any) -> dict[str, Any]:
    """CALL oxgraph.recall as an operator types it."""
    (row,) = world.client.graph.read(
        statement("recall/recall"),
        workspace_id=workspace_id,
        token_hash=None,
        query=text,
        options=options,
        now=since_epoch(NOW),
    )
    return row | {name: json.loads(row[name]) for name in ("results", "notes")}


def assert_own(world: World, answer: Any) -> None:
    """Nothing of the crowd, whatever the field."""
    row = answer.model_dump() if isinstance(answer, oxgraph.Recall) else answer
    said = list(texts(row))
    assert not world.foreign.intersection(said)
    assert not [text for text in said if NUMBERED.search(text) or OUTSIDER in text]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("text", QUERIES)
def test_the_answer_is_the_one_it_gives_alone(world: World, path: str, text: str) -> None:
    """Through the indexes, how rare a word is counts all workspaces, so words weigh otherwise; nothing else does."""
    for without in WITHOUT[path]:
        before, after = world.alone[path, text, without], asked(world.spaces[path], text, without=without)
        assert after.notes.path == path
        assert before.results or "threshold" not in without
        assert shape(after) == shape(before)
        assert after.context == before.context
        assert_own(world, after)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("text", QUERIES)
def test_words_find_what_they_find_alone(world: World, path: str, text: str) -> None:
    """All of it, and nothing else, whatever the crowd does to how rare a word is."""
    alone = {"meaning", "message_meaning", "questions"}
    found = asked(world.spaces[path], text, k=1_000, without=[*alone, "threshold"], explain=True)
    words = set(re.findall(r"\w{5,}", text.lower()))
    ranked = {one.content for one in found.results if {"words", "message_words"} & set(one.ranks)}
    assert {content for content in CONTENTS if words & set(re.findall(r"\w+", content.lower()))} <= ranked
    assert_own(world, found)


@pytest.mark.parametrize("path", PATHS)
def test_everything_that_it_knows_is_found(world: World, path: str) -> None:
    found = asked(world.spaces[path], " ".join(CONTENTS), k=1_000, without="threshold")
    contents = {one.content for one in found.results}
    assert set(CONTENTS) <= contents
    assert set(SAID) <= contents
    assert_own(world, found)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("retriever", "options"),
    [
        ("meaning", {}),
        ("questions", {}),
        ("words", {}),
        ("entity", {}),
        ("time", {"window": {"from": NOW.replace(month=5, day=1), "to": NOW.replace(month=5, day=20)}}),
        ("topic", {"topic_keys": [TOPIC], "predicates": ["works_at"]}),
        ("message_meaning", {}),
        ("message_words", {}),
        ("entity_name", {"entities": [{"name": "Halden Works"}]}),
        ("entity_meaning", {}),
        ("entity_words", {}),
    ],
)
def test_each_retriever_alone_keeps_to_its_workspace(
    world: World, path: str, retriever: str, options: dict[str, Any]
) -> None:
    text = "Where does Ada Lovell work, who likes green tea, and who builds bridges and sailing boats?"
    others = {name: 0.0 for name in RETRIEVERS if name != retriever}
    found = direct(
        world,
        world.spaces[path].workspace_id,
        text,
        embedding=packed(WordVectors().embed(text)),
        embedding_model="words",
        weights={**others, retriever: 1.0},
        without=[*others, "threshold"],
        k=1_000,
        explain=True,
        **options,
    )
    assert found["results"]
    assert {name for row in found["results"] for name in row.get("ranks", ())} == {retriever}
    assert_own(world, found)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("text", [*LUCENE, *CYPHER, *LOOKALIKES, "workspace_term", "workspace_id", "+workspace_term"])
def test_no_spelling_of_a_query_reaches_the_crowd(world: World, path: str, text: str) -> None:
    term = f"ws{world.crowd.workspace_id.replace('-', '')}"
    for spelled in (text, f"{text}:{term}", f"{text} {term}", f"{text} OR workspace_term:{term}"):
        assert_own(world, asked(world.spaces[path], spelled, k=100, without="threshold"))


@pytest.mark.parametrize("path", PATHS)
def test_no_option_reaches_the_crowd(world: World, path: str) -> None:
    space, foreign = world.spaces[path], sorted(world.foreign)[:50]
    vector = WordVectors().embed(CONTENTS[0])
    crafted: list[dict[str, Any]] = [
        {"entities": [{"id": one} for one in foreign]},
        {"targets": [*foreign, "crowd-1", "name-1"], "entity_budget": 500},
        {"entities": [{"id": "crowd-1"}], "kinds": ["entity"], "types": ["customer", "company"]},
        {"entities": [{"name": OUTSIDER}, {"id": world.crowd.workspace_id}]},
        {"rewrites": [{"query": f"workspace_term:ws* {OUTSIDER}", "embedding": vector}]},
        {"embedding": vector, "embedding_model": "words", "k": 1_000, "without": ["threshold"]},
        {"topic_keys": ["*", world.crowd.workspace_id], "predicates": ["*", "plays"]},
        {"types": ["fact", "workspace", "message", "*"], "historical": True, "confidence_floor": 0.0},
        {"negated": [OUTSIDER, *foreign]},
        {"as_of": {"valid": NOW, "known": NOW}, "historical": True},
        {"conversation_id": foreign[0]},
        {"conversation_id": world.crowd.workspace_id},
    ]
    for options in crafted:
        assert_own(world, direct(world, space.workspace_id, f"{CONTENTS[0]} {OUTSIDER}", **options))


@pytest.mark.parametrize("path", PATHS)
def test_a_conversation_of_the_same_name_is_another_one(world: World, path: str) -> None:
    found = asked(world.spaces[path], SAID[0], conversation_id="the talk", kinds="message", k=100)
    assert {one.conversation_id for one in found.results} == {"the talk"}
    assert len(found.results) <= len(SAID)
    assert_own(world, found)


@pytest.mark.parametrize("workspace_id", ["", "*", "ws*", "x OR *:*", "00000000-0000-0000-0000-000000000000"])
def test_a_workspace_that_is_none_is_refused(world: World, workspace_id: str) -> None:
    with pytest.raises(OxgraphError):
        direct(world, workspace_id, CONTENTS[0])


def test_a_foreign_id_as_evidence_leads_nowhere(world: World) -> None:
    rows = world.crowd.recall(SAID[0], kinds="message", touch=False).results
    memory = world.client.create_workspace("evidence")
    memory.semantic.remember(type="fact", content="Gus keeps bees", subject="Gus", evidence=[rows[0].id])
    (found,) = memory.recall("Who keeps bees?", touch=False).results
    assert found.evidence == (rows[0].id,)
    assert not [text for text in texts(found.model_dump()) if NUMBERED.search(text)]


def test_a_token_sees_its_own_workspace(world: World, small_server: local.Server) -> None:
    space = world.spaces["cache"]
    token = space.memory.tokens.create("agent", "reader").secret
    with oxgraph.connect(small_server.uri, small_server.auth, token=token, clock=lambda: NOW) as memory:
        found = memory.recall(f"{CONTENTS[0]} {OUTSIDER}", touch=False)
    assert found.results
    assert_own(world, found)


def test_the_crowd_is_there(world: World) -> None:
    found = world.crowd.recall(f"{CONTENTS[0]}, as does {OUTSIDER}?", touch=False)
    assert found.notes.path == "index"
    assert NUMBERED.search(found.context)
    assert len(world.foreign) > CROWD
