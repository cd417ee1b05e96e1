"""Whatever is killed, and whenever: the rows end as what the graph says, and nothing was put out of its order."""

import os
from collections.abc import Iterator

import psycopg
import pytest

from oxgraph import local
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror
from tests.fixtures import prepared
from tests.fixtures.neo4j import own_home
from tests.mirror.copier_samples import differences
from tests.mirror.rows import TABLES, counts
from tests.mirror.storm import Storm, keep_log, out_of_order

ROUNDS = int(os.environ.get("OXGRAPH_STORM_ROUNDS") or 1)
"""One takes about a minute and a half; more of them for who has the time."""
SEED = int(os.environ.get("OXGRAPH_STORM_SEED") or 7)


@pytest.fixture
def storm() -> Iterator[Storm]:
    with own_home("storm") as home:
        prepared.fill(home)
        found = Storm(home, SEED)
        try:
            yield found
        finally:
            found.close()
            local.postgres.remove(home)


@pytest.mark.deep
def test_nothing_is_lost_or_put_out_of_order(storm: Storm) -> None:
    keep_log(storm.dsn, list(TABLES.values()))
    storm.rage(ROUNDS)
    log = (storm.home.path / "copier.log").read_text()
    assert storm.counts["gave up"] == 0, log
    assert storm.counts["commits"] > 200, storm.counts
    with Graph.open(storm.server.uri, (storm.server.user, storm.server.password)) as graph:
        mirror = Mirror(storm.dsn, graph)
        mirror.run_once()
        assert out_of_order(storm.dsn) == []
        result = mirror.check()
        assert result.drift == ()
        assert differences(graph, storm.dsn, storm.workspace_id) == []
    assert counts(storm.dsn, storm.workspace_id)["action"] > 10
    with psycopg.connect(storm.dsn) as connection:
        row = connection.execute("SELECT count(*) FILTER (WHERE op = 'DELETE'), count(*) FROM public.log").fetchone()
    assert row is not None
    assert row[0] > 0, (row, storm.counts)
    print(storm.counts, row)  # what the storm was like, for who looks (-s)
