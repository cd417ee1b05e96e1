"""A reader that tries to see the other workspace's rows, or that there are any: by every way that SQL has."""

import re
import threading
from collections.abc import Iterator

import psycopg
import pytest

from oxgraph.mirror import readers
from oxgraph.mirror.connection import Connection, connect
from tests.mirror.reader_worlds import COPIES, World, attempt, columns, readable, relations, run, world

__all__ = ["world"]


@pytest.fixture
def asker(world: World) -> Iterator[Connection]:
    with world.asker() as connection:
        run(connection, "SET default_transaction_read_only = off")
        yield connection


def own(world: World, connection: Connection, *, expected: bool = True) -> list[str]:
    """The relations in which the session sees a row of the other side, or (not) its own."""
    wrong = []
    for relation in readable(world.admin):
        found = run(connection, f"SELECT * FROM {relation}")
        if world.theirs.told_in(repr(found)) or bool(found) != expected:
            wrong.append(relation)
    return wrong


def test_a_reader_sees_its_own_rows_everywhere(world: World, asker: Connection) -> None:
    assert len(readable(world.admin)) >= 18
    assert own(world, asker) == []
    for table in relations(world.admin, "r"):
        if table in readable(world.admin) and table != "app.workspaces":
            assert run(asker, f"SELECT count(*) AS n FROM {table}") == [{"n": COPIES}], table


def test_the_other_reader_sees_the_others(world: World) -> None:
    with connect(world.other.dsn) as connection:
        for relation in readable(world.admin):
            found = repr(run(connection, f"SELECT * FROM {relation}"))
            assert world.theirs.told_in(found) and not world.ours.told_in(found), relation


@pytest.fixture
def stranger(world: World) -> Iterator[Connection]:
    """A login that may read but is entered for no workspace."""
    run(world.admin, "CREATE ROLE test_stranger LOGIN PASSWORD 'stranger' IN ROLE oxgraph_reader")
    info = world.admin.info
    with connect(f"postgresql://test_stranger:stranger@{info.host}:{info.port}/{info.dbname}") as connection:
        yield connection
    run(world.admin, "DROP ROLE test_stranger")


def test_without_a_workspace_there_are_no_rows(world: World, stranger: Connection) -> None:
    assert run(stranger, "SELECT app.current_workspace() AS workspace") == [{"workspace": None}]
    for relation in readable(world.admin):
        assert run(stranger, f"SELECT * FROM {relation}") == [], relation


@pytest.mark.parametrize("role", ["oxgraph_owner", "oxgraph_reader"])
def test_neither_owning_nor_reading_alone_shows_a_row(world: World, role: str) -> None:
    with connect(world.dsn) as connection:
        run(connection, f"SET ROLE {role}")
        for table in relations(world.admin, "r"):
            if table in readable(world.admin):
                assert run(connection, f"SELECT * FROM {table}") == [], table


SETTINGS = [
    "SET app.workspace_id = '{theirs}'",
    "SET app.current_workspace = '{theirs}'",
    "SET agent_memory.workspace_id = '{theirs}'",
    "SET oxgraph.workspace_id = '{theirs}'",
    "SET myapp.tenant = '{theirs}'",
    "SELECT set_config('app.workspace_id', '{theirs}', false)",
    "SET app.workspace_id = $x$' OR true --$x$",
    "SET search_path = pg_temp, public, app",
    "SET row_security = off",
    "SET session_replication_role = replica",
    "SET plan_cache_mode = force_generic_plan",
    "SET constraint_exclusion = on",
    "SET from_collapse_limit = 1",
    "SET jit_above_cost = 0",
    "SET debug_parallel_query = on",
    "SET force_parallel_mode = on",
    "SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0",
    "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off",
    "SET enable_seqscan = off",
    "SET ROLE oxgraph_reader",
    "SET ROLE oxgraph_owner",
    "SET ROLE oxgraph_writer",
    "SET ROLE {other}",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION {other}",
    "SET SESSION AUTHORIZATION oxgraph_owner",
    "SET SESSION AUTHORIZATION DEFAULT",
    "SET LOCAL ROLE NONE",
    "ALTER ROLE {mine} SET role = 'oxgraph_writer'",
    "ALTER ROLE {mine} SET app.workspace_id = '{theirs}'",
    "ALTER ROLE {mine} BYPASSRLS",
    "ALTER ROLE {mine} RENAME TO {other}",
    "GRANT oxgraph_writer TO {mine}",
    "GRANT {other} TO {mine}",
    "RESET ALL",
    "RESET ROLE",
    "RESET SESSION AUTHORIZATION",
    "DISCARD ALL",
    "DISCARD PLANS",
]


@pytest.mark.parametrize("tried", SETTINGS)
def test_no_setting_changes_what_is_seen(world: World, asker: Connection, tried: str) -> None:
    for part in tried.split(";"):
        attempt(
            asker,
            part.format(theirs=world.theirs.workspace_id, other=world.other.role, mine=f'"{world.reader.role}"'),
        )
    for relation in readable(world.admin):
        found = attempt(asker, f"SELECT * FROM {relation}")
        assert world.theirs.told_in(found) == [], relation
    told = attempt(asker, "SELECT app.current_workspace() AS w")
    assert told == repr([{"w": world.ours.workspace_id}]) or "affected by row-level security" in told


def test_row_security_cannot_be_switched_off(world: World, asker: Connection) -> None:
    run(asker, "SET row_security = off")
    for table in relations(world.admin, "r"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run(asker, f"SELECT * FROM {table}")


CONDITIONS = [
    "workspace_id = '{theirs}'",
    "workspace_id = '{theirs}' OR true",
    "workspace_id <> '{ours}'",
    "workspace_id IS DISTINCT FROM (SELECT app.current_workspace())",
    "workspace_id = '' OR 'a' = 'a' --'",
    "id::text = ANY ('{{{ids}}}')",
    "(workspace_id, id::text) IN (SELECT '{theirs}', unnest('{{{ids}}}'::text[]))",
    "ctid IN (SELECT format('(%s,%s)', b, i)::tid FROM generate_series(0, 9) b, generate_series(1, 60) i)",
    "rev BETWEEN 2000 AND 3000",
    "t::text LIKE '%theirs%'",
    "to_jsonb(t) @> jsonb_build_object('workspace_id', '{theirs}')",
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_condition_reaches_across(world: World, asker: Connection, condition: str) -> None:
    asked = condition.format(
        theirs=world.theirs.workspace_id, ours=world.ours.workspace_id, ids=",".join(world.theirs.ids)
    )
    for table in relations(world.admin, "r"):
        for shape in (
            "SELECT t.*, tableoid, ctid, xmin FROM {table} t WHERE {asked}",
            "SELECT count(*) AS of_them FROM {table} t"
            " WHERE ({asked}) AND workspace_id = '{theirs}' HAVING count(*) > 0",
            "SELECT * FROM {table} t TABLESAMPLE BERNOULLI (100) WHERE {asked}",
            "SELECT DISTINCT ON (t.rev) t FROM {table} t WHERE {asked} ORDER BY t.rev",
            "WITH RECURSIVE r AS (SELECT t FROM {table} t WHERE {asked} UNION SELECT t FROM r) SELECT * FROM r",
            "SELECT 1 AS found WHERE EXISTS (SELECT FROM {table} t WHERE ({asked}) AND workspace_id = '{theirs}')",
        ):
            found = attempt(asker, shape.format(table=table, asked=asked, theirs=world.theirs.workspace_id))
            assert world.theirs.told_in(found.replace(asked, "")) == [] and "found': 1" not in found, (table, shape)
            assert "of_them':" not in found, (table, shape)


@pytest.mark.parametrize("plan", ["force_generic_plan", "force_custom_plan", "auto"])
def test_prepared_statements_follow_the_login_not_the_plan(world: World, plan: str) -> None:
    made = readers.create(world.admin, world.ours.workspace_id)
    try:
        with connect(made.dsn) as connection:
            run(connection, f"SET plan_cache_mode = {plan}")
            for place, relation in enumerate(readable(world.admin)):
                run(connection, f"PREPARE p{place} AS SELECT * FROM {relation}")
            sides = (world.ours, world.theirs, None, world.ours)
            for side in sides:
                run(world.admin, "DELETE FROM app.readers WHERE role_name = %s", made.role)
                if side:
                    run(world.admin, "INSERT INTO app.readers VALUES (%s, %s)", made.role, side.workspace_id)
                for place, relation in enumerate(readable(world.admin)):
                    for _ in range(2):
                        found = repr(run(connection, f"EXECUTE p{place}"))
                        seen = [one.name for one in (world.ours, world.theirs) if one.told_in(found)]
                        assert seen == ([side.name] if side else []), (relation, side)
                run(connection, "SET ROLE oxgraph_reader" if side is world.theirs else "RESET ROLE")
    finally:
        readers.drop(world.admin, made.role)


def test_a_snapshot_and_a_cursor_show_what_was_theirs_then_and_no_more(world: World) -> None:
    made = readers.create(world.admin, world.ours.workspace_id)
    try:
        with connect(made.dsn) as connection, connection.transaction():
            run(connection, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            run(connection, "DECLARE c CURSOR FOR SELECT * FROM agent_memory.memories")
            run(
                world.admin,
                "UPDATE app.readers SET workspace_id = %s WHERE role_name = %s",
                world.theirs.workspace_id,
                made.role,
            )
            assert world.theirs.told_in(repr(run(connection, "FETCH ALL FROM c"))) == []
    finally:
        readers.drop(world.admin, made.role)


STATEMENTS = [
    "INSERT INTO {table} (workspace_id, id, rev) VALUES ('{theirs}', '{id}', 1)",
    "INSERT INTO {table} (workspace_id, id, rev) VALUES ('{theirs}', '{id}', 1) ON CONFLICT DO NOTHING",
    "UPDATE {table} SET workspace_id = '{ours}'",
    "UPDATE {table} SET rev = rev RETURNING *",
    "DELETE FROM {table} RETURNING *",
    "TRUNCATE {table}",
    "MERGE INTO {table} t USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE",
    "SELECT * FROM {table} FOR UPDATE",
    "SELECT * FROM {table} FOR KEY SHARE NOWAIT",
    "LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE NOWAIT",
    "COPY {table} FROM PROGRAM 'echo x'",
    "COPY {table} TO '/tmp/oxgraph-never'",
    "COPY {table} TO PROGRAM 'cat'",
    "CREATE VIEW agent_memory.mine AS SELECT * FROM {table}",
    "CREATE RULE mine AS ON SELECT TO {table} DO INSTEAD SELECT 1",
    "CREATE TRIGGER mine BEFORE UPDATE ON {table} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE POLICY mine ON {table} USING (true)",
    "DROP POLICY mirror_reader ON {table}",
    "ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE {table} OWNER TO CURRENT_USER",
    "CREATE INDEX ON {table} ((1 / (length(workspace_id) - 36)))",
    "CREATE STATISTICS mine ON workspace_id, id FROM {table}",
    "DROP TABLE {table}",
    "CREATE TABLE app.mine AS SELECT * FROM {table}",
    "CREATE TEMP TABLE mine (workspace_id text, id uuid, FOREIGN KEY (workspace_id, id) REFERENCES {table})",
    "CREATE TEMP TABLE mine () INHERITS ({table})",
    "CREATE PUBLICATION mine FOR TABLE {table}",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT lo_import('/etc/passwd')",
    "CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql LEAKPROOF AS 'SELECT 1'",
    "CREATE OR REPLACE FUNCTION app.current_workspace() RETURNS text LANGUAGE sql AS $$SELECT '{theirs}'::text$$",
    "ALTER FUNCTION app.current_workspace() RESET search_path",
    "CREATE FUNCTION app.current_workspace(int) RETURNS text LANGUAGE sql AS $$SELECT '{theirs}'::text$$",
    "SELECT app.apply_page()",
    "CALL app.copy_tables('pg_temp')",
    "CALL app.enable_row_level_security('{table}')",
]


@pytest.mark.parametrize("tried", STATEMENTS)
def test_a_reader_can_change_nothing_and_errors_tell_nothing(world: World, asker: Connection, tried: str) -> None:
    """The same is said whether a row of the other side is there or not."""
    for table in relations(world.admin, "r"):
        answers = []
        for of_row in (world.theirs.ids[-1], "00000000-0000-4000-8000-000000000000"):
            said = tried.format(table=table, theirs=world.theirs.workspace_id, ours=world.ours.workspace_id, id=of_row)
            with pytest.raises(psycopg.Error) as raised, asker.transaction():
                run(asker, said)
            answers.append(repr(raised.value.diag.message_primary) + repr(raised.value.diag.message_detail))
            assert world.theirs.told_in(answers[-1]) == []
        assert len(set(answers)) == 1, (table, answers)
    assert own(world, world.asker()) == []


def test_what_a_reader_may_it_cannot_pass_on(world: World, asker: Connection, stranger: Connection) -> None:
    for table in readable(world.admin):
        attempt(asker, f"GRANT SELECT ON {table} TO PUBLIC, test_stranger WITH GRANT OPTION")
    attempt(asker, "GRANT USAGE ON SCHEMA app TO PUBLIC")
    attempt(asker, f'GRANT "{world.reader.role}" TO test_stranger')
    attempt(asker, "GRANT oxgraph_reader TO PUBLIC")
    given = "SELECT FROM pg_class, LATERAL aclexplode(relacl) a WHERE a.grantee IN (0, 'test_stranger'::regrole)"
    assert run(world.admin, f"{given} AND relnamespace::regnamespace::text IN ('app', 'agent_memory')") == []
    [row] = run(world.admin, "SELECT pg_has_role('test_stranger', %s, 'MEMBER') AS member", world.reader.role)
    assert row["member"] is False


@pytest.mark.parametrize(
    "copied", ["COPY {} TO STDOUT", "COPY (SELECT * FROM {}) TO STDOUT", "COPY (TABLE {}) TO STDOUT (FORMAT csv)"]
)
def test_copy_shows_no_more(world: World, asker: Connection, copied: str) -> None:
    for relation in readable(world.admin):
        try:
            with asker.cursor() as cursor, cursor.copy(copied.format(relation)) as copy:
                found = b"".join(bytes(part) for part in copy).decode()
        except psycopg.errors.WrongObjectType:  # COPY of a view needs a query
            continue
        assert world.ours.told_in(found) and not world.theirs.told_in(found), relation


def test_functions_answer_of_the_login_whatever_they_are_asked(world: World, asker: Connection) -> None:
    theirs = world.theirs.workspace_id
    span = f"'{theirs}', now(), '1900-01-01', now()"
    assert run(asker, f"SELECT * FROM app.metric_cohorts({span}, 1000)") == []
    nothing = [{"value": None, "baseline": None, "delta_vs_baseline": None, "sample_count": 0}]
    asked = f"SELECT * FROM agent_memory.metric_value({span}, '{{}}', '{{}}', NULL, NULL, 'average', 1000)"
    assert run(asker, asked) == nothing
    assert run(asker, f"SELECT * FROM agent_memory.metric_utilization({span}, 1000)") == nothing
    name = f"{world.theirs.marker} name"
    assert run(asker, f"SELECT * FROM agent_memory.metric('{name}', now(), '{theirs}')") == []
    [mine] = run(asker, f"SELECT value FROM agent_memory.metric('{world.ours.marker} name') LIMIT 1")
    assert mine["value"] == world.ours.number


def test_other_sessions_are_not_told_of(world: World, asker: Connection) -> None:
    """What others ask, and what the catalog keeps of columns, is not shown."""
    run(world.admin, f"SELECT '{world.theirs.marker}' AS said")
    for asked in (
        "SELECT * FROM pg_stat_activity",
        "SELECT * FROM pg_stats",
        "SELECT * FROM pg_stats_ext",
        "SELECT * FROM pg_policies",
        "SELECT * FROM pg_roles",
        "SELECT * FROM pg_db_role_setting",
        "SELECT * FROM pg_shdescription",
        "SELECT * FROM pg_locks",
        "SELECT * FROM pg_prepared_statements",
        "SELECT * FROM pg_cursors",
    ):
        assert world.theirs.told_in(attempt(asker, asked)) == [], asked
    assert "denied" in attempt(asker, "SELECT * FROM pg_statistic")
    assert "denied" in attempt(asker, "SELECT * FROM pg_authid")


def test_estimates_do_not_tell_which_values_there_are(world: World, asker: Connection) -> None:
    run(
        world.admin,
        "INSERT INTO agent_memory.agent_actions (workspace_id, id, rev, action_type)"
        " SELECT %s, gen_random_uuid(), 9000 + n, %s FROM generate_series(1, 3000) n",
        world.theirs.workspace_id,
        f"{world.theirs.marker} action_type",
    )
    run(world.admin, "ANALYZE")
    for table in readable(world.admin):
        for name, kind in columns(world.admin, table).items():
            if kind not in ("text", "uuid", "bigint") or name.startswith(("table_", "condition_")):
                continue
            [there] = run(
                world.admin,
                f"SELECT {name}::text AS value FROM {table} WHERE workspace_id = %s LIMIT 1",
                world.theirs.workspace_id,
            )
            absent = {"text": "nowhere", "uuid": "00000000-0000-4000-8000-000000000000", "bigint": "5"}[kind]
            asked = f"EXPLAIN SELECT * FROM {table} WHERE {name} = "
            plans = [
                re.findall(r"(?:cost|rows)=[0-9.]+", attempt(asker, f"{asked}'{value}'"))
                for value in (there["value"], absent)
            ]
            assert plans[0] == plans[1] != [], (table, name)


def test_waiting_does_not_tell_of_writers(world: World, asker: Connection) -> None:
    """A reader is not held up by a writer of the other side, and cannot hold it up."""
    with connect(world.dsn) as writer, writer.transaction():
        run(writer, "SET LOCAL ROLE oxgraph_writer")
        run(writer, "UPDATE agent_memory.memories SET rev = rev WHERE workspace_id = %s", world.theirs.workspace_id)
        run(asker, "SET lock_timeout = '1s'")
        assert own(world, asker) == []


def test_many_sessions_at_once_each_see_their_own(world: World) -> None:
    wrong: list[str] = []

    def ask(dsn: str, theirs: object) -> None:
        with connect(dsn) as connection:
            for _ in range(20):
                found = repr(run(connection, "SELECT * FROM agent_memory.memories"))
                wrong.extend(theirs.told_in(found))  # type: ignore[attr-defined]

    asked = [(world.reader.dsn, world.theirs), (world.other.dsn, world.ours)] * 3
    threads = [threading.Thread(target=ask, args=one) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
