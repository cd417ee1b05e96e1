"""Native dumps of a home's database, and what the mirror says of a graph that was loaded from one."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import oxgraph
from oxgraph import errors, local
from oxgraph.local import Home
from oxgraph.mirror import Mirror
from tests.fixtures import prepared
from tests.fixtures.neo4j import own_home

pytestmark = pytest.mark.deep


@pytest.fixture
def home() -> Iterator[Home]:
    with own_home("dumps") as found:
        prepared.fill(found)
        yield found


def test_a_dump_is_loaded_and_the_mirror_knows_it(home: Home, tmp_path: Path, mirror_dsn: str) -> None:
    server = local.up(home)
    with pytest.raises(errors.HomeRuns):
        local.dump(tmp_path, home)
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace("kept")
        memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
        digest = client.digest_workspace("kept").digest
    local.down(home)
    made = local.dump(tmp_path, home)
    assert made.size > 0
    server = local.up(home)
    earlier = oxgraph.connect(server.uri, server.auth)
    # Without touch: when a memory was read last is written a second later, and would be written to the restored graph.
    earlier.workspace("kept").recall("What does Bo like?", touch=False)
    with oxgraph.connect(server.uri, server.auth) as client:
        client.workspace("kept").semantic.remember(type="fact", subject="Bo", content="Bo plays go")
        mirror = Mirror(mirror_dsn, client.graph)
        mirror.init()
        mirror.run_once()
    local.down(home)
    with pytest.raises(errors.HomeNotEmpty):
        local.load(tmp_path, home)
    assert local.load(tmp_path, home, overwrite=True).made_at == made.made_at
    server = local.up(home)
    with oxgraph.connect(server.uri, server.auth) as client:
        assert client.digest_workspace("kept").digest == digest
        # Who was connected before goes on, though what it wrote last is gone.
        assert [row.content for row in earlier.workspace("kept").semantic.list()] == ["Bo likes chess"]
        assert earlier.workspace("kept").recall("What does Bo like?").results
        earlier.close()
        # Before and after the restored graph has written more than the mirror has seen.
        for content in (None, "Bo plays bridge"):
            if content:
                client.workspace("kept").semantic.remember(type="fact", subject="Bo", content=content)
            mirror = Mirror(mirror_dsn, client.graph)
            with pytest.raises(errors.MirrorOfAnotherGraph):
                mirror.run_once()
            assert "mirror rebuild" in str(mirror.status().last_error)
        mirror.rebuild()
        assert mirror.check().ok


def test_a_dump_on_another_disk(home: Home) -> None:
    here = home.path.stat().st_dev
    places = [Path(place) for place in ("/dev/shm", "/var/tmp", tempfile.gettempdir())]
    others = [place for place in places if place.is_dir() and place.stat().st_dev != here]
    if not others:
        pytest.skip("all folders here are on one disk")
    if not home.is_initialised():  # in a run of a few tests nothing was prepared
        local.up(home)
        local.down(home)
    with tempfile.TemporaryDirectory(dir=others[0]) as folder:
        made = local.dump(folder, home)
        [kept] = [one for one in Path(folder).rglob("*") if one.is_file()]
        assert kept.stat().st_size == made.size > 0
        assert local.load(folder, home, overwrite=True).made_at == made.made_at
