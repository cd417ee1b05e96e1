"""What all tests share; each resource's fixtures stand in a module of tests/fixtures."""

import os
import signal
from types import FrameType

import pytest

# What one worker kills must find its port free again: the workers of a run take their ports far from each other. The
# process that starts them hands its environment on to them, so it sets nothing.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    moved = int(os.environ.get("OXGRAPH_PORT_OFFSET", "0")) + 1_000 * int(worker.removeprefix("gw"))
    os.environ["OXGRAPH_PORT_OFFSET"] = str(moved)

pytest_plugins = [
    "tests.fixtures.neo4j",
    "tests.fixtures.postgres",
    "tests.fixtures.cli",
    "tests.fixtures.semantic",
    "tests.fixtures.server",
]


def _end(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What copies the whole graph of the run comes first, while that is small; then the long files, so that none of
    them is begun when all else is done."""
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.parent.name != "mirror", item.path not in long))


def pytest_configure(config: pytest.Config) -> None:
    """Lets a run that is told to end (SIGTERM) stop its servers first, as after Ctrl-C."""
    signal.signal(signal.SIGTERM, _end)
