"""Makes the pictures of docs/images anew: pages of the explorer over the tests' example workspace.

It starts the tests' Neo4j and a server on this machine, and needs Chromium (OXGRAPH_CHROMIUM). Times are those of
today, so pictures differ in each run.

    python tools/generate_pictures.py [NAME…]
"""

import sys
from pathlib import Path

import pytest

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def main(names: list[str]) -> int:
    """Runs the module that takes them, as a test, for its fixtures."""
    chosen = ["-k", " or ".join(f"[{name}]" for name in names)] if names else []
    return pytest.main(["-n0", "-q", "tests/server/explorer/pictures.py", *chosen])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
