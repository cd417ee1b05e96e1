"""Messages kept as they were said: once each, in order, found by their vectors, and extracted only when asked for."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types.ingest import TEXT
from tests.episodic.samples import TALK, chain, connected, messages
from tests.fixtures.client_samples import NOON, at
from tests.fixtures.remote import Over
from tests.passes.test_runner import audits


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Client]:
    """Without an embedder."""
    with connected(server) as client:
        yield client


@pytest.fixture
def space(plain: Client, over: Over) -> Iterator[Memory]:
    with over(plain.create_workspace(f"test {new_id()}")) as found:
        yield found


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
    assert numbers == [row["text"] for row in talk[:450]], "the first writer decides the order"


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


@pytest.mark.deep
def test_an_append_costs_the_same_at_any_length(space: Memory, plain: Client) -> None:
    """Pages of the database that one more message needs, behind 10 and behind 10,000."""
    file = cypher.statement("conversation/write_messages")
    driver = plain.graph.driver

    def pages(conversation_id: str) -> int:
        asked: dict[str, Any] = {"conversation_id": conversation_id, "workspace_id": space.workspace_id}
        row = {"id": new_id(), "role": "user", "speaker": None, "text": "more", "said_at": NOON}
        asked |= {"messages": [row], "extraction": "pending", "lease": timedelta(minutes=1), "now": NOON}
        asked |= {"token_hash": None, "title": None, "actions": [], "user_id": "", "agent_id": None}
        asked["id"] = oxgraph.ids.stable_id(space.workspace_id, "conversation", [conversation_id])
        with driver.session() as session, session.begin_transaction(metadata={"of": conversation_id}) as held:
            held.run(file.sent, file.arguments(asked)).consume()
            shown = "SHOW TRANSACTIONS YIELD metaData, pageHits WHERE metaData.of = $of RETURN pageHits"
            (record,) = driver.execute_query(shown, of=conversation_id).records
            held.rollback()
        return int(record["pageHits"])

    for length in (10, 10_000):
        space.episodic.add_messages([f"text {n}" for n in range(length)], conversation_id=f"of {length}")
        pages(f"of {length}")
    # The least of a few: what the database does beside it (reading free ids in, planning anew) adds pages at times.
    few, many = (min(pages(f"of {length}") for _ in range(3)) for length in (10, 10_000))
    assert 0 < many <= few * 1.5, (few, many)


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
        ([{"text": "x", "id": ""}], r"messages\[0\].id"),
        ([{"text": "x", "metadata": ["a"]}], "metadata"),
        ([{"text": "x", "metadata": {"a": float("nan")}}], "NaN"),
        ([{"text": "x", "metadata": {"a": {1: 2}}}], "texts as keys"),
        ([{"text": "x", "metadata": {"a": "\ud800"}}], "Unicode"),
        ([{"text": "x", "metadata": {"a": {1, 2}}}], "set is not"),
        ([{"text": "x", "metadata": {"a": "x" * 32_000}}], "32,000"),
        ([{"text": "x", "metadata": {"steps": "get"}}], r"messages\[0\].metadata.steps: must be a list"),
        ([{"text": "x", "metadata": {"steps": [{"action_type": "get"}] * 201}}], "at most 200"),
        ([{"text": "x", "metadata": {"steps": [{"action_type": "get", "arguments": "x"}]}}], r"steps\[0\].arguments"),
        ([{"text": "x", "metadata": {"steps": [{"outcome": "success"}]}}], r"steps\[0\].action_type"),
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


def test_metadata_comes_back_as_it_was(space: Memory) -> None:
    step = {"action_type": "get", "target_node_type": "person", "outcome": "failure", "error_code": "NotFound"}
    given = {"a": [1, 2.5, None, True, "😀"], "b": {"c": {}}, "steps": [step | {"latency_ms": 12, "started_at": NOON}]}
    space.episodic.add_messages([{"text": "x", "metadata": given}, {"text": "y", "metadata": {}}], conversation_id="c")
    said, bare = space.episodic.history("c")
    assert said.metadata == given | {"steps": [step | {"latency_ms": 12, "started_at": "2026-05-01T12:00:00Z"}]}
    assert bare.metadata == {}
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(errors.InvalidInput, match="nested"):
        space.episodic.add_messages([{"text": "x", "metadata": deep}])


def test_with_ids_the_same_words_are_two_messages(space: Memory, graph: Graph) -> None:
    given = [{"text": "ok", "id": "1"}, {"text": "ok", "id": "2"}, {"text": "ok"}, {"text": "other", "id": "1"}]
    added = space.episodic.add_messages(given, conversation_id="c")
    assert (added.written, added.known, len(set(added.ids)), added.ids[0] == added.ids[3]) == (3, 1, 3, True)
    assert [row["text"] for row in messages(graph, space)] == ["ok"] * 3, "the first of an id counts"
    assert space.episodic.add_messages(given, conversation_id="c").written == 0
    assert space.episodic.add_messages(given[:1], conversation_id="d").written == 1, "an id is that of a conversation"


def test_a_title(space: Memory) -> None:
    space.episodic.add_messages(TALK[:1], conversation_id="c")
    assert space.episodic.conversation("c").title is None
    for title in ("Berlin", None, "Of Berlin"):
        space.episodic.add_messages(TALK, conversation_id="c", title=title)
    assert space.episodic.conversation("c").title == "Of Berlin"
    two = [{"text": "x", "conversation_id": "a"}, {"text": "y", "conversation_id": "b"}]
    for given, title in ((two, "Both"), (TALK, ""), (TALK, "a\nb"), (TALK, "x" * 201)):
        with pytest.raises(errors.InvalidInput, match="title"):
            space.episodic.add_messages(given, title=title)
