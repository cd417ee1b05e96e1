"""The plugin's jar: packaged in a wheel, or built by Maven from the sources of a checkout.

Only the standard library and its neighbours `java` and `lock` are used here, so that the build of a
wheel can call `build` before anything is installed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oxgraph import tables
from oxgraph.errors import BuildToolMissing, PluginBuildFailed
from oxgraph.local import Progress, java, no_progress
from oxgraph.local.lock import locked

PACKAGED = Path(__file__).parent / "plugin"
CHECKOUT = Path(__file__).parents[2]
SOURCES = CHECKOUT / "procedures"

BUILD_SECONDS = 900
STAMP = "oxgraph-built-from.sha256"
SHOWN_LINES = 20
BUILDING = "building the plugin with Maven"


def find(progress: Progress = no_progress) -> Path:
    """The plugin's jar, built first when this is a checkout and the jar is absent or older than its sources.

    OXGRAPH_PLUGIN_JAR names a jar to use instead. Raises BuildToolMissing or PluginBuildFailed.
    """
    return _ready() or build(SOURCES, progress)


def current() -> Path | None:
    """The jar that `find` would return without a build. Raises BuildToolMissing."""
    return _ready() or _up_to_date(SOURCES / "target", SOURCES)


def _ready() -> Path | None:
    chosen = os.environ.get("OXGRAPH_PLUGIN_JAR")
    if chosen:
        return _chosen(Path(chosen).expanduser())
    packaged = sorted(PACKAGED.glob("*.jar"))
    if not packaged and not (SOURCES / "pom.xml").is_file():
        raise BuildToolMissing(
            tool="the plugin's sources",
            looked=f"looked in {PACKAGED} and {SOURCES}",
            remedy="Install an oxgraph wheel, or an editable checkout.",
        )
    return packaged[0] if packaged else None


def _chosen(jar: Path) -> Path:
    if not zipfile.is_zipfile(jar):
        looked = f"{jar} is no jar" if jar.exists() else f"looked for {jar}"
        raise BuildToolMissing(
            tool="the jar that OXGRAPH_PLUGIN_JAR names", looked=looked, remedy="Correct or unset it."
        )
    return jar


def build(sources: Path, progress: Progress = no_progress) -> Path:
    """The jar of the sources in a folder, built by Maven unless it is there already and up to date.

    Concurrent calls build once. Raises BuildToolMissing, PluginBuildFailed, HomeBusy.
    """
    target = sources / "target"
    target.mkdir(exist_ok=True)
    with locked(target / ".oxgraph-build.lock", seconds=BUILD_SECONDS):
        found = _up_to_date(target, sources)
        if found is not None:
            return found
        stamp = fingerprint(sources)
        _maven(sources, progress)
        found = _built(target)
        if found is None:
            raise PluginBuildFailed(folder=sources, reason="Maven ended well but left no jar in target")
        (target / STAMP).write_text(stamp, encoding="utf-8")
        return found


def fingerprint(sources: Path) -> str:
    """SHA-256 over what the jar is built from: the POM, the sources of the code, and the tables."""
    main = sources / "src" / "main"
    shared = sorted(tables.root().glob("*.tsv"))
    files = [sources / "pom.xml", *shared, *sorted(path for path in main.rglob("*") if path.is_file())]
    digest = hashlib.sha256()
    for path in files:
        name = os.path.relpath(path, sources).replace(os.sep, "/")
        digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def installed(folder: Path) -> list[Path]:
    """The oxgraph plugins in Neo4j's plugins folder: one, none before the first start."""
    return sorted(folder.glob("oxgraph*.jar"))


def install(jar: Path, folder: Path) -> bool:
    """Installs `jar` as the only oxgraph plugin in Neo4j's plugins folder; returns whether anything changed.

    Its name begins with oxgraph there, so that the next one replaces it.
    """
    wanted = folder / (jar.name if jar.name.startswith("oxgraph") else f"oxgraph-{jar.name}")
    changed = False
    for other in installed(folder):
        if other != wanted:
            other.unlink()
            changed = True
    if not wanted.is_file() or wanted.read_bytes() != jar.read_bytes():
        draft = wanted.with_suffix(".tmp")
        shutil.copyfile(jar, draft)
        draft.replace(wanted)
        changed = True
    return changed


def _up_to_date(target: Path, sources: Path) -> Path | None:
    found = _built(target)
    return found if found and _read(target / STAMP) == fingerprint(sources) else None


def _built(target: Path) -> Path | None:
    skipped = ("-sources", "-javadoc", "-tests")
    jars = [path for path in target.glob("oxgraph*.jar") if not path.stem.endswith(skipped)]
    return max(jars, key=lambda path: path.stat().st_mtime, default=None)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def _maven(sources: Path, progress: Progress) -> None:
    """Compiles and packages without the tests, so that their large dependencies are not downloaded."""
    jdk, maven = java.find_jdk(), java.find_maven()
    command = [str(maven), "--batch-mode", "-Dstyle.color=never", "compile", "jar:jar"]
    try:
        child = subprocess.Popen(
            command,
            cwd=sources,
            env={**os.environ, "JAVA_HOME": str(jdk.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise PluginBuildFailed(folder=sources, reason=f"{maven}: {error.strerror}") from error
    with child, _at_most(child, BUILD_SECONDS):
        output = _watch(child, progress)
    if child.returncode != 0:
        raise PluginBuildFailed(folder=sources, reason=_complaint(output))


@contextmanager
def _at_most(child: "subprocess.Popen[str]", seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, child.kill)
    timer.start()
    try:
        yield
    except BaseException:
        child.kill()
        raise
    finally:
        timer.cancel()


def _watch(child: "subprocess.Popen[str]", progress: Progress) -> list[str]:
    """Collects Maven's output until it ends; downloads are counted instead."""
    progress(BUILDING, 0, 0)
    output: list[str] = []
    fetched = 0
    for line in child.stdout or ():
        text = line.removeprefix("[INFO] ")
        if text.startswith("Downloaded from"):
            fetched += 1
            progress(f"{BUILDING} (files fetched)", fetched, 0)
        elif not text.startswith("Downloading from"):
            output.append(line.rstrip())
    child.wait()
    return output


def _complaint(output: list[str]) -> str:
    lines = [line for line in output if "[ERROR]" in line] or [line for line in output if line]
    return "\n" + "\n".join(lines[:SHOWN_LINES])


if __name__ == "__main__":
    print(find(lambda step, _done, _total: print(step, file=sys.stderr)))
