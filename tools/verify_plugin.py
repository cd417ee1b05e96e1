"""Lints and tests the plugin: `mvn -Plint verify`, with Maven and a JDK found wherever they are.

Needs nothing installed, so that the gate can begin with it. With `--find` it only looks for the two. With
`--commit N` one of the classes of tests marked deep is run: commits take turns.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parents[1] / "oxgraph"
DEEP = '@Tag("deep")'


def left_out(tests: Path, commit: int) -> list[str]:
    """The classes of tests marked deep, but one: the gates of the next commits run those."""
    deep = sorted(path.stem for path in tests.rglob("*.java") if DEEP in path.read_text(encoding="utf-8"))
    return [name for place, name in enumerate(deep) if place != commit % len(deep)]


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--find", action="store_true", help="look for Maven and a JDK, and do nothing")
    parser.add_argument(
        "--commit", type=int, metavar="N", help="of the classes of tests marked deep run that of the Nth commit"
    )
    return parser.parse_args()


def main() -> int:
    """Maven's own exit status; 1 if something is missing."""
    given = arguments()
    # The package without its __init__, which needs what is not yet installed.
    sys.modules["oxgraph"] = package = ModuleType("oxgraph")
    package.__path__ = [str(PACKAGE)]
    from oxgraph.errors import BuildToolMissing
    from oxgraph.local import java
    from oxgraph.local.plugin import SOURCES

    try:
        environment = {**os.environ, "JAVA_HOME": str(java.find_jdk().home)}
        # Not --quiet: that hides the warnings that fail the build.
        quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
        command = [str(java.find_maven()), "--batch-mode", quiet, "-Plint", "verify"]
    except BuildToolMissing as missing:
        print(missing, file=sys.stderr)
        return 1
    if given.find:
        return 0
    if given.commit is not None:
        command.append("-Dtest=" + ",".join(f"!{name}" for name in left_out(SOURCES / "src" / "test", given.commit)))
    with tempfile.TemporaryDirectory() as databases:
        command.append(f"-Ddatabases={databases}")
        return subprocess.run(command, cwd=SOURCES, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
