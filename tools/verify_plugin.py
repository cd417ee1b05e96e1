"""Lints and tests the plugin: `mvn -Plint verify`, with Maven and a JDK found wherever they are.

Needs nothing installed, so that the gate can begin with it. With `--find` it only looks for the two.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parents[1] / "oxgraph"


def main() -> int:
    """Maven's own exit status; 1 if something is missing."""
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
    if "--find" in sys.argv:
        return 0
    with tempfile.TemporaryDirectory() as databases:
        command.append(f"-Ddatabases={databases}")
        return subprocess.run(command, cwd=SOURCES, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
