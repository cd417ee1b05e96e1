"""What recall returns counts as read, a moment later and in batches."""

import asyncio
import logging
import time
from datetime import UTC, datetime
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.client._sync import access
from oxgraph.errors import ConnectionFailed
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.samples import START, Clock, works_at


def count(space: Memory, id: str) -> int:
    (row,) = [row for row in space.semantic.list(status="any") if row.id == id]
    return row.access_count


def test_what_is_returned_is_counted_by_a_flush(world: Memory, clock: Clock) -> None:
    id = works_at(world, "Acme").memory_id or ""
    clock.pass_days(3)
    world.recall("Where does Ada work?")
    world.flush()
    (row,) = world.semantic.list()
    assert (row.access_count, row.last_accessed_at) == (1, clock.now)
    world.recall("Where does Ada work?", touch=False)
    world.flush()
    assert count(world, id) == 1


def test_within_one_batch_it_counts_once(world: Memory) -> None:
    id = works_at(world, "Acme").memory_id or ""
    for _ in range(3):
        world.recall("Where does Ada work?")
    world.flush()
    assert count(world, id) == 1
    world.recall("Where does Ada work?")
    world.flush()
    assert count(world, id) == 2


def test_a_second_later_it_is_counted_without_a_flush(world: Memory) -> None:
    id = works_at(world, "Acme").memory_id or ""
    world.recall("Where does Ada work?")
    until = time.monotonic() + 15
    while count(world, id) == 0 and time.monotonic() < until:
        time.sleep(0.2)
    assert count(world, id) == 1


def test_a_full_batch_goes_at_once(world: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "BATCH", 1)
    world._access.access_counts._later._seconds = 3_600.0  # type: ignore[union-attr]
    id = works_at(world, "Acme").memory_id or ""
    world.recall("Where does Ada work?")
    until = time.monotonic() + 15
    while count(world, id) == 0 and time.monotonic() < until:
        time.sleep(0.1)
    assert count(world, id) == 1


def test_closing_counts_what_waits(world: Memory, server: Server) -> None:
    id = works_at(world, "Acme").memory_id or ""
    token = world.tokens.create("agent", "reader").secret
    with oxgraph.connect(server.uri, server.auth, token=token, clock=lambda: START) as agent:
        agent.recall("Where does Ada work?")
    assert count(world, id) == 1
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as client:
        client.workspace(world.name).recall("Where does Ada work?")
    assert count(world, id) == 2


async def test_without_blocking_too(server: Server) -> None:
    async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: START) as client:
        space = await client.create_workspace(f"touches {new_id()}")
        said: dict[str, Any] = {"type": "fact", "subject": "Ada", "content": "Ada works at Acme"}
        await space.semantic.remember(**said)
        await space.recall("Where does Ada work?")
        for _ in range(75):
            await asyncio.sleep(0.2)
            if (await space.semantic.list())[0].access_count:
                break
        assert (await space.semantic.list())[0].access_count == 1
        await space.recall("Where does Ada work?")
    async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: START) as client:
        again = await client.workspace(space.name)
        assert (await again.semantic.list())[0].access_count == 2


def test_a_failing_batch_is_logged_once_and_loses_counts_alone(
    world: Memory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id = works_at(world, "Acme").memory_id or ""
    write = Graph.write

    def failing(self: Graph, file: Any, **params: Any) -> Any:
        if file.name == "semantic/touch":
            raise ConnectionFailed(uri="nowhere", reason="gone")
        return write(self, file, **params)

    with caplog.at_level(logging.WARNING, "oxgraph"):
        monkeypatch.setattr(Graph, "write", failing)
        for _ in range(3):
            assert world.recall("Where does Ada work?").results
            world.flush()
    assert len([one for one in caplog.records if "could not be counted" in one.message]) == 1
    monkeypatch.undo()
    assert count(world, id) == 0
    world.recall("Where does Ada work?")
    world.flush()
    assert count(world, id) == 1


def test_a_historical_recall_revives_what_expired(world: Memory, clock: Clock, graph: Graph) -> None:
    works_at(world, "Acme")
    clock.now = datetime(2029, 5, 1, tzinfo=UTC)
    evaluate(graph, world.name, now=clock.now, passes=[4])
    assert [row.status for row in world.semantic.list(status="any")] == ["expired"]
    assert world.recall("Where does Ada work?").results == ()
    assert world.recall("Where does Ada work?", historical=True).results
    world.flush()
    assert [row.status for row in world.semantic.list(status="any")] == ["active"]
