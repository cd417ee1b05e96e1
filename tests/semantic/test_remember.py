"""Remembering through the client: what becomes of statements, vectors, batches and bad input."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.fixtures.samples import START, Clock, day, works_at


class Counting:
    """An embedder that counts what it is asked, and gives each text a direction of its own."""

    name = "counting"
    dimension = 8

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, text: str) -> list[float]:
        return self.embed_many([text])[0]

    def embed_many(self, texts: Any, progress: Any = None) -> list[list[float]]:
        self.texts += texts
        return [[1.0 if place == ord(text[0]) % 8 else 0.1 for place in range(8)] for text in texts]


def count(graph: Graph, workspace_id: str, kind: str = "memory") -> int:
    text = "MATCH (n:_mem {workspace_id: $w}) WHERE $kind IN labels(n) RETURN count(n) AS n"
    return int(graph.driver.execute_query(text, w=workspace_id, kind=kind, database_="neo4j").records[0]["n"])


def test_a_statement_becomes_a_memory_about_an_entity(world: Memory) -> None:
    made = works_at(world, "Acme", "2020-05-01", confidence=0.8, keywords=["job"], evidence=["m1"], category="work")
    row = world.semantic.get(made.memory_id or "")
    assert made.outcome == "created"
    assert (row.subject, row.predicate, row.object) == ("Ada", "works_at", "Acme")
    assert (row.subject_id, row.object_id) == (made.subject_id, made.object_id)
    assert (row.valid_from, row.valid_from_assumed, row.valid_to) == (day("2020-05-01"), False, None)
    assert (row.stated_at, row.recorded_at, row.confidence) == (START, START, 0.8)
    assert (row.keywords, row.evidence, row.category) == (("job",), ("m1",), "work")
    assert (row.status, row.policy, row.source, row.repetitions) == ("active", "freshness", "caller", 1)


def test_the_same_again_is_merged_and_the_same_statement_changes_nothing(world: Memory) -> None:
    id = new_id()
    first = works_at(world, "Acme", confidence=0.5, id=id)
    assert works_at(world, "Acme", id=id).outcome == "unchanged"
    again = works_at(world, "Acme", confidence=1.0, evidence=["m2"])
    assert (again.outcome, again.memory_id) == ("merged", first.memory_id)
    row = world.semantic.get(first.memory_id or "")
    assert (row.confidence, row.repetitions) == (0.75, 2)
    assert works_at(world, "Acme", evidence=["m2"]).outcome == "unchanged"


def test_a_later_fact_supersedes_and_a_doubtful_one_contradicts(world: Memory) -> None:
    old = works_at(world, "Acme", "2020-05-01", confidence=0.8)
    new = works_at(world, "Rivian", "2024-01-01", confidence=0.9)
    assert new.superseded == (old.memory_id,)
    assert world.semantic.get(old.memory_id or "").valid_to == day("2024-01-01")
    doubt = works_at(world, "Initech", "2025-01-01", confidence=0.3)
    assert (doubt.superseded, doubt.contradicts) == ((), (new.memory_id,))
    row = world.semantic.get(doubt.memory_id or "")
    assert row.rank_weight == pytest.approx(1 / 3)
    assert row.needs_review
    assert row.contradicts == (new.memory_id,)


def test_of_two_that_replace_a_memory_at_once_one_is_refused(world: Memory) -> None:
    old = works_at(world, "Acme", "2020-05-01").memory_id or ""

    def replace(employer: str) -> str | None:
        with suppress(errors.MemoryReplaced):
            return world.semantic.supersede(old, content=f"Ada works at {employer}", object=employer).memory_id
        return None

    with ThreadPoolExecutor(4) as pool:
        made = [one for one in pool.map(replace, ("Rivian", "Initech", "Globex", "Hooli")) if one]
    assert [row.id for row in world.semantic.list()] == made
    with pytest.raises(errors.MemoryReplaced) as refused:
        world.semantic.supersede(old, content="Ada is retired")
    assert (refused.value.code, refused.value.values) == ("memory_replaced", {"id": old})
    part: dict[str, Any] = {"content": "Ada works at Wayne", "object": "Wayne", "valid_from": day("2021-01-01")}
    assert world.semantic.supersede(old, **part).superseded == (old,)
    past: dict[str, Any] = {"correction": True, "valid_from": day("2020-05-01")}
    with pytest.raises(errors.MemoryReplaced):
        world.semantic.supersede(old, content="Ada worked nowhere", correction=True)
    world.semantic.supersede(old, content="Ada worked nowhere", **past)
    with pytest.raises(errors.MemoryReplaced):
        world.semantic.supersede(old, content="Ada worked anywhere", **past)


def test_what_tells_the_past_of_a_replaced_memory_otherwise_holds_until_its_successor(world: Memory) -> None:
    """Both replacements of one memory had stayed active, in either order of the calls."""
    semantic = world.semantic
    old = semantic.remember(type="fact", subject="Ada", content="Ada has a grey desk", valid_from=day("2020-05-01"))
    blue = semantic.supersede(old.memory_id or "", content="Ada has a blue desk", valid_from=day("2024-01-01"))
    red = semantic.supersede(old.memory_id or "", content="Ada has a red desk", valid_from=day("2022-01-01"))
    assert (red.superseded, red.superseded_by) == ((old.memory_id,), blue.memory_id)
    assert [row.id for row in semantic.list()] == [blue.memory_id]
    past: dict[str, Any] = {"correction": True, "valid_from": day("2020-05-01")}
    green = semantic.supersede(old.memory_id or "", content="Ada has a green desk", **past)
    assert green.superseded_by == red.memory_id
    rows = [semantic.get(one.memory_id or "") for one in (green, red, blue)]
    assert [(row.status, row.valid_from.year, row.valid_to and row.valid_to.year) for row in rows] == [
        ("superseded", 2020, 2022),
        ("superseded", 2022, 2024),
        ("active", 2024, None),
    ]
    assert semantic.get(old.memory_id or "").retired_at is not None


def test_supersede_takes_over_what_is_not_said_anew(world: Memory) -> None:
    old = works_at(world, "Acme", "2020-05-01", category="work")
    asked: dict[str, Any] = {"content": "Ada works at Rivian", "object": "Rivian", "valid_from": day("2019-01-01")}
    new = world.semantic.supersede(old.memory_id or "", **asked)
    row, was = world.semantic.get(new.memory_id or ""), world.semantic.get(old.memory_id or "")
    assert (row.type, row.subject, row.predicate, row.category) == ("fact", "Ada", "works_at", "work")
    assert (was.status, was.superseded_by, was.retired_at) == ("superseded", new.memory_id, START)
    refused: list[dict[str, Any]] = [{}, {"content": "x", "colour": "red"}]
    for wrong in refused:
        with pytest.raises(errors.InvalidInput):
            world.semantic.supersede(new.memory_id or "", **wrong)
    with pytest.raises(errors.NotFound):
        world.semantic.supersede(new_id(), content="x")


def test_many_are_remembered_in_order_and_named_by_their_place(world: Memory, graph: Graph) -> None:
    facts = [{"type": "fact", "content": f"Fact {n}", "subject": f"Thing {n % 7}"} for n in range(1_500)]
    rows = world.semantic.remember_many(iter(facts))
    assert [row.outcome for row in rows] == ["created"] * 1_500
    assert len({row.memory_id for row in rows}) == 1_500
    assert count(graph, world.workspace_id) == 1_500
    assert world.semantic.remember_many([]) == []
    bad: list[tuple[dict[str, Any], str]] = [
        ({"type": "fact", "content": ""}, r"memories\[1200\]\.content"),
        ({"type": "unheard_of", "content": "x"}, r"memories\[1200\]\.type"),
        ({"type": "fact", "content": "x", "stated_at": day("2027-01-01")}, r"memories\[1200\]\.stated_at"),
    ]
    before = count(graph, world.workspace_id)
    for wrong, place in bad:
        with pytest.raises(errors.InvalidInput, match=place):
            world.semantic.remember_many([*facts[:1_200], wrong])
        assert count(graph, world.workspace_id) == before


def test_bad_input_leaves_nothing(world: Memory, graph: Graph) -> None:
    nodes = count(graph, world.workspace_id, "_mem")
    for wrong in (
        {"type": "unheard_of"},
        {"content": "x" * 10_000_000},
        {"content": "\ud800"},
        {"predicate": "!"},
        {"colour": "red"},
        {"confidence": float("nan")},
        {"subject_id": "nobody"},
        {"object_id": new_id()},
    ):
        with pytest.raises((errors.InvalidInput, errors.NotFound)) as refused:
            world.semantic.remember(**({"type": "fact", "content": "x"} | wrong))
        assert "items[" not in str(refused.value)
    assert count(graph, world.workspace_id, "_mem") == nodes


def test_the_client_makes_the_vectors_of_one_model(server: Server, graph: Graph, clock: Clock) -> None:
    model = Counting()
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=model) as client:
        space = client.create_workspace(f"vectors {new_id()}")
        space.semantic.remember(type="fact", content="one")
        space.semantic.remember_many([{"type": "fact", "content": "two"}, {"type": "task", "content": "three"}])
        space.semantic.remember(type="fact", content="four", embedding=[0.5] * 8)
        assert model.texts == ["one", "two"]
        text = (
            "MATCH (m:memory {workspace_id: $w}) RETURN m.content AS c, m.embedding_model AS m, size(m.embedding) AS n"
        )
        found = {r["c"]: (r["m"], r["n"]) for r in graph.driver.execute_query(text, w=space.workspace_id).records}
        assert found == dict.fromkeys(("one", "two", "four"), ("counting", 8)) | {"three": (None, None)}
        with pytest.raises(errors.EmbeddingModelMismatch):
            space.semantic.remember(type="fact", content="five", embedding=[0.5] * 8, embedding_model="another")


def test_an_embedder_of_another_model_leaves_the_vector_to_the_worker(
    server: Server, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=Counting()) as client:
        space = client.create_workspace(f"vectors {new_id()}")
        space.semantic.remember(type="fact", content="one")
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=embedder("minilm")) as client:
        other = client.workspace(space.name)
        assert other.semantic.remember(type="fact", content="two").outcome == "created"
        assert "come from counting" in caplog.text
        text = "MATCH (m:memory {workspace_id: $w, content: 'two'}) RETURN m.unembedded AS u, m.embedding AS e"
        (row,) = client.graph.driver.execute_query(text, w=space.workspace_id).records
        assert (row["u"], row["e"]) == (True, None)
        given = {"embedding": [0.5] * 384, "type": "fact"}
        with pytest.raises(errors.EmbeddingModelMismatch):
            other.semantic.remember_many([{"content": "three", "type": "fact"}, {"content": "four", **given}])
        assert len(other.semantic.list()) == 2


def test_where_memory_is_off_nothing_is_written(world: Memory, graph: Graph) -> None:
    made = works_at(world, "Acme")
    world.disable()
    refused = works_at(world, "Rivian")
    assert (refused.outcome, refused.reason, refused.memory_id) == ("rejected", "memory_disabled", None)
    assert world.semantic.get(made.memory_id or "").content == "Ada works at Acme"
    assert count(graph, world.workspace_id) == 1


def test_an_agents_token_remembers_and_loses_it_at_once(world: Memory, server: Server, clock: Clock) -> None:
    token = world.tokens.create("agent", "t")
    with oxgraph.connect(server.uri, server.auth, token=token.secret, clock=clock) as agent:
        made = works_at(agent, "Acme")
        beyond: list[Callable[[], object]] = [
            lambda: agent.semantic.types.define("procedure", 365),
            lambda: agent.semantic.predicates.define("owns", True),
            lambda: agent.semantic.review.resolve(made.memory_id or "", keep=made.memory_id),
            agent.semantic.connections.list,
        ]
        for call in beyond:
            with pytest.raises(errors.PermissionDenied):
                call()
        world.tokens.revoke(token.id)
        lost: list[Callable[[], object]] = [
            lambda: works_at(agent, "Rivian"),
            lambda: agent.semantic.get(made.memory_id or ""),
            lambda: agent.semantic.forget(made.memory_id or ""),
            lambda: agent.semantic.why(made.memory_id or ""),
            lambda: agent.user("u").upsert_fact("x"),
        ]
        for call in lost:
            with pytest.raises(errors.Unauthenticated):
                call()


async def test_without_blocking(server: Server, clock: Clock) -> None:
    async with await oxgraph.connect_async(server.uri, server.auth, clock=clock) as client:
        space = await client.create_workspace(f"async {new_id()}")
        facts: list[dict[str, Any]] = [{"type": "fact", "content": f"Fact {n}", "subject": "Ada"} for n in range(8)]
        rows = await asyncio.gather(*(space.semantic.remember(**fact) for fact in facts))
        assert [row.outcome for row in rows] == ["created"] * 8
        assert len(await space.semantic.list("Ada")) == 8
        await space.user("u1").upsert_fact("Likes tea")
        assert (await space.user("u1").build_context("tea")).endswith("- Likes tea (confidence 1.00)")
