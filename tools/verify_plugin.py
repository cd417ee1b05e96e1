"""Lints and tests the plugin: `mvn -Plint verify`, with Maven and a JDK found wherever they are."""

import os
import subprocess
import sys

from oxgraph.local import java
from oxgraph.local.plugin import SOURCES


def main() -> int:
    """Maven's own exit status."""
    environment = {**os.environ, "JAVA_HOME": str(java.find_jdk().home)}
    command = [str(java.find_maven()), "--batch-mode", "--quiet", "-Plint", "verify"]
    return subprocess.run(command, cwd=SOURCES, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
