"""The way back of an upgrade: a native dump of the released version's data, loaded over the migrated ones."""

from pathlib import Path

import pytest

import oxgraph
from oxgraph import errors, local
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.local import Home, launch, no_progress
from oxgraph.migrations import require_current
from tests.upgrade.test_upgrade import HEAP, HOMES, VERSIONS, Upgraded

pytestmark = pytest.mark.deep


def applied(server: local.Server) -> list[str]:
    with Graph.open(server.uri, server.auth, check=False) as graph:
        return sorted(row["version"] for row in graph.read(statement("system/applied_migrations")))


def as_it_is(home: Home) -> list[str]:
    """The migrations of the home's data, started without bringing them up to date."""
    with home.lock():
        record = launch.launch(home, launch.gather(home, HEAP, no_progress), home.record(), no_progress)
    uri, auth = f"bolt://127.0.0.1:{record.bolt}", ("neo4j", home.password() or "")
    try:
        with Graph.open(uri, auth, check=False) as graph:
            rows = graph.read(statement("system/applied_migrations"))
            with pytest.raises(errors.OxgraphError):
                require_current(rows)
            return sorted(row["version"] for row in rows)
    finally:
        local.down(home)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_dump_of_before_the_upgrade_is_the_way_back(version: str, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.path.mkdir()
    released = Upgraded(home, HOMES / version)
    try:
        local.dump(tmp_path / "dumps", home)
        server = local.up(home, heap=HEAP)
        now = applied(server)
        with oxgraph.connect(server.uri, server.auth) as client:
            client.create_workspace("written after the upgrade")
        local.down(home)
        local.load(tmp_path / "dumps", home, overwrite=True)
        assert set(as_it_is(home)) < set(now)
        server = local.up(home, heap=HEAP)
        assert applied(server) == now
        released.require_same_reads(server)
    finally:
        local.down(home)
