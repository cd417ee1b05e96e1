"""A workspace goes from one embedding model to another while it is read and written, and mixes them at no moment."""

import threading
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.fixtures.client_samples import NOON, at, query, sequence
from tests.models.tiny_embedders import NEW, OLD, OTHER, Tiny
from tests.passes.test_runner import audits

SLOTS = ("embedding", "embedding_alt")
RUNS = 20
KINDS = 5
"""What else waits for a vector, one of each."""


def connected(server: Server, embedder: Tiny | None) -> Client:
    return oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=embedder)


@pytest.fixture(scope="module")
def old(server: Server) -> Iterator[Client]:
    with connected(server, OLD) as client:
        yield client


@pytest.fixture(scope="module")
def new(server: Server) -> Iterator[Client]:
    with connected(server, NEW) as client:
        yield client


def fill(graph: Graph, space: Memory) -> None:
    """Nodes of each kind that wait for a vector; all runs have one intent."""
    for n in range(RUNS):
        sequence(graph, space.workspace_id, at(hours=n + 1), intent_summary="book a flight", unembedded=True)
    for kind, properties in {
        "entity": {"name": "Anna", "description": "a pilot"},
        "question": {"text": "Who flies?", "memory_id": "none"},
        "memory": {"content": "Anna flies.", "type": "fact", "status": "active"},
        "message": {"text": "I fly.", "speaker": "Anna", "workspace_term": "w"},
        "episode": {"summary": "Anna flew.", "workspace_term": "w"},
    }.items():
        given = {"kind": kind, "id": new_id(), "properties": properties}
        graph.write(query("unembedded_node"), workspace_id=space.workspace_id, **given)


def upkeep(graph: Graph, workspace_id: str, embedder: Tiny, **options: Any) -> dict[str, int]:
    return run_pass(graph, workspace_id, "upkeep", now=NOON, embedder=embedder, **options).counters


def nodes(graph: Graph, workspace_id: str) -> list[dict[str, Any]]:
    return [row["properties"] for row in graph.read(query("vectors"), workspace_id=workspace_id)]


def text_of(node: dict[str, Any]) -> str:
    if "name" in node:
        return f"{node['name']}: {node['description']}" if node.get("description") else str(node["name"])
    if "speaker" in node:
        return f"{node['speaker']}: {node['text']}"
    return str(node.get("content") or node.get("intent_summary") or node.get("summary") or node.get("text"))


def state(graph: Graph, workspace_id: str) -> dict[str, Any]:
    row = graph.read(query("workspace_node"), workspace_id=workspace_id)[0]["properties"]
    names = ("embedding_model", "embedding_dimension", "embedding_slot", "next_embedding_model", "stale_embedding_slot")
    return {name: row.get(name) for name in names}


def check_at_rest(graph: Graph, workspace_id: str, model: Tiny, slot: str) -> None:
    """One model's vectors, all of them, in one slot, and nothing in the other."""
    (other,) = {*SLOTS} - {slot}
    for node in nodes(graph, workspace_id):
        assert node["embedding_model"] == model.name
        assert node[slot] == pytest.approx(model.embed(text_of(node)), abs=1e-6)
        assert other not in node
        assert "unembedded" not in node


def test_every_kind_gets_its_vector(graph: Graph, old: Client) -> None:
    space = old.create_workspace(f"test {new_id()}")
    fill(graph, space)
    assert upkeep(graph, space.workspace_id, OLD)["embedded"] == RUNS + KINDS
    check_at_rest(graph, space.workspace_id, OLD, "embedding")
    assert state(graph, space.workspace_id)["embedding_model"] == "tiny-old"
    sequence(graph, space.workspace_id, at(hours=90), intent_summary="x", unembedded=True)
    with pytest.raises(errors.EmbeddingModelMismatch):
        upkeep(graph, space.workspace_id, NEW)


def test_there_and_back_again(graph: Graph, old: Client, new: Client) -> None:
    """The dimension differs, so each index holds vectors of two lengths in turn."""
    space = old.create_workspace(f"test {new_id()}")
    fill(graph, space)
    upkeep(graph, space.workspace_id, OLD)
    there = new.workspace(space.name)
    assert space.semantic.reembed(NEW).outcome == "marked"
    assert space.semantic.reembed("tiny-new").outcome == "unchanged"
    counters = upkeep(graph, space.workspace_id, NEW)
    assert (counters["reembedded"], counters["emptied"]) == (RUNS + KINDS, RUNS + KINDS)
    check_at_rest(graph, space.workspace_id, NEW, "embedding_alt")
    found = state(graph, space.workspace_id)
    assert (found["embedding_model"], found["embedding_dimension"], found["embedding_slot"]) == (
        "tiny-new",
        6,
        "embedding_alt",
    )
    assert (found["next_embedding_model"], found["stale_embedding_slot"]) == (None, None)
    assert len(there.telemetry.context("book a flight", RUNS)) == RUNS
    with pytest.raises(errors.EmbeddingModelMismatch):
        space.telemetry.context("book a flight", RUNS)
    there.semantic.reembed("tiny-old")
    upkeep(graph, space.workspace_id, OLD)
    check_at_rest(graph, space.workspace_id, OLD, "embedding")
    assert {row.found_by for row in space.telemetry.context("book a flight", RUNS)} == {"meaning"}


def test_calling_it_off_or_changing_ones_mind(graph: Graph, old: Client) -> None:
    space = old.create_workspace(f"test {new_id()}")
    fill(graph, space)
    upkeep(graph, space.workspace_id, OLD)
    space.semantic.reembed("tiny-new")
    sequence(graph, space.workspace_id, at(hours=50), intent_summary="cancel a flight", unembedded=True)
    with pytest.raises(Killed):
        upkeep(graph, space.workspace_id, NEW, progress=killing("reembedded"))
    assert any("embedding_alt" in node for node in nodes(graph, space.workspace_id)), "half-way"
    assert space.semantic.reembed("tiny-old").outcome == "called_off"
    upkeep(graph, space.workspace_id, OLD)
    check_at_rest(graph, space.workspace_id, OLD, "embedding")
    space.semantic.reembed("tiny-new")
    with pytest.raises(Killed):
        upkeep(graph, space.workspace_id, NEW, progress=killing("reembedded"))
    assert space.semantic.reembed("tiny-other").outcome == "marked"
    upkeep(graph, space.workspace_id, OTHER)
    check_at_rest(graph, space.workspace_id, OTHER, "embedding_alt")


class Killed(BaseException):
    """The process is gone."""


def killing(counter: str) -> Any:
    def kill(name: str, counters: dict[str, int]) -> None:
        if counters.get(counter):
            raise Killed

    return kill


@pytest.mark.parametrize("where", ["reembedded", "emptied"])
def test_killed_in_the_middle_it_goes_on(
    graph: Graph, old: Client, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oxgraph.passes.embedding_change.BATCH", 7)
    monkeypatch.setattr("oxgraph.passes.embedding_change.EMPTIED", 7)
    space = old.create_workspace(f"test {new_id()}")
    fill(graph, space)
    upkeep(graph, space.workspace_id, OLD)
    space.semantic.reembed("tiny-new")
    with pytest.raises(Killed):
        upkeep(graph, space.workspace_id, NEW, progress=killing(where))
    before = state(graph, space.workspace_id)["embedding_model"]
    assert before == ("tiny-old" if where == "reembedded" else "tiny-new")
    counters = upkeep(graph, space.workspace_id, NEW)
    assert counters.get("reembedded", 0) == (RUNS + KINDS - 7 if where == "reembedded" else 0)
    check_at_rest(graph, space.workspace_id, NEW, "embedding_alt")


def test_doctor_names_a_change_that_no_worker_begins(graph: Graph, old: Client) -> None:
    space = old.create_workspace(f"test {new_id()}")
    fill(graph, space)
    upkeep(graph, space.workspace_id, OLD)

    def unknown(minutes: int) -> list[str]:
        found = audits(graph, space.workspace_id, NOON + timedelta(minutes=minutes))
        return [row["model"] for name, row in found if name == "unknown_embedding_models"]

    space.semantic.reembed("tiny-mistyped")
    upkeep(graph, space.workspace_id, OLD)
    assert (unknown(9), unknown(11)) == ([], ["tiny-mistyped"])
    space.semantic.reembed("tiny-new")
    with pytest.raises(Killed):
        upkeep(graph, space.workspace_id, NEW, progress=killing("reembedded"))
    assert unknown(11) == []
    space.semantic.reembed("tiny-mistyped")
    assert unknown(11) == ["tiny-mistyped"]
    space.semantic.reembed("tiny-old")
    assert unknown(11) == []


@pytest.mark.deep
def test_while_others_read_and_write(graph: Graph, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers find every run by one model or are told of the other; writers are taken up."""
    monkeypatch.setattr("oxgraph.passes.embedding_change.BATCH", 5)
    name = f"test {uuid.uuid4()}"
    with connected(server, OLD) as client:
        space = client.create_workspace(name)
        fill(graph, space)
        for n in range(60):
            space.semantic.remember(type="fact", content=f"Customer {n} pays by invoice.", subject=f"Customer {n}")
        upkeep(graph, space.workspace_id, OLD)
        space.semantic.reembed("tiny-new")
    done = threading.Event()
    wrong: list[str] = []
    counts = {"read": 0, "told": 0, "written": 0, "added": 0}

    def read(embedder: Tiny) -> None:
        with connected(server, embedder) as client:
            memory = client.workspace(name)
            while not done.is_set():
                try:
                    rows = memory.telemetry.context("book a flight", RUNS)
                except errors.EmbeddingModelMismatch:
                    counts["told"] += 1
                    continue
                counts["read"] += 1
                if len(rows) != RUNS or any(row.score < 0.999 or row.found_by != "meaning" for row in rows):
                    wrong.append(f"{embedder.name}: {[(row.found_by, row.score) for row in rows]}")

    def write() -> None:
        with connected(server, OLD) as client:
            memory, n = client.workspace(name), 0
            while not done.is_set():
                n += 1
                memory.semantic.remember(type="fact", content=f"Supplier {n} sends bills.", subject=f"Supplier {n}")
                counts["written"] += 1
                counts["added"] += memory.episodic.add_messages(f"Supplier {n}?", conversation_id="c").written

    threads = [threading.Thread(target=read, args=(one,)) for one in (OLD, NEW)] + [threading.Thread(target=write)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        upkeep(graph, space.workspace_id, NEW)
        if state(graph, space.workspace_id)["embedding_model"] == "tiny-new":
            break
    threading.Event().wait(0.5)
    done.set()
    for thread in threads:
        thread.join()
    upkeep(graph, space.workspace_id, NEW)
    assert wrong == []
    assert "mixed_vectors" not in {found for found, _ in audits(graph, space.workspace_id, NOON)}
    assert all(counts.values()), counts
    check_at_rest(graph, space.workspace_id, NEW, "embedding_alt")
