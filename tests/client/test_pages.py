"""Lists by the page: all of a list, each row once, and what comes meanwhile moves nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory, Page, errors
from oxgraph.graph import Graph
from tests.fixtures.client_samples import NOON, at, sequence, write
from tests.fixtures.samples import Clock

Pages = Callable[..., Page[Any]]


def walked(pages: Pages, limit: int, **asked: Any) -> list[Any]:
    """Every row, page after page."""
    rows: list[Any] = []
    cursor: str | None = None
    while True:
        page = pages(limit=limit, cursor=cursor, **asked)
        assert len(page.items) == limit or page.next is None
        rows += page.items
        cursor = page.next
        if cursor is None:
            return rows


@pytest.fixture
def lists(world: Memory, graph: Graph, clock: Clock) -> dict[str, tuple[Pages, list[Any]]]:
    """A page call of each list, and the list itself."""
    for n in range(7):
        sequence(graph, world.workspace_id, at(minutes=n // 2), intent_summary=f"run {n}", session_id="s")
        world.telemetry.capture(action_type="get", session_id="s", outcome="success", started_at=at(minutes=n // 2))
        world.semantic.remember(
            type="fact", content=f"Fact number {n}", subject=f"Anna{n % 2}", object="Ulm", predicate="in"
        )
        world.episodic.add_messages([f"m{n}", f"n{n}"], conversation_id=f"c{n % 5}")
        world.semantic.entities.create(f"Entity {n // 2}", node_id=f"n{n}")
        world.working.set(f"c{n % 5}", f"slot {n}", n)
        properties: dict[str, Any] = {
            "workspace_id": world.workspace_id,
            "id": f"00000000-0000-0000-0000-{n:012}",
            "conversation_id": "c0",
            "user_id": "",
        }
        properties |= {"summary": "s", "summary_source": "extract", "turn_count": 2, "source_message_ids": []}
        write(
            graph,
            "CREATE (e:_mem:episode) SET e = $p, e.started_at = $at, e.ended_at = $at"
            " WITH e MATCH (c:conversation {workspace_id: $p.workspace_id, conversation_id: 'c0'})"
            " CREATE (e)-[:`_mem:summarises`]->(c)",
            p=properties, at=at(days=n // 3),
        )  # fmt: skip
        key: dict[str, Any] = {
            "workspace_id": world.workspace_id,
            "action_type": "get",
            "node_type": None,
            "error_code": f"E{n}",
        }
        key |= {
            "status": "candidate",
            "sample_count": n // 2,
            "confidence": 0.1 * (n // 3),
            "last_seen": at(days=n // 4),
        }
        write(graph, "CREATE (k:_mem:pattern_key) SET k = $p, k.id = randomUUID()", p=key)
        clock.now = clock.now + timedelta(seconds=n % 2)
    t, s, e = world.telemetry, world.semantic, world.episodic
    return {
        "timeline": (t.timeline_page, t.timeline(limit=1_000)),
        "sequences": (t.sequences_page, t.sequences()),
        "patterns": (lambda **k: t.patterns_page(True, **k), t.patterns(True)),
        "patterns by last_seen": (
            lambda **k: t.patterns_page(True, sort="last_seen", **k), t.patterns(True, sort="last_seen"),
        ),
        "patterns by sample_count": (
            lambda **k: t.patterns_page(True, sort="sample_count", **k), t.patterns(True, sort="sample_count"),
        ),
        "memories": (s.list_page, s.list()),
        "memories of a subject": (lambda **k: s.list_page("Anna1", **k), s.list("Anna1")),
        "memories of an object": (lambda **k: s.list_page(object="Ulm", **k), s.list(object="Ulm")),
        "entities": (s.entities.list_page, s.entities.list()),
        "entities by name": (lambda **k: s.entities.list_page(name="Entity", **k), s.entities.list(name="Entity")),
        "messages": (lambda **k: e.messages_page("c0", **k), list(e.messages("c0"))),
        "conversations": (e.conversations_page, list(e.conversations())),
        "episodes": (e.episodes_page, list(e.episodes())),
        "episodes of one": (lambda **k: e.episodes_page("c0", **k), list(e.episodes("c0"))),
        "slots": (world.working.list_page, list(world.working.list_page(limit=1_000).items)),
        "audit": (world.audit, list(world.audit(limit=1_000).items)),
    }  # fmt: skip


@pytest.mark.deep
def test_the_pages_together_are_the_list(lists: dict[str, tuple[Pages, list[Any]]]) -> None:
    for name, (pages, rows) in lists.items():
        assert rows, name
        for limit in (1, 2, 3, len(rows), 1_000):
            found = walked(pages, limit)
            if name.startswith("entities"):
                assert sorted(found, key=lambda row: row.id) == sorted(rows, key=lambda row: row.id), name
            else:
                assert found == rows, name


def test_entities_come_in_the_order_of_their_names(world: Memory) -> None:
    for name in ("b", "C", "a", "B 2"):
        world.semantic.entities.create(name)
    world.semantic.entities.alias("b", "Alpha")
    assert [row.name for row in walked(world.semantic.entities.list_page, 2)] == ["B 2", "C", "a", "b"]
    assert [row.name for row in walked(world.semantic.entities.list_page, 1, name="a")] == ["a", "b"]
    assert [row.name for row in walked(world.semantic.entities.list_page, 1, name="b")] == ["b", "B 2"]
    world.semantic.entities.hide("a")
    assert [row.name for row in walked(world.semantic.entities.list_page, 2, hidden=True)] == ["a"]


def test_what_comes_meanwhile_is_not_told_and_moves_nothing(world: Memory, graph: Graph, clock: Clock) -> None:
    for n in range(4):
        world.semantic.remember(type="fact", content=f"Fact number {n}", subject="Anna")
        clock.now = clock.now + timedelta(seconds=1)
    first = world.semantic.list_page(limit=2)
    world.semantic.remember(type="fact", content="A later one", subject="Anna")
    second = world.semantic.list_page(limit=2, cursor=first.next)
    assert [row.content for row in (*first.items, *second.items)] == [f"Fact number {n}" for n in (3, 2, 1, 0)]
    assert second.next is None


def test_a_cursor_is_that_of_its_list_and_nothing_else(world: Memory, graph: Graph) -> None:
    for n in range(3):
        sequence(graph, world.workspace_id, at(minutes=n), intent_summary="x")
        world.semantic.remember(type="fact", content=f"Fact number {n}", subject="Anna")
    cursor = world.telemetry.sequences_page(limit=1).next
    assert cursor
    for call in (
        world.telemetry.timeline_page,
        world.semantic.list_page,
        world.semantic.entities.list_page,
        world.audit,
    ):
        with pytest.raises(errors.InvalidInput, match="cursor: is not one that this list gave"):
            call(cursor=cursor)
    with pytest.raises(errors.InvalidInput, match="cursor"):
        world.telemetry.sequences_page(cursor=cursor[:-4])
    for limit in (0, 1_001, True):
        with pytest.raises(errors.InvalidInput, match="limit"):
            world.telemetry.sequences_page(limit=limit)


def test_times_keep_their_nanoseconds(world: Memory, graph: Graph) -> None:
    for n in range(4):
        write(
            graph,
            "MATCH (s:sequence {workspace_id: $w, id: $id})"
            " SET s.started_at = datetime('2026-05-01T10:00:00.00000000' + $n + 'Z')",
            w=world.workspace_id, id=sequence(graph, world.workspace_id, NOON, intent_summary="x"), n=str(n),
        )  # fmt: skip
    assert len({row.id for row in walked(world.telemetry.sequences_page, 1)}) == 4
