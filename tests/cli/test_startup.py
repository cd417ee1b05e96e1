"""The command line and the package start without loading what a command does not need."""

import resource
import statistics
import subprocess
import sys

import pytest

HEAVY = ("neo4j", "neomodel", "numpy", "onnxruntime", "opentelemetry", "pydantic", "rich", "spacy", "starlette", "mcp")
"""Packages that take most of a start, each from 0.05 to several seconds of CPU."""

LIMIT = 6.0
"""CPU of `oxgraph version`, as a multiple of a Python that imports click. It is about 3; it was 12."""


def loaded(code: str, names: tuple[str, ...] = HEAVY) -> set[str]:
    """Those of the names, by default of the heavy packages, that a fresh Python has loaded after `code`."""
    script = f"{code}\nimport sys\nprint('loaded', *[name for name in {names!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize(
    "code",
    [
        "import oxgraph",
        "import oxgraph.client",
        "import oxgraph.cli.app",
        "from oxgraph.cli import run\nassert run(['version']) == 0",
        "from oxgraph.cli import run\nassert run(['--help']) == 0",
        "from oxgraph.cli import run\nassert run(['recall', '--help']) == 0",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded(code) == set()


def test_mcp_answers_initialize_before_it_loads_what_calls_need() -> None:
    code = "import oxgraph.cli.mcp, oxgraph.server.mcp.stdio, oxgraph.server.mcp.server, mcp.server.stdio"
    later = ("oxgraph.operations", "oxgraph.client._sync", "onnxruntime", "psycopg", "spacy", "tokenizers")
    assert loaded(code, later) == set()


def cpu(*command: str) -> float:
    """Median CPU seconds of five runs of a Python command."""
    taken = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(taken)


def test_the_version_costs_little_more_than_click() -> None:
    click = cpu("-c", "import click")
    assert cpu("-c", "from oxgraph.cli import main; main()", "version") <= LIMIT * click


def test_every_public_name_can_be_imported() -> None:
    import oxgraph

    assert all(getattr(oxgraph, name) is not None for name in oxgraph.__all__)
