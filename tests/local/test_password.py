"""The rotation of the database password of the local server."""

import pytest

import oxgraph
from oxgraph.errors import AuthenticationFailed, NotRunning
from oxgraph.local import Home, Server
from oxgraph.local.password import rotate
from oxgraph.whole_files import write_whole


def test_the_password_is_rotated_also_after_an_interruption(killable: Server, killable_home: Home) -> None:
    old = killable_home.password() or ""
    rotate(killable_home)
    new = killable_home.password() or ""
    assert new != old
    oxgraph.connect(killable.uri, ("neo4j", new)).close()
    with pytest.raises(AuthenticationFailed):
        oxgraph.connect(killable.uri, ("neo4j", old))
    # As if the process had been killed after Neo4j had the new password and before the home had it.
    (killable_home.path / "password.new").write_text(f"{new}\n", encoding="utf-8")
    write_whole(killable_home.password_file, f"{old}\n")
    rotate(killable_home)
    oxgraph.connect(killable.uri, ("neo4j", killable_home.password() or "")).close()
    assert not (killable_home.path / "password.new").exists()
    assert killable_home.password_file.stat().st_mode & 0o077 == 0


def test_without_a_server_nothing_is_changed(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = Home(tmp_path_factory.mktemp("home"))
    with pytest.raises(NotRunning):
        rotate(home)
    assert home.password() is None
