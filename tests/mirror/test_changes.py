"""The change feed against a real server: what is served, in which order, and what never is."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from oxgraph import Client, Memory, errors
from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.passes import run_pass
from tests.mirror.changes_samples import Polling, in_graph, kinds, query, write
from tests.mirror.changes_writers import Writers

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)


@pytest.fixture
def feed(graph: Graph, workspace_id: str) -> Polling:
    """A reader that stands behind all that was there before the test."""
    return Polling(graph)


def told(rows: list[Row]) -> list[tuple[str, bool]]:
    """Id and deleted of each row."""
    return [(row["id"], row["deleted"]) for row in rows]


def thing(graph: Graph, workspace_id: str, text: str = "x") -> str:
    """A node; its id."""
    thing_id = new_id()
    write(graph, "write_thing", workspace_id=workspace_id, id=thing_id, text=text)
    return thing_id


def test_a_node_comes_at_its_last_change(graph: Graph, workspace_id: str, feed: Polling) -> None:
    a, b = thing(graph, workspace_id), thing(graph, workspace_id)
    assert told(feed.page()) == [(a, False), (b, False)]
    assert feed.page() == []
    write(graph, "write_thing", workspace_id=workspace_id, id=a, text="another")
    [row] = feed.page()
    assert (row["id"], row["workspace_id"], row["kind"]) == (a, workspace_id, "memory")
    assert '"content":"another"' in row["document"]
    assert feed.since == feed.position() == row["rev"]


def test_what_is_odd_does_not_stop_it(graph: Graph, workspace_id: str, feed: Polling) -> None:
    sequence, action, memory = ids = [new_id() for _ in range(3)]
    write(graph, "write_by_hand", workspace_id=workspace_id, ids=ids)
    assert {row["id"] for row in feed.all()} == {sequence, action, memory}
    assert f'"action_ids":["{action}"]' in feed.heard[workspace_id, sequence]["document"]


def test_pages_go_on_where_the_last_one_ended(graph: Graph, workspace_id: str, feed: Polling) -> None:
    ids = [thing(graph, workspace_id) for _ in range(7)]
    assert [row["id"] for row in feed.all(limit=3)] == ids
    assert feed.revs == sorted(set(feed.revs))


def test_whatever_goes_is_told(graph: Graph, workspace_id: str, feed: Polling) -> None:
    a = thing(graph, workspace_id)
    write(graph, "delete_thing", workspace_id=workspace_id, id=a)
    rows = feed.all()
    assert told(rows) == [(a, True)]
    assert {(row["kind"], row["document"]) for row in rows} == {("memory", None)}


def test_what_comes_back_is_there(graph: Graph, workspace_id: str, feed: Polling) -> None:
    a = thing(graph, workspace_id)
    write(graph, "delete_thing", workspace_id=workspace_id, id=a)
    assert told(feed.all()) == [(a, True)]
    write(graph, "write_thing", workspace_id=workspace_id, id=a, text="again")
    assert told(feed.all()) == [(a, False)]
    assert told(Polling(graph, feed.revs[0] - 1).all()) == [(a, False)]


def test_who_shows_a_relationship_comes_when_it_does(graph: Graph, workspace_id: str, feed: Polling) -> None:
    a, b = thing(graph, workspace_id), thing(graph, workspace_id)
    feed.all()
    write(graph, "supersede_thing", workspace_id=workspace_id, id=a, later=b)
    [row] = feed.all()
    assert row["id"] == a and f'"superseded_by":"{b}"' in row["document"]
    write(graph, "delete_thing", workspace_id=workspace_id, id=b)
    after = {row["id"]: row for row in feed.all()}
    assert after[b]["deleted"] and "superseded_by" not in after[a]["document"]


def test_lag_counts_what_waits(graph: Graph, workspace_id: str, feed: Polling) -> None:
    lag = statement("mirror/lag")
    assert graph.read(lag, since=feed.since) == [{"changes": 0, "first_rev": None}]
    a, b = thing(graph, workspace_id), thing(graph, workspace_id)
    write(graph, "delete_thing", workspace_id=workspace_id, id=a)
    write(graph, "write_thing", workspace_id=workspace_id, id=a, text="back")
    [row] = graph.read(lag, since=feed.since)
    rows = Polling(graph, feed.since).all()
    assert told(rows) == [(b, False), (a, False)]
    assert row == {"changes": 2, "first_rev": rows[0]["rev"]}


@pytest.mark.parametrize(("since", "limit"), [(-1, 10), (0, 0), (0, 1_000_001)])
def test_what_makes_no_sense_is_refused(graph: Graph, since: int, limit: int) -> None:
    with pytest.raises(errors.InvalidInput):
        graph.read(statement("mirror/changes"), since=since, limit=limit)


def test_an_open_transaction_holds_nothing_back(graph: Graph, workspace_id: str, feed: Polling) -> None:
    early, late = new_id(), new_id()
    file = query("write_thing")
    with graph.driver.session() as session, session.begin_transaction() as held:
        held.run(file.text, workspace_id=workspace_id, id=early, text="x").consume()
        write(graph, "write_thing", workspace_id=workspace_id, id=late, text="x")
        assert told(feed.all()) == [(late, False)]
        held.commit()
    assert told(feed.all()) == [(early, False)]


def test_what_was_rolled_back_never_was(graph: Graph, workspace_id: str, feed: Polling) -> None:
    with graph.driver.session() as session, session.begin_transaction() as doomed:
        doomed.run(query("write_thing").text, workspace_id=workspace_id, id=new_id(), text="x").consume()
        doomed.rollback()
    assert feed.all() == []


def test_a_refused_transaction_leaves_nothing_in_flight(graph: Graph, workspace_id: str, feed: Polling) -> None:
    a = thing(graph, workspace_id)
    with graph.driver.session() as session, pytest.raises(Exception, match="guard_scope_changed"):
        session.run("MATCH (n:_mem {workspace_id: $w, id: $id}) SET n.id = 'x'", w=workspace_id, id=a).consume()
    [row] = graph.read(statement("mirror/position"))
    assert (row["in_flight"], row["waiting_since"]) == (0, None)
    assert told(feed.all()) == [(a, False)]


def test_words_vectors_and_slots_stay_in_the_graph(workspace: Memory, graph: Graph) -> None:
    feed = Polling(graph)
    workspace.episodic.add_messages("the quetzal sings", conversation_id="c")
    workspace.working.set("c", "step", {"secret": "quetzal"})
    workspace.tokens.create("agent", "helper")
    rows = feed.all()
    found = {row["kind"]: row["document"] for row in rows}
    assert {"message", "conversation", "token"} <= found.keys()
    assert not found.keys() & {"slot", "lock"}
    assert (found["message"], found["token"]) == ("{}", "{}")
    assert not [row for row in rows if "quetzal" in str(row) or '"embedding":' in str(row)]


def test_a_conversation_goes_with_all_that_hangs_on_it(workspace: Memory, graph: Graph) -> None:
    feed = Polling(graph)
    workspace.episodic.add_messages(["one", "two"], conversation_id="c")
    feed.all()
    workspace.episodic.delete_conversation("c")
    gone = [kind for kind, deleted in kinds(feed.all()) if deleted]
    assert sorted(gone) == ["conversation", "message", "message"]
    assert feed.living(workspace.workspace_id).keys() <= in_graph(graph, workspace.workspace_id).keys()


def test_merged_entities_are_told(workspace: Memory, graph: Graph) -> None:
    feed, facts = Polling(graph), workspace.semantic
    ana = facts.remember(type="fact", content="Ana likes tea", subject="Ana", predicate="likes", object="tea")
    anna = facts.remember(type="fact", content="Anna likes jam", subject="Annabel", predicate="likes", object="jam")
    feed.all()
    kept, absorbed = ana.subject_id, anna.subject_id
    assert kept is not None and absorbed is not None and kept != absorbed
    facts.entities.merge(kept, absorbed)
    rows = {row["id"]: row for row in feed.all()}
    assert f'"merged_into":"{kept}"' in rows[absorbed]["document"]
    assert feed.living(workspace.workspace_id).items() <= in_graph(graph, workspace.workspace_id).items()


def test_a_purged_workspace_goes_as_one(memory: Client, graph: Graph) -> None:
    name = f"test {new_id()}"
    space = memory.create_workspace(name)
    space.semantic.remember(type="fact", content="Ana likes tea", subject="Ana", predicate="likes", object="tea")
    feed = Polling(graph)
    memory.delete_workspace(name, hard=True)
    mine = [row for row in feed.all() if space.workspace_id in (row["workspace_id"], row["id"])]
    assert [(row["workspace_id"], row["id"], row["kind"], row["deleted"]) for row in mine] == [
        ("system", space.workspace_id, "workspace", True)
    ]
    again = memory.create_workspace(name)
    assert again.workspace_id == space.workspace_id
    rows = Polling(graph, mine[0]["rev"] - 1).all()
    assert [row["deleted"] for row in rows if row["id"] == again.workspace_id] == [True, False]


def test_a_sequence_is_told_with_its_actions_in_order(workspace: Memory, graph: Graph) -> None:
    feed = Polling(graph)
    late, early = (
        workspace.telemetry.capture(
            session_id="s",
            action_type="read",
            target_node_type="Order",
            targets=["o"],
            outcome="success",
            started_at=NOW + timedelta(seconds=second),
        ).action_id
        for second in (2, 1)
    )
    run_pass(graph, workspace.workspace_id, "sequences", now=NOW + timedelta(days=1))
    [sequence] = [row for row in feed.all() if row["kind"] == "sequence"]
    assert f'"action_ids":["{early}","{late}"]' in sequence["document"]


@pytest.mark.deep
def test_readers_that_poll_while_many_write_miss_nothing(graph: Graph, workspace_id: str) -> None:
    feed, done = Polling(graph), threading.Event()
    start = feed.since
    writers = Writers(graph, workspace_id, seed=7)
    reading = threading.Thread(target=_poll, args=(feed, done))
    reading.start()
    writers.run(transactions=30)
    done.set()
    reading.join()
    feed.all()
    assert writers.committed > 50 and writers.aborted > 10 and not writers.broken
    assert feed.living(workspace_id) == in_graph(graph, workspace_id, since=start)
    assert feed.revs == sorted(set(feed.revs))


def _poll(feed: Polling, done: threading.Event) -> None:
    while not done.is_set():
        feed.page(limit=50)
