"""`oxgraph up --mirror`: a Postgres beside the run's Neo4j, with tables, and a login that may only copy."""

import json
import stat
import sys
from collections.abc import Iterator

import psycopg
import pytest
from click.testing import CliRunner

from oxgraph import environment, local
from oxgraph.cli.app import cli
from oxgraph.errors import MirrorBusy, MirrorUnknown, PostgresFailed
from oxgraph.graph import Graph
from oxgraph.local import Home, Server, postgres
from oxgraph.local.postgres import layout
from oxgraph.mirror import Mirror
from tests.fixtures.cli import end_log
from tests.fixtures.neo4j import HEAP

FORBIDDEN = [
    "SET ROLE oxgraph_owner",
    "SET ROLE oxgraph_reader",
    "SET ROLE postgres",
    "CREATE ROLE somebody",
    "CREATE TABLE of_its_own (id int)",
    "SELECT * FROM pg_catalog.pg_authid",
    "SELECT pg_catalog.pg_read_file('PG_VERSION')",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "ALTER TABLE app.mirror DISABLE ROW LEVEL SECURITY",
    "DROP TABLE app.mirror",
]


@pytest.fixture(scope="module")
def home(server: Server) -> Iterator[Home]:
    """The home of the run's Neo4j, with a mirror beside it."""
    home = Home(server.home)
    try:
        local.up(home, heap=HEAP, mirror=True)
        yield home
    finally:
        postgres.down(home)
        postgres.remove(home)


@pytest.fixture(autouse=True)
def at_home(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_HOME", str(home.path))
    monkeypatch.setenv("OXGRAPH_HEAP", HEAP)
    monkeypatch.delenv("OXGRAPH_MIRROR_DSN", raising=False)


def told(*words: str) -> str:
    result = CliRunner().invoke(cli, list(words), catch_exceptions=False)
    end_log()
    assert result.exit_code == 0, result.output
    return result.output


def test_the_copiers_login_can_copy_and_nothing_else() -> None:
    with psycopg.connect(environment.mirror_dsn(), autocommit=True) as connection:
        assert connection.execute("SELECT session_user, position FROM app.mirror").fetchone() == ("oxgraph_mirror", 0)
        for words in FORBIDDEN:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(words.encode())
        roles = connection.execute(
            "SELECT rolname FROM pg_roles WHERE pg_has_role(oid, 'MEMBER') AND rolname <> session_user"
        ).fetchall()
    assert roles == [("oxgraph_writer",)]
    for database in ("postgres", "template1"):
        with pytest.raises(psycopg.OperationalError, match="permission denied"):
            psycopg.connect(environment.mirror_dsn(), dbname=database)


def test_where_the_mirror_is(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = layout.of(home)
    assert environment.mirror_dsn("given") == "given"
    assert environment.mirror_dsn() == kept.mirror_dsn.read_text().strip()
    assert environment.mirror_dsn(admin=True) == kept.admin_dsn.read_text().strip()
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.mirror_dsn.stat().st_mode) == 0o600
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", "of the environment")
    assert environment.mirror_dsn(admin=True) == "of the environment"


def test_the_commands_know_it(home: Home) -> None:
    password = layout.of(home).mirror_dsn.read_text().split(":")[2].split("@")[0]
    address = postgres.running(home).address
    outputs = [told("up"), told("up", "--mirror", "--json"), told("status"), told("logs", "--mirror")]
    assert all(address in output for output in outputs[:3])
    assert json.loads(told("status", "--json"))["mirror"] == "running"
    assert "ready to accept connections" in outputs[3]
    assert password not in "".join(outputs)
    checks = {check.name: check for check in local.doctor(home)}
    wanted = ["postgres programs", "postgres data", "postgres passwords", "postgres process", "mirror tables"]
    assert [(name, checks[name].ok) for name in wanted] == [(name, True) for name in wanted]


@pytest.mark.parametrize("found", ["garbage", "", None, "postgresql://oxgraph_mirror:wrong@127.0.0.1:{port}/oxgraph"])
def test_a_login_of_the_copier_that_does_not_serve_is_made_anew(home: Home, found: str | None) -> None:
    file = layout.of(home).mirror_dsn
    file.unlink()
    if found is not None:
        file.write_text(found.format(port=postgres.running(home).port))
        file.chmod(0o600)
    tables = next(check for check in local.doctor(home) if check.name == "mirror tables")
    assert tables.ok is False
    assert str(file) in tables.detail
    assert "oxgraph up --mirror" in tables.remedy
    told("up", "--mirror")
    assert next(check for check in local.doctor(home) if check.name == "mirror tables").ok
    told("mirror", "run", "--once")


@pytest.mark.parametrize("found", ["garbage", "", None, "postgresql://postgres:wrong@127.0.0.1:{port}/oxgraph"])
def test_a_lost_login_of_the_superuser_is_named(home: Home, found: str | None) -> None:
    file = layout.of(home).admin_dsn
    kept, port = file.read_text(), postgres.running(home).port
    file.unlink()
    try:
        if found is not None:
            file.write_text(found.format(port=port))
            file.chmod(0o600)
        process = next(check for check in local.doctor(home) if check.name == "postgres process")
        assert process.ok is False
        assert f"{file}" in process.detail
        assert "put it back" in process.detail
        with pytest.raises(PostgresFailed, match="put it back"):
            local.up(home, mirror=True, heap=HEAP)
    finally:
        file.write_text(kept)
        file.chmod(0o600)


def test_doctor_knows_what_has_stopped_the_copier(home: Home, server: Server) -> None:
    def copy() -> local.Check:
        return next(check for check in local.doctor(home) if check.name == "mirror copy")

    told("mirror", "run", "--once")
    assert copy().ok
    with Graph.open(server.uri, server.auth) as graph:
        Mirror(None, graph)._record_error(MirrorBusy(server="here"))
    assert "stopped by an error" in copy().detail
    assert "oxgraph mirror run" in copy().remedy
    told("mirror", "run", "--once")
    assert copy().ok


def test_it_is_stopped_and_comes_again_by_itself(home: Home) -> None:
    pid = postgres.running(home).pid
    assert postgres.down(home) == "stopped"
    with pytest.raises(MirrorUnknown):
        environment.mirror_dsn()
    assert local.status(home).mirror == "stopped"
    assert next(check for check in local.doctor(home) if check.name == "postgres process").ok is False
    again = local.up(home, heap=HEAP)
    assert again.mirror == postgres.running(home).address
    assert postgres.running(home).pid != pid
    with psycopg.connect(environment.mirror_dsn()) as connection:
        assert connection.execute("SELECT count(*) FROM app.mirror").fetchone() == (1,)


def test_neo4j_starts_though_the_mirror_cannot(home: Home) -> None:
    postgres.down(home)
    kept = layout.of(home)
    dsn = kept.admin_dsn.read_text()
    kept.admin_dsn.unlink()
    try:
        found = local.up(home, heap=HEAP)
        assert found.mirror is None
        assert "is gone" in found.notes[-1]
    finally:
        kept.admin_dsn.write_text(dsn)
