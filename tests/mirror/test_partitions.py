"""Tables that are spread over partitions by workspace: they hold, show and hide what plain ones do."""

import re
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import MirrorDenied
from oxgraph.mirror import Mirror
from oxgraph.mirror.connection import connect
from tests.mirror.reader_worlds import SCHEMAS

pytestmark = pytest.mark.deep

TABLES = 9
PARTITIONS = """
SELECT inhparent::regclass::text AS name, count(*) AS n
FROM pg_inherits JOIN pg_class c ON c.oid = inhparent WHERE c.relkind = 'p' GROUP BY 1
"""
ODD = """
SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = ANY (%s) AND c.relkind IN ('r', 'p')
  AND (NOT relrowsecurity OR NOT relforcerowsecurity
       OR (c.relispartition AND (has_table_privilege('oxgraph_reader', c.oid, 'SELECT')
                                 OR has_table_privilege('oxgraph_writer', c.oid, 'SELECT'))))
"""
SEEN = """
SELECT 'column' AS what, c.oid::regclass::text AS name, a.attname::text AS part,
       concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, col_description(c.oid, a.attnum),
                 coalesce(a.attstattarget, -1)) AS said
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace::regnamespace::text = ANY (%(schemas)s) AND c.relkind IN ('r', 'v', 'p') AND NOT c.relispartition
UNION ALL SELECT 'relation', c.oid::regclass::text, '',
  concat_ws(' ', c.reloptions::text, (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(c.relacl) a),
            c.relrowsecurity, c.relforcerowsecurity, obj_description(c.oid, 'pg_class'))
FROM pg_class c
WHERE c.relnamespace::regnamespace::text = ANY (%(schemas)s) AND c.relkind IN ('r', 'v', 'p') AND NOT c.relispartition
UNION ALL SELECT 'policy', format('%%I.%%I', schemaname, tablename), policyname,
  concat_ws(' ', cmd, roles::text, qual, with_check)
FROM pg_policies WHERE schemaname = ANY (%(schemas)s)
ORDER BY 1, 2, 3
"""


def rows(dsn: str, query: str, given: Any = None) -> list[dict[str, Any]]:
    with connect(dsn) as connection:
        return connection.execute(query, given).fetchall()


def partitions(dsn: str) -> set[int]:
    found = rows(dsn, PARTITIONS)
    assert len(found) == TABLES
    return {row["n"] for row in found}


def seen(dsn: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in rows(dsn, SEEN, {"schemas": SCHEMAS})]


def test_a_mirror_is_partitioned_with_its_rows(mirror: Mirror, full: Memory) -> None:
    mirror.run_once()
    reader = mirror.reader(full.workspace_id)
    told = "SELECT count(*) AS n FROM agent_actions UNION ALL SELECT count(*) FROM memories ORDER BY 1"
    before, visible = seen(mirror.dsn), rows(reader.dsn, told)
    assert visible[0]["n"] > 0
    assert mirror.init(4) == []
    assert partitions(mirror.dsn) == {4}
    assert seen(mirror.dsn) == before
    assert rows(mirror.dsn, ODD, [SCHEMAS]) == []
    assert rows(reader.dsn, told) == visible
    assert mirror.check().ok
    mirror.init(4)
    mirror.init(6)
    assert partitions(mirror.dsn) == {6}
    assert seen(mirror.dsn) == before
    assert rows(reader.dsn, told) == visible


def test_everything_works_on_partitions(mirror: Mirror, full: Memory) -> None:
    mirror.init(3)
    assert mirror.run_once().rows > 0
    full.telemetry.capture(action_type="step", session_id="partitions", outcome="success")
    assert mirror.run_once().rows > 0
    with connect(mirror.dsn) as connection:
        connection.execute("DELETE FROM agent_memory.agent_actions")
        connection.execute("UPDATE agent_memory.memories SET content = 'wrong'")
    assert not mirror.check().ok
    mirror.rebuild()
    assert mirror.check().ok
    scan = full.semantic.erase_subject(f"nobody {full.workspace_id}", mirror=mirror).mirror
    assert scan is not None
    assert (scan.clean, scan.caught_up, scan.not_vacuumed) == (True, True, ())
    assert len({row["name"] for row in rows(mirror.dsn, PARTITIONS)}) == TABLES


def test_a_reader_asks_the_partition_of_its_workspace_alone(mirror: Mirror, full: Memory) -> None:
    mirror.init(4)
    mirror.run_once()
    reader = mirror.reader(full.workspace_id)
    explained = rows(reader.dsn, "EXPLAIN (ANALYZE) SELECT count(*) FROM agent_actions")
    plan = "\n".join(str(next(iter(row.values()))) for row in explained)
    ran = [line for line in plan.splitlines() if "never executed" not in line]
    assert len(set(re.findall(r"on (agent_actions_of_4_\d) ", "\n".join(ran)))) <= 1, plan


def test_a_view_of_others_stops_it(mirror: Mirror) -> None:
    rows_of = "CREATE VIEW public.mine AS SELECT workspace_id FROM agent_memory.memories"
    with connect(mirror.dsn) as connection:
        connection.execute(rows_of)
    with pytest.raises(MirrorDenied, match="depend"):
        mirror.init(2)
    assert rows(mirror.dsn, PARTITIONS) == []
