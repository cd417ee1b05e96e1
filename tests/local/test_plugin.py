"""Where the plugin's jar comes from, and how it gets into Neo4j's folder."""

import zipfile
from pathlib import Path

import pytest

from oxgraph.errors import BuildToolMissing, PluginBuildFailed
from oxgraph.local import plugin


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A Maven project whose POM is broken, so that a build of it fails at once."""
    folder = tmp_path / "procedures"
    (folder / "src" / "main").mkdir(parents=True)
    (folder / "pom.xml").write_text("<project><modelVersion>4.0.0</modelVersion></project>")
    (folder / "src" / "main" / "A.java").write_text("class A {}")
    return folder


def test_a_build_that_fails_shows_what_maven_said(sources: Path) -> None:
    with pytest.raises(PluginBuildFailed, match="'groupId' is missing"):
        plugin.build(sources)


def test_a_jar_of_these_sources_is_not_built_again(sources: Path) -> None:
    jar = sources / "target" / "oxgraph-procedures-1.jar"
    jar.parent.mkdir()
    jar.write_bytes(b"jar")
    (jar.parent / plugin.STAMP).write_text(plugin.fingerprint(sources))
    assert plugin.build(sources) == jar
    (sources / "src" / "main" / "A.java").write_text("class A { int changed; }")
    with pytest.raises(PluginBuildFailed):
        plugin.build(sources)


def test_the_fingerprint_sees_new_names_and_new_content(sources: Path) -> None:
    before = plugin.fingerprint(sources)
    (sources / "src" / "main" / "A.java").rename(sources / "src" / "main" / "B.java")
    renamed = plugin.fingerprint(sources)
    (sources / "src" / "main" / "B.java").write_text("class B {}")
    assert len({before, renamed, plugin.fingerprint(sources)}) == 3


def test_one_plugin_is_installed_and_older_ones_leave(tmp_path: Path) -> None:
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "oxgraph-procedures-0.0.1.jar").write_bytes(b"old")
    (folder / "another.jar").write_bytes(b"not ours")
    jar = tmp_path / "oxgraph-procedures-0.1.0.jar"
    jar.write_bytes(b"new")
    assert plugin.install(jar, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["another.jar", jar.name]
    assert not plugin.install(jar, folder)
    jar.write_bytes(b"newer")
    assert plugin.install(jar, folder)
    assert (folder / jar.name).read_bytes() == b"newer"
    own = tmp_path / "build.jar"
    own.write_bytes(b"own")
    assert plugin.install(own, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["another.jar", "oxgraph-build.jar"]
    assert plugin.install(jar, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["another.jar", jar.name]


def test_a_chosen_jar_must_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OXGRAPH_PLUGIN_JAR", str(tmp_path / "oxgraph-x.jar"))
    with pytest.raises(BuildToolMissing, match="OXGRAPH_PLUGIN_JAR"):
        plugin.find()
    (tmp_path / "oxgraph-x.jar").write_bytes(b"no jar")
    with pytest.raises(BuildToolMissing, match="is no jar"):
        plugin.find()
    with zipfile.ZipFile(tmp_path / "oxgraph-x.jar", "w"):
        pass
    assert plugin.find() == plugin.current() == tmp_path / "oxgraph-x.jar"
