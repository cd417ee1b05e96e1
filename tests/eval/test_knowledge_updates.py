"""Knowledge updates of LongMemEval, with extractions written by hand in the words that a large model would choose.

Each chain is one user's, turn by turn at its own time. The last statement must supersede the one before, so that what
is known now is the new one alone; of the two chains that tell of events, both must stay.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.ids import new_id
from oxgraph.models import embedder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.types.semantic import MemoryRow
from tests.eval.conversations import SHARED
from tests.fixtures.chat_server import ChatServer

pytestmark = pytest.mark.eval

FILE = SHARED / "longmemeval" / "knowledge_updates.jsonl"

UPDATES: dict[str, list[dict[str, Any]]] = {
    "07741c45": [
        {"content": "The user keeps the old sneakers under the bed.", "predicate": "keeps_old_sneakers",
         "object": "under the bed", "topic_key": "place of the old sneakers", "source": 1.0},
        {"content": "The user's old sneakers are in a shoe rack in the closet.", "predicate": "stores_old_sneakers",
         "object": "shoe rack in the closet", "topic_key": "Place of old sneakers", "source": 0.9},
    ],
    "0e4e4c46": [
        {"content": "The user's highest score in Ticket to Ride is 124 points.", "predicate": "highest_score",
         "object": "124 points", "topic_key": "highest score in Ticket to Ride"},
        {"content": "The user's highest score in Ticket to Ride is 132 points.", "predicate": "high_score",
         "object": "132 points", "topic_key": "highest score in ticket to ride"},
    ],
    "3ba21379": [
        {"content": "The user's current project is a Ford Mustang Shelby GT350R model.", "predicate": "current_project",
         "object": "Ford Mustang Shelby GT350R model", "topic_key": "model being built"},
        {"content": "The user switched to a Ford F-150 pickup truck model.", "predicate": "works_on_model",
         "object": "Ford F-150 pickup truck", "topic_key": "model being built", "source": 0.95},
    ],
    "6a27ffc2": [
        {"content": "The user has completed 20 videos of Corey Schafer's Python programming series.",
         "predicate": "completed_videos", "object": "20 videos", "topic_key": "videos of Corey Schafer's series"},
        {"content": "The user has completed 30 videos of Corey's series.", "predicate": "completed_videos",
         "object": "30 videos", "topic_key": "videos of Corey Schafer's series"},
    ],
    "b01defab": [
        {"content": "The user put down \"The Nightingale\" by Kristin Hannah temporarily.",
         "predicate": "reading_status", "object": "put down", "topic_key": "reading The Nightingale"},
        {"content": "The user finished \"The Nightingale\".", "predicate": "reading_state", "object": "finished",
         "topic_key": "Reading The Nightingale"},
    ],
    "f9e8c073": [
        {"content": "The user attended three sessions of the bereavement support group.",
         "predicate": "sessions_attended", "object": "three sessions",
         "topic_key": "sessions of the bereavement support group"},
        {"content": "The user attended five sessions of the bereavement support group.",
         "predicate": "number_of_sessions", "object": "five sessions",
         "topic_key": "Sessions of bereavement support group", "source": 0.9},
    ],
    "7e974930": [
        {"content": "On May 6th the user earned $350 at the Downtown Farmers Market.", "predicate": "earned",
         "object": "$350", "topic_key": "last earnings at the Downtown Farmers Market"},
        {"content": "The user earned $420 at the Downtown Farmers Market on the most recent visit.",
         "predicate": "earned", "object": "$420", "topic_key": "last earnings at Downtown Farmers Market"},
    ],
}  # fmt: skip
EVENTS: dict[str, list[dict[str, Any]]] = {
    "10e09553": [
        {"content": "The user caught 7 largemouth bass at Lake Michigan with Alex on 7/10.", "predicate": "caught",
         "object": "7 largemouth bass", "type": "event", "valid_from": "2023-07-10"},
        {"content": "The user caught 9 largemouth bass with Alex on 7/22.", "predicate": "caught",
         "object": "9 largemouth bass", "type": "event", "valid_from": "2023-07-22"},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def chains() -> dict[str, list[dict[str, Any]]]:
    if not FILE.exists():
        pytest.skip("the measuring sets are not here")
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return {row["id"]: row["statements"] for row in rows}


@pytest.fixture(scope="module")
def space(request: pytest.FixtureRequest) -> Iterator[Memory]:
    server = request.getfixturevalue("server")
    with oxgraph.connect(server.uri, server.auth, embedder=embedder("minilm")) as client:
        yield client.create_workspace(f"updates {new_id()}")


def ingested(space: Memory, user_id: str, said: list[dict[str, Any]], stated: list[dict[str, Any]]) -> None:
    """Ingests each turn at its time; the model answers with what is stated of it."""
    with ChatServer() as chat:
        model = OpenAICompatibleModel("by hand", chat.url, "none")
        for turn, memory in zip(said, stated, strict=True):
            answer = {"turn": "t1", "type": "fact", "subject": "user", "quote": turn["text"][:2_000]} | memory
            chat.answer({"memories": [answer]})
            at = datetime.fromisoformat(turn["session_datetime"]).replace(tzinfo=UTC)
            message = {"text": turn["text"], "role": turn["role"], "said_at": at}
            report = space.semantic.ingest([message], conversation_id=turn["session_id"], user_id=user_id, model=model)
            assert [one.content for one in report.memories] == [memory["content"]], report.refused


def known(space: Memory, user_id: str, **more: Any) -> list[MemoryRow]:
    """The memories of a user."""
    return list(space.as_user(user_id).semantic.list(limit=50, **more))


@pytest.mark.parametrize("chain", UPDATES)
def test_the_new_statement_supersedes_the_old(
    space: Memory, chains: dict[str, list[dict[str, Any]]], chain: str
) -> None:
    ingested(space, chain, chains[chain], UPDATES[chain])
    old, new = (memory["content"] for memory in UPDATES[chain])
    assert [one.content for one in known(space, chain)] == [new]
    assert {one.content: one.status for one in known(space, chain, status="superseded")} == {old: "superseded"}


@pytest.mark.parametrize("chain", EVENTS)
def test_events_stay(space: Memory, chains: dict[str, list[dict[str, Any]]], chain: str) -> None:
    ingested(space, chain, chains[chain], EVENTS[chain])
    assert {one.content for one in known(space, chain)} == {memory["content"] for memory in EVENTS[chain]}
