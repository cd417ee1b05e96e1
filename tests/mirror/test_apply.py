"""How a page becomes rows: the last word of each node, guarded by its number, and nothing that stops the copier."""

import json
import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from oxgraph.mirror import schema
from oxgraph.mirror.connection import Connection, connect
from oxgraph.mirror.sql import statement
from tests.mirror.reader_worlds import Side, apply, changes, columns, run

ONE, TWO = "10000000-0000-5000-8000-000000000001", "20000000-0000-5000-8000-000000000002"


@pytest.fixture
def admin(mirror_dsn: str) -> Iterator[Connection]:
    with connect(mirror_dsn) as connection:
        schema.init(connection)
        yield connection


def action(rev: int, of_row: str, workspace: str = ONE, deleted: bool = False, **properties: Any) -> tuple[Any, ...]:
    return rev, workspace, of_row, "action", deleted, None if deleted else json.dumps(properties)


def actions(admin: Connection) -> dict[str, Any]:
    rows = run(admin, "SELECT id::text AS id, rev, action_type FROM agent_memory.agent_actions ORDER BY 1")
    return {row["id"]: (row["rev"], row["action_type"]) for row in rows}


def ids(count: int) -> list[str]:
    return [str(uuid.UUID(int=n + 1)) for n in range(count)]


def test_of_each_node_the_last_word_counts(admin: Connection) -> None:
    a, b, c = ids(3)
    page = [
        action(5, a, action_type="second"),
        action(3, a, action_type="first"),
        action(4, b, action_type="gone"),
        action(6, b, deleted=True),
        action(7, c, deleted=True),
        action(8, c, action_type="back"),
    ]
    assert apply(admin, page) == {"written": 2, "removed": 0}
    assert actions(admin) == {a: (5, "second"), c: (8, "back")}


def test_a_workspace_that_was_imported_under_another_name_has_a_row(admin: Connection) -> None:
    """Its id is the original's and that of its name."""
    copy, odd = f"{ONE}-{TWO}", f"{'x' * 36}-{TWO}"

    def workspace(rev: int, of: str, deleted: bool = False) -> tuple[Any, ...]:
        return rev, of, of, "workspace", deleted, None if deleted else json.dumps({"name": f"name {rev}"})

    apply(admin, [workspace(1, ONE), workspace(2, copy), action(3, ids(1)[0], copy, action_type="go")])
    rows = run(admin, "SELECT workspace_id, id::text, name FROM app.workspaces ORDER BY rev")
    assert rows == [
        {"workspace_id": ONE, "id": ONE, "name": "name 1"},
        {"workspace_id": copy, "id": TWO, "name": "name 2"},
    ]
    apply(admin, [workspace(4, copy), action(5, odd, copy, action_type="none")])
    assert [row["name"] for row in run(admin, "SELECT name FROM app.workspaces ORDER BY rev")] == ["name 1", "name 4"]
    apply(admin, [workspace(6, copy, deleted=True)])
    assert [row["workspace_id"] for row in run(admin, "SELECT workspace_id FROM app.workspaces")] == [ONE]


def test_what_is_older_than_the_row_changes_nothing(admin: Connection) -> None:
    [a] = ids(1)
    apply(admin, [action(10, a, action_type="new")])
    for page in ([action(9, a, action_type="old")], [action(10, a, action_type="same")], [action(9, a, deleted=True)]):
        assert apply(admin, page) == {"written": 0, "removed": 0}
    assert actions(admin) == {a: (10, "new")}
    assert apply(admin, [action(11, a, deleted=True)]) == {"written": 0, "removed": 1}


def test_pages_of_any_size_give_the_same_rows(admin: Connection) -> None:
    chance = random.Random(7)
    names = ids(20)
    feed = [
        action(rev, chance.choice(names), action_type=f"at {rev}")
        if chance.random() < 0.7
        else action(rev, chance.choice(names), deleted=True)
        for rev in range(1, 400)
    ]
    expected: dict[str, Any] = {}
    for change in feed:
        if change[4]:
            expected.pop(change[2], None)
        else:
            expected[change[2]] = (change[0], json.loads(change[5])["action_type"])
    at = 0
    while at < len(feed):
        size = chance.choice([1, 2, 7, 50])
        apply(admin, feed[at : at + size])
        if chance.random() < 0.3:  # a page that is written once more
            apply(admin, [])
        at += size
    assert actions(admin) == expected


def test_nodes_of_another_workspace_with_the_same_id_stay(admin: Connection) -> None:
    [a] = ids(1)
    apply(admin, [action(1, a, ONE, action_type="one"), action(2, a, TWO, action_type="two")])
    apply(admin, [action(3, a, ONE, deleted=True)])
    assert run(admin, "SELECT workspace_id FROM agent_memory.agent_actions") == [{"workspace_id": TWO}]


def test_every_column_of_every_table_is_filled(admin: Connection) -> None:
    side = Side("whole", 55)
    apply(admin, changes(admin, side, 100))
    for table in admin.execute(statement("tables")).fetchall():
        name = f"{table['schema_name']}.{table['table_name']}"
        for row in run(admin, f"SELECT * FROM {name}"):
            empty = {column for column in columns(admin, name) if row[column] is None}
            assert empty <= {"deleted_at", "condition_outcome", "condition_action_count_below", "context"}, name


def test_a_purged_workspace_goes_everywhere_and_may_come_again(admin: Connection) -> None:
    gone, kept = Side("gone", 1), Side("kept", 2)
    for side, rev in ((gone, 100), (kept, 200)):
        apply(admin, changes(admin, side, rev))
    before = sum(len(run(admin, f"SELECT FROM {name}")) for name in _tables(admin))
    [again] = ids(1)
    page = [
        action(300, str(uuid.uuid4()), gone.workspace_id, action_type="before"),
        (301, "system", gone.workspace_id, "workspace", True, None),
        action(302, again, gone.workspace_id, action_type="after"),
        (303, gone.workspace_id, gone.workspace_id, "workspace", False, json.dumps({"name": "gone"})),
    ]
    assert apply(admin, page) == {"written": 2, "removed": before // 2}
    for name in _tables(admin):
        found = run(admin, f"SELECT FROM {name} WHERE workspace_id = %s", gone.workspace_id)
        assert len(found) == (1 if name in ("app.workspaces", "agent_memory.agent_actions") else 0), name


def _tables(admin: Connection) -> list[str]:
    return [f"{row['schema_name']}.{row['table_name']}" for row in admin.execute(statement("tables")).fetchall()]


def test_no_workspace_can_delete_another(admin: Connection) -> None:
    kept = Side("kept", 2)
    apply(admin, changes(admin, kept, 200))
    assert apply(admin, [(900, TWO, kept.workspace_id, "workspace", True, None)]) == {"written": 0, "removed": 0}


STRANGE: list[dict[str, Any]] = [
    {"latency_ms": "soon", "action_type": "kept"},
    {"target_node_ids": "one", "action_type": "kept"},
    {"target_node_ids": [1, None, {"a": 1}], "action_type": "kept"},
    {"injected_pattern_ids": ["no uuid"], "action_type": "kept"},
    {"started_at": "tomorrow", "action_type": "kept"},
    {"started_at": "+123456789-01-01T00:00:00Z", "action_type": "kept"},
    {"seq": 1e300, "action_type": "kept"},
    {"seq": 1.5, "action_type": "kept"},
    {"session_id": "".join(random.Random(1).choices("0123456789abcdef", k=60_000)), "action_type": "kept"},
    {"id": "somebody else", "workspace_id": TWO, "created_at": [], "action_type": "kept"},
    {"unknown": {"a": [1]}, "action_type": "kept"},
    {"action_type": "kept", "outcome": {"not": "a text"}},
]


@pytest.mark.parametrize("properties", STRANGE, ids=lambda properties: next(iter(properties)))
def test_a_value_that_does_not_fit_stops_nothing(admin: Connection, properties: dict[str, Any]) -> None:
    a, b = ids(2)
    assert apply(admin, [action(1, a, **properties), action(2, b, action_type="beside", seq=4)])["written"] == 2
    assert actions(admin) == {a: (1, "kept"), b: (2, "beside")}
    [row] = run(admin, "SELECT workspace_id, seq FROM agent_memory.agent_actions WHERE id = %s", b)
    assert (row["workspace_id"], row["seq"]) == (ONE, 4)


def test_what_has_no_key_of_ours_gets_no_row(admin: Connection) -> None:
    a, b = ids(2)
    page = [
        action(1, "not a uuid", action_type="x"),
        action(2, "", deleted=True),
        action(3, a, "w" * 100_000, action_type="x"),
        (4, ONE, b, "unheard_of", False, "{}"),
        (5, ONE, b, "message", False, None),
        action(6, a, action_type="kept"),
    ]
    assert apply(admin, page) == {"written": 1, "removed": 0}
    assert actions(admin) == {a: (6, "kept")}


def test_injection_stays_a_value(admin: Connection) -> None:
    [a] = ids(1)
    evil = "'); DROP TABLE agent_memory.memories; --"
    apply(admin, [action(1, a, evil, action_type=evil), (2, ONE, a, evil, False, "{}")])
    assert actions(admin) == {a: (1, evil)}
    assert run(admin, "SELECT count(*) AS n FROM agent_memory.memories") == [{"n": 0}]


def test_tables_elsewhere_are_filled_by_the_same_way(admin: Connection) -> None:
    where = "pg_temp"
    side = Side("elsewhere", 5)
    page = changes(admin, side, 100)
    apply(admin, page)
    run(admin, "SET ROLE oxgraph_writer")
    admin.execute(statement("copy_tables"), {"schema": where})
    run(admin, "RESET ROLE")
    apply(admin, [*page, (999, "system", TWO, "workspace", True, None)], where)
    for name in _tables(admin):
        theirs = f"{where}.{name.partition('.')[2]}"
        assert run(admin, f"TABLE {name} EXCEPT TABLE {theirs}") == []
        assert len(run(admin, f"TABLE {name}")) == len(run(admin, f"TABLE {theirs}")) > 0
