"""A subject is erased from everything that was derived from it, and the scan at the end finds nothing."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import evaluate, run_pass
from tests.fixtures.client_samples import NOON, at, pattern, query
from tests.models.tiny_embedders import OLD
from tests.passes.test_runner import audits


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=OLD) as opened:
        yield opened


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


def texts(graph: Graph, workspace_id: str) -> str:
    """Every text of every node, but ids and transitions' subjects; lower case."""
    rows = graph.read(query("texts"), workspace_id=workspace_id)
    return "\n".join(row["text"] for row in rows).lower()


def say(graph: Graph, space: Memory, text: str, **fields: Any) -> str:
    """A message as ingest leaves one."""
    properties = {
        "conversation_id": "chat-1",
        "role": "user",
        "text": text,
        "extraction": "done",
        "position": 0,
        "workspace_term": "ws" + space.workspace_id.replace("-", ""),
    } | fields
    given = {"kind": "message", "id": new_id(), "properties": properties}
    graph.write(query("unembedded_node"), workspace_id=space.workspace_id, **given)
    return str(given["id"])


def fill(graph: Graph, space: Memory) -> dict[str, str]:
    """Two people in every layer; ids of what is asked for later."""
    said = say(graph, space, "I moved to Berlin with Zora Quill last May.")
    named = say(graph, space, "ZORA QUILL owes us 5.", extraction="pending", next_attempt_at=at(hours=1))
    hers = say(graph, space, "My code is 1234.", speaker="Zora Quill")
    other = say(graph, space, "Bob likes tea.")
    about = space.semantic.remember(
        type="fact", subject="Zora Quill", predicate="lives_in", object="Berlin", content="She lives in Berlin.",
        evidence=[said, "crm"],
    )  # fmt: skip
    space.semantic.remember(type="fact", subject="Bob", predicate="knows", object="Zora Quill", content="They met.")
    naming = space.semantic.remember(type="fact", subject="Bob", content="Bob borrowed Zora-Quill's car.")
    kept = space.semantic.remember(type="fact", subject="Bob", content="Bob likes tea.", evidence=[other])
    space.telemetry.capture(
        session_id="s-1", action_type="read", outcome="success", targets=[str(about.subject_id), "n-2"]
    )
    space.telemetry.start_session("zora-quill-7", agent_id="a", intent="Refund Zora  Quill")
    for n in range(2):
        space.telemetry.capture(
            session_id="zora-quill-7", action_type="refund", outcome="success", started_at=at(hours=3, minutes=n)
        )
    pattern(graph, space.workspace_id, annotation="Ask Zora Quill first.")
    evaluate(graph, space.workspace_id, now=NOON, passes=[1, 7], embedder=OLD)
    return {
        "subject": str(about.subject_id), "about": str(about.memory_id), "naming": str(naming.memory_id),
        "kept": str(kept.memory_id), "said": said, "named": named, "hers": hers, "other": other,
    }  # fmt: skip


def node(graph: Graph, space: Memory, node_id: str) -> dict[str, Any] | None:
    rows = graph.read(query("node"), workspace_id=space.workspace_id, id=node_id)
    return rows[0]["properties"] if rows else None


FILLED = ("active_without_evidence", "broken_conversations", "invalid_nodes")


def wrong(graph: Graph, space: Memory) -> list[Any]:
    """What the audits find, but for what `fill` makes by itself: a pattern and messages without all that they need."""
    found = audits(graph, space.workspace_id, NOON)
    return [one for one in found if one[0] not in FILLED]


@pytest.mark.parametrize("given", ["name", pytest.param("id", marks=pytest.mark.deep)])
def test_everything_that_names_it_goes_and_nothing_else(graph: Graph, space: Memory, given: str) -> None:
    ids = fill(graph, space)
    assert "zora" in texts(graph, space.workspace_id)
    receipt = space.semantic.erase_subject("Zora Quill" if given == "name" else ids["subject"])
    assert receipt.clean
    assert (receipt.entity_ids, receipt.released, receipt.domain_nodes) == ((ids["subject"],), (), ())
    assert receipt.removed["memories"] == 3
    assert receipt.removed["entities"] == 1
    assert receipt.removed["questions"] > 0
    assert receipt.scanned["nodes"] > 20
    left = texts(graph, space.workspace_id)
    assert "zora" not in left
    assert "quill" not in left
    assert "bob likes tea" in left
    assert "my code" not in left, "what the subject said is about the subject"
    assert "moved to berlin" not in left, "what a memory about it was drawn from"
    assert node(graph, space, ids["kept"]) is not None
    assert (node(graph, space, ids["other"]) or {})["text"] == "Bob likes tea."
    assert (node(graph, space, ids["named"]) or {})["extraction"] == "rejected"
    row = next(row for row in space.telemetry.timeline() if row.session_id == "s-1" and row.action_type == "read")
    assert row.target_node_ids == ("n-2",)
    runs = {row.intent_summary: row for row in space.telemetry.sequences()}
    assert runs["Refund [erased]"].action_count == 2
    evaluate(graph, space.workspace_id, now=NOON, embedder=OLD)
    assert wrong(graph, space) == []
    assert "zora" not in texts(graph, space.workspace_id), "the passes bring nothing back"


def test_what_stays_is_explained_by_ids_alone(graph: Graph, space: Memory) -> None:
    ids = fill(graph, space)
    space.semantic.erase_subject("zora quill")
    (transition,) = graph.read(query("transitions_of"), workspace_id=space.workspace_id, id=ids["subject"])[-1:]
    found = transition["properties"]
    assert (found["rule"], found["subject_kind"], found["to_status"]) == ("erased", "entity", "deleted")
    rules = graph.read(query("transitions_of"), workspace_id=space.workspace_id, id=ids["about"])
    assert [row["properties"]["rule"] for row in rules] == ["remembered", "erased"]


def test_new_vectors_for_what_was_reworded(graph: Graph, space: Memory) -> None:
    fill(graph, space)
    space.semantic.erase_subject("Zora Quill")
    counters = run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=OLD).counters
    assert counters["embedded"] >= 1
    assert space.telemetry.context("Refund [erased]", 1)[0].score == pytest.approx(1)


def test_twice_and_after_an_interruption(graph: Graph, space: Memory) -> None:
    ids = fill(graph, space)
    calls = 0

    def stop(removed: dict[str, int]) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        space.semantic.erase_subject("Zora Quill", progress=stop)
    assert space.semantic.erase_subject("Zora Quill").clean
    assert "zora" not in texts(graph, space.workspace_id)
    for again in ("Zora Quill", ids["subject"]):
        receipt = space.semantic.erase_subject(again)
        assert (receipt.clean, receipt.removed) == (True, {})


def test_a_name_that_nothing_bears_is_sought_in_texts(graph: Graph, space: Memory) -> None:
    say(graph, space, "Call Mr. Xavier Pym!")
    receipt = space.semantic.erase_subject("Xavier Pym")
    assert (receipt.entity_ids, receipt.removed, receipt.clean) == ((), {"redacted": 1}, True)
    assert "xavier" not in texts(graph, space.workspace_id)


def test_common_words_and_names_of_several_are_not_sought(graph: Graph, space: Memory) -> None:
    first = space.semantic.remember(type="fact", subject="user", content="The user likes tea.")
    say(graph, space, "Any user may call.")
    receipt = space.semantic.erase_subject("user")
    assert receipt.names_not_sought == {"user": "it is a common word"}
    assert receipt.removed["memories"] == 1
    assert "any user may call" in texts(graph, space.workspace_id)
    assert node(graph, space, str(first.memory_id)) is None
    space.semantic.remember(type="fact", subject="Will", content="Will plays chess.")
    say(graph, space, "It will rain.")
    say(graph, space, "I met Will.")
    assert space.semantic.erase_subject("Will").clean
    left = texts(graph, space.workspace_id)
    assert "it will rain" in left
    assert "i met" not in left


def test_a_first_name_that_only_the_user_states_is_not_sought_in_others_texts(graph: Graph, space: Memory) -> None:
    mine, other = space.as_user("u-42"), space.as_user("u-43")
    mine.semantic.ingest("My name is Ada Lovelace and my friends call me Addie.", conversation_id="c-42")
    known: dict[str, Any] = {"type": "fact", "subject_id": "u-42"}
    mine.semantic.remember(**known, predicate="call_name", content="The user's nickname is Lovey.")
    mine.semantic.remember(**known, predicate="name", object="Augusta King", content="The user's name is Augusta King.")
    texts_of_another = ["I met Ada Lovelace in Rome.", "My cat Addie sleeps.", "Lovey is a film.", "Augusta King came."]
    other.episodic.add_messages(texts_of_another, conversation_id="c-43")
    receipt = space.semantic.erase_subject("u-42")
    assert set(receipt.names) == {"u-42", "Ada Lovelace", "Augusta King"}
    reason = "only the user states it, and others may bear it"
    assert receipt.names_not_sought == {"Addie": reason, "Lovey": reason}
    left = texts(graph, space.workspace_id)
    assert "ada lovelace" not in left
    assert "augusta" not in left
    assert "my cat addie" in left
    assert space.semantic.erase_subject("u-42", names=["u-42", "Addie"]).clean
    assert "my cat addie" not in texts(graph, space.workspace_id)


def test_two_of_one_name_are_told_apart_by_id(graph: Graph, space: Memory) -> None:
    ids: list[str] = []
    for n in range(2):
        ids.append(new_id())
        given = {"id": ids[n], "name": "Ada Low", "owned": True, "node_id": f"customer-{n}"}
        graph.write(query("named_entity"), workspace_id=space.workspace_id, properties=given, now=NOON)
    for one in ids:
        space.semantic.remember(type="fact", subject_id=one, content=f"Ada Low pays by card {one}.")
    with pytest.raises(errors.InvalidInput, match="2 entities") as refused:
        space.semantic.erase_subject("Ada Low")
    for n, one in enumerate(ids):
        assert f"{one} (node_id customer-{n}, since {NOON:%Y-%m-%d}, 1 memory)" in str(refused.value)
    receipt = space.semantic.erase_subject("customer-0")
    assert receipt.names_not_sought == {"Ada Low": "another entity bears it too"}
    assert [row.content for row in space.semantic.list()] == [f"Ada Low pays by card {ids[1]}."]
    assert space.semantic.erase_subject("customer-1").clean
    assert "ada low" not in texts(graph, space.workspace_id)


def test_another_of_the_name_that_is_the_users_id_keeps_its_name(space: Memory) -> None:
    space.user("mia").upsert_fact("likes tea")
    space.semantic.entities.create("Mia", type="Ship", node_id="ship:1")
    assert space.semantic.erase_subject("mia").clean
    assert [row.node_id for row in space.semantic.entities.list(name="Mia")] == ["ship:1"]
    said = space.semantic.remember(type="fact", subject="Mia", content="Mia sails on Monday")
    assert said.subject_id == space.semantic.entities.list(name="Mia")[0].id


def test_a_domain_node_is_released_and_its_owner_told(graph: Graph, space: Memory) -> None:
    person = {"id": new_id(), "email": "q@example.org", "fullName": "Zora Quill"}
    company = {"id": new_id(), "boss": "Zora Quill", "title": "Acme"}
    for own, label, name in ((person, "Person", "Zora Quill"), (company, "Company", "Acme")):
        added = {"workspace_id": space.workspace_id, "node_id": own["id"], "name": name}
        graph.write(query("adopted_node"), label=label, own=own, added=added, names=[*added], now=NOON)
    space.semantic.remember(
        type="fact", subject_id=person["id"], object_id=company["id"], predicate="leads", content="x"
    )
    receipt = space.semantic.erase_subject("Zora Quill")
    assert receipt.clean
    assert (receipt.released, receipt.domain_nodes) == ((person["id"],), (company["id"],))
    assert receipt.removed["released"] == 1
    (row,) = graph.read(query("domain_node"), id=person["id"])
    assert (row["labels"], row["properties"], row["relationships"]) == (["Person"], person, 0)
    (row,) = graph.read(query("domain_node"), id=company["id"])
    assert row["properties"]["boss"] == "Zora Quill"


def test_a_user_does_not_come_back_with_what_was_erased(space: Memory) -> None:
    said: dict[str, Any] = {
        "type": "preference",
        "content": "Likes tea.",
        "subject": "user",
        "user_id": "zed@example.com",
    }
    imported = [said | {"id": new_id()}, said | {"content": "Likes boats.", "id": new_id()}]
    space.semantic.remember_many(imported)
    assert space.semantic.erase_subject("zed@example.com").clean
    assert {row.reason for row in space.semantic.remember_many(imported)} == {"deleted"}
    assert space.semantic.entities.list(name="zed@example.com") == []
    (new,) = space.semantic.remember_many([said | {"id": new_id()}])
    assert new.outcome == "created"
    assert [row.subject for row in space.semantic.list(user_id="zed@example.com")] == ["zed@example.com"]


def test_another_workspace_keeps_what_it_knows(graph: Graph, client: Client, space: Memory) -> None:
    other = client.create_workspace(f"test {new_id()}")
    for one in (space, other):
        one.semantic.remember(type="fact", subject="Zora Quill", content="Zora Quill sings.")
    space.semantic.erase_subject("Zora Quill")
    assert [row.content for row in other.semantic.list()] == ["Zora Quill sings."]


def test_while_others_write_of_it(graph: Graph, space: Memory, server: Server) -> None:
    """What is written before the erasure ends may go or stay; afterwards the scan is as true as the clock."""
    fill(graph, space)
    done = threading.Event()

    def write() -> None:
        with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=OLD) as client:
            semantic, n = client.workspace(space.name).semantic, 0
            while not done.is_set():
                n += 1
                semantic.remember(type="fact", subject=f"Guest {n}", content=f"Guest {n} asked for Zora Quill.")

    thread = threading.Thread(target=write)
    thread.start()
    try:
        space.semantic.erase_subject("Zora Quill")
    finally:
        done.set()
        thread.join()
    assert space.semantic.erase_subject("Zora Quill").clean
    assert "zora" not in texts(graph, space.workspace_id)
    assert wrong(graph, space) == []


def test_an_agent_may_not(client: Client, server: Server, space: Memory) -> None:
    token = space.tokens.create("agent", "a").secret
    with (
        oxgraph.connect(server.uri, server.auth, token=token, clock=lambda: NOON) as agent,
        pytest.raises(errors.PermissionDenied),
    ):
        agent.semantic.erase_subject("Zora Quill")
