"""Functions and operators of the reader's own that tell what they are shown; they must be shown nothing of others."""

from collections.abc import Iterator

import psycopg
import pytest

from oxgraph.mirror.connection import Connection
from tests.mirror.reader_worlds import World, attempt, readable, run, world

__all__ = ["world"]


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def asker(world: World, told: list[str]) -> Iterator[Connection]:
    """A reader with a schema of its own, whose notices are heard; the planner is told that its functions are cheap."""
    run(world.admin, f'CREATE SCHEMA mine AUTHORIZATION "{world.reader.role}"')
    with world.asker() as connection:
        connection.add_notice_handler(lambda notice: told.append(f"{notice.message_primary} {notice.message_detail}"))
        run(connection, "SET default_transaction_read_only = off")
        run(
            connection,
            "CREATE FUNCTION mine.leak(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 0.0001"
            " AS $$BEGIN RAISE NOTICE 'seen %', $1; RETURN true; END$$",
        )
        run(
            connection,
            "CREATE FUNCTION mine.same(text, text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 0.0001"
            " AS $$BEGIN RAISE NOTICE 'seen % %', $1, $2; RETURN true; END$$",
        )
        run(connection, "CREATE OPERATOR mine.= (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.same)")
        run(connection, "CREATE OPERATOR mine.=== (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.same)")
        yield connection
    run(world.admin, "DROP SCHEMA mine CASCADE")


LEAKS = [
    "SELECT * FROM {0} t WHERE mine.leak(t)",
    "SELECT * FROM {0} t WHERE mine.leak(t.workspace_id)",
    "SELECT * FROM {0} t WHERE t.workspace_id OPERATOR(mine.===) 'x'",
    "SELECT * FROM {0} t WHERE t.workspace_id OPERATOR(mine.=) 'x'",
    "SELECT * FROM {0} t WHERE mine.leak(t) OR random() < 2",
    "SELECT * FROM {0} t WHERE NOT mine.leak(t)",
    "SELECT * FROM {0} t WHERE CASE WHEN mine.leak(t) THEN true END",
    "SELECT mine.leak(t) FROM {0} t",
    "SELECT count(*) FILTER (WHERE mine.leak(t)) FROM {0} t",
    "SELECT count(*) FROM {0} t GROUP BY mine.leak(t) HAVING bool_and(mine.leak(t.workspace_id))",
    "SELECT * FROM {0} t ORDER BY mine.leak(t)",
    "SELECT * FROM {0} t JOIN {0} u ON mine.leak(t) AND mine.leak(u) AND t.workspace_id = u.workspace_id",
    "SELECT * FROM {0} t LEFT JOIN {0} u ON mine.leak(u)",
    "SELECT * FROM {0} t, LATERAL (SELECT mine.leak(t)) x",
    "SELECT * FROM {0} t WHERE EXISTS (SELECT FROM {0} u WHERE mine.leak(u))",
    "SELECT * FROM (SELECT * FROM {0} OFFSET 0) t WHERE mine.leak(t)",
    "WITH t AS NOT MATERIALIZED (SELECT * FROM {0}) SELECT * FROM t WHERE mine.leak(t)",
    "SELECT * FROM {0} t WHERE mine.leak(t) AND t.workspace_id = '{1}'",
    "SELECT * FROM {0} t WHERE t.workspace_id = '{1}' AND mine.leak(t.workspace_id)",
    "SELECT row_number() OVER (PARTITION BY mine.leak(t)) FROM {0} t",
    "EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM {0} t WHERE mine.leak(t)",
    "CREATE TEMP VIEW peep AS SELECT * FROM {0} t WHERE mine.leak(t); SELECT * FROM peep; DROP VIEW peep",
    "CREATE VIEW mine.peep AS SELECT * FROM {0} t WHERE mine.leak(t); SELECT * FROM mine.peep; DROP VIEW mine.peep",
    "CREATE TEMP TABLE kept AS SELECT * FROM {0} t WHERE mine.leak(t); TABLE kept; DROP TABLE kept",
    "DECLARE c CURSOR WITH HOLD FOR SELECT * FROM {0} t WHERE mine.leak(t); FETCH ALL FROM c; CLOSE c",
]
SHAPES = [
    "",
    "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_seqscan = on",
    "SET enable_seqscan = off; SET enable_indexscan = on",
    "SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0",
    "SET enable_hashjoin = off; SET enable_nestloop = off",
    "SET search_path = mine, agent_memory, app",
]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_function_is_shown_only_own_rows(world: World, asker: Connection, told: list[str], leak: str) -> None:
    for shape in SHAPES:
        run(asker, "RESET ALL")
        for setting in filter(None, [*shape.split("; "), "SET default_transaction_read_only = off"]):
            run(asker, setting)
        for relation in readable(world.admin):
            for part in leak.format(relation, world.theirs.workspace_id).split("; "):
                found = attempt(asker, part)
                # What the asker wrote is in its plan.
                assert world.theirs.told_in(found.replace(world.theirs.workspace_id, "")) == [], (relation, shape)
    said = "\n".join(told)
    assert world.theirs.told_in(said) == []
    assert bool(world.ours.told_in(said)) == ("{1}" not in leak)


ERRORS = [
    "SELECT * FROM {0} t WHERE t.workspace_id::integer = 1 AND t.workspace_id <> '{2}'",
    "SELECT * FROM {0} t WHERE t.workspace_id::integer = 1 AND t.workspace_id = '{1}'",
    "SELECT * FROM {0} t WHERE t.workspace_id = '{1}' AND 1 / (length(t.workspace_id) - 36) = 1",
    "SELECT 1 / count(*) FROM {0} t WHERE t.workspace_id = '{1}' HAVING count(*) > 0",
    "SELECT 1 / (CASE WHEN EXISTS (SELECT FROM {0} WHERE workspace_id = '{1}') THEN 0 ELSE 1 END) AS one",
    "SELECT (SELECT workspace_id FROM {0} WHERE workspace_id = '{1}')::integer",
    "SELECT (SELECT t FROM {0} t WHERE t.workspace_id <> '{2}')::text::integer",
    "SELECT xmlparse(DOCUMENT t.workspace_id) FROM {0} t WHERE t.workspace_id = '{1}'",
    "SELECT * FROM {0} t WHERE t.workspace_id = '{1}' AND t.workspace_id ~ '['",
]


@pytest.mark.parametrize("tried", ERRORS)
def test_errors_come_of_own_rows_alone(world: World, asker: Connection, tried: str) -> None:
    """No row of the other side makes a statement fail: it does what it does for a workspace that is not."""
    absent = "00000000-0000-5000-8000-000000000000"
    for relation in readable(world.admin):
        answers = [
            attempt(asker, tried.format(relation, asked, world.ours.workspace_id)).replace(asked, "?")
            for asked in (world.theirs.workspace_id, absent)
        ]
        assert answers[0] == answers[1], relation
        assert world.theirs.told_in(answers[0]) == [], relation


@pytest.mark.parametrize("number", ["latency_ms", "rev", "seq"])
def test_division_by_what_others_have_goes_well(world: World, asker: Connection, number: str) -> None:
    of_theirs = world.theirs.number if number != "rev" else 2001
    run(asker, f"SELECT * FROM agent_memory.agent_actions WHERE 1 / ({number} - {of_theirs}) < 2")
    with pytest.raises(psycopg.errors.DivisionByZero):
        own = f"(SELECT min({number}) FROM agent_memory.agent_actions)"
        run(asker, f"SELECT * FROM agent_memory.agent_actions WHERE 1 / ({number} - {own}) < 2")


def test_names_of_ones_own_do_not_stand_in_for_ours(world: World, asker: Connection) -> None:
    """The policy's function finds our tables and operators, whatever is in the way (pg_temp comes first by default)."""
    theirs, role, other = world.theirs.workspace_id, world.reader.role, world.other.role
    for schema in ("pg_temp", "mine"):
        for made in (
            f"CREATE TABLE {schema}.readers AS SELECT '{role}'::name AS role_name, '{theirs}'::text AS workspace_id",
            f"CREATE TABLE {schema}.workspaces AS SELECT '{theirs}'::text AS workspace_id, NULL::date AS deleted_at",
            f"CREATE FUNCTION {schema}.current_workspace() RETURNS text LANGUAGE sql AS $$SELECT '{theirs}'::text$$",
            f"CREATE FUNCTION {schema}.session_user() RETURNS name LANGUAGE sql AS $$SELECT '{other}'::name$$",
            f"CREATE FUNCTION {schema}.equal(name, name) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
            f"CREATE OPERATOR {schema}.= (LEFTARG = name, RIGHTARG = name, FUNCTION = {schema}.equal)",
            f"CREATE FUNCTION {schema}.now() RETURNS timestamptz LANGUAGE sql AS $$SELECT '-infinity'::timestamptz$$",
        ):
            attempt(asker, made)
    for path in ("pg_temp, mine, app, pg_catalog", "mine, pg_catalog", '"$user", pg_temp', "''"):
        run(asker, f"SET search_path = {path}")
        assert run(asker, "SELECT app.current_workspace() AS w") == [{"w": world.ours.workspace_id}]
        for relation in readable(world.admin):
            found = repr(run(asker, f"SELECT * FROM {relation}"))
            assert world.ours.told_in(found) and not world.theirs.told_in(found), (path, relation)
