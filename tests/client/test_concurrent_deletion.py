"""Lists that are read while somebody deletes what is in them: what stays is in each list, and none fails."""

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from neo4j.exceptions import Neo4jError

import oxgraph
from oxgraph import Memory
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.graph.retry import met_deletion
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types.pages import PageRequest, read_cursor

SECONDS = 2.0
"""How long two threads delete: enough for lists that do not expect it to fail."""

Change = Callable[[Memory, str], object]
Names = Callable[[Memory], Iterable[str]]


def messages(memory: Memory, name: str) -> object:
    ids = memory.episodic.add_messages([f"{name} {n}" for n in range(3)], conversation_id="kept").ids
    return [memory.episodic.delete_message(one) for one in ids]


def conversations(memory: Memory, name: str) -> object:
    memory.episodic.add_messages(["one", "two"], conversation_id=name)
    return memory.episodic.delete_conversation(name)


def metrics(memory: Memory, name: str) -> object:
    return memory.telemetry.metrics.delete(
        memory.telemetry.metrics.create(name, success_condition="action_count < 3").id
    )


def facts(memory: Memory, name: str) -> object:
    memory.semantic.remember(type="fact", content=name, subject=name, predicate="in", object="Ulm")
    return memory.semantic.erase_subject(name)


CASES: dict[str, tuple[Change, Names]] = {
    "history": (messages, lambda memory: (one.text for one in memory.episodic.history("kept"))),
    "messages": (messages, lambda memory: (one.text for one in memory.episodic.messages("kept"))),
    "messages page": (messages, lambda memory: (one.text for one in memory.episodic.messages_page("kept").items)),
    "search": (messages, lambda memory: (one.text for one in memory.episodic.search("kept"))),
    "conversations": (conversations, lambda memory: (one.conversation_id for one in memory.episodic.conversations())),
    "metrics": (metrics, lambda memory: (one.name for one in memory.telemetry.metrics.list())),
    "memories": (facts, lambda memory: (one.content for one in memory.semantic.list())),
}


@pytest.mark.parametrize("case", CASES)
def test_what_stays_is_in_each_list(case: str, workspace: Memory, server: Server) -> None:
    change, names = CASES[case]
    workspace.episodic.add_messages(["kept"], conversation_id="kept")
    workspace.telemetry.metrics.create("kept", success_condition="action_count < 3")
    workspace.semantic.remember(type="fact", content="kept", subject="kept", predicate="in", object="Ulm")
    ended = threading.Event()
    with ExitStack() as stack, ThreadPoolExecutor(4) as pool:
        spaces = [
            stack.enter_context(oxgraph.connect(server.uri, server.auth)).workspace(workspace.name) for _ in range(4)
        ]

        def deleted(space: Memory) -> None:
            until = time.monotonic() + SECONDS
            for n in itertools.count():
                change(space, f"{space is spaces[0]} {n}")
                if time.monotonic() > until:
                    return

        def read(space: Memory) -> None:
            while not ended.is_set():
                assert "kept" in list(names(space))

        readers = [pool.submit(read, space) for space in spaces[2:]]
        try:
            for done in [pool.submit(deleted, space) for space in spaces[:2]]:
                done.result(timeout=60)
        finally:
            ended.set()
        for reader in readers:
            reader.result(timeout=60)


@pytest.mark.parametrize(
    ("left", "file"),
    [
        ("CREATE (:_mem:workspace {workspace_id: $id, id: $id})", "workspace/list"),
        ("CREATE (:_mem:workspace {workspace_id: $id})", "passes/workspaces"),
        ("CREATE (:_mem:directory_entry {workspace_id: 'system', id: $id})", "directory/entries"),
    ],
)
def test_a_node_of_which_only_a_part_is_left_is_not_listed(left: str, file: str, graph: Graph) -> None:
    id = new_id()
    with graph.driver.session(database=graph.database) as session, session.begin_transaction() as transaction:
        transaction.run(left, id=id).consume()
        rows = [record.data() for record in transaction.run(statement(file).sent)]
        transaction.rollback()
    assert id not in str(rows)
    assert all(row.get("workspace_id", row.get("entry")) is not None for row in rows)


def test_a_statement_that_met_a_deletion_is_told_apart(graph: Graph) -> None:
    with pytest.raises(Neo4jError) as met:
        graph.driver.execute_query("CREATE (n:thing) DELETE n RETURN labels(n)", database_=graph.database)
    assert met_deletion(met.value)
    with pytest.raises(Neo4jError) as other:
        graph.driver.execute_query("RETURN 1 / 0", database_=graph.database)
    assert not met_deletion(other.value)


def test_the_next_page_begins_behind_the_last_row_that_has_a_place() -> None:
    page = PageRequest(limit=2).page("list", ["a", None, "c"], [["a"], None, ["c"]])
    assert page.items == ("a",)
    assert page.next is not None
    assert read_cursor("list", page.next, [""]) == ["a"]
