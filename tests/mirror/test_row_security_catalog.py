"""What the catalog says of every table, view and function: a new one without row-level security fails here."""

from collections.abc import Iterator

import pytest

from oxgraph.mirror import readers
from oxgraph.mirror.connection import Connection
from tests.mirror.reader_worlds import SCHEMAS, World, readable, relations, run, world

__all__ = ["world"]

READER = "(workspace_id = ( SELECT app.current_workspace() AS current_workspace))"
SEALED = {
    "app.readers",
    "app.mirror",
    "app.copier",
    "app.placements",
    "app.witnesses",
    "app.mirror_checksums",
    "app.mirror_migrations",
    "app.mirror_migrations_log",
    "app.mirror_migrations_tool",
}


def without_row_security(connection: Connection) -> list[str]:
    """Tables of our schemas that a reader might see too much of."""
    found = []
    for table in relations(connection, "rpfm"):
        [flags] = run(
            connection,
            "SELECT relrowsecurity AND relforcerowsecurity AS forced, pg_get_userbyid(relowner) AS owner,"
            " has_table_privilege('oxgraph_reader', oid, 'SELECT') AS readable FROM pg_class WHERE oid = %s::regclass",
            table,
        )
        policies = {
            (row["cmd"], *row["roles"], row["permissive"]): (row["qual"], row["with_check"])
            for row in run(
                connection,
                "SELECT cmd, roles, permissive, qual, with_check FROM pg_policies"
                " WHERE format('%%I.%%I', schemaname, tablename) = %s",
                table,
            )
        }
        expected: dict[tuple[str, ...], tuple[str | None, str | None]] = {
            ("ALL", "oxgraph_writer", "PERMISSIVE"): ("true", "true"),
            ("SELECT", "public", "PERMISSIVE"): (READER, None),
        }
        if table in SEALED:
            expected = {("ALL", "oxgraph_owner", "oxgraph_writer", "PERMISSIVE"): ("true", "true")}
        if table == "app.workspaces":
            policies.pop(("SELECT", "oxgraph_owner", "PERMISSIVE"))
            expected[("SELECT", "oxgraph_reader", "PERMISSIVE")] = expected.pop(("SELECT", "public", "PERMISSIVE"))
        good = flags["forced"] and flags["owner"] == "oxgraph_owner" and flags["readable"] == (table not in SEALED)
        if not good or policies != expected:
            found.append(table)
    return found


def test_every_table_has_row_level_security(world: World) -> None:
    assert len(relations(world.admin, "r")) >= 15
    assert without_row_security(world.admin) == []


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TABLE app.forgotten (workspace_id text)",
        "CREATE TABLE app.forgotten (workspace_id text); ALTER TABLE app.forgotten ENABLE ROW LEVEL SECURITY",
        "CREATE TABLE app.forgotten (workspace_id text); CALL app.enable_row_level_security('app.forgotten');"
        " DROP POLICY mirror_reader ON app.forgotten;"
        " CREATE POLICY mirror_reader ON app.forgotten FOR SELECT USING (true)",
        "CREATE POLICY another ON agent_memory.memories USING (true)",
        "ALTER TABLE agent_memory.memories NO FORCE ROW LEVEL SECURITY",
        "CREATE MATERIALIZED VIEW agent_memory.copies AS SELECT * FROM agent_memory.memories",
    ],
)
def test_a_table_without_row_level_security_is_found(world: World, made: str) -> None:
    with world.admin.transaction(force_rollback=True):
        run(world.admin, "SET LOCAL ROLE oxgraph_owner")
        for part in made.split(";"):
            if "app.enable_row_level_security" in part:
                run(world.admin, "ALTER TABLE app.forgotten ADD id uuid, ADD rev bigint, ADD created_at timestamptz")
            run(world.admin, part)
        assert len(without_row_security(world.admin)) == 1


def test_every_view_is_a_barrier_and_asks_with_the_rights_of_the_asker(world: World) -> None:
    [version] = run(world.admin, "SELECT current_setting('server_version_num')::int AS number")
    wanted = {"security_barrier=true"} | ({"security_invoker=true"} if version["number"] >= 150_000 else set())
    for view in relations(world.admin, "v"):
        [row] = run(
            world.admin, "SELECT coalesce(reloptions, '{}') AS set FROM pg_class WHERE oid = %s::regclass", view
        )
        assert set(row["set"]) == wanted, view


def test_functions_are_pinned_and_nobody_else_may_call_them(world: World) -> None:
    found = run(
        world.admin,
        "SELECT oid::regprocedure::text AS name, prosecdef, proconfig, proleakproof, proacl::text[] AS acl,"
        " has_function_privilege('oxgraph_reader', oid, 'EXECUTE') AS readers FROM pg_proc"
        " WHERE pronamespace::regnamespace::text = ANY (%s)",
        SCHEMAS,
    )
    assert {row["name"] for row in found if row["prosecdef"]} == {"app.current_workspace()"}
    assert [row["name"] for row in found if row["proleakproof"]] == []
    for row in found:
        assert row["proconfig"] == ["search_path=pg_catalog, pg_temp"], row["name"]
        assert row["acl"] is not None and not any(entry.startswith("=") for entry in row["acl"]), row["name"]
    assert {row["name"].partition("(")[0] for row in found if row["readers"]} == {
        "app.current_workspace",
        "app.metric_cohorts",
        "app.percentile_cont",
        "agent_memory.metric_value",
        "agent_memory.metric_utilization",
        "agent_memory.metric",
    }


def test_readers_may_only_read(world: World) -> None:
    for table in relations(world.admin, "rvmpf"):
        [row] = run(
            world.admin,
            "SELECT has_table_privilege('oxgraph_reader', %s, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')"
            " OR has_any_column_privilege('oxgraph_reader', %s, 'INSERT, UPDATE, REFERENCES') AS more",
            table,
            table,
        )
        assert row["more"] is False, table
    for name in SCHEMAS:
        [row] = run(world.admin, "SELECT has_schema_privilege('oxgraph_reader', %s, 'CREATE') AS makes", name)
        assert row["makes"] is False, name


def test_nothing_is_given_to_everybody(world: World) -> None:
    found = run(
        world.admin,
        "SELECT relname FROM pg_class, LATERAL aclexplode(relacl) a"
        " WHERE relnamespace::regnamespace::text = ANY (%s) AND a.grantee = 0"
        " UNION ALL SELECT nspname FROM pg_namespace, LATERAL aclexplode(nspacl) a"
        " WHERE nspname = ANY (%s) AND a.grantee = 0",
        SCHEMAS,
        SCHEMAS,
    )
    assert found == []


def test_there_are_no_sequences_to_count_by(world: World) -> None:
    assert relations(world.admin, "S") == []


def test_no_statistics_are_kept_of_the_rows(world: World) -> None:
    run(world.admin, "ANALYZE")
    kept = run(
        world.admin,
        "SELECT tablename, attname FROM pg_stats WHERE format('%%I.%%I', schemaname, tablename) = ANY (%s)",
        readable(world.admin),
    )
    assert kept == []


def test_the_roles_can_do_no_more_than_they_need(world: World) -> None:
    found = run(
        world.admin,
        "SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS powerful,"
        " rolcanlogin FROM pg_roles WHERE rolname LIKE 'oxgraph%%' AND rolname !~ '_[0-9a-f]{12}$'",
    )
    assert {(row["rolname"], row["powerful"], row["rolcanlogin"]) for row in found} >= {
        ("oxgraph_owner", False, False),
        ("oxgraph_writer", False, False),
        ("oxgraph_reader", False, False),
    }
    [row] = run(
        world.admin,
        "SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS powerful, rolconnlimit,"
        " pg_has_role(oid, 'oxgraph_writer', 'MEMBER') OR pg_has_role(oid, 'oxgraph_owner', 'MEMBER') AS member"
        " FROM pg_roles WHERE rolname = %s",
        world.reader.role,
    )
    assert (row["powerful"], row["member"], row["rolconnlimit"]) == (False, False, 10)


@pytest.fixture
def login(world: World) -> Iterator[str]:
    name = "test_powerful_reader"
    run(world.admin, f"CREATE ROLE {name} LOGIN IN ROLE oxgraph_reader")
    yield name
    run(world.admin, f"DROP ROLE {name}")


@pytest.mark.parametrize(
    "power",
    ["ALTER ROLE {} SUPERUSER", "ALTER ROLE {} BYPASSRLS", "GRANT oxgraph_writer TO {}", "GRANT oxgraph_owner TO {}"],
)
def test_who_sees_every_row_is_nobodys_reader(world: World, login: str, power: str) -> None:
    run(world.admin, power.format(login))
    with world.admin.transaction(force_rollback=True), pytest.raises(Exception, match="may see every row"):
        run(
            world.admin,
            "INSERT INTO app.readers (role_name, workspace_id) VALUES (%s, %s)",
            login,
            world.ours.workspace_id,
        )


def test_a_reader_that_is_gone_leaves_nothing(world: World) -> None:
    made = readers.create(world.admin, world.ours.workspace_id)
    readers.drop(world.admin, made.role)
    assert run(world.admin, "SELECT FROM pg_roles WHERE rolname = %s", made.role) == []
    assert run(world.admin, "SELECT FROM app.readers WHERE role_name = %s", made.role) == []
