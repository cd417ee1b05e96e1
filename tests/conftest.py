"""Settings of all tests: shared fixtures, processes and ports, the order and the tiers of tests.

Plain `pytest` runs the first tier. `pytest -m deep` runs the second: kill storms, crowds, deep histories, load
and long journeys.
"""

import os
import signal
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from tests.fixtures import prepared
from tests.fixtures.neo4j import alone, create_run_home, place_alone, remove_run_home
from tests.fixtures.remote import transports

if TYPE_CHECKING:
    from xdist.scheduler import LoadFileScheduling

# A process that kills its server must find its ports free again, so each xdist process has ports of its own. The
# controller hands its environment to the others; therefore it sets nothing.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    moved = int(os.environ.get("OXGRAPH_PORT_OFFSET", "0")) + 1_000 * int(worker.removeprefix("gw"))
    os.environ["OXGRAPH_PORT_OFFSET"] = str(moved)

# Tests start hundreds of Python processes: their compiled modules are kept, also where the environment says otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The servers of a test run live for minutes. Java's second compiler takes a third of their CPU time and would gain that
# back only in hours; the parallel collector takes a fifth less than G1, for pauses that no test measures.
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseParallelGC")

# Tests write nodes with only the properties that they are about: the guard takes those that have no created_at. A test
# asks its workspace at once, so that the recall cache is not filled ahead; the plugin's own tests do that.
PARTIAL_NODES = "-Doxgraph.test.partial_nodes=true"
if PARTIAL_NODES not in os.environ["JAVA_TOOL_OPTIONS"]:
    os.environ["JAVA_TOOL_OPTIONS"] += f" {PARTIAL_NODES} -Doxgraph.cache.warm=false {prepared.options()}"

# `tests/fixtures/neo4j.conf` says why.
os.environ.setdefault("OXGRAPH_NEO4J_CONF", str(Path(__file__).parent / "fixtures/neo4j.conf"))

pytest_plugins = [
    "tests.fixtures.neo4j",
    "tests.fixtures.postgres",
    "tests.fixtures.chat_server",
    "tests.fixtures.cli",
    "tests.fixtures.remote",
    "tests.fixtures.semantic",
]

LONGEST_FIRST = (
    "server/explorer/test_tasks.py",
    "server/mcp",
    "workspaces/test_isolation.py",
    "cli/test_demo.py",
    "docs/test_readme.py",
    "server/hooks/agents",
    "upgrade",
    "campaign/test_campaign.py",
    "local/test_lifecycle.py",
    "telemetry/test_trace_import_cli.py",
    "local/test_dumps.py",
    "fuzz",
    "local/test_full_disk.py",
    "episodic/test_summaries_killed.py",
    "evaluation/test_eval_outcomes.py",
    "semantic/test_killed.py",
    "eval/experiment",
    "schema/test_changes.py",
    "local/test_serving.py",
)
"""Folders and files that take longest begin first, so that none of them begins when everything else has ended."""


PREPARING = "OXGRAPH_TEST_PREPARING"
"""Set by the process that starts the others where it has begun to make what servers start from."""

STOPPED = {"killable", "killable_home"}
"""Fixtures of servers that tests kill or stop; starting those takes longer than most tests."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three processes for the whole suite, four for the whole second tier, none for chosen files: one costs a start.

    More than two cores, since some tests wait for a process, a limit of time or a disk; those that kill do so most.
    """
    whole = {str(Path(path)) for path in (*config.getini("testpaths"), config.rootpath, config.rootpath / "tests")}
    if any(str(Path(path)) not in whole for path in config.args):
        return 0
    return 4 if config.option.markexpr.startswith("deep") else 3


def _below_tests(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).as_posix()


def _priority(item: pytest.Item) -> tuple[int, int, bool]:
    path = _below_tests(item)
    place = next((i for i, first in enumerate(LONGEST_FIRST) if path.startswith(first)), len(LONGEST_FIRST))
    return place_alone(path), place, item.get_closest_marker("deep") is None


def _modules_with_a_server(items: list[pytest.Item]) -> set[str]:
    return {_below_tests(item) for item in items if "servers" in getattr(item, "fixturenames", ())}


def pytest_addoption(parser: pytest.Parser) -> None:
    """A part of the second tier: the gate of a commit runs one, those of the next commits the others."""
    what = "Of the tests marked deep run one part, counted from 0: 3/20."
    parser.addoption("--part", metavar="N/PARTS", help=what, type=_part)


def _part(given: str) -> tuple[int, int]:
    part, _, parts = given.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and int(part) < int(parts)):
        raise ArgumentTypeError(f"expected N/PARTS with N below PARTS, not {given!r}")
    return int(part), int(parts)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves modules without a test of the second tier unread where that alone is run: to read all takes long."""
    deep = config.option.markexpr.startswith("deep")
    if not deep or collection_path.is_dir() or not collection_path.name.startswith("test_"):
        return None
    here = Path(__file__).parent
    fixtures = (folder / "conftest.py" for folder in collection_path.parents if here in folder.parents)
    texts = (path.read_text("utf-8") for path in (collection_path, *fixtures) if path.exists())
    return True if not any(word in text for text in texts for word in ("deep", *STOPPED)) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sorts the tests: first those that need a server of their own, then those of LONGEST_FIRST.

    While what the servers start from is being made, modules that need none come first. Tests that kill or stop a server
    belong to the second tier.
    """
    for item in items:
        if not STOPPED.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("deep")
    items.sort(key=_priority)
    if PREPARING in os.environ:
        later = _modules_with_a_server(items)
        items.sort(key=lambda item: _below_tests(item) in later)
    if (given := config.getoption("--part")) is not None:
        others = _other_parts(items, *given)
        config.hook.pytest_deselected(items=[item for item in items if _below_tests(item) in others])
        items[:] = [item for item in items if _below_tests(item) not in others]


def _other_parts(items: list[pytest.Item], part: int, parts: int) -> set[str]:
    """The modules that do not run: parts take turns in the order of the tests, so that all take about as long."""
    deep = dict.fromkeys(_below_tests(item) for item in items if item.get_closest_marker("deep"))
    return set(deep) - set(list(deep)[part::parts])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs the tests of some modules over the database's login and over `oxgraph serve`."""
    over = transports(metafunc)
    if len(over) > 1:
        metafunc.fixturenames.append("transport")
        metafunc.parametrize("transport", over, indirect=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "LoadFileScheduling":
    """Gives each process file by file, and each group of modules that need a server of their own to one process."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return alone(nodeid.removeprefix("tests/")) or str(super()._split_scope(nodeid))

    return Scheduling(config, log)


def _end(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def pytest_configure(config: pytest.Config) -> None:
    """Lets a run that is ended by SIGTERM stop its servers first, as after Ctrl-C."""
    signal.signal(signal.SIGTERM, _end)
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    create_run_home()
    if getattr(config.option, "numprocesses", None) and not prepared.is_made():
        os.environ[PREPARING] = "1"
        config.add_cleanup(prepared.begin())


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stops the run's server when every process has ended."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ.pop(PREPARING, None)
        remove_run_home()
