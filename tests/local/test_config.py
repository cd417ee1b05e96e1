"""What Neo4j is told."""

from pathlib import Path

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.local import config
from oxgraph.local.java import Java


@pytest.fixture(autouse=True)
def without_own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of the tests have some."""
    monkeypatch.delenv("OXGRAPH_NEO4J_CONF", raising=False)


def test_every_address_is_the_loopback_address() -> None:
    lines = dict(line.split("=", 1) for line in config.conf(1234, 4321).splitlines() if not line.startswith("#"))
    addresses = [value for name, value in lines.items() if name.endswith("_address")]
    assert len(addresses) == 6
    assert all(value.split(":")[0] == "127.0.0.1" for value in addresses)
    assert lines["server.bolt.listen_address"].endswith(":1234")


def test_nothing_is_reported_to_anyone() -> None:
    text = config.conf(1, 2)
    for line in (
        "dbms.usage_report.enabled=false",
        "client.allow_telemetry=false",
        "server.fleet_discovery.enabled=false",
    ):
        assert line in text


@pytest.mark.parametrize("size", ["0m", "1", "-1g", "1g -version", "lots"])
def test_a_heap_that_is_no_size(size: str) -> None:
    with pytest.raises(InvalidInput, match="512m"):
        config.heap_size(size)


@pytest.mark.parametrize("size", ["90000g", "99999999M"])
def test_a_heap_that_is_larger_than_the_memory(size: str) -> None:
    with pytest.raises(InvalidInput, match=f"heap: {size} is more than this machine's memory"):
        config.heap_size(size)


def test_the_heap_comes_from_the_call_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_HEAP", "3g")
    assert config.heap_size("2g") == "2g"
    assert config.heap_size() == "3g"
    monkeypatch.delenv("OXGRAPH_HEAP")
    assert config.heap_size() == "1g"


def test_a_path_with_blanks_stays_one_word() -> None:
    assert config.class_path([Path("/a b/c.jar")]) == '-cp "/a b/c.jar"\n'


def test_settings_of_ones_own_replace_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "neo4j.conf"
    own.write_text("# mine\nserver.memory.pagecache.size = 4g\ndbms.security.auth_minimum_password_length=12\n")
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(own))
    lines = [line.partition("=") for line in config.conf(1, 2).splitlines() if line and not line.startswith("#")]
    names = [name.strip() for name, _, _ in lines]
    assert len(set(names)) == len(names)
    assert {name.strip(): value.strip() for name, _, value in lines}["server.memory.pagecache.size"] == "4g"
    assert names[-1] == "dbms.security.auth_minimum_password_length"


def test_options_of_java_among_ones_own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "neo4j.conf"
    own.write_text("server.jvm.additional = -Doxgraph.cache.vectors=7\nserver.jvm.additional=-XX:+UseParallelGC\n")
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(own))
    flags = config.java_flags(Java(tmp_path, 25), "1g")
    assert flags[-2:] == ["-Doxgraph.cache.vectors=7", "-XX:+UseParallelGC"]
    assert "-XX:+UseG1GC" not in flags


def test_a_file_of_settings_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(tmp_path / "none"))
    with pytest.raises(InvalidInput, match="cannot be read"):
        config.conf(1, 2)
