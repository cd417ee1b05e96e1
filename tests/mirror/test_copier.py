"""The rows say what the nodes say, after whatever happened to these."""

import uuid

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.mirror import Mirror, feed
from oxgraph.passes import evaluate
from tests.fixtures.client_samples import NOON, at, pattern, write
from tests.mirror.copier_samples import differences, everything, nodes
from tests.mirror.rows import TABLES, counts, rows

SERVED_ELSEWHERE = {"embedding", "embedding_alt", "embedding_model", "unembedded", "workspace_term"}
OF_THE_PASSES = {
    "sequence": {"uncounted_at", "counted_at"},
    "pattern": {"evidence_since", "evidence_holders"},
    "memory": {"unquestioned"},
}
"""Properties that have no column, as only passes need them."""


def test_every_row_is_its_node(graph: Graph, full: Memory, mirror: Mirror) -> None:
    copied = mirror.run_once()
    assert copied.rows >= sum(counts(mirror.dsn, full.workspace_id).values())
    assert all(counts(mirror.dsn, full.workspace_id).values())
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_every_property_has_its_column(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    for kind in TABLES.keys() - {"workspace"}:
        columns = set(next(iter(rows(mirror.dsn, kind, full.workspace_id).values())))
        properties = set().union(*nodes(graph, kind, full.workspace_id).values())
        assert properties - columns - SERVED_ELSEWHERE - OF_THE_PASSES.get(kind, set()) == set(), kind


def test_what_relationships_say(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    actions, memories = (rows(mirror.dsn, kind, full.workspace_id) for kind in ("action", "memory"))
    [sequence] = rows(mirror.dsn, "sequence", full.workspace_id).values()
    in_order = sorted(actions.values(), key=lambda action: str(action["started_at"]))
    assert sequence["action_ids"] == [action["id"] for action in in_order]
    [shown] = rows(mirror.dsn, "pattern", full.workspace_id).keys() & {
        one for action in actions.values() for one in action["injected_pattern_ids"] or ()
    }
    assert in_order[-1]["injected_pattern_ids"] == [shown]
    [former] = [memory for memory in memories.values() if memory["status"] == "superseded"]
    assert memories[former["superseded_by"]]["content"] == "Ada works at Bolt\nnow"
    assert {memory["type"] for memory in memories.values()} == {"fact"}


def test_a_workspace_has_its_settings(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    [row] = rows(mirror.dsn, "workspace", full.workspace_id).values()
    settings = full.settings().model_dump()
    assert {name: row["settings"].get(name) for name in settings} == settings
    full.update_settings(inject_limit=7)
    mirror.run_once()
    [row] = rows(mirror.dsn, "workspace", full.workspace_id).values()
    assert row["settings"]["inject_limit"] == 7


def test_what_is_changed_deleted_and_made_anew_follows(graph: Graph, server: Server, mirror: Mirror) -> None:
    space = everything(graph, server)
    mirror.run_once()
    before = counts(mirror.dsn, space.workspace_id)
    text = "MATCH (n:_mem:action {workspace_id: $w}) SET n.agent_id = 'b\u0000c'"
    write(graph, text, w=space.workspace_id)
    mirror.run_once()
    assert {row["agent_id"] for row in rows(mirror.dsn, "action", space.workspace_id).values()} == {"b\ufffdc"}
    write(graph, "MATCH (n:_mem:benchmark {workspace_id: $w}) DETACH DELETE n", w=space.workspace_id)
    write(graph, "MATCH (n:_mem:question {workspace_id: $w}) DETACH DELETE n", w=space.workspace_id)
    write(graph, "MATCH (n:_mem:memory {workspace_id: $w}) DETACH DELETE n", w=space.workspace_id)
    mirror.run_once()
    assert counts(mirror.dsn, space.workspace_id) == before | {"benchmark": 0, "memory": 0}
    evaluate(graph, space.workspace_id, now=NOON, passes=[3])
    mirror.run_once()
    assert counts(mirror.dsn, space.workspace_id) == before | {"memory": 0}


def test_deleted_and_made_anew_between_two_looks(graph: Graph, server: Server, mirror: Mirror) -> None:
    space = everything(graph, server)
    mirror.run_once()
    write(graph, "MATCH (n:_mem:benchmark {workspace_id: $w}) DETACH DELETE n", w=space.workspace_id)
    evaluate(graph, space.workspace_id, now=NOON, passes=[3])
    mirror.run_once()
    assert differences(graph, mirror.dsn, space.workspace_id) == []


def test_twice_is_once(full: Memory, mirror: Mirror) -> None:
    first = mirror.run_once()
    second = mirror.run_once()
    assert (second.rows, second.deleted, second.pages, second.position) == (0, 0, 0, first.position)


def test_a_page_may_end_within_a_transaction(
    graph: Graph, full: Memory, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror.run_once()
    monkeypatch.setattr(feed, "READ_ROWS", 3)
    monkeypatch.setattr(feed, "PAGE_ROWS", 3)
    given = [
        {"session_id": "page", "action_type": "get", "outcome": "success", "started_at": at(hours=1, minutes=-n)}
        for n in range(20)
    ]
    before = counts(mirror.dsn, full.workspace_id)["action"]
    full.telemetry.capture_many(given)
    with mirror._copier() as copier:
        assert copier.copy(enough=lambda: True).pages == 1
    assert before < counts(mirror.dsn, full.workspace_id)["action"] < before + 20
    assert mirror.run_once().pages > 5
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_a_purged_workspace_leaves_nothing(graph: Graph, server: Server, mirror: Mirror) -> None:
    space = everything(graph, server)
    mirror.run_once()
    reader = mirror.reader(space.workspace_id)
    assert [login.workspace for login in mirror.readers()] == [space.name]
    with oxgraph.connect(server.uri, server.auth) as client:
        client.delete_workspace(space.name)
    mirror.run_once()
    assert counts(mirror.dsn, space.workspace_id)["workspace"] == 1
    with oxgraph.connect(server.uri, server.auth) as client:
        client.delete_workspace(space.name, hard=True)
    assert mirror.run_once().deleted > 20
    assert set(counts(mirror.dsn, space.workspace_id).values()) == {0}
    assert mirror.readers() == []
    mirror.drop_reader(reader.role)


def test_volatile_numbers_do_not_move_the_position(full: Memory, mirror: Mirror) -> None:
    """A slot's number may be the greatest, and gone when the server is started again."""
    position = mirror.run_once().position
    full.working.set("talk", "plan", 1)
    assert mirror.run_once().position == position


def test_a_node_by_hand_that_fits_no_column_stops_nothing(graph: Graph, full: Memory, mirror: Mirror) -> None:
    node_id = str(uuid.uuid4())
    strange: dict[str, object] = {"workspace_id": full.workspace_id, "id": node_id, "session_id": 7, "seq": 2**62}
    strange |= {"latency_ms": "soon", "target_node_ids": "none", "started_at": NOON, "outcome": "x" * 9}
    write(graph, "CREATE (n:_mem:action) SET n = $p", p=strange)
    write(graph, "CREATE (n:_mem:action) SET n = $p", p=strange | {"id": "no uuid\t\\"})
    mirror.run_once()
    row = rows(mirror.dsn, "action", full.workspace_id)[node_id]
    assert (row["outcome"], row["seq"], row["latency_ms"]) == ("x" * 9, 2**62, None)
    pattern(graph, full.workspace_id, "After")
    mirror.run_once()
    assert "get:person:After" in {one["name"] for one in rows(mirror.dsn, "pattern", full.workspace_id).values()}
    text = "MATCH (n:_mem:action {workspace_id: $w}) WHERE n.seq = $seq DETACH DELETE n"
    write(graph, text, w=full.workspace_id, seq=2**62)
